//! A chunk → the measurable features by which it is judged as a heading.

use std::sync::LazyLock;

use regex::Regex;

use super::chunks::{Chunk, bullet};
use super::lines::Flow;
use super::numbering::{self, Number};
use crate::page::Role;

/// How a heading looks; equal keys are one style cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Look {
    /// Size in half points.
    pub size_h: u16,
    /// Bold.
    pub bold: bool,
    /// All capitals (or small capitals).
    pub caps: bool,
    /// Italic.
    pub italic: bool,
    /// Family index.
    pub family: u16,
    /// Colour.
    pub color: u16,
    /// Fixed pitch.
    pub mono: bool,
}

/// Features of a chunk.
#[derive(Debug, Clone)]
pub struct Features {
    /// Text, lines joined.
    pub text: String,
    /// Printed number.
    pub number: Option<Number>,
    /// Style cluster.
    pub look: Look,
    /// Size over body size.
    pub ratio: f32,
    /// Baseline distance to the text above over the usual one; 9 at the top of a column.
    pub above: f32,
    /// The same below.
    pub below: f32,
    /// Lines.
    pub lines: usize,
    /// Words.
    pub words: usize,
    /// Share of letters among the printed characters.
    pub letters: f32,
    /// Widest line over column width.
    pub width: f32,
    /// Wide gaps inside a line, beside the one after a number.
    pub gaps: usize,
    /// Level by the structure tree.
    pub role: Option<u8>,
    /// Bold beginning only: a run-in head.
    pub partly_bold: bool,
    /// Centred in its column.
    pub centered: bool,
    /// Starts with a bullet.
    pub bullet: bool,
    /// Reads like the caption of a figure, table or listing.
    pub caption: bool,
}

static CAPTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:(?:fig(?:ure|\.)?|table|tab\.|listing|algorithm|abb(?:ildung|\.)?|tabelle|tableau|tableaux|figura|tabla|tabela|рис(?:унок|\.)?|таблица|scheme|chart|exhibit|example|exemple|beispiel|plate|equation|程序|图表?|圖|表|그림|표)\s*(?:[A-Z]?\d+(?:[.\-–]\d+)*|[IVX]+)\s*(?:[.:。：、|\u{2014}\u{2013}-]|\s|$))",
    )
    .ok()
});

/// Whether the text reads like a caption (`Figure 3:`, `Table 2-1.`, `图 4`).
#[must_use]
pub fn is_caption(text: &str) -> bool {
    CAPTION.as_ref().is_some_and(|caption| caption.is_match(text))
}

/// Joins the lines of a chunk by spaces, without spaces between CJK characters, hyphens at line ends closed.
#[must_use]
pub fn join(flow: &Flow<'_>, lines: &[usize]) -> String {
    let mut out = String::new();
    for &at in lines {
        let line = flow.line(at);
        let cjk = out.chars().next_back().is_some_and(crate::page::glyphs::is_wide)
            && line.text.chars().next().is_some_and(crate::page::glyphs::is_wide);
        let hyphen = out.ends_with('-') && line.text.chars().next().is_some_and(char::is_lowercase);
        // A hyphen that was there from the start (`12-µVrms`, `Low-Dropout`) stays, and no space comes behind it.
        let joint = out.ends_with('-')
            && out.chars().rev().nth(1).is_some_and(char::is_alphanumeric)
            && line.text.chars().next().is_some_and(char::is_alphanumeric);
        if hyphen && out.chars().rev().nth(1).is_some_and(char::is_alphabetic) {
            out.pop();
        } else if !out.is_empty() && !cjk && !joint {
            out.push(' ');
        }
        out.push_str(&line.text);
    }
    out
}

/// Measures a chunk.
#[must_use]
pub fn measure(flow: &Flow<'_>, chunk: &Chunk) -> Features {
    let text = join(flow, &chunk.lines);
    let first = flow.line(chunk.lines[0]);
    let number = numbering::parse(&text);
    let printed = text.chars().filter(|c| !c.is_whitespace()).count().max(1);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let upper = text.chars().filter(|c| c.is_uppercase()).count();
    let lower = text.chars().filter(|c| c.is_lowercase()).count();
    let bolds: f32 = mean(chunk.lines.iter().map(|&at| flow.line(at).bold));
    let style = flow.styles.get(first.style);
    let column = (first.right - first.left).max(1.0);
    let widest = chunk.lines.iter().map(|&at| flow.line(at).rect.width()).fold(0.0_f32, f32::max);
    let label = number.as_ref().map_or(0, |number| number.end);
    let gaps = chunk
        .lines
        .iter()
        .flat_map(|&at| flow.line(at).words.iter().map(move |word| (at, word)))
        .filter(|(at, word)| word.gap && !(*at == chunk.lines[0] && word.start as usize <= label))
        .count();
    let size_h = f32::from(style.size_q) / 2.0;
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Features {
        look: Look {
            size_h: size_h.round() as u16,
            bold: bolds > 0.6,
            caps: (upper >= 3 && lower == 0) || style.small_caps || (upper >= 4 && upper > 4 * lower),
            italic: style.italic,
            family: style.family,
            color: style.color,
            mono: style.mono,
        },
        ratio: first.size / flow.body.size.max(0.1),
        above: space_above(flow, chunk),
        below: space_below(flow, chunk),
        lines: chunk.lines.len(),
        words: text.split_whitespace().count(),
        letters: letters as f32 / printed as f32,
        width: widest / column,
        gaps,
        role: match first.role {
            Role::Heading(level) => Some(level),
            _ => None,
        },
        partly_bold: first.bold > 0.05 && first.bold < 0.8,
        centered: ((first.rect.x0 - first.left) - (first.right - first.rect.x1)).abs() < 0.04 * column + 2.0
            && first.rect.x0 - first.left > 0.08 * column,
        bullet: bullet(&text) > 0,
        caption: is_caption(&text),
        number,
        text,
    }
}

fn mean(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    #[allow(clippy::cast_precision_loss)]
    let count = values.len().max(1) as f32;
    values.sum::<f32>() / count
}

fn space_above(flow: &Flow<'_>, chunk: &Chunk) -> f32 {
    let first = chunk.lines[0];
    let Some(prev) = first.checked_sub(1) else { return 9.0 };
    if !flow.together(prev, first) || flow.marks[prev] == super::lines::Mark::Running {
        return 9.0;
    }
    let (above, line) = (flow.line(prev), flow.line(first));
    relative(flow, above.base - line.base, above.size.max(line.size))
}

fn space_below(flow: &Flow<'_>, chunk: &Chunk) -> f32 {
    let last = chunk.lines[chunk.lines.len() - 1];
    let next = last + 1;
    if next >= flow.len() || !flow.together(last, next) || flow.marks[next] == super::lines::Mark::Running {
        return 9.0;
    }
    let (line, below) = (flow.line(last), flow.line(next));
    relative(flow, line.base - below.base, below.size.max(0.8 * line.size))
}

fn relative(flow: &Flow<'_>, step: f32, size: f32) -> f32 {
    let usual = (flow.body.leading / flow.body.size * size).clamp(1.0 * size, 2.2 * size);
    if step <= 0.0 { 9.0 } else { (step / usual.max(0.1)).min(9.0) }
}
