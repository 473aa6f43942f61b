//! Title page, running headers, file name and PDF metadata → the document's title, facts and critical terms.

pub mod company;
pub mod file_name;
pub mod filing;
pub mod keywords;
pub mod language;
pub mod product;
pub mod release;
pub mod ticker;
pub mod title;

use waymark_core::{DocumentFacts, DocumentInfo, Fact, FactKind, FactSource};

use crate::outline::lines::{Flow, Mark};

/// A line of the first pages.
#[derive(Debug, Clone, PartialEq)]
pub struct FrontLine {
    /// Text.
    pub text: String,
    /// Size over body size.
    pub ratio: f32,
    /// Bold.
    pub bold: bool,
    /// Page index.
    pub page: u32,
    /// Baseline.
    pub base: f32,
}

/// What facts are read from.
#[derive(Debug)]
pub struct Front<'a> {
    /// PDF metadata.
    pub info: &'a DocumentInfo,
    /// File name with extension.
    pub file_name: &'a str,
    /// Lines of the first pages that hold text, at most three pages, contents lists left out.
    pub lines: Vec<FrontLine>,
    /// Size of running text, points.
    pub body: f32,
    /// Distinct running headers and footers with the page index that each stands on first, the commonest first.
    pub running: Vec<(String, u32)>,
}

impl Front<'_> {
    /// The first pages as one text, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Collects the front matter of a document.
#[must_use]
pub fn front<'a>(flow: &Flow<'_>, info: &'a DocumentInfo, file_name: &'a str) -> Front<'a> {
    let mut lines = Vec::new();
    let mut pages: Vec<u32> = Vec::new();
    let mut running: std::collections::BTreeMap<String, (usize, u32)> = std::collections::BTreeMap::new();
    for at in 0..flow.len() {
        let line = flow.line(at);
        match flow.marks[at] {
            Mark::Running => {
                if line.text.chars().filter(|c| c.is_alphabetic()).count() > 3
                    && (running.len() < 2000 || running.contains_key(&line.text))
                {
                    running.entry(line.text.clone()).or_insert((0, flow.page(at).index)).0 += 1;
                }
                if flow.order[at].page > 1 {
                    continue;
                }
            }
            Mark::Contents => continue,
            _ => {}
        }
        let page = flow.page(at).index;
        if !pages.contains(&page) {
            if pages.len() >= 3 {
                continue;
            }
            pages.push(page);
        }
        if lines.len() < 260 {
            lines.push(FrontLine {
                text: line.text.clone(),
                ratio: line.size / flow.body.size,
                bold: line.bold > 0.6,
                page,
                base: line.base,
            });
        }
    }
    let mut running: Vec<(String, (usize, u32))> = running.into_iter().filter(|(_, (count, _))| *count >= 3).collect();
    running.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(&b.0)));
    let running = running.into_iter().take(6).map(|(text, (_, page))| (text, page)).collect();
    Front { info, file_name, lines, body: flow.body.size, running }
}

/// All facts of a document. `printed` is the title as the outline found it on the title page.
#[must_use]
pub fn gather(flow: &Flow<'_>, front: &Front<'_>, printed: Option<(String, u32)>) -> DocumentFacts {
    let mut facts: Vec<Fact> = Vec::new();
    filing::read(front, &mut facts);
    company::read(front, &mut facts);
    release::read(front, &mut facts);
    product::read(front, &mut facts);
    file_name::read(front.file_name, &mut facts);
    if let Some(tag) = language::detect(flow) {
        facts.push(Fact { kind: FactKind::Language, value: tag.into(), source: FactSource::Text, page: None });
    }
    if let Some(author) = front.info.author.as_deref().map(str::trim).filter(|author| sane_name(author)) {
        facts.push(Fact { kind: FactKind::Author, value: author.into(), source: FactSource::Metadata, page: None });
    }
    release::own_quarter(flow, &mut facts);
    company::settle_case(flow, &mut facts);
    dedup(&mut facts);
    own_quarter_first(&mut facts);
    let title = title::choose(front, &facts, printed);
    // After the title: nobody calls a report by its company's symbol.
    ticker::read(front, &mut facts);
    let keywords = keywords::collect(&title, &facts);
    DocumentFacts { title, facts, keywords }
}

