//! Collections, edits of facts, and what a folder would bring.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{DocumentId, FactKind};

/// A named group of documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CollectionRow {
    /// Id.
    #[ts(type = "number")]
    pub id: i64,
    /// Name, unique without regard to case.
    pub name: String,
    /// Documents, in id order.
    pub documents: Vec<DocumentId>,
}

/// A fact as the reader writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FactEdit {
    /// Field.
    pub kind: FactKind,
    /// Value.
    pub value: String,
}

/// What a document shall be called and known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DocumentEdit {
    /// Document.
    pub id: DocumentId,
    /// Title.
    pub title: String,
    /// All facts.
    pub facts: Vec<FactEdit>,
    /// All critical terms (the expert lexicon of HiQA 3.3).
    pub keywords: Vec<String>,
}

/// How much the given paths hold, counted without reading any file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct PathCount {
    /// PDF files.
    pub files: u32,
    /// Their bytes.
    #[ts(type = "number")]
    pub bytes: u64,
}
