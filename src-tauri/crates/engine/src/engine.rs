//! Opening, closing and the state that all parts share.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::{Notify, OnceCell, broadcast, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use waymark_core::{DocumentId, Progress, WireError};
use waymark_embed::{CrossEncoder, EmbedOptions, ModelFiles, OnnxEmbedder};
use waymark_llm::OllamaClient;
use waymark_pdf::{PoolConfig, WorkerPool};
use waymark_store::Store;

use crate::enrichment::Job;
use crate::error::{EngineError, blocking};
use crate::folders::Looked;
use crate::formatter::Formatting;
use crate::index::WordIndex;
use crate::meter::{Meter, Usage};
use crate::ollama::Pulling;
use crate::options::{Access, EngineOptions};
use crate::page_text::TextCache;
use crate::runtime::RuntimeFiles;
use crate::search::Terms;
use crate::types::DocumentFile;
use crate::types::LibraryEvent;
use crate::{enrichment, folders, ingest, vectors};

const EMBEDDER: &str = "all-minilm-l6-v2-int8";
const EVENTS: usize = 1024;

/// A library, open. Cheap to clone; the clones share everything.
#[derive(Clone)]
pub struct Engine {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) options: EngineOptions,
    pub(crate) store: Store,
    pub(crate) words: WordIndex,
    pub(crate) pool: WorkerPool,
    pub(crate) runtime: RuntimeFiles,
    pub(crate) embedder: OnceCell<Result<Arc<OnnxEmbedder>, String>>,
    pub(crate) cross: OnceCell<Option<Arc<CrossEncoder>>>,
    pub(crate) events: broadcast::Sender<LibraryEvent>,
    pub(crate) queue: Notify,
    pub(crate) embedding: Notify,
    pub(crate) closing: CancellationToken,
    pub(crate) tasks: TaskTracker,
    pub(crate) running: Mutex<HashMap<DocumentId, Running>>,
    pub(crate) passwords: Mutex<HashMap<DocumentId, String>>,
    pub(crate) streams: Mutex<HashMap<u64, CancellationToken>>,
    pub(crate) next_stream: AtomicU64,
    /// How many answers are being generated.
    pub(crate) answering: watch::Sender<u32>,
    pub(crate) enrichment: Mutex<Vec<Job>>,
    pub(crate) enriching: Notify,
    pub(crate) terms: tokio::sync::Mutex<Terms>,
    pub(crate) meter: Arc<Meter>,
    pub(crate) ollama: Mutex<Option<(String, OllamaClient)>>,
    pub(crate) pulling: Mutex<Option<Pulling>>,
    /// The last run of a formatter on each document.
    pub(crate) formatting: Mutex<HashMap<DocumentId, Formatting>>,
    /// What is known of linked folders, by id.
    pub(crate) folders: Mutex<HashMap<i64, Looked>>,
    /// Linked folders that shall be looked through soon.
    pub(crate) folders_due: Mutex<BTreeSet<i64>>,
    pub(crate) folders_changed: Notify,
    /// One look through a folder at a time.
    pub(crate) scanning: tokio::sync::Mutex<()>,
    pub(crate) texts: Mutex<TextCache>,
    /// Hashes of files by path, size and time of change.
    pub(crate) seen: Mutex<HashMap<(PathBuf, u64, SystemTime), String>>,
    /// What the last look at the files of documents found.
    pub(crate) files: Mutex<HashMap<DocumentId, DocumentFile>>,
    /// Why the queue stands still, while it does.
    pub(crate) trouble: Mutex<Option<WireError>>,
}

/// A document that is being worked on.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    pub(crate) progress: Progress,
    pub(crate) cancel: CancellationToken,
}

/// Locks a mutex whose holder may have panicked: the maps stay usable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| i64::try_from(past.as_millis()).unwrap_or(i64::MAX))
}

