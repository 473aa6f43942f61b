//! Lines inside a grid of rules → a table whose cells are those of the grid.

use super::cells::{self, Cell, is_numeric, is_year};
use super::draft::{Draft, Row};
use super::rules::Grid;
use super::shape;
use crate::outline::lines::{Flow, Mark};

/// The table drawn by a grid, of the free lines among `lines`; `None` when it holds none.
#[must_use]
pub fn draft(flow: &Flow<'_>, lines: std::ops::Range<usize>, grid: &Grid) -> Option<Draft> {
    let extent = grid.extent;
    let touches = |at: &usize| {
        let line = flow.line(*at);
        let y = line.base + 0.3 * line.size;
        flow.marks[*at] == Mark::Text
            && line.turn == 0
            && y < extent.y1
            && y > extent.y0
            && line.rect.x0 < extent.x1
            && line.rect.x1 > extent.x0
    };
    let region: Vec<usize> = lines.filter(touches).collect();
    let outside = |at: &&usize| {
        let line = flow.line(**at);
        line.rect.x0 < extent.x0 - 4.0 || line.rect.x1 > extent.x1 + 4.0
    };
    if region.len() < 2 || region.iter().filter(outside).count() > 0 {
        return None;
    }
    let mut draft = if by_bands(flow, &region, grid) {
        banded(flow, &region, grid)
    } else if !grid.framed() {
        return None;
    } else {
        let forced: Vec<f32> = grid.xs[1..grid.xs.len() - 1].to_vec();
        shape::draft(flow, &region, &forced)?
    };
    draft.ruled = true;
    drop_empty_columns(&mut draft);
    (draft.stands(flow) && !is_head_only(flow, &draft)).then_some(draft)
}

/// A frame around the header of a table whose rows stand below it without one.
fn is_head_only(flow: &Flow<'_>, draft: &Draft) -> bool {
    let Some(&last) = draft.region.iter().max() else { return false };
    let bare = draft.rows.iter().flat_map(|row| row.filled().map(move |column| row.text(flow, column)));
    if draft.rows.len() > 3 || bare.into_iter().any(|text| is_numeric(&text) && !is_year(&text)) {
        return false;
    }
    let row = |at: &usize| {
        let near = flow.line(last).base - flow.line(*at).base < 4.0 * flow.line(last).size;
        let inside = flow.line(*at).rect.x1 > draft.bounds[1].0;
        near && inside && cells::of(flow, *at).iter().skip(1).any(|cell| is_numeric(cell.text(flow)))
    };
    (last + 1..(last + 4).min(flow.len())).take_while(|&at| flow.together(last, at)).any(|at| row(&at))
}

/// Whether the rules across part the rows, rather than header and body only.
fn by_bands(flow: &Flow<'_>, region: &[usize], grid: &Grid) -> bool {
    // By band: lines, lines with a label and an amount, lines with a label and another cell.
    let mut bands = vec![[0_usize; 3]; grid.ys.len() - 1];
    for &at in region {
        let line = flow.line(at);
        let cells = in_columns(flow, at, grid);
        let labelled = cells.first().is_some_and(|(column, _)| *column == 0);
        let values = cells.iter().skip(1).filter(|(_, cell)| is_numeric(cell.text(flow))).count();
        let [lines, amounts, pairs] = &mut bands[grid.band(line.base + 0.3 * line.size)];
        *lines += 1;
        *amounts += usize::from(labelled && values > 0);
        *pairs += usize::from(labelled && cells.len() > 1);
    }
    let filled = bands.iter().filter(|[lines, ..]| *lines > 0).count();
    let rows = |[lines, amounts, pairs]: &&[usize; 3]| *amounts > 1 || *pairs > 2 && pairs == lines;
    let many = bands.iter().filter(rows).count();
    filled >= 2 && many * 4 <= filled && (filled >= 3 && filled * 5 >= region.len() || region.len() <= 8 * filled && many == 0)
}

