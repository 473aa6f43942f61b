//! Formatters: what a run would cost, and how far one is.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, WireError};

/// How the heading tree of a document is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Formatter {
    /// By geometry, fonts, numbers, bookmarks and printed contents; no model.
    #[default]
    Native,
    /// A language model judges the lines that these leave in doubt.
    Assisted,
    /// A language model writes each window as Markdown, of which the headings count.
    Full,
}

impl Formatter {
    /// Name on the wire and in the library.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Assisted => "assisted",
            Self::Full => "full",
        }
    }
}

/// What a run of a formatter on a document would take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FormatEstimate {
    /// Document.
    pub document: DocumentId,
    /// Formatter.
    pub formatter: Formatter,
    /// Model that would be asked.
    pub model: String,
    /// Windows of the document.
    pub windows: u32,
    /// Of these given to the model; the others hold nothing that is in doubt.
    pub asked: u32,
    /// Replies that are there already from a former run.
    pub kept: u32,
    /// Lines in doubt.
    pub doubtful: u32,
    /// Headings cannot be told by their style in this document.
    pub damaged: bool,
    /// Tokens that the model would read.
    #[ts(type = "number")]
    pub tokens_in: u64,
    /// Tokens that it would write.
    #[ts(type = "number")]
    pub tokens_out: u64,
    /// Minutes, kept replies not counted.
    pub minutes: f32,
    /// The minutes rest on what this model took before; otherwise on an assumption.
    pub measured: bool,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct FormatProgress {
    /// Window that is being looked at, from 1.
    pub window: u32,
    /// Windows in all.
    pub windows: u32,
    /// Seconds left.
    pub seconds_left: u32,
    /// The seconds rest on what the model took so far; otherwise on an assumption.
    pub measured: bool,
}

/// A run on a document, going on or ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FormatState {
    /// Document.
    pub document: DocumentId,
    /// Formatter.
    pub formatter: Formatter,
    /// Model; empty before it was found.
    pub model: String,
    /// How far it is.
    pub progress: FormatProgress,
    /// Ended, well or not.
    pub ended: bool,
    /// Windows whose reply could not be used; they stay native.
    pub refused: u32,
    /// Headings before, and after a run that ended well.
    pub headings: Option<(u32, u32)>,
    /// Why it broke off; finished windows are kept.
    pub error: Option<WireError>,
}
