//! Slices of summaries with their vectors (MacRAG 1.3, 1.4): what a passage can be found through besides itself.
//!
//! Found here, a slice only names its passage. The rows are few beside the segments' vectors and are searched in SQL.

use sqlx::SqliteConnection;
use waymark_core::{DocumentId, SegmentId};

use crate::codec::{self, unsigned};
use crate::error::Fault;
use crate::segments::id_range;
use crate::vectors::{blob, unit};
use crate::{Result, Store};

/// A stretch of a summary; `start` and `stop` are bytes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub stop: usize,
    /// The stretch.
    pub text: String,
}

/// A slice that waits for its vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingSlice {
    /// Id.
    pub id: i64,
    /// Cascading metadata of the passage it leads to.
    pub metadata: String,
    /// What is embedded beside it.
    pub text: String,
}

/// A slice near a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundSlice {
    /// The passage it leads to.
    pub segment: SegmentId,
    /// The section that was summarised; `None` for a summary of the passage itself.
    pub section: Option<u32>,
    /// Cosine.
    pub score: f32,
}

impl Store {
    /// Up to `limit` slices without a vector of the bound embedder, oldest first.
    ///
    /// # Errors
    /// [`crate::StoreError::NoEmbedder`], or when SQLite fails.
    pub async fn pending_slices(&self, limit: u32) -> Result<Vec<PendingSlice>> {
        let slot = self.bound()?;
        let mut reader = self.reader().await?;
        let rows: Vec<(i64, String, String)> = sqlx::query_as(
            "SELECT u.id, s.metadata, u.text FROM summary_slices u JOIN segments s ON s.id = u.segment \
             WHERE NOT EXISTS (SELECT 1 FROM summary_vectors v WHERE v.slice = u.id AND v.embedder = ?) ORDER BY u.id LIMIT ?",
        )
        .bind(slot.id)
        .bind(limit)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed("list slices without vectors"))?;
        Ok(rows.into_iter().map(|(id, metadata, text)| PendingSlice { id, metadata, text }).collect())
    }

    /// How many slices lack a vector of the bound (else the active) embedder.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn pending_slice_count(&self) -> Result<u32> {
        const ACTION: &str = "count slices without vectors";
        let mut reader = self.reader().await?;
        let embedder = self.slot_or_active(&mut reader).await.map_err(self.failed(ACTION))?;
        let count: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM summary_slices u \
             WHERE NOT EXISTS (SELECT 1 FROM summary_vectors v WHERE v.slice = u.id AND v.embedder = ?)",
        )
        .bind(embedder)
        .fetch_one(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        Ok(unsigned(count))
    }

    /// Stores vectors of slices by the bound embedder, scaled to length 1; those of slices that are gone are dropped silently.
    ///
    /// # Errors
    /// As [`Store::put_vectors`].
    pub async fn put_slice_vectors(&self, vectors: &[(i64, &[f32])]) -> Result<()> {
        const ACTION: &str = "store vectors of slices";
        let slot = self.bound()?;
        let blobs: Vec<(i64, Vec<u8>)> =
            vectors.iter().map(|(id, vector)| Ok((*id, blob(&unit(vector, slot.dimensions, None)?)))).collect::<Result<_>>()?;
        let mut change = self.change(ACTION).await?;
        for (id, blob) in blobs {
            sqlx::query(
                "INSERT INTO summary_vectors (slice, embedder, vector) SELECT id, ?2, ?3 FROM summary_slices WHERE id = ?1 \
                 ON CONFLICT (slice, embedder) DO UPDATE SET vector = excluded.vector",
            )
            .bind(id)
            .bind(slot.id)
            .bind(blob)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// The `k` slices of highest cosine to a query vector within a scope, best first, ties by passage; none without slices.
    ///
    /// # Errors
    /// As [`Store::search_vectors`].
    pub async fn search_slices(&self, query: &[f32], k: usize, scope: Option<&[DocumentId]>) -> Result<Vec<FoundSlice>> {
        const ACTION: &str = "search the slices";
        let slot = self.bound()?;
        let mut reader = self.reader().await?;
        let any: Option<i64> = sqlx::query_scalar("SELECT 1 FROM summary_vectors LIMIT 1")
            .fetch_optional(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        if any.is_none() {
            return Ok(Vec::new());
        }
        let rows: Vec<(i64, Option<i64>, f64)> = sqlx::query_as(
            "SELECT u.segment, u.section, vec_distance_cosine(v.vector, ?1) AS distance FROM summary_vectors v \
             JOIN summary_slices u ON u.id = v.slice WHERE v.embedder = ?2 \
             AND (?3 IS NULL OR (SELECT s.document FROM segments s WHERE s.id = u.segment) IN (SELECT value FROM json_each(?3))) \
             ORDER BY distance, u.segment, u.id LIMIT ?4",
        )
        .bind(blob(&unit(query, slot.dimensions, None)?))
        .bind(slot.id)
        .bind(scope.map(|scope| codec::id_list(scope.iter().map(|id| id.0))))
        .bind(i64::try_from(k).unwrap_or(i64::MAX))
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        #[allow(clippy::cast_possible_truncation)]
        let found = |(segment, section, distance): (i64, Option<i64>, f64)| FoundSlice {
            segment: SegmentId(segment),
            section: section.map(unsigned),
            score: (1.0 - distance) as f32,
        };
        Ok(rows.into_iter().map(found).collect())
    }
}

pub(crate) async fn replace_of_segment(
    connection: &mut SqliteConnection,
    segment: SegmentId,
    slices: &[Slice],
) -> std::result::Result<(), Fault> {
    sqlx::query("DELETE FROM summary_slices WHERE segment = ? AND section IS NULL")
        .bind(segment.0)
        .execute(&mut *connection)
        .await?;
    insert(connection, segment, None, slices).await
}

pub(crate) async fn replace_of_section(
    connection: &mut SqliteConnection,
    document: DocumentId,
    section: u32,
    passage: Option<SegmentId>,
    slices: &[Slice],
) -> std::result::Result<(), Fault> {
    let (first, last) = id_range(document);
    sqlx::query("DELETE FROM summary_slices WHERE segment BETWEEN ? AND ? AND section = ?")
        .bind(first)
        .bind(last)
        .bind(section)
        .execute(&mut *connection)
        .await?;
    match passage {
        Some(passage) => insert(connection, passage, Some(section), slices).await,
        None => Ok(()),
    }
}

async fn insert(
    connection: &mut SqliteConnection,
    segment: SegmentId,
    section: Option<u32>,
    slices: &[Slice],
) -> std::result::Result<(), Fault> {
    for slice in slices {
        sqlx::query(
            "INSERT INTO summary_slices (segment, section, start, stop, text) SELECT id, ?2, ?3, ?4, ?5 FROM segments WHERE id = ?1",
        )
        .bind(segment.0)
        .bind(section)
        .bind(i64::try_from(slice.start).unwrap_or(i64::MAX))
        .bind(i64::try_from(slice.stop).unwrap_or(i64::MAX))
        .bind(&slice.text)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
