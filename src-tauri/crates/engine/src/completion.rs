//! One whole reply of a model, as text or as JSON of a known shape: for everything that is not an answer to the reader.

#[cfg(test)]
pub(crate) mod testing;

use futures::StreamExt as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use waymark_core::{ChatMessage, ChatOutcome, ChatPiece, ChatRequest, ChatRole, ErrorCode, WireError};

use crate::generation::Chosen;

/// A reply with how it ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Completion {
    /// Text, without reasoning.
    pub(crate) text: String,
    /// How it ended.
    pub(crate) outcome: ChatOutcome,
}

/// A system message and one of the reader's side.
pub(crate) fn instruct(system: impl Into<String>, user: impl Into<String>) -> Vec<ChatMessage> {
    vec![
        ChatMessage { role: ChatRole::System, content: system.into() },
        ChatMessage { role: ChatRole::User, content: user.into() },
    ]
}

impl Chosen {
    /// Brings the model into memory, once the reader may wait for it; learns the context that it is served with.
    ///
    /// # Errors
    /// When it cannot be loaded; `Cancelled` when `cancel` fires first.
    pub(crate) async fn ready(&self, cancel: &CancellationToken) -> Result<(), WireError> {
        let Some(loader) = &self.loader else { return Ok(()) };
        tokio::select! {
            loaded = loader.warm_up() => loaded.map(drop),
            () = cancel.cancelled() => Err(cancelled()),
        }
    }

    /// Asks for one whole reply of at most `max_tokens`, following `schema` where given.
    ///
    /// # Errors
    /// What the model or its server says; `Cancelled` when `cancel` fires first.
    pub(crate) async fn complete(
        &self,
        messages: Vec<ChatMessage>,
        max_tokens: u32,
        schema: Option<Value>,
        cancel: &CancellationToken,
    ) -> Result<Completion, WireError> {
        let mut pieces = self.model.chat(ChatRequest { model: self.name.clone(), messages, max_tokens, schema });
        let mut completion = Completion { text: String::new(), outcome: ChatOutcome::default() };
        loop {
            let piece = tokio::select! {
                piece = pieces.next() => piece,
                () = cancel.cancelled() => return Err(cancelled()),
            };
            match piece {
                Some(Ok(ChatPiece::Text(text))) => completion.text.push_str(&text),
                Some(Ok(ChatPiece::Thinking(_))) => {}
                Some(Ok(ChatPiece::End(outcome))) => completion.outcome = outcome,
                Some(Err(error)) => return Err(error),
                None => return Ok(completion),
            }
        }
    }

    /// The same, read as JSON. A reply that is none, or not of this shape, is asked for once more without the server's
    /// grammar, which some models answer badly under.
    ///
    /// # Errors
    /// As [`Chosen::complete`]; `ModelFailed` when neither reply can be read.
    pub(crate) async fn complete_json<T: DeserializeOwned>(
        &self,
        messages: Vec<ChatMessage>,
        max_tokens: u32,
        schema: Value,
        cancel: &CancellationToken,
    ) -> Result<T, WireError> {
        self.try_json(messages, max_tokens, schema, cancel).await?.map_err(|reply| {
            let start: String = reply.chars().take(80).collect();
            WireError::new(ErrorCode::ModelFailed, format!("`{}` did not keep to the form asked for: `{start}`", self.name))
                .with_hint("choose a larger model")
        })
    }

    /// The same for callers that can do without: the text of the second reply where neither can be read.
    ///
    /// # Errors
    /// As [`Chosen::complete`].
    pub(crate) async fn try_json<T: DeserializeOwned>(
        &self,
        messages: Vec<ChatMessage>,
        max_tokens: u32,
        schema: Value,
        cancel: &CancellationToken,
    ) -> Result<Result<T, String>, WireError> {
        let first = self.complete(messages.clone(), max_tokens, Some(schema), cancel).await?;
        if let Some(read) = json(&first.text) {
            return Ok(Ok(read));
        }
        let second = self.complete(messages, max_tokens, None, cancel).await?;
        Ok(json(&second.text).ok_or(second.text))
    }
}

/// The JSON value in a reply: all of it, what a code fence holds, or what stands between the outermost brackets.
pub(crate) fn json<T: DeserializeOwned>(reply: &str) -> Option<T> {
    let reply = reply.trim();
    let between = |open: char, close: char| {
        let (from, to) = reply.find(open).zip(reply.rfind(close))?;
        reply.get(from..=to)
    };
    let candidates = [Some(reply), between('{', '}'), between('[', ']')];
    candidates.into_iter().flatten().find_map(|text| serde_json::from_str(text).ok())
}

fn cancelled() -> WireError {
    WireError::new(ErrorCode::Cancelled, "stopped")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde::Deserialize;
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::testing::{chosen, replies};
    use super::{instruct, json};

    #[derive(Debug, Deserialize, PartialEq)]
    struct Titles {
        titles: Vec<String>,
    }

    #[test]
    fn json_is_found_in_what_models_wrap_it_in() {
        let wanted = Titles { titles: vec!["A".into()] };
        for reply in
            [r#"{"titles":["A"]}"#, "```json\n{\"titles\":[\"A\"]}\n```", "Here it is: {\"titles\": [\"A\"]} I hope this helps."]
        {
            assert_eq!(json::<Titles>(reply).as_ref(), Some(&wanted), "{reply}");
        }
        assert_eq!(json::<Vec<u32>>("The list is [1, 2]."), Some(vec![1, 2]));
        for reply in ["", "}{", "no", "{\"titles\": [\"A\"", "]["] {
            assert_eq!(json::<Titles>(reply), None, "{reply}");
        }
    }

    #[tokio::test]
    async fn a_reply_of_another_shape_is_asked_for_once_more_without_grammar() {
        let (model, seen) = replies(["I cannot.", r#"{"titles":["A"]}"#]);
        let cancel = CancellationToken::new();
        let read: Titles = chosen(model).complete_json(instruct("s", "u"), 100, json!({"type":"object"}), &cancel).await.unwrap();
        assert_eq!(read.titles, ["A"]);
        let schemas: Vec<bool> = seen.lock().unwrap().iter().map(|request| request.schema.is_some()).collect();
        assert_eq!(schemas, [true, false]);
        let (model, _) = replies(["no", "no", "no"]);
        let failed = chosen(model).complete_json::<Titles>(instruct("s", "u"), 100, json!({}), &cancel).await.unwrap_err();
        assert!(failed.message.contains("did not keep to the form"), "{failed:?}");
    }
}
