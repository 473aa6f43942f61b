//! Levels that a language model gave → raw levels of the headings whose own evidence tells none.
//!
//! A number, a bookmark or a place in the printed contents always goes before what was said. Headings that have one of these
//! and were judged too show what the model's levels mean in this document: its `2` is the raw level that most of them have. A
//! model that orders them otherwise than they are ordered is not followed.

use std::collections::BTreeMap;

use super::evidence::Candidate;
use super::numbering::NumberKind;

/// Pairs of headings of different levels that must be there before a model is known to order levels well.
const LEAST_PAIRS: usize = 3;
/// Share of these pairs that it must order as they are ordered.
const CONCORDANCE: f32 = 0.75;

/// Sets the raw levels of open headings by what was said of them; `trusted` counts where no other heading can tell.
pub fn place(headings: &[Candidate], raw: &mut [i32], trusted: bool) {
    let known: Vec<(u8, i32)> = headings
        .iter()
        .zip(raw.iter())
        .filter(|(heading, _)| tells(heading))
        .filter_map(|(heading, level)| Some((heading.said?, *level)))
        .collect();
    let (pairs, agreeing) = concordance(&known);
    #[allow(clippy::cast_precision_loss)]
    let follow = if pairs >= LEAST_PAIRS { agreeing as f32 >= CONCORDANCE * pairs as f32 } else { trusted && pairs == agreeing };
    if !follow {
        return;
    }
    let meant = meanings(&known);
    for (heading, level) in headings.iter().zip(raw.iter_mut()) {
        if let Some(said) = heading.said.filter(|_| heading.open && !tells(heading)) {
            *level = meaning(said, &meant);
        }
    }
}

/// Whether the heading's own evidence gives its level.
#[must_use]
pub fn tells(heading: &Candidate) -> bool {
    let numbered = heading.features.number.as_ref().is_some_and(|number| {
        !matches!(number.kind, NumberKind::Paren | NumberKind::Note)
            && (heading.sequence || number.parts.len() > 1 || matches!(number.kind, NumberKind::Part | NumberKind::Chapter))
    });
    heading.bookmark.is_some() || heading.entry.is_some() || numbered
}

/// Pairs of different raw levels, and how many of them were said in the same order.
fn concordance(known: &[(u8, i32)]) -> (usize, usize) {
    // Neighbours are enough, and a long document stays cheap.
    let mut pairs = (0, 0);
    for (at, (said, level)) in known.iter().enumerate() {
        for (other, theirs) in known.iter().skip(at + 1).take(12).filter(|(_, theirs)| theirs != level) {
            pairs.0 += 1;
            pairs.1 += usize::from(level.cmp(theirs) == said.cmp(other));
        }
    }
    pairs
}

/// Level said → raw level that most known headings of it have, the higher one of two.
fn meanings(known: &[(u8, i32)]) -> BTreeMap<u8, i32> {
    let mut votes: BTreeMap<u8, BTreeMap<i32, usize>> = BTreeMap::new();
    for (said, level) in known {
        *votes.entry(*said).or_default().entry(*level).or_insert(0) += 1;
    }
    let most = |votes: BTreeMap<i32, usize>| votes.into_iter().max_by_key(|(level, count)| (*count, -*level));
    votes.into_iter().filter_map(|(said, votes)| Some((said, most(votes)?.0))).collect()
}

/// The raw level of a level said: as known, or counted in steps of ten from the nearest known one.
fn meaning(said: u8, meant: &BTreeMap<u8, i32>) -> i32 {
    let nearest = meant.iter().min_by_key(|(known, _)| (known.abs_diff(said), **known));
    nearest.map_or(i32::from(said) * 10, |(known, level)| (level + (i32::from(said) - i32::from(*known)) * 10).max(1))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{concordance, meaning, meanings};

    #[test]
    fn a_level_means_what_it_means_for_the_headings_that_are_known() {
        let known = [(1, 20), (2, 30), (2, 30), (2, 20), (1, 20)];
        let meant = meanings(&known);
        assert_eq!(meant, BTreeMap::from([(1, 20), (2, 30)]));
        assert_eq!((meaning(1, &meant), meaning(3, &meant), meaning(6, &meant)), (20, 40, 70));
        assert_eq!(meaning(3, &BTreeMap::new()), 30);
    }

    #[test]
    fn levels_in_another_order_do_not_agree() {
        assert_eq!(concordance(&[(1, 10), (2, 20), (2, 20), (1, 10)]), (4, 4));
        assert_eq!(concordance(&[(2, 10), (1, 20), (1, 10)]), (2, 0));
    }
}
