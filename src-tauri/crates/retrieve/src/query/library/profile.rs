//! Facts, file name and title of a document → the years, quarters, days and forms that it is for.

use std::collections::BTreeSet;

use waymark_core::text::{is_stop, normalise, squash, words};
use waymark_core::{DocumentId, Fact, FactKind, FactSource};

use super::DocumentTerms;
use crate::query::forms::forms_in_name;
use crate::query::period::{Periods, periods};

/// A document ready to be matched.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Document.
    pub id: DocumentId,
    /// Title, squashed (see [`squash`]).
    pub title: String,
    /// File name without extension, squashed.
    pub file: String,
    /// Fiscal or publication years that it is *for*.
    pub years: BTreeSet<i32>,
    /// Those of `years` that the file name says; whoever named the file chose what readers ask by.
    pub file_years: BTreeSet<i32>,
    /// Quarters that it is for.
    pub quarters: BTreeSet<u8>,
    /// Those of `quarters` that the file name says; fiscal and calendar quarters differ.
    pub file_quarters: BTreeSet<(Option<i32>, u8)>,
    /// Days that it is dated with.
    pub periods: Periods,
    /// Forms.
    pub forms: BTreeSet<&'static str>,
    /// Numbers in the title that are no years: versions, editions, parts.
    pub numbers: BTreeSet<String>,
}

/// Words of company names that every company may carry.
pub(super) const SUFFIXES: &[&str] = &[
    "inc",
    "incorporated",
    "com",
    "corp",
    "corporation",
    "co",
    "company",
    "companies",
    "ltd",
    "limited",
    "plc",
    "llc",
    "lp",
    "nv",
    "n.v",
    "sa",
    "s.a",
    "ag",
    "gmbh",
    "group",
    "holdings",
    "holding",
    "the",
    "de",
    "international",
    "and",
    "of",
];

/// First words that many companies share or that everyday language uses.
pub(super) const COMMON_HEADS: &[&str] = &[
    "general",
    "american",
    "united",
    "national",
    "first",
    "best",
    "global",
    "new",
    "north",
    "south",
    "east",
    "west",
    "royal",
    "bank",
    "great",
    "standard",
    "international",
    "advanced",
    "applied",
    "china",
    "us",
    "u.s",
    "european",
    "central",
    "public",
    "universal",
    "world",
    "total",
    "home",
    "capital",
];

/// Words of file names that name no document.
pub(super) const FILE_WORDS: &[&str] = &[
    "annual",
    "report",
    "reports",
    "final",
    "draft",
    "copy",
    "scan",
    "dated",
    "earnings",
    "results",
    "quarterly",
    "release",
    "doc",
    "document",
    "file",
    "pdf",
    "datasheet",
    "manual",
    "guide",
    "fy",
    "rev",
    "version",
    "new",
    "page",
    "pages",
    "untitled",
    "form",
];

/// A file name without its extension.
#[must_use]
pub(super) fn stem_of(file_name: &str) -> &str {
    file_name.rsplit_once('.').map_or(file_name, |(stem, ext)| if ext.len() <= 4 && !stem.is_empty() { stem } else { file_name })
}

/// Neither a stop word nor a period, form or bare number.
pub(super) fn names_something(folded: &str) -> bool {
    !is_stop(folded)
        && !SUFFIXES.contains(&folded)
        && periods(folded).is_empty()
        && forms_in_name(folded).is_empty()
        && !folded.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',')
}

/// `2`, `2.0`, `v1.6`: digits with dots, no year.
pub(in crate::query) fn is_version(norm: &str) -> bool {
    let digits = norm.strip_prefix('v').unwrap_or(norm);
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && digits.len() <= 8
        && periods(digits).is_empty()
}

/// What a document is for: years, quarters, days and forms from facts, file name and title.
pub(super) fn profile(document: &DocumentTerms) -> Profile {
    let facts = &document.facts;
    let file = normalise(stem_of(&document.file_name));
    let mut years = BTreeSet::new();
    let mut quarters = BTreeSet::new();
    let mut all = Periods::default();
    let year_facts = || facts.facts.iter().filter(|fact| fact.kind == FactKind::Year);
    let parsed = |fact: &Fact| fact.value.trim().parse::<i32>().ok();
    // When the file was made says little of the year that it is for; it counts where nothing else says one.
    let made: Vec<i32> = year_facts().filter(|fact| fact.source == FactSource::Metadata).filter_map(parsed).collect();
    let fact_years: Vec<i32> = year_facts().filter(|fact| fact.source != FactSource::Metadata).filter_map(parsed).collect();
    let named: Vec<Periods> = facts.values(FactKind::Period).map(|p| periods(&normalise(p))).collect();
    let in_file = periods(&file);
    let in_title = periods(&normalise(&document.title));
    years.extend(fact_years.iter().take(1));
    years.extend(&in_file.years);
    let file_years = in_file.years.clone();
    let file_quarters = in_file.quarters.clone();
    if years.is_empty() {
        years.extend(named.iter().flat_map(|p| &p.years));
    }
    if years.is_empty() {
        years.extend(&in_title.years);
    }
    if years.is_empty() {
        years.extend(made.iter().take(1));
    }
    for found in named.into_iter().chain([in_file, in_title]) {
        quarters.extend(found.quarters.iter().map(|(_, quarter)| *quarter));
        all.quarters.extend(found.quarters);
        all.dates.extend(found.dates);
        all.years.extend(found.years);
    }
    let mut forms: BTreeSet<&'static str> = facts.values(FactKind::Form).flat_map(forms_in_name).collect();
    forms.extend(forms_in_name(&file));
    if forms.is_empty() {
        forms.extend(forms_in_name(&document.title));
    }
    Profile {
        id: document.id,
        title: squash(&document.title),
        file: squash(&file),
        years,
        file_years,
        quarters,
        file_quarters,
        periods: all,
        forms,
        numbers: words(&normalise(&document.title)).into_iter().map(|word| word.norm).filter(|norm| is_version(norm)).collect(),
    }
}
