//! Questions of the development corpus put to a real model, where `WAYMARK_TEST_OLLAMA` names a server with a chat model and
//! `WAYMARK_TEST_LIBRARY` a library that holds the filings (it is copied, not changed).

use std::path::Path;

use serde_json::Value;
use waymark_core::{Scheme, Support};
use waymark_engine::types::Settings;
use waymark_engine::{Access, Engine, EngineOptions, WorkerCommand};
use waymark_tests::asking::{Asked, ask, check};
use waymark_tests::{corpus, program};

/// Questions asked.
const QUESTIONS: usize = 20;
/// Passages given to an answer: pages of filings are long, and a processor without a graphics card reads some twenty tokens a second.
const PASSAGES: u32 = 1;

/// T041–T043, T051, T182: answered, streamed, stopped midway, asked again; nothing is shown that was not given and checked.
#[tokio::test(flavor = "multi_thread")]
async fn twenty_questions_are_answered_streamed_stopped_and_asked_again() {
    let Some(filings) = corpus("financebench") else { return };
    let (Ok(address), Some(library)) = (std::env::var("WAYMARK_TEST_OLLAMA"), std::env::var_os("WAYMARK_TEST_LIBRARY")) else {
        eprintln!("SKIPPED: `WAYMARK_TEST_OLLAMA` and `WAYMARK_TEST_LIBRARY` name no server and no library of the filings");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    copy(Path::new(&library), folder.path());
    let worker = WorkerCommand { executable: program("waymark-cli").unwrap(), environment: Vec::new() };
    let engine = Engine::open(EngineOptions::new(folder.path(), worker, Access::Write)).await.unwrap();
    let settings = Settings { ollama_host: address, passages: PASSAGES, ..Settings::default() };
    engine.change_settings(settings).await.unwrap();
    let lines = std::fs::read_to_string(filings.join("questions.jsonl")).unwrap();
    let questions: Vec<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["question"].as_str().unwrap().to_owned())
        .take(QUESTIONS)
        .collect();
    let mut all = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        let stop = (index % 5 == 4).then_some(3);
        let asked = ask(&engine, question, Scheme::RB, None, stop).await.unwrap();
        assert!(asked.failed.is_none() && asked.sources > 0, "`{question}`: {asked:?}");
        check(question, &asked).unwrap();
        if stop.is_some() {
            assert!(asked.stopped, "`{question}` was not stopped: {asked:?}");
            let again = ask(&engine, question, Scheme::RB, asked.conversation, None).await.unwrap();
            assert!(!again.stopped && !again.streamed.is_empty(), "`{question}`: {again:?}");
            check(question, &again).unwrap();
            all.push(again);
        }
        all.push(asked);
    }
    tell(&all);
    engine.close().await;
}

fn tell(all: &[Asked]) {
    let count = |support| all.iter().flat_map(|asked| &asked.sentences).filter(|s| s.support == support).count();
    let sum = |of: fn(&Asked) -> f64| all.iter().map(of).sum::<f64>();
    eprintln!(
        "{} answers, {} of them stopped; sentences: {} supported, {} attributed afterwards, {} quoted, {} marked as unsupported; \
         tokens read {}, written {}; {:.0} s",
        all.len(),
        all.iter().filter(|asked| asked.stopped).count(),
        count(Support::Supported),
        count(Support::Attributed),
        count(Support::Quoted),
        count(Support::Unsupported),
        sum(|asked| asked.prompt_tokens.into()),
        sum(|asked| asked.answer_tokens.into()),
        sum(|asked| asked.total_ms) / 1000.0,
    );
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let own = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &own);
        } else if !entry.file_name().to_string_lossy().ends_with(".lock") {
            std::fs::copy(entry.path(), own).unwrap();
        }
    }
}
