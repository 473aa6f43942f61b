//! The formatter of a document, and the replies of a language model to its windows: a run that was stopped goes on from them.

use waymark_core::{DocumentId, DocumentState, SegmentId};

use crate::codec::unsigned;
use crate::error::StoreError;
use crate::{Result, Store, StructuredDocument, structure};

/// Whose replies they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowKey<'a> {
    /// Document.
    pub document: DocumentId,
    /// Formatter (`assisted`, `full`).
    pub formatter: &'a str,
    /// Model.
    pub model: &'a str,
    /// Version of the prompt.
    pub prompt: u32,
}

impl Store {
    /// The reply kept for a window, if there is one. `window` is a hash of everything that was asked.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn window_reply(&self, key: WindowKey<'_>, window: &str) -> Result<Option<String>> {
        let mut reader = self.reader().await?;
        sqlx::query_scalar(
            "SELECT reply FROM formatter_windows \
             WHERE document = ? AND formatter = ? AND model = ? AND prompt = ? AND window = ?",
        )
        .bind(key.document.0)
        .bind(key.formatter)
        .bind(key.model)
        .bind(key.prompt)
        .bind(window)
        .fetch_optional(&mut *reader)
        .await
        .map_err(self.failed("read the reply of a window"))
    }

    /// Keeps the reply of a window.
    ///
    /// # Errors
    /// When SQLite fails, the document is gone or the library is open for reading only.
    pub async fn keep_window_reply(&self, key: WindowKey<'_>, window: &str, reply: &str, now_ms: i64) -> Result<()> {
        sqlx::query(
            "INSERT OR REPLACE INTO formatter_windows (document, formatter, model, prompt, window, reply, made_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(key.document.0)
        .bind(key.formatter)
        .bind(key.model)
        .bind(key.prompt)
        .bind(window)
        .bind(reply)
        .bind(now_ms)
        .execute(self.writer()?)
        .await
        .map_err(self.failed("keep the reply of a window"))?;
        Ok(())
    }

    /// How many replies are kept.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn window_replies(&self, key: WindowKey<'_>) -> Result<u32> {
        let mut reader = self.reader().await?;
        let count: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM formatter_windows WHERE document = ? AND formatter = ? AND model = ? AND prompt = ?",
        )
        .bind(key.document.0)
        .bind(key.formatter)
        .bind(key.model)
        .bind(key.prompt)
        .fetch_one(&mut *reader)
        .await
        .map_err(self.failed("count the replies of windows"))?;
        Ok(unsigned(count))
    }

    /// Name of the formatter that built the outline of a document.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn formatter(&self, document: DocumentId) -> Result<String> {
        let mut reader = self.reader().await?;
        let name: Option<String> = sqlx::query_scalar("SELECT formatter FROM documents WHERE id = ?")
            .bind(document.0)
            .fetch_optional(&mut *reader)
            .await
            .map_err(self.failed("read the formatter of a document"))?;
        name.ok_or(StoreError::NotFound { what: "document", id: document.0 })
    }

    /// Puts another structure in the place of that of a document that is searchable or ready, in one transaction: it is
    /// searchable afterwards, and ready again when its new segments have vectors. `None`, and nothing changed, for a document
    /// in any other state. Gives the ids of the segments in order.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the document was deleted meanwhile, or when SQLite fails; then nothing changed.
    pub async fn replace_structure(
        &self,
        document: DocumentId,
        structured: StructuredDocument<'_>,
        formatter: &str,
        now_ms: i64,
    ) -> Result<Option<Vec<SegmentId>>> {
        const ACTION: &str = "replace the outline of a document";
        let mut change = self.change(ACTION).await?;
        let state: Option<String> = sqlx::query_scalar("SELECT state FROM documents WHERE id = ?")
            .bind(document.0)
            .fetch_optional(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        let state = state.ok_or(StoreError::NotFound { what: "document", id: document.0 })?;
        let state: DocumentState = crate::codec::named("documents.state", state).map_err(self.failed(ACTION))?;
        if !matches!(state, DocumentState::Searchable | DocumentState::Ready) {
            return Ok(None);
        }
        structure::clear(&mut change, document).await.map_err(self.failed(ACTION))?;
        let ids = structure::write(&mut change, document, structured, now_ms).await.map_err(self.failed(ACTION))?;
        sqlx::query("UPDATE documents SET state = 'searchable', stage = 'embedding', formatter = ?2 WHERE id = ?1")
            .bind(document.0)
            .bind(formatter)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        sqlx::query(
            "INSERT INTO jobs (document, finished, created_ms, updated_ms) VALUES (?1, 'indexing', ?2, ?2) \
             ON CONFLICT (document) DO UPDATE SET finished = 'indexing', updated_ms = ?2",
        )
        .bind(document.0)
        .bind(now_ms)
        .execute(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(Some(ids))
    }
}
