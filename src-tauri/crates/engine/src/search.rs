//! A question → ranked passages: analysis, routes, fusion, reranking; every score part kept.

mod absent;
mod candidates;
mod cross;
mod routes;
mod special;
mod spelling;
mod terms;
mod through;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use waymark_core::{DocumentId, Explanation, Hit, LineSpan, ScoreParts, SegmentId};
use waymark_retrieve::rerank::RerankWeights;
use waymark_retrieve::threshold::ThresholdOptions;
use waymark_retrieve::{FusionMethod, FusionOptions, QueryPlan, Scored, SegmentMeta, analyze, place};
use waymark_store::StoredSegment;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::laboratory::World;
use crate::quoting::missing_place;
use crate::types::{SearchRequest, SearchResponse, SearchTimings};

use routes::{Routes, join};
pub(crate) use terms::{Name, Terms};

/// Hits returned when the request names no number.
const DEFAULT_TOP: usize = 20;
/// Candidates taken from each route, at least.
const CANDIDATES: usize = 150;
/// Documents that a question may single out for over-fetching.
const FOCUS: usize = 12;
/// Candidates taken from each route when only one kind of passage is wanted, before the others are sorted out.
const KIND_CANDIDATES: usize = 20_000;

/// A ranked passage with the printed lines of its text, which narrow a citation to what it quotes.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) hit: Hit,
    pub(crate) lines: Vec<LineSpan>,
}

/// A finished search.
pub(crate) struct Searched {
    pub(crate) plan: QueryPlan,
    pub(crate) found: Vec<Found>,
    /// Documents that the question sets against each other.
    pub(crate) compared: Vec<DocumentId>,
    /// What the question names and the library does not have.
    pub(crate) absent: Vec<String>,
    pub(crate) timings: SearchTimings,
}

/// Parts of the method that an ablation switches off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lab {
    /// File names are not used.
    pub anonymous: bool,
    /// Candidates are reranked by features.
    pub rerank: bool,
    /// Documents that the question singles out are fetched more of.
    pub focus: bool,
    /// Numbered places, introductions and compared documents are put first.
    pub special: bool,
    /// Candidates that reranking looks at; `None` for its own number (MacRAG's scale-up: fewer is less of it).
    pub depth: Option<usize>,
    /// Hits are joined with their neighbours (MacRAG 2.5).
    pub merge: bool,
    /// The ranking is cut by the spread of its scores (HiSem equation 5).
    pub cut: bool,
    /// The dense route goes down the heading trees (HiSem algorithm 2); only where the laboratory has arranged the library.
    pub levels: bool,
    /// Summaries that a model made lead to their passages.
    pub summaries: bool,
}

impl Default for Lab {
    fn default() -> Self {
        Self {
            anonymous: false,
            rerank: true,
            focus: true,
            special: true,
            depth: None,
            merge: false,
            cut: false,
            levels: false,
            summaries: true,
        }
    }
}

/// One search under way.
struct Run<'a> {
    request: &'a SearchRequest,
    options: FusionOptions,
    top: usize,
    lab: Lab,
    /// The library as the laboratory has arranged it; the library itself without.
    world: Option<&'a World>,
}

impl Engine {
    /// Searches the library.
    ///
    /// # Errors
    /// `InvalidInput` for an empty question or an unknown method, `NotFound` for a document in scope that is not there.
    pub async fn search(&self, request: &SearchRequest) -> Result<SearchResponse, EngineError> {
        let searched = self.find(request).await?;
        let scope = scope(request);
        let progress = self.inner.store.vector_progress(scope).await?;
        let totals = self.inner.store.totals().await?;
        let documents = scope.map_or(totals.documents, |scope| u32::try_from(scope.len()).unwrap_or(u32::MAX));
        #[allow(clippy::cast_precision_loss)]
        let vectors = match (progress.total, totals.pending) {
            (0, 0) => 1.0,
            (0, _) => 0.0,
            (total, _) => progress.done as f32 / total as f32,
        };
        Ok(SearchResponse {
            query: request.query.trim().to_owned(),
            note: note(&searched),
            analysis: (&searched.plan).into(),
            hits: searched.found.into_iter().map(|found| found.hit).collect(),
            timings: searched.timings,
            documents,
            vectors,
        })
    }

    pub(crate) async fn find(&self, request: &SearchRequest) -> Result<Searched, EngineError> {
        self.find_with(request, Lab::default(), None).await
    }

    /// [`Engine::find`] with parts switched off or on another arrangement of the library, for ablations.
    pub(crate) async fn find_with(
        &self,
        request: &SearchRequest,
        lab: Lab,
        world: Option<&World>,
    ) -> Result<Searched, EngineError> {
        let started = Instant::now();
        let question = request.query.trim();
        if question.is_empty() {
            return Err(EngineError::invalid("the question is empty"));
        }
        let options = fusion_options(request)?;
        for id in &request.scope {
            self.inner.store.document(*id).await?;
        }
        let top = if request.top_k == 0 { DEFAULT_TOP } else { request.top_k as usize };
        let (terms, names) = self.terms().await?;
        let terms = if lab.anonymous { Arc::new(self.anonymous_terms().await?) } else { terms };
        let read = self.spelled(question, &terms).await?;
        let mut plan = analyze(read.as_deref().unwrap_or(question), &terms);
        for (written, meant) in spelling_changes(question, read.as_deref()) {
            plan.reasons.push(format!("`{written}` read as `{meant}`: no document holds it as written"));
        }
        let mut timings = SearchTimings::default();
        let run = Run { request, options, top, lab, world };
        let mut routes = self.routes(&plan, &run, &mut timings).await?;
        let mut order = special::Order::default();
        if lab.special {
            order = self.special(&mut routes, &plan, request, options.method, &terms).await?;
        }
        let found = self.rank(&plan, &routes, &run, &order, &names).await?;
        let absent = self.absent(&plan, request, &terms, &found).await?;
        timings.total = milliseconds(started);
        Ok(Searched { plan, found, compared: order.compared, absent, timings })
    }

