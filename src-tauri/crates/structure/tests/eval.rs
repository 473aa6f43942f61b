//! The scores against those of the referee: `eval/expected.json` holds what its program computes for the texts beside it.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waymark_structure::eval::{Gold, parse_markdown, score_headings, score_text};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eval").join(name)
}

fn text(name: &str) -> String {
    let path = file(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
}

/// Every number that the referee gives, within 1e-9.
fn compare(name: &str, wanted: &Value) {
    let gold = Gold::parse(&text(&format!("{name}.gold.json"))).unwrap();
    let markdown = text(&format!("{name}.md"));
    let mut own = serde_json::to_value(score_headings(&parse_markdown(&markdown), &gold)).unwrap();
    let words = serde_json::to_value(score_text(&markdown, &text(&format!("{name}.txt")))).unwrap();
    own.as_object_mut().unwrap().extend(words.as_object().unwrap().clone());
    let wanted = wanted.as_object().unwrap();
    assert_eq!(own.as_object().unwrap().len(), wanted.len(), "{name}: {own}");
    for (key, value) in wanted {
        match (value.as_f64(), own[key].as_f64()) {
            (Some(value), Some(own)) => assert!((value - own).abs() < 1e-9, "{name}: {key} is {own} instead of {value}"),
            (wanted, own) => assert_eq!(wanted, own, "{name}: {key}"),
        }
    }
}

#[test]
fn every_figure_is_the_referees() {
    let expected: Value = serde_json::from_str(&text("expected.json")).unwrap();
    let cases = expected.as_object().unwrap();
    assert!(cases.len() >= 3);
    cases.iter().for_each(|(name, wanted)| compare(name, wanted));
}
