//! Streams as they should be, and broken in every way a server was seen to break them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::time::{Duration, Instant};

use futures::StreamExt;
use serde_json::json;
use support::{Fake, Reply, Step, ask, done, question, quick, show, text, thinking};
use waymark_core::{ChatModel, ErrorCode};
use waymark_llm::{OllamaClient, Timeouts};

#[tokio::test]
async fn an_answer_comes_whole_with_its_counts() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::lines(&[text("Six "), text("volts [1]."), done("stop", 42, 5)]));
    let heard = ask(&fake.model().await, question("How much?")).await;
    assert_eq!(heard.text, "Six volts [1].");
    let end = heard.end.unwrap();
    assert_eq!((end.prompt_tokens, end.answer_tokens, end.length_limited, end.prompt_cut), (Some(42), Some(5), false, false));
}

#[tokio::test]
async fn every_call_carries_the_same_options() {
    let fake = Fake::start().await;
    fake.on("/api/show", Reply::json(200, &show(&["completion"], 4096)));
    fake.on("/api/chat", Reply::lines(&[text("a"), done("stop", 1, 1)]));
    let model = fake.model().await;
    model.warm_up().await.unwrap();
    ask(&model, question("one")).await;
    let mut with_schema = question("two");
    with_schema.schema = Some(json!({"type": "object", "properties": {"q": {"type": "string"}}}));
    ask(&model, with_schema).await;
    let bodies = fake.bodies("/api/chat");
    assert_eq!(bodies.len(), 3);
    for body in &bodies {
        assert_eq!(body["options"]["num_ctx"], 4096);
        assert_eq!((&body["shift"], &body["truncate"], &body["keep_alive"]), (&json!(false), &json!(false), &json!("30m")));
        assert!(body.get("think").is_none(), "a model without the capability must not be told to think or not");
    }
    assert_eq!(bodies[0]["messages"], json!([]));
    assert_eq!(bodies[2]["format"]["type"], "object");
    assert_eq!(model.context_length(), 4096);
}

#[tokio::test]
async fn characters_split_over_chunks_stay_whole() {
    let fake = Fake::start().await;
    let bytes = format!("{}\n{}\n", text("电源电压 😀 é"), done("stop", 9, 9)).into_bytes();
    fake.on("/api/chat", Reply::steps(bytes.chunks(3).map(|chunk| Step::Bytes(chunk.to_vec())).collect()));
    let heard = ask(&fake.model().await, question("?")).await;
    assert_eq!(heard.text, "电源电压 😀 é");
    assert!(heard.end.is_some());
}

#[tokio::test]
async fn an_error_line_ends_the_answer_and_keeps_what_was_written() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::lines(&[text("Half an "), json!({"error": "llama-server process no longer running: -1"})]));
    let heard = ask(&fake.model().await, question("?")).await;
    assert_eq!(heard.text, "Half an ");
    let error = heard.error.unwrap();
    assert_eq!(error.code, ErrorCode::ModelFailed);
    assert!(error.hint.unwrap().contains("memory"));
}

#[tokio::test]
async fn a_stream_without_its_end_is_broken_off() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::lines(&[text("Half an ")]));
    let heard = ask(&fake.model().await, question("?")).await;
    assert_eq!((heard.text.as_str(), heard.error.unwrap().code), ("Half an ", ErrorCode::ModelFailed));
    fake.on("/api/chat", Reply::steps(vec![Step::Bytes(format!("{}\n", text("Half")).into_bytes()), Step::Break]));
    let heard = ask(&fake.model().await, question("?")).await;
    assert_eq!((heard.text.as_str(), heard.error.unwrap().code), ("Half", ErrorCode::ModelFailed));
}

#[tokio::test]
async fn a_last_line_without_a_line_break_counts() {
    let fake = Fake::start().await;
    let bytes = format!("{}\n{}", text("whole"), done("stop", 1, 1)).into_bytes();
    fake.on("/api/chat", Reply::steps(vec![Step::Bytes(bytes)]));
    assert!(ask(&fake.model().await, question("?")).await.end.is_some());
}

