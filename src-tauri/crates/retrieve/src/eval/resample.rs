//! Per-question figures → how sure their mean or a difference of means is.

use serde::{Deserialize, Serialize};

/// A mean with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Mean.
    pub mean: f64,
    /// 2.5th percentile of the resampled means.
    pub low: f64,
    /// 97.5th percentile.
    pub high: f64,
}

/// SplitMix64: a fixed sequence for a fixed seed, so that the same figures give the same interval.
pub(super) struct Sequence(pub(super) u64);

impl Sequence {
    /// True with probability `rate`.
    pub(super) fn chance(&mut self, rate: f32) -> bool {
        // 24 bits are what an f32 holds exactly.
        ((self.next() >> 40) as f32) < rate * (1u64 << 24) as f32
    }

    /// 0..n; 0 for no n.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Percentile bootstrap of the mean over `rounds` resamples of the questions. Zeros for no values.
#[must_use]
pub fn bootstrap(values: &[f64], rounds: usize, seed: u64) -> Interval {
    if values.is_empty() {
        return Interval { mean: 0.0, low: 0.0, high: 0.0 };
    }
    let n = values.len();
    let mut sequence = Sequence(seed);
    let mut means: Vec<f64> = (0..rounds.max(1))
        .map(|_| (0..n).map(|_| values[(sequence.next() % n as u64) as usize]).sum::<f64>() / n as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |p: f64| means[((p * (means.len() - 1) as f64).round() as usize).min(means.len() - 1)];
    Interval { mean: values.iter().sum::<f64>() / n as f64, low: at(0.025), high: at(0.975) }
}

/// Paired comparison of two methods on the same questions: the mean difference `b − a` with its interval, and the
/// two-sided p-value of a sign-flip permutation test. Pairs beyond the shorter list are left out.
#[must_use]
pub fn paired(a: &[f64], b: &[f64], rounds: usize, seed: u64) -> (Interval, f64) {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
    let interval = bootstrap(&differences, rounds, seed);
    let observed = differences.iter().sum::<f64>().abs();
    let mut sequence = Sequence(seed ^ 0x5555);
    let rounds = rounds.max(1);
    let extreme = (0..rounds)
        .filter(|_| {
            let sum: f64 = differences.iter().map(|d| if sequence.next() & 1 == 0 { *d } else { -*d }).sum();
            sum.abs() >= observed - 1e-12
        })
        .count();
    (interval, (extreme + 1) as f64 / (rounds + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::{bootstrap, paired};

    #[test]
    fn intervals_hold_the_mean_and_repeat() {
        let values: Vec<f64> = (0..50).map(|i| f64::from(i % 2)).collect();
        let interval = bootstrap(&values, 1000, 7);
        assert!((interval.mean - 0.5).abs() < 1e-12 && interval.low < 0.5 && interval.high > 0.5);
        assert!(interval.low > 0.3 && interval.high < 0.7);
        assert_eq!(interval, bootstrap(&values, 1000, 7));
    }

    #[test]
    fn a_clear_difference_is_seen_and_none_is_not() {
        let a = vec![0.0; 20];
        let b: Vec<f64> = (0..20).map(|i| if i < 15 { 1.0 } else { 0.0 }).collect();
        assert!(paired(&a, &b, 2000, 1).1 < 0.01);
        assert!(paired(&b, &b, 2000, 1).1 > 0.9);
    }
}
