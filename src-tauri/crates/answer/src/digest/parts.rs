//! Long texts → parts that a model can read; trees → children before parents; summaries → overlapping slices.

use std::ops::Range;

use waymark_core::text::is_cjk;

use crate::sentences;

/// Characters of a slice (MacRAG appendix A.5).
pub const SLICE_CHARS: usize = 450;
/// Characters that a slice shares with the one before it (MacRAG appendix A.5).
pub const SLICE_OVERLAP: usize = 300;

/// The texts of a section joined to parts of at most `budget` tokens, in order. Texts are kept whole where they fit, longer
/// ones are cut at sentences, and a longer sentence anywhere.
#[must_use]
pub fn parts<'t>(texts: impl IntoIterator<Item = &'t str>, count: &dyn Fn(&str) -> u32, budget: u32) -> Vec<String> {
    let budget = budget.max(1);
    let mut out: Vec<String> = Vec::new();
    let mut open = String::new();
    let mut add = |piece: &str, gap: &str| {
        let joined = if open.is_empty() { piece.to_owned() } else { format!("{open}{gap}{piece}") };
        if count(&joined) <= budget {
            open = joined;
        } else {
            let full = std::mem::replace(&mut open, piece.to_owned());
            if !full.is_empty() {
                out.push(full);
            }
        }
    };
    for text in texts.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
        if count(text) <= budget {
            add(text, "\n\n");
            continue;
        }
        for range in sentences::split(text) {
            halves(&text[range], count, budget, &mut |piece| add(piece, " "));
        }
    }
    if !open.is_empty() {
        out.push(open);
    }
    out
}

/// Cuts a text in the middle until every piece fits.
fn halves(text: &str, count: &dyn Fn(&str) -> u32, budget: u32, add: &mut dyn FnMut(&str)) {
    let length = text.chars().count();
    if count(text) <= budget || length < 2 {
        return add(text);
    }
    let middle = text.char_indices().nth(length / 2).map_or(text.len(), |(at, _)| at);
    let middle = text[..middle].rfind(char::is_whitespace).filter(|at| *at > 0).unwrap_or(middle);
    halves(text[..middle].trim(), count, budget, add);
    halves(text[middle..].trim(), count, budget, add);
}

/// Indexes of the nodes of a tree in an order that has children before their parent, and siblings as they stand. `parents[i]` is
/// the parent of node `i`; a parent always stands before its children, as in [`waymark_core::Section`].
#[must_use]
pub fn bottom_up(parents: &[Option<usize>]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut roots = Vec::new();
    for (node, parent) in parents.iter().enumerate() {
        match parent.filter(|parent| *parent < node) {
            Some(parent) => children[parent].push(node),
            None => roots.push(node),
        }
    }
    let mut order = Vec::with_capacity(parents.len());
    let mut stack: Vec<(usize, bool)> = roots.into_iter().rev().map(|node| (node, false)).collect();
    while let Some((node, seen)) = stack.pop() {
        if seen {
            order.push(node);
            continue;
        }
        stack.push((node, true));
        stack.extend(children[node].iter().rev().map(|child| (*child, false)));
    }
    order
}

/// Byte ranges of overlapping slices of a summary (MacRAG 1.3): at most `size` characters each, a new one every
/// `size − overlap`, cut between words. They cover the text.
#[must_use]
pub fn slices(text: &str, size: usize, overlap: usize) -> Vec<Range<usize>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let (size, step) = (size.max(1), size.saturating_sub(overlap).max(1));
    let byte = |at: usize| chars.get(at).map_or(text.len(), |(byte, _)| *byte);
    let between = |at: usize| {
        at == 0
            || at >= chars.len()
            || !chars[at].1.is_alphanumeric()
            || !chars[at - 1].1.is_alphanumeric()
            || is_cjk(chars[at].1)
    };
    let mut out = Vec::new();
    let mut start = 0;
    while start < chars.len() {
        let limit = (start + size).min(chars.len());
        let end = (start + 1..=limit).rev().find(|at| between(*at)).unwrap_or(limit);
        out.push(byte(start)..byte(end));
        if end >= chars.len() {
            break;
        }
        let wanted = start + step;
        let next = (start + 1..=wanted).rev().find(|at| between(*at)).unwrap_or(wanted);
        start = next.min(end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{bottom_up, parts, slices};

    fn words(text: &str) -> u32 {
        u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
    }

    #[test]
    fn children_come_before_parents_and_siblings_in_order() {
        // 0 ─ 1 ─ 2, 3; 0 ─ 4 ─ 5
        let order = bottom_up(&[None, Some(0), Some(1), Some(1), Some(0), Some(4)]);
        assert_eq!(order, [2, 3, 1, 5, 4, 0]);
        assert_eq!(bottom_up(&[None, None]), [0, 1]);
        assert!(bottom_up(&[]).is_empty());
    }

    #[test]
    fn parts_fit_and_lose_nothing() {
        let texts = ["one two three", "four five", "six seven. Eight nine ten eleven twelve thirteen fourteen."];
        let cut = parts(texts, &words, 5);
        assert!(cut.iter().all(|part| words(part) <= 5), "{cut:?}");
        assert_eq!(cut[0], "one two three\n\nfour five");
        let kept: Vec<&str> = cut.iter().flat_map(|part| part.split_whitespace()).collect();
        let all: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
        assert_eq!(kept, all);
    }

    proptest::proptest! {
        #[test]
        fn slices_cover_overlap_and_stay_short(text in "[a-z水泵 .]{0,300}", size in 1_usize..60, overlap in 0_usize..60) {
            let cut = slices(&text, size, overlap);
            let mut reached = 0;
            for range in &cut {
                proptest::prop_assert!(range.start <= reached && range.end > reached.min(range.start), "{cut:?}");
                proptest::prop_assert!(text[range.clone()].chars().count() <= size);
                proptest::prop_assert!(range.end >= reached);
                reached = range.end;
            }
            proptest::prop_assert_eq!(reached, text.len());
        }

        #[test]
        fn every_tree_is_walked_once_children_first(seed in proptest::collection::vec(0_usize..20, 0..20)) {
            let parents: Vec<Option<usize>> =
                seed.iter().enumerate().map(|(at, parent)| (at > 0).then(|| parent % at.max(1))).collect();
            let order = bottom_up(&parents);
            proptest::prop_assert_eq!(order.len(), parents.len());
            for (node, parent) in parents.iter().enumerate() {
                let place = |wanted: usize| order.iter().position(|at| *at == wanted);
                if let Some(parent) = parent {
                    proptest::prop_assert!(place(node) < place(*parent));
                }
            }
        }
    }

    #[test]
    fn slices_of_the_papers_sizes_share_text() {
        let text = "word ".repeat(200);
        let cut = slices(&text, super::SLICE_CHARS, super::SLICE_OVERLAP);
        assert!(cut.len() > 3 && cut.windows(2).all(|pair| pair[1].start < pair[0].end));
        assert!(cut.iter().all(|range| text[range.clone()].starts_with("word") || text[range.clone()].starts_with(' ')));
        assert_eq!(slices("short", 450, 300), std::iter::once(0..5).collect::<Vec<_>>());
    }
}
