//! The second reading by a cross-encoder, where one is installed.

use waymark_retrieve::{QueryPlan, Scored};

use crate::engine::Engine;
use crate::error::{EngineError, blocking};

/// Candidates that a cross-encoder reads.
const READ_TOGETHER: usize = 30;
/// What its score, 0..1, adds at most: as much as all features together.
const CROSS_WEIGHT: f32 = 1.0;

impl Engine {
    /// The best candidates read together with the question by the cross-encoder, where one is installed.
    pub(super) async fn read_together(&self, plan: &QueryPlan, ranked: Vec<Scored>) -> Vec<Scored> {
        let Some(model) = self.cross_encoder().await else { return ranked };
        let question = plan.dense.clone();
        let texts: Vec<String> =
            ranked.iter().take(READ_TOGETHER).map(|s| crate::vectors::passage(&s.meta.path.join(" › "), &s.meta.text)).collect();
        let scores = blocking("read question and passages together", move || model.scores(&question, &texts)).await;
        match scores.and_then(|scores| scores.map_err(|error| EngineError::Embedding(error.to_string()))) {
            Ok(scores) => waymark_retrieve::rerank::add_scores(ranked, &scores, CROSS_WEIGHT, "cross-encoder"),
            Err(error) => {
                tracing::error!("the cross-encoder fails, its opinion is left out: {error}");
                ranked
            }
        }
    }
}
