//! A server that speaks just enough HTTP to play every trick that a real one has been seen to play.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::StreamExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use waymark_core::{ChatMessage, ChatModel, ChatOutcome, ChatPiece, ChatRequest, ChatRole, WireError};
use waymark_llm::{OllamaChat, OllamaClient, Timeouts};

/// What a reply consists of.
#[derive(Clone)]
pub enum Step {
    /// These bytes as one chunk.
    Bytes(Vec<u8>),
    /// Nothing for this long.
    Pause(Duration),
    /// The connection breaks without an end.
    Break,
    /// Nothing ever again, until the client goes away; then this counter of the server rises.
    Hang,
}

/// One scripted reply.
#[derive(Clone)]
pub struct Reply {
    pub status: u16,
    pub steps: Vec<Step>,
}

impl Reply {
    pub fn json(status: u16, body: &Value) -> Self {
        Self { status, steps: vec![Step::Bytes(body.to_string().into_bytes())] }
    }

    pub fn empty(status: u16) -> Self {
        Self { status, steps: vec![] }
    }

    pub fn lines(lines: &[Value]) -> Self {
        Self { status: 200, steps: lines.iter().map(|line| Step::Bytes(format!("{line}\n").into_bytes())).collect() }
    }

    pub fn steps(steps: Vec<Step>) -> Self {
        Self { status: 200, steps }
    }
}

/// A request as received.
#[derive(Clone, Debug)]
pub struct Seen {
    pub path: String,
    pub body: Value,
}

type Script = Arc<Mutex<Vec<(String, VecDeque<Reply>)>>>;

/// The server. Replies are scripted per path; the last one repeats.
pub struct Fake {
    pub address: String,
    pub seen: Arc<Mutex<Vec<Seen>>>,
    pub gone: Arc<Mutex<u32>>,
    script: Script,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Fake {
    pub async fn start() -> Self {
        Self::at("127.0.0.1:0").await
    }

    pub async fn at(address: &str) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (seen, gone, script) = (Arc::<Mutex<Vec<Seen>>>::default(), Arc::<Mutex<u32>>::default(), Script::default());
        let (seen_by, gone_by, script_of) = (Arc::clone(&seen), Arc::clone(&gone), Arc::clone(&script));
        let task = tokio::spawn(async move {
            // Aborted with the server, so that no connection outlives it.
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, Arc::clone(&script_of), Arc::clone(&seen_by), Arc::clone(&gone_by)));
            }
        });
        let fake = Self { address, seen, gone, script, task };
        fake.on("/api/version", Reply::json(200, &json!({"version": "0.15.0"})));
        fake.on("/api/show", Reply::json(200, &show(&["completion"], 8192)));
        fake.on("/api/tags", Reply::json(200, &json!({"models": [tag("m:latest", &["completion"])]})));
        fake.on("/api/ps", Reply::json(200, &json!({"models": []})));
        fake
    }

    /// Replies on this path from now on: this one.
    pub fn on(&self, path: &str, reply: Reply) {
        self.queue(path, vec![reply]);
    }

    /// Replies on this path from now on: these in turn, the last one for ever.
    pub fn queue(&self, path: &str, replies: Vec<Reply>) {
        let mut script = self.script.lock().unwrap();
        script.retain(|(known, _)| known != path);
        script.push((path.to_owned(), replies.into()));
    }

    pub fn client(&self) -> OllamaClient {
        OllamaClient::with_timeouts(Some(&self.address), quick()).unwrap()
    }

    pub async fn model(&self) -> OllamaChat {
        self.client().chat_model("m").await.unwrap()
    }

    /// Bodies received on this path.
    pub fn bodies(&self, path: &str) -> Vec<Value> {
        self.seen.lock().unwrap().iter().filter(|seen| seen.path == path).map(|seen| seen.body.clone()).collect()
    }
}

pub fn quick() -> Timeouts {
    Timeouts {
        probe: Duration::from_secs(1),
        listing: Duration::from_secs(2),
        load: Duration::from_millis(1500),
        stall: Duration::from_millis(300),
        patience: Duration::from_secs(3),
    }
}

