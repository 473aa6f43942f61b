//! Turns paths given by the reader into files with content hashes, in an order that does not depend on the file system.

mod walk;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::gitignore::Gitignore;
use sha2::{Digest, Sha256};
use waymark_core::ErrorCode;

use crate::types::{PathCount, Rejected};

pub(crate) use walk::{IGNORE_FILE, Walk, belongs_to_the_system, has_pdf_extension, rules, walk};

/// A file that looks like a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Absolute path.
    pub path: PathBuf,
    /// File name, lossy where it is not Unicode.
    pub file_name: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the content, hex.
    pub hash: String,
    /// Last change of the file, milliseconds since 1970; 0 where the system does not say.
    pub modified_ms: i64,
}

/// What the given paths hold.
#[derive(Debug, Default)]
pub struct Intake {
    /// Candidates, sorted by path, every content once per path.
    pub candidates: Vec<Candidate>,
    /// Refused paths with reasons.
    pub rejected: Vec<Rejected>,
}

/// SHA-256 of a file, hex. Blocking.
///
/// # Errors
/// What the system says when the file cannot be read.
pub fn content_hash(path: &Path) -> std::io::Result<String> {
    let mut hasher = Sha256::new();
    std::io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hex(&hasher.finalize()))
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Expands folders (recursively, `.pdf` only, without hidden entries and what a `.waymarkignore` leaves out), hashes files, refuses what cannot be a PDF.
/// Blocking: reads every file once.
#[must_use]
pub fn collect(paths: &[String]) -> Intake {
    let mut intake = Intake::default();
    let mut files = Vec::new();
    for given in paths {
        expand(Path::new(given), &mut files, &mut intake.rejected);
    }
    files.sort();
    files.dedup();
    for file in files {
        match examine(&file) {
            Ok(candidate) => intake.candidates.push(candidate),
            Err(rejected) => intake.rejected.push(rejected),
        }
    }
    intake
}

/// How many PDF files the paths hold and how large they are. Blocking: walks folders, opens no file.
#[must_use]
pub fn count(paths: &[String]) -> PathCount {
    let (mut files, mut rejected) = (Vec::new(), Vec::new());
    for given in paths {
        expand(Path::new(given), &mut files, &mut rejected);
    }
    files.sort();
    files.dedup();
    let bytes = files.iter().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum();
    PathCount { files: u32::try_from(files.len()).unwrap_or(u32::MAX), bytes }
}

fn expand(given: &Path, files: &mut Vec<PathBuf>, rejected: &mut Vec<Rejected>) {
    let metadata = match std::fs::metadata(given) {
        Ok(metadata) => metadata,
        Err(error) => return rejected.push(refuse_io(given, &error)),
    };
    if !metadata.is_dir() && !metadata.is_file() {
        return rejected.push(refuse(given, ErrorCode::Unreadable, format!("`{}` is no regular file", given.display())));
    }
    if !metadata.is_dir() {
        files.push(std::path::absolute(given).unwrap_or_else(|_| given.to_path_buf()));
        return;
    }
    let found = walk(given, Gitignore::empty(), None);
    if found.files.is_empty() && found.troubles.is_empty() {
        rejected.push(refuse(given, ErrorCode::NotFound, format!("the folder `{}` holds no PDF files", given.display())));
    }
    files.extend(found.files);
    rejected.extend(found.troubles);
}

/// Reads a file and refuses what cannot be a PDF. Blocking.
///
/// # Errors
/// Why the file is refused.
pub(crate) fn examine(path: &Path) -> Result<Candidate, Rejected> {
    let (mut file, head) = begin(path)?;
    let mut hasher = Sha256::new();
    hasher.update(&head);
    let rest = std::io::copy(&mut file, &mut hasher).map_err(|error| refuse_io(path, &error))?;
    let size = head.len() as u64 + rest;
    let modified_ms = file.metadata().and_then(|metadata| metadata.modified()).map_or(0, milliseconds);
    Ok(candidate(path, size, hex(&hasher.finalize()), modified_ms))
}

/// Opens a file, reads its first 1,024 bytes, and refuses what cannot be a PDF. Blocking.
///
/// # Errors
/// Why the file is refused.
pub(crate) fn begin(path: &Path) -> Result<(File, Vec<u8>), Rejected> {
    let unreadable = |reason: String| Err(refuse(path, ErrorCode::Unreadable, reason));
    if path.to_str().is_none() {
        return unreadable(format!("the name of `{}` is not Unicode; rename the file", path.display()));
    }
    let mut file = File::open(path).map_err(|error| refuse_io(path, &error))?;
    let mut head = Vec::new();
    file.by_ref().take(1024).read_to_end(&mut head).map_err(|error| refuse_io(path, &error))?;
    if head.is_empty() {
        return unreadable(format!("`{}` is empty (0 bytes)", path.display()));
    }
    if !head.windows(5).any(|window| window == b"%PDF-") {
        return unreadable(format!("`{}` is not a PDF: its first 1,024 bytes hold no `%PDF-` mark", path.display()));
    }
    Ok((file, head))
}

