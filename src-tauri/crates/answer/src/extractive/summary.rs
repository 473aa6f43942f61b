//! Passages in document order → the sentences that tell most of them, word for word and in that order.

use std::collections::BTreeMap;

use waymark_core::DocumentId;

use super::units::{Unit, units};
use super::{ExtractiveAnswer, quote};
use crate::passage::Passage;

/// Sentences with fewer words tell too little, those with more are lists.
const WORDS: std::ops::RangeInclusive<usize> = 6..=45;
/// How much more the first sentence of a passage tells.
const FIRST: f64 = 1.3;

/// Quotes at most `most` sentences in the order of `passages`: of every chapter (the longest ones, if there are more than `most`) its
/// most telling one, then the most telling of all. A sentence tells by the mean frequency of its words; words already told count less
/// each time (SumBasic). Rows of tables only where there are no sentences.
#[must_use]
pub fn summary(passages: &[Passage], most: usize) -> ExtractiveAnswer {
    let all: Vec<Unit> = passages.iter().enumerate().flat_map(|(index, passage)| units(index, passage)).collect();
    let told = |unit: &&Unit| {
        let numbered = unit.lower.starts_with(|c: char| c.is_ascii_digit());
        !unit.row && !unit.header && WORDS.contains(&unit.stems.len()) && !numbered && !unit.shown.contains(". . .")
    };
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
    for chapter in chapters(&pool, passages, most).into_iter().map(Some).chain(std::iter::repeat(None)) {
        let open = |at: &usize| !chosen.contains(at) && chapter.is_none_or(|chapter| chapter_of(pool[*at], passages) == chapter);
        // Of two alike the earlier one.
        let best =
            (0..pool.len()).filter(open).reduce(|a, b| if value(pool[b], &weight) > value(pool[a], &weight) { b } else { a });
        let Some(best) = best.filter(|_| chosen.len() < most) else { break };
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

fn value(unit: &Unit, weight: &BTreeMap<&str, f64>) -> f64 {
    let known = unit.stems.iter().filter_map(|stem| weight.get(stem.as_str()));
    let first = if unit.range.start == 0 { FIRST } else { 1.0 };
    first * known.sum::<f64>() / unit.stems.len().max(1) as f64
}

/// Document and chapter of a unit.
fn chapter_of<'p>(unit: &Unit, passages: &'p [Passage]) -> (DocumentId, &'p str) {
    let hit = &passages[unit.passage].hit;
    (hit.document, hit.section_path.get(1).or(hit.section_path.first()).map_or("", String::as_str))
}

/// The chapters with the most to tell, `most` at most, in order; one chapter alone is parted no further.
fn chapters<'p>(pool: &[&Unit], passages: &'p [Passage], most: usize) -> Vec<(DocumentId, &'p str)> {
    let mut sizes: Vec<((DocumentId, &str), usize)> = Vec::new();
    for unit in pool {
        let own = chapter_of(unit, passages);
        match sizes.iter_mut().find(|(chapter, _)| *chapter == own) {
            Some((_, size)) => *size += unit.stems.len(),
            None => sizes.push((own, unit.stems.len())),
        }
    }
    let mut kept = sizes.clone();
    // Stable: of equally long ones the earlier.
    kept.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    kept.truncate(most);
    sizes.into_iter().map(|(chapter, _)| chapter).filter(|chapter| kept.iter().any(|(own, _)| own == chapter)).collect()
}
