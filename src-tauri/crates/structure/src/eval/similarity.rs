//! Titles → how alike they are.

use rapidfuzz::distance::indel::{Args, BatchComparator};

use super::norm::{compact, compact_bare};

/// Ratios below this are not computed to the end; nothing below [`super::THRESHOLD`] is ever used.
const CUTOFF: f64 = 0.84;

/// A title in the two forms in which it is compared.
#[derive(Debug, Clone)]
pub struct Title {
    full: Vec<char>,
    bare: Vec<char>,
}

impl Title {
    /// The forms of a title as printed.
    pub fn new(text: &str) -> Self {
        Self { full: compact(text).chars().collect(), bare: compact_bare(text).chars().collect() }
    }
}

/// A title that many others are compared with.
pub struct Comparator {
    full: BatchComparator<char>,
    bare: BatchComparator<char>,
}

impl Comparator {
    /// Prepares the comparison.
    pub fn new(title: &Title) -> Self {
        let prepared = |chars: &[char]| BatchComparator::new(chars.to_vec());
        Self { full: prepared(&title.full), bare: prepared(&title.bare) }
    }

    /// Similarity in 0..1, 0 when it is below [`CUTOFF`]; a match of the bare titles alone ranks just below a whole one.
    pub fn similarity(&self, other: &Title) -> f64 {
        let full = ratio(&self.full, &other.full);
        let bare = ratio(&self.bare, &other.bare);
        let penalty = if bare > 0.9_f32 { 0.01 } else { 0.0 };
        f64::from(full).max(f64::from(bare) - penalty)
    }
}

/// Indel-normalised similarity, in the single precision of the referee.
fn ratio(prepared: &BatchComparator<char>, other: &[char]) -> f32 {
    let arguments = Args::default().score_cutoff(CUTOFF);
    let ratio = prepared.normalized_similarity_with_args(other.iter().copied(), &arguments).unwrap_or(0.0);
    #[allow(clippy::cast_possible_truncation)]
    let percent = (ratio * 100.0) as f32;
    percent / 100.0
}

/// The best similarity (0..1) of the shorter text with any equally long stretch of the longer one, ends cut off included.
pub fn partial_ratio(one: &str, other: &str) -> f64 {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if short.is_empty() {
        return if long.is_empty() { 1.0 } else { 0.0 };
    }
    let best = best_window(&short, &long);
    if short.len() == long.len() { best.max(best_window(&long, &short)) } else { best }
}

fn best_window(short: &[char], long: &[char]) -> f64 {
    let prepared = BatchComparator::new(short.to_vec());
    let heads = (1..short.len()).map(|end| &long[..end]);
    let whole = long.windows(short.len());
    let tails = (long.len() - short.len()..long.len()).map(|start| &long[start..]);
    let windows = heads.chain(whole).chain(tails);
    windows.map(|window| prepared.normalized_similarity(window.iter().copied())).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::{Comparator, Title, partial_ratio};

    fn similarity(one: &str, other: &str) -> f64 {
        Comparator::new(&Title::new(one)).similarity(&Title::new(other))
    }

    #[test]
    fn the_number_matters_little_and_the_words_much() {
        assert!((similarity("1 Overview", "1. Overview") - 0.99).abs() < 1e-6);
        assert!((similarity("Over view", "overview") - 1.0).abs() < 1e-9);
        assert!((similarity("3.2 Results", "Results") - 0.99).abs() < 1e-6);
        assert!(similarity("Results", "Methods") < 0.5);
    }

    #[test]
    fn partial_ratios_find_the_stretch() {
        assert!((partial_ratio("annualreport", "acmeannualreport2020") - 1.0).abs() < 1e-9);
        assert!((partial_ratio("abcd", "abcx") - 6.0 / 7.0).abs() < 1e-9);
        assert!(partial_ratio("zzzz", "acmeannualreport") < 0.1);
    }
}
