//! Retrieval: candidate lists of the routes and what is known of the library → one explained ranking.
//!
//! Nothing here reads a file or an index. The engine supplies the candidates of each route and the metadata of a
//! segment; this crate analyses the question ([`query`]), fuses the routes ([`fuse`], HiQA equation 2), reranks by
//! transparent features ([`rerank`]), puts a figure or table named by its number first ([`place`]), limits what one document may take ([`rank`]), goes down the heading trees ([`levels`], HiSem algorithm 2), cuts adaptively ([`threshold`],
//! HiSem equation 5), tells which page of a passage answers ([`page`]), merges neighbours ([`expand`], MacRAG 2.5), fits a token budget ([`budget`]) and measures all of
//! it ([`eval`]). The same input always gives the same output; ties are broken by document and ordinal.

pub mod budget;
pub mod eval;
pub mod expand;
pub mod fuse;
pub mod levels;
pub mod page;
pub mod place;
pub mod query;
pub mod rank;
pub mod rerank;
pub mod threshold;
pub mod through;
pub mod whole;

mod pattern;

pub use fuse::{FusionMethod, FusionOptions, Scored, SegmentMeta, fuse};
pub use query::{DocumentTerms, Intent, LibraryTerms, QueryPlan, analyze};
