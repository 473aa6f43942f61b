//! Lines in cells, by rules or by alignment → tables with header rows, caption and unit; their lines marked in the flow.

pub mod cells;
pub mod regions;
pub mod shape;

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Rect, SourceSpan, Table};

use crate::blocks::Writer;
use crate::outline::features::is_caption;
use crate::outline::lines::{Flow, Mark};
use cells::Cell;

/// A table as found.
#[derive(Default)]
pub struct FoundTable {
    /// Caption and rows as text with pieces.
    pub writer: Writer,
    /// The table.
    pub table: Table,
    /// Extent by page position, upright space.
    pub extents: Vec<(u32, Rect)>,
}

static UNIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\(?\s*((?:amounts |dollars |u\.?s\.? dollars |all amounts |expressed |stated |unaudited[,;]? )*(?:are )?in (?:thousands|millions|billions|u\.?s\.? dollars|percent|%|euros?|rmb|tens of thousands)[^)]{0,90}|单位\s*[:：][^)）]{1,20}|単位\s*[:：][^)）]{1,20})\)?").ok()
});

/// Finds the tables of a document and marks their lines and captions.
pub fn find(flow: &mut Flow<'_>) -> Vec<FoundTable> {
    let mut tables: Vec<FoundTable> = Vec::new();
    for region in regions::find(flow) {
        let Some((grid, rows)) = shape::rows(flow, &region) else { continue };
        let id = u32::try_from(tables.len()).unwrap_or(u32::MAX);
        let caption = caption_lines(flow, &region);
        for &line in &region {
            flow.marks[line] = Mark::Table(id);
        }
        for &line in &caption {
            flow.marks[line] = Mark::TableCaption(id);
        }
        tables.push(write(flow, &caption, &region, &rows, grid));
    }
    tables
}

/// Lines of a caption right above or right below.
fn caption_lines(flow: &Flow<'_>, region: &[usize]) -> Vec<usize> {
    let (Some(&first), Some(&last)) = (region.first(), region.last()) else { return Vec::new() };
    for back in 1..=3 {
        let Some(start) = first.checked_sub(back) else { break };
        if flow.marks[start] != Mark::Text || flow.order[start].page != flow.order[first].page {
            break;
        }
        if is_caption(&flow.line(start).text) {
            return (start..first).collect();
        }
    }
    let next = last + 1;
    let below = next < flow.len()
        && flow.marks[next] == Mark::Text
        && flow.order[next].page == flow.order[last].page
        && is_caption(&flow.line(next).text);
    if below { vec![next] } else { Vec::new() }
}

fn write(flow: &Flow<'_>, caption: &[usize], region: &[usize], rows: &[Vec<Vec<Cell>>], columns: usize) -> FoundTable {
    let mut found = FoundTable::default();
    for &at in caption {
        if !found.writer.text.is_empty() {
            found.writer.text.push(' ');
        }
        found.writer.push(flow.order[at], flow.line(at), 0, flow.line(at).text.len());
    }
    found.table.caption = (!caption.is_empty()).then(|| found.writer.text.clone());
    for row in rows {
        if !found.writer.text.is_empty() {
            found.writer.text.push('\n');
        }
        write_row(flow, row, columns, &mut found);
    }
    found.table.header_rows = u32::try_from(shape::header_rows(&found.table.rows)).unwrap_or(0);
    let above: String = (1..=2)
        .filter_map(|back| region.first()?.checked_sub(back))
        .filter(|&at| flow.order[at].page == flow.order[region[0]].page)
        .map(|at| flow.line(at).text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let head: String = found.table.rows.iter().take(3).flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
    found.table.unit = [found.table.caption.as_deref().unwrap_or(""), &head, &above].iter().find_map(|text| unit(text));
    for &at in region.iter().chain(caption) {
        let (page, rect) = (flow.order[at].page, flow.line(at).rect);
        match found.extents.iter_mut().find(|(known, _)| *known == page) {
            Some((_, known)) => *known = known.union(&rect),
            None => found.extents.push((page, rect)),
        }
    }
    found
}

fn write_row(flow: &Flow<'_>, row: &[Vec<Cell>], columns: usize, found: &mut FoundTable) {
    let mut texts = vec![String::new(); columns.max(row.len())];
    let mut spans: Vec<SourceSpan> = Vec::new();
    let mut first = true;
    for (column, cells) in row.iter().enumerate() {
        for (at, cell) in cells.iter().enumerate() {
            let separator = if at > 0 {
                " "
            } else if first {
                ""
            } else {
                " | "
            };
            found.writer.text.push_str(separator);
            let line = flow.line(cell.at);
            found.writer.push(flow.order[cell.at], line, cell.from, cell.to);
            if at > 0 {
                texts[column].push(' ');
            }
            texts[column].push_str(line.text.get(cell.from..cell.to).unwrap_or(""));
            first = false;
            if let (Some(piece), Some(word)) = (found.writer.pieces.last(), cell.words(line)) {
                let page = flow.page(cell.at).index;
                spans.push(SourceSpan { start: piece.start, end: piece.end, page, char_start: word.0, char_end: word.1 });
            }
        }
    }
    found.table.rows.push(texts);
    found.table.row_spans.push(spans);
}

/// The unit note in a text: `(in millions)`.
#[must_use]
pub fn unit(text: &str) -> Option<String> {
    let found = UNIT.as_ref()?.captures(text)?;
    found.get(1).map(|unit| unit.as_str().trim().to_owned())
}
