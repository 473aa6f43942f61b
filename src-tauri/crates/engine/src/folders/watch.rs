//! Notices changes in linked folders: by the system's own notices, and by looking every few minutes where there are none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use waymark_store::StoredFolder;

use super::scan::SETTLED;
use crate::engine::{Engine, lock};

/// Time after which every folder is looked through although no notice came: network drives send none.
const ROUND: Duration = Duration::from_secs(600);
/// Quiet time after a notice before a folder is looked through.
const QUIET: Duration = Duration::from_millis(800);

/// Starts the background loop.
pub(crate) fn start(engine: &Engine) {
    let engine = engine.clone();
    engine.inner.tasks.clone().spawn(async move { follow(&engine).await });
}

async fn follow(engine: &Engine) {
    let (sender, mut notices) = unbounded_channel();
    let mut watches = Watches::new(sender);
    let mut round = true;
    while !engine.inner.closing.is_cancelled() {
        let news = engine.inner.folders_changed.notified();
        // Taken before the folders are read: one that is linked in between stays due.
        let due = std::mem::take(&mut *lock(&engine.inner.folders_due));
        let folders = match engine.inner.store.folders().await {
            Ok(folders) => folders,
            Err(error) => {
                tracing::error!("the linked folders cannot be read: {error}");
                Vec::new()
            }
        };
        watches.set(engine, &folders);
        for folder in folders.iter().filter(|folder| round || due.contains(&folder.id)) {
            if let Err(error) = engine.scan_folder(folder, true).await {
                tracing::error!("the folder `{}` was not looked through: {error}", folder.path);
            }
        }
        let again = if lock(&engine.inner.folders_due).is_empty() { ROUND } else { SETTLED };
        round = false;
        tokio::select! {
            () = news => {}
            () = engine.inner.closing.cancelled() => {}
            () = tokio::time::sleep(again) => round = again == ROUND,
            Some(path) = notices.recv() => {
                let mut paths = vec![path];
                settle(&mut notices, &mut paths).await;
                lock(&engine.inner.folders_due).extend(touched(&folders, &paths));
            }
        }
    }
}

/// Waits until notices have ceased for a while.
async fn settle(notices: &mut UnboundedReceiver<PathBuf>, paths: &mut Vec<PathBuf>) {
    while let Ok(Some(path)) = tokio::time::timeout(QUIET, notices.recv()).await {
        if paths.last() != Some(&path) {
            paths.push(path);
        }
    }
}

/// Folders that notices are about; all of them when the system names a place by another path.
fn touched(folders: &[StoredFolder], paths: &[PathBuf]) -> BTreeSet<i64> {
    let within = |folder: &&StoredFolder| paths.iter().any(|path| path.starts_with(&folder.path));
    let named: BTreeSet<i64> = folders.iter().filter(within).map(|folder| folder.id).collect();
    if named.is_empty() { folders.iter().map(|folder| folder.id).collect() } else { named }
}

/// The system's watches, one for each folder.
struct Watches {
    watcher: Option<RecommendedWatcher>,
    on: BTreeMap<i64, PathBuf>,
}

impl Watches {
    fn new(sender: UnboundedSender<PathBuf>) -> Self {
        let tell = move |notice: notify::Result<notify::Event>| match notice {
            Ok(event) if changes(event.kind) => {
                // No receiver is no fault: the program is being closed.
                event.paths.into_iter().for_each(|path| drop(sender.send(path)));
            }
            Ok(_) => {}
            Err(error) => tracing::warn!("a notice of a linked folder was lost: {error}"),
        };
        let watcher = notify::recommended_watcher(tell)
            .inspect_err(|error| tracing::warn!("the system watches no folders: {error}; they are looked through now and then"));
        Self { watcher: watcher.ok(), on: BTreeMap::new() }
    }

    /// Watches what is linked and there, and nothing else.
    fn set(&mut self, engine: &Engine, folders: &[StoredFolder]) {
        let Some(watcher) = &mut self.watcher else { return };
        let present = |id: &i64, path: &PathBuf| path.is_dir() && folders.iter().any(|folder| folder.id == *id);
        let ended: Vec<i64> = self.on.iter().filter(|(id, path)| !present(id, path)).map(|(id, _)| *id).collect();
        for id in ended {
            if let Some(path) = self.on.remove(&id) {
                // A folder that is gone has lost its watch already.
                let _ = watcher.unwatch(&path);
            }
            if folders.iter().any(|folder| folder.id == id) {
                engine.set_looked(id, |looked| looked.watched = false);
            }
        }
        for folder in folders {
            let path = Path::new(&folder.path);
            if self.on.contains_key(&folder.id) || !path.is_dir() {
                continue;
            }
            match watcher.watch(path, RecursiveMode::Recursive) {
                Ok(()) => {
                    self.on.insert(folder.id, path.to_path_buf());
                    engine.set_looked(folder.id, |looked| looked.watched = true);
                }
                Err(error) => tracing::warn!("`{}` is not watched: {error}; it is looked through now and then", folder.path),
            }
        }
    }
}

/// Whether a notice tells of a change; reading is none.
fn changes(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}
