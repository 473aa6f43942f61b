//! PDF files below a folder, without hidden entries, what ignore rules leave out, and what belongs to the system.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, WalkBuilder};
use waymark_core::ErrorCode;

use super::{refuse, refuse_io};
use crate::types::Rejected;

/// Files of this name hold ignore rules for their folder.
pub(crate) const IGNORE_FILE: &str = ".waymarkignore";

/// What lies below a folder.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// Absolute paths of PDF files, by their name within every folder.
    pub(crate) files: Vec<PathBuf>,
    /// What could not be read or understood: then files may be missing above.
    pub(crate) troubles: Vec<Rejected>,
    /// Links to folders that were followed.
    pub(crate) links: Vec<PathBuf>,
}

/// Rules in the form of a `.gitignore` for the entries of a folder.
///
/// # Errors
/// The first rule that is none, with the reason.
pub(crate) fn rules(folder: &Path, lines: &[String]) -> Result<Gitignore, String> {
    let mut builder = GitignoreBuilder::new(folder);
    let trouble = |line: &str, error: &ignore::Error| format!("`{line}` is no ignore rule: {error}");
    builder.case_insensitive(cfg!(any(windows, target_os = "macos"))).map_err(|error| error.to_string())?;
    for line in lines {
        builder.add_line(None, line).map_err(|error| trouble(line, &error))?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// Looks through a folder and everything below it but the folder of the library. Links are followed; circles, dead links and the
/// system's own file systems (`/proc`) are left out. Blocking.
pub(crate) fn walk(folder: &Path, rules: Gitignore, library: Option<PathBuf>) -> Walk {
    let mut found = Walk::default();
    let borders = Borders::around(folder, library);
    let wanted = move |entry: &DirEntry| {
        let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let left_out = rules.matched(entry.path(), folder).is_ignore() || folder && borders.exclude(entry);
        entry.depth() == 0 || !left_out
    };
    let walker = WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(true)
        .follow_links(true)
        .add_custom_ignore_filename(IGNORE_FILE)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(wanted)
        .build();
    for entry in walker {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if leads_nowhere(&error) => {
                tracing::trace!("left out: {error}");
                continue;
            }
            Err(error) => {
                found.troubles.push(trouble(folder, &error, "cannot be read"));
                continue;
            }
        };
        if let Some(error) = entry.error() {
            found.troubles.push(trouble(entry.path(), error, "has ignore rules that are not understood"));
        }
        if entry.path_is_symlink() && entry.file_type().is_some_and(|kind| kind.is_dir()) {
            found.links.push(entry.path().to_path_buf());
        }
        if entry.file_type().is_some_and(|kind| kind.is_file()) && has_pdf_extension(entry.path()) {
            found.files.push(std::path::absolute(entry.path()).unwrap_or_else(|_| entry.into_path()));
        }
    }
    found
}

/// Whether a file is named like a PDF.
pub(crate) fn has_pdf_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

/// Where a walk does not go.
struct Borders {
    folder: PathBuf,
    library: Option<PathBuf>,
    system: Vec<u64>,
}

impl Borders {
    fn around(folder: &Path, library: Option<PathBuf>) -> Self {
        let folder = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        Self { folder, library, system: system_devices() }
    }

    /// Whether a folder is the library's, the system's, or a link to a folder around the one that is walked.
    fn exclude(&self, entry: &DirEntry) -> bool {
        if self.system.contains(&device(entry.path())) {
            return true;
        }
        let named = |library: &PathBuf| library.file_name() == Some(entry.file_name());
        if !entry.path_is_symlink() && !self.library.as_ref().is_some_and(named) {
            return false;
        }
        let Ok(target) = dunce::canonicalize(entry.path()) else { return false };
        let in_library = self.library.as_ref().is_some_and(|library| target.starts_with(library));
        in_library || (entry.path_is_symlink() && self.folder.starts_with(&target))
    }
}

/// Whether a folder lies in a file system that the system makes up: `/proc`, `/sys`, `/dev`. Blocking.
pub(crate) fn belongs_to_the_system(folder: &Path) -> bool {
    system_devices().contains(&device(folder))
}

fn system_devices() -> Vec<u64> {
    let own = device(Path::new("/"));
    let devices = ["/proc", "/sys", "/dev"].map(|folder| device(Path::new(folder)));
    devices.into_iter().filter(|device| *device != own && *device != 0).collect()
}

/// Number of the file system that a path lies in; 0 where there is none.
#[cfg(unix)]
fn device(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |metadata| std::os::unix::fs::MetadataExt::dev(&metadata))
}

#[cfg(not(unix))]
fn device(_: &Path) -> u64 {
    0
}

/// Whether an error is about a link that leads in a circle or to nothing, or about a file that went away meanwhile.
fn leads_nowhere(error: &ignore::Error) -> bool {
    let Some(path) = place(error) else { return false };
    if matches!(error.depth(), None | Some(0)) && !is_loop(error) {
        return false;
    }
    let link = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    match error.io_error().map(std::io::Error::kind) {
        Some(std::io::ErrorKind::NotFound) => true,
        Some(std::io::ErrorKind::PermissionDenied) => false,
        _ => is_loop(error) || link,
    }
}

fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_loop(err),
        _ => false,
    }
}

fn trouble(near: &Path, error: &ignore::Error, what: &str) -> Rejected {
    let path = place(error).unwrap_or(near);
    match error.io_error() {
        Some(error) => refuse_io(path, error),
        None => refuse(path, ErrorCode::Unreadable, format!("`{}` {what}: {}", path.display(), cause(error))),
    }
}

/// What an error says beside the path.
fn cause(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => cause(err),
        ignore::Error::WithLineNumber { line, err } => format!("line {line}: {}", cause(err)),
        ignore::Error::Partial(errors) => errors.iter().map(cause).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

/// Path that an error is about.
fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
        ignore::Error::Partial(errors) => errors.iter().find_map(place),
        _ => None,
    }
}
