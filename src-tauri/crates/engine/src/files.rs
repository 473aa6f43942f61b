//! Whether the files behind documents still are what was read from them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use waymark_core::{Citation, DocumentId};
use waymark_store::{DocumentRecord, PathRecord};

use crate::engine::{Engine, lock};
use crate::error::{EngineError, blocking};
use crate::folders::{Presence, presence};
use crate::intake::milliseconds;
use crate::types::{DocumentFile, FileState};

/// A drive that does not answer in this time is asked again at the next listing; until then the last answer holds.
const PATIENCE: Duration = Duration::from_millis(400);

impl Engine {
    /// Looks at the files of all documents; [`Engine::file_of`] tells what was found.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub(crate) async fn look_at_files(&self, records: &[DocumentRecord]) -> Result<(), EngineError> {
        let paths = self.inner.store.known_paths().await?;
        let replaced = replaced(records, &paths);
        let documents: Vec<(DocumentId, String)> = records.iter().map(|record| (record.id, record.hash.clone())).collect();
        let engine = self.clone();
        let look = blocking("look at the files", move || {
            let mut own: HashMap<DocumentId, Vec<&PathRecord>> = HashMap::new();
            for path in &paths {
                own.entry(path.document).or_default().push(path);
            }
            let found = documents.iter().map(|(id, hash)| {
                let same = |path: &Path, size, modified| engine.examined(path, size, modified).is_ok_and(|now| now.hash == *hash);
                let state = state(own.get(id).map_or(&[], Vec::as_slice), &same);
                (*id, DocumentFile { state, replaced_by: replaced.get(id).copied() })
            });
            lock(&engine.inner.files).extend(found);
        });
        match tokio::time::timeout(PATIENCE, look).await {
            Ok(done) => done,
            Err(_) => Ok(()),
        }
    }

    /// What the reader should know of the files that an answer quotes, one sentence each.
    pub(crate) async fn stale(&self, citations: &[Citation]) -> Vec<String> {
        let cited: BTreeSet<DocumentId> = citations.iter().map(|citation| citation.document).collect();
        let Ok(mut records) = self.inner.store.document_rows().await else { return Vec::new() };
        records.retain(|record| cited.contains(&record.id));
        if let Err(error) = self.look_at_files(&records).await {
            tracing::warn!("the files behind the answer were not looked at: {error}");
        }
        let told = |record: DocumentRecord| {
            let DocumentFile { state, replaced_by } = self.file_of(record.id);
            let name = record.file_name;
            Some(match (state, replaced_by) {
                (_, Some(newer)) => format!("`{name}` was changed after it was read; its present state is document {newer}"),
                (FileState::Here, None) => return None,
                (FileState::Changed, None) => format!("`{name}` was changed after it was read; add it again to read it anew"),
                (FileState::Gone, None) => format!("`{name}` is gone from its place; what is quoted is what was read from it"),
            })
        };
        records.into_iter().filter_map(told).collect()
    }

    /// What the last look found.
    pub(crate) fn file_of(&self, id: DocumentId) -> DocumentFile {
        lock(&self.inner.files).get(&id).copied().unwrap_or_default()
    }
}

/// Documents whose place on the disk another content has taken, with the document that holds it.
pub(crate) fn replaced(records: &[DocumentRecord], paths: &[PathRecord]) -> BTreeMap<DocumentId, DocumentId> {
    let at: HashMap<&str, DocumentId> = paths.iter().map(|known| (known.path.as_str(), known.document)).collect();
    let owners: std::collections::HashSet<DocumentId> = paths.iter().map(|known| known.document).collect();
    let other = |record: &DocumentRecord| {
        let holder = at.get(record.path.as_str()).copied()?;
        (holder != record.id && !owners.contains(&record.id)).then_some((record.id, holder))
    };
    records.iter().filter_map(other).collect()
}

/// Blocking: asks the file system, and `same` for a file whose time of change is new but whose size is not.
fn state(paths: &[&PathRecord], same: &dyn Fn(&Path, u64, SystemTime) -> bool) -> FileState {
    let mut found = FileState::Gone;
    for known in paths {
        let path = Path::new(&known.path);
        let Ok(metadata) = std::fs::metadata(path) else {
            if presence(path) == Presence::Unknown {
                return FileState::Here;
            }
            continue;
        };
        let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
        let untouched = milliseconds(modified) == known.modified_ms;
        if metadata.len() == known.size && (untouched || same(path, known.size, modified)) {
            return FileState::Here;
        }
        found = FileState::Changed;
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use waymark_core::DocumentId;
    use waymark_store::PathRecord;

    use super::state;
    use crate::intake::{content_hash, milliseconds};
    use crate::types::FileState;

    #[test]
    fn a_file_is_the_one_that_was_read_as_long_as_its_content_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pdf");
        std::fs::write(&path, "first").unwrap();
        let hash = content_hash(&path).unwrap();
        let modified_ms = milliseconds(path.metadata().unwrap().modified().unwrap());
        let same = |path: &std::path::Path, _, _| content_hash(path).is_ok_and(|now| now == hash);
        let known = |modified_ms: i64| PathRecord {
            path: path.to_string_lossy().into_owned(),
            document: DocumentId(1),
            size: 5,
            modified_ms,
        };
        assert_eq!(state(&[&known(modified_ms)], &same), FileState::Here);
        assert_eq!(state(&[&known(modified_ms - 5000)], &same), FileState::Here, "touched, not changed");
        std::fs::write(&path, "other").unwrap();
        assert_eq!(state(&[&known(modified_ms - 5000)], &same), FileState::Changed);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(state(&[&known(modified_ms)], &same), FileState::Gone);
        assert_eq!(state(&[], &same), FileState::Gone);
    }
}
