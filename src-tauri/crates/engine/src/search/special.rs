//! Questions that similarity alone does not answer: numbered places, whole documents, comparisons.

use std::collections::HashSet;

use waymark_answer::sentences;
use waymark_core::{DocumentId, SegmentId, SegmentKind};
use waymark_retrieve::query::{Intent, Place, PlaceKind};
use waymark_retrieve::{FusionMethod, LibraryTerms, QueryPlan, Scored, place, rank, whole};

use super::{FOCUS, Routes, join, meta, scope};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::SearchRequest;

/// Documents read whole for a numbered section or page.
const PLACE_DOCUMENTS: usize = 3;
/// Passages of a numbered section or page that join the candidates.
const PLACE_PASSAGES: usize = 80;
/// Rounds in which compared documents are dealt in.
const ROUNDS: usize = 3;

/// What comes first whatever its score.
#[derive(Default)]
pub(super) struct Order {
    place: Option<(Place, Vec<DocumentId>)>,
    /// The passages of that place are wanted as they are read, not as they resemble the question.
    reading: bool,
    introduction: Vec<SegmentId>,
    pub(super) compared: Vec<DocumentId>,
}

impl Order {
    /// Whether scores alone decide.
    pub(super) fn is_empty(&self) -> bool {
        self.place.is_none() && self.introduction.is_empty() && self.compared.is_empty()
    }

    /// Reorders a ranking; nothing is dropped.
    pub(super) fn apply(&self, mut ranked: Vec<Scored>) -> Vec<Scored> {
        if let Some((named, documents)) = &self.place {
            let there = |s: &Scored| documents.contains(&s.meta.document) && place::stands_at(named, &s.meta);
            let mut wanted: Vec<SegmentId> = ranked.iter().filter(|s| there(s)).map(|s| s.segment).collect();
            if self.reading {
                // Ids ascend with document and ordinal.
                wanted.sort_unstable();
            }
            ranked = rank::promote(ranked, &wanted, "put first: it stands where the question points");
        }
        if !self.introduction.is_empty() {
            ranked = rank::promote(ranked, &self.introduction, "put first: it introduces the document");
        }
        if self.compared.is_empty() { ranked } else { rank::round_robin(ranked, &self.compared, ROUNDS) }
    }
}

impl Engine {
    /// Adds what the question points at to the candidates and says what must come first.
    pub(super) async fn special(
        &self,
        routes: &mut Routes,
        plan: &QueryPlan,
        request: &SearchRequest,
        method: FusionMethod,
        terms: &LibraryTerms,
    ) -> Result<Order, EngineError> {
        self.add_numbered(routes, plan, request, method).await?;
        let mut order = Order::default();
        let documents: Vec<DocumentId> = terms.documents.iter().map(|profile| profile.id).collect();
        let meant = self.meant(plan, request, &documents);
        if let Intent::At { place } | Intent::Summary { place: Some(place) } = &plan.intent
            && meant.len() <= PLACE_DOCUMENTS
            && matches!(place.kind, PlaceKind::Section | PlaceKind::Page | PlaceKind::Note)
        {
            self.add_place(routes, place, request, method, &meant).await?;
            order.place = Some((place.clone(), meant.clone()));
            order.reading = matches!(plan.intent, Intent::Summary { .. });
        }
        if method != FusionMethod::Hiqa || request.kind.is_some() {
            return Ok(order);
        }
        order.compared = whole::compared(plan, &documents);
        order.compared.retain(|id| scope(request).is_none_or(|scope| scope.contains(id)));
        if whole::wants_introduction(plan) {
            order.introduction = self.introductions(routes, &meant).await?;
        }
        Ok(order)
    }

    /// The documents that the question is about: those in scope, else those it names, else all of a small library.
    pub(crate) fn meant(&self, plan: &QueryPlan, request: &SearchRequest, documents: &[DocumentId]) -> Vec<DocumentId> {
        let scoped = scope(request);
        if let Some(focus) = self.focus(plan, scoped) {
            return focus;
        }
        let all = scoped.map_or_else(|| documents.to_vec(), <[DocumentId]>::to_vec);
        if all.len() <= whole::SMALL_LIBRARY { all } else { Vec::new() }
    }

