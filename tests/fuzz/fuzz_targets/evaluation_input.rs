//! Any bytes as gold, Markdown and reference, parted by zero bytes: rates stay within 0 and 1.

#![no_main]

use libfuzzer_sys::fuzz_target;
use waymark_structure::eval::{Gold, GoldHeading, parse_markdown, score_headings, score_text};

fuzz_target!(|data: &[u8]| {
    let mut parts = data.splitn(3, |byte| *byte == 0).map(String::from_utf8_lossy);
    let (markdown, reference, gold) =
        (parts.next().unwrap_or_default(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let found = parse_markdown(&markdown);
    // Where the bytes are no gold file, the headings of the reference are the true ones.
    let gold = Gold::parse(&gold).unwrap_or_else(|_| Gold {
        headings: parse_markdown(&reference)
            .into_iter()
            .map(|one| GoldHeading { level: one.level, title: one.title, page: one.page, ..GoldHeading::default() })
            .collect(),
        title_block: reference.chars().take(200).collect(),
        ..Gold::default()
    });
    let score = score_headings(&found, &gold);
    for rate in [score.precision, score.recall, score.f1, score.path_recall, score.level_acc.unwrap_or(0.0)] {
        assert!((0.0..=1.0).contains(&rate));
    }
    let words = score_text(&markdown, &reference);
    assert!((0.0..=1.0).contains(&words.word_recall.unwrap_or(0.0)) && words.order.unwrap_or(0.0) <= 1.0);
});
