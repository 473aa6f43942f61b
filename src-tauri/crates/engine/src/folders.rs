//! Linked folders: their PDFs come into the library by themselves, moved and renamed ones are recognised by their content.
//!
//! Nothing leaves the library by itself: documents whose files are gone are listed, and removing them is the reader's choice.
//! What the reader removed stays removed, although its file still lies in the folder.

mod look;
mod place;
mod scan;
mod watch;
mod watches;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use waymark_core::{DocumentId, ErrorCode, WireError};
use waymark_store::{DocumentRecord, StoredFolder};

use crate::engine::{Engine, lock, now_ms};
use crate::error::EngineError;
use crate::types::{AddReport, FolderRow, FolderState, LibraryEvent, Rejected};

use place::canonical;
pub(crate) use place::{Presence, presence};
pub(crate) use watch::start;

/// What is known of a linked folder beside what is stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looked {
    state: FolderState,
    reason: Option<String>,
    watched: bool,
    /// Why it is not watched.
    unwatched: Option<String>,
    /// Links to folders below it.
    links: Vec<PathBuf>,
    gone: Vec<DocumentId>,
    refused: Vec<Rejected>,
    scanned_ms: Option<i64>,
}

impl Engine {
    /// All linked folders, by path.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn folders(&self) -> Result<Vec<FolderRow>, EngineError> {
        let folders = self.inner.store.folders().await?;
        let paths = self.inner.store.known_paths().await?;
        let known: BTreeSet<DocumentId> = self.inner.store.document_rows().await?.iter().map(|row| row.id).collect();
        let looked = lock(&self.inner.folders).clone();
        let row = |folder: StoredFolder| {
            let now = looked.get(&folder.id).cloned().unwrap_or_default();
            let below: BTreeSet<DocumentId> =
                paths.iter().filter(|known| lies_in(&known.path, &folder)).map(|known| known.document).collect();
            FolderRow {
                id: folder.id,
                path: folder.path,
                ignore: folder.ignore,
                state: now.state,
                reason: now.reason.or(now.unwatched),
                watched: now.watched,
                documents: u32::try_from(below.len()).unwrap_or(u32::MAX),
                gone: now.gone.into_iter().filter(|id| known.contains(id)).collect(),
                refused: now.refused,
                scanned_ms: now.scanned_ms,
            }
        };
        Ok(folders.into_iter().map(row).collect())
    }

    /// Links a folder: its PDFs, now and later, belong to the library. It is looked through at once where folders are watched,
    /// else by [`Engine::scan_folders`].
    ///
    /// # Errors
    /// `InvalidInput` for a path that is no folder, lies in a folder that is linked already, is the root of a file system, belongs
    /// to the system or to the library itself, or has rules that are none; `NotFound` for one that does not exist.
    pub async fn link_folder(&self, path: &str, ignore: Vec<String>) -> Result<FolderRow, EngineError> {
        let folder = std::path::absolute(path).map_err(|error| EngineError::invalid(format!("`{path}` is no path: {error}")))?;
        let metadata = std::fs::metadata(&folder).map_err(|error| unreachable_folder(&folder, &error))?;
        if !metadata.is_dir() {
            return Err(EngineError::invalid(format!("`{}` is no folder", folder.display())));
        }
        let folder = canonical(&folder);
        let text = folder.to_str().ok_or_else(|| EngineError::invalid(format!("`{}` is not Unicode", folder.display())))?;
        linkable(&folder, &canonical(&self.inner.options.library))?;
        let ignore = checked(&folder, ignore)?;
        for other in self.inner.store.folders().await? {
            if folder != Path::new(&other.path) && folder.starts_with(canonical(Path::new(&other.path))) {
                let told = format!("`{text}` lies in `{}`, which is linked already", other.path);
                return Err(EngineError::invalid(told));
            }
        }
        let id = self.inner.store.link_folder(text, &ignore, now_ms()).await?;
        self.folder_changed(id);
        self.folder(id).await
    }

    /// The linked folder at a path.
    ///
    /// # Errors
    /// `NotFound` when the path is no linked folder.
    pub async fn folder_at(&self, path: &str) -> Result<FolderRow, EngineError> {
        let given = std::path::absolute(path).map_err(|error| EngineError::invalid(format!("`{path}` is no path: {error}")))?;
        let real = canonical(&given);
        let here = |folder: &FolderRow| [&given, &real].into_iter().any(|path| path == Path::new(&folder.path));
        let found = self.folders().await?.into_iter().find(here);
        found.ok_or_else(|| EngineError::not_found(format!("`{path}` is no linked folder")))
    }

    /// Sets the ignore rules of a linked folder. Documents that are there already stay.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `InvalidInput` for rules that are none.
    pub async fn change_folder(&self, id: i64, ignore: Vec<String>) -> Result<FolderRow, EngineError> {
        let folder = self.folder(id).await?;
        let ignore = checked(Path::new(&folder.path), ignore)?;
        self.inner.store.link_folder(&folder.path, &ignore, now_ms()).await?;
        self.folder_changed(id);
        self.folder(id).await
    }

    /// Forgets a linked folder; its documents stay.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn unlink_folder(&self, id: i64) -> Result<(), EngineError> {
        self.inner.store.unlink_folder(id).await?;
        lock(&self.inner.folders).remove(&id);
        self.folder_changed(id);
        Ok(())
    }

    /// Looks through all linked folders now; tells what was added. What could not be added stands in the report and in
    /// [`Engine::folders`].
    ///
    /// # Errors
    /// When the library cannot be written.
    pub async fn scan_folders(&self) -> Result<AddReport, EngineError> {
        let mut report = AddReport::default();
        for folder in self.inner.store.folders().await? {
            let found = self.scan_folder(&folder, false).await?;
            report.added.extend(found.added);
            report.known.extend(found.known);
            report.rejected.extend(found.rejected);
        }
        Ok(report)
    }

    /// Notes documents that are being removed although their files still lie in linked folders: they do not come back.
    pub(crate) async fn keep_out(&self, records: &[DocumentRecord]) -> Result<(), EngineError> {
        let folders = self.inner.store.folders().await?;
        let in_folder = |path: &String| folders.iter().any(|folder| lies_in(path, folder)) && Path::new(path).exists();
        let linked = |record: &&DocumentRecord| std::iter::once(&record.path).chain(&record.duplicates).any(in_folder);
        let hashes: Vec<String> = records.iter().filter(linked).map(|record| record.hash.clone()).collect();
        if !hashes.is_empty() {
            self.inner.store.mark_unwanted(&hashes, now_ms()).await?;
        }
        Ok(())
    }

    async fn folder(&self, id: i64) -> Result<FolderRow, EngineError> {
        let found = self.folders().await?.into_iter().find(|folder| folder.id == id);
        found.ok_or_else(|| EngineError::not_found(format!("no linked folder `{id}`")))
    }

    /// Has a folder looked through soon, or its watching ended.
    fn folder_changed(&self, id: i64) {
        lock(&self.inner.folders_due).insert(id);
        self.inner.folders_changed.notify_one();
        self.tell_folders();
    }

    pub(crate) fn tell_folders(&self) {
        self.emit(LibraryEvent::Invalidate { tags: vec!["folders".into()] });
    }
}

