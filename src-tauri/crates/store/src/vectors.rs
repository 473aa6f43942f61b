//! Vectors: stored as sqlite-vec blobs, searched exactly, the scope applied before the cut.
//!
//! The rows are the truth. For speed they are mirrored in memory, document by document, each mirror stamped with the number of
//! its last change: as they are up to 100,000 or so, where eight-bit copies only save looking at every row, and in eight bits alone
//! above that, where the best by the copies are compared again by the rows. When a library is too large even for that, the same search runs in SQL through `vec_distance_cosine`.

mod copies;
mod matrix;

use std::collections::BTreeSet;

use sqlx::SqliteConnection;
use waymark_core::{DocumentId, SegmentId};

use crate::embedders::Slot;
use crate::error::{Fault, StoreError};
use crate::segments::{PendingSegment, document_of, id_range};
use crate::store::{bump, counter};
use crate::{Result, Store, codec};

pub(crate) use matrix::MatrixCache;
use matrix::{Limits, Precision, Snapshot};

/// So many times the hits asked for are taken by the eight-bit copies, and at least [`LEAST_COARSE`].
const OVERSAMPLING: usize = 3;
const LEAST_COARSE: usize = 100;

/// How far the vectors are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VectorProgress {
    /// Segments with a vector of the bound embedder.
    pub done: u64,
    /// Segments in all.
    pub total: u64,
}

impl VectorProgress {
    /// 0..1; 1 for an empty library.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn share(&self) -> f32 {
        if self.total == 0 { 1.0 } else { self.done as f32 / self.total as f32 }
    }
}

