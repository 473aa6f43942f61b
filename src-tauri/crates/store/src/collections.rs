//! Collections: named groups of documents; a document may be in many.

use std::collections::BTreeMap;

use waymark_core::DocumentId;

use crate::error::Fault;
use crate::{Result, Store, StoreError, codec};

/// A collection with what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCollection {
    /// Id.
    pub id: i64,
    /// Name, unique without regard to case.
    pub name: String,
    /// Documents, in id order.
    pub documents: Vec<DocumentId>,
}

impl Store {
    /// All collections, by name.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn collections(&self) -> Result<Vec<StoredCollection>> {
        const ACTION: &str = "list the collections";
        let mut reader = self.reader().await?;
        let heads: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM collections ORDER BY name, id")
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        let pairs: Vec<(i64, i64)> =
            sqlx::query_as("SELECT collection, document FROM collection_documents ORDER BY collection, document")
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed(ACTION))?;
        let mut documents: BTreeMap<i64, Vec<DocumentId>> = BTreeMap::new();
        for (collection, document) in pairs {
            documents.entry(collection).or_default().push(DocumentId(document));
        }
        let filled = |(id, name)| StoredCollection { id, name, documents: documents.remove(&id).unwrap_or_default() };
        Ok(heads.into_iter().map(filled).collect())
    }

    /// Makes a collection; gives its id, or `None` when the name is taken.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn add_collection(&self, name: &str, now_ms: i64) -> Result<Option<i64>> {
        sqlx::query_scalar("INSERT INTO collections (name, created_ms) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id")
            .bind(name)
            .bind(now_ms)
            .fetch_optional(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("add a collection")(source.into()))
    }

    /// Gives a collection another name; `false` when that name is taken by another one.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn rename_collection(&self, id: i64, name: &str) -> Result<bool> {
        const ACTION: &str = "rename a collection";
        let mut change = self.change(ACTION).await?;
        let taken: Option<i64> = sqlx::query_scalar("SELECT id FROM collections WHERE name = ? AND id <> ?")
            .bind(name)
            .bind(id)
            .fetch_optional(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        if taken.is_some() {
            return Ok(false);
        }
        let done = sqlx::query("UPDATE collections SET name = ? WHERE id = ?")
            .bind(name)
            .bind(id)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        found(done.rows_affected(), id).map(|()| true)
    }

    /// Deletes a collection; its documents stay.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn delete_collection(&self, id: i64) -> Result<()> {
        let done = sqlx::query("DELETE FROM collections WHERE id = ?")
            .bind(id)
            .execute(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("delete a collection")(source.into()))?;
        found(done.rows_affected(), id)
    }

    /// Takes documents out of a collection and puts others in; ids of documents that are not there are left out.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown collection, or when SQLite fails; then nothing changed.
    pub async fn change_collection(&self, id: i64, add: &[DocumentId], remove: &[DocumentId]) -> Result<()> {
        const ACTION: &str = "change a collection";
        let mut change = self.change(ACTION).await?;
        let known: Option<i64> = sqlx::query_scalar("SELECT id FROM collections WHERE id = ?")
            .bind(id)
            .fetch_optional(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        if known.is_none() {
            return Err(StoreError::NotFound { what: "collection", id });
        }
        let statements = [
            ("DELETE FROM collection_documents WHERE collection = ? AND document IN (SELECT value FROM json_each(?))", remove),
            (
                "INSERT OR IGNORE INTO collection_documents (collection, document) \
                 SELECT ?, id FROM documents WHERE id IN (SELECT value FROM json_each(?))",
                add,
            ),
        ];
        for (statement, documents) in statements {
            sqlx::query(statement)
                .bind(id)
                .bind(codec::id_list(documents.iter().map(|document| document.0)))
                .execute(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))
    }
}

fn found(rows: u64, id: i64) -> Result<()> {
    if rows == 0 { Err(StoreError::NotFound { what: "collection", id }) } else { Ok(()) }
}
