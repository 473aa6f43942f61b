//! Files on their way in: content hashes to documents, paths to content.

use sqlx::SqliteConnection;
use waymark_core::DocumentId;

use crate::error::Fault;
use crate::{Result, Store};

/// A file to be taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDocument {
    /// SHA-256 of the content, hex.
    pub hash: String,
    /// Where the file lies.
    pub path: String,
    /// Its name.
    pub file_name: String,
    /// Bytes.
    pub size: u64,
    /// Last change of the file, milliseconds since 1970.
    pub modified_ms: i64,
}

/// What became of a [`NewDocument`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enqueued {
    /// Path as given.
    pub path: String,
    /// Document that holds its content.
    pub document: DocumentId,
    /// Whether it was made now; otherwise the content was there already.
    pub new: bool,
}

/// A path at which the content of a document was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathRecord {
    /// Path.
    pub path: String,
    /// Document.
    pub document: DocumentId,
    /// Bytes at that time.
    pub size: u64,
    /// Last change of the file at that time, milliseconds since 1970.
    pub modified_ms: i64,
}

impl Store {
    /// Puts files into the queue in one transaction, in sorted path order, so that ids do not depend on how the paths were
    /// found. Content that is there already only gains a path; content that was removed once is wanted again.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing was added.
    pub async fn enqueue(&self, mut files: Vec<NewDocument>, now_ms: i64) -> Result<Vec<Enqueued>> {
        const ACTION: &str = "add documents";
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut change = self.change(ACTION).await?;
        let mut report = Vec::with_capacity(files.len());
        for file in files {
            let enqueued = enqueue_one(&mut change, file, now_ms).await.map_err(self.failed(ACTION))?;
            report.push(enqueued);
        }
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(report)
    }

    /// The document with this content hash.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn document_by_hash(&self, hash: &str) -> Result<Option<DocumentId>> {
        let mut reader = self.reader().await?;
        let id: Option<i64> = sqlx::query_scalar("SELECT id FROM documents WHERE hash = ?")
            .bind(hash)
            .fetch_optional(&mut *reader)
            .await
            .map_err(self.failed("find a document"))?;
        Ok(id.map(DocumentId))
    }

    /// Every path seen with size and time of change, sorted: a file that matches need not be hashed again.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn known_paths(&self) -> Result<Vec<PathRecord>> {
        let mut reader = self.reader().await?;
        let rows: Vec<(String, i64, i64, i64)> =
            sqlx::query_as("SELECT path, document, size, modified_ms FROM document_paths ORDER BY path")
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed("list the paths"))?;
        Ok(rows
            .into_iter()
            .map(|(path, document, size, modified_ms)| PathRecord {
                path,
                document: DocumentId(document),
                size: size.unsigned_abs(),
                modified_ms,
            })
            .collect())
    }
}

async fn enqueue_one(connection: &mut SqliteConnection, file: NewDocument, now_ms: i64) -> std::result::Result<Enqueued, Fault> {
    let size = i64::try_from(file.size).unwrap_or(i64::MAX);
    let known: Option<i64> =
        sqlx::query_scalar("SELECT id FROM documents WHERE hash = ?").bind(&file.hash).fetch_optional(&mut *connection).await?;
    let new = known.is_none();
    let id = match known {
        Some(id) => id,
        None => insert_document(connection, &file, size, now_ms).await?,
    };
    // A path whose content changed belongs to the new content from now on.
    sqlx::query(
        "INSERT INTO document_paths (path, document, file_name, size, modified_ms, added_ms) VALUES (?, ?, ?, ?, ?, ?) \
         ON CONFLICT (path) DO UPDATE SET document = excluded.document, file_name = excluded.file_name, \
         size = excluded.size, modified_ms = excluded.modified_ms",
    )
    .bind(&file.path)
    .bind(id)
    .bind(&file.file_name)
    .bind(size)
    .bind(file.modified_ms)
    .bind(now_ms)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM unwanted WHERE hash = ?").bind(&file.hash).execute(&mut *connection).await?;
    Ok(Enqueued { path: file.path, document: DocumentId(id), new })
}

async fn insert_document(
    connection: &mut SqliteConnection,
    file: &NewDocument,
    size: i64,
    now_ms: i64,
) -> std::result::Result<i64, sqlx::Error> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO documents (hash, path, file_name, size, title, state, stage, added_ms, updated_ms) \
         VALUES (?, ?, ?, ?, ?, 'queued', 'queued', ?, ?) RETURNING id",
    )
    .bind(&file.hash)
    .bind(&file.path)
    .bind(&file.file_name)
    .bind(size)
    .bind(&file.file_name)
    .bind(now_ms)
    .bind(now_ms)
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query("INSERT INTO jobs (document, finished, created_ms, updated_ms) VALUES (?, 'queued', ?, ?)")
        .bind(id)
        .bind(now_ms)
        .bind(now_ms)
        .execute(&mut *connection)
        .await?;
    Ok(id)
}
