//! The issuing company, from the cover of a filing, a press release's first lines, a copyright notice or metadata.

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind, FactSource};

use super::{Front, printed};

static EXACT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)exact\s+name\s+of\s+registrant").ok());
static SUFFIX: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:[A-Z0-9][\w&.'’-]*\s+|&\s+|of\s+|the\s+|and\s+|,\s*){0,6}[A-Z0-9][\w&.'’-]*,?\s+(?:Inc|INC|Corp|CORP|Corporation|CORPORATION|Company|COMPANY|Co|CO|Ltd|LTD|Limited|LIMITED|plc|PLC|N\.V|GmbH|AG|S\.A|LLC|L\.P|SE|Group|GROUP|Incorporated|INCORPORATED)\b\.?(?:,?\s*(?:Ltd|LTD|Inc|INC|plc|PLC)\.?)?").ok()
});
static COPYRIGHT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:copyright|©)\s*(?:©|\(c\))?\s*(?:(?:19|20)\d\d\s*[-–,]?\s*)*(?:by\s+)?(?P<name>[A-Z][\w&.,'’ -]{2,60}?)(?:\.\s|\s*all rights|$)").ok()
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
    let running = front.running.iter().find_map(|(text, page)| Some((SUFFIX.as_ref()?.find(text)?.as_str().to_owned(), *page)));
    if let Some((name, page)) = running.filter(|(name, _)| name.len() < 70) {
        facts.push(Fact { kind: FactKind::Company, value: tidy(&name), source: FactSource::RunningHeader, page: Some(page) });
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
    let name = tidy(name);
    if name.chars().filter(|c| c.is_alphabetic()).count() < 2 {
        return;
    }
    printed(facts, FactKind::Company, name.clone(), page);
    let short = short_name(&name);
    if short.len() >= 2 && short != name {
        printed(facts, FactKind::Alias, short, page);
    }
}

fn tidy(name: &str) -> String {
    let joined = name.split_whitespace().collect::<Vec<_>>().join(" ");
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
    fn names_lose_their_legal_form_and_their_shouting() {
        assert_eq!(short_name("Netflix, Inc."), "Netflix");
        assert_eq!(short_name("Verizon Communications Inc."), "Verizon");
        assert_eq!(short_name("BEST BUY CO., INC."), "BEST BUY");
        assert_eq!(tidy("BEST BUY CO., INC."), "Best Buy CO., Inc.");
        assert_eq!(tidy("3M COMPANY"), "3M Company");
    }
}
