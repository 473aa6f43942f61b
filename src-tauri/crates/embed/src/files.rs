//! A model folder → the checked bytes of its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fastembed::TokenizerFiles;
use sha2::{Digest, Sha256};

use crate::error::EmbedError;
use crate::registry::ModelSpec;

/// Where a model and its runtime lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFiles {
    /// Folder that holds `model.onnx`, `tokenizer.json` and their companions.
    pub directory: PathBuf,
    /// The ONNX Runtime library itself (`libonnxruntime.so`, `onnxruntime.dll`, `libonnxruntime.dylib`).
    pub onnxruntime: PathBuf,
    /// Name in the registry.
    pub name: String,
}

/// File contents of a model, each with the hash that the registry names.
pub(crate) struct ModelBytes {
    /// `model.onnx`.
    pub onnx: Vec<u8>,
    /// Tokenizer and companions.
    pub tokenizer: TokenizerFiles,
}

/// Lower-case hex SHA-256.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        use std::fmt::Write;
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads one file, telling an absent one from an unreadable one.
fn read(path: &Path) -> Result<Vec<u8>, EmbedError> {
    std::fs::read(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => EmbedError::Missing { path: path.to_path_buf() },
        _ => EmbedError::Unreadable { path: path.to_path_buf(), source },
    })
}

/// Reads and checks every file that the registry names for this model.
pub(crate) fn read_model(directory: &Path, spec: &ModelSpec) -> Result<ModelBytes, EmbedError> {
    let mut contents = BTreeMap::new();
    for (name, expected) in &spec.files {
        let path = directory.join(name);
        let bytes = read(&path)?;
        let found = sha256_hex(&bytes);
        if found != *expected {
            return Err(EmbedError::Altered { path, expected: expected.clone(), found });
        }
        contents.insert(name.as_str(), bytes);
    }
    gather(|name| contents.remove(name).ok_or_else(|| EmbedError::Missing { path: directory.join(name) }))
}

/// Reads the files of a model that the user has put there himself and no registry names.
pub(crate) fn read_unlisted(directory: &Path) -> Result<ModelBytes, EmbedError> {
    gather(|name| read(&directory.join(name)))
}

fn gather(mut take: impl FnMut(&str) -> Result<Vec<u8>, EmbedError>) -> Result<ModelBytes, EmbedError> {
    Ok(ModelBytes {
        onnx: take("model.onnx")?,
        tokenizer: TokenizerFiles {
            tokenizer_file: take("tokenizer.json")?,
            config_file: take("config.json")?,
            special_tokens_map_file: take("special_tokens_map.json")?,
            tokenizer_config_file: take("tokenizer_config.json")?,
        },
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::sha256_hex;

    #[test]
    fn hashes_are_lower_case_hex() {
        assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
