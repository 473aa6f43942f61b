//! Rows → how many are headers, which columns each header covers, the header path of every column, the label path of every row.

use super::cells::{Cell, is_numeric, is_year, names_period};
use super::columns::Bound;
use super::draft::{Draft, Row};
use crate::outline::lines::Flow;

/// Between the parts of a path.
pub const STEP: &str = " › ";

/// How many of the first rows are headers: no number but years in them, and something numeric or longer follows.
#[must_use]
pub fn count(rows: &[Vec<String>]) -> usize {
    let filled = |row: &Vec<String>| row.iter().skip(1).any(|cell| !cell.is_empty());
    let plain = rows.iter().take(8).take_while(|row| is_plain(row)).count();
    if plain == rows.len() || plain == 8 {
        return usize::from(rows.len() > 1 && rows.first().is_some_and(filled));
    }
    let heads = rows[..plain].iter().rposition(filled).map_or(0, |at| at + 1);
    // One row with a label of its own ends the header, but for those that name periods.
    let labelled = |row: &Vec<String>| filled(row) && row.first().is_some_and(|cell| !cell.is_empty());
    let first = rows[..heads].iter().position(labelled).unwrap_or(heads);
    let narrow = rows.first().is_some_and(|row| row.len() == 2);
    let mut end = if narrow { rows[..heads].iter().position(filled).map_or(0, |at| at + 1) } else { (first + 1).min(heads) };
    // Headers below merged ones stand where the rows above are empty.
    let beneath = |end: usize| {
        let free = |column: &usize| rows[..end].iter().all(|row| row[*column].is_empty());
        (1..rows[end].len()).filter(|&column| !rows[end][column].is_empty()).all(|column| free(&column))
    };
    while end < heads && (!labelled(&rows[end]) && !narrow || names_periods(&rows[end]) || beneath(end)) {
        end += 1;
    }
    rows[..end].iter().rposition(filled).map_or(0, |at| at + 1)
}

/// No amount among the values: words, years and footnote marks only.
fn is_plain(row: &[String]) -> bool {
    let mut values = row.iter().skip(1).filter(|cell| !cell.is_empty());
    let words = row.iter().skip(1).any(|cell| cell.chars().any(char::is_alphabetic));
    let mark = |cell: &str| words && cell.len() <= 4 && cell.starts_with('(') && cell.ends_with(')');
    values.all(|cell| !is_numeric(cell) || is_year(cell) || names_period(cell) || mark(cell))
}

/// Whether values of a row name years or periods, and none is an amount.
#[must_use]
pub fn names_periods(row: &[String]) -> bool {
    let period = |cell: &&String| is_year(cell) || names_period(cell);
    is_plain(row) && row.iter().skip(1).any(|cell| period(&cell))
}

/// Where a table ends and a further one begins below it: one past the last row of the first, first row of the second. A
/// sentence between the two belongs to neither.
#[must_use]
pub fn next_head(rows: &[Vec<String>], heads: usize) -> Option<(usize, usize)> {
    let values = |row: &Vec<String>| row.iter().skip(1).filter(|cell| !cell.is_empty()).count();
    let sentence = |row: &Vec<String>| values(row) == 0 && row[0].split_whitespace().count() > 7;
    let head = heads.checked_sub(1).and_then(|at| rows.get(at));
    let at = (heads + 2..rows.len().saturating_sub(1)).find(|&at| {
        let row = &rows[at];
        let years = row.iter().skip(1).filter(|cell| !cell.is_empty()).all(|cell| is_year(cell) || names_period(cell));
        let again = head.is_some_and(|head| head == row) && is_plain(row);
        let told = sentence(&rows[at - 1]) && row[0].is_empty() && is_plain(row);
        values(row) >= 2 && (years && !is_numeric(&row[0]) || again || told)
    })?;
    let above = (heads + 1..at).rev().take_while(|&back| {
        let row = &rows[back];
        at - back <= 5 && is_plain(row) && row[0].is_empty() && values(row) > 0
    });
    let first = above.last().unwrap_or(at);
    if first > heads + 1 && sentence(&rows[first - 1]) {
        return Some((first - 1, first));
    }
    let titled = first > heads + 1 && values(&rows[first - 1]) == 0;
    let first = if titled { first - 1 } else { first };
    Some((first, first))
}

