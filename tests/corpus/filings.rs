//! The `Item` sections of every annual report on form 10-K, under their parts and with their titles.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waymark_tests::{Cli, corpus};

/// Item, the part it belongs to, and a word of its title by law (Regulation S-K).
const ITEMS: [(&str, u32, &str); 23] = [
    ("1", 1, "business"),
    ("1A", 1, "risk"),
    ("1B", 1, "unresolved"),
    ("1C", 1, "cybersecurity"),
    ("2", 1, "propert"),
    ("3", 1, "legal"),
    ("4", 1, "mine"),
    ("5", 2, "market"),
    ("6", 2, ""),
    ("7", 2, "discussion"),
    ("7A", 2, "quantitative"),
    ("8", 2, "financial"),
    ("9", 2, "changes"),
    ("9A", 2, "controls"),
    ("9B", 2, "other"),
    ("9C", 2, "foreign"),
    ("10", 3, "directors"),
    ("11", 3, "compensation"),
    ("12", 3, "security"),
    ("13", 3, "relationships"),
    ("14", 3, "account"),
    ("15", 4, "exhibit"),
    ("16", 4, "summary"),
];

/// `Item 7A. …` → `7A`.
fn item(title: &str) -> Option<String> {
    let lower = title.to_lowercase();
    let rest = lower.strip_prefix("items").or_else(|| lower.strip_prefix("item"))?.trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let letter = rest[digits.len()..].trim_start_matches(['(', ' ', '.']).chars().next();
    let alone = |c: char| {
        let after = rest[digits.len()..].trim_start_matches(['(', ' ', '.']).chars().nth(1);
        matches!(c, 'a'..='c') && after.is_none_or(|next| !next.is_alphanumeric())
    };
    let letter = letter.filter(|c| alone(*c)).map(|c| c.to_ascii_uppercase());
    (!digits.is_empty()).then(|| format!("{digits}{}", letter.map(String::from).unwrap_or_default()))
}

/// `PART III` → 3.
fn part(title: &str) -> Option<u32> {
    let rest = title.to_lowercase();
    let number = rest.strip_prefix("part")?.trim().split([' ', '.', ',', '-', '–', '—']).next()?.to_owned();
    ["i", "ii", "iii", "iv"].iter().position(|known| *known == number).and_then(|at| u32::try_from(at + 1).ok())
}

struct Count {
    name: String,
    found: usize,
    astray: Vec<String>,
    missing: Vec<&'static str>,
}

fn count(name: String, outline: &[Value]) -> Count {
    let mut current = None;
    let mut found: Vec<String> = Vec::new();
    let mut astray = Vec::new();
    for heading in outline {
        let title = heading["title"].as_str().unwrap();
        current = part(title).or(current);
        let Some(number) = item(title) else { continue };
        let Some((_, wanted, word)) = ITEMS.iter().find(|(known, _, _)| *known == number) else {
            astray.push(title.to_owned());
            continue;
        };
        // A single title may stand for several items (`Items 10, 11, 12 and 13`).
        if current != Some(*wanted) || !title.to_lowercase().contains(word) {
            astray.push(title.to_owned());
        }
        found.push(number);
    }
    let distinct: std::collections::BTreeSet<&String> = found.iter().collect();
    if distinct.len() < found.len() {
        astray.push(format!("{} items stand twice", found.len() - distinct.len()));
    }
    let missing = ITEMS.iter().map(|(known, _, _)| *known).filter(|known| !found.iter().any(|number| number == known)).collect();
    Count { name, found: distinct.len(), astray, missing }
}

fn table(counts: &[Count]) -> String {
    let mut out = String::from(
        "# Items of the annual reports\n\nFor each 10-K of the development filings: `Item` sections found under the right part and with their titles, and items of the\nform without a section (1C, 9C and 16 came with later forms; others are left out or joined by the filer). Renewed by\n`WAYMARK_BLESS=1 cargo test -p waymark-tests --test corpus items`.\n\n| filing | items | without a section |\n|---|---|---|\n",
    );
    for count in counts {
        writeln!(out, "| {} | {} | {} |", count.name, count.found, count.missing.join(", ")).unwrap();
    }
    out
}

/// No item under a wrong part, with a wrong title or twice (a contents page would bring them twice), and as many as recorded.
#[test]
fn items_stand_under_their_parts_in_every_annual_report() {
    let Some(folder) = corpus("financebench") else { return };
    let mut files: Vec<PathBuf> = fs::read_dir(folder.join("pdfs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains("_10K")));
    files.sort();
    assert!(files.len() >= 30, "{} filings", files.len());
    let library = tempfile::tempdir().unwrap();
    let cli = Cli::new(library.path()).unwrap();
    let counts: Vec<Count> = files
        .iter()
        .map(|path| {
            let outline =
                cli.run(&["outline", path.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
            count(path.file_stem().unwrap().to_string_lossy().into_owned(), outline.as_array().unwrap())
        })
        .collect();
    for count in &counts {
        assert!(count.astray.is_empty(), "{}: {:?}", count.name, count.astray);
    }
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("ref/items.md");
    let table = table(&counts);
    if std::env::var_os("WAYMARK_BLESS").is_some() {
        fs::write(&reference, &table).unwrap();
    }
    let recorded = fs::read_to_string(&reference).unwrap();
    assert_eq!(table, recorded, "tests/ref/items.md differs; renew it with WAYMARK_BLESS=1 after looking at what changed");
}

#[test]
fn item_numbers_are_read_in_every_spelling() {
    for (title, number) in [
        ("Item 1A. Risk Factors", "1A"),
        ("ITEM 7. MANAGEMENT’S DISCUSSION", "7"),
        ("Items 10, 11, 12 and 13. Directors", "10"),
        ("Item 9(A) Controls", "9A"),
        ("Item 1 Business", "1"),
        ("Item 5 - Market", "5"),
    ] {
        assert_eq!(item(title).as_deref(), Some(number), "{title}");
    }
    assert_eq!(part("PART III"), Some(3));
    assert_eq!(part("Part IV. Other"), Some(4));
    assert_eq!(part("Partners"), None);
}
