//! Text → a careful number of tokens, learnt from what the server counts.

use std::sync::{Mutex, PoisonError};

/// Prompts with fewer raw tokens teach nothing: the chat template outweighs them.
const SHORTEST_LESSON: f32 = 200.0;
/// Put on top of the highest ratio seen.
const MARGIN: f32 = 1.15;
/// English prose has about 4.5 characters in a token, where the raw estimate assumes 3.
const LIKELY: f32 = 3.0 / 4.5;
/// Below this share of the likely count a prompt was probably cut.
const CUT: f32 = 0.7;

/// What the likely tokens of a character of each class are before anything was counted: Latin letters and spaces, other ASCII,
/// other alphabets, everything else.
const PRIOR: [f64; CLASSES] = [1.0 / 4.5, 0.7, 0.5, 1.0];
/// How many characters of a class the prior weighs as much as.
const PRIOR_WEIGHT: f64 = 300.0;
const CLASSES: usize = 4;

/// Tokens per character of each class, fitted to counted prompts: ridge regression towards [`PRIOR`].
#[derive(Debug, Clone, Copy)]
struct Fit {
    /// Sum of `x·xᵀ` over the lessons, with the prior on its diagonal.
    squares: [[f64; CLASSES]; CLASSES],
    /// Sum of `x·y`.
    products: [f64; CLASSES],
}

impl Default for Fit {
    fn default() -> Self {
        let mut fit = Self { squares: [[0.0; CLASSES]; CLASSES], products: [0.0; CLASSES] };
        for (class, prior) in PRIOR.iter().enumerate() {
            fit.squares[class][class] = PRIOR_WEIGHT * PRIOR_WEIGHT;
            fit.products[class] = PRIOR_WEIGHT * PRIOR_WEIGHT * prior;
        }
        fit
    }
}

impl Fit {
    fn learn(&mut self, x: [f64; CLASSES], y: f64) {
        for (row, a) in x.iter().enumerate() {
            for (column, b) in x.iter().enumerate() {
                self.squares[row][column] += a * b;
            }
            self.products[row] += a * y;
        }
    }

    /// Tokens per character of each class, by Gaussian elimination; the matrix is positive definite.
    fn weights(&self) -> [f64; CLASSES] {
        let (mut matrix, mut right) = (self.squares, self.products);
        for pivot in 0..CLASSES {
            for row in pivot + 1..CLASSES {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let above = matrix[pivot];
                for (own, other) in matrix[row].iter_mut().zip(above).skip(pivot) {
                    *own -= factor * other;
                }
                right[row] -= factor * right[pivot];
            }
        }
        let mut out = [0.0; CLASSES];
        for row in (0..CLASSES).rev() {
            let known: f64 = (row + 1..CLASSES).map(|column| matrix[row][column] * out[column]).sum();
            out[row] = (right[row] - known) / matrix[row][row];
        }
        out
    }
}

/// Estimates tokens for one model. Starts at three characters (one for Chinese, Japanese and Korean) in a token, which is
/// never too low for prose, and tightens or widens with every counted prompt.
#[derive(Debug, Default)]
pub struct TokenEstimator {
    /// Highest ratio of counted to raw tokens so far.
    highest: Mutex<Option<f32>>,
    fit: Mutex<Fit>,
}