/// Widens header cells over the columns they stand above: by the rule under them, or by their middle.
pub fn spread(flow: &Flow<'_>, draft: &mut Draft) {
    let bounds = draft.bounds.clone();
    for at in 0..draft.heads.saturating_sub(1) {
        let lower: Vec<Vec<Vec<Cell>>> = draft.rows[at + 1..draft.heads].iter().map(|row| row.cells.clone()).collect();
        let below: Vec<usize> = draft.rows[at + 1..draft.heads].iter().flat_map(Row::filled).collect();
        let row = &mut draft.rows[at];
        for column in (1..bounds.len()).rev() {
            if row.cells[column].is_empty() {
                continue;
            }
            let left = (1..column).rev().take_while(|&c| row.cells[c].is_empty() && row.lasts[c] == c).last().unwrap_or(column);
            let left = if (0..left).any(|c| !row.cells[c].is_empty() && row.lasts[c] >= left) { column } else { left };
            let right = (column + 1..bounds.len()).take_while(|&c| row.cells[c].is_empty()).last().unwrap_or(column);
            let own = (column, row.lasts[column]);
            let middle = |cells: &[Cell]| {
                let x0 = cells.iter().map(|cell| cell.x0).fold(f32::INFINITY, f32::min);
                f32::midpoint(x0, cells.iter().map(|cell| cell.x1).fold(f32::NEG_INFINITY, f32::max))
            };
            let width = |cells: &[Cell]| cells.iter().map(|cell| cell.x1 - cell.x0).fold(0.0, f32::max);
            let stacked = lower.iter().any(|cells| {
                (middle(&cells[column]) - middle(&row.cells[column])).abs() < 4.0
                    && width(&row.cells[column]) < 2.5 * width(&cells[column])
            });
            let reach = by_rule(flow, &bounds, row, column, (left, right.max(own.1)))
                .or_else(|| (!stacked).then(|| by_middle(flow, &bounds, row, column, (left, right.max(own.1)))))
                .unwrap_or(own);
            let (first, last) = trim(reach, column, &below);
            if first < column {
                row.cells[first] = std::mem::take(&mut row.cells[column]);
                row.lasts[column] = column;
            }
            row.lasts[first] = last;
        }
    }
}

/// Only columns that have a header of their own below count at the sides.
fn trim((mut first, mut last): (usize, usize), column: usize, below: &[usize]) -> (usize, usize) {
    while first < column && !below.contains(&first) {
        first += 1;
    }
    while last > column && !below.contains(&last) {
        last -= 1;
    }
    (first, last)
}

/// The columns above which the rule under a header cell runs.
fn by_rule(flow: &Flow<'_>, bounds: &[Bound], row: &Row, column: usize, free: (usize, usize)) -> Option<(usize, usize)> {
    let cells = &row.cells[column];
    let x0 = cells.iter().map(|cell| cell.x0).fold(f32::INFINITY, f32::min);
    let x1 = cells.iter().map(|cell| cell.x1).fold(f32::NEG_INFINITY, f32::max);
    let cell = cells.last()?;
    let line = flow.line(cell.at);
    let rule = flow.page(cell.at).rules.iter().find(|rule| {
        rule.height() < 3.5
            && rule.width() > 0.8 * (x1 - x0)
            && rule.y1 < line.base + 0.1 * line.size
            && rule.y0 > line.base - 0.8 * line.size
            && rule.x0 < x0 + 3.0
            && rule.x1 > x1 - 3.0
    })?;
    let above = |c: usize| (rule.x0..rule.x1).contains(&f32::midpoint(bounds[c].0, bounds[c].1));
    let own = (column, row.lasts[column]);
    Some((free.0..=free.1).filter(|&c| above(c)).fold(own, |(a, b), c| (a.min(c), b.max(c))))
}