impl Store {
    /// Stores vectors of the bound embedder in one transaction, scaled to length 1, replacing older ones. Vectors of segments
    /// that were deleted meanwhile are dropped silently.
    ///
    /// # Errors
    /// [`StoreError::InvalidVector`] for a wrong length, a number that is not finite or a vector of zeros (nothing is stored
    /// then), [`StoreError::NoEmbedder`], or when SQLite fails.
    pub async fn put_vectors(&self, vectors: &[(SegmentId, &[f32])]) -> Result<()> {
        const ACTION: &str = "store vectors";
        let slot = self.bound()?;
        let blobs: Vec<(SegmentId, Vec<u8>)> = vectors
            .iter()
            .map(|(id, vector)| Ok((*id, blob(&unit(vector, slot.dimensions, Some(*id))?))))
            .collect::<Result<_>>()?;
        let mut change = self.change(ACTION).await?;
        let mut touched = BTreeSet::new();
        for (id, blob) in blobs {
            sqlx::query(
                "INSERT INTO vectors (segment, embedder, vector) SELECT id, ?2, ?3 FROM segments WHERE id = ?1 \
                 ON CONFLICT (segment, embedder) DO UPDATE SET vector = excluded.vector",
            )
            .bind(id.0)
            .bind(slot.id)
            .bind(blob)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
            touched.insert(document_of(id));
        }
        let stamp = bump(&mut change, "vectors").await.map_err(self.failed(ACTION))?;
        for document in touched {
            recount(&mut change, document, slot.id, stamp).await.map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// Up to `limit` segments without a vector of the bound embedder, in (document, ordinal) order.
    ///
    /// # Errors
    /// [`StoreError::NoEmbedder`], or when SQLite fails.
    pub async fn pending_segments(&self, limit: u32) -> Result<Vec<PendingSegment>> {
        const ACTION: &str = "list segments without vectors";
        let slot = self.bound()?;
        let mut reader = self.reader().await?;
        // CROSS JOIN keeps SQLite from starting at the segments: most documents are complete and are skipped whole.
        let rows: Vec<(i64, String, String)> = sqlx::query_as(
            "SELECT s.id, s.metadata, COALESCE(s.embedding_text, s.text) FROM documents d \
             LEFT JOIN document_vectors v ON v.document = d.id AND v.embedder = ?1 \
             CROSS JOIN segments s ON s.document = d.id \
             WHERE d.segment_count > COALESCE(v.vectors, 0) \
             AND NOT EXISTS (SELECT 1 FROM vectors x WHERE x.segment = s.id AND x.embedder = ?1) \
             ORDER BY d.id, s.ordinal LIMIT ?2",
        )
        .bind(slot.id)
        .bind(limit)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let pending = |(id, metadata, embedding_text)| PendingSegment { id: SegmentId(id), metadata, embedding_text };
        Ok(rows.into_iter().map(pending).collect())
    }

    /// How many segments of a scope (of the library without one) have a vector of the bound embedder; none without an embedder.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn vector_progress(&self, scope: Option<&[DocumentId]>) -> Result<VectorProgress> {
        const ACTION: &str = "count the vectors";
        let mut reader = self.reader().await?;
        let embedder = self.slot_or_active(&mut reader).await.map_err(self.failed(ACTION))?;
        let (total, done): (i64, i64) = sqlx::query_as(
            "SELECT COALESCE(SUM(d.segment_count), 0), COALESCE(SUM(v.vectors), 0) FROM documents d \
             LEFT JOIN document_vectors v ON v.document = d.id AND v.embedder = ?1 \
             WHERE ?2 IS NULL OR d.id IN (SELECT value FROM json_each(?2))",
        )
        .bind(embedder)
        .bind(scope.map(|scope| codec::id_list(scope.iter().map(|id| id.0))))
        .fetch_one(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        Ok(VectorProgress { done: done.unsigned_abs(), total: total.unsigned_abs() })
    }

    /// The vectors of a document's segments by the bound embedder, in ordinal order; unit length. Segments without one are left out.
    ///
    /// # Errors
    /// [`StoreError::NoEmbedder`], or when SQLite fails.
    pub async fn vectors_of(&self, document: DocumentId) -> Result<Vec<(SegmentId, Vec<f32>)>> {
        let slot = self.bound()?;
        let (first, last) = id_range(document);
        let mut reader = self.reader().await?;
        let rows: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("SELECT segment, vector FROM vectors WHERE segment BETWEEN ? AND ? AND embedder = ? ORDER BY segment")
                .bind(first)
                .bind(last)
                .bind(slot.id)
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed("read the vectors of a document"))?;
        Ok(numbers(rows, &slot))
    }

    /// The `k` segments of highest cosine to a query vector within a scope, best first, ties by (document, ordinal); exact, but
    /// for libraries that are searched by eight-bit copies first (the scores are exact even then). Nothing without a bound embedder's vectors.
    ///
    /// # Errors
    /// [`StoreError::InvalidVector`], [`StoreError::NoEmbedder`], or when SQLite fails.
    pub async fn search_vectors(&self, query: &[f32], k: usize, scope: Option<&[DocumentId]>) -> Result<Vec<(SegmentId, f32)>> {
        const ACTION: &str = "search the vectors";
        let slot = self.bound()?;
        let query = unit(query, slot.dimensions, None)?;
        let snapshot = {
            let mut cache = self.matrix().lock().await;
            let mut reader = self.reader().await?;
            let present = counter(&mut reader, "vectors").await.map_err(self.failed(ACTION))?;
            cache.refresh(&mut reader, &slot, present).await.map_err(self.failed(ACTION))?
        };
        let Some(Snapshot { matrices, precision }) = snapshot else {
            return self.search_vectors_in_sql(&query, k, scope).await;
        };
        let scope: Option<BTreeSet<DocumentId>> = scope.map(|scope| scope.iter().copied().collect());
        let many = if precision == Precision::Exact { k } else { k.saturating_mul(OVERSAMPLING).max(LEAST_COARSE) };
        let asked = query.clone();
        let search = move || matrix::search(&matrices, &asked, many, scope.as_ref());
        let failed = |error: tokio::task::JoinError| self.failed(ACTION)(Fault::Sql(sqlx::Error::Io(error.into())));
        let found = tokio::task::spawn_blocking(search).await.map_err(failed)?;
        if precision == Precision::Exact {
            return Ok(found);
        }
        let rows = self.vectors_by_ids(&found.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), &slot).await?;
        Ok(matrix::rescore(&query, rows.into_iter(), k))
    }

