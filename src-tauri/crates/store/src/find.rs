//! Looking things up by words: headings, figures, and what was said in conversations. Every word must occur, in any case.

use waymark_core::{DocumentId, Rect, SegmentId};

use crate::codec::{self, unsigned};
use crate::{Result, Store};

/// A heading that holds the words asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundHeading {
    /// Document.
    pub document: DocumentId,
    /// Its title.
    pub document_title: String,
    /// Section index.
    pub section: u32,
    /// Heading.
    pub title: String,
    /// Page index.
    pub page: u32,
    /// Printed page label.
    pub label: Option<String>,
    /// Where it is printed.
    pub rects: Vec<Rect>,
}

/// A question with its answer that hold the words asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTurn {
    /// Conversation.
    pub conversation: i64,
    /// Its title.
    pub title: String,
    /// Turn.
    pub turn: i64,
    /// Question.
    pub question: String,
    /// Sentences of the answer, joined.
    pub answer: String,
    /// Asked, milliseconds since 1970.
    pub asked_ms: i64,
}

const HEADINGS: &str = "SELECT s.document, d.title, s.idx, s.title, s.page, s.label, s.rects FROM sections s JOIN documents d ON d.id = s.document \
     WHERE s.parent IS NOT NULL \
     AND NOT EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(lower(s.title), w.value) = 0 AND instr(lower(d.title), w.value) = 0) \
     AND EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(lower(s.title), w.value) > 0) \
     ORDER BY length(s.title), s.document, s.idx LIMIT ?2";

const TURNS: &str = "SELECT * FROM (SELECT t.conversation, c.title, t.id, t.question, \
     COALESCE((SELECT group_concat(json_extract(s.value, '$.text'), ' ') FROM json_each(t.payload, '$.sentences') s), '') AS answer, \
     t.asked_ms FROM turns t JOIN conversations c ON c.id = t.conversation) \
     WHERE NOT EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(lower(question), w.value) = 0 AND instr(lower(answer), w.value) = 0 \
     AND instr(lower(title), w.value) = 0) ORDER BY asked_ms DESC, id DESC LIMIT ?2";

impl Store {
    /// Headings that hold every word (some of them may stand in the title of the document), the shortest first.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn find_headings(&self, words: &[String], limit: u32) -> Result<Vec<FoundHeading>> {
        const ACTION: &str = "look for headings";
        type Row = (i64, String, i64, String, i64, Option<String>, Vec<u8>);
        let Some(list) = self.word_list(words, ACTION)? else { return Ok(Vec::new()) };
        let mut reader = self.reader().await?;
        let rows: Vec<Row> =
            sqlx::query_as(HEADINGS).bind(list).bind(limit).fetch_all(&mut *reader).await.map_err(self.failed(ACTION))?;
        rows.into_iter()
            .map(|(document, document_title, section, title, page, label, rects)| {
                let rects = codec::unpack("sections.rects", &rects).map_err(self.failed(ACTION))?;
                let (document, section, page) = (DocumentId(document), unsigned(section), unsigned(page));
                Ok(FoundHeading { document, document_title, section, title, page, label, rects })
            })
            .collect()
    }

    /// Figures whose caption or description holds every word (some may stand in the title of the document), in document order.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn find_figures(&self, words: &[String], limit: u32) -> Result<Vec<SegmentId>> {
        const ACTION: &str = "look for figures";
        let Some(list) = self.word_list(words, ACTION)? else { return Ok(Vec::new()) };
        let mut reader = self.reader().await?;
        let ids: Vec<i64> = sqlx::query_scalar(
            "SELECT s.id FROM segments s JOIN documents d ON d.id = s.document WHERE s.kind = 'figure' \
             AND NOT EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(lower(s.text), w.value) = 0 AND instr(lower(d.title), w.value) = 0) \
             AND EXISTS (SELECT 1 FROM json_each(?1) w WHERE instr(lower(s.text), w.value) > 0) ORDER BY s.id LIMIT ?2",
        )
        .bind(list)
        .bind(limit)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        Ok(ids.into_iter().map(SegmentId).collect())
    }

    /// Turns whose question, answer or conversation title hold every word, the newest first.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn find_turns(&self, words: &[String], limit: u32) -> Result<Vec<FoundTurn>> {
        const ACTION: &str = "look through the conversations";
        type Row = (i64, String, i64, String, String, i64);
        let Some(list) = self.word_list(words, ACTION)? else { return Ok(Vec::new()) };
        let mut reader = self.reader().await?;
        let rows: Vec<Row> =
            sqlx::query_as(TURNS).bind(list).bind(limit).fetch_all(&mut *reader).await.map_err(self.failed(ACTION))?;
        let found = |(conversation, title, turn, question, answer, asked_ms)| FoundTurn {
            conversation,
            title,
            turn,
            question,
            answer,
            asked_ms,
        };
        Ok(rows.into_iter().map(found).collect())
    }

    /// The words as a JSON list in the case that SQLite folds to; `None` without any.
    fn word_list(&self, words: &[String], action: &'static str) -> Result<Option<String>> {
        let folded: Vec<String> =
            words.iter().map(|word| word.trim().to_ascii_lowercase()).filter(|word| !word.is_empty()).collect();
        if folded.is_empty() {
            return Ok(None);
        }
        codec::json("words", &folded).map(Some).map_err(self.failed(action))
    }
}
