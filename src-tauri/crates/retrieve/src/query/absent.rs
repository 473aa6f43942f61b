//! What a question asks for and the library does not have: the period, the document outside the scope, the company. An answer from
//! other documents may look right and be wrong, so it is said.

use std::collections::BTreeSet;

use waymark_core::DocumentId;
use waymark_core::text::{Word, is_cjk, is_stop, words};

use super::library::{LibraryTerms, Profile};
use super::matching::{asked_quarter_share, is_own_quarter};
use super::spelling::is_foreign;
use super::wording::is_glossed;
use super::{NamedSpan, QueryPlan};

/// Strength from which a span names a document itself, not a part of its name.
const NAMED: f32 = 0.75;

/// Words that begin a question and are no name though they have a capital.
const BEGINNINGS: &[&str] = &[
    "compare",
    "show",
    "list",
    "give",
    "explain",
    "describe",
    "summarise",
    "summarize",
    "find",
    "tell",
    "calculate",
    "compute",
    "identify",
    "determine",
    "discuss",
    "according",
    "based",
    "using",
    "please",
    "quote",
    "total",
    "name",
];
/// Written in capitals and no names.
const CURRENCIES: &[&str] = &["usd", "eur", "gbp", "jpy", "cny", "rmb", "chf", "cad", "aud", "inr"];
const MONTHS: &[&str] =
    &["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// What to tell the reader of documents and periods that the question names and that are not searched or not there.
#[must_use]
pub fn remarks(plan: &QueryPlan, library: &LibraryTerms, scope: &[DocumentId]) -> Vec<String> {
    let mut out = Vec::new();
    let inside = |id: &DocumentId| scope.is_empty() || scope.contains(id);
    for span in &plan.spans {
        let named = strong(span, library);
        if !named.is_empty() && !named.iter().any(inside) {
            out.push(format!("`{}` names a document outside the scope; what was found comes from others", span.text));
        }
    }
    let named: BTreeSet<DocumentId> = plan.spans.iter().flat_map(|span| strong(span, library)).filter(inside).collect();
    let profiles: Vec<&Profile> = library.documents.iter().filter(|profile| named.contains(&profile.id)).collect();
    if let Some(period) = missing_period(plan, &profiles) {
        out.push(format!("no document that the question names is for {period}; what was found comes from other periods"));
    }
    if let Some(form) = missing_form(plan, &profiles) {
        out.push(format!("no document that the question names is a {form}; what was found comes from others"));
    }
    out
}

/// The form asked for, when all documents named are of others. Documents whose form is not known may be of any.
fn missing_form(plan: &QueryPlan, named: &[&Profile]) -> Option<&'static str> {
    let known = !named.is_empty() && named.iter().all(|profile| !profile.forms.is_empty());
    let held = |form: &&&str| named.iter().any(|profile| profile.forms.contains(**form));
    let first = plan.forms.iter().next().copied();
    first.filter(|_| known && !plan.forms.iter().any(|form| held(&form)))
}

fn strong(span: &NamedSpan, library: &LibraryTerms) -> Vec<DocumentId> {
    let meant = span.documents.iter().filter(|(_, (strength, _))| *strength >= NAMED);
    meant.filter_map(|(index, _)| library.documents.get(*index).map(|profile| profile.id)).collect()
}

/// The period asked for, when all documents named are for others. Documents whose period is not known may be for any.
fn missing_period(plan: &QueryPlan, named: &[&Profile]) -> Option<String> {
    let asked = &plan.periods;
    let last = *asked.years.last()?;
    if named.is_empty() || !asked.dates.is_empty() || named.iter().any(|profile| profile.years.is_empty()) {
        return None;
    }
    let quarter = asked.quarters.iter().next_back().copied().filter(|(year, _)| year.is_some());
    let held = named.iter().any(|profile| match quarter {
        // A report of the whole year speaks of its quarters, too.
        Some(_) if profile.quarters.is_empty() => profile.years.contains(&last),
        Some(_) => asked_quarter_share(profile, asked).is_some_and(|(share, _)| is_own_quarter(share)),
        None => profile.years.contains(&last) || profile.periods.years.contains(&last),
    });
    let told = quarter.map_or_else(|| last.to_string(), |(_, quarter)| format!("Q{quarter} {last}"));
    (!held).then_some(told)
}

