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

/// How a model makes an answer of the passages (MacRAG table 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    /// [`Scheme::RL`] for few and small documents that fit the model's context as a whole, else [`Scheme::RB`] while all passages
    /// fit, else [`Scheme::RBExt`].
    #[default]
    Auto,
    /// R&B: one step, the passages found.
    #[serde(rename = "rb")]
    RB,
    /// R&L: one step, the passages with the sections and documents around them, as far as they fit.
    #[serde(rename = "rl")]
    RL,
    /// Full_Ext: the telling lines of the whole documents, then an answer from passages and lines.
    FullExt,
    /// Fil: the passages that the model keeps.
    Fil,
    /// Full_E&F: the lines of [`Scheme::FullExt`] and the passages of [`Scheme::Fil`].
    #[serde(rename = "full_ef")]
    FullEF,
    /// R&B_Ext: the telling lines of the passages found, then an answer from passages and lines.
    #[serde(rename = "rb_ext")]
    RBExt,
    /// R&B_E&F: the lines of [`Scheme::RBExt`] and the passages of [`Scheme::Fil`].
    #[serde(rename = "rb_ef")]
    RBEF,
    /// A summary in document order: window by window, then as a whole. Chosen by the question, never by the reader.
    Summary,
}

impl Scheme {
    /// Reads the documents of the passages found as a whole.
    #[must_use]
    pub fn reads_documents(self) -> bool {
        matches!(self, Self::RL | Self::FullExt | Self::FullEF)
    }

    /// Has the model pick the lines that tell something.
    #[must_use]
    pub fn extracts(self) -> bool {
        matches!(self, Self::FullExt | Self::FullEF | Self::RBExt | Self::RBEF)
    }

    /// Has the model judge the passages.
    #[must_use]
    pub fn filters(self) -> bool {
        matches!(self, Self::Fil | Self::FullEF | Self::RBEF)
    }
}

/// What a model is busy with before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStep {
    /// Making the question stand alone.
    Rewrite,
    /// Judging passages.
    Filter,
    /// Picking lines.
    Extract,
    /// Summarising a stretch.
    Summarise,
}

/// What the tokens of a prompt went to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct PromptMeter {
    /// The model's context.
    pub context: u32,
    /// Kept free for the answer.
    pub reserved: u32,
    /// Instructions and question.
    pub instructions: u32,
    /// Earlier turns.
    pub history: u32,
    /// Passages and lines picked from them.
    pub passages: u32,
    /// Passages given.
    pub given: u32,
    /// Passages that did not fit.
    pub dropped: u32,
    /// Likely tokens of the whole prompt; what stands above are careful estimates, rather too high.
    pub likely: Option<u32>,
}

impl PromptMeter {
    /// Tokens of the prompt, estimated.
    #[must_use]
    pub fn prompt(&self) -> u32 {
        self.instructions + self.history + self.passages
    }
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

/// What an answer stream yields, in this order: `Step`s or nothing, `Sources`, then `Step`s and `Token`s or nothing, then one `Done`; or `Failed` at any point.
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
    /// The model is at work on something that the answer needs first.
    Step {
        /// What.
        step: AnswerStep,
        /// Calls done.
        done: u32,
        /// Calls in all.
        of: u32,
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
        /// How the model went about it; absent for quotations.
        scheme: Option<Scheme>,
        /// Where the tokens of the prompt went; absent for quotations.
        meter: Option<PromptMeter>,
    },
    /// It broke; quotations follow in a `Done` event all the same when there are any.
    Failed {
        /// What and why.
        error: crate::error::WireError,
    },
}
