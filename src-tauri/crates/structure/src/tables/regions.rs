//! The flow → stretches of lines that form tables by the way their cells line up.

use super::cells::{self, Cell, is_numeric};
use super::columns::Bound;
use crate::outline::lines::{Flow, Mark};

/// Most lines without cells inside a table.
const MOST_PLAIN: usize = 3;

/// Positions of the lines of each table, in order.
#[must_use]
pub fn find(flow: &Flow<'_>) -> Vec<Vec<usize>> {
    let mut regions = Vec::new();
    let mut at = 0;
    while at < flow.len() {
        let run = run(flow, at);
        let next = at + 1;
        match run {
            Some(lines) if is_table(flow, &lines) => {
                at = lines.last_line().map_or(next, |last| last + 1);
                regions.push(lines.iter().map(|(line, _)| *line).collect());
            }
            Some(lines) => at = lines.last_line().map_or(next, |last| last + 1),
            None => at = next,
        }
    }
    regions
}

type Rows = Vec<(usize, Vec<Cell>)>;

trait LastLine {
    fn last_line(&self) -> Option<usize>;
}

impl LastLine for Rows {
    fn last_line(&self) -> Option<usize> {
        self.last().map(|(line, _)| *line)
    }
}

/// The longest stretch from `at` that begins and ends with rows and holds few plain lines in between.
fn run(flow: &Flow<'_>, at: usize) -> Option<Rows> {
    let usable = |line: usize| flow.marks[line] == Mark::Text && !flow.line(line).aside;
    if !usable(at) || crate::outline::features::is_caption(&flow.line(at).text) {
        return None;
    }
    let first = cells::of(flow, at);
    if !cells::is_row(flow, &first) {
        return None;
    }
    let mut rows: Rows = vec![(at, first)];
    let mut plain: Rows = Vec::new();
    let mut next = at + 1;
    while next < flow.len() && usable(next) && flow.together(at, next) {
        let step = flow.line(next - 1).base - flow.line(next).base;
        if step > 3.2 * flow.body.leading {
            break;
        }
        if opens_something(flow, at, next) {
            break;
        }
        let found = cells::of(flow, next);
        if cells::is_row(flow, &found) {
            rows.append(&mut plain);
            rows.push((next, found));
        } else {
            let line = flow.line(next);
            let wide = line.rect.width() > 0.75 * (line.right - line.left) && line.words.len() > 8;
            plain.push((next, found));
            if plain.len() > MOST_PLAIN || wide && plain.len() > 1 {
                break;
            }
        }
        next += 1;
    }
    Some(rows)
}

/// Whether a line numbers and introduces the rows below it: `(3) The proposal on … was approved:`.
#[must_use]
pub fn introduces(text: &str) -> bool {
    let Some((number, rest)) = text.strip_prefix('(').and_then(|text| text.split_once(')')) else { return false };
    let numbered = number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
    numbered && !number.is_empty() && rest.trim_end().ends_with(':') && rest.split_whitespace().count() >= 4
}

/// Whether a line cannot belong to the table that began at `first`: a caption, a numbered or larger heading.
fn opens_something(flow: &Flow<'_>, first: usize, at: usize) -> bool {
    let (head, line) = (flow.line(first), flow.line(at));
    let numbered = || {
        crate::outline::numbering::parse(&line.text).is_some_and(|number| {
            number.parts.len() > 1
                && number.end < line.text.len()
                && number.kind == crate::outline::numbering::NumberKind::Decimal
        })
    };
    let letters = line.text.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    crate::outline::features::is_caption(&line.text)
        || introduces(&line.text)
        || letters && line.size > 1.15 * head.size.max(flow.body.size)
        || letters && line.bold > 0.85 && line.size > 1.02 * head.size && numbered()
}

fn is_table(flow: &Flow<'_>, rows: &Rows) -> bool {
    let multi: Vec<&Vec<Cell>> = rows.iter().map(|(_, cells)| cells).filter(|cells| cells.len() >= 2).collect();
    if multi.len() < 3 || rows.last_line().is_none() {
        return false;
    }
    let entries = multi.iter().filter(|cells| cells::is_entry(flow, cells)).count();
    if entries * 2 > multi.len() {
        return false;
    }
    let others: Vec<&Cell> = multi.iter().flat_map(|cells| &cells[1..]).collect();
    let numeric = others.iter().filter(|cell| is_numeric(cell.text(flow))).count();
    let aligned = aligned(&multi);
    let wide = multi.iter().filter(|cells| cells.len() >= 3).count();
    let ruled = ruled(flow, rows);
    let words: usize = others.iter().map(|cell| cell.text(flow).split_whitespace().count()).sum();
    let short = words < others.len() * 9;
    let share = |part: usize, whole: usize| part * 100 / whole.max(1);
    aligned >= 60
        && (share(numeric, others.len()) >= 40
            || (ruled && short)
            || (share(wide, multi.len()) >= 50 && short && multi.len() >= 4))
}

