//! [`OnnxEmbedder`]: checked model files → sessions → unit vectors.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fastembed::{InitOptionsUserDefined, TextEmbedding, UserDefinedEmbeddingModel};
use ort::ep;
use ort::session::builder::AutoDevicePolicy;
use tokenizers::Tokenizer;
use waymark_core::{Embedder, EmbedderIdentity, ModelError};

use crate::batch::{BatchLimits, plan};
use crate::error::EmbedError;
use crate::files::{ModelBytes, ModelFiles, read_model, sha256_hex};
use crate::graph::{Rewritten, rewrite};
use crate::pool::{Priority, SessionPool};
use crate::registry::{ModelSpec, Pooling, Registry};
use crate::runtime;

/// Bytes of a text that can matter: 256 tokens never need more, save for pathological runs of white space.
const LONGEST_TEXT: usize = 32 * 1024;

/// In which numbers the matrix products of a quantised model are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arithmetic {
    /// As the file says; int8 weights that the file unpacks are multiplied as floats.
    AsShipped,
    /// In integers wherever the weights are; about three times as fast, at a cosine above 0.99 to [`Arithmetic::AsShipped`].
    /// A run then holds one text, so a vector depends on its text alone.
    #[default]
    Integer,
}

/// How to run a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbedOptions {
    /// Texts computed at the same time, each on one core; 0 means the machine's cores, at most 4.
    pub threads: usize,
    /// Threads inside one run. 1 is fastest as long as several texts wait.
    pub threads_per_run: usize,
    /// Grouping of texts.
    pub limits: BatchLimits,
    /// Keep freed memory in ONNX Runtime's arena. Off, so that memory stays bounded.
    pub arena: bool,
    /// Numbers to compute in.
    pub arithmetic: Arithmetic,
}

impl Default for EmbedOptions {
    fn default() -> Self {
        let limits = BatchLimits { texts: 1, tokens: 512, sorted: true };
        Self { threads: 0, threads_per_run: 1, limits, arena: false, arithmetic: Arithmetic::Integer }
    }
}

/// A model on the CPU behind [`Embedder`]. Cheap to share (`Arc`), blocking, safe from any number of threads.
pub struct OnnxEmbedder {
    spec: ModelSpec,
    identity: EmbedderIdentity,
    options: EmbedOptions,
    counter: Tokenizer,
    sessions: SessionPool<TextEmbedding>,
    truncated: AtomicU64,
}

impl std::fmt::Debug for OnnxEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OnnxEmbedder").field("identity", &self.identity).field("options", &self.options).finish_non_exhaustive()
    }
}

impl OnnxEmbedder {
    /// Loads a model of the built-in registry; about a tenth of a second and 60 MB per thread for the default model.
    ///
    /// # Errors
    /// A missing, altered or unusable file, each named; [`EmbedError::UnknownModel`] for a name outside the registry.
    pub fn load(files: &ModelFiles, options: &EmbedOptions) -> Result<Self, EmbedError> {
        let registry = Registry::built_in()?;
        Self::load_spec(files, registry.find(&files.name)?, options)
    }

