//! A table → segments of row groups, each with the caption and the header rows; embedded by its labels only (HiQA appendix 7.4).

use std::ops::Range;

use waymark_core::{BlockKind, SegmentKind, Table};

use super::{Cutter, Texts};
use crate::tables::cells::{is_numeric, is_year};
use crate::tables::header::STEP;

/// Lines above a table without a caption that may be its title, and the most characters they have in all.
const LEAD_BLOCKS: usize = 3;
const LEAD_CHARS: usize = 240;

impl Cutter<'_> {
    /// The short lines right above a table without a caption: statements of accounts and many forms print their titles so. Empty
    /// for a table with a caption and below running text.
    fn lead(&self, section: u32, at: usize) -> String {
        let blocks = &self.tree.blocks;
        if blocks[at].table.as_ref().is_some_and(|table| table.caption.is_some()) {
            return String::new();
        }
        let page = |at: usize| blocks[at].extents.first().map(|(page, _)| *page);
        let mut first = at;
        let mut chars = 0;
        while first > 0 && at - first < LEAD_BLOCKS {
            let above = &blocks[first - 1];
            let length = above.text.chars().count();
            let running = matches!(above.kind, BlockKind::Paragraph | BlockKind::ListItem);
            let short = running && above.section == section && page(first - 1) == page(at);
            if !short || chars + length > LEAD_CHARS || above.text.trim_end().ends_with(['.', '。', ';']) {
                break;
            }
            chars += length;
            first -= 1;
        }
        blocks[first..at].iter().map(|block| block.text.trim()).collect::<Vec<_>>().join(" ")
    }

    /// One segment per group of rows that fits the limits.
    pub(super) fn table(&mut self, section: u32, at: usize) {
        let block = &self.tree.blocks[at];
        let Some(table) = &block.table else { return };
        let starts = row_starts(&block.text, table);
        let heads = (table.header_rows as usize).min(table.rows.len());
        let head = header(table, heads).len();
        let limit = self.limits.max_chars.max(200) * 3 / 2;
        let length = |from: usize, to: usize| starts[to].saturating_sub(starts[from]);
        let lead = self.lead(section, at);
        let mut from = 0;
        while from < table.rows.len().max(1) {
            let mut to = (from + 1).max(heads).min(table.rows.len());
            while to < table.rows.len() {
                let fits =
                    head + length(from, to + 1) <= limit && (self.count)(&labels(table, heads, from..to + 1, &lead)) <= self.room;
                if !fits {
                    break;
                }
                to += 1;
            }
            self.group(section, at, (heads, from..to), &starts, &lead);
            from = to.max(from + 1);
        }
    }

    /// The text is a Markdown table: caption, header, rule, the labels that the first row stands under, rows.
    fn group(&mut self, section: u32, at: usize, (heads, group): (usize, Range<usize>), starts: &[usize], lead: &str) {
        let block = &self.tree.blocks[at];
        let Some(table) = &block.table else { return };
        let begin = if group.start == 0 { 0 } else { starts[group.start] };
        let end = starts.get(group.end).copied().unwrap_or(block.text.len());
        let end = begin + block.text[begin..end].trim_end().len();
        // What is the segment's own starts with the caption in the first group, with its first row in the others.
        let body = if group.start == 0 { starts[heads].min(end) } else { begin };
        let (mut locators, mut lines) = (Vec::new(), Vec::new());
        self.places.locate(at, begin, end, &mut locators);
        let mut text = lead.to_owned();
        if !text.is_empty() {
            text.push('\n');
        }
        if group.start == 0 {
            self.places.line_spans(at, begin, body, text.len(), &mut lines);
            text.push_str(&block.text[begin..body]);
        } else {
            for line in notes(table) {
                text.push_str(line);
                text.push('\n');
            }
            text.push_str(&header(table, heads));
        }
        if heads > 0 {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&format!("|{}\n", " --- |".repeat(table.rows[0].len())));
        }
        if group.start > 0 {
            text.push_str(&parents(table, group.start));
        }
        self.places.line_spans(at, body, end, text.len(), &mut lines);
        text.push_str(&block.text[body..end]);
        let labels = labels(table, heads, group, lead);
        let cut = self.fitting(&labels).into_iter().next().map_or(0, |range| range.end);
        let embedding = if labels.trim().is_empty() {
            text.chars().take(self.limits.max_chars / 2).collect()
        } else {
            labels[..cut].to_owned()
        };
        let lexical = plain(&text);
        self.push(section, SegmentKind::Table, Texts { text, embedding, lexical }, locators, lines);
    }
}

