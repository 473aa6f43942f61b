//! The issuing company, from the cover of a filing, a press release's first lines, a copyright notice or metadata.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind, FactSource};

use super::{Front, printed};
use crate::outline::lines::{Flow, Mark};

static EXACT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)exact\s+name\s+of\s+registrant").ok());
static SUFFIX: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:[A-Z0-9][\w&.'’-]*\s+|&\s+|of\s+|the\s+|and\s+|,\s*){0,6}[A-Z0-9][\w&.'’-]*,?\s+(?:Inc|INC|Corp|CORP|Corporation|CORPORATION|Company|COMPANY|Co|CO|Ltd|LTD|Limited|LIMITED|plc|PLC|N\.V|GmbH|AG|S\.A|LLC|L\.P|SE|Group|GROUP|Incorporated|INCORPORATED)\b\.?(?:,?\s*(?:Ltd|LTD|Inc|INC|plc|PLC)\.?)?").ok()
});
static COPYRIGHT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:copyright|©)\s*(?:©|\(c\))?\s*(?:(?:19|20)\d\d\s*[-–,]?\s*)*(?:by\s+)?(?P<name>(?-i:[A-Z])[\w&.,'’ -]{2,60}?)(?:\.\s|\s*all rights|$)").ok()
});
static REPORTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<name>[A-Z0-9][\w&.,'’\- ]{1,50}?)\s+(?i:reports|announces|delivers|posts|releases|publishes|issues)\b").ok()
});

/// Reads the company.
pub fn read(front: &Front<'_>, facts: &mut Vec<Fact>) {
    if let Some((name, page)) = registrant(front) {
        add(facts, &name, page);
        return;
    }
    let first = front.lines.iter().take(40);
    if let Some((name, page)) = first
        .clone()
        .find_map(|line| Some((REPORTS.as_ref()?.captures(line.text.trim())?.name("name")?.as_str().to_owned(), line.page)))
    {
        add(facts, &name, page);
        return;
    }
    let notice = front.lines.iter().find_map(|line| {
        Some((
            COPYRIGHT.as_ref()?.captures(&line.text)?.name("name")?.as_str().trim_end_matches([',', '.', ' ']).to_owned(),
            line.page,
        ))
    });
    let suffixed = first.clone().find_map(|line| Some((SUFFIX.as_ref()?.find(line.text.trim())?.as_str().to_owned(), line.page)));
    if let Some((name, page)) = suffixed.filter(|(name, _)| name.len() < 70).or(notice.filter(|(name, _)| name.len() < 60)) {
        add(facts, &name, page);
        return;
    }
    let running = front.running.iter().find_map(|text| Some(SUFFIX.as_ref()?.find(text)?.as_str().to_owned()));
    if let Some(name) = running.filter(|name| name.len() < 70) {
        facts.push(Fact { kind: FactKind::Company, value: tidy(&name), source: FactSource::RunningHeader, page: None });
    }
}

/// The line above `(Exact name of registrant …)`; rules and blanks between do not count.
fn registrant(front: &Front<'_>) -> Option<(String, u32)> {
    let at = front.lines.iter().position(|line| EXACT.as_ref().is_some_and(|exact| exact.is_match(&line.text)))?;
    // Some covers print the name below the note, in larger type.
    let above = front.lines[at.saturating_sub(4)..at].iter().rev().find(|line| is_name(&line.text));
    let below = front
        .lines
        .iter()
        .skip(at + 1)
        .take(2)
        .find(|line| is_name(&line.text) && SUFFIX.as_ref().is_some_and(|suffix| suffix.is_match(&line.text)));
    above.or(below).map(|line| (line.text.clone(), line.page))
}

fn is_name(text: &str) -> bool {
    let lower = text.to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let not = [
        "commission",
        "file number",
        "transition period",
        "for the ",
        "form ",
        "washington",
        "date of",
        "pursuant",
        "(mark",
        "or",
        "from",
        "to",
    ];
    letters >= 2 && text.len() < 90 && !not.iter().any(|bad| lower == *bad || (bad.len() > 4 && lower.starts_with(bad)))
}

fn add(facts: &mut Vec<Fact>, name: &str, page: u32) {
    let name = tidy(strip_notice(name));
    if name.chars().filter(|c| c.is_alphabetic()).count() < 2 || !reads_like_a_name(&name) {
        return;
    }
    printed(facts, FactKind::Company, name.clone(), page);
    let short = short_name(&name);
    if short.len() >= 2 && short != name {
        printed(facts, FactKind::Alias, short, page);
    }
}

/// Years, `©` and small words before a name cut off: `2000-2021 Free Software Foundation`, `of Adobe Systems`.
fn strip_notice(name: &str) -> &str {
    static LEAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?i:(?:copyright|\(c\)|©|c|by|of|the copyright|(?:19|20)\d\d(?:\s*[-–,]\s*(?:19|20)?\d\d)*|[-–,])\s+)+")
            .ok()
    });
    let end = LEAD.as_ref().and_then(|lead| lead.find(name)).map_or(0, |found| found.end());
    name[end..].trim()
}

