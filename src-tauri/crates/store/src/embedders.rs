//! Which embedding model the vectors belong to. A change of model builds a second set beside the old one and swaps at the end.

use sqlx::SqliteConnection;
use waymark_core::EmbedderIdentity;

use crate::codec::unsigned;
use crate::error::StoreError;
use crate::store::bump;
use crate::{Result, Store};

/// The set of vectors that this process reads and writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) id: i64,
    pub(crate) dimensions: usize,
}

/// What binding an embedder found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// Its vectors are the library's vectors.
    Active,
    /// The library's vectors come from another model; new ones are built beside them until [`Store::finish_shadow`].
    Shadow,
    /// The library is open for reading and has no vectors of this model: the dense route finds nothing.
    Absent,
}

type EmbedderRow = (i64, String, String, i64, i64, bool);

impl Store {
    /// Says which embedder is running. From then on vectors of any other model are neither searched nor counted. The first
    /// embedder of a library becomes its active one; another one later begins (or resumes) a shadow set, and documents that
    /// lack its vectors go back from `ready` to `searchable`.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn bind_embedder(&self, identity: &EmbedderIdentity) -> Result<Binding> {
        const ACTION: &str = "bind the embedding model";
        let mut reader = self.reader().await?;
        let known = all(&mut reader).await.map_err(self.failed(ACTION))?;
        drop(reader);
        let own = known.iter().find(|row| identity_of(row) == *identity).map(|row| row.0);
        let active = known.iter().find(|row| row.5).map(|row| row.0);
        if !self.is_writable() {
            let dimensions = identity.dimensions as usize;
            self.set_slot(Some(Slot { id: own.unwrap_or(-1), dimensions }));
            return Ok(match own {
                None => Binding::Absent,
                Some(id) if active == Some(id) => Binding::Active,
                Some(_) => Binding::Shadow,
            });
        }
        let mut change = self.change(ACTION).await?;
        let id = match own {
            Some(id) => id,
            None => insert(&mut change, identity, active.is_none()).await.map_err(self.failed(ACTION))?,
        };
        demote(&mut change, id).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        self.set_slot(Some(Slot { id, dimensions: identity.dimensions as usize }));
        let is_active = active.is_none_or(|active| active == id);
        Ok(if is_active { Binding::Active } else { Binding::Shadow })
    }

    /// The model of the library's vectors, `None` before the first was bound.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn active_embedder(&self) -> Result<Option<EmbedderIdentity>> {
        let mut reader = self.reader().await?;
        let rows = all(&mut reader).await.map_err(self.failed("read the embedding models"))?;
        Ok(rows.iter().find(|row| row.5).map(identity_of))
    }

    /// Makes the bound embedder the active one and drops the vectors of all others, once it has a vector for every segment.
    /// `false` when some are still missing (nothing changes then) or when it is active already.
    ///
    /// # Errors
    /// [`StoreError::NoEmbedder`] before one was bound, or when SQLite fails.
    pub async fn finish_shadow(&self) -> Result<bool> {
        const ACTION: &str = "swap in the new vectors";
        let slot = self.bound()?;
        let mut change = self.change(ACTION).await?;
        let active: bool = sqlx::query_scalar("SELECT active FROM embedders WHERE id = ?")
            .bind(slot.id)
            .fetch_one(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        let missing = missing(&mut change, slot.id).await.map_err(self.failed(ACTION))?;
        if active || missing > 0 {
            return Ok(false);
        }
        for statement in [
            "UPDATE embedders SET active = (id = ?)",
            "DELETE FROM vectors WHERE embedder <> ?",
            "DELETE FROM document_vectors WHERE embedder <> ?",
            "DELETE FROM embedders WHERE id <> ?",
        ] {
            sqlx::query(statement).bind(slot.id).execute(&mut *change).await.map_err(self.failed(ACTION))?;
        }
        bump(&mut change, "vectors").await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        self.shrink().await?;
        Ok(true)
    }

    pub(crate) fn bound(&self) -> Result<Slot> {
        self.slot().ok_or_else(|| StoreError::NoEmbedder { folder: self.folder().to_owned() })
    }

    /// Id of the bound embedder, else of the active one, else one that no row has.
    pub(crate) async fn slot_or_active(&self, connection: &mut SqliteConnection) -> std::result::Result<i64, sqlx::Error> {
        if let Some(slot) = self.slot() {
            return Ok(slot.id);
        }
        let active: Option<i64> = sqlx::query_scalar("SELECT id FROM embedders WHERE active").fetch_optional(connection).await?;
        Ok(active.unwrap_or(-1))
    }
}

async fn all(connection: &mut SqliteConnection) -> std::result::Result<Vec<EmbedderRow>, sqlx::Error> {
    sqlx::query_as("SELECT id, name, digest, dimensions, max_tokens, active FROM embedders ORDER BY id")
        .fetch_all(connection)
        .await
}

fn identity_of(row: &EmbedderRow) -> EmbedderIdentity {
    EmbedderIdentity { name: row.1.clone(), digest: row.2.clone(), dimensions: unsigned(row.3), max_tokens: unsigned(row.4) }
}

async fn insert(
    connection: &mut SqliteConnection,
    identity: &EmbedderIdentity,
    active: bool,
) -> std::result::Result<i64, sqlx::Error> {
    sqlx::query_scalar("INSERT INTO embedders (name, digest, dimensions, max_tokens, active) VALUES (?, ?, ?, ?, ?) RETURNING id")
        .bind(&identity.name)
        .bind(&identity.digest)
        .bind(identity.dimensions)
        .bind(identity.max_tokens)
        .bind(active)
        .fetch_one(connection)
        .await
}

/// Segments without a vector of an embedder.
pub(crate) async fn missing(connection: &mut SqliteConnection, embedder: i64) -> std::result::Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT COALESCE(SUM(d.segment_count - COALESCE(v.vectors, 0)), 0) FROM documents d \
         LEFT JOIN document_vectors v ON v.document = d.id AND v.embedder = ?",
    )
    .bind(embedder)
    .fetch_one(connection)
    .await
}

async fn demote(connection: &mut SqliteConnection, embedder: i64) -> std::result::Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE documents SET state = 'searchable', stage = 'embedding' WHERE state = 'ready' AND segment_count > \
         COALESCE((SELECT v.vectors FROM document_vectors v WHERE v.document = documents.id AND v.embedder = ?), 0)",
    )
    .bind(embedder)
    .execute(connection)
    .await?;
    Ok(())
}
