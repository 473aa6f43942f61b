//! `ingest`: adds paths, shows progress, waits until every file is ready or has failed.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use waymark_core::{DocumentId, DocumentState, ErrorCode, Stage, WireError};
use waymark_engine::types::{AddReport, DocumentRow, LibraryEvent};
use waymark_engine::{Access, Engine, Usage};

use crate::arguments::IngestOptions;
use crate::{PARTIAL, linked, open, output};

pub(crate) async fn run(library: Option<PathBuf>, options: IngestOptions) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let only_linked = options.linked && options.paths.is_empty();
    let folder = open::folder(library)?;
    if only_linked && !Engine::exists(&folder) {
        return Err(linked::none().into());
    }
    let engine = open::engine(Some(folder), Access::Write).await?;
    if only_linked && engine.folders().await.map_err(WireError::from)?.is_empty() {
        engine.close().await;
        return Err(linked::none().into());
    }
    let outcome = take_in(&engine, &options, started).await;
    engine.close().await;
    outcome
}

async fn take_in(engine: &Engine, options: &IngestOptions, started: Instant) -> anyhow::Result<ExitCode> {
    let mut events = engine.subscribe();
    let paths: Vec<String> = options.paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let mut report = engine.add(&paths).await.map_err(WireError::from)?;
    let linked = if options.linked { linked::take_in(engine).await? } else { linked::Linked::default() };
    report.added.extend(&linked.report.added);
    report.known.extend(&linked.report.known);
    report.rejected.extend(linked.report.rejected);
    let mut watched: HashSet<DocumentId> = report.added.iter().chain(&report.known).chain(&linked.unfinished).copied().collect();
    let mut view = View::new(options.json);
    view.accepted(&report)?;
    if let Some(password) = &options.password {
        unlock(engine, &watched, password).await?;
    }
    let idle = report.added.is_empty() && pending(engine, &watched).await?.is_empty();
    loop {
        let pending = pending(engine, &watched).await?;
        if pending.is_empty() {
            break;
        }
        if let Some(trouble) = engine.trouble() {
            return Err(trouble.into());
        }
        tokio::select! {
            event = events.recv() => match event {
                Ok(LibraryEvent::Document { row }) if watched.contains(&row.id) => {
                    view.changed(&row)?;
                    if row.state == DocumentState::Locked && let Some(password) = &options.password
                        && row.reason.as_deref().is_none_or(|reason| !reason.contains("wrong")) {
                        engine.retry(row.id, Some(password.clone())).await.map_err(WireError::from)?;
                    }
                }
                Ok(LibraryEvent::Removed { id }) => { watched.remove(&id); }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            },
            () = tokio::time::sleep(std::time::Duration::from_millis(500)) => {}
            _ = tokio::signal::ctrl_c() => {
                output::remark("stopped; the same command goes on from here");
                return Ok(ExitCode::from(130));
            }
        }
    }
    let rows = watched_rows(engine, &watched).await?;
    let spent = Spent { idle, seconds: started.elapsed().as_secs_f64(), usage: engine.usage() };
    let code = view.finish(&report, &rows, spent)?;
    Ok(if linked.missing { ExitCode::from(PARTIAL) } else { code })
}

async fn unlock(engine: &Engine, watched: &HashSet<DocumentId>, password: &str) -> anyhow::Result<()> {
    for row in watched_rows(engine, watched).await? {
        if row.state == DocumentState::Locked {
            engine.retry(row.id, Some(password.to_owned())).await.map_err(WireError::from)?;
        }
    }
    Ok(())
}

async fn watched_rows(engine: &Engine, watched: &HashSet<DocumentId>) -> anyhow::Result<Vec<DocumentRow>> {
    let rows = engine.documents().await.map_err(WireError::from)?;
    Ok(rows.into_iter().filter(|row| watched.contains(&row.id)).collect())
}

async fn pending(engine: &Engine, watched: &HashSet<DocumentId>) -> anyhow::Result<Vec<DocumentRow>> {
    let unfinished = |state| matches!(state, DocumentState::Queued | DocumentState::Working | DocumentState::Searchable);
    let mut rows = watched_rows(engine, watched).await?;
    rows.retain(|row| unfinished(row.state) && !(row.state == DocumentState::Searchable && engine.vectors_unavailable()));
    Ok(rows)
}

#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line<'a> {
    Refused {
        path: &'a str,
        code: ErrorCode,
        reason: &'a str,
    },
    Known {
        id: DocumentId,
    },
    Progress {
        id: DocumentId,
        file: &'a str,
        state: DocumentState,
        stage: Option<Stage>,
        done: u32,
        total: u32,
        reason: Option<&'a str>,
    },
    Done {
        added: usize,
        known: usize,
        ready: usize,
        failed: usize,
        refused: usize,
        seconds: f64,
        usage: Usage,
    },
}

