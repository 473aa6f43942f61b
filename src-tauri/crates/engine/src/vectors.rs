//! Vectors join in the background: pending segments → embedded → stored, a small group at a time, so that nothing computed is
//! lost and documents that are still being read come first.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use waymark_core::{DocumentId, Embedder};
use waymark_embed::OnnxEmbedder;
use waymark_store::document_of;

use crate::engine::{Engine, now_ms};
use crate::error::{EngineError, blocking};
use crate::ingest;
use crate::types::LibraryEvent;

/// Segments per transaction: about two seconds of work on two cores.
const GROUP: u32 = 64;
/// How long embedding lets documents that are being read go first before it does one group all the same.
const COURTESY: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(2);

/// Starts the background loop.
pub(crate) fn start(engine: &Engine) {
    let engine = engine.clone();
    engine.inner.tasks.clone().spawn(async move { work(&engine).await });
}

async fn work(engine: &Engine) {
    let closing = engine.inner.closing.clone();
    tokio::select! {
        () = tokio::time::sleep(engine.inner.options.settle) => {}
        () = engine.inner.embedding.notified() => {}
        () = closing.cancelled() => return,
    }
    let embedder = tokio::select! {
        loaded = engine.embedder() => loaded,
        () = closing.cancelled() => return,
    };
    let embedder = match embedder {
        Ok(embedder) => embedder,
        Err(error) => {
            tracing::error!("{error}");
            engine.emit(LibraryEvent::Invalidate { tags: vec!["library".into()] });
            return;
        }
    };
    while !closing.is_cancelled() {
        let news = engine.inner.embedding.notified();
        let worked = tokio::select! {
            worked = group(engine, &embedder) => worked,
            () = closing.cancelled() => return,
        };
        let idle = match worked {
            Ok(worked) => {
                if worked {
                    crate::engine::lock(&engine.inner.trouble).take();
                }
                !worked
            }
            Err(error) => {
                tracing::warn!("vectors are delayed: {error}");
                let wire = waymark_core::WireError::from(error);
                if wire.code == waymark_core::ErrorCode::DiskFull {
                    *crate::engine::lock(&engine.inner.trouble) = Some(wire);
                }
                true
            }
        };
        let rest = if idle {
            PATIENCE
        } else if ingest::busy(engine) {
            COURTESY
        } else {
            continue;
        };
        tokio::select! {
            () = news => {}
            () = closing.cancelled() => {}
            () = tokio::time::sleep(rest) => {}
        }
    }
}

/// Embeds one group; `false` when nothing waits.
async fn group(engine: &Engine, embedder: &Arc<OnnxEmbedder>) -> Result<bool, EngineError> {
    let store = &engine.inner.store;
    let pending = if store.paused().await? { Vec::new() } else { store.pending_segments(GROUP).await? };
    let mut touched: BTreeSet<DocumentId> = pending.iter().map(|segment| document_of(segment.id)).collect();
    let any = !pending.is_empty();
    if any {
        let model = Arc::clone(embedder);
        let (pending, vectors) = blocking("compute vectors", move || {
            let texts: Vec<String> = pending.iter().map(|segment| passage(&segment.metadata, &segment.embedding_text)).collect();
            let vectors = model.embed(&texts);
            (pending, vectors)
        })
        .await?;
        let vectors = vectors.map_err(|error| EngineError::Embedding(error.to_string()))?;
        let rows: Vec<_> = pending.iter().zip(&vectors).map(|(segment, vector)| (segment.id, vector.as_slice())).collect();
        store.put_vectors(&rows).await?;
    }
    touched.extend(store.promote_embedded(now_ms()).await?);
    if !any && store.finish_shadow().await? {
        engine.emit(LibraryEvent::Invalidate { tags: vec!["library".into()] });
    }
    for document in touched {
        engine.announce(document).await;
    }
    Ok(any || slices(engine, embedder).await?)
}

/// Embeds a group of slices of summaries, once every segment has its vector; `false` when none waits.
async fn slices(engine: &Engine, embedder: &Arc<OnnxEmbedder>) -> Result<bool, EngineError> {
    let store = &engine.inner.store;
    let pending = if store.paused().await? { Vec::new() } else { store.pending_slices(GROUP).await? };
    if pending.is_empty() {
        return Ok(false);
    }
    let texts: Vec<String> = pending.iter().map(|slice| passage(&slice.metadata, &slice.text)).collect();
    let model = Arc::clone(embedder);
    let vectors = blocking("compute vectors of summaries", move || model.embed(&texts)).await?;
    let vectors = vectors.map_err(|error| EngineError::Embedding(error.to_string()))?;
    let rows: Vec<_> = pending.iter().zip(&vectors).map(|(slice, vector)| (slice.id, vector.as_slice())).collect();
    store.put_slice_vectors(&rows).await?;
    Ok(true)
}

/// Metadata as prefix of the text (Metadata RAG, "metadata as text").
pub(crate) fn passage(metadata: &str, text: &str) -> String {
    if metadata.is_empty() {
        return text.to_owned();
    }
    format!("{metadata}\n{text}")
}