/// Whether all but the small words of a name are capitalised, as in a name and unlike in a sentence.
fn reads_like_a_name(name: &str) -> bool {
    const SMALL: [&str; 18] =
        ["of", "the", "and", "for", "de", "du", "des", "der", "von", "van", "für", "et", "und", "y", "la", "di", "plc", "&"];
    const NEVER: [&str; 6] = ["including but not", "send", "notice", "this ", "you ", "all rights"];
    let lower = name.to_lowercase();
    let words: Vec<&str> = name.split_whitespace().collect();
    words.len() <= 8
        && !NEVER.iter().any(|bad| lower.starts_with(bad))
        && words.iter().all(|word| {
            SMALL.contains(&word.to_lowercase().trim_matches(',')) || !word.chars().next().is_some_and(char::is_lowercase)
        })
}

fn tidy(name: &str) -> String {
    let joined = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = joined.replace(" .", ".").replace(" ,", ",");
    let shown = joined.trim_matches(|c: char| matches!(c, '_' | '-' | ',' | ' ' | '*'));
    // Covers set names in capitals; readers do not.
    let shouted = shown.chars().any(char::is_uppercase) && !shown.chars().any(char::is_lowercase) && shown.len() > 6;
    if !shouted {
        return shown.to_owned();
    }
    shown
        .split(' ')
        .map(|word| {
            if word.chars().filter(|c| c.is_alphabetic()).count() <= 2 || word.contains('&') {
                word.to_owned()
            } else {
                capitalised(word)
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Lines read to learn how a document writes its company's name.
const READ_LINES: usize = 6000;

/// Writes names as the running text does: covers shout (`CVS HEALTH`), and capitalising each word gets `Cvs Health`.
pub fn settle_case(flow: &Flow<'_>, facts: &mut [Fact]) {
    for fact in facts.iter_mut() {
        let named = matches!(fact.kind, FactKind::Company | FactKind::Alias) && fact.source != FactSource::FileName;
        if !named || !fact.value.is_ascii() || fact.value.len() < 3 {
            continue;
        }
        let wanted = fact.value.to_ascii_lowercase();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for at in (0..flow.len()).filter(|&at| flow.marks[at] == Mark::Text).take(READ_LINES) {
            let text = flow.line(at).text.as_str();
            if let Some(start) = text.to_ascii_lowercase().find(&wanted)
                && let Some(written) = text.get(start..start + wanted.len())
                && written.chars().any(|c| c.is_ascii_lowercase())
            {
                *counts.entry(written).or_insert(0) += 1;
            }
        }
        if let Some((written, _)) = counts.into_iter().filter(|(_, count)| *count >= 2).max_by_key(|(_, count)| *count) {
            fact.value = written.to_owned();
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_string() + &chars.as_str().to_lowercase())
}

/// The name without its legal form: `Netflix, Inc.` → `Netflix`.
#[must_use]
pub fn short_name(name: &str) -> String {
    const FORMS: [&str; 22] = [
        "inc",
        "corp",
        "corporation",
        "company",
        "co",
        "ltd",
        "limited",
        "plc",
        "nv",
        "gmbh",
        "ag",
        "sa",
        "llc",
        "lp",
        "se",
        "group",
        "incorporated",
        "communications",
        "holdings",
        "international",
        "&",
        "the",
    ];
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.len() > 1 {
        let Some(last) = words.last() else { break };
        let bare: String = last.chars().filter(|c| c.is_alphanumeric() || *c == '&').collect::<String>().to_lowercase();
        if FORMS.contains(&bare.as_str()) {
            words.pop();
        } else {
            break;
        }
    }
    words.join(" ").trim_end_matches([',', '.', ' ']).trim_start_matches("The ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::{short_name, tidy};

    #[test]
    fn sentences_and_notices_are_no_names() {
        for text in ["Including But Not Limited", "You can download tar-file", "Send bug reports", "holder and any Company"] {
            assert!(!super::reads_like_a_name(text), "{text}");
        }
        assert!(super::reads_like_a_name("Universitat Politècnica de València"));
        assert_eq!(super::strip_notice("2000-2021 Free Software Foundation"), "Free Software Foundation");
        assert_eq!(super::strip_notice("of Adobe Systems Incorporated"), "Adobe Systems Incorporated");
    }

    #[test]
    fn names_lose_their_legal_form_and_their_shouting() {
        assert_eq!(short_name("Netflix, Inc."), "Netflix");
        assert_eq!(short_name("Verizon Communications Inc."), "Verizon");
        assert_eq!(short_name("BEST BUY CO., INC."), "BEST BUY");
        assert_eq!(tidy("BEST BUY CO., INC."), "Best Buy CO., Inc.");
        assert_eq!(tidy("3M COMPANY"), "3M Company");
        assert_eq!(tidy("NIKE, Inc ."), "NIKE, Inc.");
    }
}
