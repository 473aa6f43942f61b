//! What can go wrong with a library, and how that is told on the wire.

use std::error::Error;
use std::path::{Path, PathBuf};

use waymark_core::{ErrorCode, SegmentId, WireError};

/// A failure of the library on disk. Every variant names the path or value it is about.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder of the library could not be read or written.
    #[error("cannot use `{}`", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// Another process writes to this library.
    #[error("the library `{}` is in use by another Waymark{}", folder.display(), holder_note(*holder))]
    Busy {
        /// Library folder.
        folder: PathBuf,
        /// Its process id, where known.
        holder: Option<u32>,
    },
    /// There is no library to read.
    #[error("there is no library in `{}`", folder.display())]
    Missing {
        /// Library folder.
        folder: PathBuf,
    },
    /// Written by a newer Waymark.
    #[error("`{}` has schema version {found}, this Waymark knows up to {known}", path.display())]
    NewerSchema {
        /// Database.
        path: PathBuf,
        /// Version in the file.
        found: i64,
        /// Newest version known here.
        known: i64,
    },
    /// Written by an older Waymark and opened for reading only.
    #[error("`{}` has schema version {found}, version {known} is needed to read it", path.display())]
    OlderSchema {
        /// Database.
        path: PathBuf,
        /// Version in the file.
        found: i64,
        /// Version needed.
        known: i64,
    },
    /// The database file is damaged or no database.
    #[error("`{}` is damaged: {detail}", path.display())]
    Corrupt {
        /// Database.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// The schema could not be brought up to date.
    #[error("cannot bring `{}` up to date", path.display())]
    Migration {
        /// Database.
        path: PathBuf,
        /// Cause.
        source: sqlx::migrate::MigrateError,
    },
    /// A statement failed.
    #[error("cannot {action} in `{}`", path.display())]
    Database {
        /// Database.
        path: PathBuf,
        /// What was being done.
        action: &'static str,
        /// Cause.
        source: sqlx::Error,
    },
    /// A stored value could not be packed or unpacked.
    #[error("cannot {action} in `{}`: the value of `{what}` is not readable", path.display())]
    Encoding {
        /// Database.
        path: PathBuf,
        /// What was being done.
        action: &'static str,
        /// Column.
        what: &'static str,
        /// Cause.
        source: Box<dyn Error + Send + Sync>,
    },
    /// No such row.
    #[error("no {what} `{id}`")]
    NotFound {
        /// Noun.
        what: &'static str,
        /// Id asked for.
        id: i64,
    },
    /// A vector cannot be stored or searched with.
    #[error("the vector of {} cannot be used: {reason}", subject(*segment))]
    InvalidVector {
        /// Segment, `None` for a query.
        segment: Option<SegmentId>,
        /// Why.
        reason: String,
    },
    /// Vectors were given or asked for before an embedder was bound.
    #[error("no embedding model is bound to the library `{}`", folder.display())]
    NoEmbedder {
        /// Library folder.
        folder: PathBuf,
    },
    /// A change was asked of a library opened for reading.
    #[error("the library `{}` is open for reading only", folder.display())]
    ReadOnly {
        /// Library folder.
        folder: PathBuf,
    },
    /// A document has more segments than ids exist for.
    #[error("document `{document}` has {count} segments, at most {most} can be kept")]
    TooManySegments {
        /// Document.
        document: i64,
        /// Segments given.
        count: usize,
        /// Most allowed.
        most: usize,
    },
}

fn holder_note(holder: Option<u32>) -> String {
    holder.map(|pid| format!(" (process `{pid}`)")).unwrap_or_default()
}

fn subject(segment: Option<SegmentId>) -> String {
    segment.map_or_else(|| "the query".into(), |id| format!("segment `{id}`"))
}

impl StoreError {
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    /// The error as it crosses the wire: causes folded into one sentence, with a hint where the reader can act.
    #[must_use]
    pub fn wire(&self) -> WireError {
        let code = self.code();
        let error = WireError::new(code, sentence(self));
        match (code, self) {
            (ErrorCode::DiskFull, _) => {
                WireError::new(code, format!("the disk is full: {self}")).with_hint("free some space on that disk and try again")
            }
            (_, Self::Database { source, .. }) if is_read_only(source) => {
                WireError::new(code, format!("{self}: its folder may not be written")).with_hint(WRITABLE)
            }
            (_, Self::Io { source, .. }) if is_closed(source) => error.with_hint(WRITABLE),
            (ErrorCode::LibraryBusy, _) => error.with_hint("close the other Waymark, or choose another library folder"),
            (_, Self::NewerSchema { .. }) => error.with_hint("open it with the newer Waymark that wrote it"),
            (_, Self::OlderSchema { .. }) => error.with_hint("open it once with the Waymark window or `waymark-cli ingest`"),
            (_, Self::Corrupt { .. }) => error.with_hint(
                "put a `library.backup-*.sqlite` of the same folder in its place, or add the files anew in another folder",
            ),
            (_, Self::Missing { .. }) => error.with_hint("add files first, or name the right folder"),
            _ => error,
        }
    }

    fn code(&self) -> ErrorCode {
        match self {
            _ if self.is_disk_full() => ErrorCode::DiskFull,
            Self::Busy { .. } => ErrorCode::LibraryBusy,
            Self::Missing { .. } | Self::NotFound { .. } => ErrorCode::NotFound,
            Self::NewerSchema { .. } | Self::OlderSchema { .. } | Self::Corrupt { .. } | Self::Migration { .. } => {
                ErrorCode::LibraryUnusable
            }
            Self::Io { .. } => ErrorCode::LibraryUnusable,
            Self::Database { source, .. } if is_corrupt(source) || is_read_only(source) => ErrorCode::LibraryUnusable,
            _ => ErrorCode::Internal,
        }
    }

