//! What the window asks of the engine, over the same router: one library of the samples, every command that no other test calls.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use waymark_tests::{program, runtime, samples};

struct Host {
    child: Child,
    address: String,
    _library: TempDir,
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Host {
    /// A host on an empty library, on a machine where no Ollama is installed.
    fn start() -> Self {
        let library = tempfile::tempdir().unwrap();
        let mut child = Command::new(program("waymark-host").unwrap())
            .arg("--library")
            .arg(library.path().join("library"))
            .arg("--ui")
            .arg(library.path())
            .env("WAYMARK_RUNTIME", runtime())
            .env("WAYMARK_SAMPLES", samples())
            .env("OLLAMA_HOST", "127.0.0.1:9")
            .env("PATH", "")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").to_owned();
        assert!(!address.is_empty(), "the host did not start");
        Self { child, address, _library: library }
    }

    fn post(&self, path: &str, request: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let body = request.to_string();
        write!(
            stream,
            "POST {path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn call(&self, name: &str, request: &Value) -> Value {
        let (status, body) = self.post(&format!("/rpc/{name}"), request);
        assert_eq!(status, 200, "{name}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// The error that a command ends with.
    fn refused(&self, name: &str, request: &Value) -> Value {
        let (status, body) = self.post(&format!("/rpc/{name}"), request);
        assert_ne!(status, 200, "{name}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Adds the samples and waits until all are ready; gives their rows.
    fn with_samples(&self) -> Vec<Value> {
        self.call("samples_add", &Value::Null);
        let started = Instant::now();
        loop {
            let rows = self.call("documents_list", &Value::Null);
            let rows = rows.as_array().unwrap();
            if !rows.is_empty() && rows.iter().all(|row| row["state"] == "ready") {
                return rows.clone();
            }
            assert!(started.elapsed() < Duration::from_secs(120), "not ready: {rows:?}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

fn id_of(rows: &[Value], file: &str) -> Value {
    rows.iter().find(|row| row["file_name"] == file).unwrap_or_else(|| panic!("no `{file}`"))["id"].clone()
}

#[test]
fn the_reader_gets_words_and_matches_where_they_are_printed() {
    let host = Host::start();
    let rows = host.with_samples();
    let id = id_of(&rows, "la3150.pdf");
    let words = host.call("page_words", &json!({"id": id, "page": 1}));
    let words = words.as_array().unwrap();
    assert!(words.len() > 50, "{}", words.len());
    for word in words {
        let rect = &word["rect"];
        assert!(rect["x0"].as_f64() < rect["x1"].as_f64() && rect["y0"].as_f64() < rect["y1"].as_f64(), "{word}");
    }
    let found = host.call("document_find", &json!({"id": id, "query": "DROPOUT  voltage", "from": 1}));
    let matches = found["matches"].as_array().unwrap();
    assert!(!matches.is_empty(), "{found}");
    for one in matches {
        assert_eq!(one["text"].as_str().unwrap().to_lowercase().split_whitespace().collect::<Vec<_>>(), ["dropout", "voltage"]);
        let (page, rect) = (one["page"].clone(), &one["rects"][0]);
        let words = host.call("page_words", &json!({"id": id, "page": page}));
        let middle = (rect["y0"].as_f64().unwrap() + rect["y1"].as_f64().unwrap()) / 2.0;
        let there = words.as_array().unwrap().iter().any(|word| {
            let own = &word["rect"];
            word["text"].as_str().unwrap().to_lowercase().contains("dropout")
                && own["y0"].as_f64().unwrap() <= middle
                && middle <= own["y1"].as_f64().unwrap()
                && own["x0"].as_f64().unwrap() < rect["x1"].as_f64().unwrap()
                && rect["x0"].as_f64().unwrap() < own["x1"].as_f64().unwrap()
        });
        assert!(there, "no word `dropout` on page {page} under {rect}");
    }
    assert!(host.call("document_find", &json!({"id": id, "query": "  ", "from": 1}))["matches"].as_array().unwrap().is_empty());
    assert_eq!(host.refused("page_words", &json!({"id": id, "page": 9999}))["code"], "not_found");
}

#[test]
fn saved_questions_are_run_and_remembered() {
    let host = Host::start();
    assert_eq!(host.refused("questions_run", &Value::Null)["code"], "invalid_input", "none is saved yet");
    let rows = host.with_samples();
    let id = id_of(&rows, "la3150.pdf");
    let question = "What is the dropout voltage of the LA3150?";
    let found = host.call("search", &json!({"query": question, "top_k": 1, "scope": [id]}));
    let page = found["hits"][0]["locators"][0]["page"].as_u64().unwrap() + 1;
    let saved = host.call("question_save", &json!({"question": question, "document": id, "page": page}));
    assert_eq!(saved["pages"], json!([{"file": "la3150", "page": page}]));
    assert_eq!(host.call("questions_list", &Value::Null), json!([saved]));
    let report = host.call("questions_run", &Value::Null);
    let figure = |name: &str| {
        let all = report["run"]["figures"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name}"))["value"].as_f64().unwrap()
    };
    assert!((figure("T@1") - 1.0).abs() < 1e-9 && (figure("R@5") - 1.0).abs() < 1e-9, "{report}");
    assert_eq!(report["questions"][0]["first"][0]["file"], "la3150");
    let runs = host.call("question_runs", &Value::Null);
    assert_eq!(runs, json!([report["run"]]));
    assert_eq!(
        host.refused("question_save", &json!({"question": question, "document": id, "page": 9999}))["code"],
        "invalid_input"
    );
    host.call("question_forget", &json!({"qid": saved["qid"]}));
    assert_eq!(host.refused("question_forget", &json!({"qid": saved["qid"]}))["code"], "not_found");
    assert_eq!(host.call("question_runs", &Value::Null).as_array().unwrap().len(), 1, "what was measured stays");
}

#[test]
fn without_ollama_every_step_says_so() {
    let host = Host::start();
    let status = host.call("ollama_status", &Value::Null);
    assert_eq!((&status["running"], &status["installed"]), (&json!(false), &json!(false)), "{status}");
    let refused = host.refused("ollama_start", &Value::Null);
    assert!(refused["code"] == "ollama_absent" && refused["hint"].is_string(), "{refused}");
    assert_eq!(host.refused("ollama_pull", &json!({"model": " two words "}))["code"], "invalid_input");
    assert_eq!(host.refused("ollama_import", &json!({"path": "x.gguf", "model": "no good"}))["code"], "invalid_input");
    assert_eq!(host.refused("ollama_delete", &json!({"model": "m"}))["code"], "ollama_absent");
    assert_eq!(host.call("ollama_pulling", &Value::Null), Value::Null);
    host.call("ollama_pull", &json!({"model": "m"}));
    let started = Instant::now();
    let ended = loop {
        let state = host.call("ollama_pulling", &Value::Null);
        if state["ended"] == true {
            break state;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "{state}");
        std::thread::sleep(Duration::from_millis(100));
    };
    assert_eq!(ended["error"]["code"], "ollama_absent", "{ended}");
}

#[test]
fn a_fault_report_holds_no_titles_and_licences_are_shown() {
    let host = Host::start();
    host.with_samples();
    let report = host.call("diagnostics", &Value::Null);
    let report = report.as_str().unwrap();
    assert!(report.contains(env!("CARGO_PKG_VERSION")), "{report}");
    for private in ["la3150", "LA3150", "hypertension"] {
        assert!(!report.contains(private), "the report names a document: {report}");
    }
    let licences = host.call("licences", &Value::Null);
    let licences = licences.as_array().unwrap();
    assert!(licences.len() > 3 && licences.iter().all(|one| one["text"].as_str().is_some_and(|text| text.len() > 200)));
}
