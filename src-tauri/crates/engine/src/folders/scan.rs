//! One look through a linked folder: what is new, what moved, what is gone.

use std::collections::{BTreeSet, HashMap};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use waymark_core::DocumentId;
use waymark_store::{PathRecord, StoredFolder};

use super::place::{Identity, Presence, canonical, identity, presence};
use super::{Looked, lies_in};
use crate::engine::{Engine, lock, now_ms};
use crate::error::{EngineError, blocking};
use crate::intake::{self, Candidate};
use crate::library::new_document;
use crate::types::{AddReport, FolderState, Rejected};

/// A file that changed within this time may still be on its way.
pub(super) const SETTLED: Duration = Duration::from_millis(1500);

/// Result of a walk, compared with what the library knows.
#[derive(Debug, Default)]
struct Found {
    candidates: Vec<Candidate>,
    refused: Vec<Rejected>,
    /// Known paths below the folder where nothing lies any more.
    gone: Vec<String>,
    /// Links to folders.
    links: Vec<PathBuf>,
    /// Files that changed a moment ago.
    settling: bool,
}

impl Engine {
    /// Looks through a folder. With `patient`, files that changed a moment ago are left for the next look, which is asked for.
    pub(super) async fn scan_folder(&self, folder: &StoredFolder, patient: bool) -> Result<AddReport, EngineError> {
        let _alone = self.inner.scanning.lock().await;
        let root = PathBuf::from(&folder.path);
        let before = match self.root(folder, &root).await? {
            Ok(identity) => identity,
            Err(report) => return Ok(report),
        };
        self.set_looked(folder.id, |looked| looked.state = FolderState::Scanning);
        let result = self.take_in(folder, root.clone(), patient).await;
        let gone = self.gone(folder).await;
        // One that was unplugged meanwhile lost nothing; the next glance tells that it is missing.
        let same = blocking("look at a folder", move || identity(&root) == Some(before)).await?;
        self.set_looked(folder.id, |looked| {
            looked.scanned_ms = Some(now_ms());
            looked.reason = result.as_ref().err().map(ToString::to_string);
            looked.state = if result.is_ok() { FolderState::Current } else { FolderState::Failed };
            if let Ok(report) = &result {
                looked.refused.clone_from(&report.rejected);
            }
            if let Ok(gone) = gone
                && same
            {
                looked.gone = gone;
            }
        });
        result
    }

    /// Whether the folder can be looked through. If not, that is noted, and the report says what keeps it closed.
    pub(super) async fn root(&self, folder: &StoredFolder, root: &Path) -> Result<Result<Identity, AddReport>, EngineError> {
        let place = root.to_path_buf();
        let found = blocking("look at a folder", move || (identity(&place), std::fs::read_dir(&place).map(drop))).await?;
        let (identity, open) = found;
        let missing = |error: &std::io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
        match (identity, open) {
            (Some(identity), Ok(())) => Ok(Ok(identity)),
            (_, Err(error)) if !missing(&error) => {
                let refused = intake::refuse_io(root, &error);
                self.set_looked(folder.id, |looked| {
                    looked.state = FolderState::Failed;
                    looked.reason = Some(refused.reason.clone());
                });
                Ok(Err(AddReport { rejected: vec![refused], ..AddReport::default() }))
            }
            _ => {
                self.set_looked(folder.id, |looked| {
                    looked.state = FolderState::Missing;
                    looked.reason = None;
                });
                Ok(Err(AddReport::default()))
            }
        }
    }

