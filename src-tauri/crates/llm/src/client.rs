//! [`OllamaClient`]: one server, found on the first of its addresses that answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ollama_rs::Ollama;
use ollama_rs::error::OllamaError;
use reqwest::{RequestBuilder, Response, Url};
use serde::de::DeserializeOwned;
use waymark_core::{ErrorCode, WireError};

use crate::chat::OllamaChat;
use crate::error::{self, LlmError};
use crate::host;
use crate::models::{
    LocalModel, ModelDetails, Running, RunningModel, Tag, Tags, choose_context, full_name, is_cloud_name, order_by_fit,
};
use crate::tokens::TokenEstimator;

/// How long to wait for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For `/api/version`; three times as long for another machine.
    pub probe: Duration,
    /// For lists and details.
    pub listing: Duration,
    /// From a question to the first token: the model may have to be loaded.
    pub load: Duration,
    /// Between two tokens.
    pub stall: Duration,
    /// How long a server that refuses connections may take to come back before a question fails.
    pub patience: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            probe: Duration::from_secs(1),
            listing: Duration::from_secs(10),
            load: Duration::from_secs(600),
            stall: Duration::from_secs(90),
            patience: Duration::from_secs(5),
        }
    }
}

/// A server as found.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerStatus {
    /// Address that answered, or the first one tried.
    pub host: String,
    /// It answers.
    pub running: bool,
    /// Its version, where it tells.
    pub version: Option<String>,
    /// Local models that can chat, the best default first.
    pub models: Vec<LocalModel>,
    /// Why it cannot be used as it is.
    pub problem: Option<WireError>,
}

#[derive(Debug)]
struct Shared {
    candidates: Vec<Url>,
    active: Mutex<Option<Url>>,
    http: reqwest::Client,
    timeouts: Timeouts,
    details: Mutex<HashMap<String, ModelDetails>>,
    estimators: Mutex<HashMap<String, Arc<TokenEstimator>>>,
}

/// A client of one Ollama server. Cheap to clone; clones share what was learnt about the server.
#[derive(Debug, Clone)]
pub struct OllamaClient {
    shared: Arc<Shared>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bytes of memory in this machine.
fn memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    system.total_memory()
}

impl OllamaClient {
    /// A client for this address, or for that in `OLLAMA_HOST`, or for the default port of this machine. Nothing is called yet.
    ///
    /// # Errors
    /// [`LlmError::Host`] for an address that is none or lies in the cloud.
    pub fn new(host: Option<&str>) -> Result<Self, LlmError> {
        let environment = std::env::var("OLLAMA_HOST").ok();
        Self::with_candidates(host::candidates(host, environment.as_deref())?, Timeouts::default())
    }

    /// The same with other waiting times.
    ///
    /// # Errors
    /// As [`OllamaClient::new`].
    pub fn with_timeouts(host: Option<&str>, timeouts: Timeouts) -> Result<Self, LlmError> {
        let environment = std::env::var("OLLAMA_HOST").ok();
        Self::with_candidates(host::candidates(host, environment.as_deref())?, timeouts)
    }

