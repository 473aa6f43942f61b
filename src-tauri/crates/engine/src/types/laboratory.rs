//! Saved questions and what they gave, for showing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::DocumentId;
use waymark_retrieve::eval::{Figures, Gold, Question};

use crate::evaluation::{Evaluation, QuestionRow};
use crate::questions::QuestionRun;

/// A page that answers a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ExpectedPage {
    /// File name without `.pdf`.
    pub file: String,
    /// Page, from 1; none when only the document is known.
    pub page: Option<u32>,
}

/// A question of the reader's with the pages that answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SavedQuestion {
    /// Id.
    pub qid: String,
    /// Text.
    pub question: String,
    /// Pages that answer it; several are alternatives.
    pub pages: Vec<ExpectedPage>,
}

/// A question to save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveQuestion {
    /// Text.
    pub question: String,
    /// Document that answers it.
    pub document: DocumentId,
    /// Page of the document, from 1; none when any page of it will do.
    pub page: Option<u32>,
}

/// One figure of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NamedFigure {
    /// `T@1`, `R@5`, `MRR@10` …
    pub name: String,
    /// Its mean.
    pub value: f64,
}

/// What one run of the saved questions gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunFigures {
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub time_ms: i64,
    /// Version of the program.
    pub version: String,
    /// Questions.
    pub questions: u32,
    /// Means, by name.
    pub figures: Vec<NamedFigure>,
    /// Median latency of a search, milliseconds.
    pub latency_ms: Option<f64>,
}

/// One question of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuestionFigures {
    /// Id.
    pub qid: String,
    /// Text.
    pub question: String,
    /// Figures by name.
    pub figures: Vec<NamedFigure>,
    /// The first pages found, best first, at most five.
    pub first: Vec<ExpectedPage>,
    /// Milliseconds of the search.
    pub latency_ms: f64,
}

/// A run of the saved questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RunReport {
    /// Its means.
    pub run: RunFigures,
    /// Every question.
    pub questions: Vec<QuestionFigures>,
    /// Ids of questions whose documents the library does not hold any more.
    pub missing: Vec<String>,
}

impl From<Question> for SavedQuestion {
    fn from(question: Question) -> Self {
        let pages = question.gold.into_iter().map(|Gold { doc, page }| ExpectedPage { file: doc, page }).collect();
        Self { qid: question.qid, question: question.question, pages }
    }
}

impl From<QuestionRun> for RunFigures {
    fn from(run: QuestionRun) -> Self {
        Self {
            time_ms: run.time_ms,
            version: run.version,
            questions: u32::try_from(run.summary.n).unwrap_or(u32::MAX),
            figures: named(&run.summary.means),
            latency_ms: run.summary.latency_ms_p50,
        }
    }
}

impl From<QuestionRow> for QuestionFigures {
    fn from(row: QuestionRow) -> Self {
        Self {
            qid: row.qid,
            question: row.question,
            figures: named(&row.figures),
            first: row.first.into_iter().map(|(file, page)| ExpectedPage { file, page: Some(page) }).collect(),
            latency_ms: row.latency_ms,
        }
    }
}

impl RunReport {
    /// A finished evaluation as shown.
    #[must_use]
    pub fn new(run: QuestionRun, evaluation: Evaluation) -> Self {
        Self {
            run: run.into(),
            questions: evaluation.questions.into_iter().map(QuestionFigures::from).collect(),
            missing: evaluation.missing,
        }
    }
}

fn named(figures: &Figures) -> Vec<NamedFigure> {
    figures.iter().map(|(name, value)| NamedFigure { name: name.clone(), value: *value }).collect()
}
