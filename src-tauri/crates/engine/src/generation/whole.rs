//! A search → what lies around its hits: the whole stretch that a summary is wanted of, or the documents of the hits.

use std::collections::HashMap;

use waymark_answer::Passage;
use waymark_core::{DocumentId, SegmentKind};
use waymark_retrieve::place;
use waymark_retrieve::whole::{Extent, extent, under};
use waymark_store::StoredSegment;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::search::{Name, Searched, hit, meta};
use crate::types::SearchRequest;

/// Documents that are summarised or read as a whole, at most.
const DOCUMENTS: usize = 3;
/// Segments of documents that may be small enough to be given as a whole.
const SMALL: u64 = 64;

impl Engine {
    /// The passages, in document order, of which a summary is wanted; empty when the question wants none, or names no stretch that
    /// can be told: then what the search found has to do.
    pub(crate) async fn stretch(&self, searched: &Searched, request: &SearchRequest) -> Result<Vec<Passage>, EngineError> {
        let Some(extent) = extent(&searched.plan) else { return Ok(Vec::new()) };
        let (terms, names) = self.terms().await?;
        let all: Vec<DocumentId> = terms.documents.iter().map(|profile| profile.id).collect();
        let meant = self.meant(&searched.plan, request, &all);
        if meant.is_empty() || meant.len() > DOCUMENTS {
            return Ok(Vec::new());
        }
        let belongs = |stored: &StoredSegment| match &extent {
            Extent::Documents => true,
            Extent::Place(named) => place::stands_at(named, &meta(stored)),
            Extent::Topic(topic) => under(topic, &stored.segment.path),
        };
        let mut passages = Vec::new();
        for document in meant {
            let stored = self.inner.store.segments_of(document).await?;
            passages.extend(stored.iter().filter(|stored| belongs(stored)).filter_map(|stored| passage(stored, &names)));
        }
        Ok(passages)
    }

    /// All passages of the documents that the question is about, if those are few and small: the hits first, then the rest in
    /// document order; else empty.
    pub(crate) async fn entire(&self, searched: &Searched, request: &SearchRequest) -> Result<Vec<Passage>, EngineError> {
        let (terms, names) = self.terms().await?;
        let all: Vec<DocumentId> = terms.documents.iter().map(|profile| profile.id).collect();
        let meant = self.meant(&searched.plan, request, &all);
        let few = !meant.is_empty() && meant.len() <= DOCUMENTS;
        if !few || self.inner.store.segment_count(Some(&meant)).await? > SMALL {
            return Ok(Vec::new());
        }
        let mut passages = Vec::new();
        for document in meant {
            let stored = self.inner.store.segments_of(document).await?;
            passages.extend(stored.iter().filter_map(|stored| passage(stored, &names)));
        }
        let rank = |passage: &Passage| searched.found.iter().position(|found| found.hit.segment == passage.hit.segment);
        // Stable: what was not found stays in document order.
        passages.sort_by_key(|passage| rank(passage).unwrap_or(usize::MAX));
        Ok(passages)
    }

    /// The documents of the first hits: passages of the same section as a hit first, then of the same chapter, then the rest; of
    /// equal ones as they are read.
    pub(crate) async fn around(&self, searched: &Searched) -> Result<Vec<Passage>, EngineError> {
        let (_, names) = self.terms().await?;
        let mut documents: Vec<DocumentId> = Vec::new();
        for found in &searched.found {
            if documents.len() < DOCUMENTS && !documents.contains(&found.hit.document) {
                documents.push(found.hit.document);
            }
        }
        let mut near: Vec<(usize, Passage)> = Vec::new();
        for document in documents {
            let hits: Vec<&[String]> = searched
                .found
                .iter()
                .filter(|found| found.hit.document == document)
                .map(|found| found.hit.section_path.as_slice())
                .collect();
            for stored in self.inner.store.segments_of(document).await? {
                let shared = |path: &&[String]| path.iter().zip(&stored.segment.path).take_while(|(a, b)| a == b).count();
                let steps = hits.iter().map(|path| path.len() - shared(path)).min().unwrap_or(usize::MAX);
                near.extend(passage(&stored, &names).map(|passage| (steps, passage)));
            }
        }
        // Stable: equally near ones stay in document order.
        near.sort_by_key(|(steps, _)| *steps);
        Ok(near.into_iter().map(|(_, passage)| passage).collect())
    }
}

/// A stored segment as a passage; figures have no text of their own to read.
fn passage(stored: &StoredSegment, names: &HashMap<DocumentId, Name>) -> Option<Passage> {
    if stored.segment.kind == SegmentKind::Figure {
        return None;
    }
    Some(Passage { hit: hit(stored, names.get(&stored.document)?), lines: stored.segment.lines.clone() })
}
