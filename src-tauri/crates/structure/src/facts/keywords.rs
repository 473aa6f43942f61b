//! Title and facts → critical terms (HiQA 3.3): what a question must name to mean this document.

use waymark_core::{Fact, FactKind};

/// Terms as written, without repetition, the most telling first.
#[must_use]
pub fn collect(title: &str, facts: &[Fact]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |value: &str| {
        let value = value.trim();
        if value.chars().count() >= 2 && !out.iter().any(|known| known.eq_ignore_ascii_case(value)) {
            out.push(value.to_owned());
        }
    };
    let order = [
        FactKind::Model,
        FactKind::Alias,
        FactKind::Company,
        FactKind::Form,
        FactKind::Period,
        FactKind::Year,
        FactKind::Revision,
    ];
    for kind in order {
        for fact in facts.iter().filter(|fact| fact.kind == kind).take(8) {
            add(&fact.value);
        }
    }
    for model in super::product::models(title) {
        add(&model);
    }
    for word in title.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '.' | '/' | '+' | '&'))) {
        let word = word.trim_matches(['.', '-', '/']);
        let proper = word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || !c.is_ascii());
        if proper && word.chars().count() >= 3 && !COMMON.contains(&word.to_lowercase().as_str()) {
            add(word);
        }
    }
    out.truncate(40);
    out
}

const COMMON: [&str; 36] = [
    "the",
    "and",
    "for",
    "with",
    "from",
    "user",
    "users",
    "guide",
    "manual",
    "report",
    "reference",
    "introduction",
    "document",
    "documentation",
    "version",
    "release",
    "annual",
    "quarterly",
    "data",
    "sheet",
    "datasheet",
    "using",
    "how",
    "your",
    "package",
    "system",
    "programming",
    "handbook",
    "specification",
    "notes",
    "overview",
    "edition",
    "part",
    "volume",
    "draft",
    "final",
];
