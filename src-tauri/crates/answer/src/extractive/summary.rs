//! Passages in document order → the sentences that tell most of them, word for word and in that order.

use std::collections::BTreeMap;

use super::units::{Unit, units};
use super::{ExtractiveAnswer, quote};
use crate::passage::Passage;

/// Sentences with fewer words tell too little.
const LEAST_WORDS: usize = 6;

/// Quotes at most `most` sentences, chosen by the mean frequency of their words, words already told counting less each time
/// (SumBasic), and shown in the order of `passages`. Rows of tables only where there are no sentences.
#[must_use]
pub fn summary(passages: &[Passage], most: usize) -> ExtractiveAnswer {
    let all: Vec<Unit> = passages.iter().enumerate().flat_map(|(index, passage)| units(index, passage)).collect();
    let told = |unit: &&Unit| !unit.row && !unit.header && unit.stems.len() >= LEAST_WORDS;
    let mut pool: Vec<&Unit> = all.iter().filter(told).collect();
    if pool.is_empty() {
        pool = all.iter().filter(|unit| !unit.header).collect();
    }
    let mut weight: BTreeMap<&str, f64> = BTreeMap::new();
    let total = pool.iter().map(|unit| unit.stems.len()).sum::<usize>().max(1) as f64;
    for stem in pool.iter().flat_map(|unit| &unit.stems).filter(|stem| !waymark_core::text::is_stop(stem)) {
        *weight.entry(stem).or_default() += 1.0 / total;
    }
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < most {
        let value = |at: usize| {
            let known = pool[at].stems.iter().filter_map(|stem| weight.get(stem.as_str()));
            known.sum::<f64>() / pool[at].stems.len().max(1) as f64
        };
        // Of two alike the earlier one.
        let best = (0..pool.len()).filter(|at| !chosen.contains(at)).reduce(|a, b| if value(b) > value(a) { b } else { a });
        let Some(best) = best else { break };
        for stem in &pool[best].stems {
            if let Some(share) = weight.get_mut(stem.as_str()) {
                *share *= *share;
            }
        }
        chosen.push(best);
    }
    chosen.sort_unstable();
    let chosen: Vec<&Unit> = chosen.into_iter().map(|at| pool[at]).collect();
    quote(&chosen, passages)
}
