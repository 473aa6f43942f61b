//! Chunks between headings → blocks with text for the index and pieces that know which line each stretch came from.

use std::collections::HashMap;

use waymark_core::{Block, BlockKind, Figure, Rect, SourceSpan, Table};

use crate::figures::FoundFigure;
use crate::outline::Outline;
use crate::outline::chunks::{Chunk, is_item};
use crate::outline::features::is_caption;
use crate::outline::lines::{At, Flow, Mark};
use crate::page::glyphs::is_wide;
use crate::page::{Line, PageDigest, Role};
use crate::places::Piece;
use crate::tables::FoundTable;

/// A block and the pieces of its text.
#[derive(Debug)]
pub struct Built {
    /// The block.
    pub block: Block,
    /// Stretches of its text that are stretches of lines.
    pub pieces: Vec<Piece>,
}

/// Text under construction.
#[derive(Default)]
pub struct Writer {
    /// Text so far.
    pub text: String,
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

impl Writer {
    /// Appends bytes `from..to` of the line at `place`.
    pub fn push(&mut self, place: At, line: &Line, from: usize, to: usize) {
        let Some(part) = line.text.get(from..to).filter(|part| !part.is_empty()) else { return };
        let start = small(self.text.len());
        self.text.push_str(part);
        self.pieces.push(Piece { start, end: small(self.text.len()), at: place, from: small(from) });
    }

    /// Takes away the hyphen that the text ends in.
    pub fn close_hyphen(&mut self) {
        self.text.pop();
        if let Some(piece) = self.pieces.last_mut() {
            piece.end = piece.end.min(small(self.text.len()));
        }
    }

