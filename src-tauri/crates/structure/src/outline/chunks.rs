//! The flow of lines → chunks: paragraphs, list items and heading candidates, each within one column of one page.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::lines::{Flow, Mark};
use super::numbering::{self, NumberKind};
use crate::page::Line;

/// Lines that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// Positions in the flow, ascending.
    pub lines: Vec<usize>,
    /// Their mark.
    pub mark: Mark,
    /// A list item by its marker.
    pub item: bool,
}

static BULLET: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:[•‣◦▪▫■□●○◆◇►▶▸➢➤✓✔❖·∙⁃\u{f020}-\u{f0ff}]|[-–—*+]\s)\s*").ok());

/// Length in bytes of a bullet at the start of the text; 0 without one.
#[must_use]
pub fn bullet(text: &str) -> usize {
    BULLET.as_ref().and_then(|bullet| bullet.find(text)).map_or(0, |found| found.end())
}

/// Whether the text starts like a list item: a bullet, `1.`, `a)`, `(iv)`.
#[must_use]
pub fn is_item(text: &str) -> bool {
    bullet(text) > 0
        || numbering::parse(text).is_some_and(|number| {
            number.marked
                && number.parts.len() == 1
                && number.end < text.len()
                && matches!(number.kind, NumberKind::Decimal | NumberKind::Paren | NumberKind::Letter | NumberKind::Roman)
        })
}

/// Groups the flow; `starts` are positions where a chunk must begin.
#[must_use]
pub fn build(flow: &Flow<'_>, starts: &HashSet<usize>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for at in 0..flow.len() {
        let mark = flow.marks[at];
        if mark == Mark::Running {
            continue;
        }
        let joins = chunks.last().is_some_and(|chunk| {
            chunk.mark == mark
                && match mark {
                    Mark::Text => !starts.contains(&at) && continues(flow, chunk, at),
                    Mark::Contents => false,
                    _ => true,
                }
        });
        match chunks.last_mut() {
            Some(chunk) if joins => chunk.lines.push(at),
            _ => chunks.push(Chunk { lines: vec![at], mark, item: mark == Mark::Text && is_item(&flow.line(at).text) }),
        }
    }
    chunks
}

fn continues(flow: &Flow<'_>, chunk: &Chunk, at: usize) -> bool {
    let (Some(&first), Some(&last)) = (chunk.lines.first(), chunk.lines.last()) else { return false };
    if !flow.together(last, at) {
        return false;
    }
    let (head, prev, next) = (flow.line(first), flow.line(last), flow.line(at));
    if next.aside || looks_differ(prev, next) || prev.role != next.role && (is_heading(prev) || is_heading(next)) {
        return false;
    }
    let step = prev.base - next.base;
    let size = prev.size.max(next.size);
    let expected = (flow.body.leading / flow.body.size * size).clamp(1.1 * size, 1.9 * size);
    if step < 0.3 * size || step > expected * 1.22 + 0.8 {
        return false;
    }
    if is_part(prev)
        || is_part(next)
        || begins_anew(flow, head, prev, next, chunk)
        || chunk.lines.len() == 1 && italic_head(flow, prev, next)
    {
        return false;
    }
    true
}

/// Whether a line is nothing but `PART II`: the lines around it are other headings or text, never its own.
fn is_part(line: &Line) -> bool {
    line.text.len() < 16
        && line.text.starts_with("PART")
        && numbering::parse(&line.text).is_some_and(|n| n.kind == NumberKind::Part && n.end >= line.text.trim_end().len())
}

/// Whether an italic line of its own stands above upright text, with a number of several parts: a heading, not the beginning of a paragraph.
fn italic_head(flow: &Flow<'_>, head: &Line, next: &Line) -> bool {
    let italic = |style: u16| flow.styles.get(style).italic;
    let whole = head.words.iter().all(|word| italic(word.style));
    whole
        && next.words.first().is_some_and(|word| !italic(word.style))
        && numbering::parse(&head.text).is_some_and(|number| number.parts.len() > 1 && number.end < head.text.len())
}

fn is_heading(line: &Line) -> bool {
    matches!(line.role, crate::page::Role::Heading(_))
}

/// Whole lines set differently: size, weight or pitch.
fn looks_differ(a: &Line, b: &Line) -> bool {
    let ratio = a.size / b.size.max(0.1);
    !(0.93..=1.075).contains(&ratio)
        || (a.bold > 0.85 && b.bold < 0.25)
        || (b.bold > 0.85 && a.bold < 0.25)
        || (a.mono > 0.85 && b.mono < 0.2)
        || (b.mono > 0.85 && a.mono < 0.2)
}

/// Bullet, number, indent or a short last line before.
fn begins_anew(flow: &Flow<'_>, head: &Line, prev: &Line, next: &Line, chunk: &Chunk) -> bool {
    if is_item(&next.text)
        && (bullet(&next.text) > 0 || next.rect.x0 <= head.rect.x0 + 1.0 || chunk.lines.len() == 1 && chunk.item)
    {
        return true;
    }
    if next.bold > 0.85
        && numbering::parse(&next.text).is_some_and(|number| number.parts.len() > 1 && number.end < next.text.len())
    {
        return true;
    }
    let width = (next.right - next.left).max(1.0);
    let indent = next.rect.x0 - prev.rect.x0;
    let closed = prev.text.ends_with(['.', '!', '?', ':', '。', '！', '？', '：', '”', ')']);
    let short = prev.right - prev.rect.x1 > 0.2 * width;
    let size = next.size;
    if closed
        && indent > 0.7 * size
        && indent < 6.0 * size
        && prev.rect.x0 - prev.left < 0.5 * size + (head.rect.x0 - head.left).max(0.0)
    {
        return true;
    }
    if closed && short && indent.abs() < 3.0 * size {
        return true;
    }
    // A hanging paragraph ends where the text steps back left of its first line.
    chunk.lines.len() >= 2 && prev.rect.x0 - next.rect.x0 > 0.8 * size && head.rect.x0 - next.rect.x0 > 0.8 * size && closed
        || short && closed && flow.body.look.mono
}
