//! The parent's side: a pool of worker processes that open PDFs, read their pages and draw them.
//!
//! A document that crashes its worker, hangs or eats memory costs that worker and that document only; the next document gets a new
//! worker. Page images have a worker of their own, so that reading never waits for an import.

mod child;
mod document;
mod memory;
mod render;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use waymark_core::Rect;
use waymark_core::page::PageText;

pub use document::OpenDocument;

use crate::error::PdfError;
use crate::protocol::{ImageFormat, Refusal, Rendered, Reply, Request, path_to_bytes};
use child::{Child, Failure};
use memory::Memory;
use render::{Part, Reader};

/// Resident memory above which an idle worker is not used again.
const RECYCLE_BYTES: u64 = 400_000_000;
/// The number under which a pool worker opens its one document.
const DOCUMENT: u32 = 0;

/// How workers are started and what they may take.
#[derive(Debug, Clone)]
pub struct PoolConfig {
    /// Program to start as worker; it ends up in [`crate::worker_main`].
    pub executable: PathBuf,
    /// Arguments that make it a worker (`pdf-worker`); `--pdfium` and `--memory-limit` are added.
    pub arguments: Vec<OsString>,
    /// The PDFium library.
    pub pdfium: PathBuf,
    /// Extra environment variables of the workers.
    pub environment: Vec<(OsString, OsString)>,
    /// Most documents read at once.
    pub workers: usize,
    /// Limit for reading or drawing one page.
    pub page_timeout: Duration,
    /// Limit for opening a document.
    pub open_timeout: Duration,
    /// Resident memory at which a worker is stopped, bytes.
    pub memory_limit_bytes: u64,
}

impl PoolConfig {
    /// The usual limits: as many workers as cores but at most 4, 30 s per page, 60 s to open, 600 MB.
    #[must_use]
    pub fn new(executable: PathBuf, arguments: Vec<OsString>, pdfium: PathBuf) -> Self {
        Self {
            executable,
            arguments,
            pdfium,
            environment: Vec::new(),
            workers: std::thread::available_parallelism().map_or(1, usize::from).min(4),
            page_timeout: Duration::from_secs(30),
            open_timeout: Duration::from_secs(60),
            memory_limit_bytes: 600_000_000,
        }
    }
}

/// A pool of workers; cheap to clone. Processes start when they are needed and end when the last clone is dropped.
#[derive(Clone)]
pub struct WorkerPool {
    shared: Arc<Shared>,
}

struct Shared {
    config: PoolConfig,
    slots: Arc<Semaphore>,
    idle: Mutex<Vec<Child>>,
    memory: Arc<Memory>,
    reader: tokio::sync::Mutex<Reader>,
}

