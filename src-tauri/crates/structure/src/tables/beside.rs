//! Two tables printed side by side on the same lines → two tables.

use super::cells::{is_numeric, names_period};
use super::draft::{Draft, Row};
use crate::outline::features::is_caption;
use crate::outline::lines::{Flow, compact};

/// Cuts a table where a second one begins at its right; the right one goes into [`Draft::beside`].
pub fn part(flow: &Flow<'_>, draft: &mut Draft) {
    if draft.bounds.len() < 4 || draft.ruled {
        return;
    }
    let Some(at) = (2..=draft.bounds.len() - 2).find(|&at| begins(flow, draft, at)) else { return };
    let rows: Vec<Row> = draft.rows.iter_mut().map(|row| split(row, at)).filter(|row| row.first().is_some()).collect();
    draft.rows.retain(|row| row.first().is_some());
    let bounds = draft.bounds.split_off(at);
    let edge = bounds.first().map_or(f32::INFINITY, |bound| bound.0);
    let (left, right) = std::mem::take(&mut draft.caption).into_iter().partition(|cell| cell.x0 < edge - 5.0);
    draft.caption = left;
    draft.beside.push(Draft { caption: right, bounds, rows, ..Draft::default() });
}

fn split(row: &mut Row, at: usize) -> Row {
    let cells = row.cells.split_off(at);
    let lasts = row.lasts.split_off(at).into_iter().map(|last| last - at).collect();
    for last in &mut row.lasts {
        *last = (*last).min(at - 1);
    }
    Row { cells, lasts }
}

/// Whether a table of its own begins at a column.
fn begins(flow: &Flow<'_>, draft: &Draft, at: usize) -> bool {
    let crossed = draft.rows.iter().any(|row| (0..at).any(|column| row.lasts[column] >= at && !row.cells[column].is_empty()));
    if crossed || !named(flow, draft, 0) {
        return false;
    }
    let captions = draft.caption.iter().any(|cell| is_caption(cell.text(flow)) && (cell.x0 - draft.bounds[at].0).abs() < 40.0)
        && draft.caption.iter().any(|cell| is_caption(cell.text(flow)) && cell.x0 < draft.bounds[at].0 - 40.0);
    captions || (named(flow, draft, at) && (doubled(flow, draft, at) || parted(flow, draft, at)))
}

/// Whether most of the rows have words, not amounts, in a column.
fn named(flow: &Flow<'_>, draft: &Draft, column: usize) -> bool {
    let texts: Vec<String> =
        draft.rows.iter().filter(|row| !row.cells[column].is_empty()).map(|row| row.text(flow, column)).collect();
    let words = texts.iter().filter(|text| !is_numeric(text) && text.chars().filter(|c| c.is_alphabetic()).count() >= 2).count();
    words >= 2 && words * 10 >= texts.len() * 6
}

/// The header of the left half is that of the right half.
fn doubled(flow: &Flow<'_>, draft: &Draft, at: usize) -> bool {
    let columns = draft.bounds.len();
    columns == 2 * at
        && draft.rows.first().is_some_and(|row| {
            let text = |column: usize| compact(&row.text(flow, column));
            (0..at).all(|column| !text(column).is_empty() && text(column) == text(column + at) && !names_period(&text(column)))
        })
}

/// Rules lie over the left part and over the right part, none over both.
fn parted(flow: &Flow<'_>, draft: &Draft, at: usize) -> bool {
    let Some(&first) = draft.region.first() else { return false };
    let (left, right) = (draft.bounds[0].0, draft.bounds[draft.bounds.len() - 1].1);
    let (end, start) = (draft.bounds[at - 1].1, draft.bounds[at].0);
    let (top, low) = (flow.line(first).rect.y1 + 16.0, draft.region.last().map_or(0.0, |&at| flow.line(at).rect.y0) - 16.0);
    let near = |y: f32| y < top && y > low;
    let (mut ones, mut others) = (0, 0);
    for rule in flow.page(first).rules.iter().filter(|rule| rule.height() < 3.5 && near(rule.center_y())) {
        let covers = |x0: f32, x1: f32| rule.x1.min(x1) - rule.x0.max(x0) > 0.85 * (x1 - x0);
        if rule.x0 < end - 2.0 && rule.x1 > start + 2.0 {
            return false;
        }
        ones += usize::from(covers(left, end));
        others += usize::from(covers(start, right));
    }
    ones >= 2 && others >= 2
}
