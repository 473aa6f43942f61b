//! Raw candidates → a fused ranking, each candidate with what the later steps must know of it.

use std::collections::HashMap;

use waymark_core::{DocumentId, SegmentId, SegmentKind};
use waymark_retrieve::rerank::RerankWeights;
use waymark_retrieve::{QueryPlan, Scored, SegmentMeta};
use waymark_store::{Candidate, document_of, ordinal_of};

use super::{Name, Routes, Run, meta, special};
use crate::engine::Engine;
use crate::error::EngineError;

impl Engine {
    /// Fuses the routes. Where scores alone decide who is looked at, only those who are are read.
    pub(super) async fn fused(
        &self,
        plan: &QueryPlan,
        routes: &Routes,
        run: &Run<'_>,
        order: &special::Order,
        names: &HashMap<DocumentId, Name>,
    ) -> Result<Vec<Scored>, EngineError> {
        let mut ids: Vec<SegmentId> = routes.dense.iter().chain(&routes.lexical).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let fuse = |lookup: &dyn Fn(SegmentId) -> Option<SegmentMeta>| {
            let mut ranked = waymark_retrieve::fuse(plan, &routes.dense, &routes.lexical, lookup, &run.options);
            waymark_retrieve::through::explain(&mut ranked, &routes.through);
            waymark_retrieve::rank::hold_back(ranked, &|id| names.get(&id).is_some_and(|name| name.replaced_by.is_some()))
        };
        if let Some(world) = run.world {
            return Ok(fuse(&|id| world.segments.get(&id).map(meta)));
        }
        // Identifiers and numbered places are looked for in the texts; what is put first may stand far down.
        if !plan.identifiers.is_empty() || plan.place().is_some() || !order.is_empty() {
            let read = self.read(&ids).await?;
            return Ok(fuse(&|id| read.get(&id).cloned()));
        }
        let mut ranked = fuse(&|id| Some(unread(id)));
        let depth = run.lab.depth.unwrap_or(RerankWeights::default().depth);
        ranked.truncate(depth.max(run.top));
        let mut read = self.read(&ranked.iter().map(|s| s.segment).collect::<Vec<_>>()).await?;
        // Segments that were deleted meanwhile go.
        ranked.retain_mut(|s| read.remove(&s.segment).map(|own| s.meta = own).is_some());
        Ok(ranked)
    }

    async fn read(&self, ids: &[SegmentId]) -> Result<HashMap<SegmentId, SegmentMeta>, EngineError> {
        Ok(self.inner.store.candidates(ids).await?.into_iter().map(|own| (own.id, candidate(own))).collect())
    }
}

/// What the id of a segment tells of it.
fn unread(id: SegmentId) -> SegmentMeta {
    SegmentMeta {
        document: document_of(id),
        ordinal: ordinal_of(id),
        section: 0,
        kind: SegmentKind::Text,
        path: [].into(),
        text: "".into(),
        page: 0,
    }
}

fn candidate(own: Candidate) -> SegmentMeta {
    SegmentMeta {
        document: own.document,
        ordinal: own.ordinal,
        section: own.section,
        kind: own.kind,
        path: own.path.into(),
        text: own.text.into(),
        page: own.page,
    }
}