async fn serve(mut stream: TcpStream, script: Script, seen: Arc<Mutex<Vec<Seen>>>, gone: Arc<Mutex<u32>>) {
    let mut bytes = Vec::new();
    loop {
        let Some((method, path, body)) = request(&mut stream, &mut bytes).await else { return };
        seen.lock().unwrap().push(Seen { path: path.clone(), body: serde_json::from_slice(&body).unwrap_or(Value::Null) });
        let reply = {
            let mut script = script.lock().unwrap();
            script
                .iter_mut()
                .find(|(known, _)| *known == path)
                .map(|(_, replies)| if replies.len() > 1 { replies.pop_front().unwrap() } else { replies[0].clone() })
        };
        let reply = reply.unwrap_or_else(|| Reply::json(404, &json!({"error": "404 page not found"})));
        // A HEAD is answered without a body.
        let reply = if method == "HEAD" { Reply::empty(reply.status) } else { reply };
        if !answer(&mut stream, &reply, method == "HEAD", &gone).await {
            return;
        }
    }
}

async fn request(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<(String, String, Vec<u8>)> {
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
            let length = head
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("content-length:").and_then(|n| n.trim().parse().ok()))
                .unwrap_or(0);
            if bytes.len() >= end + 4 + length {
                let body = bytes[end + 4..end + 4 + length].to_vec();
                bytes.drain(..end + 4 + length);
                let mut words = head.split(' ');
                return Some((words.next()?.to_owned(), words.next()?.to_owned(), body));
            }
        }
        let mut chunk = [0_u8; 65536];
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
        }
    }
}

async fn answer(stream: &mut TcpStream, reply: &Reply, bare: bool, gone: &Arc<Mutex<u32>>) -> bool {
    let length = if bare { "Content-Length: 0" } else { "Transfer-Encoding: chunked" };
    let head = format!("HTTP/1.1 {} X\r\nContent-Type: application/x-ndjson\r\n{length}\r\n\r\n", reply.status);
    if stream.write_all(head.as_bytes()).await.is_err() {
        return false;
    }
    for step in &reply.steps {
        match step {
            Step::Bytes(bytes) => {
                let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
                if stream.write_all(&chunk).await.is_err() || stream.flush().await.is_err() {
                    return false;
                }
                // Apart from the next one, so that the client sees two chunks.
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            Step::Pause(time) => tokio::time::sleep(*time).await,
            Step::Break => return false,
            Step::Hang => {
                let mut byte = [0_u8; 1];
                let _ = stream.read(&mut byte).await;
                *gone.lock().unwrap() += 1;
                return false;
            }
        }
    }
    bare || stream.write_all(b"0\r\n\r\n").await.is_ok()
}

pub fn tag(name: &str, capabilities: &[&str]) -> Value {
    json!({"name": name, "model": name, "modified_at": "2026-01-01T00:00:00Z", "size": 1000, "digest": format!("d-{name}"),
        "details": {"family": "llama", "families": null, "parameter_size": "8B", "quantization_level": "Q4_K_M"}, "capabilities": capabilities})
}

pub fn show(capabilities: &[&str], context: u32) -> Value {
    json!({"parameters": "", "template": "", "capabilities": capabilities, "details": {"family": "llama"},
        "model_info": {"general.architecture": "llama", "llama.context_length": context}})
}

pub fn text(content: &str) -> Value {
    json!({"model": "m", "created_at": "x", "message": {"role": "assistant", "content": content}, "done": false})
}

pub fn thinking(content: &str) -> Value {
    json!({"model": "m", "message": {"role": "assistant", "content": "", "thinking": content}, "done": false})
}

pub fn done(reason: &str, prompt: u32, answer: u32) -> Value {
    json!({"model": "m", "message": {"role": "assistant", "content": ""}, "done": true, "done_reason": reason,
        "total_duration": 5, "prompt_eval_count": prompt, "eval_count": answer})
}

pub fn question(content: &str) -> ChatRequest {
    ChatRequest {
        model: "m".into(),
        messages: vec![ChatMessage { role: ChatRole::User, content: content.into() }],
        max_tokens: 64,
        schema: None,
    }
}

/// What came of an answer.
#[derive(Debug, Default)]
pub struct Heard {
    pub text: String,
    pub thinking: String,
    pub end: Option<ChatOutcome>,
    pub error: Option<WireError>,
}

pub async fn ask(model: &OllamaChat, request: ChatRequest) -> Heard {
    let mut heard = Heard::default();
    let mut stream = model.chat(request);
    while let Some(piece) = stream.next().await {
        assert!(heard.end.is_none() && heard.error.is_none(), "something after the end: {piece:?}");
        match piece {
            Ok(ChatPiece::Text(text)) => heard.text.push_str(&text),
            Ok(ChatPiece::Thinking(text)) => heard.thinking.push_str(&text),
            Ok(ChatPiece::End(outcome)) => heard.end = Some(outcome),
            Err(error) => heard.error = Some(error),
        }
    }
    heard
}
