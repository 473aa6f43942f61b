//! Documents: one row per content hash, with every path at which that content was seen.

use std::collections::HashMap;

use sqlx::FromRow;
use waymark_core::{DocumentFacts, DocumentHealth, DocumentId, DocumentInfo, DocumentState, PageHealth, Stage};

use crate::codec::{self, unsigned};
use crate::error::{Fault, StoreError};
use crate::{Result, Store};

/// A document as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentRecord {
    /// Id.
    pub id: DocumentId,
    /// SHA-256 of the content, hex.
    pub hash: String,
    /// Path as first added.
    pub path: String,
    /// Other paths with the same content, sorted.
    pub duplicates: Vec<String>,
    /// File name as first added.
    pub file_name: String,
    /// Bytes.
    pub size: u64,
    /// Title; the file name until it was read.
    pub title: String,
    /// State.
    pub state: DocumentState,
    /// Stage it is in or will be in next.
    pub stage: Stage,
    /// Why it failed or is locked.
    pub reason: Option<String>,
    /// Pages.
    pub pages: u32,
    /// Segments.
    pub segments: u32,
    /// Segments that have a vector of the bound embedder (of the active one when none is bound).
    pub vectors: u32,
    /// Title, facts and keywords.
    pub facts: DocumentFacts,
    /// Page classes.
    pub health: PageHealth,
    /// Confidence of the outline, 0..1.
    pub confidence: f32,
    /// What could not be read, in words.
    pub warnings: Vec<String>,
    /// Health report; absent before it was read, and for documents read by a version without one.
    pub report: Option<DocumentHealth>,
    /// What the PDF says about itself.
    pub info: Option<DocumentInfo>,
    /// Version of the structure rules it was built with; 0 before it was.
    pub structure_version: u32,
    /// Title, facts or keywords were set by the reader.
    pub edited: bool,
    /// Added, milliseconds since 1970.
    pub added_ms: i64,
    /// Last change, milliseconds since 1970.
    pub updated_ms: i64,
}

/// The library in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Documents in all.
    pub documents: u32,
    /// Of these ready.
    pub ready: u32,
    /// Searchable by words, vectors still missing.
    pub searchable: u32,
    /// Failed or locked.
    pub failed: u32,
    /// Waiting or being worked on.
    pub pending: u32,
    /// Pages.
    pub pages: u32,
    /// Segments.
    pub segments: u32,
    /// Segments with a vector of the bound embedder.
    pub vectors: u32,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    hash: String,
    path: String,
    file_name: String,
    size: i64,
    title: String,
    state: String,
    stage: String,
    reason: Option<String>,
    page_count: i64,
    segment_count: i64,
    vector_count: i64,
    facts: String,
    health: String,
    confidence: f64,
    warnings: String,
    report: Option<String>,
    info: Option<String>,
    structure_version: i64,
    edited: bool,
    added_ms: i64,
    updated_ms: i64,
}

impl Row {
    #[allow(clippy::cast_possible_truncation)]
    fn record(self, duplicates: Vec<String>) -> std::result::Result<DocumentRecord, Fault> {
        Ok(DocumentRecord {
            id: DocumentId(self.id),
            hash: self.hash,
            path: self.path,
            duplicates,
            file_name: self.file_name,
            size: self.size.unsigned_abs(),
            title: self.title,
            state: codec::named("documents.state", self.state)?,
            stage: codec::named("documents.stage", self.stage)?,
            reason: self.reason,
            pages: unsigned(self.page_count),
            segments: unsigned(self.segment_count),
            vectors: unsigned(self.vector_count),
            facts: codec::from_json("documents.facts", &self.facts)?,
            health: codec::from_json("documents.health", &self.health)?,
            confidence: self.confidence as f32,
            warnings: codec::from_json("documents.warnings", &self.warnings)?,
            report: self.report.map(|report| codec::from_json("documents.report", &report)).transpose()?,
            info: self.info.map(|info| codec::from_json("documents.info", &info)).transpose()?,
            structure_version: unsigned(self.structure_version),
            edited: self.edited,
            added_ms: self.added_ms,
            updated_ms: self.updated_ms,
        })
    }
}