/// A file of known content.
pub(crate) fn candidate(path: &Path, size: u64, hash: String, modified_ms: i64) -> Candidate {
    let file_name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    Candidate { path: path.to_path_buf(), file_name, size, hash, modified_ms }
}

/// Milliseconds since 1970; 0 for what is older.
pub(crate) fn milliseconds(time: std::time::SystemTime) -> i64 {
    time.duration_since(std::time::UNIX_EPOCH).map_or(0, |past| i64::try_from(past.as_millis()).unwrap_or(i64::MAX))
}

pub(crate) fn refuse_io(path: &Path, error: &std::io::Error) -> Rejected {
    let (code, what) = match error.kind() {
        std::io::ErrorKind::NotFound => (ErrorCode::NotFound, "does not exist".to_owned()),
        std::io::ErrorKind::PermissionDenied => (ErrorCode::Unreadable, "may not be read: permission denied".to_owned()),
        _ => (ErrorCode::Unreadable, format!("cannot be read: {error}")),
    };
    refuse(path, code, format!("`{}` {what}", path.display()))
}

fn refuse(path: &Path, code: ErrorCode, reason: String) -> Rejected {
    Rejected { path: path.display().to_string(), code, reason }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::collect;
    use waymark_core::ErrorCode;

    fn text(path: &std::path::Path) -> String {
        path.to_string_lossy().into_owned()
    }

    #[test]
    fn every_kind_of_bad_path_has_its_own_reason_and_good_ones_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty.pdf");
        std::fs::write(&empty, b"").unwrap();
        let fake = folder.path().join("letter.pdf");
        std::fs::write(&fake, b"Dear reader").unwrap();
        let long = folder.path().join(format!("{}.pdf", "长".repeat(60)));
        std::fs::write(&long, b"%PDF-1.4 a").unwrap();
        let quoted = folder.path().join("it's a \"name\".PDF");
        std::fs::write(&quoted, b"junk before %PDF-1.7").unwrap();
        let bare = folder.path().join("bare");
        std::fs::create_dir(&bare).unwrap();
        let absent = folder.path().join("absent.pdf");
        let intake = collect(&[text(folder.path()), text(&bare), text(&absent)]);
        assert_eq!(intake.candidates.len(), 2);
        let reason = |part: &str| intake.rejected.iter().find(|row| row.path.contains(part)).unwrap();
        assert!(reason("empty.pdf").reason.contains("0 bytes"));
        assert!(reason("letter.pdf").reason.contains("not a PDF"));
        assert!(reason("absent.pdf").reason.contains("does not exist"));
        assert_eq!(reason("absent.pdf").code, ErrorCode::NotFound);
        assert!(reason("bare").reason.contains("holds no PDF"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_and_names_that_are_no_text_are_refused_at_once() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().unwrap();
        let device = collect(&["/dev/zero".to_owned()]);
        assert!(device.rejected[0].reason.contains("no regular file"), "{:?}", device.rejected);
        let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"bad\xff.pdf"));
        if std::fs::write(odd, b"%PDF-1.4").is_ok() {
            let intake = collect(&[text(folder.path())]);
            assert!(intake.rejected[0].reason.contains("not Unicode"), "{:?}", intake.rejected);
        }
    }

    #[test]
    fn order_and_hash_do_not_depend_on_how_paths_are_given() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.pdf", "a.pdf"] {
            std::fs::write(folder.path().join(name), b"%PDF-1.4").unwrap();
        }
        let one = collect(&[text(&folder.path().join("b.pdf")), text(&folder.path().join("a.pdf"))]);
        let other = collect(&[text(folder.path()), text(&folder.path().join("a.pdf"))]);
        assert_eq!(one.candidates, other.candidates);
        assert_eq!(one.candidates[0].file_name, "a.pdf");
        assert_eq!(one.candidates[0].hash, one.candidates[1].hash);
        let counted = super::count(&[text(folder.path()), text(&folder.path().join("a.pdf"))]);
        assert_eq!((counted.files, counted.bytes), (2, 16));
    }
}
