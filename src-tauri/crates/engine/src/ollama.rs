//! Ollama as seen by the engine: whether it is there, which models it has, and the one that answers.

mod pull;

use std::sync::Arc;

use waymark_core::{ErrorCode, WireError};
use waymark_llm::{LocalModel, OllamaClient};

use crate::engine::{Engine, lock};
use crate::error::EngineError;
use crate::generation::Chosen;
pub(crate) use pull::Pulling;

use crate::types::{ModelRow, OllamaStatus, Settings};

impl Engine {
    /// Looks for Ollama; an absent server is no error.
    ///
    /// # Errors
    /// When the settings cannot be read.
    pub async fn ollama_status(&self) -> Result<OllamaStatus, EngineError> {
        let settings = self.settings().await?;
        let client = match self.ollama(&settings) {
            Ok(client) => client,
            Err(error) => return Ok(unusable(&settings, &error)),
        };
        let status = client.status().await;
        Ok(OllamaStatus {
            host: status.host,
            running: status.running,
            installed: waymark_llm::installed().is_some(),
            version: status.version,
            models: status.models.into_iter().map(row).collect(),
            problem: status.problem.map(|problem| problem.message),
        })
    }

    /// The model to ask: the one named, else the setting, else the first local one.
    pub(crate) async fn chat_model(&self, named: Option<&str>, settings: &Settings) -> Result<Chosen, WireError> {
        choose(&self.ollama(settings)?, named, &settings.model).await
    }

    /// The client of the configured address, kept because it learns token counts and model details.
    pub(crate) fn ollama(&self, settings: &Settings) -> Result<OllamaClient, WireError> {
        let mut kept = lock(&self.inner.ollama);
        if let Some((_, client)) = kept.as_ref().filter(|(host, _)| *host == settings.ollama_host) {
            return Ok(client.clone());
        }
        let host = Some(settings.ollama_host.as_str()).filter(|host| !host.is_empty());
        let client = OllamaClient::new(host).map_err(WireError::from)?;
        *kept = Some((settings.ollama_host.clone(), client.clone()));
        Ok(client)
    }
}

/// The model to ask of a server: the one named, else `usual` where that is not empty, else the first local one.
pub(crate) async fn choose(client: &OllamaClient, named: Option<&str>, usual: &str) -> Result<Chosen, WireError> {
    let status = client.status().await;
    if let Some(problem) = status.problem.filter(|_| !status.running) {
        return Err(problem);
    }
    let wanted = named.map(str::trim).filter(|name| !name.is_empty()).or_else(|| Some(usual).filter(|name| !name.is_empty()));
    let name = match wanted {
        Some(wanted) => find(&status.models, wanted).ok_or_else(|| missing(wanted))?,
        None => status.models.first().map(|model| model.name.clone()).ok_or_else(none)?,
    };
    let model = client.chat_model(&name).await?;
    Ok(Chosen { name, model: Arc::new(model.clone()), loader: Some(model) })
}

/// `llama3` means `llama3:latest`.
fn find(models: &[LocalModel], wanted: &str) -> Option<String> {
    let full = if wanted.contains(':') { wanted.to_owned() } else { format!("{wanted}:latest") };
    models.iter().map(|model| &model.name).find(|name| **name == wanted || **name == full).cloned()
}

fn missing(wanted: &str) -> WireError {
    WireError::new(ErrorCode::ModelMissing, format!("Ollama has no local model `{wanted}`"))
        .with_hint(format!("choose another model, or get it with `ollama pull {wanted}`"))
}

fn none() -> WireError {
    WireError::new(ErrorCode::ModelMissing, "Ollama has no local model that can chat")
        .with_hint("get one with `ollama pull`, or go on with quotations")
}

fn row(model: LocalModel) -> ModelRow {
    ModelRow { name: model.name, size: model.size, parameters: model.parameters, quantization: model.quantization }
}

fn unusable(settings: &Settings, error: &WireError) -> OllamaStatus {
    OllamaStatus {
        host: settings.ollama_host.clone(),
        running: false,
        installed: waymark_llm::installed().is_some(),
        version: None,
        models: Vec::new(),
        problem: Some(error.message.clone()),
    }
}
