//! Question + ranked passages → the sentences and table rows that answer best, word for word, each with its citation.
//!
//! No model. Units (sentences, rows) are scored by the rarity-weighted share of the question's words that they and their
//! surroundings hold, by phrases, years and numbers asked for, and by the rank of their passage; near repeats are passed
//! over (maximal marginal relevance). When even the best passage holds too little of the question, nothing is quoted and
//! the nearest passages are listed instead.

mod extreme;
mod items;
mod scoring;
mod summary;
mod units;

use std::collections::{BTreeMap, BTreeSet};

use waymark_core::text::squash;
use waymark_core::{Citation, DocumentId, SegmentKind, Sentence, Support};

use crate::passage::Passage;
use scoring::{Asked, Rarity};
pub use summary::summary;
pub(crate) use units::{Unit, units};

/// Settings of an extractive answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractiveOptions {
    /// At most so many quotations.
    pub most: usize,
    /// Quotations below this share of the best one's score are left out.
    pub relative: f32,
    /// The best passage must hold this share of the question's words, weighted by rarity, for the answer to count as found.
    pub floor: f32,
    /// How much a repeat of what is already quoted costs.
    pub redundancy: f32,
    /// Phrases that documents write for the question's abbreviations.
    pub expansions: Vec<String>,
    /// Lines of tables that the question needs, each with its ways of being written; their rows are quoted first.
    pub items: Vec<Vec<String>>,
    /// How much each passage is the table asked for (a balance sheet, say), 0..1; passages without a value count 0.
    pub statement: Vec<f32>,
    /// Documents that the question sets against each other: the best quotation of each comes first.
    pub compared: Vec<DocumentId>,
    /// The question asks what the documents are about: their first sentences are quoted.
    pub overview: bool,
    /// Passages listed when nothing is found.
    pub nearest: usize,
}

impl Default for ExtractiveOptions {
    fn default() -> Self {
        Self {
            most: 4,
            relative: 0.6,
            floor: 0.35,
            redundancy: 0.5,
            expansions: Vec::new(),
            items: Vec::new(),
            statement: Vec::new(),
            compared: Vec::new(),
            overview: false,
            nearest: 3,
        }
    }
}

/// A finished extractive answer. Sentence `i` cites citation `i`; without sentences the citations are the nearest passages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ExtractiveAnswer {
    /// Quotations, best first.
    pub sentences: Vec<Sentence>,
    /// Their sources, numbered from 1.
    pub citations: Vec<Citation>,
    /// False when the passages do not seem to hold the answer.
    pub found: bool,
    /// What to tell the reader.
    pub warnings: Vec<String>,
}

/// Answers by quoting.
#[must_use]
pub fn answer(question: &str, passages: &[Passage], options: &ExtractiveOptions) -> ExtractiveAnswer {
    if options.overview {
        return overview(passages, options);
    }
    let asked = Asked::new(question, passages, options);
    let all: Vec<Unit> = passages.iter().enumerate().flat_map(|(index, p)| units(index, p)).collect();
    let rarity = Rarity::new(&asked, &all);
    let support: Vec<f32> = passages.iter().map(|p| asked.support(p, &rarity)).collect();
    let best = support.iter().copied().fold(0.0, f32::max);
    let extreme = extreme::end(question).and_then(|end| extreme::row(end, &all, &asked, &rarity, passages));
    let mut rows = extreme.map_or_else(|| items::rows(&all, &asked, passages, options), |row| vec![row]);
    if all.is_empty() || best < options.floor && rows.is_empty() {
        return nothing(passages, options);
    }
    let mut scored: Vec<(f32, &Unit)> = all
        .iter()
        .filter(|u| !u.header && !is_title(u, passages))
        .map(|unit| (asked.score(unit, &rarity, support[unit.passage], passages), unit))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.passage.cmp(&b.1.passage)).then(a.1.range.start.cmp(&b.1.range.start)));
    for document in &options.compared {
        let own = |unit: &Unit| passages[unit.passage].hit.document == *document;
        if rows.iter().any(|unit| own(unit)) {
            continue;
        }
        rows.extend(scored.iter().map(|(_, unit)| *unit).find(|unit| own(unit)));
    }
    let chosen = choose(rows, &scored, options);
    quote(&chosen, passages)
}

