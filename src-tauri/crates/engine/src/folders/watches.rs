//! The system's own notices of changes: which places are watched, and which linked folders a notice is about.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind, RemoveKind};
use notify::{Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::Notify;
use waymark_store::StoredFolder;

use super::place::{Identity, canonical, identity};
use crate::engine::{Engine, lock};
use crate::intake;

/// Linked folders that notices were about, until they are taken. Holds ids only: a file that is written all the time costs nothing.
#[derive(Debug, Default)]
pub(super) struct Notices {
    places: Mutex<Vec<(i64, PathBuf)>>,
    touched: Mutex<BTreeSet<i64>>,
    /// Woken by every notice that counts.
    pub(super) came: Notify,
}

impl Notices {
    /// Folders touched since the last call.
    pub(super) fn take(&self) -> BTreeSet<i64> {
        std::mem::take(&mut *lock(&self.touched))
    }

    fn note(&self, notice: notify::Result<notify::Event>) {
        let paths = match notice {
            // Too many notices at once, or too few watches: what they were about is not known.
            Ok(event) if event.need_rescan() => Vec::new(),
            Ok(event) => {
                let paths: Vec<PathBuf> = event.paths.into_iter().filter(|path| matters(event.kind, path)).collect();
                if paths.is_empty() {
                    return;
                }
                paths
            }
            Err(error) => {
                tracing::warn!("a notice of a linked folder was lost: {error}");
                Vec::new()
            }
        };
        self.touch(&paths);
        self.came.notify_one();
    }

    /// Notes the folders that paths lie in; all of them when the system names a place by another path.
    fn touch(&self, paths: &[PathBuf]) {
        let places = lock(&self.places).clone();
        let within = |place: &&(i64, PathBuf)| paths.iter().any(|path| path.starts_with(&place.1));
        let named: BTreeSet<i64> = places.iter().filter(within).map(|place| place.0).collect();
        let touched = if named.is_empty() { places.iter().map(|place| place.0).collect() } else { named };
        lock(&self.touched).extend(touched);
    }
}

/// Whether a notice can be about PDFs: their own, ignore rules, and folders. One that is gone may have been a folder.
fn matters(kind: EventKind, path: &Path) -> bool {
    let ignore_file = path.file_name().is_some_and(|name| name == intake::IGNORE_FILE);
    if ignore_file || intake::has_pdf_extension(path) {
        return !matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write));
    }
    if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
        return false;
    }
    match kind {
        EventKind::Access(_) | EventKind::Remove(RemoveKind::File) | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) => {
            false
        }
        EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder) => true,
        EventKind::Create(_) => path.is_dir(),
        _ => path.is_dir() || !path.exists(),
    }
}

/// A place that is watched for a folder: the folder itself, or what a link below it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    folder: i64,
    path: PathBuf,
    /// `None` while nothing is there.
    identity: Option<Identity>,
}

/// The system's watches on the places of all linked folders.
pub(super) struct Watches {
    watcher: Result<RecommendedWatcher, String>,
    notices: Arc<Notices>,
    places: Vec<Place>,
    /// Something is not watched.
    pub(super) partial: bool,
}

impl Watches {
    pub(super) fn new(notices: Arc<Notices>) -> Self {
        Self { watcher: watcher(&notices), notices, places: Vec::new(), partial: false }
    }

    /// Watches the folders that are linked and there, and nothing else; with `anew`, sets every watch again. Gives the folders
    /// that have come, gone or been replaced since the last call. Blocking.
    pub(super) fn set(&mut self, engine: &Engine, folders: &[StoredFolder], anew: bool) -> BTreeSet<i64> {
        let wanted = places(engine, folders);
        if wanted == self.places && !anew {
            return BTreeSet::new();
        }
        let lost = anew || self.places.iter().any(|place| !wanted.contains(place));
        // The system knows one watch for each directory: ending that of one folder would blind another one around it.
        let fresh: Vec<Place> = if lost {
            self.watcher = watcher(&self.notices);
            wanted.clone()
        } else {
            wanted.iter().filter(|place| !self.places.contains(place)).cloned().collect()
        };
        *lock(&self.notices.places) = wanted.iter().map(|place| (place.folder, place.path.clone())).collect();
        self.partial = (self.partial && !lost) | self.watch(engine, &fresh);
        self.places = wanted;
        fresh.into_iter().map(|place| place.folder).filter(|id| folders.iter().any(|folder| folder.id == *id)).collect()
    }

