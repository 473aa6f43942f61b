//! Conversations: questions with their verified answers, kept in the library.

use serde::{Deserialize, Serialize};
use waymark_core::{AnswerMode, Citation, PromptMeter, Scheme, Sentence};
use waymark_store::{StoredConversation, StoredTurn};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::{Conversation, ConversationRow, LibraryEvent, Turn};

const LONGEST_TITLE: usize = 80;

/// What is stored of an answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Answered {
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) citations: Vec<Citation>,
    pub(crate) found: bool,
    pub(crate) stopped: bool,
    pub(crate) warnings: Vec<String>,
    pub(crate) mode: AnswerMode,
    pub(crate) model: Option<String>,
    pub(crate) query: Option<String>,
    pub(crate) total_ms: f64,
    pub(crate) scheme: Option<Scheme>,
    pub(crate) meter: Option<PromptMeter>,
}

impl Answered {
    /// The turn as later questions lean on it: the question as searched, the answer as text.
    pub(crate) fn turn(&self, question: &str) -> waymark_answer::followup::Turn {
        let sentences: Vec<&str> = self.sentences.iter().map(|sentence| sentence.text.trim()).collect();
        waymark_answer::followup::Turn {
            question: self.query.clone().unwrap_or_else(|| question.to_owned()),
            answer: sentences.join(" "),
        }
    }
}

impl Engine {
    /// All conversations, last changed first.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn conversations(&self) -> Result<Vec<ConversationRow>, EngineError> {
        Ok(self.inner.store.conversations().await?.into_iter().map(row).collect())
    }

    /// One conversation with its turns.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn conversation(&self, id: i64) -> Result<Conversation, EngineError> {
        let (head, turns) = self.inner.store.conversation(id).await?;
        Ok(Conversation { row: row(head), turns: turns.into_iter().map(turn).collect() })
    }

    /// Gives a conversation another title.
    ///
    /// # Errors
    /// `InvalidInput` for a blank title, `NotFound` for an unknown id.
    pub async fn rename_conversation(&self, id: i64, title: &str) -> Result<(), EngineError> {
        let title = title.trim();
        if title.is_empty() {
            return Err(EngineError::invalid("the title is empty"));
        }
        self.inner.store.rename_conversation(id, title).await?;
        self.conversations_changed();
        Ok(())
    }

    /// Deletes a conversation.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn delete_conversation(&self, id: i64) -> Result<(), EngineError> {
        self.inner.store.delete_conversation(id).await?;
        self.conversations_changed();
        Ok(())
    }

    pub(crate) fn conversations_changed(&self) {
        self.emit(LibraryEvent::Invalidate { tags: vec!["conversations".into()] });
    }
}

/// The title of a new conversation: its first question, cut at a word.
pub(crate) fn title(question: &str) -> String {
    let folded = question.split_whitespace().collect::<Vec<_>>().join(" ");
    if folded.chars().count() <= LONGEST_TITLE {
        return folded;
    }
    let cut: String = folded.chars().take(LONGEST_TITLE).collect();
    let kept = cut.rsplit_once(' ').map_or(cut.as_str(), |(kept, _)| kept);
    format!("{kept}…")
}

fn row(stored: StoredConversation) -> ConversationRow {
    ConversationRow { id: stored.id, title: stored.title, updated_ms: stored.updated_ms, turns: stored.turns }
}

fn turn(stored: StoredTurn) -> Turn {
    let answered = answered(&stored);
    Turn {
        id: stored.id,
        question: stored.question,
        sentences: answered.sentences,
        citations: answered.citations,
        found: answered.found,
        stopped: answered.stopped,
        warnings: answered.warnings,
        mode: answered.mode,
        model: answered.model,
        total_ms: answered.total_ms,
        asked_ms: stored.asked_ms,
        scheme: answered.scheme,
        meter: answered.meter,
    }
}

/// Reads a stored answer; one that is unfinished or of an unknown shape counts as broken off.
pub(crate) fn answered(stored: &StoredTurn) -> Answered {
    serde_json::from_value(stored.payload.clone()).unwrap_or_else(|error| {
        tracing::warn!("the answer of turn {} cannot be read: {error}", stored.id);
        Answered { stopped: true, ..Answered::default() }
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_long_question_makes_a_short_title() {
        assert_eq!(super::title("  What   is it? "), "What is it?");
        let long = super::title(&"word ".repeat(50));
        assert!(long.chars().count() <= 81 && long.ends_with("word…"), "{long}");
    }
}
