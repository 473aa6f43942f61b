//! The formatters that ask a language model, against a server that plays Ollama.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use waymark_core::{DocumentState, ErrorCode};
use waymark_engine::types::{Formatter, SearchRequest, Settings};
use waymark_engine::{Access, Engine, EngineOptions, WorkerCommand};
use waymark_tests::{Cli, program, samples};

/// Requests to chat, whole.
type Seen = Arc<Mutex<Vec<Value>>>;

/// A server whose one model copies the text it is to write as Markdown, adds a sentence of its own, and calls every line asked
/// about body. Runs on a thread of its own until the test program ends.
fn ollama() -> (String, Seen) {
    let seen = Seen::default();
    let noted = Arc::clone(&seen);
    let details = json!({"family": "llama", "families": null, "parameter_size": "8B", "quantization_level": "Q4_K_M"});
    let tags = json!({"models": [{"name": "copyist:latest", "model": "copyist:latest", "modified_at": "2026-01-01T00:00:00Z",
        "size": 1000, "digest": "d", "details": details, "capabilities": ["completion"]}]});
    let show = json!({"parameters": "", "template": "", "capabilities": ["completion"], "details": {"family": "llama"},
        "model_info": {"general.architecture": "llama", "llama.context_length": 8192}});
    let chat = move |Json(request): Json<Value>| {
        let reply = reply(&request);
        if !request["messages"].as_array().is_none_or(Vec::is_empty) {
            noted.lock().unwrap().push(request);
        }
        let line = json!({"model": "copyist", "message": {"role": "assistant", "content": reply}, "done": false});
        let end = json!({"model": "copyist", "message": {"role": "assistant", "content": ""}, "done": true, "done_reason": "stop",
            "total_duration": 5, "prompt_eval_count": 900, "eval_count": 9});
        async move { format!("{line}\n{end}\n") }
    };
    let router = Router::new()
        .route("/api/version", get(|| async { Json(json!({"version": "0.15.0"})) }))
        .route("/api/tags", get(|| async { Json(tags) }))
        .route("/api/show", post(|| async { Json(show) }))
        .route("/api/ps", get(|| async { Json(json!({"models": []})) }))
        .route("/api/chat", post(chat));
    let (tell, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap().to_string()).unwrap();
            axum::serve(listener, router).await.unwrap();
        });
    });
    (address.recv().unwrap(), seen)
}

fn reply(request: &Value) -> String {
    let prompt = request["messages"][1]["content"].as_str().unwrap_or("");
    if let Some((_, asked)) = prompt.split_once("Judge the lines ") {
        let asked = asked.split(" and no others").next().unwrap_or("");
        let members: serde_json::Map<String, Value> = asked.split(", ").map(|id| (id.to_owned(), json!("body"))).collect();
        return Value::from(members).to_string();
    }
    let text = prompt.split_once("The text to write as Markdown:\n").map_or("", |(_, text)| text);
    format!("{}\n\nYours, the zebra.", text.split("\nThis was the text").next().unwrap_or("").replace('\n', "\n\n"))
}

#[test]
fn without_a_server_or_model_the_command_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(folder.path()).unwrap();
    let file = samples().join("la3115.pdf");
    for formatter in ["assisted", "full"] {
        let ran = cli.run(&["markdown", file.to_str().unwrap(), "--formatter", formatter]).unwrap().expect_code(1).unwrap();
        assert!(ran.out.is_empty() && ran.err.contains("Ollama") && ran.err.contains("hint:"), "{}", ran.err);
    }
    let (address, _) = ollama();
    let cli = cli.with("OLLAMA_HOST", &address);
    let ran = cli.run(&["outline", file.to_str().unwrap(), "--formatter", "full", "--model", "none"]).unwrap();
    let err = ran.expect_code(1).unwrap().err;
    assert!(err.contains("`none`") && err.contains("ollama pull"), "{err}");
}

