//! Conversations and their turns; what a turn holds beside its question is a JSON value that the caller shapes.

use serde_json::Value;

use crate::codec::{self, unsigned};
use crate::error::{Fault, StoreError};
use crate::{Result, Store};

/// A conversation as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredConversation {
    /// Id.
    pub id: i64,
    /// Title.
    pub title: String,
    /// Last change, milliseconds since 1970.
    pub updated_ms: i64,
    /// Questions asked.
    pub turns: u32,
}

/// A question with what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTurn {
    /// Id.
    pub id: i64,
    /// Question.
    pub question: String,
    /// The answer as the caller wrote it.
    pub payload: Value,
    /// Asked, milliseconds since 1970.
    pub asked_ms: i64,
}

impl Store {
    /// Begins a conversation; gives its id.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn add_conversation(&self, title: &str, now_ms: i64) -> Result<i64> {
        sqlx::query_scalar("INSERT INTO conversations (title, created_ms, updated_ms) VALUES (?1, ?2, ?2) RETURNING id")
            .bind(title)
            .bind(now_ms)
            .fetch_one(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("add a conversation")(source.into()))
    }

    /// All conversations, last changed first.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn conversations(&self) -> Result<Vec<StoredConversation>> {
        let mut reader = self.reader().await?;
        let rows: Vec<(i64, String, i64, i64)> = sqlx::query_as(
            "SELECT c.id, c.title, c.updated_ms, (SELECT COUNT(*) FROM turns t WHERE t.conversation = c.id) \
             FROM conversations c ORDER BY c.updated_ms DESC, c.id DESC",
        )
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed("list the conversations"))?;
        let listed = |(id, title, updated_ms, turns)| StoredConversation { id, title, updated_ms, turns: unsigned(turns) };
        Ok(rows.into_iter().map(listed).collect())
    }

    /// One conversation with its turns, oldest first.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn conversation(&self, id: i64) -> Result<(StoredConversation, Vec<StoredTurn>)> {
        const ACTION: &str = "read a conversation";
        let mut reader = self.reader().await?;
        let head: Option<(String, i64)> = sqlx::query_as("SELECT title, updated_ms FROM conversations WHERE id = ?")
            .bind(id)
            .fetch_optional(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        let (title, updated_ms) = head.ok_or(StoreError::NotFound { what: "conversation", id })?;
        let rows: Vec<(i64, String, String, i64)> =
            sqlx::query_as("SELECT id, question, payload, asked_ms FROM turns WHERE conversation = ? ORDER BY id")
                .bind(id)
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed(ACTION))?;
        let turns = rows
            .into_iter()
            .map(|(id, question, payload, asked_ms)| {
                Ok(StoredTurn { id, question, payload: codec::from_json("turns.payload", &payload)?, asked_ms })
            })
            .collect::<std::result::Result<Vec<_>, Fault>>()
            .map_err(self.failed(ACTION))?;
        let count = u32::try_from(turns.len()).unwrap_or(u32::MAX);
        Ok((StoredConversation { id, title, updated_ms, turns: count }, turns))
    }

    /// Gives a conversation another title.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn rename_conversation(&self, id: i64, title: &str) -> Result<()> {
        let done = sqlx::query("UPDATE conversations SET title = ? WHERE id = ?")
            .bind(title)
            .bind(id)
            .execute(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("rename a conversation")(source.into()))?;
        found(done.rows_affected(), "conversation", id)
    }

    /// Deletes a conversation with its turns.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or when SQLite fails.
    pub async fn delete_conversation(&self, id: i64) -> Result<()> {
        let done = sqlx::query("DELETE FROM conversations WHERE id = ?")
            .bind(id)
            .execute(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("delete a conversation")(source.into()))?;
        found(done.rows_affected(), "conversation", id)
    }

    /// Adds a question to a conversation, with what is known of its answer so far; gives the turn's id.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown conversation, or when SQLite fails.
    pub async fn add_turn(&self, conversation: i64, question: &str, payload: &Value, now_ms: i64) -> Result<i64> {
        const ACTION: &str = "add a question";
        let mut change = self.change(ACTION).await?;
        let done = sqlx::query("UPDATE conversations SET updated_ms = ? WHERE id = ?")
            .bind(now_ms)
            .bind(conversation)
            .execute(&mut *change)
            .await
            .map_err(self.failed(ACTION))?;
        found(done.rows_affected(), "conversation", conversation)?;
        let text = codec::json("turns.payload", payload).map_err(self.failed(ACTION))?;
        let id: i64 =
            sqlx::query_scalar("INSERT INTO turns (conversation, question, payload, asked_ms) VALUES (?, ?, ?, ?) RETURNING id")
                .bind(conversation)
                .bind(question)
                .bind(text)
                .bind(now_ms)
                .fetch_one(&mut *change)
                .await
                .map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(id)
    }

    /// Writes the answer of a turn.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] (the conversation may have been deleted meanwhile), or when SQLite fails.
    pub async fn set_turn(&self, turn: i64, payload: &Value) -> Result<()> {
        const ACTION: &str = "save an answer";
        let text = codec::json("turns.payload", payload).map_err(self.failed(ACTION))?;
        let done = sqlx::query("UPDATE turns SET payload = ? WHERE id = ?")
            .bind(text)
            .bind(turn)
            .execute(self.writer()?)
            .await
            .map_err(self.failed(ACTION))?;
        found(done.rows_affected(), "turn", turn)
    }
}

fn found(rows: u64, what: &'static str, id: i64) -> Result<()> {
    if rows == 0 { Err(StoreError::NotFound { what, id }) } else { Ok(()) }
}
