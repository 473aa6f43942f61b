//! Key points, summaries and terms by a local model, made in the background: HiSem equations 1 and 3, MacRAG 1.2 and 1.3, HiQA 3.3.
//!
//! One document at a time, stopped and resumed at any call of the model, and never in the way of a question. What is made leads
//! the search to passages; it is never cited and nothing needs it.

mod asking;
mod plan;
mod reports;
mod work;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use waymark_core::{DocumentId, DocumentState, ErrorCode, WireError};

use crate::engine::{Engine, lock};
use crate::error::EngineError;
use crate::ingest;
use crate::types::{EnrichWhen, EnrichmentState, LibraryEvent};

pub(crate) use asking::Answering;

/// How often an idle library is looked at.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long nothing is begun unasked after a failure.
const REST: Duration = Duration::from_secs(600);

/// A document whose summaries are or were being made.
pub(crate) struct Job {
    state: EnrichmentState,
    /// Model asked for; the setting without.
    model: Option<String>,
    /// Begun by nobody: it also waits for documents that are being read.
    unasked: bool,
    cancel: CancellationToken,
}

/// Starts the background loop.
pub(crate) fn start(engine: &Engine) {
    let engine = engine.clone();
    engine.inner.tasks.clone().spawn(async move { follow(&engine).await });
}

async fn follow(engine: &Engine) {
    let closing = engine.inner.closing.clone();
    let mut rest_until = Instant::now();
    while !closing.is_cancelled() {
        let news = engine.inner.enriching.notified();
        if let Some(document) = engine.next_job() {
            if !engine.run_job(document).await {
                rest_until = Instant::now() + REST;
            }
            continue;
        }
        if Instant::now() >= rest_until && engine.queue_unasked().await {
            continue;
        }
        tokio::select! {
            () = news => {}
            () = closing.cancelled() => {}
            () = tokio::time::sleep(PATIENCE) => {}
        }
    }
}

impl Engine {
    /// Begins to summarise a document with the model named, or that of the settings; [`Engine::enrichment_status`] tells how far
    /// it is. What is there and up to date is kept. A document that is under way already goes on as it is.
    ///
    /// # Errors
    /// `NotFound` for an unknown document, `InvalidInput` for one that was not read yet, `LibraryUnusable` when the library is
    /// open for reading only.
    pub async fn enrich(&self, document: DocumentId, model: Option<&str>) -> Result<(), EngineError> {
        let record = self.inner.store.document(document).await?;
        if !self.may_write() {
            let error = WireError::new(ErrorCode::LibraryUnusable, "the library is open for reading only");
            return Err(error.with_hint("close the other Waymark that writes to it, then try again").into());
        }
        if !matches!(record.state, DocumentState::Searchable | DocumentState::Ready) {
            return Err(EngineError::invalid(format!("`{}` has not been read yet", record.file_name)));
        }
        let model = model.map(str::trim).filter(|model| !model.is_empty()).map(str::to_owned);
        self.queue(document, record.title, model, false);
        Ok(())
    }

    /// Stops the summaries of a document; what was made is kept, and a later start goes on from there.
    pub fn stop_enriching(&self, document: DocumentId) {
        for job in lock(&self.inner.enrichment).iter_mut().filter(|job| job.state.document == document && !job.state.ended) {
            job.cancel.cancel();
            if !job.state.running {
                job.state.ended = true;
                job.state.error = Some(stopped());
            }
        }
        self.tell_enrichment(&[]);
    }

    /// Stops and forgets a document that is being removed.
    pub(crate) fn forget_enrichment(&self, document: DocumentId) {
        lock(&self.inner.enrichment).retain(|job| {
            if job.state.document == document {
                job.cancel.cancel();
            }
            job.state.document != document
        });
    }

    fn queue(&self, document: DocumentId, title: String, model: Option<String>, unasked: bool) {
        let mut jobs = lock(&self.inner.enrichment);
        if jobs.iter().any(|job| job.state.document == document && !job.state.ended) {
            return;
        }
        jobs.retain(|job| job.state.document != document);
        let state = EnrichmentState {
            document,
            title,
            model: None,
            done: 0,
            total: 0,
            seconds_left: None,
            running: false,
            paused: false,
            replaced: 0,
            ended: false,
            error: None,
        };
        jobs.push(Job { state, model, unasked, cancel: self.inner.closing.child_token() });
        drop(jobs);
        self.tell_enrichment(&[]);
        self.inner.enriching.notify_one();
    }

    fn next_job(&self) -> Option<DocumentId> {
        lock(&self.inner.enrichment).iter().find(|job| !job.state.ended).map(|job| job.state.document)
    }

    /// Runs a queued document to its end; `false` when it failed.
    async fn run_job(&self, document: DocumentId) -> bool {
        let begun = {
            let mut jobs = lock(&self.inner.enrichment);
            let job = jobs.iter_mut().find(|job| job.state.document == document);
            job.map(|job| {
                job.state.running = true;
                (job.model.clone(), job.unasked, job.cancel.clone())
            })
        };
        let Some((model, unasked, cancel)) = begun else { return true };
        let outcome = self.enrich_with(document, model.as_deref(), unasked, &cancel).await.map_err(WireError::from);
        let well = outcome.as_ref().err().is_none_or(|error| error.code == ErrorCode::Cancelled);
        self.change_job(document, |state| {
            (state.running, state.paused, state.ended) = (false, false, true);
            state.seconds_left = None;
            state.error = outcome.err();
        });
        self.inner.embedding.notify_waiters();
        self.tell_enrichment(&["summaries"]);
        well
    }

    async fn enrich_with(
        &self,
        document: DocumentId,
        model: Option<&str>,
        unasked: bool,
        cancel: &CancellationToken,
    ) -> Result<(), EngineError> {
        let settings = self.settings().await?;
        let chosen = self.chat_model(model, &settings).await?;
        let asking = asking::Asking { engine: self, chosen: &chosen, cancel, document, unasked };
        asking.ready().await?;
        work::run(&asking).await
    }

    fn change_job(&self, document: DocumentId, change: impl FnOnce(&mut EnrichmentState)) {
        if let Some(job) = lock(&self.inner.enrichment).iter_mut().find(|job| job.state.document == document) {
            change(&mut job.state);
        }
    }

    /// Queues a document that lacks summaries, when the settings want it and nothing else is going on; `false` when none is.
    async fn queue_unasked(&self) -> bool {
        match self.next_unasked().await {
            Ok(Some((document, title))) => {
                self.queue(document, title, None, true);
                true
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!("no document is summarised unasked: {error}");
                false
            }
        }
    }

    async fn next_unasked(&self) -> Result<Option<(DocumentId, String)>, EngineError> {
        let settings = self.settings().await?;
        let store = &self.inner.store;
        if settings.enrich != EnrichWhen::WhenIdle || ingest::busy(self) || asking::asked(self) || store.paused().await? {
            return Ok(None);
        }
        for record in store.document_rows().await? {
            let tried = lock(&self.inner.enrichment).iter().any(|job| job.state.document == record.id);
            if record.state == DocumentState::Ready && !tried && self.lacks_summaries(record.id, &settings).await? {
                return Ok(Some((record.id, record.title)));
            }
        }
        Ok(None)
    }

    fn tell_enrichment(&self, more: &[&str]) {
        let tags = std::iter::once("enrichment").chain(more.iter().copied()).map(str::to_owned).collect();
        self.emit(LibraryEvent::Invalidate { tags });
    }
}

fn stopped() -> WireError {
    WireError::new(ErrorCode::Cancelled, "stopped; what was made is kept")
}
