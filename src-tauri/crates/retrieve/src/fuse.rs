//! Candidates of the routes → one ranking with all score parts kept.
//!
//! The default is HiQA equation 2 over the union of the candidates, every route brought to 0..1 by min-max per query:
//!
//! ```text
//! score = α·s_dense + (1−α)·s_lexical + β·log(1+m)/log(1+M)
//! ```
//!
//! A candidate that one route did not return gets that route's lowest score (0 after normalising). When a route returned
//! nothing at all, the other one takes its weight, so that lexical search alone still fills 0..1.

mod methods;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use waymark_core::{DocumentId, Explanation, ScoreParts, SegmentId, SegmentKind};

use crate::place::stands_at;
use crate::query::QueryPlan;
use waymark_core::text::{each_word, squash};

/// What the fusion and the later steps must know of a segment.
#[derive(Debug, Clone, PartialEq)]
pub struct SegmentMeta {
    /// Document.
    pub document: DocumentId,
    /// Position in the document.
    pub ordinal: u32,
    /// Section index.
    pub section: u32,
    /// Kind.
    pub kind: SegmentKind,
    /// Titles from document to section.
    pub path: Arc<[String]>,
    /// Text as shown.
    pub text: Arc<str>,
    /// First page index.
    pub page: u32,
}

/// How routes are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FusionMethod {
    /// HiQA equation 2: min-max, weighted sum, key-term bonus.
    #[default]
    Hiqa,
    /// The same without normalising.
    Unnormalised,
    /// Standard scores instead of min-max, with bonus.
    ZScore,
    /// Reciprocal ranks (k = 60), with bonus.
    Rrf,
    /// Convex combination: min-max, weighted sum, no bonus.
    Cc,
    /// Dense route alone.
    Dense,
    /// Lexical route alone.
    Lexical,
    /// Key-term bonus first, then the convex combination to order inside.
    Keyword,
}

impl FusionMethod {
    /// Reads a name as used on the command line: `hybrid` (= `hiqa`), `unnormalised`, `zscore`, `rrf`, `cc`, `dense`,
    /// `lexical`, `keyword`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_lowercase().replace(['-', '_'], "").as_str() {
            "hybrid" | "hiqa" | "" => Self::Hiqa,
            "unnormalised" | "unnormalized" => Self::Unnormalised,
            "zscore" => Self::ZScore,
            "rrf" => Self::Rrf,
            "cc" => Self::Cc,
            "dense" => Self::Dense,
            "lexical" | "bm25" => Self::Lexical,
            "keyword" => Self::Keyword,
            _ => return None,
        })
    }
}

/// Settings of a fusion.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FusionOptions {
    /// Method.
    pub method: FusionMethod,
    /// Fixed α; the plan's when absent.
    pub alpha: Option<f32>,
    /// Fixed β; the plan's when absent.
    pub beta: Option<f32>,
}

/// A ranked segment.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// Segment.
    pub segment: SegmentId,
    /// What is known of it.
    pub meta: SegmentMeta,
    /// Score.
    pub score: f32,
    /// Parts.
    pub parts: ScoreParts,
    /// Reasons.
    pub explanation: Explanation,
}

/// Orders by score, best first; ties by document, then ordinal, then segment.
pub fn order(a: &Scored, b: &Scored) -> std::cmp::Ordering {
    b.score
        .total_cmp(&a.score)
        .then_with(|| a.meta.document.cmp(&b.meta.document))
        .then_with(|| a.meta.ordinal.cmp(&b.meta.ordinal))
        .then_with(|| a.segment.cmp(&b.segment))
}

/// Fuses the candidates of the routes (raw cosines and raw BM25 scores; a segment at most once per route, the first
/// counts). Segments that `lookup` does not know (deleted meanwhile) are left out. Scores that are no numbers count as
/// the route's lowest.
#[must_use]
pub fn fuse(
    plan: &QueryPlan,
    dense: &[(SegmentId, f32)],
    lexical: &[(SegmentId, f32)],
    lookup: &dyn Fn(SegmentId) -> Option<SegmentMeta>,
    options: &FusionOptions,
) -> Vec<Scored> {
    let mut raw: BTreeMap<SegmentId, (Option<f32>, Option<f32>)> = BTreeMap::new();
    for (segment, score) in dense {
        raw.entry(*segment).or_default().0.get_or_insert(*score);
    }
    for (segment, score) in lexical {
        raw.entry(*segment).or_default().1.get_or_insert(*score);
    }
    let alpha = options.alpha.unwrap_or(plan.alpha).clamp(0.0, 1.0);
    let beta = options.beta.unwrap_or(plan.beta).max(0.0);
    let mut scored: Vec<Scored> = raw
        .into_iter()
        .filter_map(|(segment, (dense, lexical))| {
            let meta = lookup(segment)?;
            let explanation = Explanation { raw_dense: dense, raw_lexical: lexical, alpha, beta, ..Explanation::default() };
            Some(Scored { segment, meta, score: 0.0, parts: ScoreParts::default(), explanation })
        })
        .collect();
    bonus(plan, &mut scored);
    methods::score(options.method, alpha, beta, &mut scored);
    scored.sort_by(order);
    scored
}

/// Fills the key-term part: `m` = terms of the document and of the text, `M` = the most seen for this query.
fn bonus(plan: &QueryPlan, scored: &mut [Scored]) {
    let counts: Vec<f32> = scored.iter_mut().map(|s| plan.matched(s.meta.document) + in_text(plan, s)).collect();
    let most = counts.iter().copied().fold(plan.most, f32::max);
    for (s, count) in scored.iter_mut().zip(counts) {
        if let Some(found) = plan.documents.get(&s.meta.document) {
            s.explanation.keywords.splice(0..0, found.terms.iter().cloned());
            s.explanation.facts.splice(0..0, found.facts.iter().cloned());
        }
        s.parts.keyword = Some(if most > 0.0 { (1.0 + count).ln() / (1.0 + most).ln() } else { 0.0 });
    }
}

/// Critical terms found in the segment's own text or path: identifiers, and the numbered place that is asked for.
fn in_text(plan: &QueryPlan, s: &mut Scored) -> f32 {
    let mut count = 0.0;
    if !plan.identifiers.is_empty() {
        let wanted: Vec<String> = plan.identifiers.iter().map(|identifier| squash(identifier)).collect();
        let mut held = vec![false; wanted.len()];
        each_word(&s.meta.text, |_, _, norm| {
            held.iter_mut().zip(&wanted).for_each(|(held, wanted)| *held = *held || is_squashed(norm, wanted));
        });
        for ((identifier, wanted), held) in plan.identifiers.iter().zip(&wanted).zip(held) {
            if held || s.meta.path.iter().any(|title| squash(title).contains(wanted)) {
                count += 1.0;
                s.explanation.keywords.push(identifier.clone());
            }
        }
    }
    if let Some(place) = plan.place().filter(|place| stands_at(place, &s.meta)) {
        count += 2.0;
        s.explanation.keywords.push(format!("{:?} {}", place.kind, place.number).to_lowercase());
    }
    count
}

/// Whether `squash(norm)` is `wanted`.
fn is_squashed(norm: &str, wanted: &str) -> bool {
    if !norm.is_ascii() {
        return squash(norm) == wanted;
    }
    norm.bytes().filter(u8::is_ascii_alphanumeric).eq(wanted.bytes())
}

#[cfg(test)]
pub(crate) mod tests;
