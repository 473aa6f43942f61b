//! What can fail in the engine, and how it is told on the wire.

use waymark_core::{ErrorCode, WireError};

/// An error of the engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The library database.
    #[error(transparent)]
    Store(#[from] waymark_store::StoreError),
    /// The word index.
    #[error(transparent)]
    Lexical(#[from] waymark_lexical::LexicalError),
    /// A PDF.
    #[error(transparent)]
    Pdf(#[from] waymark_pdf::PdfError),
    /// The embedding model.
    #[error("the vectors cannot be computed: {0}")]
    Embedding(String),
    /// Already in the form of the wire.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// A background task ended without a result.
    #[error("the task `{task}` ended without a result: {reason}")]
    Task {
        /// Which task.
        task: &'static str,
        /// What the runtime says.
        reason: String,
    },
}

impl EngineError {
    /// An error of bad input.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::Wire(WireError::new(ErrorCode::InvalidInput, message))
    }

    /// Something named that is not there.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::Wire(WireError::new(ErrorCode::NotFound, message))
    }
}

impl From<EngineError> for WireError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Store(error) => error.wire(),
            EngineError::Lexical(error) => error.wire(),
            EngineError::Pdf(error) => error.to_wire(),
            EngineError::Wire(error) => error,
            EngineError::Embedding(_) | EngineError::Task { .. } => WireError::new(ErrorCode::Internal, error.to_string()),
        }
    }
}

/// Runs blocking work off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(
    task: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, EngineError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| EngineError::Task { task, reason: error.to_string() })
}
