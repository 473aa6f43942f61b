//! Drawn figures on disk: `figures/DOCUMENT/PAGE-X0-Y0-X1-Y1@DPI.png`, no more of them than a number of bytes.

use std::fs::{self, File, FileTimes};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use waymark_core::{DocumentId, Rect};

/// Bytes kept at most.
pub(super) const MOST_BYTES: u64 = 128 << 20;

/// Where a crop is kept. The name holds everything that its pixels depend on beside the document's content.
pub(super) fn path(folder: &Path, document: DocumentId, page: u32, rect: &Rect, dpi: u32) -> PathBuf {
    let Rect { x0, y0, x1, y1 } = rect;
    folder.join(document.to_string()).join(format!("{page}-{x0:.1}-{y0:.1}-{x1:.1}-{y1:.1}@{dpi}.png"))
}

/// A crop, if it is kept; with `touch` it counts as used now.
pub(super) fn get(path: &Path, touch: bool) -> Option<Vec<u8>> {
    let bytes = fs::read(path).ok()?;
    if touch {
        // Only the order of eviction hangs on it.
        let _ = File::options()
            .write(true)
            .open(path)
            .and_then(|file| file.set_times(FileTimes::new().set_modified(SystemTime::now())));
    }
    Some(bytes)
}

/// Keeps a crop; the longest unused ones go when there are more than `most` bytes.
pub(super) fn put(folder: &Path, path: &Path, bytes: &[u8], most: u64) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let unfinished = path.with_extension(format!("part{}", std::process::id()));
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, path)?;
    shrink(folder, most)
}

fn shrink(folder: &Path, most: u64) -> io::Result<()> {
    let mut kept: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file()) {
        if let Ok(metadata) = entry.metadata() {
            kept.push((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), metadata.len(), entry.into_path()));
        }
    }
    let mut total: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
    kept.sort();
    for (_, bytes, path) in kept {
        if total <= most {
            break;
        }
        fs::remove_file(&path)?;
        total -= bytes;
    }
    Ok(())
}

/// Drops all crops of a document.
pub(super) fn forget(folder: &Path, document: DocumentId) -> io::Result<()> {
    match fs::remove_dir_all(folder.join(document.to_string())) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Width and height from the head of a PNG; `None` for anything else, also for a file that was cut off in its head.
pub(super) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    let head = bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR");
    head.then(|| Some((number(16)?, number(20)?)))?
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs::{self, File, FileTimes};
    use std::time::{Duration, SystemTime};

    use waymark_core::{DocumentId, Rect};

    use super::{forget, get, path, png_size, put};

    #[test]
    fn the_longest_unused_crops_go_first_and_a_document_takes_its_own_along() {
        let folder = tempfile::tempdir().unwrap();
        let rect = Rect::new(1.0, 2.0, 3.0, 4.0);
        let at = |document, dpi| path(folder.path(), DocumentId(document), 0, &rect, dpi);
        for (age, place) in [(30, at(1, 72)), (20, at(1, 144)), (10, at(2, 72))] {
            put(folder.path(), &place, &[0; 100], 1000).unwrap();
            let old = SystemTime::now() - Duration::from_secs(age);
            File::options().write(true).open(&place).unwrap().set_times(FileTimes::new().set_modified(old)).unwrap();
        }
        assert!(get(&at(1, 72), true).is_some(), "used again, so the youngest now");
        put(folder.path(), &at(2, 144), &[0; 100], 300).unwrap();
        let left = [at(1, 72), at(1, 144), at(2, 72), at(2, 144)].map(|place| get(&place, false).is_some());
        assert_eq!(left, [true, false, true, true]);
        forget(folder.path(), DocumentId(2)).unwrap();
        forget(folder.path(), DocumentId(9)).unwrap();
        assert!(get(&at(2, 72), false).is_none() && get(&at(1, 72), false).is_some());
        assert!(fs::read_dir(folder.path()).unwrap().count() == 1);
    }

    #[test]
    fn only_a_png_has_the_size_of_one() {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\0\0\0\0\x20".to_vec();
        assert_eq!(png_size(&head), Some((256, 32)));
        head.truncate(20);
        assert_eq!(png_size(&head), None);
        assert_eq!(png_size(b"no picture"), None);
    }
}
