//! A look at linked folders that adds nothing: what is missing, gone or refused, for programs that do not stay open.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use waymark_core::DocumentId;
use waymark_store::{DocumentRecord, PathRecord, StoredFolder};

use super::lies_in;
use super::place::{Presence, canonical, presence};
use crate::engine::{Engine, now_ms};
use crate::error::{EngineError, blocking};
use crate::intake;
use crate::types::{FolderRow, FolderState, Rejected};

/// What a look found.
struct Seen {
    gone: Vec<DocumentId>,
    refused: Vec<Rejected>,
}

impl Engine {
    /// Looks at all linked folders without adding anything, and gives them as they stand. Contents are read only of files that
    /// may be moved documents.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn look_at_folders(&self) -> Result<Vec<FolderRow>, EngineError> {
        for folder in self.inner.store.folders().await? {
            let root = PathBuf::from(&folder.path);
            if self.root(&folder, &root).await?.is_err() {
                continue;
            }
            let rules = intake::rules(&root, &folder.ignore).map_err(EngineError::invalid)?;
            let library = canonical(&self.inner.options.library);
            let known = self.inner.store.known_paths().await?;
            let documents = self.inner.store.document_rows().await?;
            let id = folder.id;
            let look = move || see(intake::walk(&root, rules, Some(library)), &folder, &known, &documents);
            let seen = blocking("look at a folder", look).await?;
            self.set_looked(id, |looked| {
                looked.state = FolderState::Current;
                looked.reason = None;
                looked.gone = seen.gone;
                looked.refused = seen.refused;
                looked.scanned_ms = Some(now_ms());
            });
        }
        self.folders().await
    }
}

/// Compares what lies there with what the library knows. Blocking: reads the first bytes of new and changed files.
fn see(walk: intake::Walk, folder: &StoredFolder, known: &[PathRecord], documents: &[DocumentRecord]) -> Seen {
    let records: HashMap<&str, &PathRecord> = known.iter().map(|record| (record.path.as_str(), record)).collect();
    let (mut refused, mut strangers, mut changed) = (walk.troubles, Vec::new(), HashSet::new());
    for path in walk.files {
        let Ok((size, modified)) = std::fs::metadata(&path).and_then(|metadata| Ok((metadata.len(), metadata.modified()?)))
        else {
            continue;
        };
        let record = path.to_str().and_then(|path| records.get(path));
        if record.is_some_and(|record| (record.size, record.modified_ms) == (size, intake::milliseconds(modified))) {
            continue;
        }
        changed.extend(record.map(|record| record.path.as_str()));
        match intake::begin(&path) {
            Ok(_) => strangers.push((path, size)),
            Err(reason) => refused.push(reason),
        }
    }
    let in_place =
        |record: &&PathRecord| !changed.contains(record.path.as_str()) && presence(Path::new(&record.path)) != Presence::Gone;
    let mut there: BTreeSet<DocumentId> = known.iter().filter(in_place).map(|record| record.document).collect();
    let lost: Vec<&DocumentRecord> =
        documents.iter().filter(|row| lies_in(&row.path, folder) && !there.contains(&row.id)).collect();
    for (path, size) in strangers {
        if lost.iter().any(|row| row.size == size)
            && let Ok(hash) = intake::content_hash(&path)
        {
            there.extend(lost.iter().filter(|row| row.hash == hash).map(|row| row.id));
        }
    }
    Seen { gone: lost.iter().map(|row| row.id).filter(|id| !there.contains(id)).collect(), refused }
}
