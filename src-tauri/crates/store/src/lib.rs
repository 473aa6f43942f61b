//! The library on disk: turns documents, structure, segments and vectors into rows of one SQLite file, and back.
//!
//! One folder is one library: `library.sqlite` (the truth), `lexical/` and `figures/` (derived), `library.lock` (held by the
//! process that writes) and `library.pid` (who that is). All SQL of Waymark stands in this crate, one module per table.
//!
//! Results never depend on the order in which documents were finished: ids are given in sorted path order when documents are
//! enqueued, and a segment id is made of its document and ordinal (see [`segment_id`]), so ordering by segment id *is* ordering
//! by (document, ordinal).

mod codec;
mod collections;
mod conversations;
mod delete;
mod digests;
mod documents;
mod edits;
mod embedders;
mod enqueue;
mod error;
mod extension;
mod find;
mod folders;
mod formatter;
mod jobs;
mod kinds;
mod lexical_feed;
mod lock;
mod markdown;
mod meta;
mod migrate;
mod model_terms;
mod node_summaries;
mod pages;
mod sections;
mod segment_summaries;
mod segments;
mod store;
mod structure;
mod summary_slices;
mod vectors;

pub use collections::StoredCollection;
pub use conversations::{StoredConversation, StoredTurn};
pub use delete::Deleted;
pub use digests::{Provenance, StoredDigest};
pub use documents::{DocumentRecord, Totals};
pub use embedders::Binding;
pub use enqueue::{Enqueued, NewDocument, PathRecord};
pub use error::StoreError;
pub use find::{FoundHeading, FoundTurn};
pub use folders::StoredFolder;
pub use formatter::WindowKey;
pub use jobs::Job;
pub use lexical_feed::LexicalChanges;
pub use model_terms::StoredTerms;
pub use pages::PageRecord;
pub use segments::{Candidate, MAX_SEGMENTS, PendingSegment, StoredSegment, document_of, ordinal_of, segment_id};
pub use store::Store;
pub use structure::StructuredDocument;
pub use summary_slices::{FoundSlice, PendingSlice, Slice};
pub use vectors::VectorProgress;

/// What every call of this crate returns.
pub type Result<T> = std::result::Result<T, StoreError>;
