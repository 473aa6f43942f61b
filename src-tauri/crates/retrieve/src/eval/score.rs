//! One question's results → its figures; many questions → their means.
//!
//! Definitions (results in rank order, a result counts for the first two of its pages):
//! `R@K` recall of gold pages, `P@K` share of the first K results on a gold page, `C@K` Context@K, `T@K` Title@K, `DR@K`
//! share of gold documents, `MRR@10`, `nDCG@10`, `LR` Log-Rank (HiQA eq. 3–4) over distinct pages, `R@4k`/`R@8k` recall within
//! the first characters of returned text, `AMR` rank of the first match where there is one (Average Matched Rank), `FAIL` 1
//! when nothing matched.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::questions::{Gold, Match, Question};

/// A result as it is measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Retrieved {
    /// File name with or without extension.
    pub doc: String,
    /// Pages from 1, reading order; only the first two count.
    pub pages: Vec<u32>,
    /// Characters of the returned text, where known.
    pub chars: Option<usize>,
}

/// Figures by name. A figure that a question cannot have (page figures without gold pages) is absent.
pub type Figures = BTreeMap<String, f64>;

/// Means over questions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Mean of each figure over the questions that have it.
    pub means: Figures,
    /// Questions.
    pub n: usize,
    /// Of these with gold pages.
    pub n_page_labelled: usize,
    /// Median latency in milliseconds, where latencies were given.
    pub latency_ms_p50: Option<f64>,
    /// 95th percentile.
    pub latency_ms_p95: Option<f64>,
}

const NEVER: usize = usize::MAX;

/// Log-Rank utility of rank `rank` (from 1) among `n` candidates: `1 − log(1+γ(r−1))/log(1+γ(N−1))` (HiQA equation 3), not
/// below 0; 1 when there is only one candidate.
#[must_use]
pub fn log_rank(rank: usize, n: usize, gamma: f64) -> f64 {
    if rank <= 1 {
        return 1.0;
    }
    let most = (gamma * (n.max(1) - 1) as f64).ln_1p();
    if most <= 0.0 { 0.0 } else { (1.0 - (gamma * (rank - 1) as f64).ln_1p() / most).max(0.0) }
}

/// What was found where.
struct Found {
    page: BTreeMap<Gold, (usize, usize)>,
    document: BTreeMap<String, usize>,
    unit: BTreeMap<Gold, usize>,
    on_gold: Vec<bool>,
    has_chars: bool,
}

fn clean(doc: &str) -> &str {
    let name = doc.rsplit('/').next().unwrap_or(doc);
    match name.rsplit_once('.') {
        Some((stem, ext)) if ["pdf", "md", "txt", "htm", "html", "doc", "docx"].contains(&ext.to_lowercase().as_str()) => stem,
        _ => name,
    }
}

fn walk(golds: &BTreeSet<Gold>, documents: &BTreeSet<&str>, results: &[Retrieved]) -> Found {
    let mut found = Found {
        page: BTreeMap::new(),
        document: BTreeMap::new(),
        unit: BTreeMap::new(),
        on_gold: Vec::new(),
        has_chars: !results.is_empty() && results.iter().all(|r| r.chars.is_some()),
    };
    let mut units = 0;
    let mut chars = 0;
    for (index, result) in results.iter().enumerate() {
        let doc = clean(&result.doc);
        chars += result.chars.unwrap_or(0);
        if documents.contains(doc) {
            found.document.entry(doc.to_string()).or_insert(index + 1);
        }
        let mut hit = false;
        for page in result.pages.iter().take(2) {
            let place = Gold { doc: doc.to_string(), page: Some(*page) };
            if golds.contains(&place) {
                hit = true;
                found.page.entry(place.clone()).or_insert((index + 1, chars));
            }
            found.unit.entry(place).or_insert_with(|| {
                units += 1;
                units
            });
        }
        found.on_gold.push(hit);
    }
    found
}

