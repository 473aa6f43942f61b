//! A line → its cells: stretches of words without a wide gap, leaders between them left out.

use crate::outline::chunks::bullet;
use crate::outline::lines::Flow;
use crate::outline::numbering;
use crate::page::Line;

/// A stretch of words of one line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Position of the line in the flow.
    pub at: usize,
    /// First byte in the line's text.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// Left edge.
    pub x0: f32,
    /// Right edge.
    pub x1: f32,
}

impl Cell {
    /// Its text.
    #[must_use]
    pub fn text<'a>(&self, flow: &Flow<'a>) -> &'a str {
        flow.line(self.at).text.get(self.from..self.to).unwrap_or("")
    }

    /// Its first and one past its last character on the page.
    #[must_use]
    pub fn words(&self, line: &Line) -> Option<(u32, u32)> {
        let words = || line.words.iter().filter(|word| (word.start as usize) < self.to && (word.end as usize) > self.from);
        Some((words().map(|word| word.char_start).min()?, words().map(|word| word.char_end).max()?))
    }

    /// Its words as cells of their own.
    #[must_use]
    pub fn split(&self, flow: &Flow<'_>) -> Vec<Self> {
        let line = flow.line(self.at);
        let inside = line.words.iter().filter(|word| (word.start as usize) < self.to && (word.end as usize) > self.from);
        inside
            .map(|word| Self {
                at: self.at,
                from: (word.start as usize).max(self.from),
                to: (word.end as usize).min(self.to),
                x0: word.x0,
                x1: word.x1,
            })
            .collect()
    }
}

/// The cells of a line.
#[must_use]
pub fn of(flow: &Flow<'_>, at: usize) -> Vec<Cell> {
    let line = flow.line(at);
    let mut cells: Vec<Cell> = Vec::new();
    let mut last: Option<(f32, bool)> = None;
    for (index, word) in line.words.iter().enumerate() {
        let text = line.text.get(word.start as usize..word.end as usize).unwrap_or("");
        let printed = without_leader(line, index, text);
        if printed.is_empty() {
            last = None;
            continue;
        }
        let from = word.start as usize;
        let number = is_amount(printed);
        let least = match last {
            Some((_, true)) if is_currency(printed) => 0.3 * line.size,
            Some(_) if is_currency(printed) => 0.5 * line.size,
            Some((_, true)) if number && index > 1 => (0.6 * line.size).max(3.0),
            _ => (1.15 * line.size).max(5.0),
        };
        let kept = from + printed.len() - next_sign(printed);
        let edge = word.x1 - if kept < from + printed.len() { 0.5 * line.size } else { 0.0 };
        match cells.last_mut() {
            Some(cell) if last.is_some_and(|(x1, _)| word.x0 - x1 < least) => {
                cell.to = kept;
                cell.x1 = cell.x1.max(edge);
            }
            _ => cells.push(Cell { at, from, to: kept, x0: word.x0, x1: edge.max(word.x0) }),
        }
        if kept < from + printed.len() {
            cells.push(Cell { at, from: kept, to: from + printed.len(), x0: edge.max(word.x0), x1: word.x1 });
        }
        last = (printed.len() == text.len()).then_some((word.x1, number || kept < from + printed.len()));
    }
    with_signs(flow, cells)
}

/// Length of a currency sign at the end of a word that belongs to the amount after it: `%$`, `12)$`.
fn next_sign(word: &str) -> usize {
    let sign = word.chars().next_back().filter(|c| matches!(c, '$' | '€' | '£' | '¥')).map_or(0, char::len_utf8);
    let before = word.get(..word.len() - sign).unwrap_or("");
    if before.ends_with(|c: char| matches!(c, '%' | ')' | '—') || c.is_ascii_digit()) { sign } else { 0 }
}

/// Signs set apart join their number: a currency sign the next cell, a closing bracket or per cent sign the one before.
fn with_signs(flow: &Flow<'_>, cells: Vec<Cell>) -> Vec<Cell> {
    let mut out: Vec<Cell> = Vec::with_capacity(cells.len());
    let mut opened = false;
    for cell in cells {
        let text = cell.text(flow);
        let size = flow.line(cell.at).size;
        let closes = matches!(text, ")" | "%" | ")%" | "%)");
        match out.last_mut() {
            Some(before)
                if opened && is_numeric(text) || closes && is_figure(before.text(flow)) && cell.x0 - before.x1 < 3.0 * size =>
            {
                before.to = cell.to;
                before.x1 = before.x1.max(cell.x1);
            }
            _ => out.push(cell),
        }
        opened = matches!(text, "$" | "€" | "£" | "¥" | "US$" | "(" | "$(" | "C$" | "R$");
    }
    out
}

