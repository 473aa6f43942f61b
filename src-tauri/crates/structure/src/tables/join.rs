//! Tables that go on in the next column or on the next page → one table, its header once.

use std::sync::LazyLock;

use regex::Regex;

use super::cells::{is_year, names_period};
use super::draft::{Draft, Row};
use crate::outline::lines::{Flow, Mark, compact};

static CONTINUED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bcont(?:inued|['’]?d|\.)|fortsetzung|\bsuite\b|continuación|продолжение|续|續|続き").ok());

/// Joins each table with the one it goes on from; the order of the tables stays.
#[must_use]
pub fn join(flow: &Flow<'_>, drafts: Vec<Draft>) -> Vec<Draft> {
    let mut out: Vec<Draft> = Vec::with_capacity(drafts.len());
    for next in drafts {
        match out.last_mut() {
            Some(last) if goes_on(flow, last, &next) => append(flow, last, next),
            _ => out.push(next),
        }
    }
    out
}

fn goes_on(flow: &Flow<'_>, last: &Draft, next: &Draft) -> bool {
    let (Some(&end), Some(&start)) = (last.region.last(), next.region.first()) else { return false };
    let plain = last.beside.is_empty() && next.beside.is_empty();
    if !plain || end >= start || last.bounds.len() != next.bounds.len() || !apart(flow, end, start) {
        return false;
    }
    let captioned = |at: usize| next.caption.iter().any(|cell| cell.at == at) || last.caption.iter().any(|cell| cell.at == at);
    let free = (end + 1..start).all(|at| flow.marks[at] == Mark::Running || captioned(at) || is_note(flow, at));
    let own_caption = !next.caption.is_empty() && !says_continued(flow, next) && !same_caption(flow, last, next);
    if !free || own_caption {
        return false;
    }
    let (head, other) = (header(flow, last), header(flow, next));
    if !head.is_empty() && head == other {
        return true;
    }
    agree(last, next) && !has_own_header(flow, last, next)
}

/// On another page or in another column.
fn apart(flow: &Flow<'_>, end: usize, start: usize) -> bool {
    let pages = flow.order[start].page.saturating_sub(flow.order[end].page);
    pages == 1 || pages == 0 && flow.line(start).region != flow.line(end).region && flow.line(start).base > flow.line(end).base
}

/// A line that says the table goes on, or its unit.
fn is_note(flow: &Flow<'_>, at: usize) -> bool {
    let line = flow.line(at);
    line.words.len() <= 12
        && flow.marks[at] == Mark::Text
        && (CONTINUED.as_ref().is_some_and(|found| found.is_match(&line.text)) || super::unit(&line.text).is_some())
}

fn says_continued(flow: &Flow<'_>, draft: &Draft) -> bool {
    draft.caption.iter().any(|cell| CONTINUED.as_ref().is_some_and(|found| found.is_match(cell.text(flow))))
}

fn same_caption(flow: &Flow<'_>, last: &Draft, next: &Draft) -> bool {
    let text = |draft: &Draft| compact(&draft.caption.iter().map(|cell| cell.text(flow)).collect::<String>());
    let (one, other) = (text(last), text(next));
    !one.is_empty() && one == other
}

fn header(flow: &Flow<'_>, draft: &Draft) -> String {
    let cells = draft.rows.iter().take(draft.heads).flat_map(|row| row.cells.iter().flatten());
    compact(&cells.map(|cell| cell.text(flow)).collect::<String>())
}

/// Whether the columns stand at the same places, whatever the margins of the two pages.
fn agree(last: &Draft, next: &Draft) -> bool {
    let shift = next.bounds[0].0 - last.bounds[0].0;
    if shift.abs() > 60.0 && last.bounds.len() < 4 && !last.ruled {
        return false;
    }
    last.bounds.iter().zip(&next.bounds).all(|(one, other)| {
        let (left, right) = (other.0 - one.0 - shift, other.1 - one.1 - shift);
        left.abs() < 8.0 || right.abs() < 8.0
    })
}

/// Whether the first row of `next` heads it, and not only because all of its cells are words.
fn has_own_header(flow: &Flow<'_>, last: &Draft, next: &Draft) -> bool {
    if next.heads == 0 {
        return false;
    }
    let bold = |row: &Row| row.first().is_some_and(|cell| flow.line(cell.at).bold > 0.7);
    let body = last.rows.last().is_some_and(bold);
    let period = next.rows.iter().take(next.heads).flat_map(|row| row.filled().map(move |column| row.text(flow, column)));
    let mut period = period.filter(|text| is_year(text) || names_period(text));
    next.rows.first().is_some_and(bold) && !body || period.next().is_some() || next.heads > 1 || last.heads == 0
}

fn append(flow: &Flow<'_>, last: &mut Draft, mut next: Draft) {
    let (head, other) = (header(flow, last), header(flow, &next));
    let repeated = if head == other { next.heads } else { 0 };
    last.repeated.extend(next.rows.drain(..repeated).flat_map(|row| row.cells.into_iter().flatten()));
    last.repeated.extend(next.caption);
    last.repeated.extend(next.repeated);
    last.rows.extend(next.rows);
    last.region.extend(next.region);
    // Columns of the page before stay the measure for the page after next.
    last.bounds = next.bounds;
}
