//! Terms of documents that a model named (HiQA 3.3). Kept apart from the reader's lexicon and from what rules found.

use std::collections::BTreeMap;

use sqlx::FromRow;
use waymark_core::DocumentId;

use crate::codec::{self, unsigned};
use crate::digests::Provenance;
use crate::error::Fault;
use crate::store::{bump, counter};
use crate::{Result, Store};

/// Terms as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTerms {
    /// Most telling first; may be empty.
    pub terms: Vec<String>,
    /// How they came about.
    pub made: Provenance,
}

#[derive(FromRow)]
struct Row {
    document: i64,
    terms: String,
    model: String,
    prompt: i64,
    source: String,
    made_ms: i64,
}

impl Row {
    fn stored(self) -> std::result::Result<(DocumentId, StoredTerms), Fault> {
        let made = Provenance { model: self.model, prompt: unsigned(self.prompt), source: self.source, made_ms: self.made_ms };
        Ok((DocumentId(self.document), StoredTerms { terms: codec::from_json("model_terms.terms", &self.terms)?, made }))
    }
}

impl Store {
    /// The terms of all documents that a model was asked about.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn model_terms(&self) -> Result<BTreeMap<DocumentId, StoredTerms>> {
        const ACTION: &str = "read the terms that a model named";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> =
            sqlx::query_as("SELECT * FROM model_terms").fetch_all(&mut *reader).await.map_err(self.failed(ACTION))?;
        rows.into_iter().map(Row::stored).collect::<std::result::Result<_, _>>().map_err(self.failed(ACTION))
    }

    /// Stores the terms of a document in the place of what there was; `false` when the document is gone.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only; then nothing changed.
    pub async fn put_model_terms(&self, document: DocumentId, stored: &StoredTerms) -> Result<bool> {
        const ACTION: &str = "store the terms that a model named";
        let mut change = self.change(ACTION).await?;
        let done = sqlx::query(
            "INSERT INTO model_terms (document, terms, model, prompt, source, made_ms) \
             SELECT id, ?2, ?3, ?4, ?5, ?6 FROM documents WHERE id = ?1 \
             ON CONFLICT (document) DO UPDATE SET terms = excluded.terms, model = excluded.model, prompt = excluded.prompt, \
             source = excluded.source, made_ms = excluded.made_ms",
        )
        .bind(document.0)
        .bind(codec::json("model_terms.terms", &stored.terms).map_err(self.failed(ACTION))?)
        .bind(&stored.made.model)
        .bind(stored.made.prompt)
        .bind(&stored.made.source)
        .bind(stored.made.made_ms)
        .execute(&mut *change)
        .await
        .map_err(self.failed(ACTION))?;
        bump(&mut change, "enrichment").await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(done.rows_affected() > 0)
    }

    /// The number that grows with every change of the terms that models named.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn terms_generation(&self) -> Result<i64> {
        let mut reader = self.reader().await?;
        counter(&mut reader, "enrichment").await.map_err(self.failed("read the generation of terms"))
    }
}