fn is_figure(text: &str) -> bool {
    is_numeric(text) && text.ends_with(|c: char| c.is_ascii_digit() || "—–-)".contains(c))
}

const LEADERS: [char; 4] = ['.', '·', '…', '_'];

/// The word without the leader dots it ends in; empty when it is nothing else.
fn without_leader<'a>(line: &Line, index: usize, text: &'a str) -> &'a str {
    if !text.ends_with(LEADERS) {
        return text;
    }
    let bare = text.trim_end_matches(LEADERS);
    let dots = text[bare.len()..].chars().count();
    if dots >= 4 || (dots == 3 && !bare.is_empty() && !text.ends_with('…')) {
        return bare;
    }
    let dotted = |at: Option<usize>| {
        at.and_then(|at| line.words.get(at))
            .and_then(|word| line.text.get(word.start as usize..word.end as usize))
            .is_some_and(|text| !text.is_empty() && text.trim_end_matches(LEADERS).is_empty())
    };
    let ends = dotted(Some(index + 1)) || (bare.is_empty() && dotted(index.checked_sub(1)));
    if ends { bare } else { text }
}

fn is_currency(word: &str) -> bool {
    matches!(word, "$" | "€" | "£" | "¥")
}

/// A word that is an amount by itself: digits with their signs, or a dash for nothing.
fn is_amount(text: &str) -> bool {
    matches!(text, "—" | "–" | "$" | "€" | "£")
        || text.bytes().any(|byte| byte.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || ".,()$%€£¥+-–—−*".contains(c))
}

/// Whether leaders run from the words of a line to one small number, as in lists of pages.
#[must_use]
pub fn is_entry(flow: &Flow<'_>, cells: &[Cell]) -> bool {
    let [label, page] = cells else { return false };
    let text = page.text(flow);
    let between = flow.line(label.at).text.get(label.to..page.from).unwrap_or("");
    let roman = text.chars().all(|c| "ivxlc".contains(c));
    text.len() <= 4 && (roman || text.bytes().all(|byte| byte.is_ascii_digit())) && between.contains(LEADERS)
}

/// Whether the line is in cells, a list marker or a section number before its text not counted.
#[must_use]
pub fn is_row(flow: &Flow<'_>, cells: &[Cell]) -> bool {
    let Some(first) = cells.first() else { return false };
    let text = first.text(flow).trim();
    let label = bullet(text) == text.len() || numbering::parse(text).is_some_and(|number| number.end >= text.len());
    if label && !is_year(text) { cells.len() >= 3 } else { cells.len() >= 2 }
}

/// Whether a cell holds a number, an amount, a dash for nothing or a sign that belongs to one.
#[must_use]
pub fn is_numeric(text: &str) -> bool {
    let text = text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let sign = matches!(
        text,
        "—" | "–" | "-" | "−" | "$" | "%" | ")" | "€" | "£" | "*" | "N/A" | "n/a" | "NM" | "nm" | "$—" | "—%" | "$–" | "–%"
    );
    let named = text.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_alphabetic) && !text.contains('$');
    sign || (digits > 0
        && letters <= 2
        && !named
        && digits * 2 >= text.chars().filter(|c| !c.is_whitespace()).count().saturating_sub(3))
}

/// Whether a cell is a year, as table headers name them: `2018`, `FY2018`, `2018*`.
#[must_use]
pub fn is_year(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != ',');
    let bare = bare.strip_prefix("FY").unwrap_or(bare).trim_start();
    bare.len() == 4 && bare.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year))
}

/// Whether all the numbers of a header cell are years, days or quarters: `2018 vs. 2017`, `31, 2018`, `Q2 2023`, `2018 (1)`.
#[must_use]
pub fn names_period(text: &str) -> bool {
    let mut years = 0;
    let bytes = text.as_bytes();
    let fraction = |at: usize| matches!(bytes[at], b'.' | b',') && at > 0 && bytes[at - 1].is_ascii_digit();
    if (0..bytes.len().saturating_sub(1)).any(|at| fraction(at) && bytes[at + 1].is_ascii_digit()) {
        return false;
    }
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.bytes().any(|b| b.is_ascii_digit())) {
        let number = word.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<u32>();
        match number {
            Ok(year) if (1900..2100).contains(&year) && word.len() <= 6 => years += 1,
            Ok(day) if (1..=31).contains(&day) => {}
            _ => return false,
        }
    }
    let money = text.contains(['$', '€', '£', '¥']);
    years > 0 && !money
}
