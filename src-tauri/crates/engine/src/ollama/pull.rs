//! Starting Ollama, fetching, importing and removing its models, all only when the reader asks.

use std::path::Path;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::BoxStream;
use tokio_util::sync::CancellationToken;
use waymark_core::{ErrorCode, WireError};
use waymark_llm::PullProgress;

use crate::engine::{Engine, lock};
use crate::error::EngineError;
use crate::types::{LibraryEvent, OllamaStatus, PullState};

/// How long a started server may take to answer.
const START: Duration = Duration::from_secs(15);
/// Progress is told at most this often.
const TELL_EVERY: Duration = Duration::from_millis(300);

type Items = BoxStream<'static, Result<PullProgress, WireError>>;

/// A model that is or was being fetched or imported.
pub(crate) struct Pulling {
    state: PullState,
    cancel: CancellationToken,
}

impl Engine {
    /// Starts the Ollama program of this machine and waits until it answers. It goes on running when Waymark is closed.
    ///
    /// # Errors
    /// `OllamaAbsent` when there is no such program, or when it does not answer in time.
    pub async fn start_ollama(&self) -> Result<OllamaStatus, EngineError> {
        let status = self.ollama_status().await?;
        if status.running {
            return Ok(status);
        }
        waymark_llm::start()?;
        let started = Instant::now();
        while started.elapsed() < START {
            tokio::time::sleep(Duration::from_millis(400)).await;
            let status = self.ollama_status().await?;
            if status.running {
                self.emit(LibraryEvent::Invalidate { tags: vec!["ollama".into()] });
                return Ok(status);
            }
        }
        let error = WireError::new(ErrorCode::OllamaAbsent, "Ollama was started and does not answer yet");
        Err(error.with_hint("wait a little, then check again; or start it in a terminal with `ollama serve`").into())
    }

    /// Begins to fetch a model; [`Engine::pulling`] tells how far it is. One at a time.
    ///
    /// # Errors
    /// `InvalidInput` for a blank name, `OllamaBusy` while another model is being fetched.
    pub async fn pull_model(&self, model: &str) -> Result<(), EngineError> {
        let model = model.trim().to_owned();
        if model.is_empty() || model.contains(char::is_whitespace) {
            return Err(EngineError::invalid("name one model, for instance `qwen3:4b`"));
        }
        let client = self.ollama(&self.settings().await?)?;
        self.begin(&model, || client.pull(&model))
    }

    /// Begins to make a model of a GGUF file of this machine; [`Engine::pulling`] tells how far it is.
    ///
    /// # Errors
    /// `InvalidInput` for a name that is none, `OllamaBusy` while another model is being fetched or imported. What is wrong with the
    /// file is told by [`Engine::pulling`].
    pub async fn import_model(&self, file: &Path, model: &str) -> Result<(), EngineError> {
        let model = model.trim().to_owned();
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/');
        if model.is_empty() || !model.chars().all(fits) {
            let message = format!("`{model}` is no name for a model");
            return Err(EngineError::from(
                WireError::new(ErrorCode::InvalidInput, message)
                    .with_hint("use letters, digits, `-`, `_`, `.`, and `:` before a tag"),
            ));
        }
        let client = self.ollama(&self.settings().await?)?;
        self.begin(&model, || client.import(file, &model))
    }

    /// Removes a model from Ollama's disk.
    ///
    /// # Errors
    /// `ModelMissing` for one that is not there, `OllamaAbsent` when the server does not answer.
    pub async fn delete_model(&self, model: &str) -> Result<(), EngineError> {
        Ok(self.ollama(&self.settings().await?)?.delete(model).await?)
    }

    fn begin(&self, model: &str, items: impl FnOnce() -> Items) -> Result<(), EngineError> {
        let cancel = self.inner.closing.child_token();
        {
            let mut pulling = lock(&self.inner.pulling);
            if let Some(other) = pulling.as_ref().filter(|other| !other.state.ended) {
                let message = format!("`{}` is being fetched already", other.state.model);
                return Err(WireError::new(ErrorCode::OllamaBusy, message).into());
            }
            let state =
                PullState { model: model.to_owned(), status: String::new(), completed: 0, total: 0, ended: false, error: None };
            *pulling = Some(Pulling { state, cancel: cancel.clone() });
        }
        self.tell_pulling();
        let (engine, items) = (self.clone(), items());
        self.inner.tasks.spawn(async move { engine.follow(items, cancel).await });
        Ok(())
    }

    async fn follow(&self, mut items: Items, cancel: CancellationToken) {
        let mut told = Instant::now();
        let error = loop {
            let item = tokio::select! {
                () = cancel.cancelled() => break Some(WireError::new(ErrorCode::Cancelled, "the fetching was stopped; what was fetched is kept")),
                item = items.next() => item,
            };
            match item {
                None => break None,
                Some(Err(error)) => break Some(error),
                Some(Ok(progress)) => {
                    if let Some(pulling) = lock(&self.inner.pulling).as_mut() {
                        pulling.state.status = progress.status;
                        (pulling.state.completed, pulling.state.total) = (progress.completed, progress.total);
                    }
                    if told.elapsed() >= TELL_EVERY {
                        told = Instant::now();
                        self.tell_pulling();
                    }
                }
            }
        };
        if let Some(pulling) = lock(&self.inner.pulling).as_mut() {
            pulling.state.ended = true;
            pulling.state.error = error;
        }
        self.emit(LibraryEvent::Invalidate { tags: vec!["pull".into(), "ollama".into()] });
    }

    /// The model that is being fetched, or was last.
    #[must_use]
    pub fn pulling(&self) -> Option<PullState> {
        lock(&self.inner.pulling).as_ref().map(|pulling| pulling.state.clone())
    }

    /// Stops the fetching; a later one goes on where it was.
    pub fn stop_pulling(&self) {
        if let Some(pulling) = lock(&self.inner.pulling).as_ref() {
            pulling.cancel.cancel();
        }
    }

    fn tell_pulling(&self) {
        self.emit(LibraryEvent::Invalidate { tags: vec!["pull".into()] });
    }
}
