//! Two lists of headings → which belong together, and who is whose parent.

/// One-to-one, order-respecting pairs (row, column) that maximise the summed similarity of entries above 0. Of equal choices
/// the latest is taken: a title page or a table of contents repeats headings before they come.
pub fn align(similarity: &[Vec<f64>]) -> Vec<(usize, usize)> {
    let columns = similarity.first().map_or(0, Vec::len);
    let mut best = vec![vec![0.0; columns + 1]; similarity.len() + 1];
    for (row, values) in similarity.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            let taken = if *value > 0.0 { best[row][column] + value } else { 0.0 };
            let kept = f64::max(best[row][column + 1], best[row + 1][column]);
            best[row + 1][column + 1] = f64::max(kept, taken);
        }
    }
    let (mut row, mut column) = (similarity.len(), columns);
    let mut pairs = Vec::new();
    while row > 0 && column > 0 {
        let value = similarity[row - 1][column - 1];
        if value > 0.0 && (best[row][column] - best[row - 1][column - 1] - value).abs() < 1e-9 {
            (row, column) = (row - 1, column - 1);
            pairs.push((row, column));
        } else if best[row][column].total_cmp(&best[row - 1][column]).is_eq() {
            row -= 1;
        } else {
            column -= 1;
        }
    }
    pairs.reverse();
    pairs
}

/// The parent of each heading: the nearest earlier one of a smaller level.
pub fn parents(levels: &[i64]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut out = Vec::with_capacity(levels.len());
    for (at, level) in levels.iter().enumerate() {
        while open.last().is_some_and(|last| levels[*last] >= *level) {
            open.pop();
        }
        out.push(open.last().copied());
        open.push(at);
    }
    out
}

/// A heading and its ancestors, itself first.
pub fn path(at: usize, parents: &[Option<usize>]) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(at), |node| parents.get(*node).copied().flatten())
}

#[cfg(test)]
mod tests {
    use super::{align, parents, path};

    #[test]
    fn pairs_keep_the_order_and_take_the_latest_of_equals() {
        assert_eq!(align(&[vec![1.0, 0.0], vec![1.0, 0.0], vec![0.0, 0.9]]), [(1, 0), (2, 1)]);
        assert_eq!(align(&[vec![0.0, 0.9], vec![1.0, 0.0]]), [(1, 0)]);
        assert!(align(&[]).is_empty() && align(&[vec![], vec![]]).is_empty());
    }

    #[test]
    fn parents_are_the_nearest_above() {
        let found = parents(&[2, 3, 3, 1, 4, 2]);
        assert_eq!(found, [None, Some(0), Some(0), None, Some(3), Some(3)]);
        assert_eq!(path(5, &found).collect::<Vec<_>>(), [5, 3]);
    }
}
