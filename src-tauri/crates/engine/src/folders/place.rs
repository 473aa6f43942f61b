//! Places on the disk: the one path of a folder, whether it is still the same folder, and whether a file is really gone.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What tells a folder from another one that took its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    /// Device and inode, where the system has them.
    number: (u64, u64),
    /// An inode is given anew after its folder was removed.
    created: Option<SystemTime>,
}

/// Identity of a folder; `None` when there is none at the path. Blocking.
pub(super) fn identity(path: &Path) -> Option<Identity> {
    let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_dir)?;
    Some(Identity { number: number(&metadata), created: metadata.created().ok() })
}

#[cfg(unix)]
fn number(metadata: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn number(_: &std::fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// The one path of a folder, without links and dots; the path itself where nothing can be found at it. Blocking.
pub(super) fn canonical(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// What lies at the path of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    There,
    Gone,
    /// The system does not say: a folder that may not be read, a link to a drive that is not plugged in.
    Unknown,
}

/// Whether a file lies at a path. Blocking.
pub(crate) fn presence(path: &Path) -> Presence {
    match std::fs::metadata(path) {
        Ok(_) => Presence::There,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) && !behind_a_dead_link(path) => {
            Presence::Gone
        }
        Err(_) => Presence::Unknown,
    }
}

/// Whether the path, or the nearest folder above it that can be seen, is a link to nowhere.
fn behind_a_dead_link(path: &Path) -> bool {
    let nearest = path.ancestors().find_map(|place| Some((place, std::fs::symlink_metadata(place).ok()?)));
    nearest.is_some_and(|(place, metadata)| metadata.is_symlink() && std::fs::metadata(place).is_err())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Presence, identity, presence};

    #[test]
    fn a_folder_of_the_same_name_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("place");
        assert_eq!(identity(&place), None);
        std::fs::create_dir(&place).unwrap();
        let first = identity(&place);
        assert!(first.is_some() && first == identity(&place));
        std::fs::rename(&place, folder.path().join("old")).unwrap();
        std::fs::create_dir(&place).unwrap();
        assert_ne!(first, identity(&place));
    }

    #[cfg(unix)]
    #[test]
    fn only_what_is_surely_gone_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file.pdf"), "x").unwrap();
        std::os::unix::fs::symlink(at("unplugged"), at("drive")).unwrap();
        std::os::unix::fs::symlink(at("circle"), at("circle")).unwrap();
        let found = |name: &str| presence(&at(name));
        assert_eq!(found("file.pdf"), Presence::There);
        assert_eq!(
            (found("absent.pdf"), found("absent/a.pdf"), found("file.pdf/a.pdf")),
            (Presence::Gone, Presence::Gone, Presence::Gone)
        );
        assert_eq!(
            (found("drive"), found("drive/a/b.pdf"), found("circle/a.pdf")),
            (Presence::Unknown, Presence::Unknown, Presence::Unknown)
        );
    }
}
