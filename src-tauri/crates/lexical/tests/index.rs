//! The lexical index as a whole: same scores whatever the history, recovery from damage, a second process.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::path::Path;

use waymark_core::{DocumentId, IndexEntry, SegmentId};
use waymark_lexical::{Boosts, IndexState, LexHit, LexicalError, LexicalIndex};

const WORDS: [&str; 24] = [
    "revenue", "operating", "income", "segment", "voltage", "dropout", "regulator", "noise", "cash", "flow", "board", "risk",
    "currency", "hedge", "patient", "dose", "therapy", "trial", "table", "figure", "output", "input", "current", "limit",
];

/// A small deterministic generator: the corpus is the same on every run.
fn entries(document: i64, count: u32) -> Vec<IndexEntry> {
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

const QUESTIONS: [&str; 5] =
    ["operating income and cash flow", "dropout voltage of company1", "net sales total risk", "Report 4 2018 dose", "limit"];

fn answers(index: &LexicalIndex) -> Vec<Vec<LexHit>> {
    QUESTIONS.iter().map(|question| index.search(question, 200, None, &Boosts::default()).unwrap()).collect()
}

fn built(folder: &Path, documents: impl IntoIterator<Item = i64>, commit_each: bool) -> LexicalIndex {
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

#[test]
fn order_of_arrival_and_commits_do_not_change_scores() {
    let folder = tempfile::tempdir().unwrap();
    let forwards = built(&folder.path().join("a"), 1..=8, false);
    let backwards = built(&folder.path().join("b"), (1..=8).rev(), true);
    let expected = answers(&forwards);
    assert!(expected.iter().all(|hits| hits.len() > 20));
    assert_eq!(expected, answers(&backwards));
    backwards.merge().unwrap();
    assert_eq!(expected, answers(&backwards));
    assert_eq!(backwards.generation(), 100);
}

#[test]
fn a_crash_between_commits_loses_nothing_that_cannot_be_added_again() {
    let folder = tempfile::tempdir().unwrap();
    let expected = answers(&built(&folder.path().join("a"), 1..=6, false));
    let path = folder.path().join("b");
    let (index, _) = LexicalIndex::open(&path).unwrap();
    index.add(&entries(3, 40)).unwrap();
    index.add(&entries(1, 40)).unwrap();
    index.commit(2).unwrap();
    index.add(&entries(2, 40)).unwrap();
    // The process ends here: the writer goes without a commit.
    drop(index);
    let (index, state) = LexicalIndex::open(&path).unwrap();
    assert_eq!((state, index.generation(), index.entries()), (IndexState::Ready, 2, 80));
    for document in [2, 4, 5, 6, 1] {
        index.delete_document(DocumentId(document)).unwrap();
        index.add(&entries(document, 40)).unwrap();
    }
    index.commit(7).unwrap();
    assert_eq!(expected, answers(&index));
}

#[test]
fn a_deleted_document_leaves_no_trace_in_the_scores() {
    let folder = tempfile::tempdir().unwrap();
    let without = built(&folder.path().join("a"), [1, 2, 4, 5], false);
    let with = built(&folder.path().join("b"), 1..=5, true);
    assert_ne!(answers(&without), answers(&with));
    with.delete_document(DocumentId(3)).unwrap();
    with.commit(101).unwrap();
    assert_eq!(with.entries(), 160);
    assert_eq!(answers(&without), answers(&with));
    with.merge().unwrap();
    assert_eq!(answers(&without), answers(&with));
}

#[test]
fn the_scope_is_applied_before_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let index = built(folder.path(), 1..=8, false);
    let all = index.search("operating income", 400, None, &Boosts::default()).unwrap();
    let expected: Vec<LexHit> = all.into_iter().filter(|hit| [2, 7].contains(&hit.document.0)).take(5).collect();
    let scope = [DocumentId(7), DocumentId(2)];
    assert_eq!(index.search("operating income", 5, Some(&scope), &Boosts::default()).unwrap(), expected);
    assert!(index.search("operating income", 5, Some(&[]), &Boosts::default()).unwrap().is_empty());
    assert!(index.search("operating income", 0, None, &Boosts::default()).unwrap().is_empty());
}

#[test]
fn equal_scores_are_ordered_by_document_and_ordinal() {
    let folder = tempfile::tempdir().unwrap();
    let (index, _) = LexicalIndex::open(folder.path()).unwrap();
    for document in [5, 2, 9] {
        let mut same = entries(document, 3);
        for entry in &mut same {
            (entry.title, entry.path, entry.text) = ("same".into(), String::new(), "same words here".into());
            entry.labels.clear();
        }
        index.add(&same).unwrap();
        index.commit(document).unwrap();
    }
    let hits = index.search("words", 5, None, &Boosts::default()).unwrap();
    let order: Vec<(i64, u32)> = hits.iter().map(|hit| (hit.document.0, hit.ordinal)).collect();
    assert_eq!(order, [(2, 0), (2, 1), (2, 2), (5, 0), (5, 1)]);
}

#[test]
fn any_text_is_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let index = built(folder.path(), 1..=3, false);
    let long = "operating income (revenue) AND \"cash\" ".repeat(300);
    assert!(long.len() > 10_000);
    for question in ["", "   ", "\"", "a:b AND (", "+-!(){}[]^\"~*?:\\/", "NOT", "title:revenue^2", "\u{0}", "🙂"] {
        index.search(question, 10, None, &Boosts::default()).unwrap();
    }
    let many: String = (0..1500).map(|at| format!("word{at} ")).collect::<String>() + "operating income";
    for question in [&long, &many] {
        assert_eq!(index.search(question, 10, None, &Boosts::default()).unwrap().len(), 10);
    }
}