    /// Whether the disk had no room left.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Io { source, .. } => source.kind() == std::io::ErrorKind::StorageFull,
            Self::Database { source, .. } => is_full(source),
            Self::Migration { source: sqlx::migrate::MigrateError::Execute(source), .. } => is_full(source),
            _ => false,
        }
    }
}

/// The message with its causes, outermost first.
fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let part = inner.to_string();
        if !text.contains(&part) {
            text = format!("{text}: {part}");
        }
        cause = inner.source();
    }
    text
}

/// Primary SQLite result code of a failure (the low byte of the extended code).
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<i32>().ok().map(|code| code & 0xff)
}

fn is_full(error: &sqlx::Error) -> bool {
    const SQLITE_FULL: i32 = 13;
    match error {
        sqlx::Error::Io(source) => source.kind() == std::io::ErrorKind::StorageFull,
        _ => primary_code(error) == Some(SQLITE_FULL),
    }
}

/// What to do about a folder without permission to write. Reading it as it is would be unsafe: somebody else may be writing.
const WRITABLE: &str =
    "reading needs permission to write too: give yourself that for the library folder, or copy the folder to a place of your own";

fn is_read_only(error: &sqlx::Error) -> bool {
    const SQLITE_READONLY: i32 = 8;
    primary_code(error) == Some(SQLITE_READONLY)
}

fn is_closed(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem)
}

/// `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
pub(crate) fn is_corrupt(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(11 | 26))
}

/// A failure inside a statement, before the path and the action are known.
#[derive(Debug)]
pub(crate) enum Fault {
    /// SQL.
    Sql(sqlx::Error),
    /// Packing or unpacking of a column.
    Encoding { what: &'static str, source: Box<dyn Error + Send + Sync> },
    /// An error that is complete already.
    Whole(StoreError),
}

impl From<sqlx::Error> for Fault {
    fn from(source: sqlx::Error) -> Self {
        Self::Sql(source)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Whole(error)
    }
}

impl Fault {
    pub(crate) fn within(self, path: &Path, action: &'static str) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::Sql(source) => StoreError::Database { path, action, source },
            Self::Encoding { what, source } => StoreError::Encoding { path, action, what, source },
            Self::Whole(error) => error,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use std::path::Path;

    use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
    use waymark_core::ErrorCode;

    use super::{Fault, StoreError};
    use crate::{NewDocument, Store};

    #[tokio::test]
    async fn a_full_disk_is_told_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("small.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true).pragma("max_page_count", "4");
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
        sqlx::query("CREATE TABLE t (x BLOB)").execute(&pool).await.unwrap();
        let source = sqlx::query("INSERT INTO t VALUES (zeroblob(100000))").execute(&pool).await.unwrap_err();
        let error = Fault::from(source).within(&path, "save a document");
        assert!(error.is_disk_full(), "{error:?}");
        let wire = error.wire();
        assert_eq!(wire.code, ErrorCode::DiskFull);
        assert!(wire.message.starts_with("the disk is full: cannot save a document in `") && wire.hint.is_some(), "{wire:?}");
    }

    #[tokio::test]
    async fn a_folder_that_may_not_be_written_is_told_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("closed.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true).pragma("query_only", "1");
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
        let source = sqlx::query("CREATE TABLE t (x BLOB)").execute(&pool).await.unwrap_err();
        let wire = Fault::from(source).within(&path, "open the library").wire();
        assert_eq!(wire.code, ErrorCode::LibraryUnusable);
        assert!(wire.message.ends_with("its folder may not be written") && wire.hint.is_some(), "{wire:?}");
    }

    #[tokio::test]
    async fn a_library_goes_on_after_its_disk_was_full() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let writer = store.writer().unwrap();
        // SQLite takes this as the size that the file has already.
        sqlx::query("PRAGMA max_page_count = 1").fetch_one(writer).await.unwrap();
        let files = |count: usize| (0..count).map(file).collect::<Vec<_>>();
        let error = store.enqueue(files(2000), 1).await.unwrap_err();
        assert_eq!(error.wire().code, ErrorCode::DiskFull, "{error:?}");
        for _ in 0..3 {
            store.enqueue(files(1), 2).await.unwrap();
        }
        assert_eq!(store.document_rows().await.unwrap().len(), 1, "the change that failed left nothing");
        store.close().await;
    }

    fn file(number: usize) -> NewDocument {
        NewDocument {
            hash: format!("{number:064}"),
            path: format!("/books/{number}.pdf"),
            file_name: format!("{number}.pdf"),
            size: 1,
            modified_ms: 1,
        }
    }

    #[test]
    fn causes_are_folded_into_one_sentence() {
        let source = std::io::Error::new(std::io::ErrorKind::PermissionDenied, "not allowed");
        let wire = StoreError::io(Path::new("/books"), source).wire();
        assert_eq!((wire.code, wire.message.as_str()), (ErrorCode::LibraryUnusable, "cannot use `/books`: not allowed"));
        let busy = StoreError::Busy { folder: "/books".into(), holder: Some(42) }.wire();
        assert_eq!(busy.message, "the library `/books` is in use by another Waymark (process `42`)");
    }
}
