//! Compressed passages (MacRAG 1.2), one row per segment that a model was asked about.

use std::collections::BTreeMap;

use waymark_core::{DocumentId, SegmentId};

use crate::codec;
use crate::digests::{Row, StoredDigest};
use crate::error::Fault;
use crate::segments::id_range;
use crate::summary_slices::{self, Slice};
use crate::{Result, Store};

impl Store {
    /// The digests of a document's segments.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn segment_summaries(&self, document: DocumentId) -> Result<BTreeMap<SegmentId, StoredDigest>> {
        const ACTION: &str = "read the summaries of passages";
        let (first, last) = id_range(document);
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT segment AS id, key_points, summary, origin, model, prompt, source, made_ms FROM segment_summaries \
             WHERE segment BETWEEN ? AND ?",
        )
        .bind(first)
        .bind(last)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let read = |row: Row| Ok((SegmentId(row.id), row.stored()?));
        rows.into_iter().map(read).collect::<std::result::Result<_, Fault>>().map_err(self.failed(ACTION))
    }

    /// Stores the digest of a segment with its slices, in the place of what there was; one transaction. `false` when the segment
    /// is gone.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing changed.
    pub async fn put_segment_summary(&self, segment: SegmentId, stored: &StoredDigest, slices: &[Slice]) -> Result<bool> {
        const ACTION: &str = "store the summary of a passage";
        let mut change = self.change(ACTION).await?;
        let points = codec::json("segment_summaries.key_points", &stored.digest.key_points).map_err(self.failed(ACTION))?;
        let done = sqlx::query(
            "INSERT INTO segment_summaries (segment, key_points, summary, origin, model, prompt, source, made_ms) \
             SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM segments WHERE id = ?1 \
             ON CONFLICT (segment) DO UPDATE SET key_points = excluded.key_points, summary = excluded.summary, \
             origin = excluded.origin, model = excluded.model, prompt = excluded.prompt, source = excluded.source, \
             made_ms = excluded.made_ms",
        )
        .bind(segment.0)
        .bind(points)
        .bind(&stored.digest.summary)
        .bind(codec::name("segment_summaries.origin", &stored.origin).map_err(self.failed(ACTION))?)
        .bind(&stored.made.model)
        .bind(stored.made.prompt)
        .bind(&stored.made.source)
        .bind(stored.made.made_ms)
        .execute(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        summary_slices::replace_of_segment(&mut change, segment, slices).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(true)
    }
}
