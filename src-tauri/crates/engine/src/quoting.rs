//! A search → an answer without a model: quotations, chosen by what kind of answer is wanted.

use std::collections::BTreeSet;

use waymark_answer::{ExtractiveAnswer, ExtractiveOptions, Passage, extractive};
use waymark_core::text::{is_cjk, stems};
use waymark_core::{Hit, SegmentKind};
use waymark_retrieve::query::{Intent, Place, PlaceKind, asks_reason};
use waymark_retrieve::{QueryPlan, SegmentMeta, place};

use crate::ask::plain;
use crate::engine::Engine;
use crate::search::Searched;
use crate::types::SearchRequest;

/// Sentences of a summary.
const SUMMARY: usize = 8;
/// Words of a question that say nothing of what stands at a numbered place.
const POINTING: &[&str] = &[
    "section",
    "chapter",
    "page",
    "figure",
    "fig",
    "table",
    "item",
    "part",
    "appendix",
    "clause",
    "paragraph",
    "show",
    "explain",
    "describe",
    "say",
    "tell",
    "contain",
    "read",
    "open",
    "see",
    "give",
    "quote",
    "content",
    "text",
    "document",
    "datasheet",
    "report",
];

impl Engine {
    /// Quotes from what was found; for a summary from the stretch that it is wanted of, for a numbered place from what stands there.
    pub(crate) async fn quotation(&self, searched: &Searched, search: &SearchRequest) -> ExtractiveAnswer {
        let plan = &searched.plan;
        let answer = |overview: bool| {
            let passages = plain(searched);
            extractive::answer(&plan.dense, &passages, &options(searched, &passages, overview))
        };
        match &plan.intent {
            Intent::Summary { place } => {
                let stretch = self.stretch(searched, search).await.unwrap_or_else(|error| {
                    tracing::warn!("what is to be summarised could not be read: {error}");
                    Vec::new()
                });
                match place {
                    _ if !stretch.is_empty() => extractive::summary(&stretch, SUMMARY),
                    Some(place) => at(place, searched),
                    None => answer(true),
                }
            }
            Intent::At { place } => at(place, searched),
            intent => answer(*intent == Intent::Overview),
        }
    }
}

/// The question's own wishes, without what only tells how to answer.
fn options(searched: &Searched, passages: &[Passage], overview: bool) -> ExtractiveOptions {
    let plan = &searched.plan;
    let owned = |phrases: &[&'static str]| -> Vec<String> { phrases.iter().map(|&phrase| phrase.to_owned()).collect() };
    let items = if asks_reason(&plan.dense) { Vec::new() } else { plan.items.iter().map(|item| owned(item)).collect() };
    ExtractiveOptions {
        expansions: owned(&plan.expansions),
        items,
        statement: passages.iter().map(|passage| plan.statement(&passage.hit.section_path, &passage.hit.text)).collect(),
        compared: searched.compared.clone(),
        overview,
        ..ExtractiveOptions::default()
    }
}

/// Quotes what stands at a numbered place; says so when nothing does.
fn at(named: &Place, searched: &Searched) -> ExtractiveAnswer {
    let plan = &searched.plan;
    let focus = plan.focus(usize::MAX);
    let meant = |hit: &Hit| focus.is_empty() || focus.contains(&hit.document);
    let all = plain(searched);
    let mut there: Vec<Passage> =
        all.iter().filter(|passage| meant(&passage.hit) && place::stands_at(named, &meta(&passage.hit))).cloned().collect();
    if let Some(kind) = place::kind(named)
        && there.iter().any(|passage| passage.hit.kind == kind)
    {
        there.retain(|passage| passage.hit.kind == kind);
    }
    if there.is_empty() && named.kind == PlaceKind::Note {
        // Notes are not always told from what stands under them: that none was recognised says nothing.
        return extractive::answer(&plan.dense, &all, &options(searched, &all, false));
    }
    if there.is_empty() {
        let nearest = all.iter().filter(|passage| meant(&passage.hit)).take(ExtractiveOptions::default().nearest);
        let citations = nearest.zip(1..).map(|(passage, number)| passage.cite(number, None)).collect();
        return ExtractiveAnswer { citations, warnings: vec![missing(named, searched)], ..ExtractiveAnswer::default() };
    }
    let bare = is_bare(plan, named);
    if bare && matches!(named.kind, PlaceKind::Page | PlaceKind::Section | PlaceKind::Note) {
        // Ids ascend with document and ordinal.
        there.sort_by_key(|passage| passage.hit.segment);
        there.retain(|passage| passage.hit.kind != SegmentKind::Figure);
    }
    let options = ExtractiveOptions { floor: 0.0, ..options(searched, &there, bare) };
    extractive::answer(&plan.dense, &there, &options)
}

/// What to say of a search for a numbered place that none of the documents meant has.
pub(crate) fn missing_place(searched: &Searched) -> Option<String> {
    let Intent::At { place } = &searched.plan.intent else { return None };
    if place.kind == PlaceKind::Note {
        return None;
    }
    let focus = searched.plan.focus(usize::MAX);
    let meant = |hit: &Hit| focus.is_empty() || focus.contains(&hit.document);
    let there = searched.found.iter().any(|found| meant(&found.hit) && place::stands_at(place, &meta(&found.hit)));
    (!there).then(|| missing(place, searched))
}

fn missing(named: &Place, searched: &Searched) -> String {
    let focus = searched.plan.focus(usize::MAX);
    let hits = searched.found.iter().map(|found| &found.hit);
    let titles: BTreeSet<&str> = hits.filter(|hit| focus.contains(&hit.document)).map(|hit| hit.title.as_str()).collect();
    let what = format!("{:?} {}", named.kind, named.number).to_lowercase();
    match titles.iter().collect::<Vec<_>>().as_slice() {
        [] => format!("no {what} was found in the documents searched; name the document if there are many"),
        [title] => format!("“{title}” has no {what}"),
        _ => format!("none of the documents named has a {what}"),
    }
}

/// Whether the question only points at the place and asks nothing of what stands there.
fn is_bare(plan: &QueryPlan, named: &Place) -> bool {
    let names: BTreeSet<String> = plan.spans.iter().flat_map(|span| stems(&span.text)).collect();
    let number: BTreeSet<String> = stems(&named.number).into_iter().collect();
    let asked: Vec<&String> = plan
        .content
        .iter()
        .filter(|word| !names.contains(*word) && !number.contains(*word) && !POINTING.contains(&word.as_str()))
        .collect();
    let room = if asked.iter().any(|word| word.chars().any(is_cjk)) { 3 } else { 0 };
    asked.len() <= room
}

fn meta(hit: &Hit) -> SegmentMeta {
    SegmentMeta {
        document: hit.document,
        ordinal: 0,
        section: hit.section,
        kind: hit.kind,
        path: hit.section_path.as_slice().into(),
        text: hit.text.as_str().into(),
        page: hit.place().map_or(0, |locator| locator.page),
    }
}
