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

/// Estimates tokens for one model. Starts at three characters (one for Chinese, Japanese and Korean) in a token, which is
/// never too low for prose, and tightens or widens with every counted prompt.
#[derive(Debug, Default)]
pub struct TokenEstimator {
    /// Highest ratio of counted to raw tokens so far.
    highest: Mutex<Option<f32>>,
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
        false
    }
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
    fn a_halved_prompt_raises_the_alarm_and_teaches_nothing() {
        let estimator = TokenEstimator::default();
        let text = "word ".repeat(3000);
        assert!(estimator.learn(&text, 1500));
        assert_eq!(estimator.estimate(&text), TokenEstimator::default().estimate(&text));
        assert!(!estimator.learn("short", 1));
    }
}
