//! The lines of a table → columns, rows and header rows.

use super::cells::{self, Cell, is_numeric, is_year};
use crate::outline::lines::Flow;

/// Number of columns, and for every row the cells in each column; `None` when there is only one column.
#[must_use]
pub fn rows(flow: &Flow<'_>, region: &[usize]) -> Option<(usize, Vec<Vec<Vec<Cell>>>)> {
    let lines: Vec<Vec<Cell>> = region.iter().map(|&at| cells::of(flow, at)).collect();
    let bounds = columns(&lines);
    if bounds.len() < 2 {
        return None;
    }
    let mut rows: Vec<Vec<Vec<Cell>>> = Vec::with_capacity(lines.len());
    for line in lines {
        let mut row: Vec<Vec<Cell>> = vec![Vec::new(); bounds.len()];
        let single = line.len() == 1;
        for cell in line {
            let column = column_of(&bounds, &cell);
            row[column].push(cell);
        }
        let wrapped = single && row[0].first().is_some_and(|cell| cell.text(flow).starts_with(char::is_lowercase));
        match rows.last_mut() {
            Some(last) if wrapped && !last[0].is_empty() => last[0].append(&mut row[0]),
            _ => rows.push(row),
        }
    }
    Some(drop_sign_columns(flow, bounds.len(), rows))
}

/// Left and right bound of every column, from the coverage of the rows that are in cells.
fn columns(lines: &[Vec<Cell>]) -> Vec<(f32, f32)> {
    let cells = || lines.iter().filter(|line| line.len() >= 2).flatten();
    let x0 = cells().map(|cell| cell.x0).fold(f32::INFINITY, f32::min);
    let x1 = cells().map(|cell| cell.x1).fold(f32::NEG_INFINITY, f32::max);
    if !(10.0..20_000.0).contains(&(x1 - x0)) {
        return Vec::new();
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let bin = |x: f32| (x - x0).max(0.0) as usize;
    let mut cover = vec![0_i32; bin(x1) + 2];
    for cell in cells() {
        cover[bin(cell.x0)] += 1;
        cover[(bin(cell.x1) + 1).min(bin(x1) + 1)] -= 1;
    }
    let rows = lines.iter().filter(|line| line.len() >= 2).count();
    let few = i32::try_from(rows / 12).unwrap_or(0);
    let mut bounds = Vec::new();
    let (mut running, mut start) = (0, None);
    for (at, step) in cover.iter().enumerate() {
        running += step;
        #[allow(clippy::cast_precision_loss)]
        let x = x0 + at as f32;
        match (running > few, start) {
            (true, None) => start = Some(x),
            (false, Some(from)) => {
                bounds.push((from, x));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        bounds.push((from, x1 + 1.0));
    }
    bounds
}

/// The column with the largest overlap, the nearest one without any.
fn column_of(bounds: &[(f32, f32)], cell: &Cell) -> usize {
    let middle = (cell.x0 + cell.x1) / 2.0;
    (0..bounds.len())
        .min_by(|&a, &b| distance(bounds[a], cell, middle).total_cmp(&distance(bounds[b], cell, middle)))
        .unwrap_or(0)
}

fn distance((x0, x1): (f32, f32), cell: &Cell, middle: f32) -> f32 {
    let shared = x1.min(cell.x1) - x0.max(cell.x0);
    if shared > 0.0 { -shared } else { (middle - (x0 + x1) / 2.0).abs() }
}

/// Merges columns that hold only currency signs into the next, only closing signs into the one before.
fn drop_sign_columns(flow: &Flow<'_>, count: usize, mut rows: Vec<Vec<Vec<Cell>>>) -> (usize, Vec<Vec<Vec<Cell>>>) {
    let only = |rows: &[Vec<Vec<Cell>>], column: usize, signs: &[&str]| {
        let mut texts = rows.iter().flat_map(|row| &row[column]).map(|cell| cell.text(flow).trim()).peekable();
        texts.peek().is_some() && texts.all(|text| signs.contains(&text))
    };
    let mut left = count;
    for column in (0..count).rev() {
        let target = if column + 1 < left && only(&rows, column, &["$", "€", "£", "¥", "(", "$ (", "US$", "("]) {
            Some(column + 1)
        } else if column > 0 && only(&rows, column, &["%", ")", ")%", "%)", "*"]) {
            Some(column - 1)
        } else {
            None
        };
        let Some(target) = target else { continue };
        for row in &mut rows {
            let mut moved = std::mem::take(&mut row[column]);
            if target > column {
                moved.append(&mut row[target]);
                row[target] = moved;
            } else {
                row[target].append(&mut moved);
            }
            row.remove(column);
        }
        left -= 1;
    }
    (left, rows)
}

/// How many of the first rows are headers: no number but years in them, and something numeric or longer follows.
#[must_use]
pub fn header_rows(rows: &[Vec<String>]) -> usize {
    let plain =
        |row: &Vec<String>| row.iter().skip(1).filter(|cell| !cell.is_empty()).all(|cell| !is_numeric(cell) || is_year(cell));
    let filled = |row: &Vec<String>| row.iter().skip(1).any(|cell| !cell.is_empty());
    let heads = rows.iter().take(6).take_while(|row| plain(row)).count();
    if heads == rows.len().min(6) {
        return usize::from(rows.len() > 1 && rows.first().is_some_and(filled));
    }

    rows[..heads].iter().rposition(filled).map_or(0, |at| at + 1)
}
