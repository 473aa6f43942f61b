//! Segments: the units of search, each carrying where it stands (HiQA's hierarchical contextual augmentation).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::geometry::Rect;
use crate::ids::{DocumentId, SegmentId};
use crate::locator::Locator;

/// A stretch of a passage's text and the printed line (or part of a line) that it came from.
///
/// Lets a citation highlight exactly the lines of one quoted sentence or table row instead of the whole passage.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct LineSpan {
    /// First byte in the text that owns the span.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Page index.
    pub page: u32,
    /// First character in [`crate::page::PageText::chars`].
    pub char_start: u32,
    /// One past the last character.
    pub char_end: u32,
    /// Box of these characters, points.
    pub rect: Rect,
}

/// What a segment holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SegmentKind {
    /// Running text.
    Text,
    /// A table or a group of its rows.
    Table,
    /// A figure.
    Figure,
}

/// A piece of one section with its cascading metadata.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Position in the document, from 0, without gaps; neighbours are `ordinal ± 1`.
    pub ordinal: u32,
    /// Index of its section in the outline.
    pub section: u32,
    /// Kind.
    pub kind: SegmentKind,
    /// Titles from the document to the section.
    pub path: Vec<String>,
    /// The text shown and given to the model.
    pub text: String,
    /// Metadata line(s) that cascade into the segment: title, facts, path.
    pub metadata: String,
    /// What is embedded beside the metadata: `text`, or for tables caption and labels without data fields (HiQA 7.4).
    pub embedding_text: String,
    /// What BM25 sees beside title, path and facts; holds table data too.
    pub lexical_text: String,
    /// Where it stands, one per page, reading order.
    pub locators: Vec<Locator>,
    /// Where each printed line of `text` stands: ascending by `start`, no overlap, never across a line break of the page
    /// (for tables one per row and page line). Parts of `text` without a printed source (repeated headers, joined
    /// spaces) have none. May be empty, then a citation highlights the whole passage. Whoever makes or stores a
    /// segment carries this along with `text`.
    #[serde(default)]
    pub lines: Vec<LineSpan>,
}

impl Segment {
    /// First page index; 0 for a segment without a place.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.locators.first().map_or(0, |locator| locator.page)
    }
}

/// A segment as the lexical index takes it: four fields of words and the order that breaks ties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// Segment.
    pub segment: SegmentId,
    /// Its document.
    pub document: DocumentId,
    /// Position in the document.
    pub ordinal: u32,
    /// Title, facts, keywords and file name of the document.
    pub title: String,
    /// Titles of the sections above it, without the document's.
    pub path: String,
    /// Text with table data.
    pub text: String,
    /// Row and column labels with the caption; empty for what is no table.
    pub labels: String,
}
