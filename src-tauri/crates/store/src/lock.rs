//! One writer per library: an operating system lock that dies with its process.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// The writer's lock. Released when dropped or when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct LibraryLock {
    file: File,
    pid: PathBuf,
    /// The last writer went away without closing.
    pub(crate) unclean: bool,
}

impl LibraryLock {
    /// Takes the lock of a folder, or says who holds it.
    pub(crate) fn take(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("library.lock");
        let pid = folder.join("library.pid");
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|source| StoreError::io(&path, source))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Busy { folder: folder.to_owned(), holder: read_pid(&pid) });
            }
            Err(TryLockError::Error(source)) => return Err(StoreError::io(&path, source)),
        }
        let unclean = read_pid(&pid).is_some();
        std::fs::write(&pid, std::process::id().to_string()).map_err(|source| StoreError::io(&pid, source))?;
        Ok(Self { file, pid, unclean })
    }
}

/// Whether a process holds the lock of a folder now.
pub(crate) fn is_held(folder: &Path) -> bool {
    let Ok(file) = File::open(folder.join("library.lock")) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

impl Drop for LibraryLock {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.pid) {
            tracing::warn!(path = %self.pid.display(), %error, "cannot remove the process note");
        }
        if let Err(error) = self.file.unlock() {
            tracing::warn!(%error, "cannot release the library lock");
        }
    }
}

// The note is a file of its own: on Windows a locked file cannot be read by others.
fn read_pid(path: &Path) -> Option<u32> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}
