//! Requests that exist only on the wire; everything else is a type of the engine.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, SegmentId};

/// One document.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct DocumentRequest {
    /// Id.
    pub id: DocumentId,
}

/// Several documents.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DocumentsRequest {
    /// Ids.
    pub ids: Vec<DocumentId>,
}

/// Several passages.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SegmentsRequest {
    /// Ids.
    pub segments: Vec<SegmentId>,
}

/// Try a document again.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RetryRequest {
    /// Id.
    pub id: DocumentId,
    /// Password for a locked document; kept in memory only.
    pub password: Option<String>,
}

/// Pause or go on.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct PauseRequest {
    /// Whether ingest shall rest.
    pub paused: bool,
}

/// Stop an answer.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct StopRequest {
    /// Stream number from the start of the answer.
    #[ts(type = "number")]
    pub stream: u64,
}

/// One conversation.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct ConversationRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
}

/// New title of a conversation.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RenameRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Title; blank is refused.
    pub title: String,
}
