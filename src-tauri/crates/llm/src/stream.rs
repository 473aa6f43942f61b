//! A question sent → pieces of the answer as they come, then one end or one error.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::BoxStream;
use reqwest::Response;
use serde::Deserialize;
use serde_json::Value;
use waymark_core::{ChatOutcome, ChatPiece, ErrorCode, WireError};

use crate::client::OllamaClient;
use crate::error;
use crate::ndjson::{LineReader, ReadError};
use crate::tokens::TokenEstimator;

/// Tries after a 503 before giving up.
const BUSY_TRIES: u32 = 3;

/// One line of `/api/chat`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ChatLine {
    message: Option<LineMessage>,
    pub(crate) done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u32>,
    eval_count: Option<u32>,
    error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LineMessage {
    content: Option<String>,
    thinking: Option<String>,
}

impl ChatLine {
    /// What went wrong, on an error line.
    pub(crate) fn error_text(&self) -> Option<String> {
        self.error.as_ref().map(|error| error::reason(&serde_json::json!({ "error": error }).to_string()))
    }
}

/// A line as JSON.
pub(crate) fn parse<T: serde::de::DeserializeOwned>(line: &[u8]) -> Result<T, WireError> {
    serde_json::from_slice(line).map_err(|error| {
        WireError::new(ErrorCode::Internal, format!("a line from Ollama is not understood: {error}"))
            .with_hint("check that the address set is Ollama's")
    })
}

/// Why no further line came, in the caller's terms.
pub(crate) fn read_failure(failed: ReadError, client: &OllamaClient, started: bool) -> WireError {
    match failed {
        ReadError::Stalled(limit) => error::stalled(limit.as_secs(), started),
        ReadError::LineTooLong(problem) => WireError::new(ErrorCode::Internal, format!("Ollama sent {problem}"))
            .with_hint("check that the address set is Ollama's"),
        ReadError::Transport(problem) => error::transport(&problem, &client.host()),
    }
}

/// Sends a chat call and waits for its first byte, which may take as long as loading the model. Tries again for a while when
/// nothing listens or the queue is full, and once without `think` when the model knows none.
pub(crate) async fn send(client: &OllamaClient, model: &str, mut body: Value) -> Result<Response, WireError> {
    let timeouts = client.timeouts();
    let started = Instant::now();
    let mut busy = 0;
    loop {
        let base = client.base().await?;
        let request = client.post(&base, "api/chat", &body).send();
        let response = match tokio::time::timeout(timeouts.load, request).await {
            Err(_) => return Err(error::stalled(timeouts.load.as_secs(), false)),
            Ok(Err(failed)) if failed.is_connect() && started.elapsed() < timeouts.patience => {
                client.forget();
                tokio::time::sleep(Duration::from_millis(250)).await;
                continue;
            }
            Ok(Err(failed)) => {
                client.forget();
                return Err(error::transport(&failed, base.authority()));
            }
            Ok(Ok(response)) => response,
        };
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let text = tokio::time::timeout(Duration::from_secs(10), response.text()).await.ok().and_then(Result::ok);
        let text = text.unwrap_or_default();
        if error::is_think_refusal(status.as_u16(), &text) && body.get("think").is_some() {
            if let Some(fields) = body.as_object_mut() {
                fields.remove("think");
            }
        } else if status == 503 && busy < BUSY_TRIES {
            tokio::time::sleep(Duration::from_millis(500 << busy)).await;
            busy += 1;
        } else {
            return Err(error::refusal(status.as_u16(), &text, model));
        }
    }
}

/// Everything that one answer needs.
pub(crate) struct Question {
    pub(crate) client: OllamaClient,
    pub(crate) model: String,
    pub(crate) body: Value,
    /// All message texts, for the token estimate.
    pub(crate) prompt: String,
    pub(crate) estimator: Arc<TokenEstimator>,
}

/// State of an answer. Dropping it closes the connection, upon which the server stops.
struct Answer {
    question: Question,
    lines: Option<LineReader>,
    ready: VecDeque<Result<ChatPiece, WireError>>,
    /// Something came, so that silence is a stall and no longer loading.
    started: bool,
    wrote: bool,
    thought: bool,
    ended: bool,
}

/// Asks; nothing is sent before the stream is polled.
pub(crate) fn answer(question: Question) -> BoxStream<'static, Result<ChatPiece, WireError>> {
    let answer =
        Answer { question, lines: None, ready: VecDeque::new(), started: false, wrote: false, thought: false, ended: false };
    futures::stream::unfold(answer, |mut answer| async move { Some((answer.next().await?, answer)) }).boxed()
}

impl Answer {
    async fn next(&mut self) -> Option<Result<ChatPiece, WireError>> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            if self.ended {
                return None;
            }
            if let Err(error) = self.read().await {
                self.end();
                return Some(Err(error));
            }
        }
    }

    /// Gives up the connection; nothing follows what is ready.
    fn end(&mut self) {
        self.ended = true;
        self.lines = None;
    }

    async fn read(&mut self) -> Result<(), WireError> {
        let Some(lines) = &mut self.lines else {
            let body = self.question.body.take();
            let response = send(&self.question.client, &self.question.model, body).await?;
            self.lines = Some(LineReader::new(response));
            return Ok(());
        };
        let timeouts = self.question.client.timeouts();
        let limit = if self.started { timeouts.stall } else { timeouts.load };
        let line = lines.next(limit).await.map_err(|failed| read_failure(failed, &self.question.client, self.started))?;
        let line = line.ok_or_else(|| error::broken_off(&self.question.model))?;
        self.take(parse(&line)?)
    }

    fn take(&mut self, line: ChatLine) -> Result<(), WireError> {
        if let Some(reason) = line.error_text() {
            return Err(error::broken_by(&reason, &self.question.model));
        }
        self.started = true;
        let message = line.message.unwrap_or_default();
        if let Some(text) = message.thinking.filter(|text| !text.is_empty()) {
            self.thought = true;
            self.ready.push_back(Ok(ChatPiece::Thinking(text)));
        }
        if let Some(text) = message.content.filter(|text| !text.is_empty()) {
            self.wrote |= !text.trim().is_empty();
            self.ready.push_back(Ok(ChatPiece::Text(text)));
        }
        if line.done {
            let length_limited = line.done_reason.as_deref() == Some("length");
            let counted = line.prompt_eval_count.filter(|&count| count > 0);
            let likely = self.question.estimator.likely(&self.question.prompt);
            let outcome = ChatOutcome {
                length_limited,
                likely_tokens: Some(likely),
                prompt_tokens: counted,
                answer_tokens: line.eval_count,
                prompt_cut: counted.is_some_and(|count| self.question.estimator.learn(&self.question.prompt, count)),
            };
            self.ready.push_back(if self.wrote {
                Ok(ChatPiece::End(outcome))
            } else {
                Err(error::no_answer(&self.question.model, self.thought, length_limited))
            });
            self.end();
        }
        Ok(())
    }
}
