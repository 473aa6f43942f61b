//! The command line contract of design §10: shapes, exit codes, determinism.

use serde_json::Value;
use tempfile::TempDir;
use waymark_tests::{Cli, samples};

fn ready() -> (TempDir, Cli) {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(folder.path()).unwrap();
    cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    (folder, cli)
}

/// Everything but the times.
fn without_times(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.remove("timings_ms");
    }
    value
}

#[test]
fn a_search_result_has_the_shape_of_the_contract() {
    let (_folder, cli) = ready();
    let question = "What is the junction-to-ambient thermal resistance of the LA3150?";
    let result = cli.run(&["search", question, "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!(result["query"], question);
    assert!(result["timings_ms"]["total"].as_f64().unwrap() > 0.0);
    let hits = result["hits"].as_array().unwrap();
    assert!(!hits.is_empty() && hits.len() <= 20);
    for (index, hit) in hits.iter().enumerate() {
        assert_eq!(hit["rank"], index + 1);
        assert!(hit["document"]["id"].is_i64() && hit["document"]["file_name"].as_str().unwrap().ends_with(".pdf"));
        assert!(hit["page"].as_u64().unwrap() >= 1);
        assert!(!hit["section_path"].as_array().unwrap().is_empty());
        assert!(["text", "table", "figure"].contains(&hit["kind"].as_str().unwrap()));
        for key in ["dense", "lexical", "keyword", "rerank"] {
            assert!(hit["scores"].get(key).is_some(), "{key} is missing");
        }
        for rect in hit["boxes"].as_array().unwrap() {
            assert!(rect["x0"].as_f64() < rect["x1"].as_f64() && rect["y1"].as_f64() < rect["y0"].as_f64(), "{rect}");
        }
    }
    assert_eq!(hits[0]["document"]["file_name"], "la3150.pdf", "the look-alike came first: {}", hits[0]);
}

#[test]
fn the_same_search_twice_gives_the_same_bytes_and_a_batch_equals_single_searches() {
    let (folder, cli) = ready();
    let batch = samples().join("questions.jsonl");
    let run =
        || cli.run(&["search", "--batch", batch.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap().lines().unwrap();
    let first: Vec<Value> = run().into_iter().map(without_times).collect();
    let second: Vec<Value> = run().into_iter().map(without_times).collect();
    assert_eq!(first, second);
    assert!(first.iter().all(|line| line["qid"].is_string()));
    let single = cli.run(&["search", first[0]["query"].as_str().unwrap(), "--json"]).unwrap().json().unwrap();
    assert_eq!(without_times(single)["hits"], first[0]["hits"]);
    drop(folder);
}

#[test]
fn a_second_ingest_does_nothing_and_says_so() {
    let (_folder, cli) = ready();
    let ran = cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    assert!(ran.out.contains("nothing to do"), "{}", ran.out);
    let ran = cli.run(&["ingest", "--json", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    let done = ran.lines().unwrap().pop().unwrap();
    assert_eq!((done["added"].as_u64(), done["failed"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn scope_is_a_filter() {
    let (_folder, cli) = ready();
    let ran = cli.run(&["search", "thermal resistance of the LA3150", "--scope", "la3115.pdf", "--json"]).unwrap();
    let result = ran.expect_code(0).unwrap().json().unwrap();
    let hits = result["hits"].as_array().unwrap();
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit["document"]["file_name"] == "la3115.pdf"));
}

#[test]
fn a_removed_document_is_found_by_no_route() {
    let (_folder, cli) = ready();
    let list = cli.run(&["list", "--json"]).unwrap().json().unwrap();
    let gone = list.as_array().unwrap().iter().find(|row| row["file_name"] == "la3150.pdf").unwrap()["id"].to_string();
    cli.run(&["remove", &gone]).unwrap().expect_code(0).unwrap();
    for method in ["hybrid", "dense", "lexical", "keyword"] {
        let result = cli.run(&["search", "LA3150 thermal shutdown", "--method", method, "--json"]).unwrap().json().unwrap();
        assert!(result["hits"].as_array().unwrap().iter().all(|hit| hit["document"]["file_name"] != "la3150.pdf"), "{method}");
    }
}

#[test]
fn an_answer_without_any_model_is_quoted_and_cited() {
    let (_folder, cli) = ready();
    let question = "What is the junction-to-ambient thermal resistance of the LA3150?";
    let answer = cli.run(&["ask", question, "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!(answer["mode"], "extractive");
    let sentences = answer["sentences"].as_array().unwrap();
    assert!(!sentences.is_empty());
    let citations = answer["citations"].as_array().unwrap();
    for sentence in sentences {
        assert_eq!(sentence["support"], "quoted");
        for number in sentence["citations"].as_array().unwrap() {
            let citation =
                citations.iter().find(|citation| citation["number"] == *number).expect("a cited number has its source");
            assert!(!citation["boxes"].as_array().unwrap().is_empty(), "nothing to highlight: {citation}");
            assert!(citation["section_path"].as_array().unwrap().len() > 1, "{citation}");
        }
    }
    assert!(answer["answer"].as_str().unwrap().contains("73"), "{}", answer["answer"]);
    assert_eq!(citations[0]["document"]["file_name"], "la3150.pdf");
}

#[test]
fn outline_and_markdown_need_no_library() {
    let (_folder, cli) = ready();
    let file = samples().join("la3115.pdf");
    let outline = cli.run(&["outline", file.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let entries = outline.as_array().unwrap();
    assert!(entries.len() > 5, "{outline}");
    for entry in entries {
        assert!(entry["level"].as_u64().unwrap() >= 1 && entry["page"].as_u64().unwrap() >= 1);
        assert!(!entry["evidence"].as_array().unwrap().is_empty(), "{entry}");
    }
    let markdown = cli.run(&["markdown", file.to_str().unwrap()]).unwrap().expect_code(0).unwrap().out;
    assert!(markdown.contains("<!-- page 1 -->") && markdown.contains("<!-- page 2 -->"));
    assert!(markdown.lines().any(|line| line.starts_with("# ") || line.starts_with("## ")));
}

#[test]
fn eval_prints_every_figure_of_the_design() {
    let (_folder, cli) = ready();
    let questions = samples().join("questions.jsonl");
    let ran = cli.run(&["eval", questions.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap();
    let means = &ran.json().unwrap()["summary"]["means"];
    for figure in ["R@1", "R@5", "R@10", "R@20", "P@5", "C@5", "T@1", "T@5", "MRR@10", "nDCG@10", "LR", "R@4k", "FAIL"] {
        assert!(means[figure].is_f64(), "{figure} is missing: {means}");
    }
    assert!(means["T@1"].as_f64().unwrap() >= 0.9, "the samples' own questions find the right document: {means}");
    assert!(means["R@5"].as_f64().unwrap() >= 0.8, "{means}");
}

#[test]
fn an_empty_question_of_a_batch_loses_only_itself() {
    let (folder, cli) = ready();
    let file = folder.path().join("batch.jsonl");
    let lines = [("a", "dropout voltage"), ("b", " "), ("c", "thermal resistance")];
    let lines = lines.map(|(qid, question)| serde_json::json!({"qid": qid, "question": question}).to_string());
    std::fs::write(&file, lines.join("\n")).unwrap();
    let ran = cli.run(&["search", "--batch", file.to_str().unwrap(), "--json"]).unwrap().expect_code(3).unwrap();
    let answered: Vec<Value> = ran.lines().unwrap().into_iter().map(|line| line["qid"].clone()).collect();
    assert_eq!(answered, ["a", "c"]);
    assert!(ran.err.contains("line 2") && ran.err.contains("`b`: the question is empty"), "{}", ran.err);
}

#[test]
fn faults_of_an_evaluations_gold_are_told_and_not_counted_as_misses() {
    let (folder, cli) = ready();
    let file = folder.path().join("questions.jsonl");
    let question = |qid: &str, gold: Value| {
        serde_json::json!({"qid": qid, "question": "dropout voltage of the LA3150", "gold": gold}).to_string()
    };
    let gold = |page: u32| serde_json::json!([{"doc": "la3150", "page": page}]);
    let lines = [question("good", gold(3)), question("none", serde_json::json!([])), question("beyond", gold(900))];
    std::fs::write(&file, lines.join("\n")).unwrap();
    let ran = cli.run(&["eval", file.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap();
    let measured = ran.json().unwrap();
    assert_eq!(measured["unjudged"], serde_json::json!(["none"]));
    assert!(measured["beyond"][0].as_str().unwrap().starts_with("beyond: la3150 page 900 of "), "{measured}");
    assert_eq!(measured["summary"]["means"]["T@1"], 1.0, "a question without gold is no miss");
    assert!(ran.err.contains("1 questions name no gold") && ran.err.contains("1 gold pages do not exist"), "{}", ran.err);
    std::fs::write(&file, "{\"question\": 3}").unwrap();
    let ran = cli.run(&["eval", file.to_str().unwrap()]).unwrap().expect_code(1).unwrap();
    assert_eq!(ran.err.matches("is no question").count(), 2, "file and line are named, the reason once: {}", ran.err);
    assert_eq!(ran.err.matches("invalid type").count() + ran.err.matches("missing field").count(), 1, "{}", ran.err);
}

#[test]
fn help_and_version_are_there() {
    let (_folder, cli) = ready();
    for command in
        ["ingest", "list", "remove", "status", "outline", "markdown", "figures", "search", "ask", "eval", "eval-structure"]
    {
        let ran = cli.run(&[command, "--help"]).unwrap().expect_code(0).unwrap();
        assert!(ran.out.contains("Usage:"), "{command}");
    }
    assert!(cli.run(&["--version"]).unwrap().expect_code(0).unwrap().out.starts_with("waymark-cli "));
    cli.run(&["status", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
}
