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

/// The texts beside this file with stretches swapped, doubled and cut: every share stays a share.
#[test]
fn changed_texts_give_rates_between_none_and_all() {
    let seconds = std::env::var("WAYMARK_FUZZ_SECONDS").ok().and_then(|value| value.parse().ok());
    let end = seconds.map(|seconds| std::time::Instant::now() + std::time::Duration::from_secs(seconds));
    let texts = ["manual.md", "manual.txt", "bare.md", "manual.gold.json", "bare.gold.json"].map(text);
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut roll = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 11).unwrap() % below.max(1)
    };
    let mut round = 0;
    while round < 60 || end.is_some_and(|end| std::time::Instant::now() < end) {
        let mut changed = || {
            let mut bytes = texts[roll(texts.len())].clone().into_bytes();
            for _ in 0..roll(8) {
                let (from, length, to) = (roll(bytes.len()), roll(60), roll(bytes.len()));
                let part: Vec<u8> = bytes[from..bytes.len().min(from + length)].to_vec();
                match roll(3) {
                    0 => drop(bytes.splice(to..to, part)),
                    1 => drop(bytes.drain(from..bytes.len().min(from + length))),
                    _ => bytes.iter_mut().skip(to).zip(part).for_each(|(byte, other)| *byte = other),
                }
            }
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (markdown, reference) = (changed(), changed());
        let gold = Gold::parse(&changed()).unwrap_or_default();
        let score = score_headings(&parse_markdown(&markdown), &gold);
        let words = score_text(&markdown, &reference);
        let rates = [score.precision, score.recall, score.f1, score.path_recall, words.word_recall.unwrap_or(0.0)];
        assert!(rates.iter().all(|rate| (0.0..=1.0).contains(rate)), "round {round}: {rates:?}");
        round += 1;
    }
}
