//! Replies of `/api/tags`, `/api/show` and `/api/ps` → the models of this machine that can chat.

use ollama_rs::models::ModelInfo;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A model that runs on this machine and can chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalModel {
    /// Name with tag.
    pub name: String,
    /// Bytes on disk.
    pub size: u64,
    /// Content hash.
    pub digest: String,
    /// `8B`, where known.
    pub parameters: Option<String>,
    /// `Q4_K_M`, where known.
    pub quantization: Option<String>,
    /// `completion`, `tools`, `vision`, `thinking` …
    pub capabilities: Vec<String>,
}

/// What `/api/show` says of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelDetails {
    /// Capabilities; empty on servers that do not tell.
    pub capabilities: Vec<String>,
    /// `llama`, `gptoss` …
    pub architecture: String,
    /// Longest context it was trained for, tokens.
    pub trained_context: Option<u32>,
    /// Memory of one token in the key-value cache at 16 bits, bytes.
    pub cache_bytes_per_token: Option<u64>,
}

impl ModelDetails {
    /// Whether the model can reason before it answers.
    #[must_use]
    pub fn thinks(&self) -> bool {
        self.capabilities.iter().any(|capability| capability == "thinking")
    }
}

impl From<ModelInfo> for ModelDetails {
    fn from(info: ModelInfo) -> Self {
        let facts = &info.model_info;
        let architecture = facts.get("general.architecture").and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |key: &str| number(facts, &architecture, key);
        let trained_context = number("context_length").and_then(|tokens| u32::try_from(tokens).ok());
        let heads = number("attention.head_count");
        let head_size = number("attention.key_length").or_else(|| Some(number("embedding_length")? / heads?.max(1)));
        let cache_bytes_per_token = number("block_count")
            .zip(number("attention.head_count_kv").or(heads))
            .zip(head_size)
            // Keys and values, two bytes each.
            .map(|((layers, heads), size)| layers * heads * size * 4);
        Self { capabilities: info.capabilities, trained_context, cache_bytes_per_token, architecture }
    }
}

/// A number under `<architecture>.<key>`; of a list (one per layer) the highest.
fn number(facts: &Map<String, Value>, architecture: &str, key: &str) -> Option<u64> {
    match facts.get(&format!("{architecture}.{key}"))? {
        Value::Array(values) => values.iter().filter_map(Value::as_u64).max(),
        value => value.as_u64(),
    }
}

/// `/api/tags`.
#[derive(Debug, Deserialize)]
pub(crate) struct Tags {
    pub models: Option<Vec<Tag>>,
}

/// One entry of `/api/tags`; absent and null fields are empty.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Tag {
    pub name: String,
    pub size: Option<u64>,
    pub digest: Option<String>,
    pub details: Option<TagDetails>,
    pub capabilities: Option<Vec<String>>,
    pub remote_host: Option<String>,
    pub remote_model: Option<String>,
}

/// `details` of a [`Tag`].
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct TagDetails {
    pub family: Option<String>,
    pub parameter_size: Option<String>,
    pub quantization_level: Option<String>,
}

impl Tag {
    /// Whether the model runs on the vendor's servers.
    pub(crate) fn is_remote(&self) -> bool {
        let filled = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
        filled(&self.remote_host) || filled(&self.remote_model) || is_cloud_name(&self.name)
    }

    /// Whether its family is one that only embeds, for servers that tell no capabilities.
    pub(crate) fn is_embedding_family(&self) -> bool {
        let family = self.details.as_ref().and_then(|details| details.family.as_deref()).unwrap_or_default();
        family.contains("bert") || self.name.contains("embed")
    }

    /// As shown, with these capabilities.
    pub(crate) fn into_local(self, capabilities: Vec<String>) -> LocalModel {
        let details = self.details.unwrap_or_default();
        let known = |text: Option<String>| text.filter(|text| !text.is_empty() && text != "unknown");
        LocalModel {
            name: self.name,
            size: self.size.unwrap_or(0),
            digest: self.digest.unwrap_or_default(),
            parameters: known(details.parameter_size),
            quantization: known(details.quantization_level),
            capabilities,
        }
    }
}

