//! Scores of a ranking → where to cut it (HiSem equation 5, distribution-aware adaptive threshold).

use crate::fuse::Scored;

/// Parameters of HiSem's threshold; the defaults are the paper's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThresholdOptions {
    /// Base retention coefficient β, 0.8..1.
    pub beta: f32,
    /// Adjustment γ to the spread of the scores.
    pub gamma: f32,
    /// The threshold is never lower.
    pub least: f32,
    /// At most so many are kept per level (or in a flat ranking).
    pub most: usize,
    /// At least so many are kept whatever their score: an answer needs something to look at.
    pub at_least: usize,
}

impl Default for ThresholdOptions {
    fn default() -> Self {
        Self { beta: 0.9, gamma: 0.8, least: 0.3, most: 15, at_least: 1 }
    }
}

/// θ = β·s_max − (1 − γ·CV)·(s_max − μ), CV = σ/μ, not lower than `least`.
///
/// Equation 5 with its safety bound. The scores are similarities in 0..1. No scores give `least`; a mean of 0 counts as
/// CV 0; above CV = 1/γ the second term would turn round and raise the threshold of widely spread scores, so it is held at 0.
#[must_use]
pub fn threshold(scores: &[f32], options: &ThresholdOptions) -> f32 {
    if scores.is_empty() {
        return options.least;
    }
    let n = scores.len() as f32;
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mean = scores.iter().sum::<f32>() / n;
    let deviation = (scores.iter().map(|s| (s - mean).powi(2)).sum::<f32>() / n).sqrt();
    let cv = if mean > f32::EPSILON { deviation / mean } else { 0.0 };
    let raw = options.beta * most - (1.0 - options.gamma * cv).max(0.0) * (most - mean);
    raw.max(options.least)
}

/// Splits a sorted ranking at the threshold of its scores, brought to 0..1 by the best one; the cut part carries the
/// reason in its notes.
#[must_use]
pub fn cut(ranked: Vec<Scored>, options: &ThresholdOptions) -> (Vec<Scored>, Vec<Scored>) {
    let best = ranked.iter().map(|s| s.score).fold(0.0, f32::max).max(f32::EPSILON);
    let scores: Vec<f32> = ranked.iter().map(|s| s.score / best).collect();
    let theta = threshold(&scores, options);
    let (mut kept, mut dropped) = (Vec::new(), Vec::new());
    for (index, (mut s, score)) in ranked.into_iter().zip(scores).enumerate() {
        if index < options.at_least || (score >= theta && index < options.most) {
            kept.push(s);
        } else {
            s.explanation
                .notes
                .push(format!("cut: {score:.2} of the best score, threshold {theta:.2}, at most {}", options.most));
            dropped.push(s);
        }
    }
    (kept, dropped)
}

#[cfg(test)]
mod tests {
    use super::{ThresholdOptions, threshold};

    #[test]
    fn equation_5_by_hand() {
        let scores = [0.8, 0.6, 0.4];
        let mean = 0.6_f32;
        let cv = (0.08_f32 / 3.0).sqrt() / mean;
        let expected = 0.9 * 0.8 - (1.0 - 0.8 * cv) * (0.8 - mean);
        assert!((threshold(&scores, &ThresholdOptions::default()) - expected).abs() < 1e-6);
    }

    #[test]
    fn bounds_hold() {
        let options = ThresholdOptions::default();
        assert!((threshold(&[], &options) - 0.3).abs() < 1e-6);
        assert!((threshold(&[0.05, 0.04], &options) - 0.3).abs() < 1e-6);
        assert!((threshold(&[0.9, 0.9], &options) - 0.81).abs() < 1e-6);
        assert!(threshold(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], &options) <= 0.9 + 1e-6);
    }
}
