//! A document and a language model → verdicts on its lines, window after window (design §5, HiQA's equation 1).
//!
//! Window `t` is shown with the raw window `t − 1` and what was accepted of it. Windows are asked one after another and only
//! where a line is in doubt; a reply is kept as soon as it is there, under a hash of all that was asked, so that a run that was
//! stopped asks for the missing windows only. A window that cannot be read, or does not fit, stays native. Answers to the reader
//! go first: while one is being made, no window is.

mod document;
mod estimate;
mod file;
mod kept;
mod prompt;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio_util::sync::CancellationToken;
use waymark_core::{ErrorCode, WireError};
use waymark_structure::formatter::{Material, Reach, Refusal, Reply, Verdicts, WindowVerdicts, read, reconcile};

pub(crate) use document::Formatting;
pub use file::{FormatRequest, Formatted, format_file};
pub(crate) use file::{find, judge, remarks};

use crate::completion::instruct;
use crate::error::EngineError;
use crate::generation::Chosen;
use crate::types::{FormatProgress, Formatter};
use estimate::{Pace, work};
use kept::Kept;
use prompt::{Ask, Plan};

/// How often a waiting formatter looks whether the answer to the reader is done.
const GLANCE: Duration = Duration::from_millis(200);

/// What a run needs.
pub(crate) struct Run<'a> {
    pub(crate) chosen: &'a Chosen,
    pub(crate) formatter: Formatter,
    pub(crate) material: &'a Material,
    pub(crate) kept: &'a Kept,
    pub(crate) pace: Pace,
    /// Whether an answer to the reader is being made.
    pub(crate) answering: &'a (dyn Fn() -> bool + Sync),
    pub(crate) cancel: &'a CancellationToken,
}

/// What a run gave.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) verdicts: Verdicts,
    /// Windows that stay native, with the reason.
    pub(crate) refused: Vec<(usize, String)>,
    /// How fast the model was.
    pub(crate) pace: Pace,
}

