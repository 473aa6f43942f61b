//! Key points and summaries as rows: what was written, by whom, of what.

use sqlx::FromRow;
use waymark_core::{Digest, DigestOrigin};

use crate::codec::{self, unsigned};
use crate::error::Fault;

/// How a generated text came about; with another model, prompt or source it is stale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Model that was asked.
    pub model: String,
    /// Version of the prompt.
    pub prompt: u32,
    /// Hash of what it was made of.
    pub source: String,
    /// When, milliseconds since 1970.
    pub made_ms: i64,
}

/// A digest as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDigest {
    /// Key points and summary.
    pub digest: Digest,
    /// Who wrote the summary.
    pub origin: DigestOrigin,
    /// How it came about.
    pub made: Provenance,
}

#[derive(FromRow)]
pub(crate) struct Row {
    pub(crate) id: i64,
    key_points: String,
    summary: String,
    origin: String,
    model: String,
    prompt: i64,
    source: String,
    made_ms: i64,
}

impl Row {
    pub(crate) fn stored(self) -> Result<StoredDigest, Fault> {
        let key_points = codec::from_json("summaries.key_points", &self.key_points)?;
        let made = Provenance { model: self.model, prompt: unsigned(self.prompt), source: self.source, made_ms: self.made_ms };
        Ok(StoredDigest {
            digest: Digest { key_points, summary: self.summary },
            origin: codec::named("summaries.origin", self.origin)?,
            made,
        })
    }
}
