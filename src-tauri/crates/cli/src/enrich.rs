//! `enrich`: summaries of documents by a local model; progress on standard error, the summaries of the documents on standard output.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use waymark_core::{DocumentId, DocumentState, ErrorCode, WireError};
use waymark_engine::types::{DocumentSummaries, EnrichmentState};
use waymark_engine::{Access, Engine};

use crate::arguments::EnrichOptions;
use crate::{PARTIAL, open, output};

const LOOK: Duration = Duration::from_millis(250);

/// A document with its summaries, as printed.
#[derive(Serialize)]
struct Entry {
    document: DocumentId,
    #[serde(flatten)]
    summaries: DocumentSummaries,
}

pub(crate) async fn run(library: Option<PathBuf>, options: &EnrichOptions) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Write).await?;
    let done = enrich(&engine, options).await;
    engine.close().await;
    done
}

async fn enrich(engine: &Engine, options: &EnrichOptions) -> anyhow::Result<ExitCode> {
    let mut documents = open::scope(engine, &options.documents).await?;
    if options.documents.is_empty() {
        let rows = engine.documents().await.map_err(WireError::from)?;
        let read = |state| matches!(state, DocumentState::Searchable | DocumentState::Ready);
        documents = rows.into_iter().filter(|row| read(row.state)).map(|row| row.id).collect();
    }
    for id in &documents {
        engine.enrich(*id, options.model.as_deref()).await.map_err(WireError::from)?;
    }
    let bar = ProgressBar::new(1);
    bar.set_style(ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}").unwrap_or_else(|_| ProgressStyle::default_bar()));
    let jobs = loop {
        let jobs = engine.enrichment_status().await.map_err(WireError::from)?.jobs;
        let own: Vec<EnrichmentState> = jobs.into_iter().filter(|job| documents.contains(&job.document)).collect();
        show(&bar, &own);
        if own.iter().all(|job| job.ended) {
            break own;
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            _ = tokio::signal::ctrl_c() => {
                bar.finish_and_clear();
                output::remark("stopped; the same command goes on from here");
                return Ok(ExitCode::from(130));
            }
        }
    };
    bar.finish_and_clear();
    vectors(engine).await?;
    report(engine, &jobs, options.json).await
}

fn show(bar: &ProgressBar, jobs: &[EnrichmentState]) {
    let Some(job) = jobs.iter().find(|job| job.running) else { return };
    let place = jobs.iter().filter(|job| job.ended).count() + 1;
    let left = job.seconds_left.map_or(String::new(), |seconds| format!(", {} min left", seconds.div_ceil(60)));
    bar.set_length(job.total.max(1).into());
    bar.set_position(job.done.into());
    bar.set_message(format!("{place}/{} {}{left}", jobs.len(), output::shorten(&job.title, 40)));
}

/// Waits until the slices have their vectors, as long as there is a model to make them.
async fn vectors(engine: &Engine) -> anyhow::Result<()> {
    while !engine.vectors_unavailable() && engine.enrichment_status().await.map_err(WireError::from)?.pending_vectors > 0 {
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

async fn report(engine: &Engine, jobs: &[EnrichmentState], json: bool) -> anyhow::Result<ExitCode> {
    let mut failed = false;
    for job in jobs {
        if let Some(error) = job.error.as_ref().filter(|error| error.code != ErrorCode::Cancelled) {
            failed = true;
            output::error(&format!("{}: {}", job.title, error.message), error.hint.as_deref());
        }
        if job.replaced > 0 {
            output::remark(&format!(
                "{}: {} summaries did not hold and were replaced by sentences of the text",
                job.title, job.replaced
            ));
        }
        let summaries = engine.document_summaries(job.document).await.map_err(WireError::from)?;
        if json {
            output::json(&Entry { document: job.document, summaries })?;
        } else if let Some(whole) = summaries.sections.first().filter(|section| section.section == 0) {
            output::line(&format!("{}\n  {}\n  {}", job.title, whole.summary, whole.key_points.join(", ")))?;
        }
    }
    Ok(if failed { ExitCode::from(PARTIAL) } else { ExitCode::SUCCESS })
}
