//! A document of the library → its outline by another formatter: estimated, begun, watched, stopped; never begun by itself.

use std::path::Path;

use tokio_util::sync::CancellationToken;
use waymark_core::{DocumentId, DocumentState, ErrorCode, WireError};

use super::estimate::Pace;
use super::kept::Kept;
use super::prompt::{Plan, prompt_version};
use super::{Outcome, Run, count};
use crate::engine::{Engine, lock, now_ms};
use crate::error::EngineError;
use crate::generation::Chosen;
use crate::reading::{self, Read, Source};
use crate::types::{FormatEstimate, FormatProgress, FormatState, Formatter, LibraryEvent};

/// Below this confidence of its outline a document is offered to a language model.
const DOUBTFUL: f32 = 0.6;

/// A run that goes on or was the last of its document.
pub(crate) struct Formatting {
    state: FormatState,
    cancel: CancellationToken,
}

impl Engine {
    /// What a run of `formatter` on a document would take. Reads the file anew.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `InvalidInput` for a document that is not searchable, `OllamaAbsent`, `ModelMissing`, or
    /// why the file cannot be read.
    pub async fn format_estimate(&self, id: DocumentId, formatter: Formatter) -> Result<FormatEstimate, EngineError> {
        self.formattable(id).await?;
        let chosen = match formatter {
            Formatter::Native => None,
            _ => Some(self.chat_model(None, &self.settings().await?).await?),
        };
        let material = self.read_again(id).await?.material().await?;
        let mut estimate = FormatEstimate {
            document: id,
            formatter,
            model: String::new(),
            windows: 0,
            asked: 0,
            kept: 0,
            doubtful: count(material.doubtful()),
            damaged: material.damaged,
            tokens_in: 0,
            tokens_out: 0,
            minutes: 0.0,
            measured: true,
        };
        let Some(chosen) = chosen else { return Ok(estimate) };
        let plan = Plan::new(&material, formatter, &chosen);
        let pace = self.pace(&chosen.name).await?;
        for step in 0..plan.windows() {
            let (read, written) = plan.tokens(step);
            estimate.asked += u32::from(plan.is_asked(step));
            estimate.tokens_in += u64::from(read);
            estimate.tokens_out += u64::from(written);
        }
        estimate.windows = count(plan.windows());
        estimate.kept = self.kept_replies(id, formatter, &chosen).count().await?.min(estimate.asked);
        estimate.model.clone_from(&chosen.name);
        estimate.measured = pace.measured();
        let missing = f64::from(estimate.asked - estimate.kept) / f64::from(estimate.asked.max(1));
        #[allow(clippy::cast_possible_truncation)]
        let minutes = (f64::from(pace.seconds(plan.work())) * missing / 60.0) as f32;
        estimate.minutes = minutes;
        Ok(estimate)
    }

    /// Begins a run; [`Engine::formatting`] tells how far it is. One at a time. `native` undoes the others and asks no model.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `InvalidInput` for a document that is not searchable, `OllamaBusy` while another run goes on.
    pub async fn format_document(&self, id: DocumentId, formatter: Formatter) -> Result<(), EngineError> {
        self.formattable(id).await?;
        let cancel = self.inner.closing.child_token();
        {
            let mut runs = lock(&self.inner.formatting);
            if let Some(other) = runs.values().find(|run| !run.state.ended) {
                let message = format!("document `{}` is being formatted already", other.state.document);
                return Err(WireError::new(ErrorCode::OllamaBusy, message).with_hint("wait for it or stop it").into());
            }
            let state = FormatState {
                document: id,
                formatter,
                model: String::new(),
                progress: FormatProgress::default(),
                ended: false,
                refused: 0,
                headings: None,
                error: None,
            };
            runs.insert(id, Formatting { state, cancel: cancel.clone() });
        }
        self.tell_formatting();
        let engine = self.clone();
        self.inner.tasks.spawn(async move {
            let outcome = tokio::select! {
                outcome = engine.format(id, formatter, &cancel) => outcome,
                () = cancel.cancelled() => Err(super::stopped().into()),
            };
            engine.note(id, |state| {
                state.ended = true;
                match outcome {
                    Ok((headings, refused)) => (state.headings, state.refused) = (Some(headings), refused),
                    Err(error) => state.error = Some(error.into()),
                }
            });
        });
        Ok(())
    }

    /// Stops the run on a document; a later one goes on where it was. Nothing happens where none goes on.
    pub fn stop_formatting(&self, id: DocumentId) {
        if let Some(run) = lock(&self.inner.formatting).get(&id) {
            run.cancel.cancel();
        }
    }

    /// The last run of each document since the library was opened, by document.
    #[must_use]
    pub fn formatting(&self) -> Vec<FormatState> {
        let mut states: Vec<FormatState> = lock(&self.inner.formatting).values().map(|run| run.state.clone()).collect();
        states.sort_by_key(|state| state.document);
        states
    }

