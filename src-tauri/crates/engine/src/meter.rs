//! What ingest costs: processor time by stage and peak memory, for benchmarks and the diagnostics of slow imports.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use serde::Serialize;

/// A stage whose processor time is counted.
#[derive(Debug, Default)]
pub(crate) struct Clock(AtomicU64);

impl Clock {
    /// Runs blocking work on this thread and adds the processor time that the thread took.
    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = ThreadTime::now();
        let result = work();
        self.add(started.elapsed());
        result
    }

    fn add(&self, time: Duration) {
        self.0.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    #[allow(clippy::cast_precision_loss)]
    fn milliseconds(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 / 1000.0
    }
}

/// The clocks of one engine.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    pub(crate) structure: Clock,
    pub(crate) indexing: Clock,
}

/// Processor time and memory since the engine was opened.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Usage {
    /// Rebuilding outlines, Markdown and segments, milliseconds of one core.
    pub structure_ms: f64,
    /// Writing the word index, milliseconds of one core.
    pub indexing_ms: f64,
    /// Everything in this process: the two above, vectors, the database; milliseconds of one core.
    pub main_ms: f64,
    /// Highest resident memory of this process, bytes; `None` where the system does not say.
    pub main_peak_bytes: Option<u64>,
    /// Highest resident memory that any PDF worker was seen with, bytes.
    pub worker_peak_bytes: u64,
}

impl Meter {
    pub(crate) fn usage(&self, worker_peak_bytes: u64) -> Usage {
        Usage {
            structure_ms: self.structure.milliseconds(),
            indexing_ms: self.indexing.milliseconds(),
            main_ms: ProcessTime::now().as_duration().as_secs_f64() * 1000.0,
            main_peak_bytes: peak(),
            worker_peak_bytes,
        }
    }
}

/// `VmHWM` of this process.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::Meter;

    #[test]
    fn work_is_counted_where_it_was_done() {
        let meter = Meter::default();
        let sum: u64 = meter.structure.run(|| (0..3_000_000_u64).map(|n| std::hint::black_box(n) % 7).sum());
        assert!(sum > 0);
        let usage = meter.usage(0);
        assert!(usage.structure_ms > 0.0 && usage.indexing_ms == 0.0);
        assert!(usage.main_ms >= usage.structure_ms);
    }
}