#[test]
fn words_are_found_in_every_field_and_script() {
    let folder = tempfile::tempdir().unwrap();
    let (index, _) = LexicalIndex::open(folder.path()).unwrap();
    let entry = |ordinal: u32, title: &str, path: &str, text: &str, labels: &str| IndexEntry {
        segment: SegmentId(i64::from(ordinal)),
        document: DocumentId(1),
        ordinal,
        title: title.into(),
        path: path.into(),
        text: text.into(),
        labels: labels.into(),
    };
    let all = [
        entry(0, "TPS7A4701-Q1 datasheet", "", "", ""),
        entry(1, "", "Electrical Characteristics", "", ""),
        entry(2, "", "", "高血压患者的血压控制目标", ""),
        entry(3, "", "", "", "Capital expenditures"),
        entry(4, "", "", "Purchases were $1,577 in 2018", ""),
        entry(5, "", "", "データベースの検索", ""),
        entry(6, "", "", "한국어 문서 검색", ""),
    ];
    index.add(&all).unwrap();
    index.commit(1).unwrap();
    let found = |question: &str| -> Vec<u32> {
        let hits = index.search(question, 10, None, &Boosts::default()).unwrap();
        hits.iter().map(|hit| hit.ordinal).collect()
    };
    for (question, ordinal) in [
        ("tps7a4701", 0),
        ("TPS7A4701Q1", 0),
        ("characteristic", 1),
        ("血压", 2),
        ("血", 2),
        ("capital expenditure", 3),
        ("1577", 4),
        ("1,577", 4),
        ("ﾃﾞｰﾀ", 5),
        ("한국", 6),
    ] {
        assert_eq!(found(question), [ordinal], "{question}");
    }
    assert!(found("unheard").is_empty());
}