    /// Adds the passages that introduce the documents; those of several documents in turn.
    async fn introductions(&self, routes: &mut Routes, documents: &[DocumentId]) -> Result<Vec<SegmentId>, EngineError> {
        let mut lists: Vec<Vec<SegmentId>> = Vec::new();
        for document in documents.iter().take(FOCUS) {
            let stored = self.inner.store.segments_of(*document).await?;
            let segments: Vec<_> = stored.iter().map(|segment| (segment.id, meta(segment))).collect();
            let introduction = whole::introduction(&segments);
            let Some(summary) = self.inner.store.node_summaries(*document).await?.remove(&0).map(|stored| stored.digest.summary)
            else {
                lists.push(introduction);
                continue;
            };
            let sentences: Vec<&str> = sentences::split(&summary).into_iter().map(|range| &summary[range]).collect();
            lists.push(whole::guided(introduction, &sentences, &segments));
        }
        let dealt = (0..whole::PER_DOCUMENT).flat_map(|round| lists.iter().filter_map(move |list| list.get(round).copied()));
        let chosen: Vec<SegmentId> = dealt.collect();
        let lowest = lowest(&routes.lexical);
        join(&mut routes.lexical, chosen.iter().map(|id| (*id, lowest)).collect());
        Ok(chosen)
    }

    /// Adds the passages of a numbered section or page, so that they can win whatever words they use.
    async fn add_place(
        &self,
        routes: &mut Routes,
        named: &Place,
        request: &SearchRequest,
        method: FusionMethod,
        documents: &[DocumentId],
    ) -> Result<(), EngineError> {
        if request.kind.is_some() {
            return Ok(());
        }
        let list = if method == FusionMethod::Dense { &mut routes.dense } else { &mut routes.lexical };
        let lowest = lowest(list);
        for document in documents {
            let stored = self.inner.store.segments_of(*document).await?;
            let there = stored.iter().filter(|segment| place::stands_at(named, &meta(segment))).take(PLACE_PASSAGES);
            join(list, there.map(|segment| (segment.id, lowest)).collect());
        }
        Ok(())
    }

    /// Leaves the best `most` candidates of one kind.
    pub(super) async fn keep_kind(
        &self,
        routes: &mut Routes,
        kind: SegmentKind,
        scope: Option<&[DocumentId]>,
        most: usize,
    ) -> Result<(), EngineError> {
        let known: HashSet<SegmentId> = self.inner.store.segments_of_kind(kind, scope).await?.into_iter().collect();
        for list in [&mut routes.dense, &mut routes.lexical] {
            list.retain(|(id, _)| known.contains(id));
            list.truncate(most);
        }
        Ok(())
    }

    /// Adds the table or figure that the question names by its number, whether or not a route has found it; with the lowest score
    /// of its route, so that it moves no other.
    async fn add_numbered(
        &self,
        routes: &mut Routes,
        plan: &QueryPlan,
        request: &SearchRequest,
        method: FusionMethod,
    ) -> Result<(), EngineError> {
        let Some((named, kind)) = plan.place().and_then(|named| Some((named, place::kind(named)?))) else { return Ok(()) };
        if request.kind.is_some_and(|wanted| wanted != kind) {
            return Ok(());
        }
        let numbered = self.inner.store.segments_numbered(kind, &named.number, scope(request)).await?;
        let there = numbered.iter().filter(|stored| place::stands_at(named, &meta(stored)));
        let list = if method == FusionMethod::Dense { &mut routes.dense } else { &mut routes.lexical };
        let lowest = lowest(list);
        join(list, there.map(|stored| (stored.id, lowest)).collect());
        Ok(())
    }
}

/// The lowest score of a route; 0 for an empty one.
fn lowest(list: &[(SegmentId, f32)]) -> f32 {
    let lowest = list.iter().map(|(_, score)| *score).fold(f32::INFINITY, f32::min);
    if lowest.is_finite() { lowest } else { 0.0 }
}