    /// Joins a further line of running text: a space, nothing between CJK characters, a hyphen at the line end closed.
    pub fn join_line(&mut self, place: At, line: &Line, hyphens: &Hyphens) {
        let first = line.text.chars().next();
        let last = self.text.chars().next_back();
        if self.text.ends_with(['-', '\u{2010}']) && hyphens.closes(&self.text, &line.text) {
            self.close_hyphen();
        } else if self.text.ends_with(['-', '\u{2010}']) && first.is_some_and(char::is_alphanumeric) && inside_word(&self.text) {
            // A true hyphen: the word goes on without a space.
        } else if !self.text.is_empty() && (!last.is_some_and(is_wide) || !first.is_some_and(is_wide)) {
            self.text.push(' ');
        }
        self.push(place, line, 0, line.text.len());
    }
}

fn inside_word(text: &str) -> bool {
    text.chars().rev().nth(1).is_some_and(char::is_alphanumeric)
}

fn small(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// How the document itself writes words that stand broken at line ends.
#[derive(Debug, Default)]
pub struct Hyphens {
    hyphened: std::collections::HashSet<String>,
    whole: std::collections::HashSet<String>,
}

impl Hyphens {
    /// Collects, for words broken at line ends only, whether they occur whole or hyphened elsewhere.
    #[must_use]
    pub fn learn(flow: &Flow<'_>) -> Self {
        let mut broken: HashMap<String, String> = HashMap::new();
        for at in 1..flow.len() {
            let (prev, next) = (&flow.line(at - 1).text, &flow.line(at).text);
            if prev.ends_with(['-', '\u{2010}'])
                && let Some((head, tail)) = parts(prev, next)
            {
                broken.insert(format!("{head}{tail}"), format!("{head}-{tail}"));
            }
        }
        let mut found = Self::default();
        if broken.is_empty() {
            return found;
        }
        let hyphened: std::collections::HashSet<&String> = broken.values().collect();
        for at in 0..flow.len() {
            for word in flow.line(at).text.split_whitespace() {
                let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
                if broken.contains_key(&bare) {
                    found.whole.insert(bare);
                } else if hyphened.contains(&bare) {
                    found.hyphened.insert(bare);
                }
            }
        }
        found
    }

    /// Whether the hyphen at the end of `text` goes when `next` is joined.
    #[must_use]
    pub fn closes(&self, text: &str, next: &str) -> bool {
        let Some((head, tail)) = parts(text, next) else { return false };
        let whole = self.whole.contains(&format!("{head}{tail}"));
        let hyphened = self.hyphened.contains(&format!("{head}-{tail}"));
        let lower = next.chars().next().is_some_and(char::is_lowercase);
        lower && (whole || !hyphened)
    }
}

/// Last word before the hyphen and first word after it, small.
fn parts(text: &str, next: &str) -> Option<(String, String)> {
    let stem = text.trim_end_matches(['-', '\u{2010}']);
    let head = stem.rsplit(char::is_whitespace).next()?.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let tail = next.split(char::is_whitespace).next()?.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let letters =
        head.chars().next_back().is_some_and(char::is_alphabetic) && tail.chars().next().is_some_and(char::is_alphabetic);
    letters.then_some((head, tail))
}

/// Builds all blocks in reading order with the section each belongs to.
#[must_use]
pub fn build(flow: &Flow<'_>, outline: &Outline, tables: Vec<FoundTable>, figures: Vec<FoundFigure>) -> Vec<Built> {
    let hyphens = Hyphens::learn(flow);
    let mut tables: Vec<Option<FoundTable>> = tables.into_iter().map(Some).collect();
    let mut figures: Vec<Option<FoundFigure>> = figures.into_iter().map(Some).collect();
    let mut out: Vec<Built> = Vec::new();
    let mut next = 0;
    let mut section = 0_u32;
    let mut fresh = true;
    for (index, chunk) in outline.chunks.iter().enumerate() {
        while outline.headings.get(next).is_some_and(|heading| heading.chunks.0 <= index) {
            next += 1;
            section = small(next);
            fresh = true;
        }
        if next > 0 && index < outline.headings[next - 1].chunks.1 {
            continue;
        }
        match chunk.mark {
            Mark::Running => {}
            Mark::Table(id) | Mark::TableCaption(id) => {
                if let Some(mut table) = tables.get_mut(id as usize).and_then(Option::take) {
                    let beside = std::mem::take(&mut table.beside);
                    out.extend(std::iter::once(table).chain(beside).map(|table| table_block(flow, table, section)));
                    fresh = true;
                }
            }
            Mark::Figure(id) => {
                if let Some(figure) = figures.get_mut(id as usize).and_then(Option::take) {
                    out.push(figure_block(flow, figure, section, &hyphens));
                    fresh = true;
                }
            }
            Mark::Contents | Mark::Text => {
                let goes_on = !fresh && out.last().is_some_and(|last| runs_on(flow, last, chunk));
                if let (true, Some(last)) = (goes_on, out.last_mut()) {
                    extend(flow, last, chunk, &hyphens);
                } else {
                    out.push(text_block(flow, chunk, section, &hyphens));
                }
                fresh = false;
            }
        }
    }
    out
}

/// A paragraph broken by a page or column end: no full stop before, a small letter after.
fn runs_on(flow: &Flow<'_>, last: &Built, chunk: &Chunk) -> bool {
    let first = chunk.lines[0];
    let line = flow.line(first);
    let Some(piece) = last.pieces.last() else { return false };
    let before = &flow.pages[piece.at.page as usize].lines[piece.at.line as usize];
    let broken = piece.at.page != flow.order[first].page || before.region != line.region;
    let prose = matches!(last.block.kind, BlockKind::Paragraph | BlockKind::ListItem) && chunk.mark == Mark::Text && !chunk.item;
    let open = last
        .block
        .text
        .chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '-' | ';' | '\u{2010}' | '，' | '、'));
    let small = line.text.chars().next().is_some_and(|c| c.is_lowercase() || is_wide(c));
    let alike = (before.size - line.size).abs() < 0.6
        && (before.bold > 0.6) == (line.bold > 0.6)
        && (before.mono > 0.5) == (line.mono > 0.5);
    broken && prose && open && small && alike && !line.aside && !before.aside && last.block.text.len() < 20_000
}

fn extend(flow: &Flow<'_>, built: &mut Built, chunk: &Chunk, hyphens: &Hyphens) {
    let mut writer = Writer { text: std::mem::take(&mut built.block.text), pieces: std::mem::take(&mut built.pieces) };
    for &at in &chunk.lines {
        writer.join_line(flow.order[at], flow.line(at), hyphens);
    }
    let kind = built.block.kind;
    *built = finish(flow.pages, writer, kind, built.block.section);
}