    async fn take_in(&self, folder: &StoredFolder, root: PathBuf, patient: bool) -> Result<AddReport, EngineError> {
        let known = self.inner.store.known_paths().await?;
        let unwanted = self.inner.store.unwanted().await?;
        let rules = intake::rules(&root, &folder.ignore).map_err(EngineError::invalid)?;
        let (engine, below) = (self.clone(), folder.clone());
        let library = canonical(&self.inner.options.library);
        let look = move || {
            let before = identity(&root);
            let mut found = compare(&engine, &below, intake::walk(&root, rules, Some(library)), &known, patient);
            if identity(&root) != before {
                found.gone.clear();
            }
            found
        };
        let found = blocking("look through a folder", look).await?;
        self.set_looked(folder.id, |looked| looked.links = found.links);
        let wanted = found.candidates.into_iter().filter(|candidate| !unwanted.contains(&candidate.hash));
        let mut report = self.enqueue(wanted.map(new_document).collect()).await?;
        report.rejected = found.refused;
        self.inner.store.forget_paths(&found.gone).await?;
        if !found.gone.is_empty() || !report.known.is_empty() {
            self.emit_documents();
        }
        if found.settling {
            lock(&self.inner.folders_due).insert(folder.id);
        }
        Ok(report)
    }

    /// Documents that were seen in a folder last and lie nowhere any more.
    async fn gone(&self, folder: &StoredFolder) -> Result<Vec<DocumentId>, EngineError> {
        let paths = self.inner.store.known_paths().await?;
        let rows = self.inner.store.document_rows().await?;
        let there = move || -> BTreeSet<DocumentId> {
            let there = |known: &PathRecord| presence(Path::new(&known.path)) != Presence::Gone;
            paths.into_iter().filter(there).map(|known| known.document).collect()
        };
        let there = blocking("look for files", there).await?;
        Ok(rows.iter().filter(|row| lies_in(&row.path, folder) && !there.contains(&row.id)).map(|row| row.id).collect())
    }

    pub(super) fn set_looked(&self, id: i64, change: impl FnOnce(&mut Looked)) {
        change(lock(&self.inner.folders).entry(id).or_default());
        self.tell_folders();
    }

    /// The content of a file, from memory when its size and time are those of an earlier look.
    pub(crate) fn examined(&self, path: &Path, size: u64, modified: SystemTime) -> Result<Candidate, Rejected> {
        let key = (path.to_path_buf(), size, modified);
        let hash = lock(&self.inner.seen).get(&key).cloned();
        if let Some(hash) = hash {
            return Ok(intake::candidate(path, size, hash, intake::milliseconds(modified)));
        }
        let candidate = intake::examine(path)?;
        lock(&self.inner.seen).insert(key, candidate.hash.clone());
        Ok(candidate)
    }
}

/// Compares what lies there with what the library knows. Blocking: reads new and changed files.
fn compare(engine: &Engine, folder: &StoredFolder, walk: intake::Walk, known: &[PathRecord], patient: bool) -> Found {
    let mut found = Found { refused: walk.troubles, links: walk.links, ..Found::default() };
    let stamps: HashMap<&str, (u64, i64)> =
        known.iter().map(|record| (record.path.as_str(), (record.size, record.modified_ms))).collect();
    for path in walk.files {
        if engine.inner.closing.is_cancelled() {
            return found;
        }
        // A file that went away since the walk is gone at the next look.
        let Ok((size, modified)) = std::fs::metadata(&path).and_then(|metadata| Ok((metadata.len(), metadata.modified()?)))
        else {
            continue;
        };
        let stamp = (size, intake::milliseconds(modified));
        if path.to_str().and_then(|path| stamps.get(path)) == Some(&stamp) {
            continue;
        }
        if patient && modified.elapsed().is_ok_and(|age| age < SETTLED) {
            found.settling = true;
            continue;
        }
        match engine.examined(&path, size, modified) {
            Ok(candidate) => found.candidates.push(candidate),
            Err(refused) => found.refused.push(refused),
        }
    }
    let vanished = |record: &&PathRecord| lies_in(&record.path, folder) && presence(Path::new(&record.path)) == Presence::Gone;
    found.gone = known.iter().filter(vanished).map(|record| record.path.clone()).collect();
    found
}
