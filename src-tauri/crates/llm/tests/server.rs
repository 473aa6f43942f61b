//! What is there: addresses, versions, model lists, fetching.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod support;

use futures::StreamExt;
use serde_json::json;
use support::{Fake, Reply, quick, show, tag};
use waymark_core::ErrorCode;
use waymark_llm::{OllamaClient, host};

#[tokio::test]
async fn a_running_server_shows_its_local_chat_models() {
    let fake = Fake::start().await;
    let mut stub = tag("big", &["completion"]);
    stub["remote_host"] = json!("https://ollama.com");
    fake.on(
        "/api/tags",
        Reply::json(
            200,
            &json!({"models": [tag("m:latest", &["completion", "tools"]), tag("embedder:latest", &["embedding"]),
                tag("gpt-oss:120b-cloud", &["completion"]), tag("qwen:cloud", &["completion"]), stub]}),
        ),
    );
    let status = fake.client().status().await;
    assert!(status.running && status.problem.is_none(), "{status:?}");
    assert_eq!((status.version.as_deref(), status.host.as_str()), (Some("0.15.0"), fake.address.as_str()));
    assert_eq!(status.models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(), ["m:latest"]);
    assert_eq!((status.models[0].parameters.as_deref(), status.models[0].quantization.as_deref()), (Some("8B"), Some("Q4_K_M")));
}

#[tokio::test]
async fn lists_without_capabilities_are_completed_by_show() {
    let fake = Fake::start().await;
    let old = |name: &str, family: &str| json!({"name": name, "size": 5, "digest": name, "details": {"family": family}});
    fake.on("/api/tags", Reply::json(200, &json!({"models": [old("a:latest", "llama"), old("b:latest", "llama")]})));
    fake.queue("/api/show", vec![Reply::json(200, &show(&["completion"], 4096)), Reply::json(200, &show(&["embedding"], 512))]);
    let client = fake.client();
    let models = client.models().await.unwrap();
    assert_eq!(models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(), ["a:latest"]);
    client.models().await.unwrap();
    assert_eq!(fake.bodies("/api/show").len(), 2, "details are asked for once per content");
}

#[tokio::test]
async fn servers_that_never_heard_of_capabilities_are_judged_by_family() {
    let fake = Fake::start().await;
    let old = |name: &str, family: &str| json!({"name": name, "size": 5, "digest": name, "details": {"family": family}});
    fake.on("/api/tags", Reply::json(200, &json!({"models": [old("a:latest", "llama"), old("n:latest", "nomic-bert")]})));
    fake.on("/api/show", Reply::json(200, &json!({"license": "", "modelfile": "", "parameters": "", "template": ""})));
    let models = fake.client().models().await.unwrap();
    assert_eq!(models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(), ["a:latest"]);
}

#[tokio::test]
async fn odd_lists_are_no_crash() {
    let fake = Fake::start().await;
    for (body, running) in [(json!({"models": null}), true), (json!({"models": []}), true), (json!({}), true)] {
        fake.on("/api/tags", Reply::json(200, &body));
        let status = fake.client().status().await;
        assert_eq!((status.running, status.problem.unwrap().code), (running, ErrorCode::ModelMissing));
    }
    fake.on("/api/tags", Reply::steps(vec![support::Step::Bytes(b"<html>".to_vec())]));
    assert_eq!(fake.client().status().await.problem.unwrap().code, ErrorCode::Internal);
}

#[tokio::test]
async fn an_old_server_without_a_version_still_counts() {
    let fake = Fake::start().await;
    fake.on("/api/version", Reply::json(404, &json!({"error": "404 page not found"})));
    let status = fake.client().status().await;
    assert!(status.running && status.version.is_none() && status.models.len() == 1);
}

#[tokio::test]
async fn a_server_that_refuses_our_host_says_so() {
    let fake = Fake::start().await;
    fake.on("/api/version", Reply::empty(403));
    let problem = fake.client().status().await.problem.unwrap();
    assert!(problem.message.contains("403") && problem.hint.is_some());
}

#[tokio::test]
async fn nothing_there_is_said_at_once() {
    let address = { Fake::start().await.address.clone() };
    let started = std::time::Instant::now();
    let status = OllamaClient::with_timeouts(Some(&address), quick()).unwrap().status().await;
    assert!(!status.running && started.elapsed().as_secs() < 3);
    assert_eq!(status.problem.unwrap().code, ErrorCode::OllamaAbsent);
}

