#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Refusal, Reply, Verdict, Verdicts, read};
use crate::formatter::{LineKind, Reach, SourceLine, Standing};

fn lines(standings: &[Standing]) -> Vec<SourceLine> {
    let line = |(at, standing): (usize, &Standing)| SourceLine {
        id: u32::try_from(at).unwrap(),
        text: format!("Line {at}"),
        page: 0,
        kind: LineKind::Text,
        native: (*standing == Standing::KnownHeading).then_some(1),
        standing: *standing,
    };
    standings.iter().enumerate().map(line).collect()
}

fn ask(value: &Value, standings: &[Standing], before: u8) -> Result<Vec<(u32, Option<u8>)>, Refusal> {
    let lines = lines(standings);
    let asked: Vec<u32> = lines.iter().filter(|line| line.standing != Standing::Settled).map(|line| line.id).collect();
    let read = read(Reply { value, lines: &lines, asked: &asked, before })?;
    Ok(read.into_iter().map(|verdict| (verdict.line, verdict.level)).collect())
}

const DOUBT: Standing = Standing::Doubtful;

#[test]
fn all_forms_of_a_reply_say_the_same() {
    for value in [
        json!({"0": "h1", "1": "body", "2": "h2"}),
        json!({"0": 1, "1": 0, "2": 2}),
        json!({"lines": {"0": "heading 1", "1": "text", "2": "H2"}}),
        json!([{"id": 0, "level": 1}, {"id": "1", "as": "body"}, {"line": 2, "as": "h2"}]),
        json!({"lines": [{"id": 0, "level": 1}, {"id": 1, "level": null, "as": "body"}, {"id": 2, "level": 2}]}),
    ] {
        assert_eq!(ask(&value, &[DOUBT; 3], 0), Ok(vec![(0, Some(1)), (1, None), (2, Some(2))]), "{value}");
    }
}

#[test]
fn levels_that_jump_are_lowered_and_too_deep_ones_cut() {
    let value = json!({"0": "h5", "1": "h9", "2": "h1", "3": "h6"});
    assert_eq!(ask(&value, &[DOUBT; 4], 0), Ok(vec![(0, Some(1)), (1, Some(2)), (2, Some(1)), (3, Some(2))]));
    assert_eq!(ask(&value, &[DOUBT; 4], 2).unwrap()[0], (0, Some(3)));
}

#[test]
fn replies_about_other_lines_or_none_are_refused() {
    let four = [DOUBT; 4];
    assert_eq!(ask(&json!("heading"), &four, 0), Err(Refusal::Unreadable));
    assert_eq!(ask(&json!({"answer": "h1"}), &four, 0), Err(Refusal::Unreadable));
    assert_eq!(ask(&json!({"0": "h1", "70": "body", "71": "body"}), &four, 0), Err(Refusal::Unknown));
    assert_eq!(ask(&json!({"0": "h1"}), &four, 0), Err(Refusal::Sparse));
    assert_eq!(ask(&json!({"0": "h1", "1": "body"}), &four, 0).unwrap().len(), 2);
}

#[test]
fn a_window_that_is_all_headings_is_thrown_away_unless_it_is_one() {
    let all = |standings: &[Standing]| {
        let value: Value = (0..standings.len()).map(|at| (at.to_string(), json!("h1"))).collect::<serde_json::Map<_, _>>().into();
        ask(&value, standings, 0)
    };
    let known = Standing::KnownHeading;
    assert_eq!(all(&[DOUBT; 6]), Err(Refusal::AllHeadings));
    assert_eq!(all(&[DOUBT, known, known, known, Standing::KnownBody, known]), Err(Refusal::AllHeadings));
    assert!(all(&[DOUBT, known, known, known, known, known]).is_ok());
    assert!(all(&[DOUBT; 3]).is_ok(), "three lines may be three headings");
}

#[test]
fn windows_that_disagree_on_a_line_say_nothing_of_it() {
    let verdict = |line, level| Verdict { line, level };
    let first = vec![verdict(0, Some(1)), verdict(1, Some(2)), verdict(2, None), verdict(3, Some(2))];
    let second = vec![verdict(1, Some(3)), verdict(2, None), verdict(3, None), verdict(4, Some(1))];
    let merged = Verdicts::merge(&[first.clone(), second], Reach::Doubtful);
    assert_eq!(merged.levels.into_iter().collect::<Vec<_>>(), [(0, Some(1)), (1, Some(3)), (2, None), (4, Some(1))]);
    assert!(!merged.steady);
    let headings: Vec<Verdict> = (0..4).map(|line| verdict(line, Some(2))).collect();
    assert!(Verdicts::merge(&[headings.clone(), headings], Reach::Doubtful).steady);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_u64..12).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof![Just("h2"), Just("body"), Just("h0"), Just("h300"), Just("")].prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 40, 8, |inner| {
        let name = prop_oneof![
            (0_u32..9).prop_map(|id| id.to_string()),
            Just("id".to_owned()),
            Just("level".to_owned()),
            Just("as".to_owned())
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((name, inner), 0..8)
                .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_read_is_about_lines_asked_once_each_without_jumps(value in any_json(), before in 0_u8..8) {
        if let Ok(verdicts) = ask(&value, &[DOUBT, Standing::Settled, DOUBT, DOUBT, Standing::KnownBody, DOUBT], before) {
            prop_assert!(verdicts.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(verdicts.iter().all(|(line, _)| [0, 2, 3, 4, 5].contains(line)));
            let mut last = before;
            for level in verdicts.into_iter().filter_map(|(_, level)| level) {
                prop_assert!((1..=6).contains(&level) && level <= last.saturating_add(1).max(1));
                last = level;
            }
        }
    }
}