    /// Loads a model with an explicit registry entry.
    ///
    /// # Errors
    /// As [`OnnxEmbedder::load`].
    pub fn load_spec(files: &ModelFiles, spec: &ModelSpec, options: &EmbedOptions) -> Result<Self, EmbedError> {
        let mut bytes = read_model(&files.directory, spec)?;
        let mut options = *options;
        if let Some(rewritten) = integer_graph(&bytes, options.arithmetic) {
            options.limits.texts = if rewritten.attentions > 0 { 1 } else { options.limits.texts };
            bytes.onnx = rewritten.onnx;
        }
        let environment = runtime::environment(&files.onnxruntime)?;
        let counter = counting_tokenizer(&files.directory, &bytes)?;
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get().min(4)),
            threads => threads,
        };
        let sessions = (0..threads)
            .map(|_| session(&bytes, spec, environment.clone(), &options))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|source| EmbedError::Model { path: files.directory.clone(), source })?;
        let identity = EmbedderIdentity {
            name: spec.name.clone(),
            digest: sha256_hex(&bytes.onnx),
            dimensions: spec.dimensions,
            max_tokens: spec.max_tokens,
        };
        let embedder = Self {
            spec: spec.clone(),
            identity,
            options,
            counter,
            sessions: SessionPool::new(sessions),
            truncated: AtomicU64::new(0),
        };
        embedder.run(&[""], Priority::Background)?;
        Ok(embedder)
    }

    /// The registry entry in use.
    #[must_use]
    pub fn spec(&self) -> &ModelSpec {
        &self.spec
    }

    /// Texts longer than the model's limit seen so far; what stands behind the limit has no part in their vectors.
    #[must_use]
    pub fn truncated(&self) -> u64 {
        self.truncated.load(Ordering::Relaxed)
    }

    /// One vector per text, prefix already put before it.
    fn embed_prefixed(&self, texts: &[String], prefix: &str, priority: Priority) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prepared: Vec<String> = texts.iter().map(|text| prepare(prefix, text)).collect();
        let lengths: Vec<usize> = prepared.iter().map(|text| self.length(text)).collect();
        let batches = plan(&lengths, self.options.limits);
        let slots: Mutex<Vec<Option<Vec<f32>>>> = Mutex::new(vec![None; texts.len()]);
        let failure: Mutex<Option<EmbedError>> = Mutex::new(None);
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            while !failed.load(Ordering::Relaxed) {
                let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let inputs: Vec<&str> = batch.iter().map(|&index| prepared[index].as_str()).collect();
                match self.run(&inputs, priority) {
                    Ok(vectors) => {
                        let mut slots = slots.lock().unwrap_or_else(PoisonError::into_inner);
                        for (&index, vector) in batch.iter().zip(vectors) {
                            slots[index] = Some(vector);
                        }
                    }
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                }
            }
        };
        let helpers = self.sessions.size().min(batches.len()).saturating_sub(1);
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(work);
            }
            work();
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let slots = slots.into_inner().unwrap_or_else(PoisonError::into_inner);
        slots.into_iter().map(|vector| vector.map_or_else(|| self.placeholder(), Ok)).collect()
    }

    /// Tokens of a prepared text as computed: cut at the limit, the cut counted.
    fn length(&self, text: &str) -> usize {
        let limit = self.spec.max_tokens as usize;
        let tokens = tokens(&self.counter, text);
        if tokens > limit {
            self.truncated.fetch_add(1, Ordering::Relaxed);
        }
        tokens.min(limit)
    }

    /// One run of one session.
    fn run(&self, texts: &[&str], priority: Priority) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = self
            .sessions
            .with(priority, |session| session.embed(texts, Some(texts.len())))
            .unwrap_or(Ok(Vec::new()))
            .map_err(|source| EmbedError::Run { texts: texts.len(), source })?;
        let expected = self.spec.dimensions as usize;
        for vector in &vectors {
            if vector.len() != expected {
                return Err(EmbedError::Dimensions { found: vector.len(), expected });
            }
        }
        vectors.into_iter().map(|vector| if is_unit(&vector) { Ok(vector) } else { self.placeholder() }).collect()
    }

    /// The vector of no text, in place of one that is no direction at all.
    fn placeholder(&self) -> Result<Vec<f32>, EmbedError> {
        tracing::warn!(model = self.spec.name, "a text has no usable vector; it gets that of an empty text");
        self.sessions
            .with(Priority::Background, |session| session.embed([""], Some(1)))
            .unwrap_or(Ok(Vec::new()))
            .map_err(|source| EmbedError::Run { texts: 1, source })?
            .into_iter()
            .next()
            .filter(|vector| is_unit(vector))
            .ok_or(EmbedError::Dimensions { found: 0, expected: self.spec.dimensions as usize })
    }
}

impl Embedder for OnnxEmbedder {
    fn identity(&self) -> &EmbedderIdentity {
        &self.identity
    }

    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        Ok(self.embed_prefixed(texts, &self.spec.passage_prefix, Priority::Background)?)
    }

    fn embed_query(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        let texts = [text.to_owned()];
        let mut vectors = self.embed_prefixed(&texts, &self.spec.query_prefix, Priority::Urgent)?;
        vectors.pop().ok_or_else(|| ModelError { message: "the model gave no vector".into() })
    }

    fn count_tokens(&self, text: &str) -> usize {
        tokens(&self.counter, text)
    }
}

