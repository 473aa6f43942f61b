//! What the palette finds beside documents and passages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, Rect};

use super::LibraryFigure;

/// A heading that holds the words asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HeadingHit {
    /// Document.
    pub document: DocumentId,
    /// Its title.
    pub document_title: String,
    /// Section index.
    pub section: u32,
    /// Heading.
    pub title: String,
    /// Page, from 1.
    pub page: u32,
    /// Printed page label.
    pub page_label: Option<String>,
    /// Where it is printed.
    pub rects: Vec<Rect>,
}

/// A question or answer that holds the words asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MessageHit {
    /// Conversation.
    #[ts(type = "number")]
    pub conversation: i64,
    /// Its title.
    pub title: String,
    /// Turn.
    #[ts(type = "number")]
    pub turn: i64,
    /// Question.
    pub question: String,
    /// The words around the first one found in the answer; empty when they stand in the question.
    pub excerpt: String,
    /// Asked, milliseconds since 1970.
    #[ts(type = "number")]
    pub asked_ms: i64,
}

/// Places found by the words of their names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Places {
    /// Headings, the shortest first.
    pub headings: Vec<HeadingHit>,
    /// Figures, in document order.
    pub figures: Vec<LibraryFigure>,
    /// Questions and answers, the newest first.
    pub messages: Vec<MessageHit>,
}
