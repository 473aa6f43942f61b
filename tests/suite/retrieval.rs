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
    // T002: a comparison needs both documents.
    let both = hits(&cli, &["search", "Compare the dropout voltage of the LA3115 and the LA3150", "--json"]);
    assert_ne!(both[0]["document"]["file_name"], both[1]["document"]["file_name"], "{both:?}");
    // Ablations: one row each, the full method first and never beaten by a route alone on the samples.
    let questions = samples().join("questions.jsonl");
    let rows =
        cli.run(&["eval", questions.to_str().unwrap(), "--ablation", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let rows = rows.as_array().unwrap();
    let figure = |name: &str| {
        let row = rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no row `{name}`"));
        row["summary"]["means"]["R@5"].as_f64().unwrap()
    };
    assert!(rows.len() > 15 && rows[0]["name"] == "full method" && rows[0]["loss"].is_null());
    assert!(figure("full method") >= figure("vectors alone") && figure("full method") >= figure("BM25 alone"));
    let hidden = cli.run(&["eval", questions.to_str().unwrap(), "--anonymous-names", "--json"]).unwrap().expect_code(0).unwrap();
    assert!((hidden.json().unwrap()["summary"]["means"]["R@5"].as_f64().unwrap() - figure("file names hidden")).abs() < 1e-9);
}