fn text_block(flow: &Flow<'_>, chunk: &Chunk, section: u32, hyphens: &Hyphens) -> Built {
    let first = flow.line(chunk.lines[0]);
    let mono = chunk.lines.iter().map(|&at| flow.line(at).mono).sum::<f32>();
    #[allow(clippy::cast_precision_loss)]
    let mono = mono / chunk.lines.len() as f32;
    let kind = match (chunk.mark, first.role) {
        (Mark::Contents, _) => BlockKind::Contents,
        (_, Role::Note) => BlockKind::Footnote,
        _ if mono > 0.8 && !flow.body.look.mono => BlockKind::Code,
        _ if is_caption(&first.text) && chunk.lines.len() <= 6 => BlockKind::Caption,
        _ if chunk.item || is_item(&first.text) => BlockKind::ListItem,
        _ if is_footnote(flow, chunk) => BlockKind::Footnote,
        _ => BlockKind::Paragraph,
    };
    let mut writer = Writer::default();
    for &at in &chunk.lines {
        let line = flow.line(at);
        if kind == BlockKind::Code {
            if !writer.text.is_empty() {
                writer.text.push('\n');
            }
            writer.push(flow.order[at], line, 0, line.text.len());
        } else {
            writer.join_line(flow.order[at], line, hyphens);
        }
    }
    finish(flow.pages, writer, kind, section)
}

/// Small type at the foot of the page that begins with a mark.
fn is_footnote(flow: &Flow<'_>, chunk: &Chunk) -> bool {
    let first = flow.line(chunk.lines[0]);
    let page = flow.page(chunk.lines[0]);
    let marked = first.text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '*' | '†' | '‡' | '§' | '¹' | '²' | '³'));
    marked && first.size < 0.92 * flow.body.size && first.base < 0.35 * page.height
}

fn table_block(flow: &Flow<'_>, found: FoundTable, section: u32) -> Built {
    let mut built = finish(flow.pages, found.writer, BlockKind::Table, section);
    let table: Table = found.table;
    for (page, rect) in found.extents {
        let digest = &flow.pages[page as usize];
        let whole = digest.main_rect(rect);
        match built.block.extents.iter_mut().find(|(known, _)| *known == digest.index) {
            Some((_, known)) => *known = known.union(&whole),
            None => built.block.extents.push((digest.index, whole)),
        }
    }
    built.block.table = Some(table);
    built
}

fn figure_block(flow: &Flow<'_>, found: FoundFigure, section: u32, hyphens: &Hyphens) -> Built {
    let mut writer = Writer::default();
    for &at in &found.caption {
        writer.join_line(flow.order[at], flow.line(at), hyphens);
    }
    let caption = (!writer.text.is_empty()).then(|| writer.text.clone());
    for &at in &found.labels {
        if !writer.text.is_empty() {
            writer.text.push('\n');
        }
        let line = flow.line(at);
        writer.push(flow.order[at], line, 0, line.text.len());
    }
    let mut built = finish(flow.pages, writer, BlockKind::Figure, section);
    let digest = &flow.pages[found.page as usize];
    let rect = digest.main_rect(found.rect);
    built.block.extents.retain(|(page, _)| *page != digest.index);
    built.block.extents.push((digest.index, rect));
    let number = caption.as_deref().and_then(crate::figures::number);
    built.block.figure = Some(Figure { caption, number, page: digest.index, rect, mentions: Vec::new() });
    built
}

/// Source map and extents from the pieces.
fn finish(pages: &[PageDigest], writer: Writer, kind: BlockKind, section: u32) -> Built {
    let mut map = Vec::with_capacity(writer.pieces.len());
    let mut extents: Vec<(u32, Rect)> = Vec::new();
    for piece in &writer.pieces {
        let digest = &pages[piece.at.page as usize];
        let line = &digest.lines[piece.at.line as usize];
        let to = piece.from + (piece.end - piece.start);
        let words = || line.words.iter().filter(|word| word.start < to && word.end > piece.from);
        let (Some(start), Some(end)) = (words().map(|word| word.char_start).min(), words().map(|word| word.char_end).max())
        else {
            continue;
        };
        map.push(SourceSpan { start: piece.start, end: piece.end, page: digest.index, char_start: start, char_end: end });
        let rect = digest.page_rect(line, line.rect);
        match extents.iter_mut().find(|(page, _)| *page == digest.index) {
            Some((_, known)) => *known = known.union(&rect),
            None => extents.push((digest.index, rect)),
        }
    }
    let block = Block { section, kind, text: writer.text, map, extents, table: None, figure: None };
    Built { block, pieces: writer.pieces }
}