/// The columns in whose middle a header cell stands.
fn by_middle(flow: &Flow<'_>, bounds: &[Bound], row: &Row, column: usize, free: (usize, usize)) -> (usize, usize) {
    let cells = &row.cells[column];
    let x0 = cells.iter().map(|cell| cell.x0).fold(f32::INFINITY, f32::min);
    let x1 = cells.iter().map(|cell| cell.x1).fold(f32::NEG_INFINITY, f32::max);
    let own = (column, row.lasts[column]);
    let size = cells.first().map_or(10.0, |cell| flow.line(cell.at).size);
    let middle = f32::midpoint(x0, x1);
    let off = |a: usize, b: usize| (f32::midpoint(bounds[a].0, bounds[b].1) - middle).abs();
    let wide = x1 - x0 > 2.0 * (bounds[own.0].1 - bounds[own.0].0);
    // A header much wider than its column more likely stands over several; each further one may cost it some exactness.
    let (least, grace) = if wide { (0.0, 1.8) } else { (4.0, -1.0) };
    if off(own.0, own.1) < least {
        return own;
    }
    let mut best = (off(own.0, own.1), own);
    for a in free.0..=own.0 {
        for b in own.1..=free.1 {
            #[allow(clippy::cast_precision_loss)]
            let cost = off(a, b) - grace * ((b - a) - (own.1 - own.0)) as f32;
            if cost < best.0 && off(a, b) < 0.9 * size.max(6.0) + 2.0 {
                best = (cost, (a, b));
            }
        }
    }
    best.1
}

/// For every column the headers above it, from the widest down: `Three months ended › 2018`.
#[must_use]
pub fn paths(draft: &Draft, texts: &[Vec<String>]) -> Vec<String> {
    let mut out = vec![String::new(); draft.bounds.len()];
    for (column, path) in out.iter_mut().enumerate() {
        let mut spread = false;
        for (row, cells) in draft.rows.iter().zip(texts).take(draft.heads) {
            let Some(at) = (0..=column).rev().find(|&at| row.lasts[at] >= column && !row.cells[at].is_empty()) else { continue };
            let text = cells[at].trim();
            if text.is_empty() {
                continue;
            }
            if !path.is_empty() {
                path.push_str(if spread { STEP } else { " " });
            }
            path.push_str(text);
            spread = row.lasts[at] > at;
        }
    }
    out
}

/// For every body row its label under those it belongs to: `Current assets: › Cash`; empty for headers and rows without label.
#[must_use]
pub fn labels(flow: &Flow<'_>, draft: &Draft, texts: &[Vec<String>]) -> Vec<String> {
    // Left edge, text, and whether rows set further in have followed.
    let mut open: Vec<(f32, String, bool)> = Vec::new();
    let mut out = vec![String::new(); draft.heads.min(texts.len())];
    let lefts: Vec<f32> = draft.rows.iter().filter_map(|row| row.cells[0].first().map(|cell| cell.x0)).collect();
    let shared = |x0: f32| lefts.iter().filter(|left| (*left - x0).abs() <= 1.5).count() > 1;
    for (row, cells) in draft.rows.iter().zip(texts).skip(draft.heads) {
        let label = cells.first().map_or("", |label| label.trim());
        let Some(first) = row.cells[0].first().filter(|_| !label.is_empty() && !is_numeric(label)) else {
            out.push(String::new());
            continue;
        };
        let alone = row.filled().eq([0]);
        let total = label.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("total"));
        let x0 = first.x0;
        let stays = !alone && !total;
        open.retain(|(left, text, inset)| *left < x0 - 1.5 || (left - x0).abs() <= 1.5 && stays && !inset && text.ends_with(':'));
        open.iter_mut().for_each(|(left, _, inset)| *inset |= *left < x0 - 1.5);
        let mut path: Vec<&str> = open.iter().map(|(_, text, _)| text.as_str()).collect();
        path.push(label);
        out.push(path.join(STEP));
        if alone && (shared(x0) || label.ends_with(':')) && opens(flow, first, label) {
            open.push((x0, label.to_owned(), false));
        }
    }
    out
}

/// Whether a label without values heads the rows below it.
fn opens(flow: &Flow<'_>, first: &Cell, label: &str) -> bool {
    label.chars().any(char::is_alphabetic) && label.len() < 160 && !label.ends_with('.') && flow.line(first.at).words.len() < 24
}