/// Whether a path lies in a linked folder.
fn lies_in(path: &str, folder: &StoredFolder) -> bool {
    Path::new(path).starts_with(&folder.path)
}

/// Refuses folders that hold no PDFs of the reader, or everything else besides.
fn linkable(folder: &Path, library: &Path) -> Result<(), EngineError> {
    let told = if folder.parent().is_none() {
        format!("`{}` is the root of a file system", folder.display())
    } else if crate::intake::belongs_to_the_system(folder) {
        format!("`{}` belongs to the system", folder.display())
    } else if folder.starts_with(library) {
        format!("`{}` belongs to the library `{}`", folder.display(), library.display())
    } else {
        return Ok(());
    };
    Err(WireError::new(ErrorCode::InvalidInput, told).with_hint("link the folder in which your PDFs lie").into())
}

/// Rules without blank ones; all must be understood.
fn checked(folder: &Path, lines: Vec<String>) -> Result<Vec<String>, EngineError> {
    let lines: Vec<String> = lines.into_iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    crate::intake::rules(folder, &lines).map_err(EngineError::invalid)?;
    Ok(lines)
}

fn unreachable_folder(folder: &Path, error: &std::io::Error) -> EngineError {
    let code = if error.kind() == std::io::ErrorKind::NotFound { ErrorCode::NotFound } else { ErrorCode::Unreadable };
    WireError::new(code, format!("the folder `{}` cannot be opened: {error}", folder.display())).into()
}
