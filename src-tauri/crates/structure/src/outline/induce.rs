//! Text without headings → induced sections (HiSem 7.4): boundaries where the vocabulary changes, titles from its key words.
//!
//! Boundaries are the deep valleys of the cosine similarity between the words before and after each paragraph, as in text tiling;
//! what is found so is marked [`Evidence::Induced`], printed nowhere and of low confidence.

use std::collections::{BTreeMap, HashMap};

use waymark_core::Evidence;

use super::Heading;
use super::chunks::Chunk;
use super::features::join;
use super::lines::{Flow, Mark};
use crate::page::glyphs::is_wide;

/// Fewer words than these are read at a glance.
const LEAST_WORDS: usize = 900;
/// A section has at least so many words.
const SECTION_WORDS: usize = 220;
/// Words compared on either side of a boundary.
const WINDOW_WORDS: usize = 160;
/// Key words in a title.
const TITLE_TERMS: usize = 3;
/// Confidence of an induced section, 0..1.
const CONFIDENCE: f32 = 0.25;

struct Paragraph {
    chunk: usize,
    page: u32,
    words: usize,
    terms: BTreeMap<String, f32>,
}

/// Sections for a document in which no heading was found; empty when it is short or all of one piece.
#[must_use]
pub fn sections(flow: &Flow<'_>, chunks: &[Chunk]) -> Vec<Heading> {
    let mut surface: HashMap<String, String> = HashMap::new();
    let paragraphs: Vec<Paragraph> = chunks
        .iter()
        .enumerate()
        .filter(|(_, chunk)| chunk.mark == Mark::Text && !flow.line(chunk.lines[0]).aside)
        .map(|(at, chunk)| {
            let (words, terms) = terms(&join(flow, &chunk.lines), &mut surface);
            Paragraph { chunk: at, page: flow.order[chunk.lines[0]].page, words, terms }
        })
        .collect();
    if paragraphs.iter().map(|paragraph| paragraph.words).sum::<usize>() < LEAST_WORDS || paragraphs.len() < 8 {
        return Vec::new();
    }
    let spread = spread(&paragraphs);
    let mut starts = vec![0];
    starts.extend(boundaries(&paragraphs, &spread));
    if starts.len() < 2 {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).copied().chain([paragraphs.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| {
            let first = &paragraphs[start];
            Heading {
                title: title(&paragraphs[start..end], &spread, &surface, paragraphs.len()),
                page: first.page,
                lines: Vec::new(),
                level: 10,
                evidence: vec![Evidence::Induced],
                confidence: CONFIDENCE,
                chunks: (first.chunk, first.chunk),
            }
        })
        .collect()
}

/// Word count and content terms of a paragraph: words of four letters and more, pairs of characters in scripts without spaces.
fn terms(text: &str, surface: &mut HashMap<String, String>) -> (usize, BTreeMap<String, f32>) {
    let mut counts: BTreeMap<String, f32> = BTreeMap::new();
    let mut words = 0;
    let mut add = |written: &str| {
        let key = written.to_lowercase();
        surface.entry(key.clone()).or_insert_with(|| written.to_owned());
        *counts.entry(key).or_insert(0.0) += 1.0;
    };
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let wide: Vec<char> = word.chars().filter(|c| is_wide(*c)).collect();
        if wide.len() >= 2 {
            words += wide.len() / 2;
            wide.windows(2).for_each(|pair| add(&pair.iter().collect::<String>()));
        } else {
            words += 1;
            let letters = word.chars().filter(|c| c.is_alphabetic()).count();
            if letters >= 4 {
                add(word);
            }
        }
    }
    (words, counts)
}

/// In how many paragraphs each term stands.
fn spread(paragraphs: &[Paragraph]) -> HashMap<String, usize> {
    let mut spread: HashMap<String, usize> = HashMap::new();
    for term in paragraphs.iter().flat_map(|paragraph| paragraph.terms.keys()) {
        *spread.entry(term.clone()).or_insert(0) += 1;
    }
    spread
}

/// Weight of a term: terms of nearly every paragraph say nothing.
#[allow(clippy::cast_precision_loss)]
fn weight(term: &str, spread: &HashMap<String, usize>, all: usize) -> f32 {
    let in_paragraphs = spread.get(term).copied().unwrap_or(1);
    (all as f32 / in_paragraphs as f32).ln().max(0.0)
}