/// The words of a line by the column their middle is in.
fn in_columns(flow: &Flow<'_>, at: usize, grid: &Grid) -> Vec<(usize, Cell)> {
    let line = flow.line(at);
    let whole = Cell { at, from: 0, to: line.text.len(), x0: line.rect.x0, x1: line.rect.x1 };
    let mut out: Vec<(usize, Cell)> = Vec::new();
    for word in whole.split(flow) {
        let column = grid.column(f32::midpoint(word.x0, word.x1));
        match out.last_mut() {
            Some((known, cell)) if *known == column => {
                cell.to = word.to;
                cell.x1 = cell.x1.max(word.x1);
            }
            _ => out.push((column, word)),
        }
    }
    out
}

fn banded(flow: &Flow<'_>, region: &[usize], grid: &Grid) -> Draft {
    let (columns, bands) = (grid.xs.len() - 1, grid.ys.len() - 1);
    let mut rows: Vec<Row> = (0..bands).map(|_| Row::new(columns)).collect();
    let mut sorted = region.to_vec();
    sorted.sort_by(|&a, &b| {
        let (one, other) = (flow.line(a), flow.line(b));
        other.base.total_cmp(&one.base).then(one.rect.x0.total_cmp(&other.rect.x0)).then(a.cmp(&b))
    });
    let owners = Owners::new(grid);
    for at in sorted {
        let line = flow.line(at);
        let band = grid.band(line.base + 0.3 * line.size);
        let mut open: Option<(usize, usize, Cell)> = None;
        for (column, cell) in in_columns(flow, at, grid) {
            let (first, last) = owners.across(column, band);
            match &mut open {
                Some((known, _, joined)) if *known == first => {
                    joined.to = cell.to;
                    joined.x1 = joined.x1.max(cell.x1);
                }
                _ => {
                    put(&mut rows, &owners, band, open.take());
                    open = Some((first, last, cell));
                }
            }
        }
        put(&mut rows, &owners, band, open);
    }
    rows.retain(|row| row.filled().next().is_some());
    let bounds = grid.xs.windows(2).map(|pair| (pair[0], pair[1])).collect();
    Draft { region: region.to_vec(), bounds, rows, ..Draft::default() }
}

fn put(rows: &mut [Row], owners: &Owners, band: usize, part: Option<(usize, usize, Cell)>) {
    let Some((first, last, cell)) = part else { return };
    let row = &mut rows[owners.above(first, last, band)];
    row.cells[first].push(cell);
    row.lasts[first] = row.lasts[first].max(last);
}

/// Which cells of a grid are merged.
struct Owners {
    /// By band and column: a rule below.
    below: Vec<Vec<bool>>,
    /// By band and column: a rule at the right.
    right: Vec<Vec<bool>>,
}

impl Owners {
    fn new(grid: &Grid) -> Self {
        let table = |test: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<bool>> {
            (0..grid.ys.len() - 1).map(|band| (0..grid.xs.len() - 1).map(|column| test(column, band)).collect()).collect()
        };
        Self {
            below: table(&|column, band| grid.closed_below(column, band)),
            right: table(&|column, band| grid.closed_right(column, band)),
        }
    }

    /// First and last column merged with a column in a band.
    fn across(&self, column: usize, band: usize) -> (usize, usize) {
        let closed = &self.right[band];
        let mut first = column;
        while first > 0 && !closed[first - 1] {
            first -= 1;
        }
        let mut last = column;
        while last + 1 < closed.len() && !closed[last] {
            last += 1;
        }
        (first, last)
    }

    /// The topmost band merged with a band in these columns.
    fn above(&self, first: usize, last: usize, mut band: usize) -> usize {
        while band > 0 && (first..=last).all(|column| !self.below[band - 1][column]) {
            band -= 1;
        }
        band
    }
}

/// Columns of a grid without any text (double rules, spacers) go.
fn drop_empty_columns(draft: &mut Draft) {
    for column in (0..draft.bounds.len()).rev() {
        let empty = draft.rows.iter().all(|row| row.cells[column].is_empty());
        if empty && draft.bounds.len() > 1 {
            let target = if column > 0 { column - 1 } else { 1 };
            for row in &mut draft.rows {
                shape::remove(row, column, target);
            }
            draft.bounds.remove(column);
        }
    }
}
