//! Sentences of a model with the numbers they cite → sentences with how well the passages carry them.
//!
//! A sentence is carried when its numbers, with their units, stand in what it cites and most of its words do. A number of
//! the question may be repeated. A sentence that cites nothing gets the passage that carries it best, or is marked.

mod numbers;

use std::collections::BTreeSet;

use waymark_core::text::{is_stop, stem, words};
use waymark_core::{Sentence, Support};

use crate::citations::RawSentence;
use crate::passage::Passage;

pub use numbers::{Number, is_number, numbers};

/// When a sentence counts as carried.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VerifyOptions {
    /// Share of the sentence's content words that must stand in the passages it cites.
    pub cited: f32,
    /// The same for a passage that the sentence does not cite but is given to it.
    pub attributed: f32,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { cited: 0.4, attributed: 0.6 }
    }
}

/// A text's words and numbers, prepared once.
struct Ground {
    stems: BTreeSet<String>,
    numbers: Vec<Number>,
    lower: String,
}

impl Ground {
    fn new(text: &str) -> Self {
        Self {
            stems: words(text).into_iter().map(|w| stem(&w.norm)).collect(),
            numbers: numbers(text),
            lower: text.to_lowercase(),
        }
    }

    fn holds(&self, number: &Number) -> bool {
        let there = self.numbers.iter().any(|own| own.digits == number.digits);
        there && number.unit.as_deref().is_none_or(|unit| numbers::unit_stands(unit, &self.lower))
    }

    fn share(&self, content: &BTreeSet<String>) -> f32 {
        if content.is_empty() {
            return 1.0;
        }
        content.iter().filter(|word| self.stems.contains(*word)).count() as f32 / content.len() as f32
    }
}

/// Checks every sentence. Citation numbers are positions in `passages`, from 1; numbers outside are dropped. Numbers that
/// `question` holds need no source.
#[must_use]
pub fn check(sentences: &[RawSentence], passages: &[Passage], question: &str, options: &VerifyOptions) -> Vec<Sentence> {
    let grounds: Vec<Ground> = passages.iter().map(|passage| Ground::new(&passage.with_place())).collect();
    let asked: Vec<Number> = numbers(question);
    let mut checked: Vec<Sentence> = sentences.iter().map(|raw| check_one(raw, &grounds, &asked, options)).collect();
    for index in (0..checked.len().saturating_sub(1)).rev() {
        if checked[index].support == Support::Unsupported && leads_in(&checked[index].text) && checked[index].citations.is_empty()
        {
            let next = checked[index + 1].clone();
            (checked[index].support, checked[index].citations) = (next.support, Vec::new());
        }
    }
    checked
}

/// A heading or `as follows:` says nothing of its own.
fn leads_in(text: &str) -> bool {
    let text = text.trim().trim_end_matches('*');
    (text.ends_with(':') || text.ends_with('：') || text.starts_with('#')) && numbers(text).is_empty()
}

fn check_one(raw: &RawSentence, grounds: &[Ground], asked: &[Number], options: &VerifyOptions) -> Sentence {
    let own: Vec<Number> = numbers(&raw.text).into_iter().filter(|n| !asked.iter().any(|a| a.digits == n.digits)).collect();
    let content: BTreeSet<String> = words(&raw.text)
        .into_iter()
        .filter(|w| !is_stop(&w.norm) && !numbers::is_number(&w.norm))
        .map(|w| stem(&w.norm))
        .collect();
    let cited: Vec<u32> = raw.numbers.iter().copied().filter(|n| *n >= 1 && *n as usize <= grounds.len()).collect();
    let sentence = |citations: Vec<u32>, support: Support| Sentence { text: raw.text.clone(), citations, support };
    if !cited.is_empty() {
        let given: Vec<&Ground> = cited.iter().map(|n| &grounds[*n as usize - 1]).collect();
        let numbers_stand = own.iter().all(|n| given.iter().any(|g| g.holds(n)));
        let together = content.iter().filter(|word| given.iter().any(|g| g.stems.contains(*word))).count();
        let share = if content.is_empty() { 1.0 } else { together as f32 / content.len() as f32 };
        let carried = numbers_stand && share >= options.cited;
        return sentence(cited, if carried { Support::Supported } else { Support::Unsupported });
    }
    if content.is_empty() && own.is_empty() {
        return sentence(Vec::new(), Support::Unsupported);
    }
    let mut best: Option<(usize, f32)> = None;
    for (index, ground) in grounds.iter().enumerate() {
        let share = ground.share(&content);
        if own.iter().all(|n| ground.holds(n)) && share >= options.attributed && best.is_none_or(|(_, most)| share > most) {
            best = Some((index, share));
        }
    }
    match best {
        Some((index, _)) => sentence(vec![index as u32 + 1], Support::Attributed),
        None => sentence(Vec::new(), Support::Unsupported),
    }
}

/// Numbers of `text` that do not stand in `source`, with their units.
#[must_use]
pub fn invented(text: &str, source: &str) -> Vec<Number> {
    let ground = Ground::new(source);
    numbers(text).into_iter().filter(|number| !ground.holds(number)).collect()
}

/// What to warn of: numbers that no passage carries, marks that named no passage.
#[must_use]
pub fn warnings(sentences: &[Sentence], raw: &[RawSentence]) -> Vec<String> {
    let mut out = Vec::new();
    let loose = sentences.iter().filter(|s| s.support == Support::Unsupported && !numbers(&s.text).is_empty()).count();
    if loose > 0 {
        out.push(format!("{loose} of {} sentences hold numbers that no cited passage carries", sentences.len()));
    }
    let unknown: BTreeSet<u32> = raw.iter().flat_map(|r| r.unknown.iter().copied()).collect();
    if !unknown.is_empty() {
        let list: Vec<String> = unknown.iter().take(5).map(|n| format!("`[{n}]`")).collect();
        out.push(format!("the model cited sources that were not given ({}); these marks were removed", list.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests;
