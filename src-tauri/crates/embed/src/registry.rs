//! `assets/models.toml` → the embedding models that can be loaded, with what their files must hash to.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::error::EmbedError;

const BUILT_IN: &str = include_str!("../../../../assets/models.toml");

/// How token vectors become one vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooling {
    /// Arithmetic mean over the tokens of the text.
    Mean,
    /// The vector of the first token.
    Cls,
}

/// One model of the registry.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSpec {
    /// Name; also the name of its folder under `models/`.
    pub name: String,
    /// Length of a vector.
    pub dimensions: u32,
    /// Longest input in tokens, the two special tokens included; more is cut.
    pub max_tokens: u32,
    /// Pooling.
    pub pooling: Pooling,
    /// Put before a question (`query: ` for e5 models).
    #[serde(default)]
    pub query_prefix: String,
    /// Put before a passage.
    #[serde(default)]
    pub passage_prefix: String,
    /// Licence of the weights.
    pub licence: String,
    /// File name → SHA-256, hex. Holds `model.onnx`, `tokenizer.json`, `config.json`, `special_tokens_map.json` and
    /// `tokenizer_config.json`.
    pub files: BTreeMap<String, String>,
}

/// All known models; the first is the default.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registry {
    /// Models in file order.
    #[serde(rename = "model")]
    pub models: Vec<ModelSpec>,
}

impl Registry {
    /// The registry that Waymark was built with.
    ///
    /// # Errors
    /// When the built-in text is malformed.
    pub fn built_in() -> Result<Self, EmbedError> {
        Self::parse(BUILT_IN, "built in")
    }

    /// A registry from a file of the same form as `assets/models.toml`.
    ///
    /// # Errors
    /// When the file is missing, unreadable or malformed.
    pub fn from_file(path: &Path) -> Result<Self, EmbedError> {
        let text = std::fs::read_to_string(path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => EmbedError::Missing { path: path.to_path_buf() },
            _ => EmbedError::Unreadable { path: path.to_path_buf(), source },
        })?;
        Self::parse(&text, &format!("`{}`", path.display()))
    }

    fn parse(text: &str, origin: &str) -> Result<Self, EmbedError> {
        toml::from_str(text).map_err(|source| EmbedError::Registry { origin: origin.to_owned(), source })
    }

    /// The model of that name.
    ///
    /// # Errors
    /// [`EmbedError::UnknownModel`] with the names that exist.
    pub fn find(&self, name: &str) -> Result<&ModelSpec, EmbedError> {
        self.models.iter().find(|model| model.name == name).ok_or_else(|| EmbedError::UnknownModel {
            name: name.to_owned(),
            known: self.models.iter().map(|model| model.name.clone()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::{Pooling, Registry};
    use crate::error::EmbedError;

    #[test]
    fn the_built_in_registry_pins_the_default_model() {
        let registry = Registry::built_in().unwrap();
        let model = registry.find("all-minilm-l6-v2-int8").unwrap();
        assert_eq!((model.dimensions, model.max_tokens, model.pooling), (384, 256, Pooling::Mean));
        assert_eq!(model.files["model.onnx"], "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6");
        assert!(model.files.values().all(|hash| hash.len() == 64));
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Registry::built_in().unwrap().find("nope").unwrap_err();
        assert!(matches!(error, EmbedError::UnknownModel { .. }));
        assert!(error.to_string().contains("`all-minilm-l6-v2-int8`"), "{error}");
    }

    #[test]
    fn a_registry_with_an_unknown_key_is_refused() {
        let error = Registry::parse("[[model]]\nname = \"x\"\ncolour = 3\n", "`here`").unwrap_err();
        assert!(error.to_string().contains("`here`"), "{error}");
    }
}
