//! The library over the Model Context Protocol, as another program speaks it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use waymark_tests::{Cli, samples};

struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _library: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Self {
        let library = tempfile::tempdir().unwrap();
        let cli = Cli::new(&library.path().join("library")).unwrap();
        cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
        let mut child = cli.command(&["serve", "--mcp"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output, _library: library }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    fn reply(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: `{line}`"))
    }

    fn ask(&mut self, method: &str, given: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": given}).to_string());
        let reply = self.reply();
        assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!(7)), "{reply}");
        reply
    }

    fn call(&mut self, name: &str, arguments: &Value) -> Value {
        let reply = self.ask("tools/call", &json!({"name": name, "arguments": arguments}));
        let result = reply["result"].clone();
        assert_eq!(result["isError"], false, "{reply}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, result["structuredContent"], "both forms say the same");
        text
    }
}

#[test]
fn another_program_finds_reads_and_opens_what_the_library_holds() {
    let mut server = Server::start();
    let hello = server.ask(
        "initialize",
        &json!({"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}),
    );
    assert_eq!(hello["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(hello["result"]["serverInfo"]["name"], "waymark");
    server.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let tools = server.ask("tools/list", &json!({}));
    let names: Vec<&str> =
        tools["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["search", "outline", "open", "passage"], "the notification was not answered");

    let found = server.call("search", &json!({"query": "maximum dropout voltage of the LA3150", "top_k": 3}));
    let hits = found["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 3);
    let first = &hits[0];
    assert_eq!(first["document"]["file_name"], "la3150.pdf", "{found}");
    assert!(first["section_path"].as_array().unwrap().len() > 1 && first["page"].as_u64().unwrap() >= 1, "{first}");
    let passage = server.call("passage", &json!({"segment": first["segment"], "neighbours": 1}));
    let passages = passage["passages"].as_array().unwrap();
    assert!((2..=3).contains(&passages.len()) && passages.iter().any(|own| own["text"] == first["text"]), "{passage}");
    let page = server.call("open", &json!({"document": "la3150.pdf", "page": first["page"]}));
    assert!(page["text"].as_str().unwrap().contains("Dropout voltage"), "{page}");
    let outline = server.call("outline", &json!({"document": "la3150"}));
    assert!(
        outline["headings"].as_array().unwrap().iter().any(|own| own["title"] == "7.3 Electrical Characteristics"),
        "{outline}"
    );
    let by_id = server.call("outline", &json!({"document": first["document"]["id"]}));
    assert_eq!(by_id["headings"], outline["headings"], "an id is taken as it was given");
    let by_id = server.call("search", &json!({"query": "dropout voltage", "documents": [first["document"]["id"]]}));
    assert!(by_id["hits"].as_array().unwrap().iter().all(|hit| hit["document"]["id"] == first["document"]["id"]), "{by_id}");
    let scoped = server.call("search", &json!({"query": "dropout voltage", "documents": ["la3115.pdf"]}));
    assert!(scoped["hits"].as_array().unwrap().iter().all(|hit| hit["document"]["file_name"] == "la3115.pdf"));
}

#[test]
fn what_makes_no_sense_is_answered_and_ends_nothing() {
    let mut server = Server::start();
    server.send("{no json");
    assert_eq!(server.reply()["error"]["code"], -32700);
    server.input.write_all(b"\xff\xfe\n").unwrap();
    server.input.flush().unwrap();
    assert_eq!(server.reply()["error"]["code"], -32700, "a line that is no UTF-8 ends nothing");
    server.send(r#"{"jsonrpc":"2.0","id":1}"#);
    assert_eq!(server.reply()["error"]["code"], -32600);
    assert_eq!(server.ask("no/such", &json!({}))["error"]["code"], -32601);
    assert_eq!(server.ask("tools/call", &json!({"name": "erase"}))["error"]["code"], -32602);
    assert_eq!(server.ask("tools/call", &json!({"name": "search", "arguments": {"top_k": 3}}))["error"]["code"], -32602);
    let unknown = json!({"name": "search", "arguments": {"query": "voltage", "scope": ["la3150.pdf"]}});
    let unknown = server.ask("tools/call", &unknown);
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("scope"), "{unknown}");
    for (name, arguments) in [
        ("outline", json!({"document": "nowhere.pdf"})),
        ("open", json!({"document": "la3150.pdf", "page": 999})),
        ("passage", json!({"segment": 1})),
        ("search", json!({"query": " "})),
    ] {
        let result = server.ask("tools/call", &json!({"name": name, "arguments": arguments}))["result"].clone();
        assert_eq!(result["isError"], true, "{name}: {result}");
        assert!(result["content"][0]["text"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
    }
    assert_eq!(server.ask("ping", &json!({}))["result"], json!({}));
}
