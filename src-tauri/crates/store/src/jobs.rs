//! The ingest queue: which document is worked on, how far it is, and what a crash leaves to be done again.

use sqlx::SqliteConnection;
use waymark_core::{DocumentId, DocumentState, Stage};

use crate::codec::{self, unsigned};
use crate::error::{Fault, StoreError};
use crate::{Result, Store};

// A document that took the whole process down this often is set aside.
const MAX_ATTEMPTS: i64 = 5;

/// A document to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Document.
    pub document: DocumentId,
    /// Where its file lies.
    pub path: String,
    /// SHA-256 of the content, hex.
    pub hash: String,
    /// The last stage whose result is stored: [`Stage::Queued`] (begin with opening) or [`Stage::Structuring`] (only the index
    /// entry is missing).
    pub finished: Stage,
    /// How often it was begun, this time included.
    pub attempts: u32,
}

impl Store {
    /// Takes the waiting document of lowest id and marks it as being worked on; `None` when nothing waits or ingest is paused.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn claim_next(&self, now_ms: i64) -> Result<Option<Job>> {
        const ACTION: &str = "take the next document";
        if self.paused().await? {
            return Ok(None);
        }
        let mut change = self.change(ACTION).await?;
        let row: Option<(i64, String, String, String)> = sqlx::query_as(
            "SELECT d.id, d.path, d.hash, j.finished FROM documents d JOIN jobs j ON j.document = d.id \
             WHERE d.state = 'queued' ORDER BY d.id LIMIT 1",
        )
        .fetch_optional(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        let Some((id, path, hash, finished)) = row else {
            return Ok(None);
        };
        let finished: Stage = codec::named("jobs.finished", finished).map_err(self.failed(ACTION))?;
        let attempts: i64 =
            sqlx::query_scalar("UPDATE jobs SET attempts = attempts + 1, updated_ms = ? WHERE document = ? RETURNING attempts")
                .bind(now_ms)
                .bind(id)
                .fetch_one(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        let stage = after(finished);
        set_state(&mut change, DocumentId(id), DocumentState::Working, stage, None, now_ms).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(Some(Job { document: DocumentId(id), path, hash, finished, attempts: unsigned(attempts) }))
    }

    /// Notes the stage that a claimed document has come to, for display; nothing is finished by that.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn enter_stage(&self, document: DocumentId, stage: Stage, now_ms: i64) -> Result<()> {
        const ACTION: &str = "note a stage";
        let name = codec::name("documents.stage", &stage).map_err(self.failed(ACTION))?;
        sqlx::query("UPDATE documents SET stage = ?, updated_ms = ? WHERE id = ? AND state = 'working'")
            .bind(name)
            .bind(now_ms)
            .bind(document.0)
            .execute(self.writer()?)
            .await
            .map_err(self.failed(ACTION))?;
        Ok(())
    }