/// Stretches written like names that name no document: perhaps somebody or something that the library says nothing of. Whether
/// the passages found speak of it, and whether it is a common word, must be asked of them and of the index.
#[must_use]
pub fn strange_names(plan: &QueryPlan, library: &LibraryTerms) -> Vec<String> {
    // German writes every noun like a name.
    if is_foreign(&plan.question) {
        return Vec::new();
    }
    let lower = plan.dense.to_lowercase();
    let all = words(&plan.dense);
    let named = |at: usize| {
        let around = plan.spans.iter().filter(|span| (span.words.0..span.words.1).contains(&at));
        around.into_iter().any(|span| !strong(span, library).is_empty())
    };
    let strange = |at: usize, word: &Word| {
        word.norm.chars().filter(|c| c.is_alphabetic()).count() >= 3
            && word.raw.starts_with(char::is_uppercase)
            && !word.raw.chars().any(|c| c.is_ascii_digit() || is_cjk(c))
            && !is_stop(&word.norm)
            && !named(at)
            && !is_glossed(&lower, &word.norm)
            && !MONTHS.contains(&word.norm.as_str())
            && !BEGINNINGS.contains(&word.norm.as_str())
            && !CURRENCIES.contains(&word.norm.as_str())
            && !plan.periods.written.iter().any(|written| written.to_lowercase().contains(&word.norm))
    };
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, word) in all.iter().enumerate().filter(|(at, word)| strange(*at, word)) {
        match runs.last_mut() {
            Some((_, last)) if all[*last].end + 1 == word.start && last.wrapping_add(1) == at => *last = at,
            _ => runs.push((at, at)),
        }
    }
    // At the head of a question every word has its capital.
    let lone = |(first, last): &&(usize, usize)| *first > 0 || *last > 0 || told_a_name(&all, plan);
    runs.iter()
        .filter(lone)
        .map(|(first, last)| plan.dense[all[*first].start..all[*last].start + all[*last].raw.len()].to_owned())
        .collect()
}

/// Whether the first word is a name: all in capitals, joined of words, a possessive or before a period.
fn told_a_name(all: &[Word], plan: &QueryPlan) -> bool {
    let Some(first) = all.first() else { return false };
    let capitals = first.raw.chars().filter(|c| c.is_uppercase()).count();
    let before = all.get(1).is_some_and(|next| plan.periods.written.iter().any(|written| written.starts_with(&next.raw)));
    capitals > 1 || first.end - first.start > first.raw.len() || before
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentId, FactKind};

    use super::{remarks, strange_names};
    use crate::query::tests::with_facts;
    use crate::query::{LibraryTerms, analyze};

    fn library() -> LibraryTerms {
        with_facts(&[
            ("PFIZER_2021_10K", &[(FactKind::Company, "Pfizer Inc.")]),
            ("CORNING_2022Q3_10Q", &[(FactKind::Company, "Corning Incorporated")]),
        ])
    }

    #[test]
    fn a_period_that_no_document_named_is_for_is_said() {
        let told = |question: &str| remarks(&analyze(question, &library()), &library(), &[]).join("; ");
        assert!(told("Pfizer 2019 revenue").contains("is for 2019"), "{}", told("Pfizer 2019 revenue"));
        assert!(told("Corning revenue in Q2 2022").contains("is for Q2 2022"), "{}", told("Corning revenue in Q2 2022"));
        for held in
            ["Pfizer 2021 revenue", "Corning Q3 2022 revenue", "Pfizer revenue", "revenue in 2019", "Pfizer Q2 2021 revenue"]
        {
            assert_eq!(told(held), "", "{held}");
        }
    }

    #[test]
    fn a_document_outside_the_scope_is_said() {
        let plan = analyze("Pfizer 2021 revenue", &library());
        assert!(remarks(&plan, &library(), &[DocumentId(1)]).join("").contains("`Pfizer` names a document outside the scope"));
        assert!(remarks(&plan, &library(), &[DocumentId(0)]).is_empty());
    }

    #[test]
    fn what_is_written_like_a_name_and_names_no_document_is_suspected() {
        let names = |question: &str| strange_names(&analyze(question, &library()), &library());
        assert_eq!(names("What was the revenue of Coca-Cola in 2021?"), ["Coca-Cola"]);
        assert_eq!(names("Show Lockheed Martin risk factors"), ["Lockheed Martin"]);
        assert_eq!(names("Pfizer and Tesla 2021 revenue"), ["Tesla"]);
        assert_eq!(names("Tesla's margin"), ["Tesla"]);
        assert_eq!(names("Apple 2022 net sales"), ["Apple"]);
        for none in [
            "Revenue of Pfizer",
            "the EBITDA in March 2021",
            "the sales (in USD millions)",
            "revenue in 2021",
            "Explain the margin",
            "家庭血压",
            "",
        ] {
            assert_eq!(names(none), Vec::<String>::new(), "{none}");
        }
    }

    #[test]
    fn a_form_that_no_document_named_is_in_is_said() {
        let told = |question: &str| remarks(&analyze(question, &library()), &library(), &[]).join("; ");
        assert!(told("Pfizer 10-Q 2021 revenue").contains("is a 10-Q"), "{}", told("Pfizer 10-Q 2021 revenue"));
        assert_eq!(told("Pfizer 10-K 2021 revenue"), "");
    }
}
