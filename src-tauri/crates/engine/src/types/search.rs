//! A search and what it found.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, Hit, SegmentKind};

use super::QueryAnalysis;

/// A search.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchRequest {
    /// Question.
    pub query: String,
    /// Most hits; 0 means the default.
    pub top_k: u32,
    /// Only these documents; empty means all.
    pub scope: Vec<DocumentId>,
    /// `hybrid` (default), `dense`, `lexical`, `keyword`.
    pub method: Option<String>,
    /// Fixed α; adaptive or default when absent.
    pub alpha: Option<f32>,
    /// Fixed β.
    pub beta: Option<f32>,
    /// Only passages of this kind.
    pub kind: Option<SegmentKind>,
}

/// Milliseconds by stage.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct SearchTimings {
    /// Embedding of the query.
    pub embed: f64,
    /// Vector route.
    pub dense: f64,
    /// BM25 route.
    pub lexical: f64,
    /// Whole search.
    pub total: f64,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchResponse {
    /// Question as searched.
    pub query: String,
    /// Ranked.
    pub hits: Vec<Hit>,
    /// Times.
    pub timings: SearchTimings,
    /// Documents in scope.
    pub documents: u32,
    /// Share of segments in scope that have vectors, 0..1.
    pub vectors: f32,
    /// How the question was understood.
    pub analysis: QueryAnalysis,
    /// What the reader should know before the hits: that the place asked for does not exist.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub note: Option<String>,
}
