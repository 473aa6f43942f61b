//! States of a document on its way into the library.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What can be done with a document now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    /// Waits for a worker.
    Queued,
    /// Being read or structured.
    Working,
    /// Searchable by words and key terms; vectors are still being computed.
    Searchable,
    /// Everything is there.
    Ready,
    /// Needs a password.
    Locked,
    /// Could not be read; the reason stands beside it.
    Failed,
    /// Cancelled by the user.
    Cancelled,
}

/// Stage of the ingest job (design §9); drives progress, timing and logs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// In the queue.
    Queued,
    /// Opened in a worker.
    Opening,
    /// Pages are read.
    Parsing,
    /// Outline and segments are built.
    Structuring,
    /// Written to the lexical index.
    Indexing,
    /// Vectors are computed.
    Embedding,
    /// Done.
    Ready,
}

/// Progress of one document.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Progress {
    /// Stage.
    pub stage: Stage,
    /// Units done in this stage (pages while parsing, segments while embedding).
    pub done: u32,
    /// Units in all; 0 while unknown.
    pub total: u32,
}
