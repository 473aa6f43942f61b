//! Many small extents merged into the few drawings that they make up.

use waymark_core::geometry::Rect;

const CELLS: usize = 128;

/// Merges rectangles that touch or lie within one cell of a 128 × 128 grid over `page`; in the order of their first member.
pub fn merge(rects: &[Rect], page: &Rect) -> Vec<Rect> {
    let mut owner = vec![usize::MAX; CELLS * CELLS];
    let mut parent: Vec<usize> = (0..rects.len()).collect();
    for (index, rect) in rects.iter().enumerate() {
        let (columns, rows) = (cells(rect.x0, rect.x1, page.x1), cells(rect.y0, rect.y1, page.y1));
        for row in rows {
            for cell in &mut owner[row * CELLS + columns.start..row * CELLS + columns.end] {
                if *cell == usize::MAX {
                    *cell = index;
                } else {
                    join(&mut parent, *cell, index);
                }
            }
        }
    }
    let mut merged: Vec<Option<Rect>> = vec![None; rects.len()];
    for (index, rect) in rects.iter().enumerate() {
        let root = find(&mut parent, index);
        merged[root] = Some(merged[root].map_or(*rect, |so_far| so_far.union(rect)));
    }
    merged.into_iter().flatten().collect()
}

fn cells(from: f32, to: f32, size: f32) -> std::ops::Range<usize> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let cell = |at: f32| ((at / size.max(1.0) * CELLS as f32).max(0.0) as usize).min(CELLS - 1);
    cell(from)..cell(to) + 1
}

fn find(parent: &mut [usize], mut index: usize) -> usize {
    while parent[index] != index {
        parent[index] = parent[parent[index]];
        index = parent[index];
    }
    index
}

fn join(parent: &mut [usize], one: usize, other: usize) {
    let (one, other) = (find(parent, one), find(parent, other));
    parent[one.max(other)] = one.min(other);
}

#[cfg(test)]
mod tests {
    use super::merge;
    use waymark_core::geometry::Rect;

    #[test]
    fn touching_pieces_merge_and_distant_ones_do_not() {
        let page = Rect::new(0.0, 0.0, 600.0, 800.0);
        let pieces =
            [Rect::new(10.0, 10.0, 50.0, 50.0), Rect::new(300.0, 300.0, 310.0, 310.0), Rect::new(50.0, 40.0, 90.0, 60.0)];
        assert_eq!(merge(&pieces, &page), [Rect::new(10.0, 10.0, 90.0, 60.0), Rect::new(300.0, 300.0, 310.0, 310.0)]);
    }

    #[test]
    fn nothing_gives_nothing() {
        assert!(merge(&[], &Rect::new(0.0, 0.0, 600.0, 800.0)).is_empty());
    }
}