impl WorkerPool {
    /// A pool without any process yet.
    #[must_use]
    pub fn new(config: PoolConfig) -> Self {
        let shared = Shared {
            slots: Arc::new(Semaphore::new(config.workers.max(1))),
            idle: Mutex::new(Vec::new()),
            memory: Arc::new(Memory::new(config.memory_limit_bytes)),
            reader: tokio::sync::Mutex::new(Reader::default()),
            config,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Opens a PDF in a worker, waiting for a free one. Dropping the document gives the worker back.
    ///
    /// # Errors
    /// Why the file does not open, or that its worker crashed, hung or took too much memory.
    pub async fn open(&self, path: &Path, password: Option<&str>) -> Result<OpenDocument, PdfError> {
        let permit = Arc::clone(&self.shared.slots).acquire_owned().await;
        let permit = permit.map_err(|_| PdfError::Closed { path: path.to_owned() })?;
        let request = open_request(DOCUMENT, path, password);
        let timeout = self.shared.config.open_timeout;
        let mut reused = self.shared.take_idle();
        loop {
            let was_idle = reused.is_some();
            let mut child = match reused.take() {
                Some(child) => child,
                None => self.shared.spawn()?,
            };
            match child.ask(&request, timeout).await {
                Ok(Reply::Opened(info)) => {
                    return Ok(OpenDocument::new(Arc::clone(&self.shared), permit, child, path.to_owned(), info));
                }
                Ok(Reply::Refused(refusal)) => {
                    self.shared.give_back(child);
                    return Err(self.shared.refused(refusal, path, None, password.is_some()));
                }
                Ok(_) => {
                    return Err(PdfError::Closed { path: path.to_owned() });
                }
                Err(Failure::Crashed(_)) if was_idle && child.was_dead_before() => {}
                Err(failure) => return Err(self.shared.failed(failure, path, None)),
            }
        }
    }

    /// Draws a page `width` pixels wide (at most 4,000) in display orientation, with annotations and form fields. The last few
    /// documents stay open in a worker kept for this, so that turning pages is quick while an import runs.
    ///
    /// # Errors
    /// As [`Self::open`], and [`PdfError::NoSuchPage`] or [`PdfError::Render`].
    pub async fn render(
        &self,
        path: &Path,
        password: Option<&str>,
        page: u32,
        width: u32,
        format: ImageFormat,
    ) -> Result<Rendered, PdfError> {
        render::render(&self.shared, path, password, page, Part::Whole { width }, format).await
    }

    /// Draws the part of a page inside `area` (points of the unrotated page, cut at the page's edges) with `dpi` pixels per inch,
    /// fewer when the image would be unreasonably large; in display orientation and by the same worker as [`Self::render`].
    ///
    /// # Errors
    /// As [`Self::render`]; [`PdfError::Render`] also when nothing of `area` lies on the page.
    pub async fn crop(
        &self,
        path: &Path,
        password: Option<&str>,
        page: u32,
        area: Rect,
        dpi: u32,
        format: ImageFormat,
    ) -> Result<Rendered, PdfError> {
        render::render(&self.shared, path, password, page, Part::Area { area, dpi }, format).await
    }

    /// The text layer of a page, read by the same worker as [`Self::render`], so that it is quick while an import runs.
    ///
    /// # Errors
    /// As [`Self::open`], and [`PdfError::NoSuchPage`].
    pub async fn text(&self, path: &Path, password: Option<&str>, page: u32) -> Result<PageText, PdfError> {
        render::text(&self.shared, path, password, page).await
    }

    /// The most resident memory any worker has been seen with, bytes.
    #[must_use]
    pub fn peak_memory(&self) -> u64 {
        self.shared.memory.peak()
    }

    /// Process ids of the workers that are alive.
    #[must_use]
    pub fn processes(&self) -> Vec<u32> {
        self.shared.memory.processes()
    }
}

/// A document's place in the pool.
type Slot = OwnedSemaphorePermit;

impl Shared {
    fn spawn(&self) -> Result<Child, PdfError> {
        if !self.config.pdfium.is_file() {
            return Err(PdfError::Library { path: self.config.pdfium.clone(), reason: "there is no such file".into() });
        }
        Child::spawn(&self.config, &self.memory)
            .map_err(|source| PdfError::Start { executable: self.config.executable.clone(), source })
    }

    fn take_idle(&self) -> Option<Child> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Keeps a worker for the next document, unless it is in the middle of something or has grown.
    fn give_back(&self, child: Child) {
        if child.is_usable() && child.resident() <= RECYCLE_BYTES {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(child);
        }
    }

    /// The error for a worker that had to be stopped or stopped itself.
    fn failed(&self, failure: Failure, path: &Path, page: Option<u32>) -> PdfError {
        let path = path.to_owned();
        match (failure, page) {
            (Failure::Crashed(status), page) => PdfError::WorkerCrashed { path, page, status },
            (Failure::Memory(bytes), page) => PdfError::MemoryLimit { path, page, bytes },
            (Failure::Timeout, Some(page)) => {
                PdfError::PageTimeout { path, page, seconds: self.config.page_timeout.as_secs_f64() }
            }
            (Failure::Timeout, None) => PdfError::OpenTimeout { path, seconds: self.config.open_timeout.as_secs_f64() },
        }
    }

    /// The error for a worker that declined.
    fn refused(&self, refusal: Refusal, path: &Path, page: Option<u32>, had_password: bool) -> PdfError {
        let path = path.to_owned();
        let page = page.unwrap_or(0);
        match refusal {
            Refusal::Password if had_password => PdfError::WrongPassword { path },
            Refusal::Password => PdfError::PasswordNeeded { path },
            Refusal::NotAPdf => PdfError::NotAPdf { path },
            Refusal::Empty => PdfError::Empty { path },
            Refusal::Damaged => PdfError::Damaged { path },
            Refusal::Security => PdfError::UnknownProtection { path },
            Refusal::Io { message, code } => {
                let source = code.map_or_else(|| std::io::Error::other(message), std::io::Error::from_raw_os_error);
                PdfError::Io { path, source }
            }
            Refusal::Library(reason) => PdfError::Library { path: self.config.pdfium.clone(), reason },
            Refusal::NoSuchPage => PdfError::NoSuchPage { path, page },
            Refusal::Render(reason) => PdfError::Render { path, page, reason },
        }
    }
}

fn open_request(document: u32, path: &Path, password: Option<&str>) -> Request {
    Request::Open { document, path: path_to_bytes(path), password: password.map(str::to_owned) }
}
