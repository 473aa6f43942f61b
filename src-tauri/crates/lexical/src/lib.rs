//! The lexical route: turns index entries into a tantivy index, and a question into segments ranked by BM25.
//!
//! The index is derived from the library and can always be rebuilt; it never holds anything that the library does not.
//! tantivy keeps the terms and postings. The scores are summed here, in a fixed order and over live documents only, because
//! tantivy's own depend on how documents were spread over index segments and still count deleted ones: after a crash, a
//! deletion or another order of arrival the same library must give the same scores to the last bit.

mod analyzer;
mod error;
mod folder;
mod index;
mod schema;
mod score;
mod spelling;
mod view;

pub use analyzer::{Analysis, analyze, tokens};
pub use error::LexicalError;
pub use index::{IndexState, LexicalIndex};
pub use score::{Boosts, LexHit};

/// What every call of this crate returns.
pub type Result<T> = std::result::Result<T, LexicalError>;