/// Scores one question. `pages_in_corpus` is N of the Log-Rank index; without it `LR` is absent. A question without gold has no
/// figures: nothing that was found could be right or wrong.
#[must_use]
pub fn score_question(question: &Question, results: &[Retrieved], pages_in_corpus: Option<usize>) -> Figures {
    let golds: BTreeSet<Gold> = question.gold.iter().filter(|g| g.page.is_some()).cloned().collect();
    let documents: BTreeSet<&str> = question.gold.iter().map(|g| g.doc.as_str()).collect();
    let mut out = Figures::new();
    if documents.is_empty() {
        return out;
    }
    let found = walk(&golds, &documents, results);
    for k in [1, 5] {
        out.insert(format!("T@{k}"), f64::from(u8::from(found.document.values().any(|rank| *rank <= k))));
    }
    for k in [5, 10, 20] {
        let inside = found.document.values().filter(|rank| **rank <= k).count();
        out.insert(format!("DR@{k}"), inside as f64 / documents.len() as f64);
    }
    if !golds.is_empty() {
        page_figures(question.matching == Match::Any, &golds, &found, pages_in_corpus, &mut out);
    }
    out
}

fn page_figures(any: bool, golds: &BTreeSet<Gold>, found: &Found, pages: Option<usize>, out: &mut Figures) {
    let rank = |gold: &Gold| found.page.get(gold).map_or(NEVER, |(rank, _)| *rank);
    let recall = |ok: &dyn Fn(&Gold) -> bool| {
        let hit = golds.iter().filter(|gold| ok(gold)).count();
        if any { f64::from(u8::from(hit > 0)) } else { hit as f64 / golds.len() as f64 }
    };
    for k in [1, 3, 5, 10, 20] {
        out.insert(format!("R@{k}"), recall(&|gold| rank(gold) <= k));
        out.insert(format!("P@{k}"), found.on_gold.iter().take(k).filter(|hit| **hit).count() as f64 / k as f64);
    }
    for k in [1, 2, 3, 4, 5, 10] {
        out.insert(format!("C@{k}"), f64::from(u8::from(golds.iter().any(|gold| rank(gold) <= k))));
    }
    let mut ranks: Vec<usize> = found.page.values().map(|(rank, _)| *rank).collect();
    ranks.sort_unstable();
    let best = ranks.first().copied().unwrap_or(NEVER);
    out.insert("MRR@10".into(), if best <= 10 { 1.0 / best as f64 } else { 0.0 });
    if best < NEVER {
        out.insert("AMR".into(), best as f64);
    }
    out.insert("FAIL".into(), f64::from(u8::from(best == NEVER)));
    if any {
        ranks.truncate(1);
    }
    let gain = |rank: usize| 1.0 / ((rank + 1) as f64).log2();
    let ideal: f64 = (1..=if any { 1 } else { golds.len().min(10) }).map(gain).sum();
    out.insert("nDCG@10".into(), ranks.iter().filter(|rank| **rank <= 10).map(|rank| gain(*rank)).sum::<f64>() / ideal);
    if let Some(pages) = pages.filter(|n| *n > 0) {
        let values: Vec<f64> =
            golds.iter().map(|gold| found.unit.get(gold).map_or(0.0, |rank| log_rank(*rank, pages, 1.0))).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        out.insert("LR".into(), if any { values.iter().copied().fold(0.0, f64::max) } else { mean });
    }
    if found.has_chars {
        for budget in [4000, 8000] {
            let inside = |gold: &Gold| found.page.get(gold).is_some_and(|(_, chars)| *chars <= budget);
            out.insert(format!("R@{}k", budget / 1000), recall(&inside));
        }
    }
}

/// Means over questions; each figure over the questions that have it.
#[must_use]
pub fn summarise(per_question: &[Figures], latencies_ms: &[f64]) -> Summary {
    let mut sums: BTreeMap<String, (f64, usize)> = BTreeMap::new();
    for figures in per_question {
        for (name, value) in figures {
            let slot = sums.entry(name.clone()).or_default();
            *slot = (slot.0 + value, slot.1 + 1);
        }
    }
    let mut sorted = latencies_ms.to_vec();
    sorted.sort_by(f64::total_cmp);
    let percentile = |p: f64| {
        let index = ((p * sorted.len() as f64).ceil() as usize).saturating_sub(1);
        sorted.get(index.min(sorted.len().saturating_sub(1))).copied()
    };
    Summary {
        means: sums.into_iter().map(|(name, (sum, n))| (name, sum / n as f64)).collect(),
        n: per_question.len(),
        n_page_labelled: per_question.iter().filter(|f| f.contains_key("R@1")).count(),
        latency_ms_p50: percentile(0.5),
        latency_ms_p95: percentile(0.95),
    }
}

#[cfg(test)]
mod tests;
