//! The same small cases as the reference scorer, with the figures it printed.

#![allow(clippy::unwrap_used)]

use super::{Figures, Retrieved, log_rank, score_question, summarise};
use crate::eval::parse_questions;

const QUESTIONS: &str = r#"
{"qid":"a","question":"x","gold":[{"doc":"D1","page":3},{"doc":"D1","page":7},{"doc":"D2","page":1}],"match":"all","split":"dev"}
{"qid":"b","question":"x","gold":[{"doc":"D1","page":3},{"doc":"D1","page":4}],"match":"any","split":"dev"}
{"qid":"c","question":"x","gold":[{"doc":"D3","page":null}],"match":"all","split":"dev"}
{"qid":"d","question":"x","gold":[{"doc":"D9","page":9}],"match":"all","split":"dev"}
"#;

fn results() -> Vec<Retrieved> {
    let row = |doc: &str, pages: &[u32], chars: usize| Retrieved { doc: doc.into(), pages: pages.to_vec(), chars: Some(chars) };
    let mut list = vec![
        row("D2.pdf", &[5], 900),
        row("D1.pdf", &[2, 3, 7], 1500),
        row("D1", &[3], 700),
        row("D4.PDF", &[1], 1200),
        row("D1.pdf", &[4], 100),
        row("D2.pdf", &[1], 3700),
        row("D3.txt", &[], 50),
    ];
    list.extend((1..6).map(|page| row("D8.pdf", &[page], 10)));
    list.push(row("D9.pdf", &[9], 10));
    list
}

fn check(figures: &Figures, expected: &[(&str, f64)]) {
    for (name, value) in expected {
        let own = figures[*name];
        assert!((own - value).abs() < 1e-12, "{name}: {own} instead of {value}");
    }
}

#[test]
fn figures_agree_with_the_reference_scorer() {
    let questions = parse_questions(QUESTIONS).unwrap();
    let per: Vec<Figures> = questions.iter().map(|q| score_question(q, &results(), Some(1000))).collect();
    check(
        &per[0],
        &[
            ("T@1", 1.0),
            ("T@5", 1.0),
            ("DR@5", 1.0),
            ("R@1", 0.0),
            ("R@3", 1.0 / 3.0),
            ("R@5", 1.0 / 3.0),
            ("R@10", 2.0 / 3.0),
            ("R@20", 2.0 / 3.0),
            ("C@1", 0.0),
            ("C@2", 1.0),
            ("MRR@10", 0.5),
            ("nDCG@10", 0.463_242_365_932_067_5),
            ("LR", 0.527_191_943_877_410_4),
            ("R@4k", 1.0 / 3.0),
            ("R@8k", 1.0 / 3.0),
        ],
    );
    check(
        &per[1],
        &[("T@1", 0.0), ("R@3", 1.0), ("nDCG@10", 0.630_929_753_571_457_5), ("LR", 0.840_959_581_760_112_5), ("R@4k", 1.0)],
    );
    check(&per[2], &[("T@5", 0.0), ("DR@5", 0.0), ("DR@10", 1.0)]);
    assert!(!per[2].contains_key("R@1"), "no page figures without a gold page");
    check(
        &per[3],
        &[
            ("T@5", 0.0),
            ("DR@20", 1.0),
            ("R@10", 0.0),
            ("R@20", 1.0),
            ("MRR@10", 0.0),
            ("LR", 0.640_272_917_984_125_1),
            ("R@8k", 0.0),
        ],
    );
    let summary = summarise(&per, &[5.0, 1.0, 9.0, 3.0]);
    let rounded = |name: &str| (summary.means[name] * 1e4).round() / 1e4;
    for (name, value) in [
        ("T@1", 0.25),
        ("T@5", 0.5),
        ("DR@5", 0.5),
        ("DR@10", 0.75),
        ("DR@20", 1.0),
        ("R@3", 0.4444),
        ("R@5", 0.4444),
        ("R@10", 0.5556),
        ("R@20", 0.8889),
        ("C@2", 0.6667),
        ("MRR@10", 0.3333),
        ("nDCG@10", 0.3647),
        ("LR", 0.6695),
        ("R@4k", 0.4444),
        ("R@8k", 0.4444),
    ] {
        assert!((rounded(name) - value).abs() < 1e-9, "{name}: {}", rounded(name));
    }
    assert_eq!((summary.n, summary.n_page_labelled), (4, 3));
    assert_eq!((summary.latency_ms_p50, summary.latency_ms_p95), (Some(3.0), Some(9.0)));
}

#[test]
fn precision_rank_and_failures() {
    let questions = parse_questions(QUESTIONS).unwrap();
    let figures = score_question(&questions[0], &results(), None);
    check(&figures, &[("P@1", 0.0), ("P@3", 2.0 / 3.0), ("P@5", 0.4), ("AMR", 2.0), ("FAIL", 0.0)]);
    assert!(!figures.contains_key("LR"));
    let none = score_question(&questions[0], &[], Some(1000));
    check(&none, &[("FAIL", 1.0), ("R@20", 0.0), ("T@5", 0.0), ("LR", 0.0)]);
    assert!(!none.contains_key("AMR") && !none.contains_key("R@4k"));
}

#[test]
fn log_rank_as_in_the_table_of_the_paper() {
    assert!((log_rank(1, 1000, 1.0) - 1.0).abs() < 1e-12);
    assert!((log_rank(10, 1000, 1.0) - 2.0 / 3.0).abs() < 1e-12);
    assert!((log_rank(100, 1000, 1.0) - 1.0 / 3.0).abs() < 1e-12);
    assert!(log_rank(1000, 1000, 1.0).abs() < 1e-12);
    assert!(log_rank(10, 1000, 10.0) < log_rank(10, 1000, 1.0));
    assert!((log_rank(1, 1, 1.0) - 1.0).abs() < 1e-12);
    assert!(log_rank(5, 3, 1.0).abs() < 1e-12);
}
