//! `/api/pull` → progress in bytes, summed over the layers of a model.

use std::collections::HashMap;

use futures::StreamExt;
use futures::stream::BoxStream;
use serde::Deserialize;
use serde_json::{Value, json};
use waymark_core::{ErrorCode, WireError};

use crate::client::{OllamaClient, accepted};
use crate::error;
use crate::models::is_cloud_name;
use crate::ndjson::LineReader;
use crate::stream::{parse, read_failure};

/// How far the fetching of a model is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PullProgress {
    /// The server's own word for the step.
    pub status: String,
    /// Bytes of all layers seen so far that are there.
    pub completed: u64,
    /// Bytes of all layers seen so far; grows while layers are still being named.
    pub total: u64,
    /// The model is complete.
    pub done: bool,
}

/// A line of progress.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PullLine {
    pub(crate) status: String,
    digest: Option<String>,
    total: Option<u64>,
    completed: Option<u64>,
    pub(crate) error: Option<Value>,
}

struct Pull {
    client: OllamaClient,
    model: String,
    lines: Option<LineReader>,
    layers: HashMap<String, (u64, u64)>,
    ended: bool,
}

impl OllamaClient {
    /// Fetches a model: the one call that makes the server use the internet. Only the last item says that it is there;
    /// dropping the stream stops the fetching, which a later call takes up where it was.
    #[must_use]
    pub fn pull(&self, model: &str) -> BoxStream<'static, Result<PullProgress, WireError>> {
        if is_cloud_name(model) {
            return futures::stream::iter([Err(error::refusal(401, "", model))]).boxed();
        }
        let pull = Pull { client: self.clone(), model: model.to_owned(), lines: None, layers: HashMap::new(), ended: false };
        futures::stream::unfold(pull, |mut pull| async move {
            if pull.ended {
                return None;
            }
            let item = pull.next().await;
            pull.ended = item.as_ref().map_or(true, |progress| progress.done);
            Some((item, pull))
        })
        .boxed()
    }
}

impl Pull {
    async fn next(&mut self) -> Result<PullProgress, WireError> {
        let timeouts = self.client.timeouts();
        if self.lines.is_none() {
            let base = self.client.base().await?;
            let request = self.client.post(&base, "api/pull", &json!({ "model": self.model, "stream": true }));
            let response = request.send().await.map_err(|failed| error::transport(&failed, base.authority()))?;
            self.lines = Some(LineReader::new(accepted(response, &self.model).await?));
        }
        let Some(lines) = &mut self.lines else { return Err(error::broken_off(&self.model)) };
        let line = lines.next(timeouts.stall).await.map_err(|failed| read_failure(failed, &self.client, true))?;
        let Some(line) = line else {
            return Err(WireError::new(ErrorCode::ModelFailed, format!("the fetching of `{}` broke off", self.model))
                .with_hint("start it again; what was fetched is kept"));
        };
        let line: PullLine = parse(&line)?;
        if let Some(problem) = line.error {
            return Err(refusal(&error::reason(&json!({ "error": problem }).to_string()), &self.model, "fetched"));
        }
        if let Some(digest) = line.digest {
            let layer = self.layers.entry(digest).or_default();
            // `completed` is left out while it is 0.
            *layer = (line.completed.unwrap_or(0).max(layer.0), line.total.unwrap_or(0).max(layer.1));
        }
        let done = line.status == "success";
        let sum = |part: fn(&(u64, u64)) -> u64| self.layers.values().map(part).sum();
        Ok(PullProgress { status: line.status, completed: sum(|layer| layer.0), total: sum(|layer| layer.1), done })
    }
}

/// Why a model cannot be fetched or imported (`done`).
pub(crate) fn refusal(reason: &str, model: &str, done: &str) -> WireError {
    let text = reason.to_lowercase();
    let any = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    if any(&["no space", "disk full", "not enough space"]) {
        WireError::new(ErrorCode::DiskFull, format!("there is no space left for `{model}`"))
            .with_hint("free some space, then start again")
    } else if any(&["file does not exist", "not found", "manifest unknown", "invalid model name"]) {
        WireError::new(ErrorCode::ModelMissing, format!("there is no model `{model}` to fetch: {reason}"))
            .with_hint("look its name up in the Ollama library")
    } else if any(&["no such host", "dial tcp", "lookup", "network", "connection", "timeout"]) {
        WireError::new(ErrorCode::OllamaBusy, format!("`{model}` cannot be {done}: {reason}"))
            .with_hint("this step needs the internet; nothing else does")
    } else {
        WireError::new(ErrorCode::ModelFailed, format!("`{model}` cannot be {done}: {reason}")).with_hint("try again")
    }
}
