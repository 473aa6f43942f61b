//! The document's lines as one flat sequence, with what later steps find out about each.

use super::style::Body;
use crate::page::style::Styles;
use crate::page::{Line, PageDigest};

/// What a line is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mark {
    /// Text, to be grouped.
    #[default]
    Text,
    /// Page furniture, left out.
    Running,
    /// Part of a printed contents list or index of figures.
    Contents,
    /// Part of table number `n`.
    Table(u32),
    /// Label inside figure number `n`, or its caption.
    Figure(u32),
    /// Caption of table number `n`.
    TableCaption(u32),
}

/// Place of a line: page position in the list of pages, and line on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// Position in the list of pages.
    pub page: u32,
    /// Line on that page.
    pub line: u32,
}

/// All lines in reading order.
#[derive(Debug)]
pub struct Flow<'a> {
    /// Pages.
    pub pages: &'a [PageDigest],
    /// Styles.
    pub styles: &'a Styles,
    /// Body style.
    pub body: Body,
    /// Places in reading order.
    pub order: Vec<At>,
    /// Marks beside `order`.
    pub marks: Vec<Mark>,
}

impl<'a> Flow<'a> {
    /// All lines of the pages, page furniture marked.
    #[must_use]
    pub fn new(pages: &'a [PageDigest], styles: &'a Styles) -> Self {
        let body = super::style::body(pages, styles);
        let running = super::running::mark(pages, &body);
        let mut order = Vec::new();
        let mut marks = Vec::new();
        for (page, digest) in pages.iter().enumerate() {
            for (line, runs) in running[page].iter().enumerate().take(digest.lines.len()) {
                order.push(At { page: u32::try_from(page).unwrap_or(0), line: u32::try_from(line).unwrap_or(0) });
                marks.push(if *runs { Mark::Running } else { Mark::Text });
            }
        }
        Self { pages, styles, body, order, marks }
    }

    /// Number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The line at a position of `order`; positions beyond the end do not occur.
    #[must_use]
    pub fn line(&self, at: usize) -> &'a Line {
        let place = self.order[at];
        &self.pages[place.page as usize].lines[place.line as usize]
    }

    /// The page of a position.
    #[must_use]
    pub fn page(&self, at: usize) -> &'a PageDigest {
        &self.pages[self.order[at].page as usize]
    }

    /// Whether two positions are in one column of one page.
    #[must_use]
    pub fn together(&self, a: usize, b: usize) -> bool {
        self.order[a].page == self.order[b].page && self.line(a).region == self.line(b).region
    }

    /// The next position after `at` that is not page furniture.
    #[must_use]
    pub fn next(&self, at: usize) -> Option<usize> {
        (at + 1..self.len()).find(|&next| self.marks[next] != Mark::Running)
    }
}

/// Letters and digits only, small: titles compare equal whatever their spacing and punctuation.
#[must_use]
pub fn compact(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    if text.is_ascii() {
        let mut out = String::with_capacity(text.len());
        out.extend(text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase())));
        return out;
    }
    text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// [`compact`] of the title without its number; the whole when nothing would be left.
#[must_use]
pub fn compact_bare(text: &str) -> String {
    let bare = super::numbering::parse(text).map_or("", |number| text.get(number.end..).unwrap_or(""));
    let key = compact(bare);
    if key.chars().count() >= 2 { key } else { compact(text) }
}