    /// Notes that the result of a stage is stored. After [`Stage::Indexing`] the document is searchable, after
    /// [`Stage::Embedding`] ready and out of the queue. A document that was cancelled or deleted meanwhile stays so.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn finish_stage(&self, document: DocumentId, stage: Stage, now_ms: i64) -> Result<()> {
        const ACTION: &str = "finish a stage";
        let state = match stage {
            Stage::Indexing => DocumentState::Searchable,
            Stage::Embedding | Stage::Ready => DocumentState::Ready,
            _ => DocumentState::Working,
        };
        let finished = codec::name("jobs.finished", &stage).map_err(self.failed(ACTION))?;
        let mut change = self.change(ACTION).await?;
        let present: Option<String> =
            sqlx::query_scalar("SELECT state FROM documents WHERE id = ? AND state IN ('working', 'searchable')")
                .bind(document.0)
                .fetch_optional(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        if present.is_none() {
            return Ok(());
        }
        sqlx::query("UPDATE jobs SET finished = ?, updated_ms = ? WHERE document = ?")
            .bind(finished)
            .bind(now_ms)
            .bind(document.0)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        set_state(&mut change, document, state, after(stage), None, now_ms).await.map_err(self.failed(ACTION))?;
        if state == DocumentState::Ready {
            forget(&mut change, document).await.map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// Makes every searchable document ready that has all its vectors (or no segments); gives those documents.
    ///
    /// # Errors
    /// [`StoreError::NoEmbedder`] before one was bound, or when SQLite fails.
    pub async fn promote_embedded(&self, now_ms: i64) -> Result<Vec<DocumentId>> {
        const ACTION: &str = "finish documents";
        let slot = self.bound()?;
        let mut change = self.change(ACTION).await?;
        let mut ids: Vec<i64> = sqlx::query_scalar(
            "UPDATE documents SET state = 'ready', stage = 'ready', updated_ms = ?1 WHERE state = 'searchable' AND \
             segment_count <= COALESCE((SELECT v.vectors FROM document_vectors v WHERE v.document = documents.id AND \
             v.embedder = ?2), 0) RETURNING id",
        )
        .bind(now_ms)
        .bind(slot.id)
        .fetch_all(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        ids.sort_unstable();
        for id in &ids {
            forget(&mut change, DocumentId(*id)).await.map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(ids.into_iter().map(DocumentId).collect())
    }

    /// Ends the work on a document with a reason. `state` is [`DocumentState::Failed`], [`DocumentState::Locked`] or
    /// [`DocumentState::Cancelled`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn fail(&self, document: DocumentId, state: DocumentState, reason: &str, now_ms: i64) -> Result<()> {
        const ACTION: &str = "note a failure";
        let mut change = self.change(ACTION).await?;
        let stage: Option<String> = sqlx::query_scalar("SELECT stage FROM documents WHERE id = ?")
            .bind(document.0)
            .fetch_optional(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        let stage = stage.ok_or(StoreError::NotFound { what: "document", id: document.0 })?;
        let stage: Stage = codec::named("documents.stage", stage).map_err(self.failed(ACTION))?;
        set_state(&mut change, document, state, stage, Some(reason), now_ms).await.map_err(self.failed(ACTION))?;
        sqlx::query("UPDATE jobs SET error = ?, updated_ms = ? WHERE document = ?")
            .bind(reason)
            .bind(now_ms)
            .bind(document.0)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// Takes a document out of the queue, whether it waits or is being worked on. `false` when it was past that.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn cancel(&self, document: DocumentId, now_ms: i64) -> Result<bool> {
        let changed = sqlx::query(
            "UPDATE documents SET state = 'cancelled', reason = NULL, updated_ms = ? \
             WHERE id = ? AND state IN ('queued', 'working')",
        )
        .bind(now_ms)
        .bind(document.0)
        .execute(self.writer()?)
        .await
        .map_err(|source| self.failed::<Fault>("cancel a document")(source.into()))?;
        Ok(changed.rows_affected() > 0)
    }

    /// Puts a failed, locked, cancelled or finished document back into the queue, from the start and with a clean record.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn retry(&self, document: DocumentId, now_ms: i64) -> Result<()> {
        const ACTION: &str = "retry a document";
        let mut change = self.change(ACTION).await?;
        let changed = set_state(&mut change, document, DocumentState::Queued, Stage::Queued, None, now_ms)
            .await
            .map_err(self.failed(ACTION))?;
        if changed == 0 {
            return Err(StoreError::NotFound { what: "document", id: document.0 });
        }
        sqlx::query(
            "INSERT INTO jobs (document, finished, created_ms, updated_ms) VALUES (?1, 'queued', ?2, ?2) \
             ON CONFLICT (document) DO UPDATE SET finished = 'queued', attempts = 0, error = NULL, updated_ms = ?2",
        )
        .bind(document.0)
        .bind(now_ms)
        .execute(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// Puts documents that are being worked on back into the queue without counting the attempt, for an orderly end of the
    /// program in the middle of the work.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn release_claims(&self, now_ms: i64) -> Result<()> {
        const ACTION: &str = "put documents back into the queue";
        let mut change = self.change(ACTION).await?;
        for statement in [
            "UPDATE jobs SET attempts = MAX(attempts - 1, 0), updated_ms = ? \
             WHERE document IN (SELECT id FROM documents WHERE state = 'working')",
            "UPDATE documents SET state = 'queued', updated_ms = ? WHERE state = 'working'",
        ] {
            sqlx::query(statement).bind(now_ms).execute(&mut *change).await.map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))
    }

    /// Sets right what a crashed process left: documents that were being worked on go back into the queue at their last
    /// finished stage; one that was begun five times without coming through is marked failed. Gives the documents touched.
    /// Call it once after opening, before the first claim.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn reset_interrupted(&self, now_ms: i64) -> Result<Vec<DocumentId>> {
        const ACTION: &str = "reset interrupted documents";
        const REASON: &str = "the program ended five times while working on this document";
        let mut change = self.change(ACTION).await?;
        let rows: Vec<(i64, Option<String>, Option<i64>)> = sqlx::query_as(
            "SELECT d.id, j.finished, j.attempts FROM documents d LEFT JOIN jobs j ON j.document = d.id \
             WHERE d.state = 'working' ORDER BY d.id",
        )
        .fetch_all(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        for (id, finished, attempts) in &rows {
            let finished: Stage = match finished {
                Some(name) => codec::named("jobs.finished", name.clone()).map_err(self.failed(ACTION))?,
                None => Stage::Queued,
            };
            let poisoned =
                attempts.unwrap_or(0) >= MAX_ATTEMPTS && matches!(finished, Stage::Queued | Stage::Opening | Stage::Parsing);
            let (state, reason) = if poisoned { (DocumentState::Failed, Some(REASON)) } else { (DocumentState::Queued, None) };
            set_state(&mut change, DocumentId(*id), state, after(finished), reason, now_ms).await.map_err(self.failed(ACTION))?;
        }
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(rows.into_iter().map(|row| DocumentId(row.0)).collect())
    }
}

/// The stage that follows.
fn after(finished: Stage) -> Stage {
    match finished {
        Stage::Queued => Stage::Opening,
        Stage::Opening => Stage::Parsing,
        Stage::Parsing => Stage::Structuring,
        Stage::Structuring => Stage::Indexing,
        Stage::Indexing => Stage::Embedding,
        Stage::Embedding | Stage::Ready => Stage::Ready,
    }
}

async fn set_state(
    connection: &mut SqliteConnection,
    document: DocumentId,
    state: DocumentState,
    stage: Stage,
    reason: Option<&str>,
    now_ms: i64,
) -> std::result::Result<u64, Fault> {
    let done = sqlx::query("UPDATE documents SET state = ?, stage = ?, reason = ?, updated_ms = ? WHERE id = ?")
        .bind(codec::name("documents.state", &state)?)
        .bind(codec::name("documents.stage", &stage)?)
        .bind(reason)
        .bind(now_ms)
        .bind(document.0)
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

async fn forget(connection: &mut SqliteConnection, document: DocumentId) -> std::result::Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM jobs WHERE document = ?").bind(document.0).execute(connection).await?;
    Ok(())
}
