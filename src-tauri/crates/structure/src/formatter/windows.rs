//! Lengths of lines → windows of `W` tokens with a padding of `K` (HiQA §3.1).

use std::ops::Range;

/// One step of the sliding window; indexes into the list of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Lines that begin in this step. The steps cover all lines, each once.
    pub body: Range<usize>,
    /// The body and the padding after it, which the next window sees again.
    pub lines: Range<usize>,
}

/// Cuts a document of `N` tokens into `T = ⌈N/W⌉` windows of `size` tokens, each with up to `padding` tokens of what follows.
/// A line belongs to the window that its first token falls into, so a window behind a very long line may be empty; a line
/// without tokens counts as one. `size` 0 is taken as 1.
#[must_use]
pub fn windows(lengths: &[u32], size: u32, padding: u32) -> Vec<Window> {
    let size = u64::from(size.max(1));
    let mut starts = Vec::with_capacity(lengths.len());
    let mut total = 0_u64;
    for length in lengths {
        starts.push(total);
        total += u64::from((*length).max(1));
    }
    let count = usize::try_from(total.div_ceil(size)).unwrap_or(usize::MAX);
    (0..count)
        .map(|step| {
            let from = step as u64 * size;
            let start = starts.partition_point(|at| *at < from);
            let end = starts.partition_point(|at| *at < from + size);
            let seen = starts.partition_point(|at| *at < from + size + u64::from(padding));
            // A long line in the padding may reach far beyond it: only lines that end inside are seen.
            let inside = |at: &usize| starts[*at] + u64::from(lengths[*at].max(1)) <= from + size + u64::from(padding);
            let seen = (end..seen).take_while(inside).last().map_or(end, |last| last + 1);
            Window { body: start..end, lines: start..seen }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::windows;

    #[test]
    fn windows_overlap_by_their_padding() {
        let found = windows(&[10; 10], 40, 20);
        let ranges: Vec<_> = found.into_iter().map(|window| (window.body, window.lines)).collect();
        assert_eq!(ranges, [(0..4, 0..6), (4..8, 4..10), (8..10, 8..10)]);
        assert!(windows(&[], 40, 20).is_empty());
    }

    proptest! {
        #[test]
        fn every_line_is_in_one_body_and_their_number_is_n_by_w(
            lengths in prop::collection::vec(0_u32..300, 0..80), size in 0_u32..200, padding in 0_u32..200,
        ) {
            let found = windows(&lengths, size, padding);
            let total: u32 = lengths.iter().map(|length| (*length).max(1)).sum();
            prop_assert_eq!(found.len() as u32, total.div_ceil(size.max(1)));
            let covered: Vec<usize> = found.iter().flat_map(|window| window.body.clone()).collect();
            prop_assert_eq!(covered, (0..lengths.len()).collect::<Vec<_>>());
            for window in &found {
                prop_assert!(window.lines.start == window.body.start && window.lines.end >= window.body.end);
                let more: u32 = lengths[window.body.end..window.lines.end].iter().map(|length| (*length).max(1)).sum();
                prop_assert!(more <= padding);
            }
        }
    }
}
