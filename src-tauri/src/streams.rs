//! Answer streams: events of one answer into the channel that the window opened for it.

use serde::Serialize;
use tauri::State;
use tauri::ipc::Channel;
use waymark_core::{AnswerEvent, WireError};
use waymark_engine::types::AskRequest;

use crate::run::Host;

/// What the window learns at once.
#[derive(Debug, Serialize)]
pub(crate) struct Started {
    stream: u64,
    conversation: Option<i64>,
}

/// Starts an answer; its events follow in `channel`. The answer is finished and kept even when the window stops listening.
#[tauri::command]
pub(crate) async fn ask(host: State<'_, Host>, request: AskRequest, channel: Channel<AnswerEvent>) -> Result<Started, WireError> {
    let mut answer = host.engine().await?.ask(request).await?;
    let started = Started { stream: answer.stream, conversation: answer.conversation };
    tauri::async_runtime::spawn(async move {
        while let Some(event) = answer.events.recv().await {
            if channel.send(event).is_err() {
                return;
            }
        }
    });
    Ok(started)
}