/// Names of models that only exist as a stub here: `x:cloud`, `x:480b-cloud`, `x-cloud`.
pub(crate) fn is_cloud_name(name: &str) -> bool {
    name.ends_with(":cloud") || name.ends_with("-cloud") || name.ends_with("-cloud:latest")
}

/// The name with its tag; users may leave out `:latest`.
pub(crate) fn full_name(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    if last.contains(':') { name.to_owned() } else { format!("{name}:latest") }
}

/// `/api/ps`.
#[derive(Debug, Deserialize)]
pub(crate) struct Running {
    pub models: Option<Vec<RunningModel>>,
}

/// One loaded model.
#[derive(Debug, Deserialize)]
pub(crate) struct RunningModel {
    pub name: String,
    pub size: Option<u64>,
    pub size_vram: Option<u64>,
    pub context_length: Option<u32>,
}

/// Best default first: of the models that fit well into this memory the largest, then those that do not, smallest first.
pub(crate) fn order_by_fit(models: &mut [LocalModel], memory: u64) {
    let fits = |model: &LocalModel| model.size <= memory / 10 * 6;
    models.sort_by(|a, b| {
        fits(b)
            .cmp(&fits(a))
            .then_with(|| if fits(a) { b.size.cmp(&a.size) } else { a.size.cmp(&b.size) })
            .then_with(|| a.name.cmp(&b.name))
    });
}

/// The context to ask for: as much as useful (8,192), trained and affordable, fixed for the model from then on.
pub(crate) fn choose_context(details: &ModelDetails, size: u64, memory: u64) -> u32 {
    let cap = details.trained_context.filter(|&tokens| tokens > 0).unwrap_or(u32::MAX);
    let affordable = |tokens: u32| match details.cache_bytes_per_token {
        Some(bytes) if memory > 0 => size + bytes * u64::from(tokens) <= memory / 10 * 8,
        _ => true,
    };
    [8192, 6144, 4096, 3072].into_iter().find(|&tokens| affordable(tokens.min(cap))).unwrap_or(2048).min(cap)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::{LocalModel, ModelDetails, choose_context, full_name, is_cloud_name, order_by_fit};

    const GB: u64 = 1 << 30;

    #[test]
    fn contexts_follow_training_and_memory() {
        let details =
            |trained, cache| ModelDetails { trained_context: trained, cache_bytes_per_token: cache, ..ModelDetails::default() };
        assert_eq!(choose_context(&details(Some(131_072), Some(131_072)), 5 * GB, 32 * GB), 8192);
        assert_eq!(choose_context(&details(Some(2048), None), GB, 32 * GB), 2048);
        assert_eq!(choose_context(&details(Some(131_072), Some(524_288)), 5 * GB, 9 * GB), 4096);
        assert_eq!(choose_context(&details(Some(131_072), Some(524_288)), 30 * GB, 8 * GB), 2048);
        assert_eq!(choose_context(&details(None, None), 0, 0), 8192);
    }

    #[test]
    fn the_largest_that_fits_comes_first() {
        let model = |name: &str, size| LocalModel {
            name: name.into(),
            size,
            digest: String::new(),
            parameters: None,
            quantization: None,
            capabilities: vec![],
        };
        let mut models = vec![model("huge", 40 * GB), model("small", GB), model("large", 20 * GB), model("middle", 5 * GB)];
        order_by_fit(&mut models, 16 * GB);
        assert_eq!(models.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["middle", "small", "large", "huge"]);
    }

    #[test]
    fn names_are_completed_and_cloud_ones_told() {
        assert_eq!(full_name("llama3"), "llama3:latest");
        assert_eq!(full_name("host:80/x/llama3"), "host:80/x/llama3:latest");
        assert_eq!(full_name("llama3:8b"), "llama3:8b");
        assert!(is_cloud_name("gpt-oss:120b-cloud") && is_cloud_name("x:cloud") && !is_cloud_name("cloudy:8b"));
    }
}
