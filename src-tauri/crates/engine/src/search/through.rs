//! Passages found through what a model made of them (MacRAG 2.1, 2.2): slices of summaries join the dense route, each as the
//! passage it leads to.

use waymark_core::{DocumentId, SegmentId};
use waymark_retrieve::through::{Through, join};

use crate::engine::Engine;
use crate::error::EngineError;

impl Engine {
    /// The dense route with the passages that summaries lead to. Without summaries it stays as it is.
    pub(super) async fn through_summaries(
        &self,
        vector: &[f32],
        k: usize,
        scope: Option<&[DocumentId]>,
        dense: &mut Vec<(SegmentId, f32)>,
    ) -> Result<Vec<Through>, EngineError> {
        let slices = self.inner.store.search_slices(vector, k, scope).await?;
        let slices =
            slices.into_iter().map(|slice| Through { segment: slice.segment, section: slice.section, score: slice.score });
        Ok(join(dense, slices.collect()))
    }
}
