//! One PDF → its Markdown and what that took, for measuring the structure against known headings.

use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use waymark_pdf::{OpenDocument, WorkerPool};
use waymark_structure::eval::{Cost, plain_text};
use waymark_structure::{Builder, SourceName};

use crate::error::EngineError;
use crate::options::WorkerCommand;
use crate::reading::pool_config;

/// A document as [`Stopwatch::read`] found it.
#[derive(Debug, Clone, PartialEq)]
pub struct Structuring {
    /// Markdown with page marks, as `waymark-cli markdown` prints it.
    pub markdown: String,
    /// The plain text layer, pages parted by form feeds.
    pub layer: String,
    /// Processor time.
    pub cost: Cost,
}

/// Structures PDFs one after another and counts the processor time. Nothing else should run in this process meanwhile: its
/// whole time counts.
pub struct Stopwatch {
    pool: WorkerPool,
}

impl Stopwatch {
    /// A stopwatch with a PDF worker of its own.
    ///
    /// # Errors
    /// When PDFium is missing.
    pub fn new(worker: &WorkerCommand) -> Result<Self, EngineError> {
        let mut config = pool_config(worker)?;
        config.workers = 1;
        Ok(Self { pool: WorkerPool::new(config) })
    }

    /// Structures `file`, then opens it anew and lets PDFium alone give the characters.
    ///
    /// The first time counts this process and the worker, from opening the file to the finished Markdown; the second only
    /// loading the pages and asking for each code point, in the worker.
    ///
    /// # Errors
    /// Why the file does not open or cannot be read to its end.
    pub async fn read(&self, file: &Path) -> Result<Structuring, EngineError> {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut clock = Clock::start();
        let mut document = self.pool.open(file, None).await?;
        let info = document.info().clone();
        let pages = info.pages;
        let mut builder = Builder::new(info, &SourceName { file_name: &name });
        let mut layer = String::new();
        for index in 0..pages {
            let page = document.page(index).await?;
            builder.add_page(&page);
            clock.pause();
            if index > 0 {
                layer.push('\u{c}');
            }
            layer.push_str(&plain_text(&page));
            clock.resume();
        }
        let markdown = builder.finish().markdown().text;
        clock.pause();
        let worker = document.spent().await?;
        drop(document);
        let pdfium = bare(&mut self.pool.open(file, None).await?).await?;
        let cost = Cost::new(pages, milliseconds(clock.total + worker), milliseconds(pdfium));
        Ok(Structuring { markdown, layer, cost })
    }
}

async fn bare(document: &mut OpenDocument) -> Result<Duration, EngineError> {
    let mut total = Duration::ZERO;
    for index in 0..document.info().pages {
        total += document.bare(index).await?;
    }
    Ok(total)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Processor time of this process, with breaks.
struct Clock {
    since: ProcessTime,
    total: Duration,
}

impl Clock {
    fn start() -> Self {
        Self { since: ProcessTime::now(), total: Duration::ZERO }
    }

    fn pause(&mut self) {
        self.total += self.since.elapsed();
    }

    fn resume(&mut self) {
        self.since = ProcessTime::now();
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn breaks_do_not_count() {
        let spin = || std::hint::black_box((0..20_000_000_u64).map(|n| std::hint::black_box(n) % 7).sum::<u64>());
        let mut clock = Clock::start();
        clock.pause();
        let before = clock.total;
        spin();
        clock.resume();
        clock.pause();
        let resting = clock.total - before;
        clock.resume();
        spin();
        clock.pause();
        assert!(clock.total > before + resting * 2, "{:?} {before:?} {resting:?}", clock.total);
    }
}