impl Engine {
    /// Opens (with [`Access::Write`]: makes) the library and, when it may write, goes on with whatever a former run left undone.
    ///
    /// # Errors
    /// When the runtime files are missing, the library is in use by another writer, too new or damaged.
    pub async fn open(options: EngineOptions) -> Result<Self, EngineError> {
        let runtime = match (&options.runtime, RuntimeFiles::locate()) {
            (Some(files), _) => files.clone(),
            (None, Ok(files)) => files,
            // Reading goes on without: search by words needs no runtime files, and the status says what is missing.
            (None, Err(_)) if options.access == Access::Read => RuntimeFiles::below(std::path::Path::new("runtime")),
            (None, Err(error)) => return Err(error.into()),
        };
        let store = match options.access {
            Access::Write => Store::open(&options.library).await?,
            Access::Read => Store::open_shared(&options.library).await?,
        };
        let meter = Arc::new(Meter::default());
        let words = WordIndex::open(&store, Arc::clone(&meter)).await?;
        let inner = Inner {
            pool: WorkerPool::new(pool_config(&options, &runtime)),
            options,
            store,
            words,
            runtime,
            embedder: OnceCell::new(),
            cross: OnceCell::new(),
            events: broadcast::channel(EVENTS).0,
            queue: Notify::new(),
            embedding: Notify::new(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            running: Mutex::default(),
            passwords: Mutex::default(),
            streams: Mutex::default(),
            next_stream: AtomicU64::new(1),
            answering: watch::Sender::new(0),
            enrichment: Mutex::default(),
            enriching: Notify::new(),
            terms: tokio::sync::Mutex::default(),
            meter,
            ollama: Mutex::default(),
            pulling: Mutex::default(),
            formatting: Mutex::default(),
            folders: Mutex::default(),
            folders_due: Mutex::default(),
            folders_changed: Notify::new(),
            scanning: tokio::sync::Mutex::default(),
            texts: Mutex::default(),
            seen: Mutex::default(),
            files: Mutex::default(),
            trouble: Mutex::default(),
        };
        let engine = Self { inner: Arc::new(inner) };
        if engine.may_write() {
            engine.inner.words.catch_up(&engine.inner.store).await?;
            engine.inner.store.reset_interrupted(now_ms()).await?;
            ingest::start(&engine);
            vectors::start(&engine);
            enrichment::start(&engine);
            if engine.inner.options.watch_folders {
                folders::start(&engine);
            }
        }
        Ok(engine)
    }

    /// Whether a folder holds a library.
    #[must_use]
    pub fn exists(library: &std::path::Path) -> bool {
        Store::exists(library)
    }

    pub(crate) fn may_write(&self) -> bool {
        self.inner.options.access == Access::Write
    }

    /// Ends background work at the next safe point and closes the library. Whatever was unfinished goes on at the next start.
    pub async fn close(&self) {
        self.inner.closing.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
        self.inner.store.close().await;
    }

    /// Events of the library from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<LibraryEvent> {
        self.inner.events.subscribe()
    }

    /// Why the queue cannot go on (no space left, a library that cannot be written), as long as it cannot.
    #[must_use]
    pub fn trouble(&self) -> Option<WireError> {
        lock(&self.inner.trouble).clone()
    }

    /// What this engine has cost so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.inner.meter.usage(self.inner.pool.peak_memory())
    }

    pub(crate) fn emit(&self, event: LibraryEvent) {
        // No receiver is no fault: a command line without progress has none.
        let _ = self.inner.events.send(event);
    }

    /// The embedding model, loaded at first use and bound to the library; the error says which file is missing or altered.
    pub(crate) async fn embedder(&self) -> Result<Arc<OnnxEmbedder>, EngineError> {
        let loaded = self.inner.embedder.get_or_init(|| self.load_embedder()).await;
        loaded.clone().map_err(EngineError::Embedding)
    }

    async fn load_embedder(&self) -> Result<Arc<OnnxEmbedder>, String> {
        let files = ModelFiles {
            directory: self.inner.runtime.models.join(EMBEDDER),
            onnxruntime: self.inner.runtime.onnxruntime.clone(),
            name: EMBEDDER.to_owned(),
        };
        let reading = !self.may_write();
        let threads = if reading { 1 } else { self.inner.options.embed_threads };
        let options = EmbedOptions { threads, ..EmbedOptions::default() };
        let loaded = blocking("load the embedding model", move || OnnxEmbedder::load(&files, &options)).await;
        let embedder = match loaded {
            Ok(Ok(embedder)) => Arc::new(embedder),
            Ok(Err(error)) => return Err(error.to_string()),
            Err(error) => return Err(error.to_string()),
        };
        let identity = waymark_core::Embedder::identity(embedder.as_ref());
        self.inner.store.bind_embedder(identity).await.map_err(|error| error.to_string())?;
        Ok(embedder)
    }

    /// The cross-encoder, where one is installed; one that cannot be loaded is told once and left out.
    pub(crate) async fn cross_encoder(&self) -> Option<Arc<CrossEncoder>> {
        let load = || async {
            let folder = CrossEncoder::installed(&self.inner.runtime.models)?;
            let (library, threads) = (self.inner.runtime.onnxruntime.clone(), self.inner.options.embed_threads.max(1));
            let loaded = blocking("load the cross-encoder", move || CrossEncoder::load(&folder, &library, threads)).await;
            let loaded = loaded.and_then(|model| model.map_err(|error| EngineError::Embedding(error.to_string())));
            loaded.map(Arc::new).inspect_err(|error| tracing::error!("reranking goes on without the cross-encoder: {error}")).ok()
        };
        self.inner.cross.get_or_init(load).await.clone()
    }

    /// True when the embedding model was tried and cannot be used: then documents stay searchable by words and key terms.
    #[must_use]
    pub fn vectors_unavailable(&self) -> bool {
        self.inner.embedder.get().is_some_and(Result::is_err)
    }
}

fn pool_config(options: &EngineOptions, runtime: &RuntimeFiles) -> PoolConfig {
    let arguments = vec![crate::options::WORKER_ARGUMENT.into()];
    let mut config = PoolConfig::new(options.worker.executable.clone(), arguments, runtime.pdfium.clone());
    config.environment.clone_from(&options.worker.environment);
    config.page_timeout = options.page_timeout;
    config.memory_limit_bytes = options.worker_memory;
    if options.workers > 0 {
        config.workers = options.workers;
    }
    config
}
