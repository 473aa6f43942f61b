//! Answers without a model, by what kind of question it is: places, summaries, superlatives, counts, comparisons.

use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;
use waymark_tests::{Cli, samples};

static LIBRARY: LazyLock<(TempDir, Cli)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    (folder, cli)
});

fn ask(question: &str) -> Value {
    let run = LIBRARY.1.run(&["ask", question, "--mode", "extractive", "--json"]).unwrap();
    run.expect_code(0).unwrap().json().unwrap()
}

fn first(question: &str) -> String {
    ask(question)["sentences"][0]["text"].as_str().unwrap_or_default().to_owned()
}

fn citations(answer: &Value) -> &[Value] {
    answer["citations"].as_array().unwrap()
}

#[test]
fn a_numbered_place_is_quoted_and_one_that_is_not_there_is_said_to_be_missing() {
    let page = ask("page 2 of la3150");
    assert!(page["found"] == true && !citations(&page).is_empty(), "{page}");
    let there = |citation: &Value| citation["document"]["file_name"] == "la3150.pdf" && citation["page"] == 2;
    assert!(citations(&page).iter().all(there), "{page}");
    let section = ask("section 7.3 of the LA3115");
    let inside = |citation: &Value| citation["section_path"].to_string().contains("7.3 Electrical Characteristics");
    assert!(section["found"] == true && citations(&section).iter().all(inside), "{section}");
    assert!(first("figure 2 of the LA3150").contains("Figure 2"), "{}", first("figure 2 of the LA3150"));
    for question in ["figure 9", "figure 7 of the LA3150", "page 77 of ferries"] {
        let missing = ask(question);
        let told = missing["warnings"].to_string();
        assert!(missing["found"] == false && missing["sentences"].as_array().unwrap().is_empty(), "{question}: {missing}");
        assert!(told.contains("figure 9") || told.contains("figure 7") || told.contains("page 77"), "{question}: {told}");
    }
}

#[test]
fn a_summary_needs_no_model_and_keeps_the_order_of_the_document() {
    let section = ask("Summarise section 9 of the LA3150 datasheet");
    assert_eq!(section["found"], true, "{section}");
    let inside = |citation: &Value| citation["section_path"][1].as_str().unwrap().starts_with('9');
    assert!(citations(&section).iter().all(inside), "{section}");
    let whole = ask("summarise the ferries report");
    let pages: Vec<u64> = citations(&whole).iter().map(|citation| citation["page"].as_u64().unwrap()).collect();
    assert!(whole["found"] == true && pages.len() >= 5 && pages.is_sorted(), "{pages:?}");
    let chapters: std::collections::BTreeSet<String> =
        citations(&whole).iter().map(|citation| citation["section_path"][1].to_string()).collect();
    assert!(chapters.len() >= 5, "{chapters:?}");
}

#[test]
fn superlatives_counts_and_comparisons_are_answered_as_such() {
    assert!(first("Which segment has the highest revenue at Sundline Ferries?").starts_with("Passenger services: 2024 229.4"));
    assert!(first("Which ship carries the most passengers?").contains("1,600"));
    let carried = ask("How many passengers did Sundline carry in 2024?");
    assert!(carried["sentences"].to_string().contains("8.7 million"), "{carried}");
    let compared = ask("Compare the dropout voltage of the LA3115 and the LA3150");
    let files: Vec<&Value> = citations(&compared).iter().take(2).map(|citation| &citation["document"]["file_name"]).collect();
    assert_eq!(files, ["la3115.pdf", "la3150.pdf"], "{compared}");
    for sentence in compared["sentences"].as_array().unwrap().iter().take(2) {
        assert!(sentence["text"].as_str().unwrap().starts_with("Dropout voltage"), "{compared}");
    }
}

#[test]
fn slips_of_the_fingers_are_mended_and_told() {
    let answer = ask("What is the dropuot voltage of the LA3150?");
    assert_eq!(answer["query"], "What is the dropout voltage of the LA3150?");
    assert!(answer["sentences"][0]["text"].as_str().unwrap().starts_with("Dropout voltage"), "{answer}");
    assert!(ask("What is the dropout voltage of the LA3150?")["query"].is_null());
    let none = ask("What is the wombat voltage of the LA3150?");
    assert!(none["query"].is_null(), "a word that stands nowhere is no slip: {none}");
}

#[test]
fn the_name_of_a_document_does_not_lift_what_repeats_it() {
    let answer = ask("dropout of the LA3150");
    assert!(answer["sentences"][0]["text"].as_str().unwrap().starts_with("Dropout voltage"), "{answer}");
}

#[test]
fn short_questions_are_not_refused_for_the_words_they_ask_with() {
    for question in ["家庭血压应该怎么测量？", "Is the dividend higher than last year?"] {
        let answer = ask(question);
        assert_eq!(answer["found"], true, "{question}: {answer}");
    }
    assert_eq!(ask("What colour is the chairman's bicycle?")["found"], false);
}
