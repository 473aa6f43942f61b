//! Linked folders.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::DocumentId;

use super::Rejected;

/// How a linked folder stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FolderState {
    /// Not looked through since the program was started.
    #[default]
    Waiting,
    /// Being looked through.
    Scanning,
    /// Looked through.
    Current,
    /// Not there at the moment: an unplugged drive, a folder that was moved.
    Missing,
    /// The last look failed.
    Failed,
}

/// A folder whose PDFs belong to the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FolderRow {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Absolute path.
    pub path: String,
    /// Ignore rules in the form of a `.gitignore`, one each.
    pub ignore: Vec<String>,
    /// State.
    pub state: FolderState,
    /// Why the last look failed, or why changes are not noticed at once.
    pub reason: Option<String>,
    /// New files are noticed at once; otherwise every few minutes.
    pub watched: bool,
    /// Documents of the library that lie in it.
    pub documents: u32,
    /// Documents that lay in it and are gone, or another content lies in their place.
    pub gone: Vec<DocumentId>,
    /// What could not be added or read.
    pub refused: Vec<Rejected>,
    /// Looked through last, milliseconds since 1970.
    #[ts(type = "number | null")]
    pub scanned_ms: Option<i64>,
}
