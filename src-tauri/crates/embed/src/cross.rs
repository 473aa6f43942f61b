//! A cross-encoder: question and passage read together → how well the passage answers. Optional: used where its files lie in the
//! models' folder under `reranker` (`model.onnx` with one logit a pair, and the tokenizer's four files), as exported for
//! sentence-transformers or fastembed. Waymark ships none.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fastembed::{RerankInitOptionsUserDefined, TextRerank, UserDefinedRerankingModel};
use ort::ep;
use ort::session::builder::AutoDevicePolicy;

use crate::error::EmbedError;
use crate::files;
use crate::runtime::environment;

/// Folder below the models' folder.
const FOLDER: &str = "reranker";
/// Tokens of question and passage together.
const MOST_TOKENS: usize = 512;
/// Pairs of one run.
const BATCH: usize = 8;

/// A loaded cross-encoder. Calls block; call them off the async threads.
pub struct CrossEncoder {
    folder: PathBuf,
    model: Mutex<TextRerank>,
}

impl CrossEncoder {
    /// The folder of an installed cross-encoder below the models' folder; `None` when there is none.
    #[must_use]
    pub fn installed(models: &Path) -> Option<PathBuf> {
        let folder = models.join(FOLDER);
        folder.join("model.onnx").is_file().then_some(folder)
    }

    /// Loads the model of a folder.
    ///
    /// # Errors
    /// When a file is missing or cannot be read, or is no model with a tokenizer.
    pub fn load(folder: &Path, onnxruntime: &Path, threads: usize) -> Result<Self, EmbedError> {
        let bytes = files::read_unlisted(folder)?;
        let settings = RerankInitOptionsUserDefined::new()
            .with_environment(environment(onnxruntime)?)
            .with_execution_providers(vec![ep::CPU::default().build()])
            .with_auto_device(AutoDevicePolicy::PreferCPU)
            .with_max_length(MOST_TOKENS)
            .with_intra_threads(threads.max(1))
            .with_session_config("session.intra_op.allow_spinning", "0");
        let model = TextRerank::try_new_from_user_defined(UserDefinedRerankingModel::new(bytes.onnx, bytes.tokenizer), settings)
            .map_err(|source| EmbedError::Model { path: folder.to_path_buf(), source })?;
        Ok(Self { folder: folder.to_path_buf(), model: Mutex::new(model) })
    }

    /// How well each passage answers the question, 0..1 (the logistic function of the model's logit), in the order given.
    ///
    /// # Errors
    /// When the runtime fails on the pairs or the model gives no `logits`.
    pub fn scores(&self, question: &str, passages: &[String]) -> Result<Vec<f32>, EmbedError> {
        let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        let pairs: Vec<&str> = passages.iter().map(String::as_str).collect();
        let ranked = model
            .rerank(question, pairs.as_slice(), false, Some(BATCH))
            .map_err(|source| EmbedError::Run { texts: passages.len(), source })?;
        let mut scores = vec![0.0; passages.len()];
        for result in ranked {
            if let Some(score) = scores.get_mut(result.index) {
                *score = if result.score.is_finite() { 1.0 / (1.0 + (-result.score).exp()) } else { 0.0 };
            }
        }
        Ok(scores)
    }

    /// The folder it was loaded from.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