    /// Whether a language model may be worth the time on a document with an outline of this confidence.
    pub(crate) fn advises_formatting(confidence: f32, formatter: &str) -> bool {
        confidence < DOUBTFUL && formatter == Formatter::Native.name()
    }

    /// Headings before and after, and how many windows stayed native.
    async fn format(
        &self,
        id: DocumentId,
        formatter: Formatter,
        cancel: &CancellationToken,
    ) -> Result<((u32, u32), u32), EngineError> {
        let chosen = match formatter {
            Formatter::Native => None,
            _ => Some(self.chat_model(None, &self.settings().await?).await?),
        };
        self.format_by(id, formatter, chosen.as_ref(), cancel).await
    }

    /// The same with a model that is chosen already.
    pub(super) async fn format_by(
        &self,
        id: DocumentId,
        formatter: Formatter,
        chosen: Option<&Chosen>,
        cancel: &CancellationToken,
    ) -> Result<((u32, u32), u32), EngineError> {
        let read = self.read_again(id).await?;
        let outcome = match chosen {
            None => None,
            Some(chosen) => Some(self.judge(id, formatter, chosen, &read, cancel).await?),
        };
        let embedder = self.embedder().await.ok();
        let refused = outcome.as_ref().map_or(0, |outcome| count(outcome.refused.len()));
        let verdicts = outcome.map_or_else(Default::default, |outcome| outcome.verdicts);
        let structured = read.finish(verdicts, embedder, &self.inner.meter).await?;
        let store = &self.inner.store;
        let before = store.outline(id).await?.len().saturating_sub(1);
        let after = structured.tree.sections.len().saturating_sub(1);
        if store.replace_structure(id, structured.document(), formatter.name(), now_ms()).await?.is_none() {
            return Err(EngineError::invalid(format!(
                "document `{id}` was put back into the queue; it stays as it is read there"
            )));
        }
        self.forget_figures(id).await;
        self.inner.words.catch_up(store).await?;
        self.announce(id).await;
        self.inner.embedding.notify_waiters();
        self.emit(LibraryEvent::Invalidate { tags: vec!["documents".into(), "library".into()] });
        Ok(((count(before), count(after)), refused))
    }

    async fn judge(
        &self,
        id: DocumentId,
        formatter: Formatter,
        chosen: &Chosen,
        read: &Read,
        cancel: &CancellationToken,
    ) -> Result<Outcome, EngineError> {
        self.note(id, |state| state.model.clone_from(&chosen.name));
        let material = read.material().await?;
        let kept = self.kept_replies(id, formatter, chosen);
        let answering = || !lock(&self.inner.streams).is_empty();
        let pace = self.pace(&chosen.name).await?;
        let run = Run { chosen, formatter, material: &material, kept: &kept, pace, answering: &answering, cancel };
        let outcome = run.go(&mut |progress| self.note(id, |state| state.progress = progress)).await?;
        self.inner.store.set_setting(&pace_key(&chosen.name), &outcome.pace).await?;
        Ok(outcome)
    }

    /// The document's file, read once more.
    async fn read_again(&self, id: DocumentId) -> Result<Read, EngineError> {
        let record = self.inner.store.document(id).await?;
        let password = lock(&self.inner.passwords).get(&id).cloned();
        let source = Source { path: Path::new(&record.path), file_name: &record.file_name, password: password.as_deref() };
        reading::read(&self.inner.pool, source, &self.inner.meter, |_, _, _| async {}).await
    }

    async fn formattable(&self, id: DocumentId) -> Result<(), EngineError> {
        let record = self.inner.store.document(id).await?;
        if matches!(record.state, DocumentState::Searchable | DocumentState::Ready) {
            return Ok(());
        }
        let error = WireError::new(ErrorCode::InvalidInput, format!("`{}` is not read to its end yet", record.file_name));
        Err(error.with_hint("wait until it can be searched").into())
    }

    fn kept_replies(&self, document: DocumentId, formatter: Formatter, chosen: &Chosen) -> Kept {
        Kept::Library {
            store: self.inner.store.clone(),
            document,
            formatter: formatter.name(),
            model: chosen.name.clone(),
            prompt: prompt_version(formatter),
        }
    }

    /// How fast a model was so far.
    async fn pace(&self, model: &str) -> Result<Pace, EngineError> {
        Ok(self.inner.store.setting(&pace_key(model)).await?.unwrap_or_default())
    }

    fn note(&self, id: DocumentId, change: impl FnOnce(&mut FormatState)) {
        if let Some(run) = lock(&self.inner.formatting).get_mut(&id) {
            change(&mut run.state);
        }
        self.tell_formatting();
    }

    fn tell_formatting(&self) {
        self.emit(LibraryEvent::Invalidate { tags: vec!["format".into()] });
    }
}

fn pace_key(model: &str) -> String {
    format!("formatter.pace.{model}")
}
