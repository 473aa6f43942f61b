//! Product models, part numbers and revisions of datasheets and manuals.

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind, FactSource};

use super::{Front, printed};

static MODEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:[A-Z]{1,6}-?\d{2,6}[A-Z0-9]*(?:[-/][A-Z0-9]{1,8})*|\d{2,4}[A-Z]{1,4}\d{1,5}[A-Z0-9-]*|[A-Z]{2,}[a-z]?\d{1,5}[A-Za-z]{0,4}\d*)\b").ok()
});
static REVISION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:rev(?:ision|\.)?|version|ver\.|edition|release|版本|修订)(?:\s*[:.]\s*|\s+|(?-u:\b))(?P<value>[0-9]+(?:\.[0-9a-z]+)*(?:[a-z][0-9]*)?|(?-i:[A-Z]))\b|\bv(?P<short>\d+(?:\.\d+)+[a-z]?)\b").ok()
});

/// `Document No. 70-1234-05`, `Doc. ID: 4711/B`, `Publication number GA26-1648`, `文件编号：QX-0412`: what a document is ordered and asked
/// for by, often printed in the footer alone.
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:document|doc\.?|publication|pub\.?|literature|specification|spec\.?|manual|dokument(?:en)?)\s*[-–]?\s*(?:number|numéro|nummer|no\.?|nr\.?|n°|id|#)|文件编号|文档编号|编号)\s*[:：.]?\s*(?P<value>[A-Z0-9]+(?:[-./_][A-Z0-9]+)*)").ok()
});

/// Reads models from the title, the running header and the first page's larger type, and the revision.
pub fn read(front: &Front<'_>, facts: &mut Vec<Fact>) {
    let first_page = front.lines.first().map(|line| line.page);
    let filing = facts.iter().any(|fact| fact.kind == FactKind::Form && fact.value.ends_with(['K', 'Q', 'F']));
    if !filing {
        for line in front.lines.iter().filter(|line| Some(line.page) == first_page && (line.ratio > 1.12 || line.bold)).take(12) {
            for model in models(&line.text) {
                printed(facts, FactKind::Model, model, line.page);
            }
        }
        for (text, page) in front.running.iter().take(3) {
            for model in models(text) {
                facts.push(Fact { kind: FactKind::Model, value: model, source: FactSource::RunningHeader, page: Some(*page) });
            }
        }
        for (text, page) in &front.running {
            if let Some(number) = number(text) {
                facts.push(Fact { kind: FactKind::Model, value: number, source: FactSource::RunningHeader, page: Some(*page) });
            }
        }
        for line in front.lines.iter().take(60) {
            if let Some(number) = number(&line.text) {
                printed(facts, FactKind::Model, number, line.page);
            }
        }
        for model in front.info.title.iter().flat_map(|text| models(text)) {
            facts.push(Fact { kind: FactKind::Model, value: model, source: FactSource::Metadata, page: None });
        }
    }
    let revision = front.lines.iter().take(60).filter(|line| line.text.len() < 120).find_map(|line| {
        let found = REVISION.as_ref()?.captures(&line.text)?;
        Some((found.name("value").or(found.name("short"))?.as_str().to_owned(), line.page))
    });
    if let Some((revision, page)) = revision.filter(|_| !filing) {
        printed(facts, FactKind::Revision, revision, page);
    }
}

/// The number of the document itself, where a text gives it with a word that says so; of at least three digits.
fn number(text: &str) -> Option<String> {
    let value = NUMBER.as_ref()?.captures(text)?.name("value")?.as_str();
    let digits = value.chars().filter(char::is_ascii_digit).count();
    (digits >= 3 && value.len() <= 40).then(|| value.to_owned())
}

/// Part numbers in a text: capitals with digits, no years, pages or standards of paper.
#[must_use]
pub fn models(text: &str) -> Vec<String> {
    let Some(model) = MODEL.as_ref() else { return Vec::new() };
    let mut out: Vec<String> = Vec::new();
    for found in model.find_iter(text) {
        let value = found.as_str();
        let plain = ["ISO", "IEC", "IEEE", "RFC", "FY", "Q", "A4", "UTF", "CO2", "H1", "PDF", "COVID", "SARS"]
            .iter()
            .any(|known| value.starts_with(known));
        let digits = value.chars().filter(char::is_ascii_digit).count();
        if !plain && digits >= 1 && value.len() >= 4 && !out.iter().any(|known| known == value) {
            out.push(value.to_owned());
        }
    }
    out.truncate(8);
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::models;

    #[test]
    fn part_numbers_are_kept_whole() {
        assert_eq!(models("TPS54331 3-A Step-Down Converter"), ["TPS54331"]);
        assert_eq!(models("STM32F103C8 and LM317-ADJ"), ["STM32F103C8", "LM317-ADJ"]);
        assert!(models("Annual Report 2022, page 12").is_empty());
    }

    #[test]
    fn a_documents_own_number_is_read_where_it_is_called_one() {
        for (text, expected) in [
            ("Document No. 70-1234-05   Page 3", Some("70-1234-05")),
            ("Doc. ID: 4711/B", Some("4711/B")),
            ("Publication number GA26-1648.", Some("GA26-1648")),
            ("Dokument-Nr.: 00123_A", Some("00123_A")),
            ("文件编号：QX-0412", Some("QX-0412")),
            ("see document number 12", None),
            ("The document is not numbered 1234", None),
            ("Manual of 2019", None),
        ] {
            assert_eq!(super::number(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_plural_is_no_revision() {
        let revision = |text: &str| {
            let found = super::REVISION.as_ref().unwrap().captures(text)?;
            Some(found.name("value").or(found.name("short"))?.as_str().to_owned())
        };
        assert_eq!(revision("All versions of the board"), None);
        assert_eq!(revision("Revision C, May 2019"), Some("C".into()));
        assert_eq!(revision("manual v2.1a"), Some("2.1a".into()));
        assert_eq!(revision("Version 3.0"), Some("3.0".into()));
    }
}
