//! The lines of a table without a full grid → columns and rows.

use super::cells::{self, Cell, is_numeric};
use super::columns::{self, Bound};
use super::draft::{Draft, Row};
use crate::outline::lines::Flow;

/// Columns and rows of the lines; `None` when there is only one column.
#[must_use]
pub fn draft(flow: &Flow<'_>, region: &[usize], forced: &[f32]) -> Option<Draft> {
    let lines: Vec<Vec<Cell>> = region.iter().map(|&at| cells::of(flow, at)).collect();
    let bounds = columns::find(flow, &lines, forced);
    if bounds.len() < 2 {
        return None;
    }
    let placed: Vec<Row> = lines.into_iter().map(|line| Row::of(bounds.len(), columns::place(flow, &bounds, line))).collect();
    let mut draft = Draft { region: region.to_vec(), bounds, rows: placed, ..Draft::default() };
    drop_sign_columns(flow, &mut draft);
    draft.rows = merge_wrapped(flow, &draft.bounds, draft.rows);
    (draft.bounds.len() >= 2).then_some(draft)
}

/// Lines that go on in the cells of the line above become one row with it.
fn merge_wrapped(flow: &Flow<'_>, bounds: &[Bound], lines: Vec<Row>) -> Vec<Row> {
    let mut rights = vec![f32::NEG_INFINITY; bounds.len()];
    for row in &lines {
        for column in row.filled().filter(|&column| row.lasts[column] == column) {
            rights[column] = row.cells[column].iter().map(|cell| cell.x1).fold(rights[column], f32::max);
        }
    }
    let mut rows: Vec<Row> = Vec::with_capacity(lines.len());
    for line in lines {
        if line.first().is_none() {
            continue;
        }
        match rows.last_mut() {
            Some(last) if wraps(flow, &rights, last, &line) => last.absorb(line),
            _ => rows.push(line),
        }
    }
    rows
}

fn wraps(flow: &Flow<'_>, rights: &[f32], last: &Row, next: &Row) -> bool {
    let Some(head) = next.first() else { return false };
    let line = flow.line(head.at);
    let step = last.low(flow) - line.base;
    if !(0.0..=1.5 * line.size).contains(&step) {
        return false;
    }
    let (label, label_next) = (!last.cells[0].is_empty(), !next.cells[0].is_empty());
    // A label set a little above or below its values.
    let halves = last.filled().all(|column| next.cells[column].is_empty());
    if step < 0.9 * line.size && halves && label != label_next {
        return true;
    }
    let alone = |row: &Row| row.filled().eq([0]);
    if label_next {
        // A row label over two lines, the values beside the first or the second.
        let text = last.text(flow, 0);
        let goes_on = goes_on(&text, &next.text(flow, 0));
        return label && goes_on && (alone(next) || alone(last) && !text.trim_end().ends_with(':'));
    }
    next.filled().all(|column| {
        let Some(before) = last.cells[column].last() else { return false };
        let text = next.text(flow, column);
        let first = next.cells[column][0].split(flow).first().map_or(0.0, |word| word.x1 - word.x0);
        let full = before.x1 + 0.25 * line.size + first > rights[column] - 0.5;
        let small = text.starts_with(|c: char| c.is_lowercase());
        !is_numeric(&text) && (full || small) && last.lasts[column] >= next.lasts[column]
    })
}

/// Whether a label is continued by the next line.
fn goes_on(before: &str, next: &str) -> bool {
    let open = before.ends_with([',', '-', '–', '—', '&', '/'])
        || before.rsplit(' ').next().is_some_and(|word| {
            matches!(word, "of" | "and" | "or" | "to" | "for" | "in" | "from" | "by" | "the" | "on" | "with" | "per" | "at")
        });
    open || next.starts_with(|c: char| c.is_lowercase())
}

/// Merges columns that hold only currency signs into the next, only closing signs into the one before.
fn drop_sign_columns(flow: &Flow<'_>, draft: &mut Draft) {
    let only = |rows: &[Row], column: usize, signs: &[&str]| {
        let mut texts = rows.iter().flat_map(|row| &row.cells[column]).map(|cell| cell.text(flow).trim()).peekable();
        texts.peek().is_some() && texts.all(|text| signs.contains(&text))
    };
    for column in (0..draft.bounds.len()).rev() {
        let next = column + 1 < draft.bounds.len();
        let target = if next && only(&draft.rows, column, &["$", "€", "£", "¥", "(", "$ (", "US$", "$(", "R$", "C$"]) {
            column + 1
        } else if column > 0 && only(&draft.rows, column, &["%", ")", ")%", "%)", "*", "**", "†"]) {
            column - 1
        } else {
            continue;
        };
        for row in &mut draft.rows {
            remove(row, column, target);
        }
        let gone = draft.bounds.remove(column);
        let kept = &mut draft.bounds[column.min(target)];
        *kept = (kept.0.min(gone.0), kept.1.max(gone.1));
    }
}

/// Takes a column out of a row, its cells into a neighbour.
pub fn remove(row: &mut Row, column: usize, target: usize) {
    let mut moved = std::mem::take(&mut row.cells[column]);
    if target > column {
        let last = row.lasts[column].max(row.lasts[target]);
        if !moved.is_empty() {
            row.lasts[target] = last;
        }
        moved.append(&mut row.cells[target]);
        row.cells[target] = moved;
    } else {
        row.cells[target].append(&mut moved);
    }
    row.cells.remove(column);
    row.lasts.remove(column);
    for (at, last) in row.lasts.iter_mut().enumerate() {
        if *last >= column && *last > 0 {
            *last -= 1;
        }
        *last = (*last).max(at);
    }
}
