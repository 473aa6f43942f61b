//! Question + ranked passages → the sentences and table rows that answer best, word for word, each with its citation.
//!
//! No model. Units (sentences, rows) are scored by the rarity-weighted share of the question's words that they and their
//! surroundings hold, by phrases, years and numbers asked for, and by the rank of their passage; near repeats are passed
//! over (maximal marginal relevance). When even the best passage holds too little of the question, nothing is quoted and
//! the nearest passages are listed instead.

mod units;

use std::collections::{BTreeMap, BTreeSet};

use waymark_core::text::{is_stop, squash, stem, words};
use waymark_core::{Citation, DocumentId, Sentence, Support};

use crate::passage::Passage;
use units::{Unit, units};

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
    /// The question asks what the documents are about: their first sentences are quoted.
    pub overview: bool,
    /// Passages listed when nothing is found.
    pub nearest: usize,
}

impl Default for ExtractiveOptions {
    fn default() -> Self {
        Self { most: 4, relative: 0.6, floor: 0.35, redundancy: 0.5, expansions: Vec::new(), overview: false, nearest: 3 }
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
    if all.is_empty() || best < options.floor {
        return nothing(passages, options);
    }
    let mut scored: Vec<(f32, &Unit)> =
        all.iter().filter(|u| !u.header).map(|unit| (asked.score(unit, &rarity, support[unit.passage], passages), unit)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.passage.cmp(&b.1.passage)).then(a.1.range.start.cmp(&b.1.range.start)));
    let chosen = choose(&scored, options);
    quote(&chosen, passages)
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

/// The first full sentences of each document, in the order of the hits; within a document from its earliest passage.
fn overview(passages: &[Passage], options: &ExtractiveOptions) -> ExtractiveAnswer {
    let mut order: Vec<DocumentId> = Vec::new();
    let mut first: BTreeMap<DocumentId, usize> = BTreeMap::new();
    for (index, passage) in passages.iter().enumerate() {
        let place = |i: usize| passages[i].hit.locators.first().map_or(u64::MAX, |l| (u64::from(l.page) << 32) | u64::from(l.char_start));
        let slot = first.entry(passage.hit.document).or_insert_with(|| {
            order.push(passage.hit.document);
            index
        });
        if place(index) < place(*slot) {
            *slot = index;
        }
    }
    let each = (options.most / order.len().max(1)).clamp(1, 3);
    let all: Vec<Vec<Unit>> = order.iter().map(|d| units(first[d], &passages[first[d]])).collect();
    let chosen: Vec<&Unit> = all
        .iter()
        .flat_map(|list| {
            let full = list.iter().filter(|u| !u.row && u.stems.len() >= 6).take(each).collect::<Vec<_>>();
            if full.is_empty() { list.iter().take(1).collect() } else { full }
        })
        .take(options.most.max(1))
        .collect();
    quote(&chosen, passages)
}

/// Greedy choice: score less what repeats the quotations already taken.
fn choose<'u>(scored: &[(f32, &'u Unit)], options: &ExtractiveOptions) -> Vec<&'u Unit> {
    let mut chosen: Vec<&Unit> = Vec::new();
    let mut left: Vec<(f32, &Unit)> = scored.iter().take(200).copied().collect();
    let best = left.first().map_or(0.0, |(score, _)| *score);
    while chosen.len() < options.most && !left.is_empty() {
        let worth = |(score, unit): &(f32, &Unit)| {
            let repeat = chosen.iter().map(|c| overlap(&c.stems, &unit.stems)).fold(0.0, f32::max);
            if repeat > 0.9 { f32::MIN } else { score - options.redundancy * repeat * best }
        };
        let Some(index) = (0..left.len()).reduce(|a, b| if worth(&left[b]) > worth(&left[a]) { b } else { a }) else { break };
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

/// The question as units are compared with it.
struct Asked {
    /// Content words.
    words: BTreeSet<String>,
    /// Those of them that do not just name the documents: every passage of a document shares its name.
    telling: BTreeSet<String>,
    phrases: Vec<(String, BTreeSet<String>)>,
    years: Vec<String>,
    number: bool,
}

/// Inverse frequency of the question's words among the units, on a floor: among few units every word is frequent or absent.
struct Rarity(BTreeMap<String, f32>);

impl Rarity {
    fn new(asked: &Asked, all: &[Unit]) -> Self {
        let n = all.len() as f32;
        let every = asked.words.iter().chain(asked.phrases.iter().flat_map(|(_, words)| words));
        Self(
            every
                .map(|word| {
                    let holding = all.iter().filter(|u| u.stems.contains(word) || u.around.contains(word)).count() as f32;
                    let rarity = (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln();
                    (word.clone(), 0.5 + rarity / 2.0)
                })
                .collect(),
        )
    }

    fn share<'w>(&self, words: impl Iterator<Item = &'w String> + Clone, holds: impl Fn(&String) -> bool) -> f32 {
        let weight = |word: &String| self.0.get(word).copied().unwrap_or(0.0);
        let total: f32 = words.clone().map(weight).sum();
        let held: f32 = words.filter(|word| holds(word)).map(weight).sum();
        if total > 0.0 { held / total } else { 0.0 }
    }
}

impl Asked {
    fn new(question: &str, passages: &[Passage], options: &ExtractiveOptions) -> Self {
        let all = words(question);
        let list: BTreeSet<String> = all.iter().filter(|w| !is_stop(&w.norm) && !asks(&w.norm) && !period_mark(&w.norm)).map(|w| stem(&w.norm)).collect();
        let years = all.iter().filter_map(|w| year(&w.norm)).collect();
        let lower = question.to_lowercase();
        let number = ["how much", "how many", "amount", "ratio", "rate", "percent", "total", "average", "value", "maximum", "minimum", "usd", "多少", "$", "%"]
            .iter()
            .any(|sign| lower.contains(sign));
        let phrases = options
            .expansions
            .iter()
            .map(|phrase| (phrase.to_lowercase(), words(phrase).iter().filter(|w| !is_stop(&w.norm)).map(|w| stem(&w.norm)).collect()))
            .collect();
        let words: BTreeSet<String> = list.into_iter().filter(|w| year(w).is_none()).collect();
        let names: Vec<String> = passages.iter().map(|p| squash(&format!("{} {}", p.hit.title, p.hit.file_name))).collect();
        let telling: BTreeSet<String> =
            words.iter().filter(|w| w.chars().count() < 2 || !names.iter().any(|name| name.contains(&squash(w)))).cloned().collect();
        Self { telling: if telling.is_empty() { words.clone() } else { telling }, words, phrases, years, number }
    }

    /// Share of the question that a passage holds with its title and path; an expansion stands for the words it explains.
    fn support(&self, passage: &Passage, rarity: &Rarity) -> f32 {
        let text = passage.with_place();
        let held: BTreeSet<String> = words(&text).into_iter().map(|w| stem(&w.norm)).collect();
        let squashed = squash(&text);
        let own = rarity.share(self.words.iter(), |w| held.contains(w) || w.len() >= 3 && squashed.contains(w.as_str()));
        let opened = self.phrases.iter().map(|(_, list)| rarity.share(list.iter(), |w| held.contains(w))).fold(0.0, f32::max);
        own.max(0.75 * opened)
    }

    fn score(&self, unit: &Unit, rarity: &Rarity, support: f32, passages: &[Passage]) -> f32 {
        let own = rarity.share(self.telling.iter(), |w| unit.stems.contains(w));
        let wide = rarity.share(self.telling.iter(), |w| unit.stems.contains(w) || unit.around.contains(w));
        let phrase = self
            .phrases
            .iter()
            .map(|(text, list)| {
                let verbatim = if unit.lower.contains(text.as_str()) { 1.0 } else { 0.6 };
                verbatim * rarity.share(list.iter(), |w| unit.stems.contains(w))
            })
            .fold(0.0, f32::max);
        let years = self.years.iter().filter(|y| unit.lower.contains(y.as_str()) || unit.around.contains(*y)).count();
        let years = if self.years.is_empty() { 0.0 } else { years as f32 / self.years.len() as f32 };
        let number = f32::from(u8::from(self.number && unit.numbers > 0));
        let odd_length = if unit.stems.len() < 3 || unit.shown.chars().count() > 500 { 0.15 } else { 0.0 };
        let prior = prior(unit.passage, passages);
        0.45 * own + 0.15 * wide + 0.35 * phrase + 0.1 * years + 0.12 * number + 0.1 * support + 0.3 * prior - odd_length
    }
}

/// 1 for the best passage, falling with rank and with the ranking's own score, and to a part of it for a document that
/// the question means less than another.
fn prior(index: usize, passages: &[Passage]) -> f32 {
    let share = |of: &dyn Fn(&Passage) -> f32, empty: f32| {
        let best = passages.iter().map(of).fold(0.0, f32::max);
        if best > 0.0 { (of(&passages[index]) / best).clamp(0.0, 1.0) } else { empty }
    };
    let by_score = share(&|p| p.hit.score, 0.0);
    let meant = share(&|p| p.hit.scores.keyword.unwrap_or(0.0), 1.0);
    (0.5 * by_score + 0.5 / (1.0 + 0.5 * index as f32)) * (2.0 * meant - 1.0)
}

/// `fy`, `q2`: they belong to a period, which is matched by its year.
fn period_mark(norm: &str) -> bool {
    norm == "fy" || norm == "fiscal" || (norm.len() == 2 && norm.starts_with('q') && norm.ends_with(|c: char| c.is_ascii_digit()))
}

/// Whether a CJK bigram holds a character of asking or joining (`是多`, `入的`), which no statement repeats.
fn asks(norm: &str) -> bool {
    norm.chars().any(|c| "的是了在和与吗呢有多少几什么哪怎为谁何请将被把对".contains(c))
}

/// `2018`, `fy2018`, `fy18` → `2018`.
fn year(norm: &str) -> Option<String> {
    let digits = norm.strip_prefix("fy").unwrap_or(norm);
    let fiscal = digits.len() < norm.len();
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match digits.len() {
        4 if all && (digits.starts_with("19") || digits.starts_with("20")) => Some(digits.to_string()),
        2 if all && fiscal => Some(format!("20{digits}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