    /// Watches places; tells whether some are not watched.
    fn watch(&mut self, engine: &Engine, places: &[Place]) -> bool {
        let mut watched: BTreeMap<i64, Result<bool, String>> = BTreeMap::new();
        for place in places {
            let result = match (&mut self.watcher, place.identity) {
                (_, None) => Ok(false),
                (Ok(watcher), Some(_)) => below(watcher, &place.path).map(|()| true).map_err(|error| error.to_string()),
                (Err(reason), Some(_)) => Err(reason.clone()),
            };
            let entry = watched.entry(place.folder).or_insert(Ok(true));
            if entry.is_ok() && result != Ok(true) {
                *entry = result;
            }
        }
        for (id, result) in &watched {
            engine.set_looked(*id, |looked| {
                looked.watched = *result == Ok(true);
                looked.unwatched = result.as_ref().err().map(|reason| format!("changes are not noticed at once: {reason}"));
            });
        }
        watched.values().any(Result::is_err)
    }
}

/// Where linked folders and the links below them lie now.
fn places(engine: &Engine, folders: &[StoredFolder]) -> Vec<Place> {
    let looked = lock(&engine.inner.folders).clone();
    let mut found = Vec::new();
    for folder in folders {
        let links = looked.get(&folder.id).map(|looked| looked.links.as_slice()).unwrap_or_default();
        for path in std::iter::once(Path::new(&folder.path)).chain(links.iter().map(PathBuf::as_path)) {
            let path = canonical(path);
            found.push(Place { folder: folder.id, identity: identity(&path), path });
        }
    }
    found
}

/// Links are watched as places of their own: followed blindly, they lead out of the folder and into circles.
fn watcher(notices: &Arc<Notices>) -> Result<RecommendedWatcher, String> {
    let notices = Arc::clone(notices);
    let config = Config::default().with_follow_symlinks(false);
    RecommendedWatcher::new(move |notice| notices.note(notice), config)
        .inspect_err(|error| tracing::warn!("the system watches no folders: {error}; they are looked through now and then"))
        .map_err(|error| error.to_string())
}

/// Watches a directory with all below it. One that may not be read ends the system's walk; then its siblings are watched each.
fn below(watcher: &mut RecommendedWatcher, path: &Path) -> notify::Result<()> {
    match watcher.watch(path, RecursiveMode::Recursive) {
        Err(error) if closed(&error) => {
            let Ok(entries) = std::fs::read_dir(path) else { return Ok(()) };
            for entry in entries.filter_map(Result::ok) {
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    below(watcher, &entry.path())?;
                }
            }
            Ok(())
        }
        other => other,
    }
}

fn closed(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::PermissionDenied,
        notify::ErrorKind::PathNotFound => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use notify::event::{AccessKind, AccessMode, CreateKind, DataChange, ModifyKind, RemoveKind, RenameMode};
    use notify::{Event, EventKind};

    use super::{Notices, matters};

    const WRITTEN: EventKind = EventKind::Access(AccessKind::Close(AccessMode::Write));
    const GREW: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
    const LEFT: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::From));

    #[test]
    fn notices_of_other_files_start_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("growing.log");
        std::fs::write(&log, "x").unwrap();
        for kind in [WRITTEN, GREW, EventKind::Create(CreateKind::File), EventKind::Modify(ModifyKind::Any)] {
            assert!(!matters(kind, &log), "{kind:?}");
            assert!(matters(kind, &folder.path().join("new.PDF")) && matters(kind, &folder.path().join(".waymarkignore")));
        }
        assert!(!matters(EventKind::Access(AccessKind::Open(AccessMode::Any)), &folder.path().join("read.pdf")));
        assert!(!matters(LEFT, &folder.path().join(".draft.swp")));
    }

    #[test]
    fn folders_that_come_and_go_count() {
        let folder = tempfile::tempdir().unwrap();
        let (gone, there) = (folder.path().join("gone"), folder.path().join("there"));
        std::fs::create_dir(&there).unwrap();
        assert!(matters(LEFT, &gone) && matters(EventKind::Remove(RemoveKind::Folder), &gone));
        assert!(matters(EventKind::Create(CreateKind::Folder), &there));
        assert!(matters(EventKind::Create(CreateKind::File), &there), "a link to a folder is created as a file");
    }

    #[test]
    fn only_ids_are_kept_and_a_lost_notice_touches_all() {
        let notices = Notices::default();
        *super::lock(&notices.places) = vec![(1, "/a".into()), (2, "/a/b".into()), (3, "/c".into())];
        for _ in 0..3 {
            notices.note(Ok(Event::new(WRITTEN).add_path("/a/b/x.pdf".into())));
        }
        assert_eq!(notices.take().into_iter().collect::<Vec<_>>(), [1, 2]);
        notices.note(Ok(Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan)));
        assert_eq!(notices.take().len(), 3);
        assert!(notices.take().is_empty());
    }
}
