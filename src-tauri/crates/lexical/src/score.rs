//! BM25 over four fields, summed in a fixed order: question terms outside, fields inside.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

use serde::{Deserialize, Serialize};
use tantivy::{TantivyError, Term};
use waymark_core::{DocumentId, SegmentId};

use crate::analyzer::tokens;
use crate::schema::{Fields, TEXTS};
use crate::view::{Part, View};

// A question of ten thousand characters is cut to its rarest words.
const MOST_TERMS: usize = 64;
const MOST_CHARS: usize = 20_000;

/// Weights of the fields and the two constants of BM25.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Boosts {
    /// Title, facts, keywords and file name of the document.
    pub title: f32,
    /// Titles of the sections.
    pub path: f32,
    /// Text.
    pub text: f32,
    /// Labels of tables.
    pub labels: f32,
    /// Share that words naming products keep in path, text and labels. The title counts them once for every segment of a
    /// document; inside it they would lift whatever repeats the name (an ordering table) over what the question is about.
    pub named: f32,
    /// Saturation of repeated terms.
    pub k1: f32,
    /// How much long entries are held back, 0..1.
    pub b: f32,
}

// Found on 47 questions over 44 annual reports: look-alike documents are told apart by their titles, and the right page among
// the first 100 hits goes from 68 % (title 1, b 0.75) to 77 %.
impl Default for Boosts {
    fn default() -> Self {
        Self { title: 2.0, path: 1.5, text: 1.0, labels: 1.0, named: 0.25, k1: 1.2, b: 0.4 }
    }
}

/// A ranked segment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LexHit {
    /// Segment.
    pub segment: SegmentId,
    /// Its document.
    pub document: DocumentId,
    /// Position in the document.
    pub ordinal: u32,
    /// BM25, not normalised; greater than 0.
    pub score: f32,
}

impl LexHit {
    fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then((self.document, self.ordinal).cmp(&(other.document, other.ordinal)))
    }
}

/// In a max-heap the worst hit comes out first.
struct Worst(LexHit);

impl PartialEq for Worst {
    fn eq(&self, other: &Self) -> bool {
        self.0.order(&other.0).is_eq()
    }
}

impl Eq for Worst {}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

/// A question term in one field, ready to score.
struct Weighed {
    term: Term,
    text: usize,
    /// boost · idf · (k1 + 1)
    weight: f64,
}

/// The best of one scope while they are being found.
struct Best {
    scope: Option<HashSet<i64>>,
    k: usize,
    heap: BinaryHeap<Worst>,
}

impl Best {
    fn new(scope: Option<&[DocumentId]>, k: usize) -> Self {
        Self { scope: scope.map(|scope| scope.iter().map(|id| id.0).collect()), k, heap: BinaryHeap::new() }
    }

    /// Whether a score could be among the best. What an entry is takes longer to look up than this.
    fn hopes(&self, score: f32) -> bool {
        self.heap.len() < self.k || self.heap.peek().is_some_and(|worst| score >= worst.0.score)
    }

    fn offer(&mut self, part: &Part, entry: u32, score: f32) {
        let document = part.document(entry);
        if self.scope.as_ref().is_some_and(|scope| !scope.contains(&document)) {
            return;
        }
        let hit = LexHit {
            segment: SegmentId(part.segment(entry)),
            document: DocumentId(document),
            ordinal: part.ordinal(entry),
            score,
        };
        if self.heap.len() < self.k {
            self.heap.push(Worst(hit));
        } else if self.heap.peek().is_some_and(|worst| hit.order(&worst.0).is_lt()) {
            self.heap.pop();
            self.heap.push(Worst(hit));
        }
    }

    fn sorted(self) -> Vec<LexHit> {
        self.heap.into_sorted_vec().into_iter().map(|worst| worst.0).collect()
    }
}

