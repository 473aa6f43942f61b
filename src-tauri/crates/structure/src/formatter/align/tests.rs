#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::{Reconciled, reconcile, words};
use crate::formatter::{LineKind, Refusal, SourceLine, Standing};

fn lines(texts: &[&str]) -> Vec<SourceLine> {
    let line = |(at, text): (usize, &&str)| SourceLine {
        id: u32::try_from(at).unwrap() * 3,
        text: (*text).to_owned(),
        page: 0,
        kind: LineKind::Text,
        native: None,
        standing: Standing::Doubtful,
    };
    texts.iter().enumerate().map(line).collect()
}

const PAGE: [&str; 5] = [
    "Chapter 4",
    "Thermal limits",
    "The part may be used up to 125 °C when the load stays below one half of the limit that is printed in table 3.",
    "Derating",
    "Above 85 °C the current falls by 2 mA for each kelvin, which the figure shows for still air and for a fan.",
];

fn levels(found: &Reconciled) -> Vec<(u32, Option<u8>)> {
    found.verdicts.iter().map(|verdict| (verdict.line, verdict.level)).collect()
}

#[test]
fn headings_are_taken_over_and_the_words_are_the_pages() {
    let reply = format!("# Chapter 4 Thermal limits\n\n{}\n\n## Derating\n\n{}", PAGE[2].replace("125", "**125**"), PAGE[4]);
    let found = reconcile(&lines(&PAGE), &reply).unwrap();
    assert_eq!(levels(&found), [(0, Some(1)), (3, Some(1)), (6, None), (9, Some(2)), (12, None)]);
    assert!(found.share > 0.99);
    let wanted = format!("# {}\n\n# {}\n\n{}\n\n## {}\n\n{}\n\n", PAGE[0], PAGE[1], PAGE[2], PAGE[3], PAGE[4]);
    assert_eq!(found.markdown, wanted);
}

#[test]
fn what_was_invented_goes_and_what_was_left_out_comes_back() {
    let reply = format!("# Overview\n\n# Thermal limits\n\n{}\n\n## Derating\n\n{}\n\nIn short: be careful.", PAGE[2], PAGE[4]);
    let found = reconcile(&lines(&PAGE), &reply).unwrap();
    assert_eq!(levels(&found), [(3, Some(1)), (6, None), (9, Some(2)), (12, None)], "nothing was said of the first line");
    for word in ["Overview", "short", "careful"] {
        assert!(!found.markdown.contains(word), "{}", found.markdown);
    }
    assert!(found.markdown.starts_with("Chapter 4\n"));
}

#[test]
fn a_heading_made_of_a_piece_of_a_paragraph_is_none() {
    let (first, rest) = PAGE[2].split_at(PAGE[2].find(" when").unwrap());
    let reply = format!("Chapter 4\n\nThermal limits\n\n## {first}\n\n{rest}\n\nDerating\n\n{}", PAGE[4]);
    let found = reconcile(&lines(&PAGE), &reply).unwrap();
    assert!(found.verdicts.iter().all(|verdict| verdict.level.is_none()), "{:?}", found.verdicts);
}

#[test]
fn a_reply_in_other_words_is_refused() {
    let page = lines(&PAGE);
    assert_eq!(reconcile(&page, "# Summary\n\nThis chapter is about heat."), Err(Refusal::OtherWords));
    assert_eq!(reconcile(&page, "  \n```\n"), Err(Refusal::Unreadable));
    let twice = format!("{0}\n\n{0}", PAGE.join("\n\n"));
    assert_eq!(reconcile(&page, &twice), Err(Refusal::OtherWords), "a model that goes round in circles");
}

#[test]
fn chinese_is_aligned_by_characters() {
    let page = lines(&["第二章 诊断", "高血压的诊断以诊室血压为准，需要不同日三次测量。"]);
    let found = reconcile(&page, "# 第二章 诊断\n\n高血压的诊断以诊室血压为准，需要不同日三次测量。").unwrap();
    assert_eq!(levels(&found), [(0, Some(1)), (3, None)]);
}

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![5 => "[a-d]{1,2}", 1 => "[A-Z]{2}[0-9]", 1 => Just("章".to_owned()), 1 => Just("#".to_owned()), 1 => Just("—".to_owned())];
    prop::collection::vec(word, 1..9).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_foreign_word_survives_and_none_is_lost(page in prop::collection::vec(text(), 1..8), noise in prop::collection::vec((any::<u16>(), text(), 0_usize..8), 0..6)) {
        let page: Vec<&str> = page.iter().map(String::as_str).collect();
        // A reply that is the page with words taken out, put in, and marks anywhere.
        let mut reply: Vec<String> = page.iter().map(|line| (*line).to_owned()).collect();
        for (place, text, marks) in noise {
            let at = usize::from(place) % reply.len();
            match place % 3 {
                0 => reply[at] = format!("{} {}", "#".repeat(marks), reply[at]),
                1 => reply.insert(at, format!("{} zz{text}", "#".repeat(marks))),
                _ => reply[at] = reply[at].split(' ').skip(1).collect::<Vec<_>>().join(" "),
            }
        }
        if let Ok(found) = reconcile(&lines(&page), &reply.join("\n\n")) {
            let unmarked: Vec<&str> = found.markdown.split("\n\n").filter(|line| !line.is_empty()).collect();
            let bare = |line: &str| words(line);
            prop_assert_eq!(unmarked.len(), page.len());
            for (own, source) in unmarked.iter().zip(&page) {
                prop_assert_eq!(bare(own), bare(source));
            }
            prop_assert!(found.verdicts.windows(2).all(|pair| pair[0].line < pair[1].line));
            prop_assert!(found.verdicts.iter().all(|verdict| verdict.level.is_none_or(|level| (1..=6).contains(&level))));
        }
    }
}
