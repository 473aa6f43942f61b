//! One call of the model after another, each giving way to a question that the reader asks.

use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use waymark_core::{ChatMessage, DocumentId, WireError};

use super::stopped;
use crate::completion::Completion;
use crate::engine::Engine;
use crate::generation::Chosen;
use crate::ingest;

/// How often documents that are being read are looked at.
const COURTESY: Duration = Duration::from_secs(1);

/// An answer that is being generated, as long as this lives: background calls of a model rest meanwhile.
pub(crate) struct Answering(Engine);

impl Answering {
    /// Begins one; a call that is under way is broken off, and asked again later.
    pub(crate) fn begin(engine: &Engine) -> Self {
        engine.inner.answering.send_modify(|count| *count += 1);
        Self(engine.clone())
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.inner.answering.send_modify(|count| *count = count.saturating_sub(1));
    }
}

/// Whether an answer is being generated.
pub(super) fn asked(engine: &Engine) -> bool {
    *engine.inner.answering.borrow() > 0
}

/// A model at work for one document.
pub(super) struct Asking<'a> {
    pub(super) engine: &'a Engine,
    pub(super) chosen: &'a Chosen,
    pub(super) cancel: &'a CancellationToken,
    pub(super) document: DocumentId,
    pub(super) unasked: bool,
}

impl Asking<'_> {
    /// Brings the model into memory, once no question is being answered.
    pub(super) async fn ready(&self) -> Result<(), WireError> {
        self.give_way(&mut self.engine.inner.answering.subscribe()).await?;
        self.chosen.ready(self.cancel).await
    }

    /// One reply. A question that comes meanwhile goes first: the call is broken off and made again afterwards.
    pub(super) async fn complete(&self, messages: Vec<ChatMessage>, most: u32, form: Value) -> Result<Completion, WireError> {
        let mut answering = self.engine.inner.answering.subscribe();
        loop {
            self.give_way(&mut answering).await?;
            let call = self.chosen.complete(messages.clone(), most, Some(form.clone()), self.cancel);
            tokio::select! {
                biased;
                () = until(&mut answering, |count| count > 0) => {}
                reply = call => return reply,
            }
        }
    }

    /// Waits until nothing that goes first is left.
    async fn give_way(&self, answering: &mut watch::Receiver<u32>) -> Result<(), WireError> {
        loop {
            let reading = self.unasked && ingest::busy(self.engine);
            if !reading && !asked(self.engine) {
                self.engine.change_job(self.document, |state| state.paused = false);
                return if self.cancel.is_cancelled() { Err(stopped()) } else { Ok(()) };
            }
            self.engine.change_job(self.document, |state| state.paused = true);
            self.engine.tell_enrichment(&[]);
            tokio::select! {
                () = self.cancel.cancelled() => return Err(stopped()),
                () = until(answering, |count| count == 0), if !reading => {}
                () = tokio::time::sleep(COURTESY), if reading => {}
            }
        }
    }
}

/// Waits for a number of answers; for ever when the engine is gone, which ends the task by itself.
async fn until(answering: &mut watch::Receiver<u32>, wanted: impl Fn(u32) -> bool) {
    loop {
        let now = *answering.borrow_and_update();
        if wanted(now) {
            return;
        }
        if answering.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
