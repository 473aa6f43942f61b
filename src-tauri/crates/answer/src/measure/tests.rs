#![allow(clippy::unwrap_used)]

use super::{Given, Reference, agrees, exact, expected, figures, rouge_l, token_f1};
use crate::verify::numbers;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn words_are_compared_as_in_reading_comprehension() {
    assert!(exact("The 1,577 dollars.", "1577 dollars"));
    assert!(close(token_f1("sales rose by 5%", "Sales rose."), 2.0 * 2.0 / 6.0));
    assert!(close(token_f1("a b b c", "b b b"), 2.0 * 2.0 / 6.0), "`a` is an article; words count with their number");
    assert!(close(rouge_l("one two three four", "four one three"), 2.0 * 2.0 / 7.0), "order counts");
    assert!(close(token_f1("净利润增长", "利润增长"), 2.0 * 4.0 / 9.0));
    assert!(close(token_f1("", ""), 1.0) && close(rouge_l("x", ""), 0.0));
}

#[test]
fn figures_are_those_of_the_evidence_without_what_the_question_says() {
    let digits = |reference: &Reference| expected(reference).into_iter().map(|n| n.digits).collect::<Vec<_>>();
    let mut reference = Reference {
        question: "What is the FY2018 capital expenditure?".into(),
        answer: Some("$1577.00 in FY2018, Q2 and 2017".into()),
        ..Reference::default()
    };
    assert_eq!(digits(&reference), ["1577"]);
    reference.evidence = vec!["Purchases of property | (1,577) | (1,373)".into()];
    assert_eq!(digits(&reference), ["1577", "1373"]);
}

#[test]
fn a_figure_may_stand_in_another_scale() {
    let shows = |wanted: &str, text: &str| agrees(&numbers(wanted)[0], text);
    assert!(shows("$8.70", "Property, plant and equipment – net | 8,738"));
    assert!(shows("1577.00", "(1,577)"));
    assert!(shows("8,400,000,000", "$8.4 billion"));
    assert!(!shows("8.6", "8,738"));
    assert!(!shows("9%", "8,738 and 9,123"), "one digit says too little in another scale");
    assert!(!shows("17.98", "1798"));
}

#[test]
fn citations_and_refusals() {
    let reference = Reference {
        question: "How much?".into(),
        answer: Some("12".into()),
        pages: vec![("report".into(), 4), ("report".into(), 9)],
        ..Reference::default()
    };
    let given = Given {
        sentences: vec!["Profit was 12.".into()],
        carried: 1,
        cited: vec![("report".into(), 4), ("other".into(), 4)],
        found: true,
        ..Given::default()
    };
    let got = figures(&reference, &given);
    assert!(close(got["CITE-P"], 0.5) && close(got["CITE-R"], 0.5) && close(got["FIG-ALL"], 1.0) && close(got["REFUSED"], 0.0));
    assert!(!got.contains_key("CHOICE") && !got.contains_key("REFUSED-RIGHT"));
    let either = figures(&Reference { any: true, ..reference.clone() }, &given);
    assert!(close(either["CITE-R"], 1.0));
    let none = figures(&Reference { answer: None, ..reference }, &Given::default());
    assert!(close(none["REFUSED-RIGHT"], 1.0) && !none.contains_key("F1"));
}

#[test]
fn a_choice_is_read_from_its_letter_or_its_words() {
    let reference = |answer: &str| Reference {
        answer: Some(answer.into()),
        choices: vec!["Red wine".into(), "White bread".into(), "Milk".into()],
        ..Reference::default()
    };
    let choice = |answer: &str, text: &str| {
        let given = Given { sentences: vec![text.into()], found: true, ..Given::default() };
        figures(&reference(answer), &given)["CHOICE"]
    };
    assert!(close(choice("White bread", "(b)"), 1.0));
    assert!(close(choice("White bread", "B. It is bread."), 1.0));
    assert!(close(choice("White bread", "The passage names bread that is white."), 1.0));
    assert!(close(choice("White bread", "A glass of milk"), 0.0), "an article is no letter");
    assert!(close(choice("Milk", "Nothing of the kind"), 0.0));
}
