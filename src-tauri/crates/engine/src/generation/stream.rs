//! One streamed reply of a model → its text, told piece by piece.

use futures::StreamExt as _;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use waymark_core::{AnswerEvent, ChatModel, ChatOutcome, ChatPiece, ChatRequest, WireError};

/// What came of a reply.
pub(super) struct Streamed {
    pub(super) text: String,
    pub(super) outcome: Option<ChatOutcome>,
    pub(super) stopped: bool,
    pub(super) failure: Option<WireError>,
}

/// Streams a reply; text that came before a stop or a failure is kept.
pub(super) async fn stream(
    model: &dyn ChatModel,
    request: ChatRequest,
    cancel: &CancellationToken,
    events: &mpsc::Sender<AnswerEvent>,
) -> Streamed {
    let mut pieces = model.chat(request);
    let mut streamed = Streamed { text: String::new(), outcome: None, stopped: false, failure: None };
    loop {
        let piece = tokio::select! {
            piece = pieces.next() => piece,
            () = cancel.cancelled() => {
                streamed.stopped = true;
                return streamed;
            }
        };
        match piece {
            Some(Ok(ChatPiece::Text(text))) => {
                streamed.text.push_str(&text);
                let _ = events.send(AnswerEvent::Token { text }).await;
            }
            Some(Ok(ChatPiece::Thinking(_))) => {}
            Some(Ok(ChatPiece::End(outcome))) => streamed.outcome = Some(outcome),
            Some(Err(error)) => {
                streamed.failure = Some(error);
                streamed.stopped = !streamed.text.is_empty();
                return streamed;
            }
            None => return streamed,
        }
    }
}
