//! PDF files below a folder, without hidden entries and without what ignore rules leave out.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, WalkBuilder};
use waymark_core::ErrorCode;

use super::refuse;
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

/// Looks through a folder and everything below it. Links are followed, circles left out. Blocking.
pub(crate) fn walk(folder: &Path, rules: Gitignore) -> Walk {
    let mut found = Walk::default();
    let wanted = move |entry: &DirEntry| {
        let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        entry.depth() == 0 || !rules.matched(entry.path(), folder).is_ignore()
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
            Err(error) => {
                found.troubles.push(trouble(folder, &error, "cannot be read"));
                continue;
            }
        };
        if let Some(error) = entry.error() {
            found.troubles.push(trouble(entry.path(), error, "has ignore rules that are not understood"));
        }
        if entry.file_type().is_some_and(|kind| kind.is_file()) && has_pdf_extension(entry.path()) {
            found.files.push(std::path::absolute(entry.path()).unwrap_or_else(|_| entry.into_path()));
        }
    }
    found
}

fn has_pdf_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

fn trouble(near: &Path, error: &ignore::Error, what: &str) -> Rejected {
    let path = place(error).unwrap_or(near);
    refuse(path, ErrorCode::Unreadable, format!("`{}` {what}: {error}", path.display()))
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
