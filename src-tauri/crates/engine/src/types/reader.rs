//! What the reader shows of a page beside its image: words for selection, matches of a search inside the document.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::Rect;

/// A stretch of text between two spaces of one line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PageWord {
    /// As printed.
    pub text: String,
    /// Box, points of the unrotated page.
    pub rect: Rect,
    /// Writing direction in degrees, counter-clockwise, on the unrotated page.
    pub angle: u16,
    /// Number of its line on the page, from 0; words of a line are joined by a space.
    pub line: u32,
}

/// A place in a document that holds what was looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TextMatch {
    /// Page, from 1.
    pub page: u32,
    /// Boxes, one per line, points of the unrotated page.
    pub rects: Vec<Rect>,
    /// Words before it.
    pub before: String,
    /// As printed.
    pub text: String,
    /// Words after it.
    pub after: String,
}

/// Matches on some pages of a document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct FindResponse {
    /// In reading order.
    pub matches: Vec<TextMatch>,
    /// Page (from 1) to go on with; absent at the end of the document.
    pub next: Option<u32>,
}
