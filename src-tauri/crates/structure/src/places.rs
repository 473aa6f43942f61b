//! What segments need beside the tree: for every stretch of block text the line it came from, and that line's words and boxes.

use waymark_core::segment::LineSpan;
use waymark_core::{Locator, Rect};

use crate::outline::lines::At;
use crate::page::{PageDigest, Word};

/// Bytes `start..end` of a block's text are bytes `from..` of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// First byte in the block's text.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// Line.
    pub at: At,
    /// First byte in the line's text.
    pub from: u32,
}

/// Lines with their boxes, and the pieces of every block.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Places {
    /// Pages.
    pub pages: Vec<PageDigest>,
    /// Beside [`waymark_core::DocumentTree::blocks`].
    pub pieces: Vec<Vec<Piece>>,
}

impl Places {
    /// Adds the places of bytes `from..to` of block `block` to `locators`: one locator per page, one rectangle per line.
    pub fn locate(&self, block: usize, from: usize, to: usize, locators: &mut Vec<Locator>) {
        let Some(pieces) = self.pieces.get(block) else { return };
        for piece in pieces {
            let (start, end) = (piece.start as usize, piece.end as usize);
            if end <= from || start >= to {
                continue;
            }
            let low = piece.from as usize + from.max(start) - start;
            let high = piece.from as usize + to.min(end) - start;
            self.locate_line(piece.at, low, high, locators);
        }
    }

    fn locate_line(&self, at: At, low: usize, high: usize, locators: &mut Vec<Locator>) {
        let Some(digest) = self.pages.get(at.page as usize) else { return };
        let Some(line) = digest.lines.get(at.line as usize) else { return };
        let words: Vec<Word> =
            line.words.iter().filter(|word| (word.start as usize) < high && (word.end as usize) > low).copied().collect();
        let Some(rect) = digest.word_rect(line, &words) else { return };
        let start = words.iter().map(|word| word.char_start).min().unwrap_or(0);
        let end = words.iter().map(|word| word.char_end).max().unwrap_or(start);
        add(locators, digest, rect, start, end);
    }

    /// Adds a span for each printed line in bytes `from..to` of block `block`; `shift` is where `from` stands in the owner's text.
    pub fn line_spans(&self, block: usize, from: usize, to: usize, shift: usize, spans: &mut Vec<LineSpan>) {
        let Some(pieces) = self.pieces.get(block) else { return };
        for piece in pieces {
            let (start, end) = ((piece.start as usize).max(from), (piece.end as usize).min(to));
            let Some(digest) = self.pages.get(piece.at.page as usize).filter(|_| end > start) else { continue };
            let Some(line) = digest.lines.get(piece.at.line as usize) else { continue };
            let low = piece.from as usize + start - piece.start as usize;
            let high = low + end - start;
            let words: Vec<Word> =
                line.words.iter().filter(|word| (word.start as usize) < high && (word.end as usize) > low).copied().collect();
            let Some(rect) = digest.word_rect(line, &words) else { continue };
            let small = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
            spans.push(LineSpan {
                start: small(start - from + shift),
                end: small(end - from + shift),
                page: digest.index,
                char_start: words.iter().map(|word| word.char_start).min().unwrap_or(0),
                char_end: words.iter().map(|word| word.char_end).max().unwrap_or(0),
                rect,
            });
        }
    }

    /// Adds a whole area of a page.
    pub fn locate_area(&self, page: u32, rect: Rect, locators: &mut Vec<Locator>) {
        let Some(digest) = self.pages.iter().find(|digest| digest.index == page) else { return };
        match locators.iter_mut().find(|locator| locator.page == page) {
            Some(locator) => locator.rects.insert(0, rect),
            None => locators.push(Locator { page, label: digest.label.clone(), rects: vec![rect], char_start: 0, char_end: 0 }),
        }
    }
}

fn add(locators: &mut Vec<Locator>, digest: &PageDigest, rect: Rect, start: u32, end: u32) {
    match locators.iter_mut().find(|locator| locator.page == digest.index) {
        Some(locator) => {
            // Cells of one table row, or words left and right of a gap: one rectangle per line.
            match locator.rects.last_mut() {
                Some(last)
                    if (last.y0 - rect.y0).abs() < 0.6
                        && (last.y1 - rect.y1).abs() < 0.6
                        && rect.x0 - last.x1 < 40.0
                        && rect.x0 >= last.x0 =>
                {
                    *last = last.union(&rect);
                }
                _ => locator.rects.push(rect),
            }
            if locator.char_end == 0 {
                (locator.char_start, locator.char_end) = (start, end);
            }
            locator.char_start = locator.char_start.min(start);
            locator.char_end = locator.char_end.max(end);
        }
        None => locators.push(Locator {
            page: digest.index,
            label: digest.label.clone(),
            rects: vec![rect],
            char_start: start,
            char_end: end,
        }),
    }
}
