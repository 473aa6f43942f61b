//! Importing a model file and removing a model, against a scripted server.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::io::Write as _;

use futures::StreamExt;
use serde_json::json;
use support::{Fake, Reply};
use waymark_core::{ErrorCode, WireError};
use waymark_llm::PullProgress;

fn file(content: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".gguf").tempfile().unwrap();
    file.write_all(content).unwrap();
    file
}

async fn import(fake: &Fake, file: &tempfile::NamedTempFile) -> Vec<Result<PullProgress, WireError>> {
    fake.client().import(file.path(), "mine").collect().await
}

fn blob(content: &[u8]) -> String {
    use sha2::Digest as _;
    format!("sha256:{:x}", sha2::Sha256::digest(content))
}

#[tokio::test]
async fn a_model_file_is_sent_once_and_made_a_model() {
    let fake = Fake::start().await;
    let content = b"GGUF and more";
    let path = format!("/api/blobs/{}", blob(content));
    fake.queue(&path, vec![Reply::empty(404), Reply::empty(201), Reply::empty(200)]);
    fake.on("/api/create", Reply::lines(&[json!({"status": "parsing GGUF"}), json!({"status": "success"})]));
    let file = file(content);
    let items = import(&fake, &file).await;
    let last = items.last().unwrap().as_ref().unwrap();
    assert!(last.done && last.completed == last.total && last.total == 26, "{items:?}");
    assert!(items.iter().all(|item| item.as_ref().is_ok_and(|progress| progress.completed <= progress.total)));
    let body = &fake.bodies("/api/create")[0];
    assert_eq!(body["model"], "mine");
    assert_eq!(body["files"].as_object().unwrap().values().next().unwrap(), &json!(blob(content)));
    assert_eq!(fake.bodies(&path).len(), 2, "asked for, then sent");
    import(&fake, &file).await;
    assert_eq!(fake.bodies(&path).len(), 3, "the server has it: not sent again");
}

#[tokio::test]
async fn what_is_no_model_file_is_never_sent() {
    let fake = Fake::start().await;
    for content in [b"PK not a model".as_slice(), b""] {
        let items = import(&fake, &file(content)).await;
        assert_eq!(items.last().unwrap().as_ref().unwrap_err().code, ErrorCode::InvalidInput);
    }
    let gone = fake.client().import(std::path::Path::new("no/such.gguf"), "mine").collect::<Vec<_>>().await;
    assert!(gone[0].as_ref().unwrap_err().message.contains("no/such.gguf"));
    assert!(fake.bodies("/api/create").is_empty());
}

#[tokio::test]
async fn a_refused_import_says_why() {
    let fake = Fake::start().await;
    let content = b"GGUF of an unknown kind";
    let path = format!("/api/blobs/{}", blob(content));
    fake.queue(&path, vec![Reply::empty(404), Reply::json(500, &json!({"error": "write: no space left on device"}))]);
    let items = import(&fake, &file(content)).await;
    assert_eq!(items.last().unwrap().as_ref().unwrap_err().code, ErrorCode::DiskFull);
    fake.queue(&path, vec![Reply::empty(200)]);
    fake.on("/api/create", Reply::lines(&[json!({"error": "unsupported architecture"})]));
    let items = import(&fake, &file(content)).await;
    assert!(items.last().unwrap().as_ref().unwrap_err().message.contains("unsupported architecture"));
    fake.on("/api/create", Reply::lines(&[json!({"status": "parsing GGUF"})]));
    let items = import(&fake, &file(content)).await;
    assert!(items.last().unwrap().as_ref().unwrap_err().message.contains("broke off"), "only `success` is success");
}

#[tokio::test]
async fn a_model_is_removed() {
    let fake = Fake::start().await;
    fake.queue("/api/delete", vec![Reply::empty(200), Reply::json(404, &json!({"error": "model 'mine' not found"}))]);
    fake.client().delete("mine").await.unwrap();
    assert_eq!(fake.bodies("/api/delete")[0]["model"], "mine");
    assert_eq!(fake.client().delete("mine").await.unwrap_err().code, ErrorCode::ModelMissing);
}
