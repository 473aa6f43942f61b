//! Questions with known pages → the figures of design §11, on the open library.

pub mod answers;

use std::collections::HashMap;

use serde::Serialize;
use waymark_core::Hit;
use waymark_retrieve::eval::{Figures, Gold, Question, Retrieved, Summary, score_question, stem, summarise};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::laboratory::World;
use crate::search::{Lab, milliseconds};
use crate::types::{DocumentRow, SearchRequest};

const TOP: u32 = 20;

/// How the questions of an evaluation are searched.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluateOptions {
    /// Search method, as in [`SearchRequest::method`].
    pub method: String,
    /// Fixed α.
    pub alpha: Option<f32>,
    /// Fixed β.
    pub beta: Option<f32>,
    /// Parts switched off.
    pub lab: Lab,
}

impl Default for EvaluateOptions {
    fn default() -> Self {
        Self { method: "hybrid".to_owned(), alpha: None, beta: None, lab: Lab::default() }
    }
}

/// One question with its figures.
#[derive(Debug, Clone, Serialize)]
pub struct QuestionRow {
    /// Id.
    pub qid: String,
    /// Text.
    pub question: String,
    /// Figures by name.
    pub figures: Figures,
    /// File names and pages (from 1) of the first five hits.
    pub first: Vec<(String, u32)>,
    /// Milliseconds of the search.
    pub latency_ms: f64,
}

/// A finished evaluation.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Evaluation {
    /// Means.
    pub summary: Summary,
    /// Questions whose gold documents the library does not hold.
    pub missing: Vec<String>,
    /// Questions that name no gold, and so are not measured.
    pub unjudged: Vec<String>,
    /// Gold pages that their documents do not have, as `qid: document page 90 of 12`.
    pub beyond: Vec<String>,
    /// Every question.
    pub questions: Vec<QuestionRow>,
}

impl Engine {
    /// Searches every question and measures the first 20 hits.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub async fn evaluate(&self, questions: &[Question], options: &EvaluateOptions) -> Result<Evaluation, EngineError> {
        self.evaluate_in(questions, options, None).await
    }

    /// [`Engine::evaluate`] on an arrangement of the library.
    pub(crate) async fn evaluate_in(
        &self,
        questions: &[Question],
        options: &EvaluateOptions,
        world: Option<&World>,
    ) -> Result<Evaluation, EngineError> {
        let rows = self.documents().await?;
        let pages: usize = rows.iter().map(|row| row.pages as usize).sum();
        let told = gold_faults(questions, &rows);
        let mut measured = Vec::with_capacity(questions.len());
        for question in questions {
            let request = SearchRequest {
                query: question.question.clone(),
                top_k: TOP,
                method: Some(options.method.clone()),
                alpha: options.alpha,
                beta: options.beta,
                ..SearchRequest::default()
            };
            let started = std::time::Instant::now();
            let searched = self.find_with(&request, options.lab, world).await?;
            let latency_ms = milliseconds(started);
            let results: Vec<Retrieved> = if options.lab.merge {
                self.passages(&searched).await?.iter().map(|passage| joined(&passage.hit)).collect()
            } else {
                searched.found.iter().map(|found| retrieved(&found.hit)).collect()
            };
            measured.push(QuestionRow {
                qid: question.qid.clone(),
                question: question.question.clone(),
                figures: score_question(question, &results, Some(pages)),
                first: results
                    .iter()
                    .take(5)
                    .map(|result| (result.doc.clone(), result.pages.first().copied().unwrap_or(0)))
                    .collect(),
                latency_ms,
            });
        }
        let figures: Vec<Figures> = measured.iter().map(|row| row.figures.clone()).collect();
        let latencies: Vec<f64> = measured.iter().map(|row| row.latency_ms).collect();
        Ok(Evaluation { summary: summarise(&figures, &latencies), questions: measured, ..told })
    }
}

/// What is wrong with the gold of the questions, before anything is measured.
fn gold_faults(questions: &[Question], rows: &[DocumentRow]) -> Evaluation {
    let mut pages: HashMap<&str, u32> = HashMap::new();
    for row in rows {
        let most = pages.entry(stem(&row.file_name)).or_default();
        *most = row.pages.max(*most);
    }
    let mut told = Evaluation::default();
    for Question { qid, gold, .. } in questions {
        if gold.is_empty() {
            told.unjudged.push(qid.clone());
        } else if !gold.iter().any(|gold| pages.contains_key(gold.doc.as_str())) {
            told.missing.push(qid.clone());
        }
        for Gold { doc, page } in gold {
            if let (Some(page), Some(most)) = (page, pages.get(doc.as_str()))
                && !(1..=*most).contains(page)
            {
                told.beyond.push(format!("{qid}: {doc} page {page} of {most}"));
            }
        }
    }
    told
}

/// A passage joined from neighbours, which may lie on more pages than one.
fn joined(hit: &Hit) -> Retrieved {
    Retrieved { pages: hit.locators.iter().map(|locator| locator.page + 1).collect(), ..retrieved(hit) }
}

/// A hit as measured: on the one page that `waymark-cli search` prints for it.
fn retrieved(hit: &Hit) -> Retrieved {
    Retrieved {
        doc: stem(&hit.file_name).to_owned(),
        pages: hit.place().map(|locator| locator.page + 1).into_iter().collect(),
        chars: Some(hit.text.chars().count()),
    }
}