    /// A client for these base addresses, tried in order.
    ///
    /// # Errors
    /// [`LlmError::Client`] when the HTTP client cannot be built.
    pub fn with_candidates(candidates: Vec<Url>, timeouts: Timeouts) -> Result<Self, LlmError> {
        let http = reqwest::Client::builder()
            // A proxy set for the internet would swallow calls to this machine.
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(3))
            .tcp_nodelay(true)
            .build()
            .map_err(LlmError::Client)?;
        Ok(Self {
            shared: Arc::new(Shared {
                candidates,
                active: Mutex::new(None),
                http,
                timeouts,
                details: Mutex::default(),
                estimators: Mutex::default(),
            }),
        })
    }

    /// Waiting times in use.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        self.shared.timeouts
    }

    /// Address that answered last, or the first one to try, without scheme.
    #[must_use]
    pub fn host(&self) -> String {
        let active = lock(&self.shared.active).clone();
        let url = active.or_else(|| self.shared.candidates.first().cloned());
        url.map_or_else(String::new, |url| url.authority().to_owned())
    }

    /// What is there, for the settings page and before a question. Takes at most a few seconds; never fails, but says why.
    pub async fn status(&self) -> ServerStatus {
        let mut status = ServerStatus { host: self.host(), running: false, version: None, models: Vec::new(), problem: None };
        match self.reach().await {
            Err(problem) => {
                status.running = problem.code != ErrorCode::OllamaAbsent;
                status.problem = Some(problem);
                return status;
            }
            Ok((url, version)) => {
                status.host = url.authority().to_owned();
                status.running = true;
                status.version = version;
            }
        }
        match self.models().await {
            Ok(models) if models.is_empty() => {
                let none = WireError::new(ErrorCode::ModelMissing, "Ollama runs and has no local model that can chat");
                status.problem = Some(none.with_hint("fetch one, for instance with `ollama pull qwen3:4b`"));
            }
            Ok(models) => status.models = models,
            Err(problem) => status.problem = Some(problem),
        }
        status
    }

    /// The first address that answers, with the version it tells.
    async fn reach(&self) -> Result<(Url, Option<String>), WireError> {
        let mut problem = error::absent(&self.host());
        for url in &self.shared.candidates {
            let near = url.host_str().is_some_and(|host| host.starts_with("127.") || host == "[::1]");
            let limit = if near { self.shared.timeouts.probe } else { self.shared.timeouts.probe * 3 };
            let request = self.shared.http.get(join(url, "api/version")).timeout(limit);
            match request.send().await {
                Err(failed) => {
                    if !failed.is_connect() {
                        problem = error::transport(&failed, url.authority());
                    }
                }
                Ok(response) if response.status().is_success() || response.status() == 404 => {
                    let found = response.json::<serde_json::Value>().await.ok();
                    let version = found.and_then(|value| value.get("version")?.as_str().map(str::to_owned));
                    *lock(&self.shared.active) = Some(url.clone());
                    return Ok((url.clone(), version));
                }
                Ok(response) => {
                    let status = response.status().as_u16();
                    return Err(error::refusal(status, &response.text().await.unwrap_or_default(), ""));
                }
            }
        }
        *lock(&self.shared.active) = None;
        Err(problem)
    }

    /// The address in use; waits a little for a server that is just being restarted.
    pub(crate) async fn base(&self) -> Result<Url, WireError> {
        if let Some(url) = lock(&self.shared.active).clone() {
            return Ok(url);
        }
        let started = Instant::now();
        loop {
            match self.reach().await {
                Ok((url, _)) => return Ok(url),
                Err(problem) => {
                    if problem.code != ErrorCode::OllamaAbsent || started.elapsed() >= self.shared.timeouts.patience {
                        return Err(problem);
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// Forgets the address in use, after it refused a connection.
    pub(crate) fn forget(&self) {
        *lock(&self.shared.active) = None;
    }

    /// A POST to this path with this body.
    pub(crate) fn post(&self, base: &Url, path: &str, body: &serde_json::Value) -> RequestBuilder {
        self.shared.http.post(join(base, path)).json(body)
    }

    /// A POST of bytes of a known length.
    pub(crate) fn post_bytes(&self, base: &Url, path: &str, body: reqwest::Body, length: u64) -> RequestBuilder {
        self.shared.http.post(join(base, path)).header(reqwest::header::CONTENT_LENGTH, length).body(body)
    }

    /// A DELETE of `/api/delete` with this body.
    pub(crate) fn delete_call(&self, base: &Url, body: &serde_json::Value) -> RequestBuilder {
        self.shared.http.delete(join(base, "api/delete")).json(body)
    }

    /// Whether the server holds something under this path.
    pub(crate) async fn holds(&self, base: &Url, path: &str) -> bool {
        let asked = self.shared.http.head(join(base, path)).timeout(self.shared.timeouts.listing).send().await;
        asked.is_ok_and(|response| response.status().is_success())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, WireError> {
        let base = self.base().await?;
        let request = self.shared.http.get(join(&base, path)).timeout(self.shared.timeouts.listing);
        let response = request.send().await.map_err(|failed| {
            self.forget();
            error::transport(&failed, base.authority())
        })?;
        let response = accepted(response, "").await?;
        response
            .json()
            .await
            .map_err(|failed| WireError::new(ErrorCode::Internal, format!("`/{path}` of Ollama is not understood: {failed}")))
    }

    /// Local models that can chat, the best default first.
    ///
    /// # Errors
    /// When the server does not answer or refuses.
    pub async fn models(&self) -> Result<Vec<LocalModel>, WireError> {
        let tags: Tags = self.get("api/tags").await?;
        let mut models = Vec::new();
        for tag in tags.models.unwrap_or_default().into_iter().filter(|tag| !tag.is_remote()) {
            let capabilities = match &tag.capabilities {
                Some(capabilities) => capabilities.clone(),
                None => self.capabilities(&tag).await,
            };
            if capabilities.iter().any(|capability| capability == "completion") {
                models.push(tag.into_local(capabilities));
            }
        }
        order_by_fit(&mut models, memory());
        Ok(models)
    }

    /// Capabilities on servers whose list does not tell them.
    async fn capabilities(&self, tag: &Tag) -> Vec<String> {
        let details = self.show_cached(&tag.name, tag.digest.as_deref().unwrap_or_default()).await;
        match details {
            Ok(details) if !details.capabilities.is_empty() => details.capabilities,
            _ if tag.is_embedding_family() => Vec::new(),
            _ => vec!["completion".to_owned()],
        }
    }

    async fn show_cached(&self, name: &str, digest: &str) -> Result<ModelDetails, WireError> {
        let key = format!("{name} {digest}");
        if let Some(details) = lock(&self.shared.details).get(&key) {
            return Ok(details.clone());
        }
        let details = self.show(name).await?;
        lock(&self.shared.details).insert(key, details.clone());
        Ok(details)
    }

    /// What the server knows of a model.
    ///
    /// # Errors
    /// [`ErrorCode::ModelMissing`] for an unknown one.
    pub async fn show(&self, name: &str) -> Result<ModelDetails, WireError> {
        let base = self.base().await?;
        let ollama = Ollama::builder().url(base.clone()).reqwest_client(self.shared.http.clone()).build();
        let limit = self.shared.timeouts.listing;
        let info = tokio::time::timeout(limit, ollama.show_model_info(name.to_owned()))
            .await
            .map_err(|_| error::stalled(limit.as_secs(), false))?;
        info.map(ModelDetails::from).map_err(|failed| match failed {
            OllamaError::ReqwestError(failed) => {
                self.forget();
                error::transport(&failed, base.authority())
            }
            // The library gives the body without its status.
            OllamaError::Other(body) if body.is_empty() => error::refusal(403, "", name),
            OllamaError::Other(body) if error::reason(&body).contains("not found") => error::missing(name),
            OllamaError::Other(body) => error::refusal(500, &body, name),
            other => WireError::new(ErrorCode::Internal, format!("`/api/show` of Ollama is not understood: {other}")),
        })
    }

    /// The loaded model of that name.
    pub(crate) async fn running(&self, name: &str) -> Result<Option<RunningModel>, WireError> {
        let running: Running = self.get("api/ps").await?;
        let wanted = full_name(name);
        Ok(running.models.unwrap_or_default().into_iter().find(|model| full_name(&model.name) == wanted))
    }

    /// A model of this server, with the one set of options that every call to it will carry.
    ///
    /// # Errors
    /// When the server does not answer, has no such model, or the model runs in the cloud or cannot chat.
    pub async fn chat_model(&self, name: &str) -> Result<OllamaChat, WireError> {
        if is_cloud_name(name) {
            return Err(error::refusal(401, "", name));
        }
        let details = self.show_cached(name, "").await?;
        if !details.capabilities.is_empty() && !details.capabilities.iter().any(|capability| capability == "completion") {
            return Err(error::refusal(400, r#"{"error":"it does not support chat"}"#, name));
        }
        let wanted = full_name(name);
        let models = self.models().await.unwrap_or_default();
        let size = models.iter().find(|model| full_name(&model.name) == wanted).map_or(0, |model| model.size);
        let context = choose_context(&details, size, memory());
        let estimator = Arc::clone(lock(&self.shared.estimators).entry(wanted).or_default());
        Ok(OllamaChat::new(self.clone(), name, &details, context, estimator))
    }
}

fn join(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_path(path);
    url
}

/// The response, or its refusal.
pub(crate) async fn accepted(response: Response, model: &str) -> Result<Response, WireError> {
    if response.status().is_success() {
        return Ok(response);
    }
    let status = response.status().as_u16();
    let body = tokio::time::timeout(Duration::from_secs(10), response.text()).await.ok().and_then(Result::ok);
    Err(error::refusal(status, &body.unwrap_or_default(), model))
}
