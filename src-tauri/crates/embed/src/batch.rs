//! Token counts → batches in which little padding is computed.
//!
//! A batch is padded to its longest text, so its cost is `texts × longest`. Texts are taken in the order of their length and
//! a batch is closed when another text would break one of the limits.

/// Limits of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimits {
    /// Most texts in a batch, at least 1.
    pub texts: usize,
    /// Most `texts × longest` tokens; a single longer text still makes a batch of its own.
    pub tokens: usize,
    /// Whether texts are sorted by length first. Off only for comparison.
    pub sorted: bool,
}

/// Groups the texts with these token counts. Every index `0..lengths.len()` occurs exactly once; with sorting the longest come
/// first, so that threads that share the batches end at nearly the same time.
#[must_use]
pub fn plan(lengths: &[usize], limits: BatchLimits) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    if limits.sorted {
        order.sort_by_key(|&index| (std::cmp::Reverse(lengths[index]), index));
    }
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut longest = 0;
    for index in order {
        let length = lengths[index].max(1);
        let fits = batches.last().is_some_and(|batch: &Vec<usize>| {
            batch.len() < limits.texts && (batch.len() + 1) * longest.max(length) <= limits.tokens
        });
        match batches.last_mut() {
            Some(batch) if fits => {
                batch.push(index);
                longest = longest.max(length);
            }
            _ => {
                batches.push(vec![index]);
                longest = length;
            }
        }
    }
    batches
}

/// Tokens computed for these batches, padding included.
#[must_use]
pub fn padded_tokens(lengths: &[usize], batches: &[Vec<usize>]) -> usize {
    batches.iter().map(|batch| batch.len() * batch.iter().map(|&index| lengths[index]).max().unwrap_or(0)).sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::{BatchLimits, padded_tokens, plan};

    fn limits(texts: usize, tokens: usize) -> BatchLimits {
        BatchLimits { texts, tokens, sorted: true }
    }

    #[test]
    fn every_text_comes_once_and_limits_hold() {
        let lengths: Vec<usize> = (0..500).map(|i| (i * 7919) % 257).collect();
        let batches = plan(&lengths, limits(16, 1024));
        let mut seen: Vec<usize> = batches.iter().flatten().copied().collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..500).collect::<Vec<_>>());
        for batch in &batches {
            let longest = batch.iter().map(|&i| lengths[i]).max().unwrap();
            assert!(batch.len() <= 16 && (batch.len() == 1 || batch.len() * longest <= 1024), "{batch:?}");
        }
    }

    #[test]
    fn sorting_saves_padding() {
        let lengths: Vec<usize> = (0..64).map(|i| if i % 2 == 0 { 10 } else { 250 }).collect();
        let sorted = padded_tokens(&lengths, &plan(&lengths, limits(8, 4096)));
        let unsorted = padded_tokens(&lengths, &plan(&lengths, BatchLimits { sorted: false, ..limits(8, 4096) }));
        assert_eq!(sorted, lengths.iter().sum::<usize>());
        assert!(unsorted > sorted * 3 / 2, "{unsorted} against {sorted}");
    }

    #[test]
    fn a_text_over_the_budget_stands_alone_and_nothing_gives_nothing() {
        assert_eq!(plan(&[5000, 3], limits(8, 256)), vec![vec![0], vec![1]]);
        assert!(plan(&[], limits(8, 256)).is_empty());
    }
}