impl Run<'_> {
    /// Asks about every window; `report` is told before each.
    ///
    /// # Errors
    /// What the model or its server says, `Cancelled` when stopped; replies that came before are kept.
    pub(crate) async fn go(&self, report: &mut (dyn FnMut(FormatProgress) + Send)) -> Result<Outcome, EngineError> {
        self.chosen.ready(self.cancel).await?;
        let plan = Plan::new(self.material, self.formatter, self.chosen);
        let mut written = Written::new(self.material);
        let (mut all, mut refused): (Vec<WindowVerdicts>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
        let mut pace = self.pace;
        let mut left = plan.work();
        for step in 0..plan.windows() {
            let total = plan.windows();
            report(FormatProgress {
                window: count(step + 1),
                windows: count(total),
                seconds_left: pace.seconds(left),
                measured: pace.measured(),
            });
            if !plan.is_asked(step) {
                continue;
            }
            let share = plan.step_work(step);
            let verdicts = match plan.ask(step, &written, self.chosen) {
                Some(ask) => self.window(&plan, step, &ask, &mut written, &mut pace).await?,
                None => {
                    written.markdown = plan.native(step);
                    Err(Refused::TooLong)
                }
            };
            left = left.saturating_sub(share);
            match verdicts {
                Ok(verdicts) => {
                    written.accept(&verdicts);
                    all.push(verdicts);
                }
                Err(reason) => refused.push((step, reason.to_string())),
            }
        }
        let reach = if self.formatter == Formatter::Full { Reach::Unsettled } else { Reach::Doubtful };
        Ok(Outcome { verdicts: Verdicts::merge(&all, reach), refused, pace })
    }

    /// The verdicts of one window, from its kept reply or a new one.
    async fn window(
        &self,
        plan: &Plan<'_>,
        step: usize,
        ask: &Ask,
        written: &mut Written,
        pace: &mut Pace,
    ) -> Result<Result<WindowVerdicts, Refused>, EngineError> {
        let name = hash(ask);
        let reply = match self.kept.get(&name).await? {
            Some(reply) => reply,
            None => {
                let started = Instant::now();
                let (reply, waited) = self.reply(ask).await?;
                pace.add(work(self.chosen, &ask.user, &reply), started.elapsed().saturating_sub(waited));
                self.kept.put(&name, &reply).await?;
                reply
            }
        };
        let lines = plan.lines(step);
        if self.formatter == Formatter::Full {
            let texts: Vec<_> = lines.iter().filter(|line| prompt::is_written(line)).cloned().collect();
            let found = reconcile(&texts, &reply).map_err(Refused::from);
            written.markdown = found.as_ref().map_or_else(|_| plan.native(step), |found| found.markdown.clone());
            return Ok(found.map(|found| found.verdicts));
        }
        let value: Value = serde_json::from_str(&reply).unwrap_or_default();
        let before = written.level_before(plan.start(step));
        Ok(read(Reply { value: &value, lines, asked: &ask.asked, before }).map_err(Refused::from))
    }

    /// Asks, and asks anew when an answer to the reader came between; also gives the time spent waiting for those.
    async fn reply(&self, ask: &Ask) -> Result<(String, Duration), EngineError> {
        let mut waited = Duration::ZERO;
        loop {
            let pause = Instant::now();
            while (self.answering)() {
                tokio::select! {
                    () = tokio::time::sleep(GLANCE) => {}
                    () = self.cancel.cancelled() => return Err(stopped().into()),
                }
            }
            waited += pause.elapsed();
            let begun = Instant::now();
            tokio::select! {
                reply = self.ask(ask) => return Ok((reply?, waited)),
                () = self.interrupted() => waited += begun.elapsed(),
            }
        }
    }

    async fn ask(&self, ask: &Ask) -> Result<String, WireError> {
        let messages = instruct(ask.system.clone(), ask.user.clone());
        match &ask.schema {
            None => Ok(self.chosen.complete(messages, ask.max_tokens, None, self.cancel).await?.text),
            Some(schema) => {
                let read = self.chosen.try_json::<Value>(messages, ask.max_tokens, schema.clone(), self.cancel).await?;
                Ok(read.map_or_else(|_| Value::Null.to_string(), |value| value.to_string()))
            }
        }
    }

    /// Ends when an answer to the reader begins.
    async fn interrupted(&self) {
        while !(self.answering)() {
            tokio::time::sleep(GLANCE).await;
        }
    }
}

/// Why a window stays native.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Refused {
    /// The reply cannot be used.
    #[error(transparent)]
    Reply(#[from] Refusal),
    /// The window does not fit the model's context.
    #[error("the window does not fit the model's context")]
    TooLong,
}

/// What was accepted so far.
struct Written {
    /// Level of each line in the outline as it stands, by position.
    levels: Vec<Option<u8>>,
    /// Ids by position.
    ids: Vec<u32>,
    /// Markdown of the window before, for `full`.
    markdown: String,
}

impl Written {
    fn new(material: &Material) -> Self {
        let (levels, ids) = material.lines.iter().map(|line| (line.native, line.id)).unzip();
        Self { levels, ids, markdown: String::new() }
    }

    fn accept(&mut self, verdicts: &WindowVerdicts) {
        for verdict in verdicts {
            if let Ok(at) = self.ids.binary_search(&verdict.line) {
                self.levels[at] = verdict.level;
            }
        }
    }

    /// Level of the last heading before a line; 0 without one.
    fn level_before(&self, at: usize) -> u8 {
        self.levels[..at.min(self.levels.len())].iter().rev().find_map(|level| *level).unwrap_or(0)
    }
}

/// Name of everything that is asked.
fn hash(ask: &Ask) -> String {
    let mut hasher = Sha256::new();
    hasher.update(ask.system.as_bytes());
    hasher.update([0]);
    hasher.update(ask.user.as_bytes());
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn count(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn stopped() -> WireError {
    WireError::new(ErrorCode::Cancelled, "the formatter was stopped; finished windows are kept")
}
