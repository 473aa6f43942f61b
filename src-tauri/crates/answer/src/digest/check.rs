//! What a model wrote + its source → what may be kept: numbers must stand in the source, terms must occur in it.

use std::collections::BTreeSet;

use waymark_core::text::{is_stop, normalise, stem, words};
use waymark_core::{Digest, DigestOrigin};

use super::extract::extract;
use crate::verify::invented;

/// Most characters of a summary; more is cut after a sentence.
const LONGEST_SUMMARY: usize = 1000;
/// Characters of an extract that stands in for a summary.
const EXTRACT: usize = 400;
/// Most key points.
const MOST_POINTS: usize = 10;
/// Most terms of a document.
const MOST_TERMS: usize = 12;
/// Most characters of a key point or term.
const LONGEST_TERM: usize = 60;
/// Least share of a summary's words that must stand in its source; below it the model wrote of something else.
const LEAST_SHARE: f32 = 0.25;

/// A digest that may be kept, and what was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Key points and summary.
    pub digest: Digest,
    /// Who wrote the summary.
    pub origin: DigestOrigin,
    /// Numbers that the model wrote and the source does not hold, as compared.
    pub refused: Vec<String>,
}

/// Checks a digest against its source (text with the titles it stands under). Key points that the source does not carry are
/// dropped. A summary that is blank, holds an invented number or is of something else is replaced by sentences of `text`; one
/// that is longer than `text` by the text itself.
#[must_use]
pub fn checked(written: Option<Digest>, source: &str, text: &str) -> Checked {
    let written = written.unwrap_or_default();
    let ground: BTreeSet<String> = words(source).into_iter().map(|word| stem(&word.norm)).collect();
    let key_points = kept(&written.key_points, source, &ground, MOST_POINTS);
    let summary = shortened(&normalise(&written.summary));
    let invented = invented(&summary, source);
    let refused: Vec<String> =
        invented.iter().map(|number| format!("{}{}", number.digits, number.unit.as_deref().unwrap_or(""))).collect();
    let done = |summary: String, origin: DigestOrigin| Checked {
        digest: Digest { key_points: key_points.clone(), summary },
        origin,
        refused: refused.clone(),
    };
    if summary.is_empty() || !refused.is_empty() || share(&summary, &ground) < LEAST_SHARE {
        return done(extract(text, EXTRACT), DigestOrigin::Extractive);
    }
    if summary.chars().count() > text.trim().chars().count() {
        return done(text.trim().to_owned(), DigestOrigin::Text);
    }
    done(summary, DigestOrigin::Model)
}

/// Terms of a document that occur in its title or front text, each once without regard to case, telling ones only: several
/// words, or with a capital, a digit or a character beyond ASCII. Punctuation inside identifiers is kept (HiQA 7.12).
#[must_use]
pub fn terms(written: &[String], source: &str) -> Vec<String> {
    let folded = normalise(source).to_lowercase();
    let telling =
        |term: &str| term.contains(' ') || term.chars().any(|c| c.is_uppercase() || c.is_ascii_digit() || !c.is_ascii());
    let occurs = |term: &str| folded.contains(&term.to_lowercase());
    let named = |term: &str| words(term).iter().any(|word| !is_stop(&word.norm) && word.norm.chars().any(char::is_alphabetic));
    let list = unique(written).filter(|term| telling(term) && named(term) && occurs(term));
    list.take(MOST_TERMS).collect()
}

fn kept(points: &[String], source: &str, ground: &BTreeSet<String>, most: usize) -> Vec<String> {
    let carried = |point: &String| share(point, ground) > 0.0 && invented(point, source).is_empty();
    unique(points).filter(carried).take(most).collect()
}

fn unique(list: &[String]) -> impl Iterator<Item = String> {
    let marks = |c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | ',' | ';' | '.' | '•' | '*');
    let mut seen = BTreeSet::new();
    let clean = list.iter().map(move |term| normalise(term.trim_matches(marks)));
    clean
        .filter(|term| !term.is_empty() && term.chars().count() <= LONGEST_TERM)
        .filter(move |term| seen.insert(term.to_lowercase()))
}

/// Share of a text's content words that stand in the source; 0 without any.
fn share(text: &str, ground: &BTreeSet<String>) -> f32 {
    let own: Vec<String> = words(text).into_iter().filter(|word| !is_stop(&word.norm)).map(|word| stem(&word.norm)).collect();
    let there = own.iter().filter(|word| ground.contains(*word)).count();
    if own.is_empty() { 0.0 } else { there as f32 / own.len() as f32 }
}

fn shortened(summary: &str) -> String {
    let mut end = 0;
    for range in crate::sentences::split(summary) {
        if end > 0 && summary[..range.end].chars().count() > LONGEST_SUMMARY {
            break;
        }
        end = range.end;
    }
    summary[..end].chars().take(LONGEST_SUMMARY).collect()
}
