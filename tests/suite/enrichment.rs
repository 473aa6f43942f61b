//! Summaries by a local model, from the command line to the search, with a server that plays Ollama.

use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use waymark_tests::{Cli, samples};

/// A name that stands in no document, only in the summary of one passage.
const NICKNAME: &str = "Project Moonlight";

/// Bodies of the chats so far.
type Chats = Arc<Mutex<Vec<Value>>>;

/// What the model replies: the nickname for the passage on freight, else the first line of what it is given.
fn reply(body: &Value) -> String {
    let Some(user) = body["messages"].as_array().and_then(|messages| messages.last()) else { return String::new() };
    let user = user["content"].as_str().unwrap_or_default();
    let given = user.split("\"\"\"").nth(1).unwrap_or_default().trim();
    let summary = if given.contains("trailers and lorries") {
        format!("{NICKNAME}: the night departures of the Kalmar route carry trailers and lorries.")
    } else {
        given.lines().next().unwrap_or_default().chars().take(200).collect()
    };
    json!({"key_points": [], "summary": summary, "terms": ["Sundline Ferries"]}).to_string()
}

fn chat(body: &Value, chats: &Chats) -> String {
    chats.lock().unwrap().push(body.clone());
    let line = json!({"model": "m", "created_at": "x", "message": {"role": "assistant", "content": reply(body)}, "done": false});
    let done = json!({"model": "m", "message": {"role": "assistant", "content": ""}, "done": true, "done_reason": "stop",
        "total_duration": 5, "prompt_eval_count": 400, "eval_count": 20});
    format!("{line}\n{done}\n")
}

/// Starts the server; gives its address and what it is asked.
fn server() -> (String, Chats) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let chats = Chats::default();
    let seen = Arc::clone(&chats);
    let model = json!({"name": "m:latest", "model": "m:latest", "modified_at": "2026-01-01T00:00:00Z", "size": 1000, "digest": "d",
        "details": {"family": "llama", "families": null, "parameter_size": "8B", "quantization_level": "Q4_K_M"}, "capabilities": ["completion"]});
    let shown = json!({"parameters": "", "template": "", "capabilities": ["completion"], "details": {"family": "llama"},
        "model_info": {"general.architecture": "llama", "llama.context_length": 8192}});
    let router = Router::new()
        .route("/api/version", get(|| async { Json(json!({"version": "0.15.0"})) }))
        .route("/api/tags", get(move || async move { Json(json!({"models": [model]})) }))
        .route("/api/ps", get(|| async { Json(json!({"models": []})) }))
        .route("/api/show", post(move || async move { Json(shown) }))
        .route("/api/chat", post(move |Json(body): Json<Value>| async move { chat(&body, &seen) }));
    std::thread::spawn(move || {
        tokio::runtime::Runtime::new().unwrap().block_on(async move {
            axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), router).await.unwrap();
        });
    });
    (address, chats)
}

fn hits(cli: &Cli, arguments: &[&str]) -> Vec<Value> {
    let result = cli.run(arguments).unwrap().expect_code(0).unwrap().json().unwrap();
    result["hits"].as_array().unwrap().clone()
}

#[test]
fn summaries_lead_to_passages_that_other_words_do_not_find() {
    let folder = tempfile::tempdir().unwrap();
    let (address, chats) = server();
    let cli = Cli::new(&folder.path().join("library")).unwrap().with("OLLAMA_HOST", &address);
    cli.run(&["ingest", samples().join("ferries.pdf").to_str().unwrap(), samples().join("la3150.pdf").to_str().unwrap()])
        .unwrap()
        .expect_code(0)
        .unwrap();
    let question = ["search", NICKNAME, "--method", "dense", "--explain", "--json"];
    let before = hits(&cli, &question);
    assert!(!before[0]["text"].as_str().unwrap().contains("trailers and lorries"), "{}", before[0]);
    let made = cli.run(&["enrich", "ferries.pdf", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!((&made["missing"], &made["terms"]), (&json!(0), &json!(["Sundline Ferries"])));
    assert_eq!((&made["sections"][0]["section"], &made["sections"][0]["stale"]), (&json!(0), &json!(false)));
    assert_eq!(made["passages"], made["long_passages"]);
    let after = hits(&cli, &question);
    let first = &after[0];
    let text = first["text"].as_str().unwrap();
    assert!(text.contains("trailers and lorries"), "{first}");
    assert!(first["explanation"]["notes"].to_string().contains("found through a summary"), "{first}");
    assert!(
        after.iter().all(|hit| !hit["text"].as_str().unwrap().contains(NICKNAME)),
        "what is shown is the document's own text"
    );
    let asked = chats.lock().unwrap().len();
    cli.run(&["enrich", "ferries.pdf"]).unwrap().expect_code(0).unwrap();
    let warm = chats.lock().unwrap()[asked..].iter().filter(|body| !body["messages"].as_array().unwrap().is_empty()).count();
    assert_eq!(warm, 0, "what is there is not asked for again");
    let own = cli.run(&["list", "--json"]).unwrap().json().unwrap();
    let id = own.as_array().unwrap().iter().find(|row| row["file_name"] == "ferries.pdf").unwrap()["id"].to_string();
    cli.run(&["remove", &id]).unwrap().expect_code(0).unwrap();
    assert!(hits(&cli, &question).iter().all(|hit| hit["document"]["file_name"] == "la3150.pdf"));
}

/// The results of the samples' questions, without ids and times.
fn answers(cli: &Cli) -> Vec<Value> {
    let questions = samples().join("questions.jsonl");
    let lines = cli.run(&["search", "--batch", questions.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap().lines();
    let mut hits: Vec<Value> = lines.unwrap().into_iter().map(|line| line["hits"].clone()).collect();
    for hit in hits.iter_mut().flat_map(|list| list.as_array_mut().unwrap()) {
        hit["document"].as_object_mut().unwrap().remove("id");
    }
    hits
}

#[test]
fn documents_whose_summaries_went_with_them_are_found_as_if_they_never_had_any() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _) = server();
    let cli = Cli::new(&folder.path().join("library")).unwrap().with("OLLAMA_HOST", &address);
    let add = || cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    add();
    let before = answers(&cli);
    cli.run(&["enrich"]).unwrap().expect_code(0).unwrap();
    assert_ne!(before, answers(&cli), "with summaries the scores differ");
    for row in cli.run(&["list", "--json"]).unwrap().json().unwrap().as_array().unwrap() {
        cli.run(&["remove", &row["id"].to_string()]).unwrap().expect_code(0).unwrap();
    }
    add();
    assert_eq!(before, answers(&cli));
}
