//! Ablations: the same questions under other settings, each compared with the full method question by question.

mod cache;
mod forest;
mod space;
mod units;
mod variants;
mod world;

use serde::Serialize;
use waymark_retrieve::eval::{Interval, Question, Summary, bootstrap, paired};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::evaluation::{EvaluateOptions, Evaluation};
use cache::VectorCache;
pub use space::SpaceReport;
use variants::Variant;
pub(crate) use world::World;

/// Resamples of the bootstrap.
const ROUNDS: usize = 2000;
/// Its seed: the same figures give the same interval.
const SEED: u64 = 20_231;
/// Figures that the table shows.
pub const SHOWN: [&str; 7] = ["T@1", "T@5", "R@5", "R@10", "R@20", "MRR@10", "R@4k"];

/// What an ablation looks into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AblationGroup {
    /// Parts of the method, fusions and weights (HiQA tables 7–9, MacRAG table 3). Needs nothing embedded anew.
    #[default]
    Parts,
    /// Metadata in the vectors (Metadata RAG table 2, figure 5, section 6).
    Metadata,
    /// What is embedded: fixed stretches, sections, nearest title, cascade, slices (HiQA table 8, MacRAG table 3).
    Units,
    /// Search down the heading trees and the adaptive cut (HiSem tables 5 and 6).
    Levels,
    /// Damaged headings (HiQA table 12).
    Noise,
    /// All of them.
    All,
}

impl AblationGroup {
    /// Every group but [`AblationGroup::All`].
    pub const EACH: [Self; 5] = [Self::Parts, Self::Metadata, Self::Units, Self::Levels, Self::Noise];
}

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

impl Engine {
    /// Runs the ablations of a group on the questions; the first row is the full method. All but [`AblationGroup::Parts`] arrange
    /// the library anew and embed what that changes, which takes as long as adding the documents did; vectors are kept in the
    /// library's folder for the next time.
    ///
    /// # Errors
    /// As [`Engine::search`], and when the embedding model cannot be used.
    pub async fn ablation(&self, questions: &[Question], group: AblationGroup) -> Result<Vec<AblationRow>, EngineError> {
        let full = self.evaluate(questions, &EvaluateOptions::default()).await?;
        let mut rows = vec![row("full method", "", &full, None)];
        let mut cache: Option<VectorCache> = None;
        let mut arranged: Option<(world::Arrangement, World)> = None;
        for Variant { name, source, options, arrangement } in variants::variants(group) {
            if let Some(wanted) = &arrangement
                && arranged.as_ref().is_none_or(|(present, _)| present != wanted)
            {
                if cache.is_none() {
                    cache = Some(self.vector_cache().await?);
                }
                // The old one goes before the new one comes: both would need room.
                arranged = None;
                if let Some(cache) = &mut cache {
                    arranged = Some((*wanted, self.world(wanted, cache).await?));
                }
            }
            let world = arrangement.is_some().then_some(arranged.as_ref()).flatten().map(|(_, world)| world);
            let evaluation = self.evaluate_in(questions, &options, world).await?;
            rows.push(row(&name, source, &evaluation, Some(&full)));
        }
        Ok(rows)
    }

    /// Vectors kept by earlier experiments, and those of the library itself.
    async fn vector_cache(&self) -> Result<VectorCache, EngineError> {
        let model = self.embedder().await?;
        let mut cache = VectorCache::open(&self.laboratory(), &model);
        for record in self.inner.store.document_rows().await? {
            let vectors: std::collections::HashMap<_, _> = self.inner.store.vectors_of(record.id).await?.into_iter().collect();
            for stored in self.inner.store.segments_of(record.id).await? {
                if let Some(vector) = vectors.get(&stored.id) {
                    let segment = &stored.segment;
                    cache.remember(&crate::vectors::passage(&segment.metadata, &segment.embedding_text), vector.clone());
                }
            }
        }
        Ok(cache)
    }
}

fn row(name: &str, source: &str, evaluation: &Evaluation, full: Option<&Evaluation>) -> AblationRow {
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
        name: name.to_owned(),
        source: source.to_owned(),
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