    /// Documents that the question singles out, inside the scope; a reason to fetch more of them, never a filter.
    fn focus(&self, plan: &QueryPlan, scope: Option<&[DocumentId]>) -> Option<Vec<DocumentId>> {
        let mut focus = plan.focus(FOCUS);
        if let Some(scope) = scope {
            focus.retain(|id| scope.contains(id));
        }
        (!focus.is_empty()).then_some(focus)
    }

    async fn rank(
        &self,
        plan: &QueryPlan,
        routes: &Routes,
        run: &Run<'_>,
        order: &special::Order,
        names: &HashMap<DocumentId, Name>,
    ) -> Result<Vec<Found>, EngineError> {
        let mut ranked = self.fused(plan, routes, run, order, names).await?;
        if run.options.method == FusionMethod::Hiqa {
            if run.lab.rerank {
                let usual = RerankWeights::default();
                let weights = RerankWeights { depth: run.lab.depth.unwrap_or(usual.depth), ..usual };
                ranked = waymark_retrieve::rerank::rerank(plan, ranked, &weights);
                ranked = self.read_together(plan, ranked).await;
            }
            if run.lab.special {
                ranked = waymark_retrieve::rank::second_document(ranked, plan);
            }
            ranked = order.apply(place::first(plan, ranked));
        }
        let mut ranked = waymark_retrieve::rank::top(ranked, run.top);
        if run.lab.cut {
            ranked = waymark_retrieve::threshold::cut(ranked, &ThresholdOptions::default()).0;
        }
        let chosen: Vec<SegmentId> = ranked.iter().map(|scored| scored.segment).collect();
        let segments: HashMap<SegmentId, StoredSegment> = match run.world {
            Some(world) => chosen.iter().filter_map(|id| Some((*id, world.segments.get(id)?.clone()))).collect(),
            None => self.inner.store.segments_by_ids(&chosen).await?.into_iter().map(|stored| (stored.id, stored)).collect(),
        };
        let hits = ranked.into_iter().enumerate().filter_map(|(index, scored)| found(plan, index, scored, &segments, names));
        Ok(hits.collect())
    }
}

/// What must be said of a search before its hits.
fn note(searched: &Searched) -> Option<String> {
    let all: Vec<String> = missing_place(searched).into_iter().chain(searched.absent.iter().cloned()).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn spelling_changes<'a>(question: &'a str, read: Option<&'a str>) -> Vec<(&'a str, &'a str)> {
    read.map_or_else(Vec::new, |read| waymark_retrieve::query::spelling::differences(question, read))
}

fn fusion_options(request: &SearchRequest) -> Result<FusionOptions, EngineError> {
    let name = request.method.as_deref().unwrap_or("hybrid");
    let method = FusionMethod::from_name(name).ok_or_else(|| {
        EngineError::invalid(format!(
            "no search method `{name}`: choose `hybrid`, `dense`, `lexical`, `keyword`, `cc`, `rrf`, `zscore` or `unnormalised`"
        ))
    })?;
    Ok(FusionOptions { method, alpha: request.alpha, beta: request.beta })
}

fn scope(request: &SearchRequest) -> Option<&[DocumentId]> {
    (!request.scope.is_empty()).then_some(request.scope.as_slice())
}

pub(crate) fn meta(stored: &StoredSegment) -> SegmentMeta {
    let segment = &stored.segment;
    SegmentMeta {
        document: stored.document,
        ordinal: segment.ordinal,
        section: segment.section,
        kind: segment.kind,
        path: segment.path.as_slice().into(),
        text: segment.text.as_str().into(),
        page: segment.page(),
    }
}

fn found(
    plan: &QueryPlan,
    index: usize,
    scored: Scored,
    segments: &HashMap<SegmentId, StoredSegment>,
    names: &HashMap<DocumentId, Name>,
) -> Option<Found> {
    let stored = segments.get(&scored.segment)?;
    let segment = &stored.segment;
    let hit = Hit {
        answering: waymark_retrieve::page::answering(plan, &segment.text, &segment.lines, &segment.locators),
        rank: u32::try_from(index + 1).unwrap_or(u32::MAX),
        score: scored.score,
        scores: scored.parts,
        explanation: scored.explanation,
        ..hit(stored, names.get(&stored.document)?)
    };
    Some(Found { hit, lines: stored.segment.lines.clone() })
}

/// A stored segment as a hit that no search has ranked.
pub(crate) fn hit(stored: &StoredSegment, name: &Name) -> Hit {
    let segment = &stored.segment;
    Hit {
        rank: 0,
        score: 0.0,
        segment: stored.id,
        document: stored.document,
        title: name.title.clone(),
        file_name: name.file_name.clone(),
        section_path: segment.path.clone(),
        section: segment.section,
        kind: segment.kind,
        text: segment.text.clone(),
        locators: segment.locators.clone(),
        answering: 0,
        scores: ScoreParts::default(),
        explanation: Explanation::default(),
    }
}

pub(crate) fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
