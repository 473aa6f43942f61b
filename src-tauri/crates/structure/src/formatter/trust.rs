//! What a model said of lines whose nature is known → the weight of what it says of others.
//!
//! A verdict is evidence like any other, and the weights of evidence are on a logistic scale. What a verdict adds is therefore
//! the logarithm of its likelihood ratio: how much oftener the model calls a heading a heading than it calls text one. The
//! rates are measured on the lines of the same document that the native evidence is sure of, with one right and one wrong
//! answer added to each count, and they count only when the difference is larger than chance would make it.

/// Part of the measured weight that is granted: known lines are easier than doubtful ones.
const GRANTED: f32 = 0.7;
/// Most that one verdict moves a score.
const MOST: f32 = 2.0;
/// Most that it moves where too few headings are known to measure by.
const MOST_UNPROVEN: f32 = 1.6;
/// Fewer known lines of a kind prove nothing.
const LEAST: u32 = 3;
/// Known text that must have been recognised where no heading is known.
const LEAST_BODY: u32 = 6;
/// Largest share of known text taken for headings in that case.
const MOST_FALSE: f32 = 0.2;
/// Standard errors by which the rates must differ.
const ERRORS: f32 = 1.64;

/// Verdicts on known lines, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Known headings judged.
    pub headings: u32,
    /// Of these called headings.
    pub right: u32,
    /// Known text judged.
    pub bodies: u32,
    /// Of this called headings.
    pub wrong: u32,
}

/// What one verdict adds to (or takes from) a score.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Weights {
    /// Added for `heading`.
    pub heading: f32,
    /// Taken for `body`.
    pub body: f32,
}

impl Tally {
    /// Counts one verdict on a known line.
    pub fn count(&mut self, is_heading: bool, called_heading: bool) {
        let (all, called) = if is_heading { (&mut self.headings, &mut self.right) } else { (&mut self.bodies, &mut self.wrong) };
        *all += 1;
        *called += u32::from(called_heading);
    }

    /// The weights that the model has earned; both 0 when it has shown nothing.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn weights(&self) -> Weights {
        let rate = |part: u32, all: u32| (part as f32 + 1.0) / (all as f32 + 2.0);
        let (hit, alarm) = (rate(self.right, self.headings), rate(self.wrong, self.bodies));
        if self.headings < LEAST {
            // Nobody knows how many headings it finds: as many as not. What it calls text proves nothing then.
            let careful = self.bodies >= LEAST_BODY && alarm <= MOST_FALSE;
            let heading = if careful { (GRANTED * (0.5 / alarm).ln()).clamp(0.0, MOST_UNPROVEN) } else { 0.0 };
            return Weights { heading, body: 0.0 };
        }
        let variance = |rate: f32, all: u32| rate * (1.0 - rate) / (all as f32 + 2.0);
        let error = (variance(hit, self.headings) + variance(alarm, self.bodies)).sqrt();
        if self.bodies < LEAST || hit - alarm <= ERRORS * error {
            return Weights::default();
        }
        let weight = |ratio: f32| (GRANTED * ratio.ln()).clamp(0.0, MOST);
        Weights { heading: weight(hit / alarm), body: weight((1.0 - alarm) / (1.0 - hit)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Tally, Weights};

    fn weights(right: u32, headings: u32, wrong: u32, bodies: u32) -> Weights {
        Tally { headings, right, bodies, wrong }.weights()
    }

    #[test]
    fn a_model_that_knows_is_heard_and_one_that_guesses_is_not() {
        let good = weights(19, 20, 1, 20);
        assert!(good.heading > 1.4 && good.body > 1.4, "{good:?}");
        for guess in [weights(10, 20, 10, 20), weights(20, 20, 20, 20), weights(0, 20, 0, 20), weights(6, 10, 10, 20)] {
            assert_eq!(guess, Weights::default());
        }
        assert_eq!(weights(2, 20, 18, 20), Weights::default(), "a model that says the contrary is not turned round");
    }

    #[test]
    fn the_more_it_is_right_the_more_it_weighs_up_to_a_limit() {
        let some = weights(14, 20, 4, 20);
        let more = weights(18, 20, 2, 20);
        let all = weights(2000, 2000, 0, 2000);
        assert!(0.0 < some.heading && some.heading < more.heading && more.heading < all.heading, "{some:?} {more:?} {all:?}");
        assert!((all.heading - super::MOST).abs() < 1e-6);
    }

    #[test]
    fn without_known_headings_only_care_with_text_counts() {
        let careful = weights(0, 0, 0, 12);
        assert!(careful.heading > 1.0 && careful.body == 0.0, "{careful:?}");
        assert_eq!(weights(0, 0, 5, 12), Weights::default());
        assert_eq!(weights(0, 0, 0, 2), Weights::default(), "two lines prove nothing");
        assert_eq!(weights(0, 0, 0, 0), Weights::default());
    }
}
