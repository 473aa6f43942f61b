//! A chat request → the body of `/api/chat`.

use ollama_rs::generation::chat::ChatMessage as OllamaMessage;
use ollama_rs::generation::chat::request::ChatMessageRequest;
use ollama_rs::generation::parameters::{KeepAlive, ThinkType, TimeUnit};
use ollama_rs::models::ModelOptions;
use serde_json::{Value, json};
use waymark_core::{ChatMessage, ChatRole, ErrorCode, WireError};

/// What every call to a model carries alike: a changed runner option would reload the model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FixedOptions {
    /// Context asked for, tokens.
    pub context: u32,
    /// Sampling temperature.
    pub temperature: f32,
    /// Seed.
    pub seed: i32,
    /// Reasoning switch, for models that have one.
    pub think: Option<ThinkType>,
}

/// The body of a call. `max_tokens` 0 leaves the length to the server. Without messages the call only loads the model.
pub(crate) fn body(
    model: &str,
    messages: &[ChatMessage],
    fixed: &FixedOptions,
    max_tokens: u32,
    schema: Option<&Value>,
) -> Result<Value, WireError> {
    let mut options = ModelOptions::default().num_ctx(u64::from(fixed.context)).temperature(fixed.temperature).seed(fixed.seed);
    if max_tokens > 0 {
        options = options.num_predict(i32::try_from(max_tokens).unwrap_or(i32::MAX));
    }
    let messages = messages.iter().map(message).collect();
    let mut request = ChatMessageRequest::new(model.to_owned(), messages)
        .options(options)
        .keep_alive(KeepAlive::Until { time: 30, unit: TimeUnit::Minutes });
    if let Some(think) = &fixed.think {
        request = request.think(think.clone());
    }
    let mut body = serde_json::to_value(&request)
        .map_err(|error| WireError::new(ErrorCode::Internal, format!("the request cannot be written: {error}")))?;
    // Fields that the library does not have. A prompt that is too long shall fail instead of losing its beginning.
    body["stream"] = json!(true);
    body["shift"] = json!(false);
    body["truncate"] = json!(false);
    if let Some(schema) = schema {
        body["format"] = schema.clone();
    }
    Ok(body)
}

/// The body that frees the model's memory.
pub(crate) fn unload(model: &str) -> Value {
    json!({ "model": model, "messages": [], "keep_alive": 0 })
}

fn message(message: &ChatMessage) -> OllamaMessage {
    let content = message.content.clone();
    match message.role {
        ChatRole::System => OllamaMessage::system(content),
        ChatRole::User => OllamaMessage::user(content),
        ChatRole::Assistant => OllamaMessage::assistant(content),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use serde_json::json;
    use waymark_core::{ChatMessage, ChatRole};

    use super::{FixedOptions, body};

    #[test]
    fn every_call_carries_the_fixed_options() {
        let fixed = FixedOptions { context: 8192, temperature: 0.0, seed: 42, think: None };
        let messages = [ChatMessage { role: ChatRole::User, content: "hi".into() }];
        let body = body("m", &messages, &fixed, 100, Some(&json!({"type": "object"}))).unwrap();
        assert_eq!(body["options"], json!({"num_ctx": 8192, "temperature": 0.0, "seed": 42, "num_predict": 100}));
        assert_eq!((&body["stream"], &body["shift"], &body["truncate"]), (&json!(true), &json!(false), &json!(false)));
        assert_eq!(body["keep_alive"], json!("30m"));
        assert_eq!(body["format"], json!({"type": "object"}));
        assert!(body.get("think").is_none());
    }
}
