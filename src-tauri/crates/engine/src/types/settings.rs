//! What the reader has set.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::{AnswerMode, Scheme};

use super::EnrichWhen;

/// Settings kept with the application.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Settings {
    /// `system`, `light`, `dark`.
    pub theme: String,
    /// `system`, `en`, `zh-CN`.
    pub language: String,
    /// Ollama address; empty means `OLLAMA_HOST` or the default.
    pub ollama_host: String,
    /// Chat model; empty means the first local one.
    pub model: String,
    /// How to answer.
    pub mode: AnswerMode,
    /// How a model goes about it.
    pub scheme: Scheme,
    /// Fixed α; `None` means default.
    pub alpha: Option<f32>,
    /// Fixed β; `None` means default.
    pub beta: Option<f32>,
    /// Passages given to an answer.
    pub passages: u32,
    /// When documents are summarised unasked.
    pub enrich: EnrichWhen,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: "system".into(),
            language: "system".into(),
            ollama_host: String::new(),
            model: String::new(),
            mode: AnswerMode::Auto,
            scheme: Scheme::Auto,
            alpha: None,
            beta: None,
            passages: 8,
            enrich: EnrichWhen::Off,
        }
    }
}
