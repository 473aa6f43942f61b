//! A model file of this machine (GGUF) → a model of the server, without the internet; and models away again.

use std::path::{Path, PathBuf};

use futures::StreamExt;
use futures::stream::BoxStream;
use reqwest::Url;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;
use waymark_core::{ErrorCode, WireError};

use crate::client::{OllamaClient, accepted};
use crate::error;
use crate::ndjson::LineReader;
use crate::pull::{PullLine, PullProgress, refusal};
use crate::stream::{parse, read_failure};

/// First bytes of a GGUF file.
const MAGIC: &[u8] = b"GGUF";
/// Bytes read at once.
const CHUNK: usize = 1 << 20;

impl OllamaClient {
    /// Makes a model of a local GGUF file: read once for its hash, sent, unpacked by the server. Only the last item says that it is
    /// there; dropping the stream stops it. Progress counts bytes, each twice: read and sent.
    #[must_use]
    pub fn import(&self, file: &Path, model: &str) -> BoxStream<'static, Result<PullProgress, WireError>> {
        let (told, items) = mpsc::channel(16);
        let import = Import { client: self.clone(), file: file.to_owned(), model: model.to_owned(), told };
        tokio::spawn(async move {
            if let Err(error) = import.run().await {
                // Nobody listens to an import that was stopped.
                let _ = import.told.send(Err(error)).await;
            }
        });
        futures::stream::unfold(items, |mut items| async move { Some((items.recv().await?, items)) }).boxed()
    }

    /// Removes a model from the server's disk.
    ///
    /// # Errors
    /// `ModelMissing` for an unknown one.
    pub async fn delete(&self, model: &str) -> Result<(), WireError> {
        let base = self.base().await?;
        let request = self.delete_call(&base, &json!({ "model": model })).timeout(self.timeouts().listing);
        let response = request.send().await.map_err(|failed| error::transport(&failed, base.authority()))?;
        accepted(response, model).await.map(drop)
    }
}

struct Import {
    client: OllamaClient,
    file: PathBuf,
    model: String,
    told: mpsc::Sender<Result<PullProgress, WireError>>,
}

impl Import {
    async fn run(&self) -> Result<(), WireError> {
        let (digest, size) = self.digest().await?;
        let base = self.client.base().await?;
        self.send(&base, &digest, size).await?;
        self.create(&base, &digest, size).await
    }

    fn unreadable(&self, reason: &std::io::Error) -> WireError {
        WireError::new(ErrorCode::InvalidInput, format!("`{}` cannot be read: {reason}", self.file.display()))
    }

    /// Tells how far it is; `false` when nobody listens any more.
    async fn tell(&self, status: &str, completed: u64, total: u64) -> Result<(), WireError> {
        let progress = PullProgress { status: status.to_owned(), completed, total, done: status == "success" };
        self.told.send(Ok(progress)).await.map_err(|_| WireError::new(ErrorCode::Cancelled, "the import was stopped"))
    }

    /// SHA-256 of the file, and its size.
    async fn digest(&self) -> Result<(String, u64), WireError> {
        let unreadable = |reason| self.unreadable(&reason);
        let mut file = tokio::fs::File::open(&self.file).await.map_err(unreadable)?;
        let total = file.metadata().await.map_err(unreadable)?.len();
        let (mut hash, mut done, mut chunk) = (Sha256::new(), 0_u64, vec![0_u8; CHUNK]);
        loop {
            let count = file.read(&mut chunk).await.map_err(unreadable)?;
            if done == 0 && !chunk[..count].starts_with(MAGIC) {
                let message = format!("`{}` is no GGUF file", self.file.display());
                return Err(
                    WireError::new(ErrorCode::InvalidInput, message).with_hint("choose a model file that ends in `.gguf`")
                );
            }
            if count == 0 {
                break;
            }
            hash.update(&chunk[..count]);
            done += count as u64;
            self.tell("reading the file", done, total * 2).await?;
        }
        Ok((format!("sha256:{:x}", hash.finalize()), done))
    }

    /// Sends the file, unless the server has it already.
    async fn send(&self, base: &Url, digest: &str, size: u64) -> Result<(), WireError> {
        let path = format!("api/blobs/{digest}");
        if self.client.holds(base, &path).await {
            return Ok(());
        }
        let file = tokio::fs::File::open(&self.file).await.map_err(|reason| self.unreadable(&reason))?;
        let told = self.told.clone();
        let chunks = futures::stream::unfold((file, 0_u64, told), move |(mut file, sent, told)| async move {
            let mut chunk = vec![0_u8; CHUNK];
            match file.read(&mut chunk).await {
                Ok(0) => None,
                Ok(count) => {
                    chunk.truncate(count);
                    let sent = sent + count as u64;
                    let progress =
                        PullProgress { status: "sending the file".into(), completed: size + sent, total: size * 2, done: false };
                    // Stopped: the body ends short, and the server throws it away.
                    told.send(Ok(progress)).await.ok()?;
                    Some((Ok::<_, std::io::Error>(chunk), (file, sent, told)))
                }
                Err(error) => Some((Err(error), (file, sent, told))),
            }
        });
        let request = self.client.post_bytes(base, &path, reqwest::Body::wrap_stream(chunks), size);
        let response = request.send().await.map_err(|failed| error::transport(&failed, base.authority()))?;
        if response.status().is_success() {
            return Ok(());
        }
        let body = response.text().await.unwrap_or_default();
        Err(refusal(&error::reason(&body), &self.model, "imported"))
    }

    /// Has the server make the model.
    async fn create(&self, base: &Url, digest: &str, size: u64) -> Result<(), WireError> {
        let name = self.file.file_name().and_then(|name| name.to_str()).unwrap_or("model.gguf");
        let body = json!({ "model": self.model, "files": { name: digest }, "stream": true });
        let response = self
            .client
            .post(base, "api/create", &body)
            .send()
            .await
            .map_err(|failed| error::transport(&failed, base.authority()))?;
        let mut lines = LineReader::new(accepted(response, &self.model).await?);
        let limit = self.client.timeouts().load;
        while let Some(line) = lines.next(limit).await.map_err(|failed| read_failure(failed, &self.client, true))? {
            let line: PullLine = parse(&line)?;
            if let Some(problem) = line.error {
                return Err(refusal(&error::reason(&json!({ "error": problem }).to_string()), &self.model, "imported"));
            }
            self.tell(&line.status, size * 2, size * 2).await?;
            if line.status == "success" {
                return Ok(());
            }
        }
        Err(WireError::new(ErrorCode::ModelFailed, format!("the import of `{}` broke off", self.model))
            .with_hint("start it again"))
    }
}