/// What a run took.
struct Spent {
    /// Nothing was left to do from the start.
    idle: bool,
    seconds: f64,
    usage: Usage,
}

struct View {
    json: bool,
    bars: Option<Bars>,
    seen: HashSet<DocumentId>,
}

struct Bars {
    files: ProgressBar,
    vectors: ProgressBar,
    _all: MultiProgress,
}

impl View {
    fn new(json: bool) -> Self {
        Self { json, bars: None, seen: HashSet::new() }
    }

    fn accepted(&mut self, report: &AddReport) -> anyhow::Result<()> {
        for refused in &report.rejected {
            if self.json {
                output::json(&Line::Refused { path: &refused.path, code: refused.code, reason: &refused.reason })?;
            } else {
                output::error(&refused.reason, None);
            }
        }
        for id in report.known.iter().filter(|_| self.json) {
            output::json(&Line::Known { id: *id })?;
        }
        if !self.json && !report.known.is_empty() {
            output::remark(&format!("{} already in the library", files(report.known.len())));
        }
        if !self.json && !report.added.is_empty() {
            self.bars = Some(Bars::new(report.added.len() as u64)?);
        }
        Ok(())
    }

    fn changed(&mut self, row: &DocumentRow) -> anyhow::Result<()> {
        let progress = row.progress;
        if self.json {
            let (stage, done, total) = progress.map_or((None, 0, 0), |at| (Some(at.stage), at.done, at.total));
            let reason = row.reason.as_deref();
            return output::json(&Line::Progress {
                id: row.id,
                file: &row.file_name,
                state: row.state,
                stage,
                done,
                total,
                reason,
            });
        }
        let Some(bars) = &self.bars else { return Ok(()) };
        let parsed = !matches!(row.state, DocumentState::Queued | DocumentState::Working);
        if parsed && self.seen.insert(row.id) {
            bars.files.inc(1);
            bars.vectors.inc_length(u64::from(row.segments));
            if let Some(reason) = row.reason.as_deref() {
                bars.files.println(format!("{}: {reason}", row.file_name));
            }
        }
        if let Some(at) = progress {
            match at.stage {
                Stage::Embedding => bars.vectors.set_message(output::shorten(&row.file_name, 40)),
                _ => bars.files.set_message(format!("{} {}/{}", output::shorten(&row.file_name, 40), at.done, at.total)),
            }
        }
        Ok(())
    }

    fn finish(&self, report: &AddReport, rows: &[DocumentRow], spent: Spent) -> anyhow::Result<ExitCode> {
        let Spent { idle, seconds, usage } = spent;
        if let Some(bars) = &self.bars {
            bars.files.finish_and_clear();
            bars.vectors.finish_and_clear();
        }
        let good = |row: &&DocumentRow| matches!(row.state, DocumentState::Ready | DocumentState::Searchable);
        let ready = rows.iter().filter(good).count();
        let failed = rows.len() - ready;
        let refused = report.rejected.len();
        if self.json {
            let (added, known) = (report.added.len(), report.known.len());
            output::json(&Line::Done { added, known, ready, failed, refused, seconds, usage })?;
        } else {
            for row in rows.iter().filter(|row| !good(row)) {
                output::error(&format!("{}: {}", row.file_name, row.reason.as_deref().unwrap_or("not ready")), None);
            }
            let pages: u32 = rows.iter().map(|row| row.pages).sum();
            if idle && failed == 0 && refused == 0 {
                output::line(&format!("nothing to do: {} already in the library and ready ({seconds:.1} s)", files(ready)))?;
            } else {
                output::line(&format!(
                    "{} ready, {failed} failed or locked, {refused} refused; {pages} pages in {seconds:.1} s",
                    files(ready)
                ))?;
            }
        }
        Ok(if failed + refused == 0 { ExitCode::SUCCESS } else { ExitCode::from(PARTIAL) })
    }
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".into() } else { format!("{count} files") }
}

impl Bars {
    fn new(count: u64) -> anyhow::Result<Self> {
        let all = MultiProgress::new();
        let style = ProgressStyle::with_template("{prefix:>10} {bar:30} {pos}/{len} {elapsed_precise} eta {eta} {msg}")?;
        let files = all.add(ProgressBar::new(count)).with_style(style.clone()).with_prefix("documents");
        let vectors = all.add(ProgressBar::new(0)).with_style(style).with_prefix("vectors");
        Ok(Self { files, vectors, _all: all })
    }
}
