//! A table put together → its cells as text, the block's text with the place of every word, caption, unit, header and labels.

use waymark_core::{Rect, SourceSpan, Table};

use super::cells::{Cell, is_numeric};
use super::draft::{Draft, Row};
use super::{FoundTable, header};
use crate::outline::lines::Flow;

/// Writes a table and those beside it.
#[must_use]
pub fn write(flow: &Flow<'_>, draft: &Draft) -> FoundTable {
    let mut found = FoundTable::default();
    for cell in &draft.caption {
        if !found.writer.text.is_empty() {
            found.writer.text.push(' ');
        }
        found.writer.push(flow.order[cell.at], flow.line(cell.at), cell.from, cell.to);
    }
    found.table.caption = (!draft.caption.is_empty()).then(|| found.writer.text.clone());
    for row in &draft.rows {
        if !found.writer.text.is_empty() {
            found.writer.text.push('\n');
        }
        row_text(flow, row, &mut found);
    }
    let table = &mut found.table;
    table.header_rows = u32::try_from(draft.heads).unwrap_or(0);
    table.header = header::paths(draft, &table.rows);
    table.labels = header::labels(flow, draft, &table.rows);
    table.unit = unit(flow, draft, table);
    for cell in draft.cells().chain(&draft.caption).chain(&draft.repeated) {
        let line = flow.line(cell.at);
        let rect = Rect::new(cell.x0, line.rect.y0, cell.x1, line.rect.y1);
        let page = flow.order[cell.at].page;
        match found.extents.iter_mut().find(|(known, _)| *known == page) {
            Some((_, known)) => *known = known.union(&rect),
            None => found.extents.push((page, rect)),
        }
    }
    found.beside = draft.beside.iter().map(|draft| write(flow, draft)).collect();
    found
}

/// The unit note of the caption, the header, or the lines above.
fn unit(flow: &Flow<'_>, draft: &Draft, table: &Table) -> Option<String> {
    let first = *draft.region.first()?;
    let above = (1..=3)
        .filter_map(|back| first.checked_sub(back))
        .filter(|&at| flow.order[at].page == flow.order[first].page)
        .map(|at| flow.line(at).text.as_str());
    let head = table.rows.iter().take(draft.heads.max(1) + 1).flatten().map(String::as_str);
    table.caption.as_deref().into_iter().chain(head).chain(above).find_map(super::unit)
}

fn row_text(flow: &Flow<'_>, row: &Row, found: &mut FoundTable) {
    let mut texts = vec![String::new(); row.cells.len()];
    let mut spans: Vec<SourceSpan> = Vec::new();
    found.writer.text.push('|');
    for (text, cells) in texts.iter_mut().zip(&row.cells) {
        found.writer.text.push(' ');
        for cell in cells.iter().flat_map(|cell| pieces(flow, cell)) {
            let line = flow.line(cell.at);
            let part = cell.text(flow);
            if found.writer.pieces.last().is_some_and(|before| before.at != flow.order[cell.at]) && broken(text, part) {
                text.pop();
                found.writer.close_hyphen();
                if let (Some(span), Some(piece)) = (spans.last_mut(), found.writer.pieces.last()) {
                    span.end = piece.end;
                }
            } else if !text.is_empty() && apart(text, part) {
                text.push(' ');
                found.writer.text.push(' ');
            }
            text.push_str(part);
            found.writer.push(flow.order[cell.at], line, cell.from, cell.to);
            if let (Some(piece), Some(word)) = (found.writer.pieces.last(), cell.words(line)) {
                let page = flow.page(cell.at).index;
                spans.push(SourceSpan { start: piece.start, end: piece.end, page, char_start: word.0, char_end: word.1 });
            }
        }
        found.writer.text.push_str(" |");
    }
    found.table.rows.push(texts);
    found.table.row_spans.push(spans);
}

/// An amount word by word, so that its signs come to stand close; anything else as it is.
fn pieces(flow: &Flow<'_>, cell: &Cell) -> Vec<Cell> {
    let text = cell.text(flow);
    let signs = || !text.contains(char::is_alphanumeric);
    if text.contains(' ') && (is_numeric(text) || signs()) { cell.split(flow) } else { vec![*cell] }
}

/// Whether a word was broken at the end of the line before.
fn broken(before: &str, next: &str) -> bool {
    let letter = before.strip_suffix(['-', '\u{2010}']).is_some_and(|stem| stem.ends_with(char::is_alphabetic));
    letter && next.starts_with(char::is_lowercase)
}

/// Whether a space stands between two parts of a cell: none between an amount and its signs.
fn apart(before: &str, next: &str) -> bool {
    let opened = before.ends_with(['$', '€', '£', '¥', '(']);
    let closing = matches!(next, ")" | "%" | ")%" | "%)") && before.ends_with(|c: char| c.is_ascii_digit() || "—–-)".contains(c));
    let hyphen = before.ends_with('-')
        && before.chars().rev().nth(1).is_some_and(char::is_alphanumeric)
        && next.starts_with(char::is_alphanumeric);
    let wide = before.chars().next_back().is_some_and(crate::page::glyphs::is_wide)
        && next.chars().next().is_some_and(crate::page::glyphs::is_wide);
    !(opened || closing || hyphen || wide)
}