impl TokenEstimator {
    fn highest(&self) -> Option<f32> {
        *self.highest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tokens of a text, rather too many than too few.
    #[must_use]
    pub fn estimate(&self, text: &str) -> u32 {
        let factor = self.highest().map_or(1.0, |ratio| (ratio * MARGIN).clamp(0.6, 3.0));
        (raw(text) * factor).ceil() as u32
    }

    /// The likely tokens of a text: as often too few as too many, and close once a few prompts of the kind were counted.
    #[must_use]
    pub fn likely(&self, text: &str) -> u32 {
        let weights = self.fit.lock().unwrap_or_else(PoisonError::into_inner).weights();
        let tokens: f64 = classes(text).iter().zip(weights).map(|(count, weight)| count * weight.max(0.0)).sum();
        tokens.round() as u32
    }

    /// Takes in how many tokens the server counted for a prompt with this text; says whether the prompt was probably cut.
    pub fn learn(&self, text: &str, counted: u32) -> bool {
        let raw = raw(text);
        if raw < SHORTEST_LESSON {
            return false;
        }
        let ratio = counted as f32 / raw;
        let mut highest = self.highest.lock().unwrap_or_else(PoisonError::into_inner);
        if ratio < CUT * highest.unwrap_or(LIKELY) {
            return true;
        }
        *highest = Some(highest.map_or(ratio, |old| old.max(ratio)));
        self.fit.lock().unwrap_or_else(PoisonError::into_inner).learn(classes(text), f64::from(counted));
        false
    }
}

/// A careful number of tokens that is the same for every model and at any time: for what must not change between two runs.
#[must_use]
pub fn careful(text: &str) -> u32 {
    raw(text).ceil() as u32
}

/// Characters of each class of [`PRIOR`].
fn classes(text: &str) -> [f64; CLASSES] {
    let mut counts = [0.0; CLASSES];
    for c in text.chars() {
        counts[match c {
            'a'..='z' | 'A'..='Z' | ' ' => 0,
            '\0'..='\x7F' => 1,
            '\u{80}'..='\u{24F}' | '\u{370}'..='\u{52F}' => 2,
            _ => 3,
        }] += 1.0;
    }
    counts
}

/// One token for a character of a script without spaces, a third for any other; digits and signs, which many
/// tokenizers take one by one, count two thirds.
fn raw(text: &str) -> f32 {
    text.chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | ' ' => 1.0 / 3.0,
            '\0'..='\x7F' => 2.0 / 3.0,
            '\u{80}'..='\u{24F}' | '\u{370}'..='\u{52F}' => 0.5,
            _ => 1.0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::TokenEstimator;

    #[test]
    fn letters_count_a_third_and_chinese_one() {
        let estimator = TokenEstimator::default();
        assert_eq!(estimator.estimate("abcabc"), 2);
        assert_eq!(estimator.estimate("电气特性"), 4);
        assert_eq!(estimator.estimate(""), 0);
        assert!(estimator.estimate("1,234.56") >= 5);
    }

    #[test]
    fn counts_tighten_the_estimate_and_never_below_the_highest_seen() {
        let estimator = TokenEstimator::default();
        let text = "word ".repeat(1000);
        let before = estimator.estimate(&text);
        assert!(!estimator.learn(&text, 1000));
        let after = estimator.estimate(&text);
        assert!(after < before && after >= 1000, "{before} then {after}");
        assert!(!estimator.learn(&text, 1400));
        assert!(estimator.estimate(&text) >= 1400);
        estimator.learn(&text, 1100);
        assert!(estimator.estimate(&text) >= 1400);
    }

    #[test]
    fn likely_counts_follow_what_was_counted_for_words_and_figures_alike() {
        let estimator = TokenEstimator::default();
        // A model that takes every digit and sign one by one, and words by four characters.
        let truth = |text: &str| (super::classes(text)[0] / 4.0 + super::classes(text)[1]) as u32;
        let prose = "The quick brown fox jumps over the lazy dog ".repeat(40);
        let table = "| 12,345 | 67,890 |\n".repeat(60);
        for text in [&prose, &table, &format!("{prose}{table}")] {
            estimator.learn(text, truth(text));
        }
        for text in
            ["Net sales rose again in the year ".repeat(30), "2021 | 99.5 | (3)\n".repeat(50), format!("{prose}{table}{prose}")]
        {
            let (likely, counted) = (f64::from(estimator.likely(&text)), f64::from(truth(&text)));
            assert!((likely - counted).abs() <= 0.05 * counted, "{likely} for {counted}");
        }
        let fresh = TokenEstimator::default().likely(&prose);
        assert!((f64::from(fresh) - prose.len() as f64 / 4.5).abs() < 2.0, "{fresh}");
    }

    #[test]
    fn a_halved_prompt_raises_the_alarm_and_teaches_nothing() {
        let estimator = TokenEstimator::default();
        let text = "word ".repeat(3000);
        assert!(estimator.learn(&text, 1500));
        assert_eq!(estimator.estimate(&text), TokenEstimator::default().estimate(&text));
        assert!(!estimator.learn("short", 1));
    }
}
