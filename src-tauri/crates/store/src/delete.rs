//! The one way out: a document leaves with everything that was made of it.

use waymark_core::{DocumentId, SegmentId};

use crate::store::bump;
use crate::{Result, Store, codec, structure};

/// What a deletion removed; the lexical index and the figure cache follow it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deleted {
    /// Documents that were there.
    pub documents: Vec<DocumentId>,
    /// Their segments.
    pub segments: Vec<SegmentId>,
    /// Generation after the deletion.
    pub generation: i64,
}

impl Store {
    /// Deletes documents with paths, job, pages, sections, Markdown, segments and vectors in one transaction, leaves a tombstone
    /// for derived indexes, and gives the freed space back to the disk. Ids that are not there are left out of the result.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing was deleted.
    pub async fn delete_documents(&self, documents: &[DocumentId]) -> Result<Deleted> {
        const ACTION: &str = "delete documents";
        let wanted = codec::id_list(documents.iter().map(|id| id.0));
        let mut change = self.change(ACTION).await?;
        let found: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id")
                .bind(&wanted)
                .fetch_all(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        if found.is_empty() {
            drop(change);
            return Ok(Deleted { generation: self.generation().await?, ..Deleted::default() });
        }
        let segments: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM segments WHERE document IN (SELECT value FROM json_each(?)) ORDER BY id")
                .bind(&wanted)
                .fetch_all(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        let generation = bump(&mut change, "generation").await.map_err(self.failed(ACTION))?;
        for id in &found {
            structure::clear(&mut change, DocumentId(*id)).await.map_err(self.failed(ACTION))?;
            sqlx::query("DELETE FROM documents WHERE id = ?")
                .bind(id)
                .execute(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
            sqlx::query("INSERT OR REPLACE INTO tombstones (document, generation) VALUES (?, ?)")
                .bind(id)
                .bind(generation)
                .execute(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))?;
        self.shrink().await?;
        Ok(Deleted {
            documents: found.into_iter().map(DocumentId).collect(),
            segments: segments.into_iter().map(SegmentId).collect(),
            generation,
        })
    }

    /// Gives free pages back to the disk.
    pub(crate) async fn shrink(&self) -> Result<()> {
        const ACTION: &str = "give free space back";
        let mut writer = self.writer()?.acquire().await.map_err(self.failed(ACTION))?;
        for statement in ["PRAGMA incremental_vacuum", "PRAGMA wal_checkpoint(PASSIVE)"] {
            sqlx::query(statement).fetch_all(&mut *writer).await.map_err(self.failed(ACTION))?;
        }
        Ok(())
    }
}
