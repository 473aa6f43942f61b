//! The Engine handle: everything Waymark does with a library, without any knowledge of windows.
//!
//! Composition only: PDFs come from `waymark-pdf`, trees and segments from `waymark-structure`, rows from `waymark-store`,
//! words from `waymark-lexical`, vectors from `waymark-embed`, rankings from `waymark-retrieve`, answers from
//! `waymark-answer` and `waymark-llm`. What lives here is order, cancellation and progress.

mod about;
mod ask;
mod collections;
mod completion;
mod conversations;
mod engine;
mod enrichment;
mod error;
mod evaluation;
mod figures;
mod files;
mod folders;
mod formatter;
mod generation;
mod index;
mod ingest;
mod intake;
mod laboratory;
mod library;
mod meter;
mod ollama;
mod options;
mod page_text;
mod pages;
mod passage;
mod places;
mod questions;
mod quoting;
mod reading;
mod rows;
pub mod runtime;
mod search;
mod settings;
mod structuring;
pub mod types;
mod vectors;

pub use ask::AnswerStream;
pub use engine::Engine;
pub use error::EngineError;
pub use evaluation::answers::{AnswerEvaluation, AnswerOptions, AnswerRow};
pub use evaluation::{EvaluateOptions, Evaluation, QuestionRow};
pub use figures::{CROP_DPI, crop_file};
pub use formatter::{FormatRequest, Formatted, format_file};
pub use laboratory::{AblationGroup, AblationRow, SHOWN, SpaceReport};
pub use meter::Usage;
pub use options::{Access, EngineOptions, WORKER_ARGUMENT, WorkerCommand};
pub use pages::PageImage;
pub use questions::QuestionRun;
pub use reading::{Reading, read_file};
pub use search::Lab;
pub use structuring::{Stopwatch, Structuring, Treatment};
pub use waymark_retrieve::eval::{Gold, Question, Summary, parse_questions, stem};
pub use waymark_structure::eval as structure_eval;
