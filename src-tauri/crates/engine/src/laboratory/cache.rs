//! Vectors of texts that the laboratory makes up, kept between runs: an experiment on a large library embeds for minutes.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use waymark_core::Embedder;
use waymark_embed::OnnxEmbedder;

use crate::error::{EngineError, blocking};

/// Texts embedded before the cache file grows.
const GROUP: usize = 256;

type Key = [u8; 16];

/// Text → vector by one model. Records of the file: 16 bytes of the text's SHA-256, then the vector as little-endian `f32`.
pub(super) struct VectorCache {
    file: Option<PathBuf>,
    known: HashMap<Key, Arc<[f32]>>,
    dimensions: usize,
}

impl VectorCache {
    /// Reads what was kept below `folder` for the model. A folder that cannot be written, or a file that is cut off, costs time
    /// only.
    pub(super) fn open(folder: &std::path::Path, model: &OnnxEmbedder) -> Self {
        let identity = model.identity();
        let dimensions = identity.dimensions as usize;
        let name: String = format!("{identity:?}");
        let hash = Sha256::digest(name.as_bytes());
        let file = folder.join(format!("vectors-{:02x}{:02x}{:02x}{:02x}.bin", hash[0], hash[1], hash[2], hash[3]));
        let mut known = HashMap::new();
        let mut bytes = Vec::new();
        // Another experiment may be writing.
        let read = File::open(&file).and_then(|mut open| open.lock_shared().and_then(|()| open.read_to_end(&mut bytes)));
        if read.is_ok() {
            for record in bytes.chunks_exact(16 + 4 * dimensions) {
                let (key, vector) = record.split_at(16);
                let numbers = vector.as_chunks::<4>().0.iter().map(|quad| f32::from_le_bytes(*quad)).collect();
                if let Ok(key) = Key::try_from(key) {
                    known.insert(key, numbers);
                }
            }
        }
        let writable = std::fs::create_dir_all(folder).is_ok();
        Self { file: writable.then_some(file), known, dimensions }
    }

    /// Remembers a vector that is known from elsewhere, for this run.
    pub(super) fn remember(&mut self, text: &str, vector: Vec<f32>) {
        self.known.insert(key(text), vector.into());
    }

    /// The vectors of the texts, in order; each different text is embedded once.
    pub(super) async fn vectors(&mut self, model: &Arc<OnnxEmbedder>, texts: &[String]) -> Result<Vec<Arc<[f32]>>, EngineError> {
        let keys: Vec<Key> = texts.iter().map(|text| key(text)).collect();
        let mut missing: Vec<usize> = (0..texts.len()).filter(|at| !self.known.contains_key(&keys[*at])).collect();
        missing.sort_by_key(|at| keys[*at]);
        missing.dedup_by_key(|at| keys[*at]);
        missing.sort_unstable();
        for group in missing.chunks(GROUP) {
            let wanted: Vec<String> = group.iter().map(|at| texts[*at].clone()).collect();
            let own = Arc::clone(model);
            let vectors = blocking("compute vectors", move || own.embed(&wanted)).await?;
            let vectors = vectors.map_err(|error| EngineError::Embedding(error.to_string()))?;
            let rows: Vec<(Key, Arc<[f32]>)> = group.iter().zip(vectors).map(|(at, vector)| (keys[*at], vector.into())).collect();
            self.keep(&rows);
            self.known.extend(rows);
        }
        let empty: Arc<[f32]> = vec![0.0; self.dimensions].into();
        Ok(keys.iter().map(|key| self.known.get(key).map_or_else(|| Arc::clone(&empty), Arc::clone)).collect())
    }

    fn keep(&mut self, rows: &[(Key, Arc<[f32]>)]) {
        let Some(file) = &self.file else { return };
        let record = 16 + 4 * self.dimensions as u64;
        let written = OpenOptions::new().create(true).append(true).open(file).and_then(|open| {
            open.lock()?;
            // A record that was cut off would shift all that follow.
            let length = open.metadata()?.len();
            open.set_len(length - length % record)?;
            let mut out = BufWriter::new(&open);
            for (key, vector) in rows {
                out.write_all(key)?;
                for number in vector.iter() {
                    out.write_all(&number.to_le_bytes())?;
                }
            }
            out.flush()
        });
        if let Err(error) = written {
            tracing::warn!("vectors of the laboratory are not kept in `{}`: {error}", file.display());
            self.file = None;
        }
    }
}

fn key(text: &str) -> Key {
    let mut key = Key::default();
    key.copy_from_slice(&Sha256::digest(text.as_bytes())[..16]);
    key
}
