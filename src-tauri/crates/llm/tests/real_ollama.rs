//! The same against a real server, where `WAYMARK_TEST_OLLAMA=host:port` names one with at least one chat model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod support;

use futures::StreamExt;
use support::{ask, question};
use waymark_core::{ChatModel, ErrorCode};
use waymark_llm::OllamaClient;

async fn server() -> Option<(OllamaClient, String)> {
    let Ok(address) = std::env::var("WAYMARK_TEST_OLLAMA") else {
        eprintln!("skipped: WAYMARK_TEST_OLLAMA is not set");
        return None;
    };
    let client = OllamaClient::new(Some(&address)).unwrap();
    let status = client.status().await;
    assert!(status.running, "WAYMARK_TEST_OLLAMA is set and nothing answers: {status:?}");
    let name = status.models.last().expect("a chat model is installed").name.clone();
    Some((client, name))
}

#[tokio::test]
async fn a_real_model_answers_within_its_context() {
    let Some((client, name)) = server().await else { return };
    let model = client.chat_model(&name).await.unwrap();
    let loaded = model.warm_up().await.unwrap();
    eprintln!("{name}: {loaded:?}");
    assert!(loaded.context_length >= 512);
    let mut request = question("Say in one short sentence what a cat is.");
    request.max_tokens = 40;
    let heard = ask(&model, request.clone()).await;
    assert!(heard.error.is_none(), "{:?}", heard.error);
    assert!(!heard.text.trim().is_empty());
    let end = heard.end.unwrap();
    assert!(end.prompt_tokens.unwrap() > 5 && end.answer_tokens.unwrap() <= 40 && !end.prompt_cut);
    assert_eq!(ask(&model, request).await.text, heard.text, "seed and temperature are fixed");
}

#[tokio::test]
async fn a_real_prompt_that_is_too_long_is_refused() {
    let Some((client, name)) = server().await else { return };
    let model = client.chat_model(&name).await.unwrap();
    let words = "voltage current resistance ".repeat(model.context_length() as usize);
    let heard = ask(&model, question(&words)).await;
    assert_eq!(heard.error.unwrap().code, ErrorCode::TooLong);
}

#[tokio::test]
async fn a_real_count_agrees_with_what_was_expected() {
    let Some((client, name)) = server().await else { return };
    let model = client.chat_model(&name).await.unwrap();
    let prose = "The regulator holds its output within two per cent while the load changes from nothing to full current. ";
    let rows = "Output voltage | 3.25 | 3.30 | 3.35 | V\nDropout voltage | 140 | 240 | mV\n";
    let mut last = None;
    for (words, lines) in [(9, 0), (2, 8), (6, 5)] {
        let mut request = question(&format!("{}{}Say yes.", prose.repeat(words), rows.repeat(lines)));
        request.max_tokens = 2;
        last = ask(&model, request).await.end;
    }
    let end = last.unwrap();
    let (likely, counted) = (f64::from(end.likely_tokens.unwrap()), f64::from(end.prompt_tokens.unwrap()));
    assert!((likely - counted).abs() <= 0.1 * counted, "{likely} expected, {counted} counted");
}

#[tokio::test]
async fn a_real_answer_can_be_stopped() {
    let Some((client, name)) = server().await else { return };
    let model = client.chat_model(&name).await.unwrap();
    let mut request = question("Count from one to one thousand in words.");
    request.max_tokens = 2000;
    let mut stream = model.chat(request);
    assert!(stream.next().await.unwrap().is_ok());
    drop(stream);
    let started = std::time::Instant::now();
    let mut request = question("Say yes.");
    request.max_tokens = 4;
    ask(&model, request).await;
    assert!(started.elapsed().as_secs() < 30, "the stopped answer was still being written");
}

#[tokio::test]
async fn a_real_server_knows_no_such_model() {
    let Some((client, _)) = server().await else { return };
    assert_eq!(client.chat_model("no-such-model-here").await.unwrap_err().code, ErrorCode::ModelMissing);
}
