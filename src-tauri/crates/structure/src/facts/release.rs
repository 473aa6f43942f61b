//! What press releases and current reports say of themselves in running text: issuer and ticker, fiscal year, day of the report;
//! and the issuer's own count of quarters, which the calendar does not tell.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind, FactSource};

use super::company::{add, reads_like_a_name};
use super::filing::quarter_in;
use super::{Front, printed};
use crate::outline::lines::{Flow, Mark};

static LISTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<name>(?:[A-Z0-9][\w&.'’-]*,?\s+|&\s+|(?:of|and|the|de|plc|van|von)\s+){1,8})\((?:NYSE|NASDAQ|Nasdaq|NasdaqGS|ASX|LSE|TSX|OTC|HKEX|SEHK|Euronext)[^():]{0,20}:\s*(?P<ticker>[A-Z0-9.]{1,6})").ok()
});
static FISCAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:fiscal(?:\s+year)?|full[\s-]+year|fy)\s*(?P<year>(?:19|20)\d\d)\b|\b(?P<year2>(?:19|20)\d\d)\s+full[\s-]+year\b").ok()
});
static REPORT_DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)date\s+of\s+(?:earliest\s+event\s+reported|report)[^:]*:?\s*(?P<date>(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2},\s+(?:19|20)\d\d)").ok()
});

/// Lines of the body in which quarters are counted.
const READ_LINES: usize = 4000;
/// Mentions that settle a quarter.
const LEAST_MENTIONS: usize = 3;

/// Reads issuer, year and day from the first pages of a release or current report.
pub fn read(front: &Front<'_>, facts: &mut Vec<Fact>) {
    let has = |facts: &[Fact], kind| facts.iter().any(|fact| fact.kind == kind);
    let form = |name: &str, facts: &[Fact]| facts.iter().any(|fact| fact.kind == FactKind::Form && fact.value.starts_with(name));
    let joined: Vec<(String, u32)> =
        front.lines.windows(2).take(60).map(|pair| (format!("{} {}", pair[0].text, pair[1].text), pair[0].page)).collect();
    if !has(facts, FactKind::Company)
        && let Some((name, page)) = joined.iter().find_map(|(text, page)| Some((listed(text)?, *page)))
    {
        add(facts, &name, page);
    }
    if form("8-K", facts)
        && let Some((date, page)) =
            joined.iter().find_map(|(text, page)| Some((REPORT_DATE.as_ref()?.captures(text)?["date"].to_owned(), *page)))
    {
        printed(facts, FactKind::Period, date, page);
    }
    let headline = front.lines.iter().take(6).find_map(|line| {
        let found = FISCAL.as_ref()?.captures(&line.text)?;
        Some((found.name("year").or(found.name("year2"))?.as_str().to_owned(), line.page))
    });
    if let Some((year, page)) = headline.filter(|_| form("earnings", facts)) {
        facts.retain(|fact| fact.kind != FactKind::Year);
        facts.insert(0, Fact { kind: FactKind::Year, value: year, source: FactSource::TitlePage, page: Some(page) });
    }
}

/// `New Brunswick, N.J. – Johnson & Johnson (NYSE: JNJ) today announced` → `Johnson & Johnson`.
fn listed(text: &str) -> Option<String> {
    let found = LISTED.as_ref()?.captures(text)?;
    let name = found.name("name")?.as_str().trim();
    let name = name.rsplit([';', '–', '—']).next()?.trim();
    reads_like_a_name(name).then(|| name.to_owned())
}

/// The quarter that most mentions in a quarterly report or release are of (its own and the one a year before): the issuer's
/// count, before which one worked out from the calendar gives way.
pub fn own_quarter(flow: &Flow<'_>, facts: &mut Vec<Fact>) {
    let interim =
        facts.iter().any(|fact| fact.kind == FactKind::Form && (fact.value == "10-Q" || fact.value.starts_with("earnings")));
    let stated = |fact: &Fact| fact.kind == FactKind::Period && fact.value.starts_with('Q');
    let worked_out = facts.iter().any(|fact| fact.kind == FactKind::Period && fact.value.starts_with("quarter ended"));
    if !interim || facts.iter().any(stated) && !worked_out {
        return;
    }
    let mut counts: BTreeMap<(String, u32), usize> = BTreeMap::new();
    let mut pages: BTreeMap<(String, u32), u32> = BTreeMap::new();
    for at in (0..flow.len()).filter(|&at| flow.marks[at] != Mark::Contents).take(READ_LINES) {
        if let Some((quarter, year)) = quarter_in(&flow.line(at).text) {
            *counts.entry((year.clone(), quarter)).or_insert(0) += 1;
            pages.entry((year, quarter)).or_insert(flow.page(at).index);
        }
    }
    // Reports compare with the same quarter of the year before: of two alike the later year is meant.
    let mut ranked: Vec<(&(String, u32), &usize)> = counts.iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(a.1).then(b.0.cmp(a.0)));
    let Some((most, count)) = ranked.first() else { return };
    let later = ranked.iter().skip(1).find(|(key, other)| key.1 == most.1 && key.0 > most.0 && *other * 2 >= **count);
    let (year, quarter) = later.map_or(*most, |(key, _)| *key);
    let all: usize = counts.values().sum();
    let same: usize = counts.iter().filter(|(key, _)| key.1 == *quarter).map(|(_, count)| count).sum();
    if **count < LEAST_MENTIONS || same * 10 < all * 6 {
        return;
    }
    let value = format!("Q{quarter} {year}");
    let page = pages.get(&(year.clone(), *quarter)).copied();
    facts.retain(|fact| !(stated(fact) && fact.source == FactSource::TitlePage && fact.value != value));
    let source = FactSource::Text;
    facts.insert(0, Fact { kind: FactKind::Year, value: year.clone(), source, page });
    facts.insert(0, Fact { kind: FactKind::Period, value, source, page });
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn the_issuer_of_a_release_stands_before_its_ticker() {
        let cases = [
            ("New Brunswick, N.J. (January 24, 2023) – Johnson & Johnson (NYSE: JNJ) today announced", Some("Johnson & Johnson")),
            ("ZURICH; Amcor plc (NYSE: AMCR; ASX: AMC), a leader", Some("Amcor plc")),
            ("BOLINGBROOK, Ill.--(BUSINESS WIRE)-- Ulta Beauty, Inc. (NASDAQ: ULTA) today", Some("Ulta Beauty, Inc.")),
            ("shares of the company (see note 3) rose", None),
        ];
        for (text, name) in cases {
            assert_eq!(listed(text).as_deref(), name, "{text}");
        }
    }
}
