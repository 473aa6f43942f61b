//! Figures as listed and shown.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, Rect, SegmentId};

/// A figure of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FigureRow {
    /// Position among the figures of the document, from 1.
    pub index: u32,
    /// Printed number (`5`, `3-1`), where the caption has one.
    pub number: Option<String>,
    /// Caption with its number.
    pub caption: Option<String>,
    /// Page, from 1.
    pub page: u32,
    /// Printed page label.
    pub page_label: Option<String>,
    /// Titles from document to section.
    pub section_path: Vec<String>,
    /// Extent of the drawing without its caption, points of the unrotated page.
    pub rect: Rect,
    /// Caption, labels inside the figure and the sentences that refer to it.
    pub text: String,
}

/// A figure of the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryFigure {
    /// Segment that it is found by.
    pub segment: SegmentId,
    /// Document.
    pub document: DocumentId,
    /// Its title.
    pub title: String,
    /// File name as added.
    pub file_name: String,
    /// The figure itself.
    pub figure: FigureRow,
}
