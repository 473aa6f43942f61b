//! ONNX Runtime from a wrong path: its own process, for a process loads one library only.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;

use waymark_core::{ErrorCode, WireError};
use waymark_embed::{EmbedError, EmbedOptions, ModelFiles, ModelSpec, OnnxEmbedder, Pooling};

#[test]
fn a_library_that_is_absent_or_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["model.onnx", "tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"];
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    for name in names {
        std::fs::write(folder.path().join(name), b"").unwrap();
    }
    let spec = ModelSpec {
        name: "empty".into(),
        dimensions: 1,
        max_tokens: 1,
        pooling: Pooling::Mean,
        query_prefix: String::new(),
        passage_prefix: String::new(),
        licence: "MIT".into(),
        files: names.map(|name| (name.to_owned(), empty.to_owned())).into_iter().collect::<BTreeMap<_, _>>(),
    };
    let library = folder.path().join("libonnxruntime.so");
    let files = ModelFiles { directory: folder.path().to_path_buf(), onnxruntime: library.clone(), name: "empty".into() };
    let error = OnnxEmbedder::load_spec(&files, &spec, &EmbedOptions::default()).unwrap_err();
    assert!(matches!(&error, EmbedError::Missing { path } if *path == library), "{error}");
    std::fs::write(&library, b"not a library").unwrap();
    let error = OnnxEmbedder::load_spec(&files, &spec, &EmbedOptions::default()).unwrap_err();
    let wire = WireError::from(&error);
    assert_eq!(wire.code, ErrorCode::RuntimeMissing);
    assert!(wire.message.contains("libonnxruntime.so"), "{}", wire.message);
}