#[test]
fn a_copyist_changes_no_word_and_no_heading() {
    let (address, seen) = ollama();
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(folder.path()).unwrap().with("OLLAMA_HOST", &address);
    for name in ["la3150.pdf", "hypertension-zh.pdf"] {
        let file = samples().join(name);
        let native = cli.run(&["markdown", file.to_str().unwrap()]).unwrap().expect_code(0).unwrap().out;
        for formatter in ["assisted", "full"] {
            let arguments = ["markdown", file.to_str().unwrap(), "--formatter", formatter, "--model", "copyist"];
            let ran = cli.run(&arguments).unwrap().expect_code(0).unwrap();
            assert_eq!(ran.out, native, "{formatter} of {name}");
            assert!(ran.err.contains("window 1 of ") && ran.err.contains("left"), "{}", ran.err);
        }
    }
    assert!(seen.lock().unwrap().iter().any(|request| request["format"].is_null()), "`full` asked for Markdown");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_of_the_library_is_formatted_anew_and_back() {
    let (address, seen) = ollama();
    let folder = tempfile::tempdir().unwrap();
    let worker = WorkerCommand { executable: program("waymark-cli").unwrap(), environment: Vec::new() };
    let engine = Engine::open(EngineOptions::new(folder.path(), worker, Access::Write)).await.unwrap();
    engine.change_settings(Settings { ollama_host: address, ..Settings::default() }).await.unwrap();
    let path = samples().join("la3150.pdf").to_string_lossy().into_owned();
    let id = engine.add(&[path]).await.unwrap().added[0];
    assert_eq!(engine.format_document(id, Formatter::Full).await.map_err(wire).unwrap_err(), ErrorCode::InvalidInput);
    ready(&engine).await;
    let before = engine.document(id).await.unwrap();
    assert_eq!((before.formatter.as_str(), before.format_advised), ("native", false));
    let estimate = engine.format_estimate(id, Formatter::Full).await.unwrap();
    assert!(estimate.windows > 0 && estimate.asked > 0 && estimate.tokens_in > estimate.tokens_out && estimate.minutes > 0.0);
    assert_eq!((estimate.model.as_str(), estimate.kept, estimate.measured), ("copyist:latest", 0, false));
    engine.format_document(id, Formatter::Full).await.unwrap();
    finished(&engine).await;
    let state = engine.formatting().pop().unwrap();
    assert_eq!((state.error, state.refused, state.progress.window), (None, 0, estimate.windows));
    assert_eq!(state.headings.map(|(before, after)| before == after), Some(true));
    ready(&engine).await;
    let after = engine.document(id).await.unwrap();
    assert_eq!(after.formatter, "full");
    assert_eq!((after.row.segments, after.outline), (before.row.segments, before.outline));
    let asked = seen.lock().unwrap().len();
    assert_eq!(u32::try_from(asked).unwrap(), estimate.asked);
    let query = "What is the maximum dropout voltage of the LA3150 at full load?".to_owned();
    let found = engine.search(&SearchRequest { query, ..SearchRequest::default() }).await.unwrap();
    assert!(!found.hits.is_empty() && (found.vectors - 1.0).abs() < 1e-6);
    // Once more: every reply is there. Then back.
    assert_eq!(engine.format_estimate(id, Formatter::Full).await.unwrap().kept, estimate.asked);
    for formatter in [Formatter::Full, Formatter::Native] {
        engine.format_document(id, formatter).await.unwrap();
        finished(&engine).await;
        assert_eq!(engine.document(id).await.unwrap().formatter, formatter.name());
    }
    assert_eq!(seen.lock().unwrap().len(), asked);
    engine.close().await;
}

fn wire(error: waymark_engine::EngineError) -> ErrorCode {
    waymark_core::WireError::from(error).code
}

async fn ready(engine: &Engine) {
    for _ in 0..600 {
        let rows = engine.documents().await.unwrap();
        if rows.iter().all(|row| row.state == DocumentState::Ready) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the documents do not become ready: {:?}", engine.documents().await.unwrap());
}

async fn finished(engine: &Engine) {
    for _ in 0..600 {
        if engine.formatting().iter().all(|state| state.ended) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the formatter does not end: {:?}", engine.formatting());
}
