//! The nouns of Waymark: what every other crate takes and returns, and nothing that does work; beside them [`text`], the
//! one way in which words are folded before they are compared.
//!
//! The data's way is a chain of these values: `bytes` → [`page::PageText`] → [`outline::DocumentTree`] →
//! [`segment::Segment`] → vectors and lexical documents → [`hit::Hit`] → context → answer stream → [`citation::Citation`].
//! A [`locator::Locator`] is made once, from character boxes, and only copied after that.

pub mod citation;
pub mod digest;
pub mod error;
pub mod facts;
pub mod geometry;
pub mod health;
pub mod hit;
pub mod ids;
pub mod locator;
pub mod model;
pub mod outline;
pub mod page;
pub mod segment;
pub mod state;
pub mod text;

pub use citation::{AnswerEvent, AnswerMode, AnswerStep, Citation, PromptMeter, Scheme, Sentence, Support};
pub use digest::{Digest, DigestOrigin};
pub use error::{ErrorCode, WireError};
pub use facts::{DocumentFacts, Fact, FactKind, FactSource};
pub use geometry::Rect;
pub use health::{DocumentHealth, EvidenceCount};
pub use hit::{Explanation, Hit, ScoreParts};
pub use ids::{CollectionId, DocumentId, SegmentId};
pub use locator::Locator;
pub use model::{ChatMessage, ChatModel, ChatOutcome, ChatPiece, ChatRequest, ChatRole, Embedder, EmbedderIdentity, ModelError};
pub use outline::{Block, BlockKind, DocumentTree, Evidence, Figure, Markdown, Section, SourceSpan, Table};
pub use page::{Bookmark, DocumentInfo, DocumentText, FontInfo, PageChar, PageClass, PageHealth, PageText};
pub use segment::{IndexEntry, LineSpan, Segment, SegmentKind};
pub use state::{DocumentState, Progress, Stage};
