//! A made-up corpus for the tests of the lexical index.
#![allow(clippy::unwrap_used, clippy::expect_used, dead_code)]

use std::path::Path;

use waymark_core::{DocumentId, IndexEntry, SegmentId};
use waymark_lexical::{Boosts, LexHit, LexicalIndex};

pub const WORDS: [&str; 24] = [
    "revenue",
    "operating",
    "income",
    "segment",
    "voltage",
    "dropout",
    "regulator",
    "noise",
    "cash",
    "flow",
    "board",
    "risk",
    "currency",
    "hedge",
    "patient",
    "dose",
    "therapy",
    "trial",
    "table",
    "figure",
    "output",
    "input",
    "current",
    "limit",
];

/// A small deterministic generator: the corpus is the same on every run.
pub fn entries(document: i64, count: u32) -> Vec<IndexEntry> {
    let mut state = u64::try_from(document).unwrap() * 7919 + 17;
    let mut next = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    (0..count)
        .map(|ordinal| {
            let text: Vec<&str> = (0..20 + next(60)).map(|_| WORDS[next(WORDS.len()).min(next(WORDS.len()))]).collect();
            IndexEntry {
                segment: SegmentId((document << 20) | i64::from(ordinal)),
                document: DocumentId(document),
                ordinal,
                title: format!("Report {document} company{} 2018", document % 3),
                path: format!("Item {} {}", ordinal % 7, WORDS[next(WORDS.len())]),
                text: text.join(" "),
                labels: if ordinal % 5 == 0 { "net sales total".into() } else { String::new() },
            }
        })
        .collect()
}

pub const QUESTIONS: [&str; 5] =
    ["operating income and cash flow", "dropout voltage of company1", "net sales total risk", "Report 4 2018 dose", "limit"];

pub fn answers(index: &LexicalIndex) -> Vec<Vec<LexHit>> {
    QUESTIONS.iter().map(|question| index.search(question, 200, None, &Boosts::default()).unwrap()).collect()
}

pub fn built(folder: &Path, documents: impl IntoIterator<Item = i64>, commit_each: bool) -> LexicalIndex {
    let (index, _) = LexicalIndex::open(folder).unwrap();
    for document in documents {
        index.add(&entries(document, 40)).unwrap();
        if commit_each {
            index.commit(document).unwrap();
        }
    }
    index.commit(100).unwrap();
    index
}
