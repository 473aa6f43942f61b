//! What a server, or its absence, says → a code that the window acts on, a sentence and a hint. Status first, text second,
//! for texts change between versions.

use waymark_core::{ErrorCode, WireError};

/// The client cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum LlmError {
    /// The address is none that Waymark may call.
    #[error("the Ollama address `{host}` cannot be used: {reason}")]
    Host {
        /// As given.
        host: String,
        /// Why.
        reason: String,
    },
    /// The HTTP client cannot be built.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] reqwest::Error),
}

impl From<LlmError> for WireError {
    fn from(error: LlmError) -> Self {
        match &error {
            LlmError::Host { .. } => Self::new(ErrorCode::InvalidInput, error.to_string())
                .with_hint("set it to something like `127.0.0.1:11434`, or leave it empty"),
            LlmError::Client(_) => Self::new(ErrorCode::Internal, error.to_string()),
        }
    }
}

/// The sentence inside an error body: `{"error": "…"}`, the runner's `{"error": {"message": "…"}}`, either as text in the
/// other, or the text itself.
pub(crate) fn reason(body: &str) -> String {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(body) else { return body.trim().chars().take(500).collect() };
    match value.get("error").unwrap_or(&value) {
        serde_json::Value::String(text) if text.trim_start().starts_with('{') => reason(text),
        serde_json::Value::String(text) => text.clone(),
        other => match other.get("message").and_then(serde_json::Value::as_str) {
            Some(text) => text.to_owned(),
            None => other.to_string(),
        },
    }
}

fn is_too_long(text: &str) -> bool {
    [
        "context length",
        "context size",
        "context window",
        "exceed_context",
        "prompt is longer",
        "prompt is too long",
        "input is too long",
    ]
    .iter()
    .any(|mark| text.contains(mark))
}

fn is_load_failure(text: &str) -> bool {
    ["no longer running", "timed out waiting", "memory", "unable to load", "failed to load", "runner", "terminated", "llama"]
        .iter()
        .any(|mark| text.contains(mark))
}

/// Whether the model was told about thinking and knows nothing of it.
pub(crate) fn is_think_refusal(status: u16, body: &str) -> bool {
    status == 400 && reason(body).contains("does not support thinking")
}

/// A refusal by status and body.
pub(crate) fn refusal(status: u16, body: &str, model: &str) -> WireError {
    let reason = reason(body);
    let text = reason.to_lowercase();
    if is_too_long(&text) {
        return too_long(model);
    }
    match status {
        404 if text.is_empty() || text.contains("model") => missing(model),
        404 => WireError::new(ErrorCode::ModelMissing, format!("Ollama does not know this request: {reason}"))
            .with_hint("update Ollama"),
        400 if text.contains("does not support") => {
            WireError::new(ErrorCode::ModelMissing, format!("the model cannot answer: {reason}"))
                .with_hint("choose a model that can chat")
        }
        401 => {
            WireError::new(ErrorCode::ModelMissing, format!("the model `{model}` runs on a cloud service, not on this machine"))
                .with_hint("choose a local model")
        }
        403 if text.is_empty() => WireError::new(ErrorCode::OllamaAbsent, "Ollama refuses calls to this address (403)")
            .with_hint("use `127.0.0.1:11434` as its address, or let it listen on the address that is set"),
        403 => WireError::new(ErrorCode::ModelMissing, format!("Ollama refuses the model `{model}`: {reason}"))
            .with_hint("choose a local model"),
        429 | 502 | 503 => busy(&reason),
        499 => WireError::new(ErrorCode::Cancelled, "the request was cancelled"),
        500.. => failed(model, &reason),
        _ => WireError::new(ErrorCode::Internal, format!("Ollama refused the request ({status}): {reason}")),
    }
}

/// An error line in the middle of an answer.
pub(crate) fn broken_by(reason_text: &str, model: &str) -> WireError {
    let text = reason_text.to_lowercase();
    if is_too_long(&text) {
        too_long(model)
    } else if text.contains("busy") {
        busy(reason_text)
    } else {
        failed(model, reason_text)
    }
}

fn too_long(model: &str) -> WireError {
    WireError::new(ErrorCode::TooLong, format!("the question and its passages are too long for `{model}`"))
        .with_hint("give fewer passages, or choose a model with a longer context")
}

fn failed(model: &str, reason: &str) -> WireError {
    let hint = if is_load_failure(&reason.to_lowercase()) {
        "it may not fit into memory: close other programs or choose a smaller model"
    } else {
        "try again; if it stays, restart Ollama or choose another model"
    };
    let reason = if reason.is_empty() { "no reason given" } else { reason };
    WireError::new(ErrorCode::ModelFailed, format!("the model `{model}` failed: {reason}")).with_hint(hint)
}