/// Paragraphs that begin a section: local minima of cohesion, at least half a standard deviation deeper than usual.
#[allow(clippy::cast_precision_loss)]
fn boundaries(paragraphs: &[Paragraph], spread: &HashMap<String, usize>) -> Vec<usize> {
    let cohesion: Vec<f32> = (1..paragraphs.len()).map(|at| similarity(paragraphs, at, spread)).collect();
    let depth: Vec<f32> = (0..cohesion.len())
        .map(|at| {
            let climb = |values: &mut dyn Iterator<Item = &f32>| {
                let mut top = cohesion[at];
                for value in values {
                    if *value < top {
                        break;
                    }
                    top = *value;
                }
                top - cohesion[at]
            };
            climb(&mut cohesion[..at].iter().rev()) + climb(&mut cohesion[at + 1..].iter())
        })
        .collect();
    let mean = depth.iter().sum::<f32>() / depth.len().max(1) as f32;
    let deviation = (depth.iter().map(|d| (d - mean).powi(2)).sum::<f32>() / depth.len().max(1) as f32).sqrt();
    let limit = (mean + 0.5 * deviation).max(0.05);
    let mut order: Vec<usize> = (0..depth.len()).filter(|&at| depth[at] > limit).collect();
    order.sort_by(|&a, &b| depth[b].total_cmp(&depth[a]).then(a.cmp(&b)));
    let mut chosen: Vec<usize> = vec![0, paragraphs.len()];
    for at in order {
        let start = at + 1;
        let place = chosen.partition_point(|&known| known < start);
        let words = |from: usize, to: usize| paragraphs[from..to].iter().map(|paragraph| paragraph.words).sum::<usize>();
        if words(chosen[place - 1], start) >= SECTION_WORDS && words(start, chosen[place]) >= SECTION_WORDS {
            chosen.insert(place, start);
        }
    }
    chosen.retain(|&start| start > 0 && start < paragraphs.len());
    chosen
}

/// Cosine of the weighted terms in the windows before and from paragraph `at`, 0..1.
fn similarity(paragraphs: &[Paragraph], at: usize, spread: &HashMap<String, usize>) -> f32 {
    let before = window(paragraphs[..at].iter().rev(), spread, paragraphs.len());
    let after = window(paragraphs[at..].iter(), spread, paragraphs.len());
    let norm = |terms: &BTreeMap<&str, f32>| terms.values().map(|value| value * value).sum::<f32>().sqrt();
    let dot: f32 = before.iter().filter_map(|(term, value)| after.get(term).map(|other| value * other)).sum();
    let scale = norm(&before) * norm(&after);
    if scale > 0.0 { dot / scale } else { 0.0 }
}

fn window<'a>(
    paragraphs: impl Iterator<Item = &'a Paragraph>,
    spread: &HashMap<String, usize>,
    all: usize,
) -> BTreeMap<&'a str, f32> {
    let mut terms: BTreeMap<&str, f32> = BTreeMap::new();
    let mut words = 0;
    for paragraph in paragraphs {
        for (term, count) in &paragraph.terms {
            *terms.entry(term).or_insert(0.0) += count * weight(term, spread, all);
        }
        words += paragraph.words;
        if words >= WINDOW_WORDS {
            break;
        }
    }
    terms
}

/// The terms that this section has more than the others, as first written, the most telling first.
fn title(section: &[Paragraph], spread: &HashMap<String, usize>, surface: &HashMap<String, String>, all: usize) -> String {
    let mut counts: BTreeMap<&str, f32> = BTreeMap::new();
    for (term, count) in section.iter().flat_map(|paragraph| &paragraph.terms) {
        *counts.entry(term).or_insert(0.0) += count;
    }
    let mut terms: Vec<(&str, f32)> = counts.into_iter().map(|(term, count)| (term, count * weight(term, spread, all))).collect();
    terms.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    let written = |term: &str| surface.get(term).cloned().unwrap_or_else(|| term.to_owned());
    terms.iter().take(TITLE_TERMS).map(|(term, _)| written(term)).collect::<Vec<_>>().join(" · ")
}