#[tokio::test]
async fn unknown_cloud_and_embedding_models_are_refused() {
    let fake = Fake::start().await;
    let client = fake.client();
    assert_eq!(client.chat_model("gpt-oss:120b-cloud").await.unwrap_err().code, ErrorCode::ModelMissing);
    fake.on("/api/show", Reply::json(404, &json!({"error": "model 'nope' not found"})));
    let error = client.chat_model("nope").await.unwrap_err();
    assert!(error.code == ErrorCode::ModelMissing && error.hint.unwrap().contains("ollama pull nope"));
    fake.on("/api/show", Reply::json(200, &show(&["embedding"], 512)));
    assert_eq!(client.chat_model("embedder").await.unwrap_err().code, ErrorCode::ModelMissing);
}

#[tokio::test]
async fn a_server_on_ipv6_loopback_only_is_found() {
    let Ok(probe) = std::net::TcpListener::bind("[::1]:0") else {
        eprintln!("skipped: this machine has no IPv6 loopback");
        return;
    };
    drop(probe);
    let fake = Fake::at("[::1]:0").await;
    let port = fake.address.rsplit(':').next().unwrap();
    let candidates = host::candidates(Some(&format!("localhost:{port}")), None).unwrap();
    assert_eq!(candidates.len(), 2);
    let status = OllamaClient::with_candidates(candidates, quick()).unwrap().status().await;
    assert!(status.running && status.host.contains("[::1]"), "{status:?}");
}

/// Environment variables belong to a process, so this test starts itself again with them set.
#[tokio::test]
async fn proxies_are_bypassed_and_the_environment_is_read() {
    let fake = Fake::start().await;
    if std::env::var_os("WAYMARK_TEST_INNER").is_some() {
        return;
    }
    let test = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "inner_process_sees_the_server_of_its_environment", "--nocapture"])
        .envs(["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"].map(|name| (name, "http://127.0.0.1:9")))
        .env("WAYMARK_TEST_INNER", "1")
        .env("OLLAMA_HOST", fake.address.replace("127.0.0.1", "0.0.0.0"))
        .output()
        .await
        .unwrap();
    assert!(test.status.success(), "{}", String::from_utf8_lossy(&test.stdout));
    assert!(!fake.bodies("/api/version").is_empty(), "the server was never called");
}

#[tokio::test]
async fn inner_process_sees_the_server_of_its_environment() {
    if std::env::var_os("WAYMARK_TEST_INNER").is_none() {
        return;
    }
    let status = OllamaClient::new(None).unwrap().status().await;
    assert!(status.running, "{status:?}");
}

#[tokio::test]
async fn fetching_sums_over_layers() {
    let fake = Fake::start().await;
    let layer = |digest: &str, total: u64, completed: Option<u64>| {
        let mut line = json!({"status": format!("pulling {digest}"), "digest": digest, "total": total});
        if let Some(completed) = completed {
            line["completed"] = json!(completed);
        }
        line
    };
    let lines = [
        json!({"status": "pulling manifest"}),
        layer("a", 100, None),
        layer("a", 100, Some(40)),
        layer("b", 50, None),
        layer("b", 50, Some(50)),
        layer("a", 100, Some(100)),
        json!({"status": "verifying sha256 digest"}),
        json!({"status": "success"}),
    ];
    fake.on("/api/pull", Reply::lines(&lines));
    let progress: Vec<_> = fake.client().pull("m").map(Result::unwrap).collect().await;
    let sums: Vec<_> = progress.iter().map(|step| (step.completed, step.total)).collect();
    assert_eq!(sums, [(0, 0), (0, 100), (40, 100), (40, 150), (90, 150), (150, 150), (150, 150), (150, 150)]);
    assert_eq!(progress.iter().filter(|step| step.done).count(), 1);
}

#[tokio::test]
async fn only_success_is_success() {
    let fake = Fake::start().await;
    let cases = [
        (json!({"error": "pull model manifest: file does not exist"}), ErrorCode::ModelMissing),
        (json!({"error": "dial tcp: lookup registry.ollama.ai: no such host"}), ErrorCode::OllamaBusy),
        (json!({"error": "write /x: no space left on device"}), ErrorCode::DiskFull),
        (json!({"status": "writing manifest"}), ErrorCode::ModelFailed),
    ];
    for (line, code) in cases {
        fake.on("/api/pull", Reply::lines(&[json!({"status": "pulling manifest"}), line.clone()]));
        let last = fake.client().pull("m").collect::<Vec<_>>().await.pop().unwrap();
        assert_eq!(last.unwrap_err().code, code, "{line}");
    }
}