#[tokio::test]
async fn refusals_have_their_codes() {
    let cases = [
        (404, json!({"error": "model 'm' not found"}), ErrorCode::ModelMissing),
        (
            400,
            json!({"error": "the prompt is longer than the context length currently available to the model"}),
            ErrorCode::TooLong,
        ),
        (
            400,
            json!({"error": "{\"error\":{\"code\":400,\"message\":\"exceeds the available context size\"}}"}),
            ErrorCode::TooLong,
        ),
        (400, json!({"error": "\"m\" does not support chat"}), ErrorCode::ModelMissing),
        (401, json!({"error": "unauthorized", "signin_url": "https://x"}), ErrorCode::ModelMissing),
        (403, json!({"error": "cloud is disabled"}), ErrorCode::ModelMissing),
        (499, json!({"error": "request canceled"}), ErrorCode::Cancelled),
        (500, json!({"error": "model requires more system memory (9 GiB) than is available"}), ErrorCode::ModelFailed),
        (502, json!({"error": "bad gateway"}), ErrorCode::OllamaBusy),
    ];
    let fake = Fake::start().await;
    let model = fake.model().await;
    for (status, body, code) in cases {
        fake.on("/api/chat", Reply::json(status, &body));
        let heard = ask(&model, question("?")).await;
        let error = heard.error.unwrap();
        assert_eq!(error.code, code, "{status} {body}");
        assert!(heard.end.is_none() && !error.message.is_empty());
    }
    fake.on("/api/chat", Reply::empty(403));
    assert_eq!(ask(&model, question("?")).await.error.unwrap().code, ErrorCode::OllamaAbsent);
}

#[tokio::test]
async fn a_full_queue_is_tried_again() {
    let fake = Fake::start().await;
    let busy = Reply::json(503, &json!({"error": "server busy, please try again. maximum pending requests exceeded"}));
    fake.queue("/api/chat", vec![busy.clone(), Reply::lines(&[text("ok"), done("stop", 1, 1)])]);
    let model = fake.model().await;
    assert_eq!(ask(&model, question("?")).await.text, "ok");
    fake.on("/api/chat", busy);
    assert_eq!(ask(&model, question("?")).await.error.unwrap().code, ErrorCode::OllamaBusy);
    assert_eq!(fake.bodies("/api/chat").len(), 2 + 4);
}

#[tokio::test]
async fn reasoning_stands_apart_and_alone_is_no_answer() {
    let fake = Fake::start().await;
    fake.on("/api/show", Reply::json(200, &show(&["completion", "thinking"], 8192)));
    fake.on("/api/chat", Reply::lines(&[thinking("hm "), thinking("so"), text("Six."), done("stop", 1, 9)]));
    let model = fake.model().await;
    let heard = ask(&model, question("?")).await;
    assert_eq!((heard.text.as_str(), heard.thinking.as_str()), ("Six.", "hm so"));
    assert_eq!(fake.bodies("/api/chat")[0]["think"], json!(false));
    fake.on("/api/chat", Reply::lines(&[thinking("hm "), done("length", 1, 64)]));
    let heard = ask(&model, question("?")).await;
    assert!(heard.error.unwrap().message.contains("reasoning"));
    fake.on("/api/chat", Reply::lines(&[text(""), text("  \n"), done("stop", 1, 0)]));
    assert_eq!(ask(&model, question("?")).await.error.unwrap().code, ErrorCode::ModelFailed);
}

#[tokio::test]
async fn a_model_that_knows_no_thinking_is_asked_again_without() {
    let fake = Fake::start().await;
    fake.on("/api/show", Reply::json(200, &show(&["completion", "thinking"], 8192)));
    let refusal = Reply::json(400, &json!({"error": "\"m\" does not support thinking"}));
    fake.queue("/api/chat", vec![refusal, Reply::lines(&[text("ok"), done("stop", 1, 1)])]);
    assert_eq!(ask(&fake.model().await, question("?")).await.text, "ok");
    assert!(fake.bodies("/api/chat")[1].get("think").is_none());
}

#[tokio::test]
async fn a_cut_off_answer_says_so() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::lines(&[text("Six"), done("length", 1, 64)]));
    assert!(ask(&fake.model().await, question("?")).await.end.unwrap().length_limited);
}

#[tokio::test]
async fn a_prompt_counted_far_too_short_raises_the_alarm() {
    let fake = Fake::start().await;
    let long = "a sentence of some words ".repeat(400);
    fake.on("/api/chat", Reply::lines(&[text("ok"), done("stop", 2000, 1)]));
    let model = fake.model().await;
    let before = model.estimate_tokens(&long);
    assert!(!ask(&model, question(&long)).await.end.unwrap().prompt_cut);
    assert!(model.estimate_tokens(&long) < before, "nothing was learnt from the count");
    fake.on("/api/chat", Reply::lines(&[text("ok"), done("stop", 1000, 1)]));
    assert!(ask(&model, question(&long)).await.end.unwrap().prompt_cut);
    assert!(fake.client().chat_model("m").await.unwrap().estimate_tokens(&long) >= 2000);
}

