//! A file name → facts: `3M_2018_10K.pdf`, `2022 Q3 AAPL.pdf`, `TPS54331_datasheet_revB.pdf`.

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind, FactSource};

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:^|[^0-9])((?:19|20)\d\d)(?:$|[^0-9])").ok());
static QUARTER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)(?:q([1-4])(?:[^0-9]|$)|(?:^|[^0-9])([1-4])q)").ok());
static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:^|[\s_-])(10-?k|10-?q|8-?k|20-?f|earnings|annual[ _-]?report|datasheet|data[ _-]sheet|manual)(?:$|[\s_.-])",
    )
    .ok()
});

/// Stem of a file name, separators as spaces.
#[must_use]
pub fn stem(file_name: &str) -> String {
    let base = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let stem = base.rsplit_once('.').filter(|(stem, end)| !stem.is_empty() && end.len() <= 4).map_or(base, |(stem, _)| stem);
    stem.replace(['_', '+'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a stem says something: not `doc-001`, `scan0001`, a hash or a bare number.
#[must_use]
pub fn is_telling(stem: &str) -> bool {
    static ANONYMOUS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:doc(?:ument)?|file|scan|img|untitled|download|output|temp|tmp|print|new|copy|page)?[\s._-]*\(?\d*\)?|[0-9a-f]{12,}|[0-9a-f-]{32,})$").ok()
    });
    stem.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && !ANONYMOUS.as_ref().is_some_and(|anonymous| anonymous.is_match(stem))
}

/// Adds what the file name tells.
pub fn read(file_name: &str, facts: &mut Vec<Fact>) {
    let stem = stem(file_name);
    if !is_telling(&stem) {
        return;
    }
    let mut add = |kind, value: String| facts.push(Fact { kind, value, source: FactSource::FileName, page: None });
    let year =
        YEAR.as_ref().and_then(|year| year.captures(&stem)).and_then(|found| found.get(1)).map(|year| year.as_str().to_owned());
    let quarter = QUARTER
        .as_ref()
        .and_then(|quarter| quarter.captures(&stem))
        .and_then(|found| found.get(1).or(found.get(2)))
        .map(|quarter| quarter.as_str().to_owned());
    let form = FORM
        .as_ref()
        .and_then(|form| form.captures(&stem))
        .and_then(|found| found.get(1))
        .map(|form| form.as_str().to_uppercase());
    if let (Some(year), Some(quarter)) = (&year, &quarter) {
        add(FactKind::Period, format!("Q{quarter} {year}"));
    }
    let filing = year.is_some() && (form.is_some() || quarter.is_some());
    if let Some(year) = year {
        add(FactKind::Year, year);
    }
    if let Some(form) = form {
        let value = match form.as_str() {
            "10K" => "10-K".into(),
            "10Q" => "10-Q".into(),
            "8K" => "8-K".into(),
            "20F" => "20-F".into(),
            "EARNINGS" => "earnings release".into(),
            other => other
                .to_lowercase()
                .replace(['_', '-'], " ")
                .replace("10 k", "10-K")
                .replace("10 q", "10-Q")
                .replace("8 k", "8-K"),
        };
        add(FactKind::Form, value);
    }
    if filing && let Some(name) = company(&stem) {
        add(FactKind::Alias, name);
    }
    for model in super::product::models(&stem).into_iter().filter(|_| !filing) {
        add(FactKind::Model, model);
    }
}

/// The words of a filing's file name that are neither year, quarter nor form.
fn company(stem: &str) -> Option<String> {
    let words: Vec<&str> = stem
        .split([' ', '-'])
        .filter(|word| {
            let lower = word.to_lowercase();
            let digits = word.chars().filter(char::is_ascii_digit).count();
            let number = digits > 0 && digits == word.chars().count();
            let period = digits >= 4 && lower.contains('q') || (lower.len() == 2 && lower.starts_with('q'));
            !number
                && !period
                && !matches!(
                    lower.as_str(),
                    "10k"
                        | "10q"
                        | "8k"
                        | "20f"
                        | "earnings"
                        | "dated"
                        | "annual"
                        | "report"
                        | "k"
                        | "q"
                        | "fy"
                        | "manual"
                        | "datasheet"
                )
                && !lower.starts_with("20")
        })
        .collect();
    let name = words.join(" ");
    (name.chars().filter(|c| c.is_alphabetic()).count() >= 1 && name.len() >= 2 && name.len() < 50).then_some(name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{is_telling, read, stem};
    use waymark_core::FactKind;

    #[test]
    fn a_filing_name_tells_company_year_and_form() {
        let mut facts = Vec::new();
        read("JOHNSON_JOHNSON_2022Q4_EARNINGS.pdf", &mut facts);
        let value = |kind| facts.iter().find(|fact| fact.kind == kind).unwrap().value.clone();
        assert_eq!(value(FactKind::Alias), "JOHNSON JOHNSON");
        assert_eq!(value(FactKind::Period), "Q4 2022");
        assert_eq!(value(FactKind::Form), "earnings release");
    }

    #[test]
    fn anonymous_names_tell_nothing() {
        for name in ["doc-001.pdf", "scan0001.pdf", "0123456789abcdef0123.pdf", "2023.pdf"] {
            assert!(!is_telling(&stem(name)), "{name}");
        }
        assert!(is_telling(&stem("3M_2018_10K.pdf")));
    }
}
