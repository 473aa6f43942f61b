//! What the lexical index is made from: entries in order, and the documents that changed since a generation.

use std::collections::HashMap;

use sqlx::FromRow;
use waymark_core::{DocumentFacts, DocumentId, IndexEntry, SegmentId};

use crate::codec::{self, unsigned};
use crate::error::Fault;
use crate::store::counter;
use crate::{Result, Store};

/// How to bring a lexical index from one generation to the present one: clear it if it is `foreign`, remove `deleted` and
/// `saved`, then add `saved` anew.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LexicalChanges {
    /// Documents whose segments were written since, in id order.
    pub saved: Vec<DocumentId>,
    /// Documents deleted since, in id order.
    pub deleted: Vec<DocumentId>,
    /// The generation that the index stands for once these are applied.
    pub generation: i64,
    /// The index is ahead of the library (a backup was put back, say): nothing in it can be trusted.
    pub foreign: bool,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    document: i64,
    ordinal: i64,
    kind: String,
    path: String,
    text: String,
    embedding_text: Option<String>,
    lexical_text: Option<String>,
}

impl Store {
    /// What changed after generation `since`, and the present generation, from one snapshot. Applying the same changes twice
    /// does no harm, so an index that lost its last commit simply asks again.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn lexical_changes(&self, since: i64) -> Result<LexicalChanges> {
        const ACTION: &str = "read what changed";
        let mut reader = self.reader().await?;
        let mut snapshot = sqlx::Connection::begin(&mut *reader).await.map_err(self.failed(ACTION))?;
        let generation = counter(&mut snapshot, "generation").await.map_err(self.failed(ACTION))?;
        let foreign = since > generation;
        let since = if foreign { 0 } else { since };
        let saved: Vec<i64> = sqlx::query_scalar("SELECT id FROM documents WHERE generation > ? ORDER BY id")
            .bind(since)
            .fetch_all(&mut *snapshot)
            .await
            .map_err(self.failed(ACTION))?;
        let deleted: Vec<i64> = sqlx::query_scalar("SELECT document FROM tombstones WHERE generation > ? ORDER BY document")
            .bind(since)
            .fetch_all(&mut *snapshot)
            .await
            .map_err(self.failed(ACTION))?;
        snapshot.commit().await.map_err(self.failed(ACTION))?;
        let ids = |list: Vec<i64>| list.into_iter().map(DocumentId).collect();
        Ok(LexicalChanges { saved: ids(saved), deleted: ids(deleted), generation, foreign })
    }

    /// The entries of one document in document order.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn lexical_entries_of(&self, document: DocumentId) -> Result<Vec<IndexEntry>> {
        const ACTION: &str = "read entries for the lexical index";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, document, ordinal, kind, path, text, embedding_text, lexical_text FROM segments \
             WHERE document = ? ORDER BY ordinal",
        )
        .bind(document.0)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        drop(reader);
        self.entries(rows).await
    }

    /// Up to `limit` entries after a segment (from the start with `None`), in (document, ordinal) order, for building the index
    /// from nothing; empty at the end.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn segments_for_lexical(&self, after: Option<SegmentId>, limit: u32) -> Result<Vec<IndexEntry>> {
        const ACTION: &str = "read entries for the lexical index";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, document, ordinal, kind, path, text, embedding_text, lexical_text FROM segments \
             WHERE id > ? ORDER BY id LIMIT ?",
        )
        .bind(after.map_or(i64::MIN, |segment| segment.0))
        .bind(limit)
        .fetch_all(&mut *reader)
        .await
        .map_err(self.failed(ACTION))?;
        drop(reader);
        self.entries(rows).await
    }

    async fn entries(&self, rows: Vec<Row>) -> Result<Vec<IndexEntry>> {
        const ACTION: &str = "read entries for the lexical index";
        let mut documents: Vec<i64> = rows.iter().map(|row| row.document).collect();
        documents.dedup();
        let mut reader = self.reader().await?;
        let heads: Vec<(i64, String, String)> =
            sqlx::query_as("SELECT id, file_name, facts FROM documents WHERE id IN (SELECT value FROM json_each(?))")
                .bind(codec::id_list(documents))
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed(ACTION))?;
        let mut titles = HashMap::new();
        for (id, file_name, facts) in heads {
            let facts: DocumentFacts = codec::from_json("documents.facts", &facts).map_err(self.failed(ACTION))?;
            titles.insert(id, title_words(&facts, &file_name));
        }
        rows.into_iter()
            .map(|row| {
                let title = titles.get(&row.document).cloned().unwrap_or_default();
                entry(row, title)
            })
            .collect::<std::result::Result<_, _>>()
            .map_err(self.failed(ACTION))
    }
}

/// Title, facts, keywords and file name, each distinct phrase once: a fact that was read in three places must not weigh thrice.
fn title_words(facts: &DocumentFacts, file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let spaced = stem.replace(['_', '+'], " ");
    let mut phrases: Vec<&str> = vec![facts.title.as_str()];
    phrases.extend(facts.facts.iter().map(|fact| fact.value.as_str()));
    phrases.extend(facts.keywords.iter().map(String::as_str));
    phrases.push(&spaced);
    let mut seen = std::collections::HashSet::new();
    phrases.retain(|phrase| !phrase.trim().is_empty() && seen.insert(phrase.to_lowercase()));
    phrases.join(" \n")
}

fn entry(row: Row, title: String) -> std::result::Result<IndexEntry, Fault> {
    let path: Vec<String> = codec::from_json("segments.path", &row.path)?;
    let labels = if row.kind == "table" { row.embedding_text.unwrap_or_default() } else { String::new() };
    Ok(IndexEntry {
        segment: SegmentId(row.id),
        document: DocumentId(row.document),
        ordinal: unsigned(row.ordinal),
        title,
        path: path.get(1..).unwrap_or_default().join(" \n"),
        text: row.lexical_text.unwrap_or(row.text),
        labels,
    })
}
