//! Notices changes in linked folders: by the system's own notices, by a glance at the folders themselves every few seconds, and
//! by looking through them every few minutes where there are no notices.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use waymark_store::StoredFolder;

use super::scan::SETTLED;
use super::watches::{Notices, Watches};
use crate::engine::{Engine, lock};
use crate::error::blocking;

/// Time after which every folder is looked through although no notice came: network drives send none.
const ROUND: Duration = Duration::from_secs(600);
/// Time after which it is seen whether the folders are still there, and still the same.
const GLANCE: Duration = Duration::from_secs(5);
/// Quiet time after a notice before a folder is looked through.
const QUIET: Duration = Duration::from_millis(800);
/// Longest wait for that quiet: some files are written all the time.
const RESTLESS: Duration = Duration::from_secs(5);

/// Starts the background loop.
pub(crate) fn start(engine: &Engine) {
    let engine = engine.clone();
    engine.inner.tasks.clone().spawn(async move { follow(&engine).await });
}

async fn follow(engine: &Engine) {
    let closing = &engine.inner.closing;
    let notices = Arc::new(Notices::default());
    let mut watches = Watches::new(Arc::clone(&notices));
    let mut round = Instant::now();
    while !closing.is_cancelled() {
        let news = engine.inner.folders_changed.notified();
        // Taken before the folders are read: one that is linked in between stays due.
        let mut due = std::mem::take(&mut *lock(&engine.inner.folders_due));
        due.extend(notices.take());
        let folders = linked(engine).await;
        let all = Instant::now() >= round;
        if all {
            round = Instant::now() + ROUND;
        }
        match glance(engine, watches, &folders, all).await {
            Some((set, changed)) => {
                watches = set;
                due.extend(changed);
            }
            None => return,
        }
        for folder in folders.iter().filter(|folder| all || due.contains(&folder.id)) {
            if closing.is_cancelled() {
                return;
            }
            if let Err(error) = engine.scan_folder(folder, true).await {
                tracing::error!("the folder `{}` was not looked through: {error}", folder.path);
            }
        }
        let again = if lock(&engine.inner.folders_due).is_empty() { GLANCE } else { SETTLED };
        tokio::select! {
            () = news => {}
            () = closing.cancelled() => {}
            () = tokio::time::sleep(again) => {}
            () = notices.came.notified() => settle(&notices, closing).await,
        }
    }
}

async fn linked(engine: &Engine) -> Vec<StoredFolder> {
    engine.inner.store.folders().await.unwrap_or_else(|error| {
        tracing::error!("the linked folders cannot be read: {error}");
        Vec::new()
    })
}

/// Sets the watches and gives the folders that have come, gone or been replaced. `None` when the program is being closed: a
/// dead network drive may keep the glance waiting.
async fn glance(engine: &Engine, mut watches: Watches, folders: &[StoredFolder], all: bool) -> Option<(Watches, BTreeSet<i64>)> {
    let (glancing, folders) = (engine.clone(), folders.to_vec());
    let set = blocking("watch the linked folders", move || {
        let anew = all && watches.partial;
        let changed = watches.set(&glancing, &folders, anew);
        (watches, changed)
    });
    tokio::select! {
        set = set => set.inspect_err(|error| tracing::error!("linked folders are watched no more: {error}")).ok(),
        () = engine.inner.closing.cancelled() => None,
    }
}

/// Waits until notices have ceased for a while, but not for long.
async fn settle(notices: &Notices, closing: &CancellationToken) {
    let quiet = async { while tokio::time::timeout(QUIET, notices.came.notified()).await.is_ok() {} };
    tokio::select! {
        () = quiet => {}
        () = tokio::time::sleep(RESTLESS) => {}
        () = closing.cancelled() => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use tokio_util::sync::CancellationToken;

    use super::{Notices, RESTLESS, settle};

    #[tokio::test]
    async fn notices_without_end_do_not_keep_folders_waiting_nor_the_program_open() {
        let notices = Arc::new(Notices::default());
        let restless = Arc::clone(&notices);
        let writing = tokio::spawn(async move {
            loop {
                restless.came.notify_one();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        let (started, closing) = (Instant::now(), CancellationToken::new());
        settle(&notices, &closing).await;
        assert!(started.elapsed() < RESTLESS + Duration::from_secs(3));
        closing.cancel();
        let started = Instant::now();
        settle(&notices, &closing).await;
        assert!(started.elapsed() < Duration::from_secs(1));
        writing.abort();
    }
}
