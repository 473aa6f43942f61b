//! Questions that similarity alone does not answer, and the ablations.

use serde_json::Value;
use tempfile::TempDir;
use waymark_tests::{Cli, samples};

fn library() -> (TempDir, Cli) {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    (folder, cli)
}

fn hits(cli: &Cli, arguments: &[&str]) -> Vec<Value> {
    let result = cli.run(arguments).unwrap().expect_code(0).unwrap().json().unwrap();
    result["hits"].as_array().unwrap().clone()
}

fn rows(cli: &Cli, group: &str) -> Vec<Value> {
    let questions = samples().join("questions.jsonl");
    let result = cli.run(&["eval", questions.to_str().unwrap(), &format!("--ablation={group}"), "--json"]).unwrap();
    result.expect_code(0).unwrap().json().unwrap().as_array().unwrap().clone()
}

fn figure(rows: &[Value], name: &str, what: &str) -> f64 {
    let row = rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no row `{name}`"));
    row["summary"]["means"][what].as_f64().unwrap()
}

#[test]
fn arrangements_of_the_library_are_measured_and_leave_it_alone() {
    let (folder, cli) = library();
    let before = hits(&cli, &["search", "dropout voltage of the LA3150", "--json"]);
    // Metadata RAG: vectors that know where they stand find more than those of the text alone.
    let metadata = rows(&cli, "metadata");
    assert!(figure(&metadata, "metadata in front", "R@5") > figure(&metadata, "vectors of the text alone", "R@5"));
    assert!(figure(&metadata, "unified, 0.5 metadata", "R@5") >= figure(&metadata, "vectors of the text alone", "R@5"));
    // The library's own vectors, arranged as they are, give what the library gives.
    let units = rows(&cli, "units");
    let parts = rows(&cli, "parts");
    for what in ["R@5", "R@20", "MRR@10"] {
        let own = figure(&parts, "vectors alone, no document singled out", what);
        assert!((figure(&units, "cascade, vectors", what) - own).abs() < 1e-9, "{what}");
    }
    assert!(figure(&units, "cascade, vectors, BM25 and key terms", "R@5") >= figure(&units, "fixed stretches, vectors", "R@5"));
    let noise = rows(&cli, "noise");
    assert!((figure(&noise, "full method, no damage", "R@5") - figure(&noise, "full method", "R@5")).abs() < 1e-9);
    assert!(figure(&noise, "vectors, every parent wrong", "MRR@10") < figure(&noise, "vectors, no damage", "MRR@10"));
    let levels = rows(&cli, "levels");
    assert!(figure(&levels, "vectors, down the heading trees", "R@20") > 0.0);
    let space = cli.run(&["space", "--json", "--svg", folder.path().join("space.svg").to_str().unwrap()]).unwrap();
    let space = space.expect_code(0).unwrap().json().unwrap();
    let auc = |at: usize| space[at]["separation"]["auc"].as_f64().unwrap();
    assert!(auc(1) > auc(0) && auc(0) > 0.5, "metadata draw the passages of a document together: {} {}", auc(0), auc(1));
    assert!(std::fs::read_to_string(folder.path().join("space.svg")).unwrap().matches("<circle").count() > 100);
    let after = hits(&cli, &["search", "dropout voltage of the LA3150", "--json"]);
    assert_eq!(before, after, "experiments change nothing");
}