/// The `k` best segments of each scope, best first, ties by (document, ordinal). The scores are made once for all scopes.
pub(crate) fn search(
    view: &View,
    fields: &Fields,
    query: &str,
    names: &[String],
    k: usize,
    scopes: &[Option<&[DocumentId]>],
    boosts: &Boosts,
) -> Result<Vec<Vec<LexHit>>, TantivyError> {
    let weighed = weigh(view, fields, query, names, boosts)?;
    let mut best: Vec<Best> = scopes.iter().map(|scope| Best::new(*scope, k)).collect();
    for (at, part) in view.parts().iter().enumerate() {
        let (scores, touched) = score_part(view, at, part, &weighed, boosts)?;
        for entry in touched {
            #[allow(clippy::cast_possible_truncation)]
            let score = scores.get(entry as usize).copied().unwrap_or(0.0) as f32;
            for best in best.iter_mut().filter(|best| best.hopes(score)) {
                best.offer(part, entry, score);
            }
        }
    }
    Ok(best.into_iter().map(Best::sorted).collect())
}

/// Terms of the question with their weights, in question order; the rarest when there are too many.
fn weigh(view: &View, fields: &Fields, query: &str, names: &[String], boosts: &Boosts) -> Result<Vec<Weighed>, TantivyError> {
    let names: HashSet<String> = names.iter().flat_map(|name| tokens(name)).collect();
    let query = query.char_indices().nth(MOST_CHARS).map_or(query, |(at, _)| &query[..at]);
    let mut seen = HashSet::new();
    let mut found: Vec<(u64, Vec<Weighed>)> = Vec::new();
    for token in tokens(query) {
        if !seen.insert(token.clone()) {
            continue;
        }
        let mut rarest = u64::MAX;
        let mut weighed = Vec::new();
        let share = if names.contains(&token) { boosts.named } else { 1.0 };
        let strengths = [boosts.title, share * boosts.path, share * boosts.text, share * boosts.labels];
        for (text, (field, boost)) in fields.texts.iter().zip(strengths).enumerate() {
            if boost <= 0.0 {
                continue;
            }
            let term = Term::from_field_text(*field, &token);
            let frequency = view.frequency(&term)?;
            if frequency > 0 {
                rarest = rarest.min(frequency);
                let weight = f64::from(boost) * idf(view.entries, frequency) * (f64::from(boosts.k1) + 1.0);
                weighed.push(Weighed { term, text, weight });
            }
        }
        if !weighed.is_empty() {
            found.push((rarest, weighed));
        }
    }
    if found.len() > MOST_TERMS {
        let mut frequencies: Vec<(u64, usize)> = found.iter().enumerate().map(|(at, (rarest, _))| (*rarest, at)).collect();
        frequencies.sort_unstable();
        let kept: HashSet<usize> = frequencies.into_iter().take(MOST_TERMS).map(|(_, at)| at).collect();
        let mut at = 0;
        found.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
    }
    Ok(found.into_iter().flat_map(|(_, weighed)| weighed).collect())
}

/// ln(1 + (N − n + ½) / (n + ½)), never negative.
#[allow(clippy::cast_precision_loss)]
fn idf(entries: u64, frequency: u64) -> f64 {
    let (all, with) = (entries.max(frequency) as f64, frequency as f64);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

/// Scores by entry of one part, and the entries that have one, in no order.
fn score_part(
    view: &View,
    at: usize,
    part: &Part,
    weighed: &[Weighed],
    boosts: &Boosts,
) -> Result<(Vec<f64>, Vec<u32>), TantivyError> {
    let mut scores = vec![0.0; part.size as usize];
    let mut touched = Vec::new();
    let (k1, b) = (f64::from(boosts.k1), f64::from(boosts.b));
    for Weighed { term, text, weight } in weighed {
        let mean = view.lengths[(*text).min(TEXTS - 1)].max(1.0);
        view.postings(at, term, &mut |entry, occurrences| {
            let Some(score) = scores.get_mut(entry as usize) else {
                return;
            };
            if *score == 0.0 {
                touched.push(entry);
            }
            let count = f64::from(occurrences);
            let length = f64::from(part.length(entry, *text));
            *score += weight * count / (count + k1 * (1.0 - b + b * length / mean));
        })?;
    }
    Ok((scores, touched))
}