#[test]
fn damage_is_cleared_away_and_said() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 4] = [
        ("no meta.json", |folder| std::fs::remove_file(folder.join("meta.json")).unwrap()),
        ("garbage meta.json", |folder| std::fs::write(folder.join("meta.json"), b"{ not json").unwrap()),
        ("missing part", |folder| std::fs::remove_file(part_file(folder)).unwrap()),
        ("flipped bytes", |folder| {
            let mut bytes = std::fs::read(part_file(folder)).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0xff;
            std::fs::write(part_file(folder), bytes).unwrap();
        }),
    ];
    for (name, harm) in harms {
        let folder = tempfile::tempdir().unwrap();
        let index = built(folder.path(), 1..=2, false);
        let expected = answers(&index);
        index.release().unwrap();
        drop(index);
        harm(folder.path());
        let (index, state) = LexicalIndex::open(folder.path()).unwrap();
        assert!(matches!(state, IndexState::NeedsRebuild { .. }), "{name}: {state:?}");
        assert_eq!((index.generation(), index.entries()), (0, 0), "{name}");
        index.rebuild((1..=2).flat_map(|document| entries(document, 40)), 100).unwrap();
        assert_eq!(expected, answers(&index), "{name}");
    }
}

fn part_file(folder: &Path) -> std::path::PathBuf {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().find(|path| path.extension().is_some_and(|end| end == "idx")).unwrap()
}

#[test]
fn files_left_by_a_dead_writer_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".tantivy-writer.lock"), b"").unwrap();
    std::fs::write(folder.path().join("garbage.bin"), b"x").unwrap();
    let (index, state) = LexicalIndex::open(folder.path()).unwrap();
    assert!(matches!(state, IndexState::NeedsRebuild { .. }));
    index.rebuild(entries(1, 5), 3).unwrap();
    assert_eq!((index.generation(), index.entries()), (3, 5));
}

#[test]
fn readers_beside_a_writer_see_committed_states_only() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(LexicalIndex::open_shared(folder.path()), Err(LexicalError::Unusable { .. })));
    let writer = built(folder.path(), 1..=2, false);
    let reader = LexicalIndex::open_shared(folder.path()).unwrap();
    assert_eq!(answers(&writer), answers(&reader));
    assert!(matches!(reader.add(&entries(9, 1)), Err(LexicalError::ReadOnly { .. })));
    let before = answers(&reader);
    writer.add(&entries(3, 40)).unwrap();
    reader.refresh().unwrap();
    assert_eq!(before, answers(&reader));
    writer.commit(101).unwrap();
    reader.refresh().unwrap();
    assert_eq!((reader.generation(), reader.entries()), (101, 120));
    assert_eq!(answers(&writer), answers(&reader));
}

#[test]
fn two_writers_exclude_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let first = built(folder.path(), [1], false);
    let (second, _) = LexicalIndex::open(folder.path()).unwrap();
    let refused = second.add(&entries(2, 1)).unwrap_err();
    assert!(matches!(refused, LexicalError::Busy { .. }), "{refused}");
    assert_eq!(refused.wire().code, waymark_core::ErrorCode::LibraryBusy);
    first.release().unwrap();
    second.add(&entries(2, 1)).unwrap();
    second.commit(102).unwrap();
    assert_eq!(second.entries(), 41);
}

/// Prints figures; run with `cargo test -p waymark-lexical --test index -- --ignored --nocapture`.
#[test]
#[ignore = "measures, does not check"]
#[allow(clippy::print_stdout)]
fn speed_at_forty_thousand_entries() {
    let folder = tempfile::tempdir().unwrap();
    let (index, _) = LexicalIndex::open(folder.path()).unwrap();
    let begun = std::time::Instant::now();
    for document in 1..=80 {
        index.add(&entries(document, 500)).unwrap();
    }
    index.commit(1).unwrap();
    println!("index 40,000 entries: {:?}, {} bytes", begun.elapsed(), index.bytes());
    let mut times: Vec<_> = (0..100)
        .map(|at| {
            let begun = std::time::Instant::now();
            index.search(QUESTIONS[at % QUESTIONS.len()], 100, None, &Boosts::default()).unwrap();
            begun.elapsed()
        })
        .collect();
    times.sort();
    println!("search: p50 {:?}, p95 {:?}", times[50], times[95]);
    let long = "operating income (revenue) cash dose therapy ".repeat(250);
    let begun = std::time::Instant::now();
    index.search(&long, 100, None, &Boosts::default()).unwrap();
    println!("question of {} characters: {:?}", long.len(), begun.elapsed());
}