#[tokio::test]
async fn a_line_of_ten_megabytes_is_read_and_an_endless_one_refused() {
    let fake = Fake::start().await;
    let big = "x".repeat(10 * 1024 * 1024);
    fake.on("/api/chat", Reply::lines(&[text(&big), done("stop", 1, 1)]));
    let model = fake.model().await;
    let heard = ask(&model, question("?")).await;
    assert!(heard.text.len() == big.len() && heard.end.is_some());
    fake.on("/api/chat", Reply::steps(vec![Step::Bytes(vec![b'x'; 1024 * 1024]); 20]));
    assert_eq!(ask(&model, question("?")).await.error.unwrap().code, ErrorCode::Internal);
}

#[tokio::test]
async fn what_is_no_json_is_no_answer() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::steps(vec![Step::Bytes(b"<html>Login</html>\n".to_vec())]));
    assert_eq!(ask(&fake.model().await, question("?")).await.error.unwrap().code, ErrorCode::Internal);
}

#[tokio::test]
async fn loading_may_take_longer_than_a_stall() {
    let fake = Fake::start().await;
    let line = |value: serde_json::Value| Step::Bytes(format!("{value}\n").into_bytes());
    let pause = |ms| Step::Pause(Duration::from_millis(ms));
    fake.on("/api/chat", Reply::steps(vec![pause(800), line(text("late")), line(done("stop", 1, 1))]));
    let model = fake.model().await;
    assert_eq!(ask(&model, question("?")).await.text, "late");
    fake.on("/api/chat", Reply::steps(vec![line(text("then")), pause(1000), line(text("nothing"))]));
    let heard = ask(&model, question("?")).await;
    assert_eq!((heard.text.as_str(), heard.error.unwrap().code), ("then", ErrorCode::OllamaBusy));
    fake.on("/api/chat", Reply::steps(vec![pause(3000)]));
    assert_eq!(ask(&model, question("?")).await.error.unwrap().code, ErrorCode::OllamaBusy);
}

#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::steps(vec![Step::Bytes(format!("{}\n", text("first")).into_bytes()), Step::Hang]));
    let model = fake.client();
    let model = model.chat_model("m").await.unwrap();
    let mut stream = model.chat(question("?"));
    assert!(stream.next().await.unwrap().is_ok());
    assert_eq!(*fake.gone.lock().unwrap(), 0);
    drop(stream);
    let started = Instant::now();
    while *fake.gone.lock().unwrap() == 0 {
        assert!(started.elapsed() < Duration::from_secs(2), "the server never noticed");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn warming_up_reads_the_context_in_effect() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::lines(&[done("load", 0, 0)]));
    fake.on(
        "/api/ps",
        Reply::json(200, &json!({"models": [{"name": "m:latest", "size": 1000, "size_vram": 250, "context_length": 4096}]})),
    );
    let model = fake.model().await;
    assert_eq!(model.context_length(), 8192);
    let loaded = model.warm_up().await.unwrap();
    assert_eq!((loaded.context_length, loaded.gpu_share, model.context_length()), (4096, Some(0.25), 4096));
    fake.on("/api/ps", Reply::json(200, &json!({"models": [{"name": "m:latest", "size": 1000}]})));
    assert_eq!(model.warm_up().await.unwrap().context_length, 8192);
    fake.on("/api/chat", Reply::json(500, &json!({"error": "timed out waiting for llama-server to start"})));
    assert_eq!(model.warm_up().await.unwrap_err().code, ErrorCode::ModelFailed);
    model.unload().await.unwrap_err();
}

#[tokio::test]
async fn a_server_that_comes_back_within_seconds_is_waited_for() {
    let address = {
        let fake = Fake::start().await;
        fake.address.clone()
    };
    let client = OllamaClient::with_timeouts(Some(&address), quick()).unwrap();
    let later = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let fake = Fake::at(&address).await;
        fake.on("/api/chat", Reply::lines(&[text("back"), done("stop", 1, 1)]));
        tokio::time::sleep(Duration::from_secs(4)).await;
    });
    let model = client.chat_model("m").await.unwrap();
    assert_eq!(ask(&model, question("?")).await.text, "back");
    later.abort();
}

#[tokio::test]
async fn a_server_that_stays_away_is_absent() {
    let fake = Fake::start().await;
    fake.on("/api/chat", Reply::lines(&[text("ok"), done("stop", 1, 1)]));
    let timeouts = Timeouts { patience: Duration::from_millis(600), ..quick() };
    let model = OllamaClient::with_timeouts(Some(&fake.address), timeouts).unwrap().chat_model("m").await.unwrap();
    drop(fake);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let started = Instant::now();
    let error = ask(&model, question("?")).await.error.unwrap();
    assert!(matches!(error.code, ErrorCode::OllamaAbsent | ErrorCode::ModelFailed), "{error:?}");
    assert!(error.hint.is_some() && started.elapsed() < Duration::from_secs(3));
    assert_eq!(ask(&model, question("?")).await.error.unwrap().code, ErrorCode::OllamaAbsent);
}