impl Store {
    /// All documents, in id order.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn document_rows(&self) -> Result<Vec<DocumentRecord>> {
        const ACTION: &str = "list the documents";
        let mut reader = self.reader().await?;
        let embedder = self.slot_or_active(&mut reader).await.map_err(self.failed(ACTION))?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT d.*, COALESCE(v.vectors, 0) AS vector_count, \
             EXISTS (SELECT 1 FROM document_edits e WHERE e.document = d.id) AS edited FROM documents d \
             LEFT JOIN document_vectors v ON v.document = d.id AND v.embedder = ? ORDER BY d.id",
        )
        .bind(embedder)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let pairs: Vec<(i64, String)> = sqlx::query_as(
            "SELECT p.document, p.path FROM document_paths p JOIN documents d ON d.id = p.document \
             WHERE p.path <> d.path ORDER BY p.document, p.path",
        )
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let mut duplicates: HashMap<i64, Vec<String>> = HashMap::new();
        for (document, path) in pairs {
            duplicates.entry(document).or_default().push(path);
        }
        rows.into_iter()
            .map(|row| {
                let others = duplicates.remove(&row.id).unwrap_or_default();
                row.record(others)
            })
            .collect::<std::result::Result<_, _>>()
            .map_err(self.failed(ACTION))
    }

    /// One document.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn document(&self, document: DocumentId) -> Result<DocumentRecord> {
        const ACTION: &str = "read a document";
        let mut reader = self.reader().await?;
        let embedder = self.slot_or_active(&mut reader).await.map_err(self.failed(ACTION))?;
        let row: Option<Row> = sqlx::query_as(
            "SELECT d.*, COALESCE(v.vectors, 0) AS vector_count, \
             EXISTS (SELECT 1 FROM document_edits e WHERE e.document = d.id) AS edited FROM documents d \
             LEFT JOIN document_vectors v ON v.document = d.id AND v.embedder = ? WHERE d.id = ?",
        )
        .bind(embedder)
        .bind(document.0)
        .fetch_optional(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let row = row.ok_or(StoreError::NotFound { what: "document", id: document.0 })?;
        let duplicates: Vec<String> =
            sqlx::query_scalar("SELECT path FROM document_paths WHERE document = ? AND path <> ? ORDER BY path")
                .bind(document.0)
                .bind(&row.path)
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed(ACTION))?;
        row.record(duplicates).map_err(self.failed(ACTION))
    }

    /// The library in numbers.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn totals(&self) -> Result<Totals> {
        const ACTION: &str = "count the documents";
        let mut reader = self.reader().await?;
        let embedder = self.slot_or_active(&mut reader).await.map_err(self.failed(ACTION))?;
        let counts: (i64, i64, i64, i64, i64, i64, i64) = sqlx::query_as(
            "SELECT COUNT(*), COALESCE(SUM(state = 'ready'), 0), COALESCE(SUM(state = 'searchable'), 0), \
             COALESCE(SUM(state IN ('failed', 'locked')), 0), COALESCE(SUM(state IN ('queued', 'working')), 0), \
             COALESCE(SUM(page_count), 0), COALESCE(SUM(segment_count), 0) FROM documents",
        )
        .fetch_one(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let vectors: i64 = sqlx::query_scalar("SELECT COALESCE(SUM(vectors), 0) FROM document_vectors WHERE embedder = ?")
            .bind(embedder)
            .fetch_one(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        let (documents, ready, searchable, failed, pending, pages, segments) = counts;
        Ok(Totals {
            documents: unsigned(documents),
            ready: unsigned(ready),
            searchable: unsigned(searchable),
            failed: unsigned(failed),
            pending: unsigned(pending),
            pages: unsigned(pages),
            segments: unsigned(segments),
            vectors: unsigned(vectors),
        })
    }
}