/// Whether the metadata name a person or body that may have written the document: no placeholder, account name or filing service.
fn sane_name(text: &str) -> bool {
    const PLACEHOLDERS: [&str; 14] = [
        "unknown",
        "user",
        "admin",
        "author",
        "root",
        "owner",
        "microsoft",
        "anonymous",
        "default",
        "none",
        "n/a",
        "test",
        "guest",
        "unbekannt",
    ];
    const SERVICES: [&str; 10] =
        ["edgar", "kscope", "workiva", "donnelley", "toppan", "broadridge", "wdesk", "certent", "vintage filings", "merrill"];
    let lower = text.to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (3..80).contains(&text.chars().count())
        && letters > digits
        && !lower.contains("://")
        && !PLACEHOLDERS.iter().any(|bad| lower.starts_with(bad))
        && !SERVICES.iter().any(|service| lower.contains(service))
}

/// The first mention of each value of a kind wins; kinds in order.
fn dedup(facts: &mut Vec<Fact>) {
    let mut seen: std::collections::HashSet<(FactKind, String)> = std::collections::HashSet::new();
    facts.retain(|fact| !fact.value.trim().is_empty() && seen.insert((fact.kind, fact.value.to_lowercase())));
    facts.sort_by_key(|fact| fact.kind);
}

/// A quarter in the file name is the issuer's own count and comes before one worked out from a date. The last quarter has no
/// quarterly report, so a fourth quarter worked out for one is the calendar's, not the issuer's.
fn own_quarter_first(facts: &mut Vec<Fact>) {
    let quarterly = facts.iter().any(|fact| fact.kind == FactKind::Form && fact.value == "10-Q");
    if quarterly {
        let calendar =
            |fact: &Fact| fact.kind == FactKind::Period && fact.source == FactSource::TitlePage && fact.value.starts_with("Q4 ");
        facts.retain(|fact| !calendar(fact));
    }
    let named = |fact: &Fact| fact.kind == FactKind::Period && fact.source == FactSource::FileName && fact.value.starts_with('Q');
    let first = facts.iter().position(|fact| fact.kind == FactKind::Period);
    if let (Some(first), Some(at)) = (first, facts.iter().position(named)) {
        facts[first..=at].rotate_right(1);
    }
}

/// Adds a fact read from a line of the first pages.
fn printed(facts: &mut Vec<Fact>, kind: FactKind, value: impl Into<String>, page: u32) {
    facts.push(Fact { kind, value: value.into(), source: FactSource::TitlePage, page: Some(page) });
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentInfo, Fact, FactKind, FactSource};

    use super::{Front, FrontLine};

    /// What is read of one kind from a first page of plain lines.
    pub(super) fn values(lines: &[&str], read: fn(&Front<'_>, &mut Vec<Fact>), kind: FactKind) -> Vec<String> {
        let info = DocumentInfo::default();
        let line = |text: &&str| FrontLine { text: (*text).into(), ratio: 1.0, bold: false, page: 0, base: 0.0 };
        let lines = lines.iter().map(line).collect();
        let front = Front { info: &info, file_name: "a.pdf", lines, body: 10.0, running: Vec::new() };
        let mut facts = Vec::new();
        read(&front, &mut facts);
        facts.into_iter().filter(|fact| fact.kind == kind).map(|fact| fact.value).collect()
    }

    fn fact(kind: FactKind, value: &str, source: FactSource) -> Fact {
        Fact { kind, value: value.into(), source, page: None }
    }

    #[test]
    fn the_issuers_quarter_comes_before_the_calendars() {
        let mut facts = vec![
            fact(FactKind::Period, "Q4 2022", FactSource::TitlePage),
            fact(FactKind::Period, "quarter ended December 31, 2022", FactSource::TitlePage),
            fact(FactKind::Period, "Q1 2023", FactSource::FileName),
            fact(FactKind::Form, "10-Q", FactSource::TitlePage),
        ];
        super::own_quarter_first(&mut facts);
        let periods: Vec<&str> =
            facts.iter().filter(|fact| fact.kind == FactKind::Period).map(|fact| fact.value.as_str()).collect();
        assert_eq!(periods, ["Q1 2023", "quarter ended December 31, 2022"]);
    }

    #[test]
    fn services_accounts_and_placeholders_are_no_authors() {
        for name in
            ["EDGAR Online, a division of R.R. Donnelley & Sons Company", "anonymous", "G635890", "Kaleidoscope - kscope.io"]
        {
            assert!(!super::sane_name(name), "{name}");
        }
        for name in ["Maria Johnson", "Verizon Communications Inc.", "李明华"] {
            assert!(super::sane_name(name), "{name}");
        }
    }

    #[test]
    fn an_earnings_release_may_speak_of_the_fourth_quarter() {
        let mut facts = vec![
            fact(FactKind::Period, "Q4 2022", FactSource::TitlePage),
            fact(FactKind::Form, "earnings release", FactSource::TitlePage),
        ];
        super::own_quarter_first(&mut facts);
        assert_eq!(facts.len(), 2);
    }
}
