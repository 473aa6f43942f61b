//! Requests that exist only on the wire; everything else is a type of the engine.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, SegmentId};
use waymark_engine::types::Formatter;

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

/// One page of a document.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct PageRequest {
    /// Document.
    pub id: DocumentId,
    /// Page, from 1.
    pub page: u32,
}

/// Words to look for in one document.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FindRequest {
    /// Document.
    pub id: DocumentId,
    /// Words.
    pub query: String,
    /// Page to begin with, from 1.
    pub from: u32,
}

/// Words to look for.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct QueryRequest {
    /// Words.
    pub query: String,
}

/// A new collection.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CollectionAddRequest {
    /// Name.
    pub name: String,
    /// Documents to put in.
    pub documents: Vec<DocumentId>,
}

/// New name of a collection.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CollectionRenameRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Name.
    pub name: String,
}

/// One collection.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct CollectionRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
}

/// Documents into and out of a collection.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CollectionChangeRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// To put in.
    pub add: Vec<DocumentId>,
    /// To take out.
    pub remove: Vec<DocumentId>,
}

/// A model of Ollama.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ModelRequest {
    /// Name with or without tag.
    pub model: String,
}

/// Summarise a document.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EnrichRequest {
    /// Document.
    pub id: DocumentId,
    /// Model name; the setting when absent.
    pub model: Option<String>,
}

/// A saved question.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct QuestionRequest {
    /// Id.
    pub qid: String,
}

/// A model file to make a model of.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ImportRequest {
    /// Path of the GGUF file.
    pub path: String,
    /// Name that the model gets.
    pub model: String,
}

/// A document and how its outline is to be found.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct FormatRequest {
    /// Document.
    pub id: DocumentId,
    /// Formatter.
    pub formatter: Formatter,
}

/// Link a folder.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FolderLinkRequest {
    /// The folder.
    pub path: String,
    /// Ignore rules in the form of a `.gitignore`, one each.
    pub ignore: Vec<String>,
}

/// Set the ignore rules of a linked folder.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FolderChangeRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Ignore rules in the form of a `.gitignore`, one each.
    pub ignore: Vec<String>,
}

/// One linked folder.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct FolderRequest {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
}
