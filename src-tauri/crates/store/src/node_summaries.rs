//! Key points and summary of sections (HiSem's nodes), one row per section that a model was asked about.

use std::collections::BTreeMap;

use waymark_core::{DocumentId, SegmentId};

use crate::codec;
use crate::digests::{Row, StoredDigest};
use crate::error::Fault;
use crate::summary_slices::{self, Slice};
use crate::{Result, Store};

impl Store {
    /// The digests of a document's sections by section index; the document itself is section 0.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn node_summaries(&self, document: DocumentId) -> Result<BTreeMap<u32, StoredDigest>> {
        const ACTION: &str = "read the summaries of sections";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT section AS id, key_points, summary, origin, model, prompt, source, made_ms FROM node_summaries WHERE document = ?",
        )
        .bind(document.0)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        let read = |row: Row| Ok((codec::unsigned(row.id), row.stored()?));
        rows.into_iter().map(read).collect::<std::result::Result<_, Fault>>().map_err(self.failed(ACTION))
    }

    /// Stores the digest of a section with the slices that lead to `passage`, in the place of what there was; one transaction.
    /// `false` when the section is gone.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing changed.
    pub async fn put_node_summary(
        &self,
        document: DocumentId,
        section: u32,
        stored: &StoredDigest,
        passage: Option<SegmentId>,
        slices: &[Slice],
    ) -> Result<bool> {
        const ACTION: &str = "store the summary of a section";
        let mut change = self.change(ACTION).await?;
        let points = codec::json("node_summaries.key_points", &stored.digest.key_points).map_err(self.failed(ACTION))?;
        let done = sqlx::query(
            "INSERT INTO node_summaries (document, section, key_points, summary, origin, model, prompt, source, made_ms) \
             SELECT document, idx, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM sections WHERE document = ?1 AND idx = ?2 \
             ON CONFLICT (document, section) DO UPDATE SET key_points = excluded.key_points, summary = excluded.summary, \
             origin = excluded.origin, model = excluded.model, prompt = excluded.prompt, source = excluded.source, \
             made_ms = excluded.made_ms",
        )
        .bind(document.0)
        .bind(section)
        .bind(points)
        .bind(&stored.digest.summary)
        .bind(codec::name("node_summaries.origin", &stored.origin).map_err(self.failed(ACTION))?)
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
        summary_slices::replace_of_section(&mut change, document, section, passage, slices).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(true)
    }
}
