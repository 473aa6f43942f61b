//! Questions and passages → a streamed answer of a language model served by Ollama on this machine.
//!
//! [`host`] finds where the server listens, [`client::OllamaClient`] asks it what is there, [`chat::OllamaChat`] is one of its
//! models behind [`waymark_core::ChatModel`], [`pull`] fetches another. `ndjson` cuts the byte stream into lines,
//! [`tokens`] guesses token counts, [`error`] turns every refusal into a code and a hint.

mod call;
pub mod chat;
pub mod client;
pub mod error;
pub mod host;
mod import;
mod installed;
pub mod models;
mod ndjson;
pub mod pull;
mod start;
mod stream;
pub mod tokens;

pub use chat::{Loaded, OllamaChat};
pub use client::{OllamaClient, ServerStatus, Timeouts};
pub use error::LlmError;
pub use installed::installed;
pub use models::{LocalModel, ModelDetails};
pub use pull::PullProgress;
pub use start::start;
pub use tokens::TokenEstimator;
