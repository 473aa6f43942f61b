//! What can go wrong between a model folder and a vector.

use std::path::PathBuf;

use waymark_core::{ErrorCode, ModelError, WireError};

/// What a reader can do about a missing or altered runtime file.
pub const MEND_HINT: &str = "run `cargo xtask fetch` in a source checkout, or install Waymark again";

/// An embedding model could not be loaded or did not answer.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// A file is not there.
    #[error("the file `{}` is missing", path.display())]
    Missing {
        /// Which.
        path: PathBuf,
    },
    /// A file is there and cannot be read.
    #[error("the file `{}` cannot be read", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A file is not the one that the registry names.
    #[error("the file `{}` was altered: its SHA-256 is `{found}`, expected `{expected}`", path.display())]
    Altered {
        /// Which.
        path: PathBuf,
        /// Hash in the registry, hex.
        expected: String,
        /// Hash found, hex.
        found: String,
    },
    /// ONNX Runtime is not a library that can be loaded here.
    #[error("ONNX Runtime cannot be loaded from `{}`", path.display())]
    Library {
        /// Path tried.
        path: PathBuf,
        /// Why.
        #[source]
        source: ort::LoadDynamicError,
    },
    /// ONNX Runtime does not start.
    #[error("ONNX Runtime does not start")]
    Environment(#[source] ort::Error),
    /// The model file is not a model that works.
    #[error("the model in `{}` cannot be loaded", path.display())]
    Model {
        /// Folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: fastembed::Error,
    },
    /// The tokenizer file is not a tokenizer.
    #[error("the tokenizer `{}` cannot be loaded: {message}", path.display())]
    Tokenizer {
        /// File.
        path: PathBuf,
        /// Why.
        message: String,
    },
    /// No such model.
    #[error("no embedding model `{name}` is known; known are {}", known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))]
    UnknownModel {
        /// Name asked for.
        name: String,
        /// Names in the registry.
        known: Vec<String>,
    },
    /// The registry is not what it should be.
    #[error("the model registry {origin} is malformed")]
    Registry {
        /// File in backticks, or "built in".
        origin: String,
        /// Why.
        #[source]
        source: toml::de::Error,
    },
    /// A run failed.
    #[error("embedding {texts} texts failed")]
    Run {
        /// Texts in the batch.
        texts: usize,
        /// Why.
        #[source]
        source: fastembed::Error,
    },
    /// A run gave vectors of a length that the registry does not name.
    #[error("the model gives vectors of {found} numbers, expected {expected}")]
    Dimensions {
        /// Length found.
        found: usize,
        /// Length in the registry.
        expected: usize,
    },
}

/// The message of an error with those of its sources, joined by colons.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        source = inner.source();
    }
    text
}

impl From<&EmbedError> for WireError {
    fn from(error: &EmbedError) -> Self {
        match error {
            EmbedError::UnknownModel { .. } => Self::new(ErrorCode::InvalidInput, chain(error)),
            EmbedError::Registry { .. } | EmbedError::Run { .. } | EmbedError::Dimensions { .. } => {
                Self::new(ErrorCode::Internal, chain(error))
            }
            _ => Self::new(ErrorCode::RuntimeMissing, chain(error)).with_hint(MEND_HINT),
        }
    }
}

impl From<EmbedError> for WireError {
    fn from(error: EmbedError) -> Self {
        Self::from(&error)
    }
}

impl From<EmbedError> for ModelError {
    fn from(error: EmbedError) -> Self {
        Self { message: chain(&error) }
    }
}
