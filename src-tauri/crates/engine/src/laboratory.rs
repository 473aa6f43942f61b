//! Ablations: the same questions under other settings, each compared with the full method question by question.

use serde::Serialize;
use waymark_retrieve::eval::{Interval, Question, Summary, bootstrap, paired};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::evaluation::{EvaluateOptions, Evaluation};
use crate::search::Lab;

/// Resamples of the bootstrap.
const ROUNDS: usize = 2000;
/// Its seed: the same figures give the same interval.
const SEED: u64 = 20_231;
/// Figures that the table shows.
pub const SHOWN: [&str; 7] = ["T@1", "T@5", "R@5", "R@10", "R@20", "MRR@10", "R@4k"];

/// A variant of the method.
#[derive(Debug, Clone, Serialize)]
pub struct AblationRow {
    /// What was changed.
    pub name: String,
    /// Which table or section of a paper asks the same; empty for what only this project does.
    pub source: String,
    /// Means.
    pub summary: Summary,
    /// Recall@5 with its 95 % interval.
    pub recall: Interval,
    /// Full method minus this one at Recall@5, with its 95 % interval; absent for the full method itself.
    pub loss: Option<Interval>,
    /// How likely a difference at least as large is by chance (paired sign-flip test), 0..1.
    pub chance: Option<f64>,
    /// Questions whose Recall@5 is lower than with the full method, then those where it is higher.
    pub worse: Vec<String>,
    /// The better ones.
    pub better: Vec<String>,
}

/// One variant to be run.
struct Variant {
    name: &'static str,
    source: &'static str,
    options: EvaluateOptions,
}

fn variants() -> Vec<Variant> {
    let full = EvaluateOptions::default;
    let method = |name: &str| EvaluateOptions { method: name.to_owned(), ..full() };
    let with = |lab: Lab| EvaluateOptions { lab, ..full() };
    let fixed = |alpha: Option<f32>, beta: Option<f32>| EvaluateOptions { alpha, beta, ..full() };
    let variant = |name, source, options| Variant { name, source, options };
    vec![
        variant("full method", "", full()),
        variant("without reranking", "", with(Lab { rerank: false, ..Lab::default() })),
        variant("without over-fetching of named documents", "", with(Lab { focus: false, ..Lab::default() })),
        variant("without key terms (β = 0)", "HiQA table 8", fixed(None, Some(0.0))),
        variant("without BM25 (α = 1)", "HiQA table 8", fixed(Some(1.0), None)),
        variant("without vectors (α = 0)", "HiQA table 8", fixed(Some(0.0), None)),
        variant("file names hidden", "", with(Lab { anonymous: true, ..Lab::default() })),
        variant("equation 2 not normalised", "HiQA table 9", method("unnormalised")),
        variant("standard scores", "HiQA table 9", method("zscore")),
        variant("reciprocal ranks", "HiQA table 9", method("rrf")),
        variant("convex combination, no key terms", "HiQA table 9", method("cc")),
        variant("key terms first", "HiQA table 9", method("keyword")),
        variant("BM25 alone", "HiQA table 7", method("lexical")),
        variant("vectors alone", "HiQA table 7", method("dense")),
        variant("α = 0.2", "HiQA section 5.3", fixed(Some(0.2), None)),
        variant("α = 0.4", "HiQA section 5.3", fixed(Some(0.4), None)),
        variant("α = 0.6", "HiQA section 5.3", fixed(Some(0.6), None)),
        variant("α = 0.8", "HiQA section 5.3", fixed(Some(0.8), None)),
        variant("β = 0.4", "HiQA section 5.3", fixed(None, Some(0.4))),
        variant("β = 0.8", "HiQA section 5.3", fixed(None, Some(0.8))),
        variant("β = 1.2", "HiQA section 5.3", fixed(None, Some(1.2))),
        variant("β = 1.6", "HiQA section 5.3", fixed(None, Some(1.6))),
    ]
}

impl Engine {
    /// Runs every ablation on the questions; the first row is the full method.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub async fn ablation(&self, questions: &[Question]) -> Result<Vec<AblationRow>, EngineError> {
        let mut rows: Vec<AblationRow> = Vec::new();
        let mut full: Option<Evaluation> = None;
        for variant in variants() {
            let evaluation = self.evaluate(questions, &variant.options).await?;
            rows.push(row(&variant, &evaluation, full.as_ref()));
            full.get_or_insert(evaluation);
        }
        Ok(rows)
    }
}

fn row(variant: &Variant, evaluation: &Evaluation, full: Option<&Evaluation>) -> AblationRow {
    let own = recalls(evaluation);
    let values: Vec<f64> = own.iter().map(|(_, value)| *value).collect();
    let (mut worse, mut better, mut loss, mut chance) = (Vec::new(), Vec::new(), None, None);
    if let Some(full) = full {
        let theirs = recalls(full);
        let reference: Vec<f64> = theirs.iter().map(|(_, value)| *value).collect();
        let (difference, p) = paired(&values, &reference, ROUNDS, SEED);
        (loss, chance) = (Some(difference), Some(p));
        for ((qid, before), (_, after)) in theirs.into_iter().zip(&own) {
            if *after < before {
                worse.push(qid);
            } else if *after > before {
                better.push(qid);
            }
        }
    }
    AblationRow {
        name: variant.name.to_owned(),
        source: variant.source.to_owned(),
        summary: evaluation.summary.clone(),
        recall: bootstrap(&values, ROUNDS, SEED),
        loss,
        chance,
        worse,
        better,
    }
}

/// Recall@5 of every question that has gold pages.
fn recalls(evaluation: &Evaluation) -> Vec<(String, f64)> {
    evaluation.questions.iter().filter_map(|row| Some((row.qid.clone(), *row.figures.get("R@5")?))).collect()
}
