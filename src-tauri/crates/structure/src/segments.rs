//! The tree → segments: pieces of one section each, small enough to embed, with metadata that cascades from the document down.

pub mod metadata;
pub mod sentences;
mod tables;

use std::ops::Range;

use waymark_core::segment::LineSpan;
use waymark_core::{BlockKind, DocumentTree, Locator, Segment, SegmentKind};

use crate::places::Places;

/// How large segments are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentLimits {
    /// Most tokens of a segment's embedding input, metadata included.
    pub max_tokens: usize,
    /// Most characters of a segment's text.
    pub max_chars: usize,
    /// Neighbouring pieces of one section are merged while both stay below this many characters together.
    pub merge_chars: usize,
}

impl Default for SegmentLimits {
    fn default() -> Self {
        Self { max_tokens: 250, max_chars: 1000, merge_chars: 800 }
    }
}

/// A stretch of one block.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    block: usize,
    range: Range<usize>,
}

/// Cuts the tree into segments. They cover the text of all blocks in order, without gap and without overlap (white space at
/// cuts aside); ordinals run from 0 without gaps. `count` gives the tokens of a text as the embedding model counts them.
#[must_use]
pub fn segments(tree: &DocumentTree, places: &Places, limits: &SegmentLimits, count: &dyn Fn(&str) -> usize) -> Vec<Segment> {
    let mut cutter = Cutter {
        tree,
        places,
        limits,
        count,
        out: Vec::new(),
        room: 0,
        metadata: String::new(),
        path: Vec::new(),
        open: Vec::new(),
        length: 0,
    };
    let mut at = 0;
    while at < tree.blocks.len() {
        let section = tree.blocks[at].section;
        let end = (at..tree.blocks.len()).find(|&next| tree.blocks[next].section != section).unwrap_or(tree.blocks.len());
        cutter.section(section, at..end);
        at = end;
    }
    cutter.out
}

/// The three texts of a segment.
struct Texts {
    text: String,
    embedding: String,
    lexical: String,
}

struct Cutter<'a> {
    tree: &'a DocumentTree,
    places: &'a Places,
    limits: &'a SegmentLimits,
    count: &'a dyn Fn(&str) -> usize,
    out: Vec<Segment>,
    room: usize,
    metadata: String,
    path: Vec<String>,
    open: Vec<Part>,
    length: usize,
}

impl Cutter<'_> {
    fn section(&mut self, section: u32, blocks: Range<usize>) {
        self.path = self.tree.path(section);
        self.metadata = metadata::line(&self.tree.facts, &self.path);
        let used = (self.count)(&self.metadata);
        self.room = self.limits.max_tokens.saturating_sub(used).max(self.limits.max_tokens / 3).max(16);
        for at in blocks {
            let block = &self.tree.blocks[at];
            match block.kind {
                BlockKind::Table if block.table.is_some() => {
                    self.flush(section);
                    self.table(section, at);
                }
                BlockKind::Figure if block.figure.is_some() => {
                    self.flush(section);
                    self.figure(section, at);
                }
                _ => self.text(section, at),
            }
        }
        self.flush(section);
    }

    fn text(&mut self, section: u32, at: usize) {
        let text = &self.tree.blocks[at].text;
        for range in self.fitting(text) {
            let length = text[range.clone()].chars().count();
            let full = self.length > 0 && (self.length + length > self.limits.merge_chars || !self.fits_with(at, &range));
            if full {
                self.flush(section);
            }
            self.open.push(Part { block: at, range });
            self.length += length;
        }
    }

    /// The text in stretches that each fit the limits, cut at sentences, then words, then anywhere.
    fn fitting(&self, text: &str) -> Vec<Range<usize>> {
        let fits = |part: &str| {
            part.len() <= 4 * self.limits.max_chars
                && part.chars().count() <= self.limits.max_chars
                && (self.count)(part) <= self.room
        };
        if fits(text) {
            return std::iter::once(0..text.len()).collect();
        }
        let mut out: Vec<Range<usize>> = Vec::new();
        let mut current: Option<Range<usize>> = None;
        for piece in sentences::pieces(text, self.limits.max_chars.min(self.room * 3).max(24)) {
            match &mut current {
                Some(range) if fits(&text[range.start..piece.end]) => range.end = piece.end,
                _ => out.extend(current.replace(piece)),
            }
        }
        out.extend(current);
        out
    }

    fn fits_with(&self, at: usize, range: &Range<usize>) -> bool {
        let mut joined = self.joined();
        joined.push('\n');
        joined.push_str(&self.tree.blocks[at].text[range.clone()]);
        (self.count)(&joined) <= self.room
    }

    fn joined(&self) -> String {
        let mut text = String::new();
        for part in &self.open {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(self.tree.blocks[part.block].text[part.range.clone()].trim());
        }
        text
    }

    fn flush(&mut self, section: u32) {
        if self.open.is_empty() {
            return;
        }
        let text = self.joined();
        let parts = std::mem::take(&mut self.open);
        self.length = 0;
        let (mut locators, mut lines) = (Vec::new(), Vec::new());
        let mut shift = 0;
        for part in &parts {
            let raw = &self.tree.blocks[part.block].text[part.range.clone()];
            let from = part.range.start + (raw.len() - raw.trim_start().len());
            let to = from + raw.trim().len();
            shift += usize::from(shift > 0);
            self.places.locate(part.block, from, to, &mut locators);
            self.places.line_spans(part.block, from, to, shift, &mut lines);
            shift += raw.trim().len();
        }
        self.push(section, SegmentKind::Text, Texts { embedding: text.clone(), lexical: text.clone(), text }, locators, lines);
    }

    fn push(&mut self, section: u32, kind: SegmentKind, texts: Texts, locators: Vec<Locator>, lines: Vec<LineSpan>) {
        if texts.text.trim().is_empty() {
            return;
        }
        self.out.push(Segment {
            ordinal: u32::try_from(self.out.len()).unwrap_or(u32::MAX),
            section,
            kind,
            path: self.path.clone(),
            text: texts.text,
            metadata: self.metadata.clone(),
            embedding_text: texts.embedding,
            lexical_text: texts.lexical,
            locators,
            lines,
        });
    }

    fn figure(&mut self, section: u32, at: usize) {
        let block = &self.tree.blocks[at];
        let Some(figure) = &block.figure else { return };
        let mut text = block.text.clone();
        for mention in &figure.mentions {
            text.push('\n');
            text.push_str(mention);
        }
        let cut = self.fitting(&text).into_iter().next().map_or(0, |range| range.end);
        let embedding = text[..cut].to_owned();
        let (mut locators, mut lines) = (Vec::new(), Vec::new());
        self.places.locate(at, 0, block.text.len(), &mut locators);
        self.places.line_spans(at, 0, block.text.len(), 0, &mut lines);
        self.places.locate_area(figure.page, figure.rect, &mut locators);
        self.push(section, SegmentKind::Figure, Texts { embedding, lexical: text.clone(), text }, locators, lines);
    }
}
