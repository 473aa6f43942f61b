//! Segments by what they hold: the figures of a document, and tables and figures by their printed number.

use sqlx::FromRow;
use waymark_core::{DocumentId, SegmentId, SegmentKind};

use crate::segments::{Row, StoredSegment, stored};
use crate::{Result, Store, codec};

/// So many characters at the start of a passage may hold the number of its caption.
const CAPTION_START: i64 = 40;

#[derive(FromRow)]
struct Id {
    id: i64,
}

impl Store {
    /// The figures of a document in document order.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn figures_of(&self, document: DocumentId) -> Result<Vec<StoredSegment>> {
        const ACTION: &str = "read the figures of a document";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM segments WHERE document = ? AND kind = 'figure' ORDER BY ordinal")
            .bind(document.0)
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        stored(rows).map_err(self.failed(ACTION))
    }

    /// All segments of one kind in a scope (all documents without one), by id.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn segments_of_kind(&self, kind: SegmentKind, scope: Option<&[DocumentId]>) -> Result<Vec<SegmentId>> {
        const ACTION: &str = "list segments of one kind";
        let mut reader = self.reader().await?;
        let rows: Vec<Id> = sqlx::query_as(
            "SELECT id FROM segments WHERE kind = ?1 AND (?2 IS NULL OR document IN (SELECT value FROM json_each(?2))) \
             ORDER BY id",
        )
        .bind(codec::name("segments.kind", &kind).map_err(self.failed(ACTION))?)
        .bind(scope.map(|scope| codec::id_list(scope.iter().map(|id| id.0))))
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        Ok(rows.into_iter().map(|row| SegmentId(row.id)).collect())
    }

    /// Segments of one kind in a scope whose first words hold `number` (small letters); more than are meant (`12` for `2`), by id.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn segments_numbered(
        &self,
        kind: SegmentKind,
        number: &str,
        scope: Option<&[DocumentId]>,
    ) -> Result<Vec<StoredSegment>> {
        const ACTION: &str = "look up a numbered table or figure";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT * FROM segments WHERE kind = ?1 AND instr(lower(substr(text, 1, ?2)), ?3) > 0 \
             AND (?4 IS NULL OR document IN (SELECT value FROM json_each(?4))) ORDER BY id",
        )
        .bind(codec::name("segments.kind", &kind).map_err(self.failed(ACTION))?)
        .bind(CAPTION_START)
        .bind(number)
        .bind(scope.map(|scope| codec::id_list(scope.iter().map(|id| id.0))))
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        stored(rows).map_err(self.failed(ACTION))
    }
}
