//! Compares ways of running the embedding model on the same passages: `embed_bench RUNTIME_LIB MODEL_DIR TEXT_FILE [FP32_MODEL_DIR]`.
//!
//! The text file is cut into passages of 100 to 1,000 characters. For each setting it prints passages per second, CPU
//! milliseconds per 1,000 characters, resident memory, and the cosine to the first setting (shipped arithmetic, one by one).
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use waymark_core::Embedder;
use waymark_embed::{Arithmetic, BatchLimits, EmbedOptions, ModelFiles, ModelSpec, OnnxEmbedder, Registry};

const PASSAGES: usize = 192;

/// Settings in one line.
fn settings() -> Vec<(String, EmbedOptions)> {
    let base = EmbedOptions { threads: 1, arithmetic: Arithmetic::AsShipped, ..EmbedOptions::default() };
    let limits = |texts, sorted| BatchLimits { texts, tokens: texts * 256, sorted };
    let mut all = vec![("as shipped, 1 text, 1 thread".to_owned(), base)];
    for texts in [4, 8, 16, 32] {
        all.push((format!("as shipped, {texts} texts sorted"), EmbedOptions { limits: limits(texts, true), ..base }));
    }
    all.push(("as shipped, 16 texts unsorted".into(), EmbedOptions { limits: limits(16, false), ..base }));
    all.push(("as shipped, 1 text, 2 threads per run".into(), EmbedOptions { threads_per_run: 2, ..base }));
    all.push(("as shipped, 2 sessions of 1 thread".into(), EmbedOptions { threads: 2, ..base }));
    let integer = EmbedOptions { arithmetic: Arithmetic::Integer, ..base };
    all.push(("integers, 1 text, 1 thread".into(), integer));
    all.push(("integers, 1 thread, arena".into(), EmbedOptions { arena: true, ..integer }));
    all.push(("integers, 1 text, 2 threads per run".into(), EmbedOptions { threads_per_run: 2, ..integer }));
    all.push(("integers, 2 sessions of 1 thread".into(), EmbedOptions { threads: 2, ..integer }));
    all
}

fn passages(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut passages = Vec::new();
    let mut start = 0;
    while passages.len() < PASSAGES && start < chars.len() {
        let length = 100 + (passages.len() * 397) % 901;
        let end = (start + length).min(chars.len());
        passages.push(chars[start..end].iter().collect());
        start = end;
    }
    passages
}

/// User and system time of this process, milliseconds; resident memory, megabytes. Zero where `/proc` is not.
fn usage() -> (f64, f64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: f64 = [11, 12].iter().filter_map(|&field| fields.get(field)?.parse::<f64>().ok()).sum();
    let pages: f64 = fields.get(21).and_then(|pages| pages.parse().ok()).unwrap_or(0.0);
    (ticks * 10.0, pages * 4096.0 / 1e6)
}

/// The registry entry for a folder with other weights: same model, its own hashes.
fn entry_for(folder: &Path, like: &ModelSpec) -> Result<ModelSpec> {
    let mut spec = ModelSpec { name: "fp32".into(), ..like.clone() };
    for (name, hash) in &mut spec.files {
        let bytes = std::fs::read(folder.join(name)).with_context(|| format!("read `{name}`"))?;
        *hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    }
    Ok(spec)
}

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [library, model, text, rest @ ..] = arguments.as_slice() else {
        anyhow::bail!("usage: embed_bench RUNTIME_LIB MODEL_DIR TEXT_FILE [FP32_MODEL_DIR]");
    };
    let texts = passages(&std::fs::read_to_string(text).with_context(|| format!("read `{}`", text.display()))?);
    let characters: usize = texts.iter().map(|text| text.chars().count()).sum();
    let registry = Registry::built_in()?;
    let spec = registry.models.first().context("an empty registry")?;
    let mut runs: Vec<(String, EmbedOptions, PathBuf, ModelSpec)> =
        settings().into_iter().map(|(name, options)| (name, options, model.clone(), spec.clone())).collect();
    if let [fp32, ..] = rest {
        let options = EmbedOptions { threads: 1, arithmetic: Arithmetic::AsShipped, ..EmbedOptions::default() };
        runs.insert(0, ("fp32 weights, 1 text, 1 thread".into(), options, fp32.clone(), entry_for(fp32, spec)?));
    }
    println!("{} passages, {characters} characters", texts.len());
    println!("{:<40} {:>9} {:>12} {:>8} {:>9} {:>9}", "setting", "texts/s", "ms/1000 ch", "RSS MB", "min cos", "mean cos");
    let mut reference: Option<Vec<Vec<f32>>> = None;
    for (name, options, directory, spec) in runs {
        let files = ModelFiles { directory, onnxruntime: library.clone(), name: spec.name.clone() };
        let embedder = OnnxEmbedder::load_spec(&files, &spec, &options)?;
        embedder.embed(&texts[..16])?;
        let (cpu, started) = (usage().0, Instant::now());
        let vectors = embedder.embed(&texts)?;
        let (seconds, (cpu_after, memory)) = (started.elapsed().as_secs_f64(), usage());
        let reference = reference.get_or_insert_with(|| vectors.clone());
        let cosines: Vec<f32> = reference.iter().zip(&vectors).map(|(a, b)| a.iter().zip(b).map(|(x, y)| x * y).sum()).collect();
        println!(
            "{name:<40} {:>9.1} {:>12.1} {memory:>8.0} {:>9.4} {:>9.4}",
            texts.len() as f64 / seconds,
            (cpu_after - cpu) / (characters as f64 / 1000.0),
            cosines.iter().copied().fold(1.0, f32::min),
            cosines.iter().sum::<f32>() / cosines.len() as f32,
        );
    }
    Ok(())
}
