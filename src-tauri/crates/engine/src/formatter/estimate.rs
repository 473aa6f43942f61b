//! Windows and a model's pace → how long a run will take, before it starts and while it goes on.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::generation::Chosen;

/// A token that is generated takes about as long as so many that are read.
const GENERATED: u64 = 8;
/// Work a second before anything was measured: a small model without graphics card.
const ASSUMED: f64 = 60.0;
/// Measured time that outweighs everything assumed.
const SETTLED: f64 = 2.0;

/// Tokens read and generated, in tokens read.
pub(crate) fn work(chosen: &Chosen, prompt: &str, reply: &str) -> u64 {
    weigh(chosen.model.estimate_tokens(prompt), chosen.model.estimate_tokens(reply))
}

/// The same from counts.
pub(crate) fn weigh(read: u32, generated: u32) -> u64 {
    u64::from(read) + GENERATED * u64::from(generated)
}

/// How much work a model does in which time.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Pace {
    work: f64,
    seconds: f64,
}

impl Pace {
    /// Takes in a finished window.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn add(&mut self, work: u64, time: Duration) {
        self.work += work as f64;
        self.seconds += time.as_secs_f64();
    }

    /// Whether it rests on measured windows.
    pub(crate) fn measured(&self) -> bool {
        self.seconds >= SETTLED || self.work > 0.0 && self.seconds > 0.0 && self.work / self.seconds > 100.0 * ASSUMED
    }

    /// Seconds for a piece of work.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(crate) fn seconds(&self, work: u64) -> u32 {
        let rate = if self.measured() { self.work / self.seconds } else { ASSUMED };
        (work as f64 / rate.max(1e-3)).ceil().min(f64::from(u32::MAX)) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Pace, weigh};

    #[test]
    fn a_measured_pace_takes_the_place_of_the_assumed_one() {
        let mut pace = Pace::default();
        assert!(!pace.measured());
        assert_eq!(pace.seconds(600), 10);
        assert_eq!(weigh(100, 10), 180);
        pace.add(3000, Duration::from_secs(10));
        assert!(pace.measured());
        assert_eq!(pace.seconds(600), 2);
        assert_eq!(pace.seconds(0), 0);
    }
}
