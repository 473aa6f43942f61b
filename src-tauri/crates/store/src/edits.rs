//! What the reader corrected about a document: kept apart from what was read, so that reading it anew does not undo it.

use sqlx::SqliteConnection;
use waymark_core::{DocumentFacts, DocumentId};

use crate::error::Fault;
use crate::store::bump;
use crate::{Result, Store, StoreError, codec};

impl Store {
    /// Puts facts in the place of those that were read. Title and paths of segments follow; vectors stay as they are.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails; then nothing changed.
    pub async fn edit_facts(&self, document: DocumentId, facts: &DocumentFacts, now_ms: i64) -> Result<()> {
        const ACTION: &str = "edit a document";
        let mut change = self.change(ACTION).await?;
        let text = codec::json("document_edits.facts", facts).map_err(self.failed(ACTION))?;
        let done = sqlx::query(
            "INSERT INTO document_edits (document, facts, read_facts, edited_ms) SELECT id, ?2, facts, ?3 FROM documents WHERE id = ?1 \
             ON CONFLICT (document) DO UPDATE SET facts = excluded.facts, edited_ms = excluded.edited_ms",
        )
        .bind(document.0)
        .bind(text)
        .bind(now_ms)
        .execute(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        if done.rows_affected() == 0 {
            return Err(StoreError::NotFound { what: "document", id: document.0 });
        }
        apply(&mut change, document, facts).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// Goes back to the facts that were read; nothing happens to a document without edits.
    ///
    /// # Errors
    /// When SQLite fails; then nothing changed.
    pub async fn reset_facts(&self, document: DocumentId) -> Result<()> {
        const ACTION: &str = "undo the edits of a document";
        let mut change = self.change(ACTION).await?;
        let read: Option<String> = sqlx::query_scalar("DELETE FROM document_edits WHERE document = ? RETURNING read_facts")
            .bind(document.0)
            .fetch_optional(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        let Some(read) = read else { return Ok(()) };
        let facts: DocumentFacts = codec::from_json("document_edits.read_facts", &read).map_err(self.failed(ACTION))?;
        apply(&mut change, document, &facts).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))
    }
}

/// After a document was read (anew): remembers what was read and gives the edited facts, if there are any.
pub(crate) async fn kept(
    connection: &mut SqliteConnection,
    document: DocumentId,
    read: &DocumentFacts,
) -> std::result::Result<Option<DocumentFacts>, Fault> {
    let edited: Option<String> =
        sqlx::query_scalar("UPDATE document_edits SET read_facts = ? WHERE document = ? RETURNING facts")
            .bind(codec::json("document_edits.read_facts", read)?)
            .bind(document.0)
            .fetch_optional(connection)
            .await?;
    edited.map(|text| codec::from_json("document_edits.facts", &text)).transpose()
}

/// Writes facts to the document and its title to the paths of its segments, and marks the derived indexes as behind.
pub(crate) async fn apply(
    connection: &mut SqliteConnection,
    document: DocumentId,
    facts: &DocumentFacts,
) -> std::result::Result<(), Fault> {
    let generation = bump(&mut *connection, "generation").await?;
    sqlx::query("UPDATE documents SET title = ?, facts = ?, generation = ? WHERE id = ?")
        .bind(&facts.title)
        .bind(codec::json("documents.facts", facts)?)
        .bind(generation)
        .bind(document.0)
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE segments SET path = json_set(path, '$[0]', ?) WHERE document = ? AND json_array_length(path) > 0")
        .bind(&facts.title)
        .bind(document.0)
        .execute(&mut *connection)
        .await?;
    Ok(())
}