#[test]
fn t029_every_hit_says_why_it_stands_where_it_stands() {
    let (_folder, cli) = library();
    let asked = ["search", "What is the maximum dropout voltage of the LA3150?", "--explain", "--json"];
    let result = cli.run(&asked).unwrap().expect_code(0).unwrap().json().unwrap();
    let analysis = &result["analysis"];
    assert_eq!(analysis["names"][0], "LA3150");
    assert!(analysis["documents"][0]["terms"].as_array().unwrap().iter().any(|term| term == "LA3150"), "{analysis}");
    let first = &result["hits"][0];
    assert!(first["explanation"]["raw_dense"].is_number() && first["explanation"]["raw_lexical"].is_number(), "{first}");
    assert!(first["explanation"]["keywords"].as_array().unwrap().iter().any(|term| term == "LA3150"), "{first}");
    let text = cli.run(&asked[..3]).unwrap().expect_code(0).unwrap().out;
    assert!(text.contains("weights") && text.contains("cosine") && text.contains("reranked:"), "{text}");
    // Without the switch nothing of it is printed.
    let plain = cli.run(&["search", "dropout voltage", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert!(plain.get("analysis").is_none() && plain["hits"][0].get("explanation").is_none());
}

#[test]
fn t007_t012_t014_what_was_added_is_found_as_well_as_at_the_last_release() {
    let (_folder, cli) = library();
    let status = cli.run(&["status", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!(status["documents"], status["ready"], "added is searchable, without another step: {status}");
    let questions = samples().join("questions.jsonl");
    let eval = |method: &str| {
        let result = cli.run(&["eval", questions.to_str().unwrap(), "--method", method, "--json"]).unwrap();
        result.expect_code(0).unwrap().json().unwrap()["summary"]["means"].clone()
    };
    let means = eval("hybrid");
    // Floors, not figures to be proud of: a release below them has broken something.
    for (name, floor) in [("T@1", 0.9), ("R@5", 0.9), ("MRR@10", 0.75)] {
        assert!(means[name].as_f64().unwrap() >= floor, "{name}: {means}");
    }
    // By default both routes are asked.
    for alone in ["dense", "lexical"] {
        assert!(means["R@5"].as_f64() >= eval(alone)["R@5"].as_f64(), "{alone}");
    }
}

#[test]
fn overviews_places_comparisons_and_ablations() {
    let (_folder, cli) = library();
    // T011, T026: a generic question goes to what introduces the documents, each dealt in.
    let about = hits(&cli, &["search", "What are these documents about?", "--json"]);
    let first: std::collections::BTreeSet<&str> =
        about.iter().take(4).map(|hit| hit["document"]["file_name"].as_str().unwrap()).collect();
    assert_eq!(first.len(), 4, "{about:?}");
    assert!(about.iter().take(4).all(|hit| hit["page"].as_u64().unwrap() <= 3), "{about:?}");
    // T009: a scope is a filter, also for an overview.
    let scoped = hits(&cli, &["search", "What is this about?", "--scope", "ferries.pdf", "--json"]);
    assert!(scoped.iter().all(|hit| hit["document"]["file_name"] == "ferries.pdf") && !scoped.is_empty());
    // A numbered page of one document.
    let page = hits(&cli, &["search", "What stands on page 3 of the LA3150?", "--json"]);
    assert!(page.iter().take(3).all(|hit| hit["page"] == 3 && hit["document"]["file_name"] == "la3150.pdf"), "{page:?}");
    // One that does not exist is said not to.
    let nowhere = cli.run(&["search", "What does figure 99 of the LA3150 show?", "--json"]).unwrap().expect_code(0).unwrap();
    assert!(nowhere.json().unwrap()["note"].as_str().unwrap().contains("has no figure 99"), "{}", nowhere.out);
    let there = cli.run(&["search", "What stands on page 3 of the LA3150?", "--json"]).unwrap().json().unwrap();
    assert!(there["note"].is_null(), "{there}");
    // What the scope leaves out is said, in searches and answers; file names count whatever their letters' case.
    for command in ["search", "ask"] {
        let told = cli.run(&[command, "dropout voltage of the LA3150", "--scope", "LA3115.PDF", "--json"]).unwrap();
        let told = told.expect_code(0).unwrap();
        assert!(told.out.contains("`LA3150` names a document outside the scope"), "{}", told.out);
    }
    // T037: a summary of a section has its passages as they are read.
    let summary = hits(&cli, &["search", "Summarise section 3 of the ferries report", "--top-k", "6", "--json"]);
    let titles: Vec<&str> =
        summary.iter().map(|hit| hit["section_path"].as_array().unwrap().last().unwrap().as_str().unwrap()).collect();
    assert!(titles.iter().all(|title| title.starts_with('3')) && titles.is_sorted() && titles.len() > 3, "{titles:?}");
    // T002: a comparison needs both documents.
    for question in ["Compare the dropout voltage of the LA3115 and the LA3150", "dropout voltage of LA3115 and LA3150"] {
        let both = hits(&cli, &["search", question, "--json"]);
        assert_ne!(both[0]["document"]["file_name"], both[1]["document"]["file_name"], "{both:?}");
    }
    // Ablations: one row each, the full method first and never beaten by a route alone on the samples.
    let questions = samples().join("questions.jsonl");
    let rows = rows(&cli, "parts");
    let figure = |name: &str| figure(&rows, name, "R@5");
    let bare = cli.run(&["eval", questions.to_str().unwrap(), "--ablation", "--json"]).unwrap().expect_code(0).unwrap();
    assert_eq!(bare.json().unwrap().as_array().unwrap().len(), rows.len(), "`parts` is what is meant without a name");
    assert!(rows.len() > 15 && rows[0]["name"] == "full method" && rows[0]["loss"].is_null());
    assert!(figure("full method") >= figure("vectors alone") && figure("full method") >= figure("BM25 alone"));
    let hidden = cli.run(&["eval", questions.to_str().unwrap(), "--anonymous-names", "--json"]).unwrap().expect_code(0).unwrap();
    assert!((hidden.json().unwrap()["summary"]["means"]["R@5"].as_f64().unwrap() - figure("file names hidden")).abs() < 1e-9);
}

#[test]
fn own_questions_are_saved_run_again_and_forgotten() {
    let (_folder, cli) = library();
    let add = |question: &str, page: &str| cli.run(&["questions", "add", question, "--page", page]).unwrap();
    let qid = add("What is the maximum dropout voltage of the LA3150?", "la3150.pdf:2").expect_code(0).unwrap().out;
    assert_eq!(qid.trim(), "own_001");
    assert!(add("When?", "nowhere.pdf:1").err.contains("`nowhere.pdf`"));
    assert!(add("When?", "la3150.pdf:900").err.contains("`900`"));
    assert!(add(" ", "la3150.pdf:1").err.contains("empty"));
    let run = || cli.run(&["questions", "run", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!(run()["summary"]["n"], 1);
    assert_eq!(run()["questions"][0]["qid"], "own_001");
    let runs = cli.run(&["questions", "runs", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!(runs.as_array().unwrap().len(), 2, "{runs}");
    cli.run(&["questions", "remove", "own_001"]).unwrap().expect_code(0).unwrap();
    assert!(cli.run(&["questions", "run"]).unwrap().err.contains("no question is saved"));
}
