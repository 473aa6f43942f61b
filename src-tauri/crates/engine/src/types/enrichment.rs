//! Summaries made in the background: what there is, and how far the making of more is.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DigestOrigin, DocumentId, WireError};

/// When documents are summarised without being asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EnrichWhen {
    /// Never.
    #[default]
    Off,
    /// While nothing is read and nothing is asked.
    WhenIdle,
}

/// How far the summaries of one document are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EnrichmentState {
    /// Document.
    pub document: DocumentId,
    /// Its title.
    pub title: String,
    /// Model; absent until it was found.
    pub model: Option<String>,
    /// Steps that are done: sections, key terms, passages.
    pub done: u32,
    /// Steps in all; 0 until they were counted.
    pub total: u32,
    /// About how long the rest takes; absent until a step was timed.
    pub seconds_left: Option<u32>,
    /// Being worked on, not only waiting for its turn.
    pub running: bool,
    /// Resting because an answer is being generated.
    pub paused: bool,
    /// Summaries that were refused and replaced by sentences of the text, in this run.
    pub replaced: u32,
    /// Ended, well or not.
    pub ended: bool,
    /// Why it broke off.
    pub error: Option<WireError>,
}

/// The making of summaries as a whole.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct EnrichmentStatus {
    /// Documents being worked on, waiting or ended since the start, oldest first.
    pub jobs: Vec<EnrichmentState>,
    /// Slices of summaries that wait for their vectors.
    pub pending_vectors: u32,
}

/// What a model made of a section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SectionSummary {
    /// Section index; 0 is the document.
    pub section: u32,
    /// Heading.
    pub title: String,
    /// Depth; 0 is the document.
    pub level: u8,
    /// Page, from 1.
    pub page: u32,
    /// Terms and short phrases.
    pub key_points: Vec<String>,
    /// One paragraph. Generated text: it leads to passages and is never cited.
    pub summary: String,
    /// Who wrote it.
    pub origin: DigestOrigin,
    /// Model that was asked.
    pub model: String,
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub made_ms: i64,
    /// Made by another model or prompt than would be used now, or of another text.
    pub stale: bool,
}

/// All that models made of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentSummaries {
    /// Summaries in document order, that of the document first; sections without one are left out.
    pub sections: Vec<SectionSummary>,
    /// Sections with text that have none.
    pub missing: u32,
    /// Passages with a summary.
    pub passages: u32,
    /// Passages long enough to have one.
    pub long_passages: u32,
    /// Key terms that a model named; neither the reader's nor those that rules found.
    pub terms: Vec<String>,
    /// Model that named them.
    pub terms_model: Option<String>,
}