fn busy(reason: &str) -> WireError {
    let reason = if reason.is_empty() { "no reason given" } else { reason };
    WireError::new(ErrorCode::OllamaBusy, format!("Ollama is busy: {reason}")).with_hint("try again in a moment")
}

/// No such model.
pub(crate) fn missing(model: &str) -> WireError {
    WireError::new(ErrorCode::ModelMissing, format!("Ollama has no model `{model}`"))
        .with_hint(format!("run `ollama pull {model}`, or choose an installed model"))
}

/// Nothing listens.
pub(crate) fn absent(host: &str) -> WireError {
    let hint = if crate::installed().is_some() {
        "start it: open the Ollama app or run `ollama serve`"
    } else {
        "install Ollama to get written answers; quotations work without it"
    };
    WireError::new(ErrorCode::OllamaAbsent, format!("Ollama does not answer at `{host}`")).with_hint(hint)
}

/// No sign of life for so long.
pub(crate) fn stalled(seconds: u64, started: bool) -> WireError {
    let what = if started { "stopped writing" } else { "did not begin to answer" };
    WireError::new(ErrorCode::OllamaBusy, format!("the model {what} for {seconds} s"))
        .with_hint("try again, or choose a smaller model")
}

/// The connection broke while something was expected.
pub(crate) fn transport(error: &reqwest::Error, host: &str) -> WireError {
    if error.is_connect() {
        return absent(host);
    }
    if error.is_timeout() {
        return WireError::new(ErrorCode::OllamaBusy, format!("Ollama at `{host}` does not answer in time"))
            .with_hint("try again in a moment");
    }
    WireError::new(ErrorCode::ModelFailed, format!("the connection to Ollama broke: {}", chain(error)))
        .with_hint("try again; if it stays, restart Ollama")
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}

/// The answer ended without its last line.
pub(crate) fn broken_off(model: &str) -> WireError {
    WireError::new(ErrorCode::ModelFailed, format!("the answer of `{model}` broke off"))
        .with_hint("the server was stopped or ran out of memory; what was written before stands")
}

/// The model reasoned and answered nothing, or did neither.
pub(crate) fn no_answer(model: &str, thought: bool, length_limited: bool) -> WireError {
    let message = match (thought, length_limited) {
        (true, true) => format!("`{model}` spent all its tokens on reasoning and wrote no answer"),
        (true, false) => format!("`{model}` reasoned and wrote no answer"),
        (false, _) => format!("`{model}` wrote nothing"),
    };
    WireError::new(ErrorCode::ModelFailed, message).with_hint("ask again, or choose another model")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::{reason, refusal};
    use waymark_core::ErrorCode;

    #[test]
    fn status_decides_before_text() {
        let code = |status, body| refusal(status, body, "m").code;
        assert_eq!(code(404, r#"{"error":"model 'm' not found"}"#), ErrorCode::ModelMissing);
        assert_eq!(
            code(400, r#"{"error":"the prompt is longer than the context length currently available to the model"}"#),
            ErrorCode::TooLong
        );
        assert_eq!(code(400, r#"{"error":"\"m\" does not support chat"}"#), ErrorCode::ModelMissing);
        assert_eq!(code(400, r#"{"error":"missing request body"}"#), ErrorCode::Internal);
        assert_eq!(code(401, r#"{"error":"unauthorized","signin_url":"x"}"#), ErrorCode::ModelMissing);
        assert_eq!(code(403, ""), ErrorCode::OllamaAbsent);
        assert_eq!(code(499, r#"{"error":"request canceled"}"#), ErrorCode::Cancelled);
        assert_eq!(code(500, r#"{"error":"llama-server process no longer running"}"#), ErrorCode::ModelFailed);
        assert_eq!(
            code(503, r#"{"error":"server busy, please try again. maximum pending requests exceeded"}"#),
            ErrorCode::OllamaBusy
        );
    }

    #[test]
    fn the_runners_raw_body_inside_the_error_is_read() {
        let raw = r#"{"error":"{\"error\":{\"code\":400,\"message\":\"request exceeds the available context size\",\"type\":\"exceed_context_size_error\"}}"}"#;
        assert_eq!(reason(raw), "request exceeds the available context size");
        assert_eq!(refusal(400, raw, "m").code, ErrorCode::TooLong);
    }
}
