//! The bundled model itself: vectors, order, bad input, missing and altered files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::path::PathBuf;
use std::sync::OnceLock;

use waymark_core::{Embedder, ErrorCode, WireError};
use waymark_embed::{Arithmetic, BatchLimits, EmbedError, EmbedOptions, ModelFiles, OnnxEmbedder};

const NAME: &str = "all-minilm-l6-v2-int8";

fn runtime_folder() -> PathBuf {
    std::env::var_os("WAYMARK_RUNTIME")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../runtime"), PathBuf::from)
}

fn files() -> Option<ModelFiles> {
    let runtime = runtime_folder();
    let names = ["libonnxruntime.so", "libonnxruntime.dylib", "onnxruntime.dll"];
    let library = std::fs::read_dir(&runtime)
        .ok()?
        .flatten()
        .flat_map(|entry| names.map(|name| entry.path().join("lib").join(name)))
        .find(|path| path.is_file());
    let directory = runtime.join("models").join(NAME);
    match library {
        Some(onnxruntime) if directory.is_dir() => Some(ModelFiles { directory, onnxruntime, name: NAME.into() }),
        _ => {
            eprintln!("skipped: no runtime files in `{}`; run `cargo xtask fetch`", runtime.display());
            None
        }
    }
}

fn shared() -> Option<&'static OnnxEmbedder> {
    static MODEL: OnceLock<Option<OnnxEmbedder>> = OnceLock::new();
    MODEL.get_or_init(|| files().map(|files| OnnxEmbedder::load(&files, &EmbedOptions::default()).unwrap())).as_ref()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn texts() -> Vec<String> {
    let base = "The absolute maximum supply voltage of the amplifier is six volts between both rails. ";
    (0..24).map(|i| format!("{i} {}", base.repeat(1 + (i * 5) % 13))).collect()
}

#[test]
fn identity_names_the_file_it_loaded() {
    let Some(model) = shared() else { return };
    let identity = model.identity();
    assert_eq!((identity.name.as_str(), identity.dimensions, identity.max_tokens), (NAME, 384, 256));
    let Some(files) = files() else { return };
    let shipped = EmbedOptions { arithmetic: Arithmetic::AsShipped, threads: 1, ..EmbedOptions::default() };
    let shipped = OnnxEmbedder::load(&files, &shipped).unwrap();
    assert!(shipped.identity().digest.starts_with("8199be6f699a395f"), "{}", shipped.identity().digest);
    assert_ne!(shipped.identity().digest, identity.digest, "other vectors under the same identity");
}

#[test]
fn vectors_are_units_in_order_and_near_means_related() {
    let Some(model) = shared() else { return };
    let texts: Vec<String> = ["The cat sat on the mat.", "A kitten rests on a rug.", "Quarterly revenue rose by nine percent."]
        .map(String::from)
        .to_vec();
    let vectors = model.embed(&texts).unwrap();
    assert!(vectors.iter().all(|v| v.len() == 384 && (cosine(v, v) - 1.0).abs() < 1e-3));
    assert!(cosine(&vectors[0], &vectors[1]) > 0.4 && cosine(&vectors[0], &vectors[2]) < 0.2);
    let query = model.embed_query(&texts[1]).unwrap();
    assert!(cosine(&query, &vectors[1]) > 0.9999);
}

#[test]
fn a_vector_depends_on_its_text_alone() {
    let Some(model) = shared() else { return };
    let texts = texts();
    let together = model.embed(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&together) {
        assert_eq!(&model.embed(std::slice::from_ref(text)).unwrap()[0], vector, "the bytes differ for `{text}`");
    }
}

#[test]
fn integers_agree_with_the_shipped_arithmetic_in_any_grouping() {
    let (Some(model), Some(files)) = (shared(), files()) else { return };
    let limits = BatchLimits { texts: 8, tokens: 2048, sorted: true };
    let options = EmbedOptions { limits, threads: 1, arithmetic: Arithmetic::AsShipped, ..EmbedOptions::default() };
    let grouped = OnnxEmbedder::load(&files, &options).unwrap();
    let texts = texts();
    for (a, b) in model.embed(&texts).unwrap().iter().zip(&grouped.embed(&texts).unwrap()) {
        assert!(cosine(a, b) > 0.99, "{}", cosine(a, b));
    }
}

#[test]
fn poisoned_input_still_gives_units() {
    let Some(model) = shared() else { return };
    let before = model.truncated();
    let texts: Vec<String> = vec![
        String::new(),
        "   \n\t ".into(),
        "\0\0nul\0".into(),
        "第一章 电气特性：电源电压范围".into(),
        "\u{FFFD}\u{200B}\u{202E}\u{1F600}".into(),
        "x".repeat(1 << 20),
        "word ".repeat(200_000),
        "[CLS] [SEP] [PAD] [MASK]".into(),
        "NaN inf -inf 1e400".into(),
    ];
    let vectors = model.embed(&texts).unwrap();
    assert_eq!(vectors.len(), texts.len());
    for (vector, text) in vectors.iter().zip(&texts) {
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-3, "no unit for `{}`", text.chars().take(20).collect::<String>());
    }
    assert!(model.truncated() > before, "the long text was not counted as cut");
    assert!(model.embed(&[]).unwrap().is_empty());
}

#[test]
fn tokens_are_counted_without_cutting() {
    let Some(model) = shared() else { return };
    assert_eq!(model.count_tokens(""), 2);
    assert_eq!(model.count_tokens("hello world"), 4);
    assert_eq!(model.count_tokens(&"word ".repeat(3000)), 3002);
    assert_eq!(model.count_tokens("电气特性"), 6);
}

#[test]
fn what_stands_behind_the_limit_changes_nothing() {
    let Some(model) = shared() else { return };
    let long = "voltage ".repeat(300);
    let vectors = model.embed(&[long.clone(), format!("{long} a tail that cannot be seen")]).unwrap();
    assert_eq!(vectors[0], vectors[1]);
}

#[test]
fn many_threads_may_ask_at_once() {
    let Some(model) = shared() else { return };
    let texts = texts();
    let expected = model.embed(&texts).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(model.embed(&texts).unwrap(), expected));
            scope.spawn(|| assert_eq!(model.embed_query(&texts[3]).unwrap(), expected[3]));
        }
    });
}

#[test]
fn missing_and_altered_files_are_named_with_the_mending_command() {
    let Some(files) = files() else { return };
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(&files.directory).unwrap().flatten() {
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    let copy = ModelFiles { directory: folder.path().to_path_buf(), ..files.clone() };
    let tokenizer = folder.path().join("tokenizer.json");
    std::fs::write(&tokenizer, b"{}").unwrap();
    let error = OnnxEmbedder::load(&copy, &EmbedOptions::default()).unwrap_err();
    assert!(matches!(&error, EmbedError::Altered { path, .. } if *path == tokenizer), "{error}");
    std::fs::remove_file(folder.path().join("model.onnx")).unwrap();
    let error = OnnxEmbedder::load(&copy, &EmbedOptions::default()).unwrap_err();
    let wire = WireError::from(&error);
    assert_eq!(wire.code, ErrorCode::RuntimeMissing);
    assert!(wire.message.contains("model.onnx") && wire.hint.unwrap().contains("cargo xtask fetch"));
}

#[test]
fn a_model_outside_the_registry_is_refused() {
    let files = ModelFiles { directory: PathBuf::new(), onnxruntime: PathBuf::new(), name: "nope".into() };
    let error = OnnxEmbedder::load(&files, &EmbedOptions::default()).unwrap_err();
    assert_eq!(WireError::from(error).code, ErrorCode::InvalidInput);
}
