//! Segments: the passages that are searched, with where they stand.

use sqlx::{FromRow, SqliteConnection};
use waymark_core::{DocumentId, Locator, Segment, SegmentId, SegmentKind};

use crate::codec::{self, unsigned};
use crate::error::{Fault, StoreError};
use crate::{Result, Store};

const ORDINAL_BITS: u32 = 20;

/// Most segments a document can have.
pub const MAX_SEGMENTS: usize = 1 << ORDINAL_BITS;

/// The id of a segment: document in the upper bits, ordinal in the lower 20. It is the same in every run that gives the
/// document the same id, and sorting by it sorts by (document, ordinal).
#[must_use]
pub fn segment_id(document: DocumentId, ordinal: u32) -> SegmentId {
    SegmentId((document.0 << ORDINAL_BITS) | i64::from(ordinal))
}

/// The document of a segment id.
#[must_use]
pub fn document_of(segment: SegmentId) -> DocumentId {
    DocumentId(segment.0 >> ORDINAL_BITS)
}

/// The ordinal of a segment id.
#[must_use]
pub fn ordinal_of(segment: SegmentId) -> u32 {
    unsigned(segment.0 & ((1 << ORDINAL_BITS) - 1))
}

/// The ids that segments of a document can have.
pub(crate) fn id_range(document: DocumentId) -> (i64, i64) {
    let first = document.0 << ORDINAL_BITS;
    (first, first | ((1 << ORDINAL_BITS) - 1))
}

/// A segment with its id and document.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSegment {
    /// Id.
    pub id: SegmentId,
    /// Document.
    pub document: DocumentId,
    /// Content.
    pub segment: Segment,
}

/// What a ranking looks at of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Id.
    pub id: SegmentId,
    /// Document.
    pub document: DocumentId,
    /// Position in the document.
    pub ordinal: u32,
    /// Section index.
    pub section: u32,
    /// Kind.
    pub kind: SegmentKind,
    /// Titles from document to section.
    pub path: Vec<String>,
    /// Text.
    pub text: String,
    /// First page, from 0.
    pub page: u32,
}

/// A segment that waits for its vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingSegment {
    /// Id.
    pub id: SegmentId,
    /// Cascading metadata.
    pub metadata: String,
    /// What is embedded beside it.
    pub embedding_text: String,
}

#[derive(FromRow)]
struct CandidateRow {
    id: i64,
    document: i64,
    ordinal: i64,
    section: i64,
    kind: String,
    path: String,
    text: String,
    locators: Vec<u8>,
}

impl CandidateRow {
    fn candidate(self) -> std::result::Result<Candidate, Fault> {
        let first: Option<Locator> = codec::unpack_first("segments.locators", &self.locators)?;
        Ok(Candidate {
            id: SegmentId(self.id),
            document: DocumentId(self.document),
            ordinal: unsigned(self.ordinal),
            section: unsigned(self.section),
            kind: codec::named("segments.kind", self.kind)?,
            path: codec::from_json("segments.path", &self.path)?,
            text: self.text,
            page: first.map_or(0, |locator| locator.page),
        })
    }
}

#[derive(FromRow)]
pub(crate) struct Row {
    id: i64,
    document: i64,
    ordinal: i64,
    section: i64,
    kind: String,
    path: String,
    text: String,
    metadata: String,
    embedding_text: Option<String>,
    lexical_text: Option<String>,
    locators: Vec<u8>,
    lines: Vec<u8>,
}

impl Row {
    fn stored(self) -> std::result::Result<StoredSegment, Fault> {
        let segment = Segment {
            ordinal: unsigned(self.ordinal),
            section: unsigned(self.section),
            kind: codec::named("segments.kind", self.kind)?,
            path: codec::from_json("segments.path", &self.path)?,
            metadata: self.metadata,
            embedding_text: self.embedding_text.unwrap_or_else(|| self.text.clone()),
            lexical_text: self.lexical_text.unwrap_or_else(|| self.text.clone()),
            text: self.text,
            locators: codec::unpack("segments.locators", &self.locators)?,
            lines: codec::unpack("segments.lines", &self.lines)?,
        };
        Ok(StoredSegment { id: SegmentId(self.id), document: DocumentId(self.document), segment })
    }
}

