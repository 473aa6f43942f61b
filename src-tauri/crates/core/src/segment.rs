//! Segments: the units of search, each carrying where it stands (HiQA's hierarchical contextual augmentation).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::locator::Locator;

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
}

impl Segment {
    /// First page index; 0 for a segment without a place.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.locators.first().map_or(0, |locator| locator.page)
    }
}
