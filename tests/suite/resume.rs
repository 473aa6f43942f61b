//! A run that is killed at any point and started again ends like one that was never disturbed.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use waymark_core::DocumentState;
use waymark_engine::runtime::RuntimeFiles;
use waymark_engine::{Access, Engine, EngineOptions, WorkerCommand};
use waymark_tests::{Cli, program, samples};

/// Enough copies of the samples, each with content of its own, that a kill lands in the middle.
fn many(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for copy in 0..6 {
        for entry in fs::read_dir(samples()).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "pdf") {
                let bytes = [fs::read(&path).unwrap(), format!("\n%copy {copy}").into_bytes()].concat();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                fs::write(folder.join(format!("{copy}-{name}")), bytes).unwrap();
            }
        }
    }
}

/// What a reader can see of a library: documents, and the results of the samples' questions.
fn visible(cli: &Cli) -> (Vec<Value>, Vec<Value>) {
    let documents = cli.run(&["list", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let documents = documents.as_array().unwrap().iter().map(|row| {
        let mut row = row.clone();
        row.as_object_mut().unwrap().remove("added_ms");
        row
    });
    let questions = samples().join("questions.jsonl");
    let results = cli.run(&["search", "--batch", questions.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap();
    let results = results.lines().unwrap().into_iter().map(|mut line| {
        line.as_object_mut().unwrap().remove("timings_ms");
        line
    });
    (documents.collect(), results.collect())
}

#[test]
fn a_killed_ingest_goes_on_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let drop = folder.path().join("drop");
    many(&drop);
    let path = drop.to_str().unwrap();
    let calm = Cli::new(&folder.path().join("calm")).unwrap();
    calm.run(&["ingest", path]).unwrap().expect_code(0).unwrap();
    let harried = Cli::new(&folder.path().join("harried")).unwrap();
    let mut killed = Vec::new();
    for milliseconds in [300, 900, 1500, 2500] {
        let mut child = harried.command(&["ingest", path]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = child.kill();
        // The next run begins while this one may still be dying.
        killed.push(child);
    }
    harried.run(&["ingest", path]).unwrap().expect_code(0).unwrap();
    for child in &mut killed {
        let _ = child.wait();
    }
    assert_eq!(visible(&calm), visible(&harried));
}

#[test]
fn a_second_writer_is_refused_and_a_reader_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let drop = folder.path().join("drop");
    many(&drop);
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    let mut writer =
        cli.command(&["ingest", drop.to_str().unwrap()]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let still_writing = writer.try_wait().unwrap().is_none();
    let second = cli.run(&["ingest", samples().to_str().unwrap()]).unwrap();
    let reading = cli.run(&["search", "dropout voltage", "--json"]).unwrap();
    let _ = writer.kill();
    writer.wait().unwrap();
    assert!(still_writing, "the writer was done before the test could look");
    second.expect_code(1).unwrap();
    assert!(!reading.expect_code(0).unwrap().json().unwrap()["hits"].as_array().unwrap().is_empty());
}

/// A window that is being built needs the processor more than the embedding model does; new documents do not wait for it.
#[tokio::test(flavor = "multi_thread")]
async fn the_embedding_model_is_left_alone_until_it_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let worker = WorkerCommand { executable: program("waymark-cli").unwrap(), environment: Vec::new() };
    let options = EngineOptions {
        settle: Duration::from_secs(3600),
        runtime: Some(RuntimeFiles::below(&waymark_tests::runtime())),
        ..EngineOptions::new(folder.path(), worker, Access::Write)
    };
    let engine = Engine::open(options).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(engine.status().await.unwrap().embedder.is_none(), "the model was loaded before anything asked for it");
    engine.add(&[samples().join("la3115.pdf").to_str().unwrap().to_owned()]).await.unwrap();
    let mut left = 600;
    while engine.documents().await.unwrap()[0].state != DocumentState::Ready {
        left -= 1;
        assert!(left > 0, "the document waits for its vectors");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    engine.close().await;
}
