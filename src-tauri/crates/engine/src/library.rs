//! Documents: adding, listing, removing, retrying, and the library as a whole.

use std::collections::{BTreeSet, HashMap};

use waymark_core::{DocumentId, DocumentState};
use waymark_store::{DocumentRecord, Enqueued, NewDocument, PathRecord};

use crate::engine::{Engine, lock, now_ms};
use crate::error::{EngineError, blocking};
use crate::types::{AddReport, DocumentDetail, DocumentRow, LibraryEvent, LibraryStatus};
use crate::{intake, rows, runtime};

impl Engine {
    /// Adds files and folders to the queue. Content that the library holds already is reported as known; a known document that
    /// had failed or was cancelled is tried again.
    ///
    /// # Errors
    /// When the library cannot be written. Bad paths are no error: they stand in the report.
    pub async fn add(&self, paths: &[String]) -> Result<AddReport, EngineError> {
        let given = paths.to_vec();
        let found = blocking("read the given paths", move || intake::collect(&given)).await?;
        let mut report = self.enqueue(found.candidates.into_iter().map(new_document).collect()).await?;
        report.rejected = found.rejected;
        self.revive(&report.known).await?;
        self.emit_documents();
        self.inner.queue.notify_waiters();
        Ok(report)
    }

    /// Puts files into the queue and tells which are new.
    pub(crate) async fn enqueue(&self, files: Vec<NewDocument>) -> Result<AddReport, EngineError> {
        let mut report = AddReport::default();
        let before = self.inner.store.known_paths().await?;
        let entries = self.inner.store.enqueue(files, now_ms()).await?;
        self.replace_unread(&before, &entries).await?;
        for entry in entries {
            let list = if entry.new { &mut report.added } else { &mut report.known };
            if !list.contains(&entry.document) {
                list.push(entry.document);
            }
        }
        report.known.retain(|id| !report.added.contains(id));
        for id in &report.added {
            self.announce(*id).await;
        }
        if !report.added.is_empty() {
            self.emit_documents();
            self.inner.queue.notify_waiters();
        }
        Ok(report)
    }

    /// Removes documents that could not be read when another content came into the only place where theirs lay.
    async fn replace_unread(&self, before: &[PathRecord], entries: &[Enqueued]) -> Result<(), EngineError> {
        let now: HashMap<&str, DocumentId> = entries.iter().map(|entry| (entry.path.as_str(), entry.document)).collect();
        let other = |known: &&PathRecord| now.get(known.path.as_str()).is_some_and(|document| *document != known.document);
        let mut replaced: BTreeSet<DocumentId> = before.iter().filter(other).map(|known| known.document).collect();
        if replaced.is_empty() {
            return Ok(());
        }
        for known in self.inner.store.known_paths().await? {
            replaced.remove(&known.document);
        }
        for id in replaced {
            if self.inner.store.document(id).await?.state == DocumentState::Failed {
                self.discard(&[id]).await?;
            }
        }
        Ok(())
    }

    pub(crate) fn emit_documents(&self) {
        self.emit(LibraryEvent::Invalidate { tags: vec!["documents".into(), "library".into()] });
    }

    async fn revive(&self, known: &[DocumentId]) -> Result<(), EngineError> {
        for id in known {
            let record = self.inner.store.document(*id).await?;
            if matches!(record.state, DocumentState::Failed | DocumentState::Cancelled) {
                self.inner.store.retry(*id, now_ms()).await?;
                self.announce(*id).await;
            }
        }
        Ok(())
    }

    /// Adds the sample PDFs that come with the program.
    ///
    /// # Errors
    /// When the samples are not installed or the library cannot be written.
    pub async fn add_samples(&self) -> Result<AddReport, EngineError> {
        let samples = runtime::samples();
        if samples.is_empty() {
            return Err(EngineError::not_found("the sample PDFs are not installed beside the program"));
        }
        let paths: Vec<String> = samples.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        self.add(&paths).await
    }

