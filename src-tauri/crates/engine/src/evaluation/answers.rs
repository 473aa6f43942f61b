//! Questions with reference answers → how good the answers are, with a model or without.

use std::collections::BTreeMap;

use serde::Serialize;
use waymark_answer::measure::{self, Given, Reference};
use waymark_core::{AnswerEvent, AnswerMode, Citation, Scheme, Sentence, Support, WireError};
use waymark_retrieve::eval::{Figures, Match, Question, Summary, stem, summarise};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::AskRequest;

/// How the questions are answered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AnswerOptions {
    /// Mode of the answers.
    pub mode: AnswerMode,
    /// Model; the setting when absent.
    pub model: Option<String>,
    /// How a model goes about it; the setting when absent.
    pub scheme: Option<Scheme>,
}

/// One question with its answer and figures.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerRow {
    /// Id.
    pub qid: String,
    /// Text.
    pub question: String,
    /// What was answered.
    pub answer: String,
    /// Files and pages (from 1) cited, in order.
    pub cited: Vec<(String, u32)>,
    /// Figures by name; see [`measure::figures`].
    pub figures: Figures,
    /// What went wrong with the model.
    pub error: Option<WireError>,
    /// Milliseconds in all.
    pub total_ms: f64,
}

/// A finished answer evaluation.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerEvaluation {
    /// Means, each over the questions that have it; latencies are those of whole answers.
    pub summary: Summary,
    /// Models that answered, with the number of answers; quotation counts under `quotation`.
    pub answered_by: BTreeMap<String, usize>,
    /// Every question.
    pub answers: Vec<AnswerRow>,
}

impl Engine {
    /// Answers every question, one after the other and each on its own, and measures the answers. `told` hears of each.
    ///
    /// # Errors
    /// As [`Engine::ask`]. A model that fails on a question is no error: the quotations in its place are measured.
    pub async fn evaluate_answers(
        &self,
        questions: &[Question],
        options: &AnswerOptions,
        told: &(dyn Fn(usize, &AnswerRow) + Send + Sync),
    ) -> Result<AnswerEvaluation, EngineError> {
        let mut answers = Vec::with_capacity(questions.len());
        let mut answered_by: BTreeMap<String, usize> = BTreeMap::new();
        for question in questions {
            let (row, by) = self.measure_answer(question, options).await?;
            *answered_by.entry(by.unwrap_or_else(|| "quotation".to_owned())).or_default() += 1;
            answers.push(row);
            if let Some(row) = answers.last() {
                told(answers.len(), row);
            }
        }
        let figures: Vec<Figures> = answers.iter().map(|row: &AnswerRow| row.figures.clone()).collect();
        let times: Vec<f64> = answers.iter().map(|row| row.total_ms).collect();
        let mut summary = summarise(&figures, &times);
        summary.n_page_labelled =
            questions.iter().filter(|question| question.gold.iter().any(|gold| gold.page.is_some())).count();
        Ok(AnswerEvaluation { summary, answered_by, answers })
    }

    async fn measure_answer(
        &self,
        question: &Question,
        options: &AnswerOptions,
    ) -> Result<(AnswerRow, Option<String>), EngineError> {
        let request = AskRequest {
            question: question.question.clone(),
            conversation: None,
            scope: Vec::new(),
            mode: options.mode,
            model: options.model.clone(),
            scheme: options.scheme,
        };
        let mut stream = self.ask(request).await?;
        let (mut given, mut error, mut by, mut total) = (Given::default(), None, None, 0.0);
        while let Some(event) = stream.events.recv().await {
            match event {
                AnswerEvent::Sources { model, .. } => by = model,
                AnswerEvent::Failed { error: failed } => error = Some(failed),
                AnswerEvent::Done { sentences, citations, found, prompt_tokens, answer_tokens, total_ms, .. } => {
                    given = given_by(&sentences, &citations);
                    (given.found, given.prompt_tokens, given.answer_tokens, total) =
                        (found, prompt_tokens, answer_tokens, total_ms);
                }
                AnswerEvent::Token { .. } | AnswerEvent::Step { .. } => {}
            }
        }
        let row = AnswerRow {
            qid: question.qid.clone(),
            question: question.question.clone(),
            answer: given.sentences.join(" "),
            cited: given.cited.clone(),
            figures: measure::figures(&reference(question), &given),
            error,
            total_ms: total,
        };
        Ok((row, by))
    }
}

fn reference(question: &Question) -> Reference {
    let pages = question.gold.iter().filter_map(|gold| Some((gold.doc.clone(), gold.page?)));
    Reference {
        question: question.question.clone(),
        answer: question.answer.clone().filter(|answer| !answer.trim().is_empty()),
        evidence: question.evidence.clone(),
        choices: question.choices.clone(),
        pages: pages.collect(),
        any: question.matching == Match::Any,
    }
}

/// Only citations that a sentence refers to count; the nearest passages of a refusal are no sources.
fn given_by(sentences: &[Sentence], citations: &[Citation]) -> Given {
    let used = |citation: &&Citation| sentences.iter().any(|sentence| sentence.citations.contains(&citation.number));
    let cited: Vec<&Citation> = citations.iter().filter(used).collect();
    let page = |citation: &Citation| Some((stem(&citation.file_name).to_owned(), citation.locators.first()?.page + 1));
    let mut pages: Vec<(String, u32)> = Vec::new();
    for place in cited.iter().filter_map(|citation| page(citation)) {
        if !pages.contains(&place) {
            pages.push(place);
        }
    }
    Given {
        sentences: sentences.iter().map(|sentence| sentence.text.clone()).collect(),
        carried: sentences.iter().filter(|sentence| sentence.support != Support::Unsupported).count(),
        sources: cited.iter().map(|citation| citation.quote.clone().unwrap_or_else(|| citation.text.clone())).collect(),
        cited: pages,
        ..Given::default()
    }
}
