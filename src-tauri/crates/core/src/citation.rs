//! Answers: sentences with citations, as a stream of events.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::hit::Hit;
use crate::ids::{DocumentId, SegmentId};
use crate::locator::Locator;

/// How an answer is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerMode {
    /// A model when one is there, quotations otherwise.
    #[default]
    Auto,
    /// Quoted sentences, no model.
    Extractive,
    /// Through the local model.
    Model,
}

/// How well a sentence is carried by what it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// Quoted word for word.
    Quoted,
    /// Words and numbers stand in a cited passage.
    Supported,
    /// The model cited nothing; the passage was found afterwards by matching.
    Attributed,
    /// No passage carries it (or a number in it).
    Unsupported,
}

/// A numbered source of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Citation {
    /// Number shown, from 1.
    pub number: u32,
    /// Passage.
    pub segment: SegmentId,
    /// Document.
    pub document: DocumentId,
    /// Document title.
    pub title: String,
    /// File name.
    pub file_name: String,
    /// Titles from document to section.
    pub section_path: Vec<String>,
    /// Passage text.
    pub text: String,
    /// The words that the answer rests on, where known: a stretch of `text`.
    pub quote: Option<String>,
    /// What to highlight, from stored boxes.
    pub locators: Vec<Locator>,
}

/// A sentence of an answer with its sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Sentence {
    /// Text without citation marks.
    pub text: String,
    /// Numbers of the [`Citation`]s it rests on.
    pub citations: Vec<u32>,
    /// How well they carry it.
    pub support: Support,
}

/// What an answer stream yields, in this order: `Sources`, then `Token`s or nothing, then one `Done`; or `Failed` at any point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum AnswerEvent {
    /// The passages given, at once, before any model answers.
    Sources {
        /// Ranked passages.
        hits: Vec<Hit>,
        /// The query that was searched, when it differs from the question.
        query: Option<String>,
        /// How the answer is being made.
        mode: AnswerMode,
        /// Model in use.
        model: Option<String>,
    },
    /// A piece of the answer as the model writes it, citation marks included.
    Token {
        /// Text.
        text: String,
    },
    /// The finished, verified answer. Also sent after stop, with what there is.
    Done {
        /// Verified sentences.
        sentences: Vec<Sentence>,
        /// Sources referred to.
        citations: Vec<Citation>,
        /// False when the library does not seem to hold the answer.
        found: bool,
        /// Stopped by the user or cut off.
        stopped: bool,
        /// Warnings to show (context cut, length limit, unsupported numbers).
        warnings: Vec<String>,
        /// Milliseconds for search.
        search_ms: f64,
        /// Milliseconds in all.
        total_ms: f64,
        /// Tokens of the prompt as counted by the server.
        prompt_tokens: Option<u32>,
        /// Tokens generated.
        answer_tokens: Option<u32>,
    },
    /// It broke; quotations follow in a `Done` event all the same when there are any.
    Failed {
        /// What and why.
        error: crate::error::WireError,
    },
}
