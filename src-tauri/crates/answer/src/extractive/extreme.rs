//! `Which ship carries the most passengers?` → the row of a table that holds the highest or lowest value of the column asked about.

use std::collections::BTreeSet;

use waymark_core::text::words;

use super::scoring::{Asked, Rarity};
use super::units::{Unit, label};
use crate::passage::Passage;
use crate::table::{self, Row};

/// Rows that a table must have to be compared.
const LEAST_ROWS: usize = 3;
/// Share of the question that a table's column, caption and titles must hold.
const LEAST_FIT: f32 = 0.5;
const HIGHEST: &[&str] = &["highest", "largest", "biggest", "greatest", "most", "longest", "heaviest", "strongest", "fastest"];
const LOWEST: &[&str] = &["lowest", "smallest", "least", "fewest", "shortest", "lightest", "weakest", "slowest"];
/// Names of rows that sum others up.
const SUMS: &[&str] = &["total", "totals", "subtotal", "sum", "average", "mean", "consolidated", "all", "合计", "总计", "平均"];

/// Which end of a column is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Highest,
    Lowest,
}

/// The end that a question asks for; `None` when it asks for none. `Most recent` and `at least` are none.
pub(super) fn end(question: &str) -> Option<End> {
    let list: Vec<String> = words(question).into_iter().map(|word| word.norm).collect();
    let asks = list.iter().any(|word| ["which", "what", "who", "where", "name"].contains(&word.as_str()));
    let at = |names: &[&str]| {
        list.iter().enumerate().any(|(index, word)| {
            let next = list.get(index + 1).map_or("", String::as_str);
            let before = index.checked_sub(1).and_then(|index| list.get(index)).map_or("", String::as_str);
            names.contains(&word.as_str())
                && !(word == "most" && ["recent", "recently", "of", "likely"].contains(&next))
                && !(before == "at" && ["least", "most"].contains(&word.as_str()))
        })
    };
    let chinese = |names: &[&str]| {
        ["哪", "什么", "谁"].iter().any(|sign| question.contains(sign)) && names.iter().any(|name| question.contains(name))
    };
    if asks && at(HIGHEST) || chinese(&["最高", "最大", "最多", "最长", "最重"]) {
        return Some(End::Highest);
    }
    (asks && at(LOWEST) || chinese(&["最低", "最小", "最少", "最短", "最轻"])).then_some(End::Lowest)
}

/// Whether a word of a question only says which end is wanted.
pub(super) fn tells_end(norm: &str) -> bool {
    HIGHEST.contains(&norm) || LOWEST.contains(&norm)
}

/// The row asked for, from the table that fits the question best; rows that sum others up are passed over.
pub(super) fn row<'u>(end: End, all: &'u [Unit], asked: &Asked, rarity: &Rarity, passages: &[Passage]) -> Option<&'u Unit> {
    let mut best: Option<(f32, usize, Row)> = None;
    for (index, passage) in passages.iter().enumerate().filter(|(_, passage)| passage.hit.text.contains('|')) {
        let rows: Vec<Row> = table::rows(&passage.hit.text);
        let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        for column in 1..columns {
            let fit = asked.column_fit(&rows, column, index, passages, rarity);
            if fit.is_none_or(|fit| best.as_ref().is_some_and(|(other, _, _)| *other >= fit)) {
                continue;
            }
            if let (Some(fit), Some(row)) = (fit.filter(|fit| *fit >= LEAST_FIT), extreme(end, &rows, column)) {
                best = Some((fit, index, row.clone()));
            }
        }
    }
    let (_, index, row) = best?;
    all.iter().find(|unit| unit.passage == index && unit.range == row.range)
}

/// The row with the extreme value of a column; `None` for columns that hold too few values, or only years.
fn extreme(end: End, rows: &[Row], column: usize) -> Option<&Row> {
    let body: Vec<&Row> = rows.iter().filter(|row| !row.header && !sums(row)).collect();
    let values: Vec<(f64, &Row)> = body.iter().filter_map(|row| Some((value(row.cells.get(column)?)?, *row))).collect();
    let years = values.iter().all(|(value, _)| (1900.0..2100.0).contains(value) && value.fract() == 0.0);
    if values.len() < LEAST_ROWS || values.len() * 3 < body.len() * 2 || years {
        return None;
    }
    let better = |a: f64, b: f64| if end == End::Highest { b > a } else { b < a };
    values.into_iter().reduce(|best, next| if better(best.0, next.0) { next } else { best }).map(|(_, row)| row)
}

fn sums(row: &Row) -> bool {
    let name = row.cells.first().map_or("", String::as_str);
    name.is_empty() || words(name).iter().any(|word| SUMS.contains(&word.norm.as_str()))
}

/// The number of a cell: `$ (1,577)` is −1577; cells with words beside their number hold none.
fn value(cell: &str) -> Option<f64> {
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    let digits: String = cell.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let negative = cell.contains('(') && cell.contains(')') || cell.trim_start().starts_with(['-', '−', '–']);
    let number: f64 = digits.parse().ok().filter(|_| letters <= 3)?;
    Some(if negative { -number } else { number })
}

/// Words of what names a column: its label, the caption, the head of the first column.
pub(super) fn column_words(rows: &[Row], column: usize) -> BTreeSet<String> {
    let Some(row) = rows.iter().find(|row| !row.header) else { return BTreeSet::new() };
    let at = |index: usize| row.labels.get(index).map_or("", String::as_str);
    label(&format!("{} {} {}", row.caption, at(0), at(column)))
}

/// The label of a column.
pub(super) fn column_label(rows: &[Row], column: usize) -> &str {
    rows.iter().find(|row| !row.header).and_then(|row| row.labels.get(column)).map_or("", String::as_str)
}