    /// All documents, by id.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn documents(&self) -> Result<Vec<DocumentRow>, EngineError> {
        let records = self.inner.store.document_rows().await?;
        self.look_at_files(&records).await?;
        let working = self.inner.store.is_being_written();
        let interrupted = |mut record: DocumentRecord| {
            // Nobody works on it any more: its program was killed.
            if record.state == DocumentState::Working && !working {
                record.state = DocumentState::Queued;
            }
            self.row(record)
        };
        Ok(records.into_iter().map(interrupted).collect())
    }

    /// One document with outline and page sizes.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn document(&self, id: DocumentId) -> Result<DocumentDetail, EngineError> {
        let record = self.inner.store.document(id).await?;
        let sections = self.inner.store.outline(id).await?;
        let pages = self.inner.store.page_sizes(id).await?;
        let formatter = self.inner.store.formatter(id).await?;
        Ok(DocumentDetail {
            format_advised: Self::advises_formatting(record.confidence, &formatter),
            row: self.row(record),
            outline: rows::outline(&sections),
            pages: pages.into_iter().map(rows::page_size).collect(),
            formatter,
        })
    }

    /// Removes documents from everything: work in progress, database, vectors, word index and figure cache. The PDF files stay.
    ///
    /// # Errors
    /// `NotFound` for an unknown id (nothing is removed then), or when the library cannot be written.
    pub async fn remove(&self, ids: &[DocumentId]) -> Result<(), EngineError> {
        let mut records = Vec::with_capacity(ids.len());
        for id in ids {
            records.push(self.inner.store.document(*id).await?);
        }
        self.keep_out(&records).await?;
        self.discard(ids).await
    }

    /// Removes documents without noting that they are not wanted.
    async fn discard(&self, ids: &[DocumentId]) -> Result<(), EngineError> {
        for id in ids {
            if let Some(running) = lock(&self.inner.running).get(id) {
                running.cancel.cancel();
            }
            self.stop_formatting(*id);
            lock(&self.inner.passwords).remove(id);
            self.forget_enrichment(*id);
        }
        self.inner.store.delete_documents(ids).await?;
        self.inner.words.catch_up(&self.inner.store).await?;
        for id in ids {
            self.forget_figures(*id).await;
            self.emit(LibraryEvent::Removed { id: *id });
        }
        self.emit_documents();
        self.tell_folders();
        Ok(())
    }

    /// Puts a document back into the queue, with a password for locked ones (kept in memory only).
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn retry(&self, id: DocumentId, password: Option<String>) -> Result<(), EngineError> {
        if let Some(password) = password {
            lock(&self.inner.passwords).insert(id, password);
        }
        self.inner.store.retry(id, now_ms()).await?;
        self.announce(id).await;
        self.inner.queue.notify_waiters();
        Ok(())
    }

    /// Takes a document out of the queue or stops the work on it.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn cancel(&self, id: DocumentId) -> Result<(), EngineError> {
        self.inner.store.document(id).await?;
        self.inner.store.cancel(id, now_ms()).await?;
        if let Some(running) = lock(&self.inner.running).get(&id) {
            running.cancel.cancel();
        }
        self.announce(id).await;
        Ok(())
    }

    /// Lets the queue rest or go on; kept over restarts.
    ///
    /// # Errors
    /// When the library cannot be written.
    pub async fn pause(&self, paused: bool) -> Result<(), EngineError> {
        self.inner.store.set_paused(paused).await?;
        self.inner.queue.notify_waiters();
        self.inner.embedding.notify_waiters();
        self.emit(LibraryEvent::Invalidate { tags: vec!["library".into()] });
        Ok(())
    }

    /// The library in numbers.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn status(&self) -> Result<LibraryStatus, EngineError> {
        let totals = self.inner.store.totals().await?;
        let mut problems = Vec::new();
        if let Some(Err(reason)) = self.inner.embedder.get() {
            problems.push(format!("search by meaning is off: {reason}"));
        }
        if let Some(trouble) = self.trouble() {
            problems.push(trouble.hint.map_or(trouble.message.clone(), |hint| format!("{}; {hint}", trouble.message)));
        }
        if self.inner.words.generation() != Some(self.inner.store.generation().await?) && !self.may_write() {
            problems.push("the word index is missing or behind; it is built when the library is next opened for writing (the window, or `waymark-cli ingest`)".into());
        }
        Ok(LibraryStatus {
            folder: self.inner.store.folder().display().to_string(),
            documents: totals.documents,
            ready: totals.ready,
            failed: totals.failed,
            pending: totals.pending + totals.searchable,
            pages: totals.pages,
            segments: totals.segments,
            vectors: totals.vectors,
            database_bytes: self.inner.store.database_bytes(),
            lexical_bytes: folder_bytes(&self.inner.store.lexical_folder()),
            embedder: self.inner.store.active_embedder().await?,
            paused: self.inner.store.paused().await?,
            problems,
        })
    }

    /// Tells every window how a document stands now. A document deleted meanwhile is no fault.
    pub(crate) async fn announce(&self, id: DocumentId) {
        match self.inner.store.document(id).await {
            Ok(record) => self.announce_record(record),
            Err(error) => tracing::debug!("document {id} is not announced: {error}"),
        }
    }

    pub(crate) fn announce_record(&self, record: DocumentRecord) {
        self.emit(LibraryEvent::Document { row: Box::new(self.row(record)) });
    }
}

pub(crate) fn new_document(candidate: intake::Candidate) -> NewDocument {
    NewDocument {
        hash: candidate.hash,
        path: candidate.path.to_string_lossy().into_owned(),
        file_name: candidate.file_name,
        size: candidate.size,
        modified_ms: candidate.modified_ms,
    }
}

fn folder_bytes(folder: &std::path::Path) -> u64 {
    let files = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    files.filter_map(|entry| entry.metadata().ok()).filter(std::fs::Metadata::is_file).map(|metadata| metadata.len()).sum()
}
