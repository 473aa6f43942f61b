//! The error that crosses the wire. A code exists only if the window or the command line acts on it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of error, for the caller to act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request makes no sense (empty question, unknown option).
    InvalidInput,
    /// No such document, page, file or model.
    NotFound,
    /// The document needs a password.
    PasswordNeeded,
    /// The file is damaged or no PDF.
    Unreadable,
    /// Another Waymark has this library open for writing.
    LibraryBusy,
    /// The library cannot be opened as it is (newer version, corrupt).
    LibraryUnusable,
    /// A runtime file (PDFium, ONNX Runtime, model) is missing or altered.
    RuntimeMissing,
    /// Nothing listens where Ollama should.
    OllamaAbsent,
    /// Ollama has no such model, or none at all.
    ModelMissing,
    /// The model does not fit in memory or did not load.
    ModelFailed,
    /// Too long for the model's context even after cutting.
    TooLong,
    /// Ollama is busy or stalled; try again.
    OllamaBusy,
    /// No space left.
    DiskFull,
    /// Stopped by the user.
    Cancelled,
    /// A fault of ours.
    Internal,
}

/// `{code, message, hint?}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error, TS)]
#[error("{message}")]
pub struct WireError {
    /// Kind.
    pub code: ErrorCode,
    /// What failed, on which value. One sentence, values in backticks, no final full stop.
    pub message: String,
    /// What the reader can do.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub hint: Option<String>,
}

impl WireError {
    /// An error without a hint.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    /// The same with a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorCode, WireError};

    #[test]
    fn the_wire_form_is_pinned() {
        let plain = WireError::new(ErrorCode::NotFound, "no document `7`");
        assert_eq!(serde_json::to_string(&plain).ok().as_deref(), Some(r#"{"code":"not_found","message":"no document `7`"}"#));
        let hinted = plain.with_hint("see the list");
        assert_eq!(
            serde_json::to_string(&hinted).ok().as_deref(),
            Some(r#"{"code":"not_found","message":"no document `7`","hint":"see the list"}"#)
        );
    }
}
