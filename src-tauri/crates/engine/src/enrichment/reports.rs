//! What there is of summaries, what of it is stale, and how far the making of more is.

use std::collections::BTreeMap;

use waymark_core::{DocumentId, Section};
use waymark_store::StoredDigest;

use super::plan::{Plan, fresh};
use super::work::{source_of, terms_source};
use crate::engine::{Engine, lock};
use crate::error::EngineError;
use crate::types::{DocumentSummaries, EnrichmentStatus, SectionSummary, Settings};

impl Engine {
    /// How far the making of summaries is.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn enrichment_status(&self) -> Result<EnrichmentStatus, EngineError> {
        let jobs = lock(&self.inner.enrichment).iter().map(|job| job.state.clone()).collect();
        Ok(EnrichmentStatus { jobs, pending_vectors: self.inner.store.pending_slice_count().await? })
    }

    /// All that models made of a document. A row is stale when another model or prompt would be used now, or its text has changed.
    ///
    /// # Errors
    /// `NotFound` for an unknown document.
    pub async fn document_summaries(&self, document: DocumentId) -> Result<DocumentSummaries, EngineError> {
        let settings = self.settings().await?;
        let plan = self.enrichment_plan(document).await?;
        let outline = self.inner.store.outline(document).await?;
        let stored = self.inner.store.node_summaries(document).await?;
        let passages = self.inner.store.segment_summaries(document).await?;
        let terms = self.inner.store.model_terms().await?.remove(&document);
        let fresh = freshness(&plan, &stored, wanted(&settings));
        let sections: Vec<SectionSummary> = outline
            .iter()
            .filter_map(|section| {
                let digest = stored.get(&section.index)?;
                Some(summary(section, digest, !fresh.get(&section.index).copied().unwrap_or(false)))
            })
            .collect();
        let wanting = plan.nodes.iter().filter(|node| !node.empty && !stored.contains_key(&node.section)).count();
        Ok(DocumentSummaries {
            sections,
            missing: u32::try_from(wanting).unwrap_or(u32::MAX),
            passages: u32::try_from(passages.len()).unwrap_or(u32::MAX),
            long_passages: u32::try_from(plan.long().count()).unwrap_or(u32::MAX),
            terms_model: terms.as_ref().map(|terms| terms.made.model.clone()),
            terms: terms.map(|terms| terms.terms).unwrap_or_default(),
        })
    }

    /// Whether a document has sections, passages or terms that a model was not asked about, or not in the way it would be now.
    pub(super) async fn lacks_summaries(&self, document: DocumentId, settings: &Settings) -> Result<bool, EngineError> {
        let plan = self.enrichment_plan(document).await?;
        if plan.segments.is_empty() {
            return Ok(false);
        }
        let stored = self.inner.store.node_summaries(document).await?;
        let model = wanted(settings);
        let known = freshness(&plan, &stored, model);
        let lacking = plan.nodes.iter().any(|node| !node.empty && known.get(&node.section) != Some(&true));
        let passages = self.inner.store.segment_summaries(document).await?.len();
        let terms = self.inner.store.model_terms().await?.remove(&document);
        let named = terms.is_some_and(|terms| fresh(&terms.made, model, &terms_source(&plan)));
        Ok(lacking || !named || passages < plan.long().count())
    }
}

/// The model that the settings name; without a name any will do.
fn wanted(settings: &Settings) -> Option<&str> {
    Some(settings.model.as_str()).filter(|model| !model.is_empty())
}

/// Which of the stored digests are fresh, by section.
fn freshness(plan: &Plan, stored: &BTreeMap<u32, StoredDigest>, model: Option<&str>) -> BTreeMap<u32, bool> {
    let judged = plan.nodes.iter().filter_map(|node| {
        let own = stored.get(&node.section)?;
        let child = |at: usize| stored.get(&plan.nodes.get(at)?.section).map(|row| &row.digest);
        Some((node.section, fresh(&own.made, model, &source_of(plan, node, child))))
    });
    judged.collect()
}

fn summary(section: &Section, stored: &StoredDigest, stale: bool) -> SectionSummary {
    SectionSummary {
        section: section.index,
        title: section.title.clone(),
        level: section.level,
        page: section.page + 1,
        key_points: stored.digest.key_points.clone(),
        summary: stored.digest.summary.clone(),
        origin: stored.origin,
        model: stored.made.model.clone(),
        made_ms: stored.made.made_ms,
        stale,
    }
}