    /// The vectors of these segments; those that are gone are left out.
    async fn vectors_by_ids(&self, ids: &[SegmentId], slot: &Slot) -> Result<Vec<(SegmentId, Vec<f32>)>> {
        let mut reader = self.reader().await?;
        let rows: Vec<(i64, Vec<u8>)> = sqlx::query_as(
            "SELECT v.segment, v.vector FROM json_each(?) j JOIN vectors v ON v.segment = j.value AND v.embedder = ?",
        )
        .bind(codec::id_list(ids.iter().map(|id| id.0)))
        .bind(slot.id)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed("read vectors"))?;
        Ok(numbers(rows, slot))
    }

    /// Sets how many bytes of vectors may be kept in memory as they are, and how many in eight bits above that; a library that
    /// fits neither is searched in SQL. The copies are made anew at the next search.
    pub async fn limit_vector_memory(&self, exact: u64, coarse: u64) {
        self.matrix().lock().await.limit(Limits { exact, coarse });
    }

    /// The same search in SQL, over the stored rows, through sqlite-vec: slower, without a copy in memory.
    ///
    /// # Errors
    /// As [`Store::search_vectors`].
    pub async fn search_vectors_in_sql(
        &self,
        query: &[f32],
        k: usize,
        scope: Option<&[DocumentId]>,
    ) -> Result<Vec<(SegmentId, f32)>> {
        let slot = self.bound()?;
        let query = blob(&unit(query, slot.dimensions, None)?);
        let mut reader = self.reader().await?;
        let rows = in_sql(&mut reader, &slot, query, k, scope).await.map_err(self.failed("search the vectors"))?;
        #[allow(clippy::cast_possible_truncation)]
        let hit = |(id, distance): (i64, f64)| (SegmentId(id), (1.0 - distance) as f32);
        Ok(rows.into_iter().map(hit).collect())
    }
}

fn numbers(rows: Vec<(i64, Vec<u8>)>, slot: &Slot) -> Vec<(SegmentId, Vec<f32>)> {
    let vector = |(id, blob): (i64, Vec<u8>)| Some((SegmentId(id), matrix::vector_of(&blob, slot.dimensions)?.collect()));
    rows.into_iter().filter_map(vector).collect()
}

async fn in_sql(
    connection: &mut SqliteConnection,
    slot: &Slot,
    query: Vec<u8>,
    k: usize,
    scope: Option<&[DocumentId]>,
) -> std::result::Result<Vec<(i64, f64)>, sqlx::Error> {
    let limit = i64::try_from(k).unwrap_or(i64::MAX);
    let Some(scope) = scope else {
        return sqlx::query_as(
            "SELECT segment, vec_distance_cosine(vector, ?) AS distance FROM vectors WHERE embedder = ? \
             ORDER BY distance, segment LIMIT ?",
        )
        .bind(query)
        .bind(slot.id)
        .bind(limit)
        .fetch_all(connection)
        .await;
    };
    sqlx::query_as(
        "SELECT v.segment, vec_distance_cosine(v.vector, ?) AS distance \
         FROM (SELECT DISTINCT value AS document FROM json_each(?)) j \
         CROSS JOIN segments s ON s.document = j.document \
         CROSS JOIN vectors v ON v.segment = s.id AND v.embedder = ? \
         ORDER BY distance, v.segment LIMIT ?",
    )
    .bind(query)
    .bind(codec::id_list(scope.iter().map(|id| id.0)))
    .bind(slot.id)
    .bind(limit)
    .fetch_all(connection)
    .await
}

async fn recount(
    connection: &mut SqliteConnection,
    document: DocumentId,
    embedder: i64,
    stamp: i64,
) -> std::result::Result<(), sqlx::Error> {
    let (first, last) = id_range(document);
    sqlx::query(
        "INSERT INTO document_vectors (document, embedder, vectors, stamp) \
         SELECT d.id, ?2, (SELECT COUNT(*) FROM vectors WHERE segment BETWEEN ?4 AND ?5 AND embedder = ?2), ?3 \
         FROM documents d WHERE d.id = ?1 \
         ON CONFLICT (document, embedder) DO UPDATE SET vectors = excluded.vectors, stamp = excluded.stamp",
    )
    .bind(document.0)
    .bind(embedder)
    .bind(stamp)
    .bind(first)
    .bind(last)
    .execute(connection)
    .await?;
    Ok(())
}

/// The vector scaled to length 1.
pub(crate) fn unit(vector: &[f32], dimensions: usize, segment: Option<SegmentId>) -> Result<Vec<f32>> {
    let refuse = |reason: String| StoreError::InvalidVector { segment, reason };
    if vector.len() != dimensions {
        return Err(refuse(format!("it has `{}` numbers, the model gives `{dimensions}`", vector.len())));
    }
    if vector.iter().any(|number| !number.is_finite()) {
        return Err(refuse("it holds a number that is not finite".into()));
    }
    let norm = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    if norm == 0.0 {
        return Err(refuse("all its numbers are zero".into()));
    }
    // Unit vectors stay as they came, to the bit.
    if (norm - 1.0).abs() < 1e-5 {
        return Ok(vector.to_vec());
    }
    #[allow(clippy::cast_possible_truncation)]
    Ok(vector.iter().map(|number| (f64::from(*number) / norm) as f32).collect())
}

pub(crate) fn blob(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|number| number.to_le_bytes()).collect()
}