/// Prefix and text, cut where no token of the limit can stand any more.
fn prepare(prefix: &str, text: &str) -> String {
    let end = if text.len() <= LONGEST_TEXT { text.len() } else { text.floor_char_boundary(LONGEST_TEXT) };
    format!("{prefix}{}", &text[..end])
}

/// Finite, and of length one.
fn is_unit(vector: &[f32]) -> bool {
    let norm: f32 = vector.iter().map(|value| value * value).sum();
    norm.is_finite() && (norm - 1.0).abs() < 1e-3
}

/// Tokens with the two special ones; a text that cannot be tokenised counts by its bytes, which is never too low.
fn tokens(counter: &Tokenizer, text: &str) -> usize {
    counter.encode_fast(text, true).map_or(text.len(), |encoding| encoding.len())
}

/// The model's tokenizer without cutting and padding.
fn counting_tokenizer(directory: &Path, bytes: &ModelBytes) -> Result<Tokenizer, EmbedError> {
    let failed =
        |error: tokenizers::Error| EmbedError::Tokenizer { path: directory.join("tokenizer.json"), message: error.to_string() };
    let mut tokenizer = Tokenizer::from_bytes(&bytes.tokenizer.tokenizer_file).map_err(failed)?;
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(failed)?;
    Ok(tokenizer)
}

/// The model in integers, when that is asked for and possible.
fn integer_graph(bytes: &ModelBytes, arithmetic: Arithmetic) -> Option<Rewritten> {
    let rewritten = (arithmetic == Arithmetic::Integer).then(|| rewrite(&bytes.onnx)).flatten()?;
    tracing::debug!(products = rewritten.products, attentions = rewritten.attentions, "the model runs in integers");
    Some(rewritten)
}

/// Whether this processor multiplies u8 by i8 into sums of 16 bits, which overflow; ONNX Runtime then has to be told to take a
/// slower and exact way. Those with a dot-product instruction sum into 32 bits.
fn sums_saturate() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        !std::arch::is_x86_feature_detected!("avx512vnni") && !std::arch::is_x86_feature_detected!("avxvnni")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// One session with its own weights.
fn session(
    bytes: &ModelBytes,
    spec: &ModelSpec,
    environment: ort::environment::Environment,
    options: &EmbedOptions,
) -> Result<TextEmbedding, fastembed::Error> {
    let pooling = match spec.pooling {
        Pooling::Mean => fastembed::Pooling::Mean,
        Pooling::Cls => fastembed::Pooling::Cls,
    };
    let model = UserDefinedEmbeddingModel::new(bytes.onnx.clone(), bytes.tokenizer.clone()).with_pooling(pooling);
    let mut settings = InitOptionsUserDefined::new()
        .with_environment(environment)
        .with_execution_providers(vec![ep::CPU::default().with_arena_allocator(options.arena).build()])
        .with_auto_device(AutoDevicePolicy::PreferCPU)
        .with_max_length(spec.max_tokens as usize)
        .with_intra_threads(options.threads_per_run)
        .with_session_config("session.intra_op.allow_spinning", "0")
        // Slower on one thread than the addition and the normalisation that it fuses.
        .with_session_config("optimization.disable_specified_optimizers", "SkipLayerNormFusion");
    if sums_saturate() {
        settings = settings.with_session_config("session.x64quantprecision", "1");
    }
    TextEmbedding::try_new_from_user_defined(model, settings)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::{LONGEST_TEXT, is_unit, prepare};

    #[test]
    fn long_texts_are_cut_between_characters() {
        let text = "中".repeat(20_000);
        let cut = prepare("q: ", &text);
        assert!(cut.len() <= LONGEST_TEXT + 3 && cut.starts_with("q: 中"));
    }

    #[test]
    fn poisoned_vectors_are_no_units() {
        assert!(is_unit(&[0.6, 0.8]));
        assert!(!is_unit(&[f32::NAN, 0.0]) && !is_unit(&[0.0, 0.0]) && !is_unit(&[f32::INFINITY, 1.0]));
    }
}
