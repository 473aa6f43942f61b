//! What can go wrong with a PDF, named with its file and page.

use std::io;
use std::path::PathBuf;

use waymark_core::error::{ErrorCode, WireError};

/// An error of reading or drawing a PDF. Pages are indices from 0 in the fields and numbers from 1 in the messages.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The worker process ended by itself: PDFium crashed.
    #[error("the PDF worker crashed{} `{}` ({status})", place(*.page), .path.display())]
    WorkerCrashed {
        /// File.
        path: PathBuf,
        /// Page being read, `None` while opening.
        page: Option<u32>,
        /// How the process ended.
        status: String,
    },
    /// A page took longer than allowed; the worker was stopped.
    #[error("page {} of `{}` took longer than {seconds} s", .page + 1, .path.display())]
    PageTimeout {
        /// File.
        path: PathBuf,
        /// Page being read.
        page: u32,
        /// The limit.
        seconds: f64,
    },
    /// Opening took longer than allowed; the worker was stopped.
    #[error("opening `{}` took longer than {seconds} s", .path.display())]
    OpenTimeout {
        /// File.
        path: PathBuf,
        /// The limit.
        seconds: f64,
    },
    /// The worker took more memory than allowed and was stopped.
    #[error("the PDF worker took {} MB of memory{} `{}`", .bytes / 1_000_000, place(*.page), .path.display())]
    MemoryLimit {
        /// File.
        path: PathBuf,
        /// Page being read, `None` while opening.
        page: Option<u32>,
        /// Resident memory when it was stopped.
        bytes: u64,
    },
    /// The file is encrypted and no password was given.
    #[error("`{}` needs a password", .path.display())]
    PasswordNeeded {
        /// File.
        path: PathBuf,
    },
    /// The file is encrypted and the password does not open it.
    #[error("the password does not open `{}`", .path.display())]
    WrongPassword {
        /// File.
        path: PathBuf,
    },
    /// Encrypted in a way that PDFium cannot undo.
    #[error("`{}` is protected in a way that cannot be opened here", .path.display())]
    UnknownProtection {
        /// File.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("`{}` is not a PDF", .path.display())]
    NotAPdf {
        /// File.
        path: PathBuf,
    },
    /// The file has no bytes.
    #[error("`{}` is empty (0 bytes)", .path.display())]
    Empty {
        /// File.
        path: PathBuf,
    },
    /// A PDF so damaged that it does not open.
    #[error("`{}` is damaged and could not be repaired", .path.display())]
    Damaged {
        /// File.
        path: PathBuf,
    },
    /// The document has no such page.
    #[error("`{}` has no page {} that can be shown", .path.display(), .page + 1)]
    NoSuchPage {
        /// File.
        path: PathBuf,
        /// Page asked for.
        page: u32,
    },
    /// A page could not be drawn.
    #[error("page {} of `{}` could not be drawn: {reason}", .page + 1, .path.display())]
    Render {
        /// File.
        path: PathBuf,
        /// Page asked for.
        page: u32,
        /// Why.
        reason: String,
    },
    /// The file could not be read.
    #[error("`{}` could not be read", .path.display())]
    Io {
        /// File.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The PDFium library is missing or unusable.
    #[error("the PDFium library `{}` could not be loaded: {reason}", .path.display())]
    Library {
        /// Library file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The worker process could not be started.
    #[error("the PDF worker `{}` could not be started", .executable.display())]
    Start {
        /// Program that was to be run.
        executable: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The worker of this document is gone after an earlier error, or the program is closing.
    #[error("`{}` is closed after an earlier error", .path.display())]
    Closed {
        /// File.
        path: PathBuf,
    },
}

impl PdfError {
    /// Whether a (different) password would help.
    #[must_use]
    pub fn wants_password(&self) -> bool {
        matches!(self, Self::PasswordNeeded { .. } | Self::WrongPassword { .. })
    }

    /// What the reader can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::PasswordNeeded { .. } => Some("give the password of the file"),
            Self::WrongPassword { .. } => Some("try another password"),
            Self::Damaged { .. } => Some("get the file again, or print it to a new PDF with another program"),
            Self::Library { .. } => Some("run `cargo xtask fetch`, or install Waymark again"),
            Self::Io { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
                Some("check the permissions of the file")
            }
            _ => None,
        }
    }

    /// The form that crosses the wire.
    #[must_use]
    pub fn to_wire(&self) -> WireError {
        let code = match self {
            Self::PasswordNeeded { .. } | Self::WrongPassword { .. } => ErrorCode::PasswordNeeded,
            Self::NoSuchPage { .. } => ErrorCode::NotFound,
            Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => ErrorCode::NotFound,
            Self::Library { .. } => ErrorCode::RuntimeMissing,
            Self::Start { .. } | Self::Closed { .. } => ErrorCode::Internal,
            _ => ErrorCode::Unreadable,
        };
        let message = match self {
            Self::Io { source, .. } | Self::Start { source, .. } => format!("{self}: {source}"),
            _ => self.to_string(),
        };
        let wire = WireError::new(code, message);
        match self.hint() {
            Some(hint) => wire.with_hint(hint),
            None => wire,
        }
    }
}

fn place(page: Option<u32>) -> String {
    page.map_or_else(|| " while opening".to_owned(), |page| format!(" at page {} of", page + 1))
}

#[cfg(test)]
mod tests {
    use super::PdfError;

    #[test]
    fn messages_name_file_and_page_from_one() {
        let error = PdfError::WorkerCrashed { path: "a.pdf".into(), page: Some(4), status: "signal 11".into() };
        assert_eq!(error.to_string(), "the PDF worker crashed at page 5 of `a.pdf` (signal 11)");
        let error = PdfError::MemoryLimit { path: "a.pdf".into(), page: None, bytes: 700_000_000 };
        assert_eq!(error.to_string(), "the PDF worker took 700 MB of memory while opening `a.pdf`");
    }
}