/// First byte of each row in the block's text, and the text's end.
fn row_starts(text: &str, table: &Table) -> Vec<usize> {
    let skip = table.caption.as_ref().map_or(0, |caption| caption.len());
    let mut at = if skip > 0 { (skip + 1).min(text.len()) } else { 0 };
    let mut starts = vec![at];
    for row in text.get(at..).unwrap_or("").split_inclusive('\n') {
        at += row.len();
        starts.push(at);
    }
    starts.resize(table.rows.len().max(1) + 1, text.len());
    starts
}

/// Caption and unit, the unit only where the caption does not name it.
fn notes(table: &Table) -> impl Iterator<Item = &str> {
    let caption = table.caption.as_deref();
    let unit = table.unit.as_deref().filter(|unit| !caption.is_some_and(|caption| caption.contains(unit)));
    caption.into_iter().chain(unit)
}

/// The header as one row of a Markdown table; empty without header rows.
fn header(table: &Table, heads: usize) -> String {
    match heads {
        0 => String::new(),
        1 => row(&table.rows[0]),
        _ => row(&table.header),
    }
}

fn row(cells: &[String]) -> String {
    let mut out = String::from("|");
    for cell in cells {
        out.push(' ');
        out.push_str(cell.trim());
        out.push_str(" |");
    }
    out.push('\n');
    out
}

/// Rows that hold only the labels under which the row stands.
fn parents(table: &Table, at: usize) -> String {
    let mut out = String::new();
    let Some(label) = table.labels.get(at) else { return out };
    let path: Vec<&str> = label.split(STEP).collect();
    for parent in &path[..path.len().saturating_sub(1)] {
        let mut cells = vec![String::new(); table.rows[at].len()];
        if let Some(first) = cells.first_mut() {
            *first = (*parent).to_owned();
        }
        out.push_str(&row(&cells));
    }
    out
}

/// The words of a Markdown table without its lines.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !line.starts_with("| --- |")) {
        if !out.is_empty() {
            out.push('\n');
        }
        for word in line.split(' ').filter(|word| !word.is_empty() && *word != "|") {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}

/// Title, caption, unit, header paths and row labels: what a table is about, without its data. A label is told with those above it
/// where a group of rows begins, and alone below that, so that long statements say all their rows.
fn labels(table: &Table, heads: usize, range: Range<usize>, lead: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    table.caption.iter().chain(&table.unit).for_each(|line| add(&mut parts, line));
    if heads > 0 {
        table.header.iter().for_each(|cell| add(&mut parts, cell));
    }
    for at in range.start.max(heads)..range.end.max(heads).min(table.rows.len()) {
        let path = table.labels.get(at).map(String::as_str).filter(|label| !label.is_empty());
        let first = || table.rows[at].iter().map(String::as_str).find(|cell| !cell.trim().is_empty());
        for label in path.or_else(first).into_iter().flat_map(|label| label.split(STEP)) {
            if !is_numeric(label) || is_year(label) {
                add(&mut parts, label);
            }
        }
    }
    let labels = parts.join("; ");
    if lead.is_empty() || labels.trim().is_empty() { labels } else { format!("{lead}; {labels}") }
}

fn add<'a>(parts: &mut Vec<&'a str>, text: &'a str) {
    let text = text.trim();
    if !text.is_empty() && !parts.contains(&text) {
        parts.push(text);
    }
}
