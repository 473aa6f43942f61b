//! Follow-ups as readers write them.

use super::{Turn, rewrite};

fn after(question: &str, answer: &str, next: &str) -> Option<String> {
    rewrite(&[Turn { question: question.into(), answer: answer.into() }], next)
}

fn plain(question: &str, next: &str) -> Option<String> {
    after(question, "Some answer [1].", next)
}

#[test]
fn t031_t034_a_pronoun_gets_its_subject() {
    assert_eq!(
        plain("What is the output voltage of the LM317?", "What is its weight?").as_deref(),
        Some("What is LM317's weight?")
    );
    assert_eq!(
        plain("How did Best Buy do in 2022?", "How much debt do they have?").as_deref(),
        Some("How much debt do Best Buy have?")
    );
    assert_eq!(
        plain("What is the dose for the yellow tablet?", "Can it be crushed?").as_deref(),
        Some("Can the yellow tablet be crushed?")
    );
    assert_eq!(plain("苹果公司的营业收入是多少？", "它的利润是多少？").as_deref(), Some("苹果公司的利润是多少？"));
}

#[test]
fn t034_the_subject_may_stand_further_back() {
    let history = [
        Turn { question: "Who makes the LM317?".into(), answer: String::new() },
        Turn { question: "and how hot may things become".into(), answer: String::new() },
    ];
    assert_eq!(rewrite(&history, "What is its package?").as_deref(), Some("What is LM317's package?"));
}

#[test]
fn t032_an_ellipsis_is_completed() {
    assert_eq!(plain("What was 3M's capex in FY2018?", "and for 2022?").as_deref(), Some("What was 3M's capex in 2022?"));
    assert_eq!(plain("What was 3M's capex in FY2018?", "What about Nike?").as_deref(), Some("What was Nike's capex in FY2018?"));
    assert_eq!(
        plain("What was 3M's capex in FY2018?", "How about Best Buy in FY2019?").as_deref(),
        Some("What was Best Buy's capex in FY2019?")
    );
    assert_eq!(plain("What was the capex of 3M?", "and in millions?").as_deref(), Some("What was the capex of 3M (millions)?"));
    assert_eq!(plain("3M公司2018年的收入是多少？", "那2019年呢？").as_deref(), Some("3M公司2019年的收入是多少？"));
}

#[test]
fn another_quantity_takes_the_place_of_the_old_one() {
    let last = "What is the quiescent current of the LA3150?";
    assert_eq!(plain(last, "And the thermal resistance?").as_deref(), Some("What is the thermal resistance of the LA3150?"));
    assert_eq!(
        plain("How many passengers did Sundline carry in 2024?", "And freight?").as_deref(),
        Some("freight, Sundline 2024?")
    );
    assert_eq!(plain(last, "thanks"), None, "nothing is asked");
}

#[test]
fn t036_agreement_repeats_the_search() {
    let question = "What was 3M's capex in FY2018?";
    for yes in ["yes", "Yes, please!", "ok", "sure", "好的", "go on"] {
        assert_eq!(plain(question, yes).as_deref(), Some(question), "{yes}");
    }
    let offered = after(question, "It was $1,577 million [1]. Shall I also look up depreciation?", "yes");
    assert!(offered.is_some_and(|q| q.starts_with(question) && q.contains("depreciation")));
}

#[test]
fn whole_questions_pass_unchanged() {
    let last = "What was 3M's capex in FY2018?";
    for next in [
        "What is the revenue of Nike in FY2019?",
        "Which companies did Pfizer acquire according to this 10-K report?",
        "Is it possible to return goods at Best Buy?",
        "Explain the going concern doubt",
        "In 2022 Q2, which of JPM's segments had the highest net income?",
    ] {
        assert_eq!(plain(last, next), None, "{next}");
    }
    assert_eq!(rewrite(&[], "and for 2022?"), None, "nothing to lean on");
    assert_eq!(plain(last, "   "), None);
}

proptest::proptest! {
    #[test]
    fn any_text_passes(a in "\\PC{0,60}", b in "\\PC{0,40}") {
        let _ = rewrite(&[Turn { question: a, answer: b.clone() }], &b);
    }

    #[test]
    fn fragments_pass(a in "(what|3M|its|FY2018|的|é| |of|'s|\\?){0,9}", b in "(and|for|2022|它|Nike|'s| |é|\\?){0,6}") {
        let _ = rewrite(&[Turn { question: a, answer: String::new() }], &b);
    }
}
