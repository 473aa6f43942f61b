//! Linked folders, and contents that the reader removed and does not want back from them.

use std::collections::BTreeSet;

use crate::error::Fault;
use crate::{Result, Store, StoreError, codec};

/// A folder whose PDFs belong to the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFolder {
    /// Id.
    pub id: i64,
    /// Absolute path.
    pub path: String,
    /// Ignore rules in the form of a `.gitignore`, one each.
    pub ignore: Vec<String>,
}

impl Store {
    /// All linked folders, by path.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn folders(&self) -> Result<Vec<StoredFolder>> {
        const ACTION: &str = "list the linked folders";
        let mut reader = self.reader().await?;
        let rows: Vec<(i64, String, String)> = sqlx::query_as("SELECT id, path, ignore FROM folders ORDER BY path")
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        let folder = |(id, path, rules): (i64, String, String)| {
            Ok(StoredFolder { id, path, ignore: codec::from_json("folders.ignore", &rules).map_err(self.failed(ACTION))? })
        };
        rows.into_iter().map(folder).collect()
    }

    /// Links a folder; gives its id. One that is linked already gets the new rules.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn link_folder(&self, path: &str, ignore: &[String], now_ms: i64) -> Result<i64> {
        sqlx::query_scalar(
            "INSERT INTO folders (path, ignore, added_ms) VALUES (?, ?, ?) \
             ON CONFLICT (path) DO UPDATE SET ignore = excluded.ignore RETURNING id",
        )
        .bind(path)
        .bind(serde_json::json!(ignore).to_string())
        .bind(now_ms)
        .fetch_one(self.writer()?)
        .await
        .map_err(|source| self.failed::<Fault>("link a folder")(source.into()))
    }

    /// Forgets a linked folder; its documents stay.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn unlink_folder(&self, id: i64) -> Result<()> {
        let done = sqlx::query("DELETE FROM folders WHERE id = ?")
            .bind(id)
            .execute(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("unlink a folder")(source.into()))?;
        if done.rows_affected() == 0 {
            return Err(StoreError::NotFound { what: "folder", id });
        }
        Ok(())
    }

    /// Hashes of contents that the reader removed while they lay in a linked folder.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn unwanted(&self) -> Result<BTreeSet<String>> {
        let mut reader = self.reader().await?;
        let hashes: Vec<String> = sqlx::query_scalar("SELECT hash FROM unwanted")
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed("list what was removed"))?;
        Ok(hashes.into_iter().collect())
    }

    /// Notes contents that linked folders shall not bring back. Adding one of them by hand ends that.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing was noted.
    pub async fn mark_unwanted(&self, hashes: &[String], now_ms: i64) -> Result<()> {
        sqlx::query("INSERT OR IGNORE INTO unwanted (hash, removed_ms) SELECT value, ? FROM json_each(?)")
            .bind(now_ms)
            .bind(serde_json::json!(hashes).to_string())
            .execute(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("note what was removed")(source.into()))?;
        Ok(())
    }

    /// Forgets paths at which nothing lies any more. Then every document whose main path is not its own any more (gone, or
    /// another content lies there) goes by another of its paths; one without any keeps the place where it was seen last.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing changed.
    pub async fn forget_paths(&self, paths: &[String]) -> Result<()> {
        const ACTION: &str = "forget paths";
        let gone = serde_json::json!(paths).to_string();
        let mut change = self.change(ACTION).await?;
        sqlx::query("DELETE FROM document_paths WHERE path IN (SELECT value FROM json_each(?))")
            .bind(&gone)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        sqlx::query(
            "UPDATE documents SET (path, file_name) = (SELECT p.path, p.file_name FROM document_paths p \
             WHERE p.document = documents.id ORDER BY p.added_ms, p.path LIMIT 1) \
             WHERE NOT EXISTS (SELECT 1 FROM document_paths p WHERE p.document = documents.id AND p.path = documents.path) \
             AND EXISTS (SELECT 1 FROM document_paths p WHERE p.document = documents.id)",
        )
        .execute(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))
    }
}
