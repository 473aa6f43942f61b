//! What can go wrong with the lexical index.

use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenWriteError};
use waymark_core::{ErrorCode, WireError};

/// A failure of the lexical index. Nothing is lost by any of them: the index can be rebuilt from the library.
#[derive(Debug, thiserror::Error)]
pub enum LexicalError {
    /// A file or folder of the index could not be read or written.
    #[error("cannot use `{}`", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// Another process writes to this index.
    #[error("the lexical index `{}` is being written by another Waymark", path.display())]
    Busy {
        /// Index folder.
        path: PathBuf,
    },
    /// There is no usable index to read.
    #[error("there is no usable lexical index in `{}`: {reason}", path.display())]
    Unusable {
        /// Index folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A change was asked of an index opened for reading.
    #[error("the lexical index `{}` is open for reading only", path.display())]
    ReadOnly {
        /// Index folder.
        path: PathBuf,
    },
    /// tantivy failed.
    #[error("cannot {action} in the lexical index `{}`", path.display())]
    Index {
        /// Index folder.
        path: PathBuf,
        /// What was being done.
        action: &'static str,
        /// Cause.
        source: TantivyError,
    },
}

impl LexicalError {
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    pub(crate) fn index(path: &Path, action: &'static str, source: TantivyError) -> Self {
        match source {
            TantivyError::LockFailure(LockError::LockBusy, _) => Self::Busy { path: path.to_owned() },
            source => Self::Index { path: path.to_owned(), action, source },
        }
    }

    /// The error as it crosses the wire.
    #[must_use]
    pub fn wire(&self) -> WireError {
        let message = match std::error::Error::source(self) {
            Some(cause) => format!("{self}: {cause}"),
            None => self.to_string(),
        };
        if self.is_disk_full() {
            return WireError::new(ErrorCode::DiskFull, message).with_hint("free some space on that disk and try again");
        }
        match self {
            Self::Busy { .. } => WireError::new(ErrorCode::LibraryBusy, message)
                .with_hint("close the other Waymark, or choose another library folder"),
            Self::Unusable { .. } => WireError::new(ErrorCode::LibraryUnusable, message)
                .with_hint("open the library once with the Waymark window or `waymark-cli ingest`; the index is rebuilt then"),
            _ => WireError::new(ErrorCode::Internal, message),
        }
    }

    /// Whether the disk had no room left.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        let full = |error: &std::io::Error| error.kind() == std::io::ErrorKind::StorageFull;
        match self {
            Self::Io { source, .. } => full(source),
            Self::Index { source, .. } => match source {
                TantivyError::IoError(error) => full(error),
                TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => full(io_error),
                _ => false,
            },
            _ => false,
        }
    }
}
