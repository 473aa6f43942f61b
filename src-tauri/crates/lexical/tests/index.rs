//! The lexical index: the same scores whatever its history, the scope, ties, any text as a question.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use common::{QUESTIONS, answers, built, entries};
use waymark_core::{DocumentId, IndexEntry, SegmentId};
use waymark_lexical::{Boosts, IndexState, LexHit, LexicalIndex};

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
fn several_scopes_at_once_give_what_each_alone_gives() {
    let folder = tempfile::tempdir().unwrap();
    let (index, _) = LexicalIndex::open(folder.path()).unwrap();
    for document in 1..=6 {
        index.add(&entries(document, 40)).unwrap();
        index.commit(document).unwrap();
    }
    let (some, none) = ([DocumentId(5), DocumentId(2)], []);
    for question in QUESTIONS {
        for k in [1, 7, 1000] {
            let scopes = [None, Some(&some[..]), Some(&none[..])];
            let together = index.search_scopes(question, &[], k, &scopes, &Boosts::default()).unwrap();
            let alone = scopes.map(|scope| index.search(question, k, scope, &Boosts::default()).unwrap());
            assert_eq!(together, alone, "{question}");
            assert!(!together[0].is_empty() && together[2].is_empty(), "{question}");
            assert!(together[1].iter().all(|hit| some.contains(&hit.document)), "{question}");
        }
    }
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
