//! A model that answers from a script.

#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use waymark_core::{ChatModel, ChatOutcome, ChatPiece, ChatRequest, ErrorCode, WireError};

use crate::generation::Chosen;

/// What a scripted model was asked.
pub(crate) type Seen = Arc<Mutex<Vec<ChatRequest>>>;

type Reply = Box<dyn Fn(&ChatRequest) -> Result<String, WireError> + Send + Sync>;

/// A model whose every reply is made by a function of the request; context of 4,096 tokens, three bytes a token.
pub(crate) struct Answering {
    reply: Reply,
    seen: Seen,
    context: u32,
}

impl ChatModel for Answering {
    fn chat(&self, request: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>> {
        let reply = (self.reply)(&request);
        self.seen.lock().unwrap().push(request);
        match reply {
            Ok(text) => stream::iter([Ok(ChatPiece::Text(text)), Ok(ChatPiece::End(ChatOutcome::default()))]).boxed(),
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    }

    fn context_length(&self) -> u32 {
        self.context
    }

    fn estimate_tokens(&self, text: &str) -> u32 {
        u32::try_from(text.len().div_ceil(3)).unwrap()
    }
}

/// A model that answers with `reply`, and what it was asked.
pub(crate) fn answering(reply: impl Fn(&ChatRequest) -> Result<String, WireError> + Send + Sync + 'static) -> (Answering, Seen) {
    let seen = Seen::default();
    (Answering { reply: Box::new(reply), seen: Arc::clone(&seen), context: 4096 }, seen)
}

/// A model that gives these replies in order, then fails.
pub(crate) fn replies<const N: usize>(texts: [&str; N]) -> (Answering, Seen) {
    let left: Mutex<VecDeque<String>> = Mutex::new(texts.map(str::to_owned).into());
    answering(move |_| {
        left.lock().unwrap().pop_front().ok_or_else(|| WireError::new(ErrorCode::ModelFailed, "the script is at its end"))
    })
}

/// The model as one that was found.
pub(crate) fn chosen(model: Answering) -> Chosen {
    Chosen { name: "scripted".into(), model: Arc::new(model), loader: None }
}
