//! A question → raw candidates: by meaning and by words, both at once.

use std::collections::HashSet;
use std::time::Instant;

use waymark_core::{DocumentId, Embedder, SegmentId};
use waymark_retrieve::through::Through;
use waymark_retrieve::{FusionMethod, QueryPlan};

use super::{CANDIDATES, KIND_CANDIDATES, Run, scope};
use crate::engine::Engine;
use crate::error::{EngineError, blocking};
use crate::search::milliseconds;
use crate::types::SearchTimings;

/// Raw candidates of the routes.
#[derive(Default)]
pub(super) struct Routes {
    pub(super) dense: Vec<(SegmentId, f32)>,
    pub(super) lexical: Vec<(SegmentId, f32)>,
    /// Summaries that led to passages of the dense route.
    pub(super) through: Vec<Through>,
}

impl Engine {
    /// Both routes at once: they share nothing but the question.
    pub(super) async fn routes(
        &self,
        plan: &QueryPlan,
        run: &Run<'_>,
        timings: &mut SearchTimings,
    ) -> Result<Routes, EngineError> {
        let wanted = CANDIDATES.max(run.top * 4);
        let many = if run.request.kind.is_some() { KIND_CANDIDATES } else { wanted };
        let scope = scope(run.request);
        let focus = self.focus(plan, scope).filter(|_| run.lab.focus);
        let by_meaning = self.by_meaning(plan, run, many, focus.as_deref());
        let by_words = self.by_words(plan, run, many, focus.as_deref());
        let ((mut routes, embed, dense), (lexical, worded)) = tokio::try_join!(by_meaning, by_words)?;
        routes.lexical = lexical;
        (timings.embed, timings.dense, timings.lexical) = (embed, dense, worded);
        if let Some(kind) = run.request.kind {
            self.keep_kind(&mut routes, kind, scope, wanted).await?;
        }
        Ok(routes)
    }

    /// The dense route with the summaries that led to it; milliseconds for the question's vector and for the search.
    async fn by_meaning(
        &self,
        plan: &QueryPlan,
        run: &Run<'_>,
        many: usize,
        focus: Option<&[DocumentId]>,
    ) -> Result<(Routes, f64, f64), EngineError> {
        let mut routes = Routes::default();
        if run.options.method == FusionMethod::Lexical {
            return Ok((routes, 0.0, 0.0));
        }
        let started = Instant::now();
        let vector = self.question_vector(&plan.embedded).await?;
        let embed = milliseconds(started);
        let started = Instant::now();
        if let Some(vector) = vector {
            let scope = scope(run.request);
            routes.dense = self.nearest(&vector, many, scope, run).await?;
            if focus.is_some() {
                join(&mut routes.dense, self.nearest(&vector, many, focus, run).await?);
            }
            if run.lab.summaries && run.world.is_none() {
                let wanted = CANDIDATES.max(run.top * 4);
                routes.through = self.through_summaries(&vector, wanted, scope, &mut routes.dense).await?;
            }
        }
        Ok((routes, embed, milliseconds(started)))
    }

    /// The lexical route; milliseconds.
    async fn by_words(
        &self,
        plan: &QueryPlan,
        run: &Run<'_>,
        many: usize,
        focus: Option<&[DocumentId]>,
    ) -> Result<(Vec<(SegmentId, f32)>, f64), EngineError> {
        if run.options.method == FusionMethod::Dense {
            return Ok((Vec::new(), 0.0));
        }
        let started = Instant::now();
        let scopes: Vec<_> = std::iter::once(scope(run.request)).chain(focus.map(Some)).collect();
        let mut lexical = Vec::new();
        for list in self.worded(plan, many, &scopes, run).await? {
            join(&mut lexical, list);
        }
        Ok((lexical, milliseconds(started)))
    }

    /// The dense route.
    async fn nearest(
        &self,
        vector: &[f32],
        k: usize,
        scope: Option<&[DocumentId]>,
        run: &Run<'_>,
    ) -> Result<Vec<(SegmentId, f32)>, EngineError> {
        match run.world {
            Some(world) if run.lab.levels => Ok(world.levels(vector, k, scope)),
            Some(world) => Ok(world.dense(vector, k, scope)),
            None => Ok(self.inner.store.search_vectors(vector, k, scope).await?),
        }
    }

    /// The lexical route in each scope.
    async fn worded(
        &self,
        plan: &QueryPlan,
        k: usize,
        scopes: &[Option<&[DocumentId]>],
        run: &Run<'_>,
    ) -> Result<Vec<Vec<(SegmentId, f32)>>, EngineError> {
        let names = plan.products();
        match run.world {
            Some(world) => scopes.iter().map(|scope| world.lexical(&plan.lexical, &names, k, *scope)).collect(),
            None => self.inner.words.search(&plan.lexical, &names, k, scopes).await,
        }
    }

    async fn question_vector(&self, text: &str) -> Result<Option<Vec<f32>>, EngineError> {
        let Ok(embedder) = self.embedder().await else { return Ok(None) };
        let text = text.to_owned();
        let vector = blocking("embed the question", move || embedder.embed_query(&text)).await?;
        vector.map(Some).map_err(|error| EngineError::Embedding(error.to_string()))
    }
}

/// Adds candidates that are not there yet; the first score of a segment stays.
pub(super) fn join(list: &mut Vec<(SegmentId, f32)>, more: Vec<(SegmentId, f32)>) {
    let known: HashSet<SegmentId> = list.iter().map(|(id, _)| *id).collect();
    list.extend(more.into_iter().filter(|(id, _)| !known.contains(id)));
}
