//! A table → segments of row groups, each with the caption and the header rows; embedded by its labels only (HiQA appendix 7.4).

use std::ops::Range;

use waymark_core::{SegmentKind, Table};

use super::{Cutter, Texts};
use crate::tables::cells::{is_numeric, is_year};

impl Cutter<'_> {
    /// One segment per group of rows that fits the limits.
    pub(super) fn table(&mut self, section: u32, at: usize) {
        let block = &self.tree.blocks[at];
        let Some(table) = &block.table else { return };
        let starts = row_starts(&block.text, table);
        let heads = (table.header_rows as usize).min(table.rows.len());
        let head = head(table, heads);
        let limit = self.limits.max_chars.max(200) * 3 / 2;
        let mut from = 0;
        while from < table.rows.len().max(1) {
            let mut to = (from + 1).max(heads).min(table.rows.len());
            let mut length = head.len() + rows(table, from..to).len();
            while to < table.rows.len() {
                let more = rows(table, to..to + 1).len();
                let fits = length + more <= limit && (self.count)(&labels(table, heads, from..to + 1)) <= self.room;
                if !fits {
                    break;
                }
                length += more;
                to += 1;
            }
            let start = if from == 0 { 0 } else { starts[from] };
            let end = starts.get(to).copied().unwrap_or(block.text.len());
            self.group(section, at, heads, from..to, start..end);
            from = to.max(from + 1);
        }
    }

    fn group(&mut self, section: u32, at: usize, heads: usize, group: Range<usize>, bytes: Range<usize>) {
        let block = &self.tree.blocks[at];
        let Some(table) = &block.table else { return };
        let own = block.text.get(bytes.clone()).unwrap_or("");
        let mut text = String::new();
        if group.start > 0 {
            for line in table.caption.iter().chain(table.unit.iter()) {
                if !text.contains(line.as_str()) {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            text.push_str(&rows(table, 0..heads));
        }
        let shift = text.len();
        text.push_str(own.trim_end());
        let labels = labels(table, heads, group);
        let cut = self.fitting(&labels).into_iter().next().map_or(0, |range| range.end);
        let embedding = if labels.trim().is_empty() {
            text.chars().take(self.limits.max_chars / 2).collect()
        } else {
            labels[..cut].to_owned()
        };
        let (mut locators, mut lines) = (Vec::new(), Vec::new());
        let end = bytes.start + own.trim_end().len();
        self.places.locate(at, bytes.start, end, &mut locators);
        self.places.line_spans(at, bytes.start, end, shift, &mut lines);
        let lexical = text.replace(" | ", " ");
        self.push(section, SegmentKind::Table, Texts { text, embedding, lexical }, locators, lines);
    }
}

/// First byte of each row in the block's text.
fn row_starts(text: &str, table: &Table) -> Vec<usize> {
    let skip = table.caption.as_ref().map_or(0, |caption| caption.len());
    let mut at = if skip > 0 { (skip + 1).min(text.len()) } else { 0 };
    let mut starts = vec![at];
    for row in text.get(at..).unwrap_or("").split_inclusive('\n') {
        at += row.len();
        starts.push(at);
    }
    starts.resize(table.rows.len().max(1), text.len());
    starts
}

fn head(table: &Table, heads: usize) -> String {
    rows(table, 0..heads)
}

fn rows(table: &Table, range: Range<usize>) -> String {
    let mut out = String::new();
    for row in table.rows.get(range).unwrap_or(&[]) {
        let filled: Vec<&str> = row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
        out.push_str(&filled.join(" | "));
        out.push('\n');
    }
    out
}

/// Caption, unit, header cells and row labels: what a table is about, without its data.
fn labels(table: &Table, heads: usize, range: Range<usize>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let text = text.trim();
        if !text.is_empty() && !parts.iter().any(|part| part == text) {
            parts.push(text.to_owned());
        }
    };
    for line in table.caption.iter().chain(table.unit.iter()) {
        add(line);
    }
    for cell in table.rows.iter().take(heads).flatten() {
        add(cell);
    }
    for row in table.rows.get(range.start.max(heads)..range.end.max(heads).min(table.rows.len())).unwrap_or(&[]) {
        if let Some(label) = row.iter().find(|cell| !cell.trim().is_empty())
            && (!is_numeric(label) || is_year(label))
        {
            add(label);
        }
    }
    parts.join("; ")
}