/// Share in per cent of the cells after the first that line up with one of another row.
fn aligned(rows: &[&Vec<Cell>]) -> usize {
    let edge = |x: f32| {
        #[allow(clippy::cast_possible_truncation)]
        let edge = (x / 3.0).round() as i32;
        edge
    };
    let mut counts: std::collections::HashMap<(u8, i32), usize> = std::collections::HashMap::new();
    for row in rows {
        let mut own: Vec<(u8, i32)> = row.iter().skip(1).flat_map(|cell| keys(cell, edge)).collect();
        own.sort_unstable();
        own.dedup();
        for key in own {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    let (mut good, mut all) = (0, 0);
    for cell in rows.iter().flat_map(|row| row.iter().skip(1)) {
        all += 1;
        let near = keys(cell, edge)
            .into_iter()
            .any(|(kind, at)| (-1..=1).map(|d| counts.get(&(kind, at + d)).copied().unwrap_or(0)).sum::<usize>() >= 3);
        good += usize::from(near);
    }
    good * 100 / all.max(1)
}

fn keys(cell: &Cell, edge: impl Fn(f32) -> i32) -> [(u8, i32); 3] {
    [(0, edge(cell.x0)), (1, edge(cell.x1)), (2, edge((cell.x0 + cell.x1) / 2.0))]
}

/// Whether at least three rules cross the extent of the rows.
fn ruled(flow: &Flow<'_>, rows: &Rows) -> bool {
    let Some((first, _)) = rows.first() else { return false };
    let page = flow.page(*first);
    let Some(extent) = waymark_core::Rect::union_all(rows.iter().map(|(line, _)| &flow.line(*line).rect)) else { return false };
    let inside = |rule: &&waymark_core::Rect| {
        rule.width() > 0.3 * extent.width()
            && rule.y0 > extent.y0 - 20.0
            && rule.y1 < extent.y1 + 20.0
            && rule.x0 < extent.x1
            && rule.x1 > extent.x0
    };
    page.rules.iter().filter(inside).count() >= 3
}

/// Places of rules that run down at least half the height of the lines, between the outer edges of their text.
#[must_use]
pub fn dividers(flow: &Flow<'_>, lines: &[usize]) -> Vec<f32> {
    let Some(&first) = lines.first() else { return Vec::new() };
    let page = flow.page(first);
    let Some(extent) = waymark_core::Rect::union_all(lines.iter().map(|line| &flow.line(*line).rect)) else { return Vec::new() };
    let mut found: Vec<(f32, f32)> = Vec::new();
    for rule in page.rules.iter().filter(|rule| rule.width() < 3.5 && rule.height() > 5.0) {
        let (x, shared) = (rule.center_x(), rule.y1.min(extent.y1) - rule.y0.max(extent.y0));
        if shared > 0.0 && x > extent.x0 + 3.0 && x < extent.x1 - 3.0 {
            match found.iter().position(|(known, _)| (*known - x).abs() < 2.5) {
                Some(place) => found[place].1 += shared,
                None if found.len() < 60 => found.push((x, shared)),
                None => {}
            }
        }
    }
    let crossed = |x: f32| {
        let over = |line: &&usize| flow.line(**line).words.iter().any(|word| word.x0 < x - 1.0 && word.x1 > x + 1.0);
        lines.iter().filter(over).count() * 8 > lines.len()
    };
    let mut out: Vec<f32> =
        found.into_iter().filter(|(x, height)| *height > 0.5 * extent.height() && !crossed(*x)).map(|(x, _)| x).collect();
    out.sort_by(f32::total_cmp);
    out
}

/// Lines right above a table that stand over its value columns: headers of groups of columns.
#[must_use]
pub fn heads_above(flow: &Flow<'_>, lines: &[usize], bounds: &[Bound]) -> Vec<usize> {
    let (Some(&first), Some(&(_, label)), Some(&(values, _)), Some(&(_, right))) =
        (lines.first(), bounds.first(), bounds.get(1), bounds.last())
    else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut below = first;
    for at in (first.saturating_sub(3)..first).rev() {
        let line = flow.line(at);
        let step = line.base - flow.line(below).base;
        let over = line.rect.x0 > label.min(values) - 0.4 * (values - label).abs() - 2.0 && line.rect.x1 < right + 30.0;
        let near = step > 0.0 && step < 2.2 * line.size.max(flow.line(below).size);
        let table = flow.line(first);
        let short = line.words.len() <= 9 && line.size < 1.06 * table.size && (line.bold < 0.7 || table.bold > 0.4);
        let inset = line.rect.x0 > line.left + 0.15 * (line.right - line.left);
        let usable = flow.marks[at] == Mark::Text && !line.aside && flow.together(at, first);
        if !(usable && over && near && short && inset) || crate::outline::features::is_caption(&line.text) {
            break;
        }
        out.push(at);
        below = at;
    }
    out.reverse();
    out
}

/// Where the first lines of a stretch come again: a second table of the same kind right below.
#[must_use]
pub fn again(flow: &Flow<'_>, lines: &[usize]) -> Option<usize> {
    let text = |at: usize| flow.line(lines[at]).text.as_str();
    let head = |at: &usize| {
        let cells = cells::of(flow, lines[*at]);
        let amount = |cell: &Cell| is_numeric(cell.text(flow)) && !cells::is_year(cell.text(flow));
        cells.len() >= 2 && !cells.iter().any(amount)
    };
    let heads: Vec<usize> = (0..lines.len().min(3)).filter(head).collect();
    (4..lines.len()).find_map(|at| {
        let &same = heads.iter().find(|head| text(**head) == text(at))?;
        Some(at - same).filter(|start| *start >= 3)
    })
}

#[cfg(test)]
mod tests {
    use super::introduces;

    #[test]
    fn numbered_lines_that_introduce_rows_are_told_from_labels_and_notes() {
        assert!(introduces("(3) The shareholders approved, on an advisory basis, executive compensation:"));
        assert!(introduces("(b) Sales of the second quarter were:"));
        for other in [
            "Adjustments to reconcile net income to net cash provided by operating activities:",
            "(1,577) million of purchases were made in the year:",
            "(3) Includes restructuring charges.",
            "(3) Total:",
            "(pro forma) results of all the segments were:",
        ] {
            assert!(!introduces(other), "{other}");
        }
    }
}
