//! A line → its cells: stretches of words without a wide gap.

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
}

/// The cells of a line.
#[must_use]
pub fn of(flow: &Flow<'_>, at: usize) -> Vec<Cell> {
    let line = flow.line(at);
    let mut cells: Vec<Cell> = Vec::new();
    for (index, word) in line.words.iter().enumerate() {
        let gap = index.checked_sub(1).map_or(f32::INFINITY, |before| word.x0 - line.words[before].x1);
        match cells.last_mut() {
            Some(cell) if gap < (1.15 * line.size).max(5.0) => {
                cell.to = word.end as usize;
                cell.x1 = cell.x1.max(word.x1);
            }
            _ => cells.push(Cell { at, from: word.start as usize, to: word.end as usize, x0: word.x0, x1: word.x1 }),
        }
    }
    cells
}

/// Whether the line is in cells, a list marker or a section number before its text not counted.
#[must_use]
pub fn is_row(flow: &Flow<'_>, at: usize, cells: &[Cell]) -> bool {
    let Some(first) = cells.first() else { return false };
    let text = first.text(flow).trim();
    let label = bullet(text) == text.len() || numbering::parse(text).is_some_and(|number| number.end >= text.len());
    let _ = at;
    if label { cells.len() >= 3 } else { cells.len() >= 2 }
}

/// Whether a cell holds a number, an amount, a dash for nothing or a sign that belongs to one.
#[must_use]
pub fn is_numeric(text: &str) -> bool {
    let text = text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let sign = matches!(text, "—" | "–" | "-" | "$" | "%" | ")" | "€" | "£" | "*" | "N/A" | "n/a" | "NM" | "nm");
    sign || (digits > 0 && letters <= 2 && digits * 2 >= text.chars().filter(|c| !c.is_whitespace()).count().saturating_sub(3))
}

/// Whether a cell is a year or names a period end, as table headers do.
#[must_use]
pub fn is_year(text: &str) -> bool {
    let bare: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let bare = bare.strip_prefix("FY").unwrap_or(&bare);
    bare.len() == 4 && bare.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year))
}
