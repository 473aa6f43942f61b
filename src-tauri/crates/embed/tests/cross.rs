//! The cross-encoder's plumbing, with a model small enough to write down: its logit is one over the mean of the token numbers, so
//! that of two passages of equal length the one of commoner words wins.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::path::{Path, PathBuf};

use waymark_embed::{CrossEncoder, EmbedError};

fn runtime() -> Option<(PathBuf, PathBuf)> {
    let folder = std::env::var_os("WAYMARK_RUNTIME")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime"), PathBuf::from);
    let names = ["libonnxruntime.so", "libonnxruntime.dylib", "onnxruntime.dll"];
    let library = std::fs::read_dir(&folder)
        .ok()?
        .flatten()
        .flat_map(|entry| names.map(|name| entry.path().join("lib").join(name)))
        .find(|path| path.is_file());
    let tokenizer = folder.join("models").join("all-minilm-l6-v2-int8");
    match library {
        Some(library) if tokenizer.is_dir() => Some((library, tokenizer)),
        _ => {
            eprintln!("skipped: no runtime files in `{}`; run `cargo xtask fetch`", folder.display());
            None
        }
    }
}

/// A protobuf field: a number as varint, or bytes with their length.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2, u8::try_from(bytes.len()).expect("short fields only")];
    out.extend(bytes);
    out
}

fn number(field: u8, value: u8) -> Vec<u8> {
    vec![field << 3, value]
}

/// An ONNX graph of three nodes: to float, mean over the tokens, one over it.
fn model() -> Vec<u8> {
    let attribute = |name: &str, value: Vec<u8>, kind: u8| [field(1, name.as_bytes()), value, kind_of(kind)].concat();
    let node = |input: &str, output: &str, op: &str, attributes: &[Vec<u8>]| {
        let mut out = [field(1, input.as_bytes()), field(2, output.as_bytes()), field(4, op.as_bytes())].concat();
        for attribute in attributes {
            out.extend(field(5, attribute));
        }
        field(1, &out)
    };
    // `i` of an attribute is field 3, `ints` field 8.
    let cast = node("input_ids", "numbers", "Cast", &[attribute("to", number(3, 1), 2)]);
    let mean =
        node("numbers", "mean", "ReduceMean", &[attribute("axes", number(8, 1), 7), attribute("keepdims", number(3, 1), 2)]);
    let inverse = node("mean", "logits", "Reciprocal", &[]);
    let value = |name: &str, kind: u8, second: Vec<u8>| {
        let dimension = |name: &str| field(1, &field(2, name.as_bytes()));
        let shape = [dimension("batch"), second].concat();
        let tensor = [number(1, kind), field(2, &shape)].concat();
        [field(1, name.as_bytes()), field(2, &field(1, &tensor))].concat()
    };
    let tokens = || field(1, &field(2, b"tokens"));
    let graph = [
        cast,
        mean,
        inverse,
        field(2, b"tiny"),
        field(11, &value("input_ids", 7, tokens())),
        field(11, &value("attention_mask", 7, tokens())),
        field(12, &value("logits", 1, field(1, &number(1, 1)))),
    ]
    .concat();
    let mut out = number(1, 8);
    out.push(7 << 3 | 2);
    // The graph is longer than a field of one length byte.
    out.push(u8::try_from(graph.len() & 0x7F).unwrap() | 0x80);
    out.push(u8::try_from(graph.len() >> 7).unwrap());
    out.extend(graph);
    out.extend(field(8, &number(2, 13)));
    out
}

/// Field 20 of an attribute: its type.
fn kind_of(kind: u8) -> Vec<u8> {
    vec![(20 << 3 & 0x7F) | 0x80, 1, kind]
}

fn install(models: &Path, tokenizer: &Path) -> PathBuf {
    let folder = models.join("reranker");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"] {
        std::fs::copy(tokenizer.join(name), folder.join(name)).unwrap();
    }
    std::fs::write(folder.join("model.onnx"), model()).unwrap();
    folder
}

#[test]
fn pairs_are_scored_in_the_order_given() {
    let Some((library, tokenizer)) = runtime() else { return };
    let models = tempfile::tempdir().unwrap();
    assert!(CrossEncoder::installed(models.path()).is_none());
    let folder = install(models.path(), &tokenizer);
    assert_eq!(CrossEncoder::installed(models.path()).unwrap(), folder);
    let cross = CrossEncoder::load(&folder, &library, 1).unwrap();
    // Rare words have high token numbers.
    let passages: Vec<String> =
        ["quarry granite basalt", "of the and", "granite basalt quarry"].iter().map(|text| (*text).to_owned()).collect();
    let scores = cross.scores("of the", &passages).unwrap();
    assert_eq!(scores.len(), 3);
    assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{scores:?}");
    assert!(scores[1] > scores[0], "{scores:?}");
    // More pairs than one run takes.
    let many: Vec<String> = (0..21).map(|at| passages[at % 3].clone()).collect();
    let all = cross.scores("of the", &many).unwrap();
    assert!((0..21).all(|at| (all[at] > all[0] + 1e-9) == (at % 3 == 1)), "{all:?}");
    assert!(cross.scores("of the", &[]).unwrap().is_empty());
}

#[test]
fn what_is_no_model_is_named() {
    let Some((library, tokenizer)) = runtime() else { return };
    let models = tempfile::tempdir().unwrap();
    let folder = install(models.path(), &tokenizer);
    std::fs::write(folder.join("model.onnx"), b"nothing").unwrap();
    let error = CrossEncoder::load(&folder, &library, 1).err().unwrap();
    assert!(matches!(&error, EmbedError::Model { path, .. } if *path == folder), "{error}");
    std::fs::remove_file(folder.join("tokenizer.json")).unwrap();
    let error = CrossEncoder::load(&folder, &library, 1).err().unwrap();
    assert!(error.to_string().contains("tokenizer.json"), "{error}");
}
