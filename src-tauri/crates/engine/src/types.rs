//! What the engine takes and gives: plain values that also cross the wire to the window.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{
    AnswerMode, Citation, DocumentFacts, DocumentHealth, DocumentId, DocumentState, EmbedderIdentity, ErrorCode, PageHealth,
    Progress, PromptMeter, Rect, Scheme, Sentence,
};

mod about;
mod analysis;
mod collection;
mod enrichment;
mod figure;
mod finding;
mod folder;
mod format;
mod laboratory;
mod reader;
mod search;
mod settings;

pub use about::{LicenceText, PullState};
pub use analysis::{MeantDocument, QueryAnalysis};
pub use collection::{CollectionRow, DocumentEdit, FactEdit, PathCount};
pub use enrichment::{DocumentSummaries, EnrichWhen, EnrichmentState, EnrichmentStatus, SectionSummary};
pub use figure::{FigureRow, LibraryFigure};
pub use finding::{HeadingHit, MessageHit, Places};
pub use folder::{FolderRow, FolderState};
pub use format::{FormatEstimate, FormatProgress, FormatState, Formatter};
pub use laboratory::{ExpectedPage, NamedFigure, QuestionFigures, RunFigures, RunReport, SaveQuestion, SavedQuestion};
pub use reader::{FindResponse, PageWord, TextMatch};
pub use search::{SearchRequest, SearchResponse, SearchTimings};
pub use settings::Settings;

/// Whether the file of a document still is the one that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FileState {
    /// It is, or nothing is known to the contrary (a drive that does not answer).
    #[default]
    Here,
    /// Another content lies at its place.
    Changed,
    /// Nothing lies at its place any more.
    Gone,
}

/// The file behind a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct DocumentFile {
    /// State.
    pub state: FileState,
    /// The document that holds what lies at its place now.
    pub replaced_by: Option<DocumentId>,
}

/// A document as listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentRow {
    /// Id.
    pub id: DocumentId,
    /// Title.
    pub title: String,
    /// File name as first added.
    pub file_name: String,
    /// Where the file lies.
    pub path: String,
    /// Other paths with the same content.
    pub duplicates: Vec<String>,
    /// Bytes.
    #[ts(type = "number")]
    pub size: u64,
    /// SHA-256 of the content, hex.
    pub hash: String,
    /// State.
    pub state: DocumentState,
    /// Progress while it is being worked on.
    pub progress: Option<Progress>,
    /// Why it failed or is locked.
    pub reason: Option<String>,
    /// Pages.
    pub pages: u32,
    /// Segments.
    pub segments: u32,
    /// Segments that have vectors.
    pub vectors: u32,
    /// Page classes.
    pub health: PageHealth,
    /// Facts.
    pub facts: DocumentFacts,
    /// Confidence of the outline, 0..1.
    pub confidence: f32,
    /// Added, milliseconds since 1970.
    #[ts(type = "number")]
    pub added_ms: i64,
    /// What could not be read, in words.
    pub warnings: Vec<String>,
    /// Health report; absent until it was read, and for documents read by an older version.
    pub report: Option<DocumentHealth>,
    /// Title, facts or key terms were set by the reader.
    pub edited: bool,
    /// Whether its file still is the one that was read, as of the last listing.
    pub file: DocumentFile,
}

/// A node of the outline as shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OutlineNode {
    /// Section index.
    pub section: u32,
    /// Parent's section index.
    pub parent: Option<u32>,
    /// Depth from 1; the document itself is not listed.
    pub level: u8,
    /// Title.
    pub title: String,
    /// Page, from 1.
    pub page: u32,
    /// Printed page label.
    pub page_label: Option<String>,
    /// Last page, from 1.
    pub last_page: u32,
    /// Evidence names.
    pub evidence: Vec<String>,
    /// 0..1.
    pub confidence: f32,
    /// Where the heading is printed.
    pub rects: Vec<Rect>,
}

/// Size and label of a page, for the reader's layout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PageSize {
    /// Width of the unrotated page, points.
    pub width: f32,
    /// Height of the unrotated page, points.
    pub height: f32,
    /// Clockwise rotation for display: 0, 90, 180, 270.
    pub rotation: u16,
    /// Printed label.
    pub label: Option<String>,
}

/// A document with what the reader needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentDetail {
    /// Row of the list.
    pub row: DocumentRow,
    /// Outline, document order.
    pub outline: Vec<OutlineNode>,
    /// Pages, in order.
    pub pages: Vec<PageSize>,
    /// Formatter that built the outline: `native`, `assisted` or `full`.
    pub formatter: String,
    /// The outline is doubtful: a language model may be worth the time.
    pub format_advised: bool,
}

