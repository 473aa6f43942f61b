//! How an engine is opened.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use waymark_core::{ErrorCode, WireError};

use crate::runtime::RuntimeFiles;

/// First argument that turns a Waymark program into a PDF worker.
pub const WORKER_ARGUMENT: &str = "pdf-worker";

/// What the engine may do with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Search and ask, also beside another Waymark that is writing.
    Read,
    /// Everything; one process at a time.
    Write,
}

/// How PDF workers are started.
#[derive(Debug, Clone)]
pub struct WorkerCommand {
    /// Program; its `main` hands [`WORKER_ARGUMENT`] to `waymark_pdf::worker_main`.
    pub executable: PathBuf,
    /// Extra environment of workers.
    pub environment: Vec<(OsString, OsString)>,
}

impl WorkerCommand {
    /// The running program itself.
    ///
    /// # Errors
    /// When the system does not tell where the program lies.
    pub fn this_program() -> Result<Self, WireError> {
        let executable = std::env::current_exe()
            .map_err(|error| WireError::new(ErrorCode::Internal, format!("the program does not find its own file: {error}")))?;
        Ok(Self { executable, environment: Vec::new() })
    }
}

/// How an engine is opened.
#[derive(Debug, Clone)]
pub struct EngineOptions {
    /// Library folder.
    pub library: PathBuf,
    /// PDF workers.
    pub worker: WorkerCommand,
    /// Access.
    pub access: Access,
    /// Runtime files; found by [`RuntimeFiles::locate`] when absent.
    pub runtime: Option<RuntimeFiles>,
    /// Documents read at once; 0 means cores, at most 4.
    pub workers: usize,
    /// Limit for reading one page.
    pub page_timeout: Duration,
    /// Resident memory at which a worker is stopped, bytes.
    pub worker_memory: u64,
    /// Threads for embedding; 0 means cores, at most 4.
    pub embed_threads: usize,
    /// Whether linked folders are watched; a program that stays open does.
    pub watch_folders: bool,
    /// How long the embedding model is left alone after opening when nothing asks for it: a window that is being built needs the
    /// processor more.
    pub settle: Duration,
}

impl EngineOptions {
    /// The usual options for a library folder.
    #[must_use]
    pub fn new(library: &Path, worker: WorkerCommand, access: Access) -> Self {
        Self {
            library: library.to_path_buf(),
            worker,
            access,
            runtime: None,
            workers: 0,
            page_timeout: page_timeout(),
            worker_memory: 600_000_000,
            embed_threads: 0,
            watch_folders: false,
            settle: Duration::ZERO,
        }
    }
}

/// 30 seconds, or `WAYMARK_PAGE_SECONDS` for machines that are slower than that (or tests that are more impatient).
fn page_timeout() -> Duration {
    let set = std::env::var("WAYMARK_PAGE_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(set.filter(|seconds| *seconds > 0).unwrap_or(30))
}