pub(crate) fn stored(rows: Vec<Row>) -> std::result::Result<Vec<StoredSegment>, Fault> {
    rows.into_iter().map(Row::stored).collect()
}

impl Store {
    /// The segments with these ids, in the order asked for; ids that are gone are left out.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn segments_by_ids(&self, ids: &[SegmentId]) -> Result<Vec<StoredSegment>> {
        const ACTION: &str = "read segments";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as("SELECT s.* FROM json_each(?) j JOIN segments s ON s.id = j.value ORDER BY j.key")
            .bind(codec::id_list(ids.iter().map(|id| id.0)))
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        stored(rows).map_err(self.failed(ACTION))
    }

    /// What a ranking looks at of these segments, in no order; ids that are gone are left out. Printed lines and the texts of the
    /// indexes, which make up most of a segment, are not read.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn candidates(&self, ids: &[SegmentId]) -> Result<Vec<Candidate>> {
        const ACTION: &str = "read candidates";
        let mut reader = self.reader().await?;
        let rows: Vec<CandidateRow> = sqlx::query_as(
            "SELECT id, document, ordinal, section, kind, path, text, locators FROM segments \
             WHERE id IN (SELECT value FROM json_each(?))",
        )
        .bind(codec::id_list(ids.iter().map(|id| id.0)))
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        rows.into_iter().map(CandidateRow::candidate).collect::<std::result::Result<_, _>>().map_err(self.failed(ACTION))
    }

    /// The segments of the same document at most `hops` before and after a segment, itself included, in document order.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn neighbours(&self, segment: SegmentId, hops: u32) -> Result<Vec<StoredSegment>> {
        const ACTION: &str = "read neighbouring segments";
        let (first, last) = id_range(document_of(segment));
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM segments WHERE id BETWEEN ? AND ? ORDER BY id")
            .bind((segment.0 - i64::from(hops)).max(first))
            .bind((segment.0 + i64::from(hops)).min(last))
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        stored(rows).map_err(self.failed(ACTION))
    }

    /// All segments of a document in document order.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn segments_of(&self, document: DocumentId) -> Result<Vec<StoredSegment>> {
        const ACTION: &str = "read the segments of a document";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM segments WHERE document = ? ORDER BY ordinal")
            .bind(document.0)
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        stored(rows).map_err(self.failed(ACTION))
    }

    /// How many segments the documents of a scope have (all documents without one).
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn segment_count(&self, scope: Option<&[DocumentId]>) -> Result<u64> {
        let mut reader = self.reader().await?;
        let ids = scope.map(|scope| codec::id_list(scope.iter().map(|id| id.0)));
        let count: i64 = sqlx::query_scalar(
            "SELECT COALESCE(SUM(segment_count), 0) FROM documents \
             WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1))",
        )
        .bind(ids)
        .fetch_one(&mut *reader)
        .await
        .map_err(self.failed("count the segments"))?;
        Ok(count.unsigned_abs())
    }
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    document: DocumentId,
    segments: &[Segment],
) -> std::result::Result<Vec<SegmentId>, Fault> {
    if segments.len() > MAX_SEGMENTS {
        let error = StoreError::TooManySegments { document: document.0, count: segments.len(), most: MAX_SEGMENTS };
        return Err(error.into());
    }
    let mut ids = Vec::with_capacity(segments.len());
    for segment in segments {
        let id = segment_id(document, segment.ordinal);
        sqlx::query(
            "INSERT INTO segments (id, document, ordinal, section, kind, path, text, metadata, embedding_text, lexical_text, \
             locators, lines) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(id.0)
        .bind(document.0)
        .bind(segment.ordinal)
        .bind(segment.section)
        .bind(codec::name("segments.kind", &segment.kind)?)
        .bind(codec::json("segments.path", &segment.path)?)
        .bind(&segment.text)
        .bind(&segment.metadata)
        .bind((segment.embedding_text != segment.text).then_some(&segment.embedding_text))
        .bind((segment.lexical_text != segment.text).then_some(&segment.lexical_text))
        .bind(codec::pack("segments.locators", &segment.locators)?)
        .bind(codec::pack("segments.lines", &segment.lines)?)
        .execute(&mut *connection)
        .await?;
        ids.push(id);
    }
    Ok(ids)
}
