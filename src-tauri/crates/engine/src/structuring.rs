//! One PDF → its Markdown and what that took, for measuring the structure against known headings: as it is or with its styles
//! taken away, by the native formatter or with a language model.

use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use waymark_pdf::{OpenDocument, WorkerPool};
use waymark_structure::eval::{Cost, damage_styles, plain_text};
use waymark_structure::formatter::Verdicts;
use waymark_structure::{Builder, SourceName};

use crate::error::EngineError;
use crate::formatter;
use crate::generation::Chosen;
use crate::options::WorkerCommand;
use crate::reading::pool_config;
use crate::types::Formatter;

/// A document as [`Stopwatch::read`] found it.
#[derive(Debug, Clone, PartialEq)]
pub struct Structuring {
    /// Markdown with page marks, as `waymark-cli markdown` prints it.
    pub markdown: String,
    /// The plain text layer, pages parted by form feeds.
    pub layer: String,
    /// Processor time.
    pub cost: Cost,
    /// Windows of a language model that stayed native, in words.
    pub refused: Vec<String>,
}

/// How documents are structured when they are measured.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Treatment {
    /// Formatter.
    pub formatter: Formatter,
    /// Ollama model; the first local one when absent.
    pub model: Option<String>,
    /// Take all styles away first ([`waymark_structure::eval::damage_styles`]).
    pub damage_styles: bool,
}

/// Structures PDFs one after another and counts the processor time. Nothing else should run in this process meanwhile: its
/// whole time counts.
pub struct Stopwatch {
    pool: WorkerPool,
    formatter: Formatter,
    chosen: Option<Chosen>,
    damage_styles: bool,
}

impl Stopwatch {
    /// A stopwatch with a PDF worker of its own.
    ///
    /// # Errors
    /// When PDFium is missing; `OllamaAbsent` or `ModelMissing` for a treatment that needs a model.
    pub async fn new(worker: &WorkerCommand, treatment: Treatment) -> Result<Self, EngineError> {
        let mut config = pool_config(worker)?;
        config.workers = 1;
        let chosen = match treatment.formatter {
            Formatter::Native => None,
            _ => Some(formatter::find(treatment.model.as_deref()).await?),
        };
        let Treatment { formatter, damage_styles, .. } = treatment;
        Ok(Self { pool: WorkerPool::new(config), formatter, chosen, damage_styles })
    }

    /// Structures `file`, then opens it anew and lets PDFium alone give the characters.
    ///
    /// The first time counts this process and the worker, from opening the file to the finished Markdown, without the time a
    /// model takes; the second only loading the pages and asking for each code point, in the worker.
    ///
    /// # Errors
    /// Why the file does not open or cannot be read to its end, or what the model says.
    pub async fn read(&self, file: &Path) -> Result<Structuring, EngineError> {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut clock = Clock::start();
        let mut document = self.pool.open(file, None).await?;
        let info = document.info().clone();
        let pages = info.pages;
        let mut builder = Builder::new(info, &SourceName { file_name: &name });
        let mut layer = String::new();
        let mut waiting = Vec::new();
        for index in 0..pages {
            let page = document.page(index).await?;
            if !self.damage_styles {
                builder.add_page(&page);
            }
            clock.pause();
            if index > 0 {
                layer.push('\u{c}');
            }
            layer.push_str(&plain_text(&page));
            waiting.extend(self.damage_styles.then_some(page));
            clock.resume();
        }
        damage_styles(&mut waiting);
        waiting.iter().for_each(|page| builder.add_page(page));
        clock.pause();
        let (verdicts, refused) = self.judge(&builder).await?;
        clock.resume();
        let markdown = builder.finish_with(&verdicts).markdown().text;
        clock.pause();
        let worker = document.spent().await?;
        drop(document);
        let pdfium = bare(&mut self.pool.open(file, None).await?).await?;
        let cost = Cost::new(pages, milliseconds(clock.total + worker), milliseconds(pdfium));
        Ok(Structuring { markdown, layer, cost, refused })
    }

    async fn judge(&self, builder: &Builder) -> Result<(Verdicts, Vec<String>), EngineError> {
        let Some(chosen) = &self.chosen else { return Ok(Default::default()) };
        let outcome = formatter::judge(&builder.material(), chosen, self.formatter, &mut |_| {}).await?;
        let remarks = formatter::remarks(&outcome);
        Ok((outcome.verdicts, remarks))
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
