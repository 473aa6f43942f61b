//! A passage → what can be quoted from it: sentences of text, rows of tables, each with what surrounds it.

use std::collections::BTreeSet;
use std::ops::Range;

use waymark_core::SegmentKind;
use waymark_core::text::{Word, is_stop, stem, words};

use crate::passage::Passage;
use crate::sentences;
use crate::table::{self, is_row};
use crate::verify::is_number;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Something that can be quoted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unit {
    /// Index of its passage.
    pub passage: usize,
    /// Bytes in the passage's text.
    pub range: Range<usize>,
    /// As shown: the words themselves, or a row with its column labels and unit.
    pub shown: String,
    /// `shown` in lower case.
    pub lower: String,
    /// Words of a row's first cell, those that say nothing left out; empty for sentences.
    pub label: BTreeSet<String>,
    /// Words of it.
    pub stems: BTreeSet<String>,
    /// Words of titles, captions, column labels and of the sentence before.
    pub around: BTreeSet<String>,
    /// How many numbers it holds, years and days aside.
    pub numbers: usize,
    /// A table row.
    pub row: bool,
    /// A header row, which is not quoted on its own.
    pub header: bool,
}

/// All units of a passage, in order.
pub(crate) fn units(index: usize, passage: &Passage) -> Vec<Unit> {
    let text = &passage.hit.text;
    let place = stems_of(&format!(
        "{} {} {}",
        passage.hit.title,
        passage.hit.file_name.replace(['_', '.'], " "),
        passage.hit.section_path.join(" ")
    ));
    let rows = if text.contains('|') { table::rows(text) } else { Vec::new() };
    let mut out = Vec::new();
    for row in &rows {
        let mut around = place.clone();
        around.extend(stems_of(&row.caption));
        around.extend(row.labels.iter().flat_map(|label| stems_of(label)));
        let label = row.cells.first().map(|cell| label(cell)).unwrap_or_default();
        out.push(Unit { label, ..unit(index, row.range.clone(), row.spoken(), around, (true, row.header)) });
    }
    let mut before: BTreeSet<String> = BTreeSet::new();
    for range in sentences::split(text) {
        let own = &text[range.clone()];
        if is_row(own) || rows.iter().any(|row| row.range.start < range.end && range.start < row.range.end) {
            continue;
        }
        let mut around = place.clone();
        around.extend(std::mem::take(&mut before));
        let shown: Vec<&str> = own.split_whitespace().collect();
        // What stands above the rows of a table names it; the rows are what is quoted.
        let caption = passage.hit.kind == SegmentKind::Table && rows.first().is_some_and(|row| range.end <= row.range.start);
        let next = unit(index, range, shown.join(" "), around, (false, caption));
        before.clone_from(&next.stems);
        out.push(next);
    }
    out.sort_by_key(|u| u.range.start);
    out
}

fn unit(passage: usize, range: Range<usize>, shown: String, around: BTreeSet<String>, (row, header): (bool, bool)) -> Unit {
    let list = words(&shown);
    let dated = |i: usize| i > 0 && MONTHS.iter().any(|month| list[i - 1].norm.starts_with(month));
    let numbers = (0..list.len()).filter(|i| is_number(&list[*i].norm) && !is_year(&list[*i].norm) && !dated(*i)).count();
    let stems = list.iter().flat_map(opened).collect();
    let label = BTreeSet::new();
    Unit { passage, range, lower: shown.to_lowercase(), shown, label, stems, around, numbers, row, header }
}

/// A bare year is a column head more often than a value.
fn is_year(norm: &str) -> bool {
    norm.len() == 4 && (norm.starts_with("19") || norm.starts_with("20"))
}

fn stems_of(text: &str) -> BTreeSet<String> {
    words(text).iter().flat_map(opened).collect()
}

/// Words of the name of a line, those that say nothing left out.
pub(super) fn label(text: &str) -> BTreeSet<String> {
    words(text).iter().filter(|word| !is_stop(&word.norm)).map(|word| stem(&word.norm)).collect()
}

/// The stem of a word, and those of its parts where it is joined of plain words (`junction-to-ambient`).
pub(super) fn opened(word: &Word) -> Vec<String> {
    let mut list = vec![stem(&word.norm)];
    list.extend(parts(word).into_iter().map(stem));
    list
}

/// The plain words that a word is joined of; empty for single words and for identifiers.
pub(super) fn parts(word: &Word) -> Vec<&str> {
    let parts: Vec<&str> = word.norm.split(['-', '/']).collect();
    let plain = parts.len() > 1 && parts.iter().all(|part| part.chars().count() > 1 && part.chars().all(char::is_alphabetic));
    if plain { parts.into_iter().filter(|part| !is_stop(part)).collect() } else { Vec::new() }
}