/// Paths to add.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AddRequest {
    /// Files or folders (recursive).
    pub paths: Vec<String>,
}

/// A path that was not added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Rejected {
    /// Path.
    pub path: String,
    /// Kind of refusal.
    pub code: ErrorCode,
    /// Reason in words.
    pub reason: String,
}

/// What became of an [`AddRequest`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct AddReport {
    /// New documents, queued.
    pub added: Vec<DocumentId>,
    /// Already there under the same content (ids).
    pub known: Vec<DocumentId>,
    /// Not added.
    pub rejected: Vec<Rejected>,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct AskRequest {
    /// Question.
    pub question: String,
    /// Conversation to continue; a new one when absent.
    #[ts(type = "number | null")]
    pub conversation: Option<i64>,
    /// Only these documents; empty means all.
    pub scope: Vec<DocumentId>,
    /// How to answer.
    pub mode: AnswerMode,
    /// Model name; the setting when absent.
    pub model: Option<String>,
    /// How a model goes about it; the setting when absent.
    #[serde(default)]
    #[ts(optional)]
    pub scheme: Option<Scheme>,
}

/// A conversation as listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConversationRow {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Title (first question until renamed).
    pub title: String,
    /// Last change, milliseconds since 1970.
    #[ts(type = "number")]
    pub updated_ms: i64,
    /// Questions asked.
    pub turns: u32,
}

/// One question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Turn {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Question.
    pub question: String,
    /// Verified sentences; empty while unanswered.
    pub sentences: Vec<Sentence>,
    /// Sources.
    pub citations: Vec<Citation>,
    /// Whether the library seems to hold the answer.
    pub found: bool,
    /// Stopped or broken off.
    pub stopped: bool,
    /// Warnings.
    pub warnings: Vec<String>,
    /// How it was made.
    pub mode: AnswerMode,
    /// Model used.
    pub model: Option<String>,
    /// Milliseconds in all.
    pub total_ms: f64,
    /// Asked, milliseconds since 1970.
    #[ts(type = "number")]
    pub asked_ms: i64,
    /// How the model went about it; absent for quotations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scheme: Option<Scheme>,
    /// Where the tokens of the prompt went; absent for quotations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub meter: Option<PromptMeter>,
}

/// A conversation with its turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Conversation {
    /// Row.
    pub row: ConversationRow,
    /// Turns, oldest first.
    pub turns: Vec<Turn>,
}

/// The library as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryStatus {
    /// Folder.
    pub folder: String,
    /// Documents in all.
    pub documents: u32,
    /// Of these ready.
    pub ready: u32,
    /// Failed or locked.
    pub failed: u32,
    /// Waiting or being worked on.
    pub pending: u32,
    /// Pages in all.
    pub pages: u32,
    /// Segments.
    pub segments: u32,
    /// Segments that have vectors.
    pub vectors: u32,
    /// Bytes of the database.
    #[ts(type = "number")]
    pub database_bytes: u64,
    /// Bytes of the lexical index.
    #[ts(type = "number")]
    pub lexical_bytes: u64,
    /// Embedding model of the index.
    pub embedder: Option<EmbedderIdentity>,
    /// Ingest is paused.
    pub paused: bool,
    /// What is missing for full function (model files absent, …), in words.
    pub problems: Vec<String>,
}

/// A local model as listed by Ollama.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelRow {
    /// Name with tag.
    pub name: String,
    /// Bytes.
    #[ts(type = "number")]
    pub size: u64,
    /// `8B`, where known.
    pub parameters: Option<String>,
    /// `Q4_K_M`, where known.
    pub quantization: Option<String>,
}

/// Ollama as found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OllamaStatus {
    /// Address tried.
    pub host: String,
    /// Answers.
    pub running: bool,
    /// An `ollama` program is on this machine.
    pub installed: bool,
    /// Version.
    pub version: Option<String>,
    /// Local models that can chat.
    pub models: Vec<ModelRow>,
    /// Why it could not be used, in words.
    pub problem: Option<String>,
}

/// Broadcast to every window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum LibraryEvent {
    /// A document's row changed (state, progress, facts).
    Document {
        /// New row.
        row: Box<DocumentRow>,
    },
    /// Gone.
    Removed {
        /// Id.
        id: DocumentId,
    },
    /// Something behind these cache tags changed.
    Invalidate {
        /// Tags: `library`, `documents`, `conversations`, `settings`.
        tags: Vec<String>,
    },
}
