//! [`OllamaChat`]: one model behind [`ChatModel`], always called with the same options.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures::StreamExt;
use futures::stream::BoxStream;
use ollama_rs::generation::parameters::ThinkType;
use waymark_core::{ChatModel, ChatPiece, ChatRequest, WireError};

use crate::call::{self, FixedOptions};
use crate::client::{OllamaClient, accepted};
use crate::error;
use crate::models::ModelDetails;
use crate::ndjson::LineReader;
use crate::stream::{self, ChatLine, Question};
use crate::tokens::TokenEstimator;

/// A model in memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loaded {
    /// Context in effect, tokens.
    pub context_length: u32,
    /// Share of the model in graphics memory, 0..1; `None` where the server does not tell.
    pub gpu_share: Option<f32>,
}

/// A model of a server. Cheap to clone; every call carries the same context length, so the model is never reloaded between calls.
#[derive(Debug, Clone)]
pub struct OllamaChat {
    client: OllamaClient,
    model: String,
    fixed: FixedOptions,
    effective: Arc<AtomicU32>,
    estimator: Arc<TokenEstimator>,
}

impl OllamaChat {
    pub(crate) fn new(
        client: OllamaClient,
        model: &str,
        details: &ModelDetails,
        context: u32,
        estimator: Arc<TokenEstimator>,
    ) -> Self {
        // A model that can reason does so unless told not to, and its reasoning eats the tokens of the answer. Models of the
        // `gptoss` kind know levels only.
        let think =
            details.thinks().then(|| if details.architecture.starts_with("gptoss") { ThinkType::Low } else { ThinkType::False });
        let fixed = FixedOptions { context, temperature: 0.1, seed: 42, think };
        Self { client, model: model.to_owned(), fixed, effective: Arc::new(AtomicU32::new(context)), estimator }
    }

    /// Name of the model.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Loads the model without a question, as when a chat is opened, and reads the context in effect. May take minutes.
    ///
    /// # Errors
    /// When the model cannot be loaded.
    pub async fn warm_up(&self) -> Result<Loaded, WireError> {
        let body = call::body(&self.model, &[], &self.fixed, 0, None)?;
        let timeouts = self.client.timeouts();
        let response = stream::send(&self.client, &self.model, body).await?;
        let mut lines = LineReader::new(response);
        loop {
            let line = lines.next(timeouts.load).await.map_err(|failed| stream::read_failure(failed, &self.client, false))?;
            let Some(line) = line else { return Err(error::broken_off(&self.model)) };
            let line: ChatLine = stream::parse(&line)?;
            if let Some(reason) = line.error_text() {
                return Err(error::broken_by(&reason, &self.model));
            }
            if line.done {
                break;
            }
        }
        self.loaded().await
    }

    /// Reads the context in effect from the list of loaded models; what was asked for where the server does not tell.
    async fn loaded(&self) -> Result<Loaded, WireError> {
        let running = self.client.running(&self.model).await?;
        let mut loaded = Loaded { context_length: self.fixed.context, gpu_share: None };
        if let Some(running) = running {
            loaded.context_length = running.context_length.filter(|&tokens| tokens > 0).unwrap_or(self.fixed.context);
            loaded.gpu_share = running
                .size
                .zip(running.size_vram)
                .filter(|(size, _)| *size > 0)
                .map(|(size, vram)| (vram as f64 / size as f64) as f32);
        }
        self.effective.store(loaded.context_length, Ordering::Relaxed);
        Ok(loaded)
    }

    /// Frees the model's memory.
    ///
    /// # Errors
    /// When the server does not answer or refuses.
    pub async fn unload(&self) -> Result<(), WireError> {
        let base = self.client.base().await?;
        let request = self.client.post(&base, "api/chat", &call::unload(&self.model)).timeout(self.client.timeouts().listing);
        let response = request.send().await.map_err(|failed| error::transport(&failed, base.authority()))?;
        accepted(response, &self.model).await.map(drop)
    }
}

impl ChatModel for OllamaChat {
    /// `request.model` is not looked at: options and estimates belong to the model this was made for.
    fn chat(&self, request: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>> {
        let prompt = request.messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n");
        match call::body(&self.model, &request.messages, &self.fixed, request.max_tokens, request.schema.as_ref()) {
            Err(error) => futures::stream::iter([Err(error)]).boxed(),
            Ok(body) => stream::answer(Question {
                client: self.client.clone(),
                model: self.model.clone(),
                body,
                prompt,
                estimator: Arc::clone(&self.estimator),
            }),
        }
    }

    fn context_length(&self) -> u32 {
        self.effective.load(Ordering::Relaxed)
    }

    fn estimate_tokens(&self, text: &str) -> u32 {
        self.estimator.estimate(text)
    }
}
