//! What Waymark asks of models: vectors and chat.

use futures::stream::BoxStream;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::WireError;

/// Which model made the vectors of an index. Two indexes with different identities cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct EmbedderIdentity {
    /// Name (`all-minilm-l6-v2-int8`).
    pub name: String,
    /// SHA-256 of the weights, hex.
    pub digest: String,
    /// Length of a vector.
    pub dimensions: u32,
    /// Longest input in tokens; more is cut.
    pub max_tokens: u32,
}

/// An embedding model could not do its work.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct ModelError {
    /// What failed and on what.
    pub message: String,
}

/// Turns texts into unit vectors. Blocking; call it off the async threads.
pub trait Embedder: Send + Sync {
    /// Which model this is.
    fn identity(&self) -> &EmbedderIdentity;

    /// One L2-normalised vector of `identity().dimensions` numbers per text, in the same order.
    ///
    /// # Errors
    /// When the runtime fails on the batch as a whole.
    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError>;

    /// The vector of a question. Models that tell questions from passages override this, as do embedders that let a question
    /// go before background work.
    ///
    /// # Errors
    /// When the runtime fails.
    fn embed_query(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        let mut vectors = self.embed(&[text.to_owned()])?;
        vectors.pop().ok_or_else(|| ModelError { message: "the model gave no vector".into() })
    }

    /// Tokens of a text as this model counts them, without cutting.
    fn count_tokens(&self, text: &str) -> usize;
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// Instructions.
    System,
    /// The reader.
    User,
    /// The model.
    Assistant,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChatMessage {
    /// Speaker.
    pub role: ChatRole,
    /// Text.
    pub content: String,
}

/// A chat call.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// Model name.
    pub model: String,
    /// Messages, oldest first.
    pub messages: Vec<ChatMessage>,
    /// Most tokens to generate.
    pub max_tokens: u32,
    /// JSON schema the answer must follow, if any.
    pub schema: Option<serde_json::Value>,
}

/// A piece of a chat answer.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatPiece {
    /// Answer text.
    Text(String),
    /// Reasoning that is not part of the answer.
    Thinking(String),
    /// The end; sent exactly once on success.
    End(ChatOutcome),
}

/// How a chat call ended.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ChatOutcome {
    /// The token limit cut it off.
    pub length_limited: bool,
    /// Prompt tokens as counted by the server.
    pub prompt_tokens: Option<u32>,
    /// Prompt tokens as expected before they were counted.
    pub likely_tokens: Option<u32>,
    /// Tokens generated.
    pub answer_tokens: Option<u32>,
    /// The server counted far fewer prompt tokens than were sent: it probably cut the prompt.
    pub prompt_cut: bool,
}

/// A language model that streams. Dropping the stream stops the generation.
pub trait ChatModel: Send + Sync {
    /// Starts an answer. An error item ends the stream; text before it stands.
    fn chat(&self, request: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>>;

    /// Tokens that fit the model's context in all, as served.
    fn context_length(&self) -> u32;

    /// A careful (never too low) estimate of the tokens of a text.
    fn estimate_tokens(&self, text: &str) -> u32;
}