/// Whether a unit only says what its document is called: every question that names the document would find it.
fn is_title(unit: &Unit, passages: &[Passage]) -> bool {
    let hit = &passages[unit.passage].hit;
    let text = squash(&unit.shown);
    !unit.row && (text == squash(&hit.title) || hit.section_path.first().is_some_and(|title| text == squash(title)))
}

fn quote(chosen: &[&Unit], passages: &[Passage]) -> ExtractiveAnswer {
    let mut answer = ExtractiveAnswer { found: !chosen.is_empty(), ..ExtractiveAnswer::default() };
    for (index, unit) in chosen.iter().enumerate() {
        let number = index as u32 + 1;
        answer.sentences.push(Sentence { text: unit.shown.clone(), citations: vec![number], support: Support::Quoted });
        answer.citations.push(passages[unit.passage].cite(number, Some(unit.range.clone())));
    }
    answer
}

fn nothing(passages: &[Passage], options: &ExtractiveOptions) -> ExtractiveAnswer {
    let citations = passages.iter().take(options.nearest).enumerate().map(|(i, p)| p.cite(i as u32 + 1, None)).collect();
    ExtractiveAnswer { citations, ..ExtractiveAnswer::default() }
}

/// The first full sentences of each document, in the order of the hits: retrieval has put what introduces a document first.
fn overview(passages: &[Passage], options: &ExtractiveOptions) -> ExtractiveAnswer {
    let mut order: Vec<DocumentId> = Vec::new();
    let mut all: BTreeMap<DocumentId, Vec<Unit>> = BTreeMap::new();
    for (index, passage) in passages.iter().enumerate() {
        let document = passage.hit.document;
        if !all.contains_key(&document) {
            order.push(document);
        }
        all.entry(document).or_default().extend(units(index, passage));
    }
    let each = (options.most / order.len().max(1)).clamp(1, 3);
    let chosen: Vec<&Unit> = order
        .iter()
        .flat_map(|document| {
            let list = &all[document];
            let captioned = |u: &Unit| passages[u.passage].hit.kind == SegmentKind::Figure;
            let full = list.iter().filter(|u| captioned(u) || !u.row && u.stems.len() >= 6).take(each).collect::<Vec<_>>();
            if full.is_empty() { list.iter().filter(|u| !u.header).take(each).collect() } else { full }
        })
        .take(options.most.max(1))
        .collect();
    quote(&chosen, passages)
}

/// Greedy choice: score less what repeats the quotations already taken. Where rows are taken, at most two more follow or as
/// many as are missing.
fn choose<'u>(rows: Vec<&'u Unit>, scored: &[(f32, &'u Unit)], options: &ExtractiveOptions) -> Vec<&'u Unit> {
    let most = options.most.max(rows.len() + 2);
    let mut chosen: Vec<&Unit> = rows;
    let mut left: Vec<(f32, &Unit)> = scored.iter().take(200).copied().collect();
    let best = left.first().map_or(0.0, |(score, _)| *score);
    while chosen.len() < most && !left.is_empty() {
        let worth = |(score, unit): &(f32, &Unit)| {
            let repeat = chosen.iter().map(|c| overlap(&c.stems, &unit.stems)).fold(0.0, f32::max);
            if repeat > 0.9 { f32::MIN } else { score - options.redundancy * repeat * best }
        };
        let Some(index) = (0..left.len()).reduce(|a, b| if worth(&left[b]) > worth(&left[a]) { b } else { a }) else {
            break;
        };
        let gain = worth(&left[index]);
        let (score, unit) = left.remove(index);
        let enough = score >= options.relative * best && gain > 0.0;
        if !enough && !chosen.is_empty() {
            if gain <= 0.0 {
                break;
            }
            continue;
        }
        chosen.push(unit);
    }
    chosen
}

fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f32 {
    let both = a.intersection(b).count() as f32;
    let either = (a.len() + b.len()) as f32 - both;
    if either > 0.0 { both / either } else { 0.0 }
}

#[cfg(test)]
mod tests;
