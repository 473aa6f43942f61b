//! Slices of summaries near a question → the passages they lead to, joined to the dense route (MacRAG 2.2).

use std::collections::{HashMap, HashSet};

use waymark_core::SegmentId;

use crate::fuse::Scored;

/// A slice of a summary near the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Through {
    /// The passage it leads to.
    pub segment: SegmentId,
    /// The section that was summarised; `None` for a summary of the passage itself.
    pub section: Option<u32>,
    /// Cosine.
    pub score: f32,
}

/// Gives every passage the best score of itself and of its slices, and adds passages that only slices found, as far as they are
/// at least as near as the farthest candidate. Returns the slices that counted, best first; without slices nothing changes.
pub fn join(dense: &mut Vec<(SegmentId, f32)>, mut slices: Vec<Through>) -> Vec<Through> {
    slices.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.segment.cmp(&b.segment)).then(a.section.cmp(&b.section)));
    let mut seen: HashSet<SegmentId> = HashSet::new();
    slices.retain(|slice| seen.insert(slice.segment));
    let place: HashMap<SegmentId, usize> = dense.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let lowest = dense.iter().map(|(_, score)| *score).fold(f32::INFINITY, f32::min);
    let farthest = if lowest.is_finite() { lowest } else { f32::NEG_INFINITY };
    slices.retain(|slice| match place.get(&slice.segment) {
        Some(at) if dense[*at].1 < slice.score => {
            dense[*at].1 = slice.score;
            true
        }
        Some(_) => false,
        None => {
            let near = slice.score >= farthest;
            if near {
                dense.push((slice.segment, slice.score));
            }
            near
        }
    });
    slices
}

/// Says of each passage that a summary led to it.
pub fn explain(ranked: &mut [Scored], through: &[Through]) {
    let led: HashMap<SegmentId, &Through> = through.iter().map(|slice| (slice.segment, slice)).collect();
    for scored in ranked {
        if let Some(slice) = led.get(&scored.segment) {
            let of = if slice.section.is_some() { "its section" } else { "this passage" };
            scored.explanation.notes.push(format!("found through a summary of {of}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use waymark_core::SegmentId;

    use super::{Through, join};

    fn slice(segment: i64, score: f32) -> Through {
        Through { segment: SegmentId(segment), section: None, score }
    }

    #[test]
    fn without_slices_nothing_changes() {
        let before = vec![(SegmentId(3), 0.5), (SegmentId(1), 0.7), (SegmentId(2), f32::NAN)];
        let mut dense = before.clone();
        assert!(join(&mut dense, Vec::new()).is_empty());
        assert_eq!(format!("{dense:?}"), format!("{before:?}"));
    }

    #[test]
    fn a_passage_counts_by_its_nearest_slice_once() {
        let mut dense = vec![(SegmentId(1), 0.6), (SegmentId(2), 0.4)];
        let counted = join(&mut dense, vec![slice(2, 0.5), slice(3, 0.45), slice(2, 0.9), slice(1, 0.3), slice(4, 0.39)]);
        assert_eq!(dense, [(SegmentId(1), 0.6), (SegmentId(2), 0.9), (SegmentId(3), 0.45)]);
        assert_eq!(counted.iter().map(|slice| slice.segment.0).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn slices_alone_make_a_route() {
        let mut dense = Vec::new();
        join(&mut dense, vec![slice(1, -0.1), slice(2, 0.2)]);
        assert_eq!(dense, [(SegmentId(2), 0.2), (SegmentId(1), -0.1)]);
    }
}
