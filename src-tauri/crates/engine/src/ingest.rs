//! The queue: documents are opened, read, structured and indexed, several at once; one failure never stops the others.

use std::path::Path;
use std::time::{Duration, Instant};

use waymark_core::{DocumentId, DocumentState, ErrorCode, Progress, Stage, WireError};
use waymark_pdf::PdfError;
use waymark_store::Job;

use crate::engine::{Engine, Running, lock, now_ms};
use crate::error::EngineError;
use crate::reading::{self, Source, Structured};

/// How often a queue without news is looked at all the same.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time after which a document is tried again for which there was no room on the disk.
const ROOM: Duration = Duration::from_secs(10);
/// Shortest time between two progress events of one document.
const PROGRESS: Duration = Duration::from_millis(250);

/// Starts as many queue loops as documents may be read at once.
pub(crate) fn start(engine: &Engine) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let loops = if engine.inner.options.workers > 0 { engine.inner.options.workers } else { cores };
    for _ in 0..loops {
        let engine = engine.clone();
        engine.inner.tasks.clone().spawn(async move { work(&engine).await });
    }
}

async fn work(engine: &Engine) {
    let closing = engine.inner.closing.clone();
    while !closing.is_cancelled() {
        let news = engine.inner.queue.notified();
        match engine.inner.store.claim_next(now_ms()).await {
            Ok(Some(job)) => {
                lock(&engine.inner.trouble).take();
                process(engine, &job).await;
            }
            Ok(None) => {
                tokio::select! {
                    () = news => {}
                    () = closing.cancelled() => {}
                    () = tokio::time::sleep(PATIENCE) => {}
                }
            }
            Err(error) => {
                tracing::warn!("the queue cannot be read: {error}");
                troubled(engine, error.wire());
                tokio::time::sleep(PATIENCE).await;
            }
        }
    }
}

async fn process(engine: &Engine, job: &Job) {
    let id = job.document;
    let cancel = engine.inner.closing.child_token();
    let running = Running { progress: Progress { stage: Stage::Opening, done: 0, total: 0 }, cancel: cancel.clone() };
    lock(&engine.inner.running).insert(id, running);
    engine.announce(id).await;
    let outcome = tokio::select! {
        outcome = advance(engine, job) => Some(outcome),
        () = cancel.cancelled() => None,
    };
    lock(&engine.inner.running).remove(&id);
    if let Some(Err(error)) = outcome {
        fail(engine, id, error).await;
    }
    engine.announce(id).await;
    engine.inner.embedding.notify_waiters();
}

/// From the last finished stage to searchable.
async fn advance(engine: &Engine, job: &Job) -> Result<(), EngineError> {
    let id = job.document;
    let store = &engine.inner.store;
    if matches!(job.finished, Stage::Queued | Stage::Opening | Stage::Parsing) {
        let structured = structure(engine, job).await?;
        store.save_structure(id, structured.document(), now_ms()).await?;
        engine.forget_figures(id).await;
    }
    set_progress(engine, id, Progress { stage: Stage::Indexing, done: 0, total: 0 }).await;
    engine.inner.words.catch_up(store).await?;
    store.finish_stage(id, Stage::Indexing, now_ms()).await?;
    Ok(())
}

async fn structure(engine: &Engine, job: &Job) -> Result<Structured, EngineError> {
    let id = job.document;
    let record = engine.inner.store.document(id).await?;
    let password = lock(&engine.inner.passwords).get(&id).cloned();
    // Counting tokens needs the model's tokenizer; without the model lengths are estimated.
    let embedder = engine.embedder().await.ok();
    let mut last = Instant::now();
    let report = |stage, done, total| {
        let due = done == total || last.elapsed() >= PROGRESS;
        if due {
            last = Instant::now();
        }
        let engine = engine.clone();
        async move {
            if due {
                set_progress(&engine, id, Progress { stage, done, total }).await;
            }
        }
    };
    let source = Source { path: Path::new(&job.path), file_name: &record.file_name, password: password.as_deref() };
    reading::structure(&engine.inner.pool, source, embedder, &engine.inner.meter, report).await
}

async fn set_progress(engine: &Engine, id: DocumentId, progress: Progress) {
    let changed = match lock(&engine.inner.running).get_mut(&id) {
        Some(running) => {
            let changed = running.progress.stage != progress.stage;
            running.progress = progress;
            changed
        }
        None => return,
    };
    if changed && let Err(error) = engine.inner.store.enter_stage(id, progress.stage, now_ms()).await {
        tracing::warn!("the stage of document {id} was not noted: {error}");
    }
    engine.announce(id).await;
}

async fn fail(engine: &Engine, id: DocumentId, error: EngineError) {
    let locked = matches!(&error, EngineError::Pdf(PdfError::PasswordNeeded { .. } | PdfError::WrongPassword { .. }));
    if locked {
        lock(&engine.inner.passwords).remove(&id);
    }
    let state = if locked { DocumentState::Locked } else { DocumentState::Failed };
    let wire = WireError::from(error);
    if wire.code == ErrorCode::DiskFull {
        return wait_for_room(engine, id, wire).await;
    }
    let reason = match wire.hint {
        Some(hint) => format!("{}; {hint}", wire.message),
        None => wire.message,
    };
    if let Err(error) = engine.inner.store.fail(id, state, &reason, now_ms()).await {
        tracing::error!("the failure of document {id} ({reason}) was not noted: {error}");
        troubled(engine, error.wire());
    }
}

/// Says that the disk is full and keeps the document until it can be put back into the queue: nothing is wrong with it.
async fn wait_for_room(engine: &Engine, id: DocumentId, mut full: WireError) {
    loop {
        tracing::warn!("document {id} waits: {full}");
        troubled(engine, full);
        tokio::select! {
            () = engine.inner.closing.cancelled() => return,
            () = tokio::time::sleep(ROOM) => {}
        }
        // Removed or cancelled meanwhile: then it is not wanted any more.
        if !engine.inner.store.document(id).await.is_ok_and(|record| record.state == DocumentState::Working) {
            return;
        }
        match engine.inner.store.retry(id, now_ms()).await {
            Ok(()) => return,
            Err(error) => full = error.wire(),
        }
    }
}

/// Notes why the queue stands still and tells the windows.
fn troubled(engine: &Engine, error: WireError) {
    *lock(&engine.inner.trouble) = Some(error);
    engine.emit(crate::types::LibraryEvent::Invalidate { tags: vec!["library".into()] });
}

/// Whether documents are being read at the moment.
pub(crate) fn busy(engine: &Engine) -> bool {
    !lock(&engine.inner.running).is_empty()
}
