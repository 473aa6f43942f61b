//! Finds the runtime files (PDFium, ONNX Runtime, embedding model, samples) that `cargo xtask fetch` or the installer laid down.

use std::path::{Path, PathBuf};

use waymark_core::{ErrorCode, WireError};

/// Where the runtime files of this installation lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeFiles {
    /// The PDFium library.
    pub pdfium: PathBuf,
    /// The ONNX Runtime library.
    pub onnxruntime: PathBuf,
    /// Folder with one folder per embedding model.
    pub models: PathBuf,
}

/// The target triple whose runtime this program needs; `unknown` on platforms without one.
#[must_use]
pub fn target() -> &'static str {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "x86_64-unknown-linux-gnu",
        ("linux", "aarch64") => "aarch64-unknown-linux-gnu",
        ("windows", "x86_64") => "x86_64-pc-windows-msvc",
        ("macos", "x86_64") => "x86_64-apple-darwin",
        ("macos", "aarch64") => "aarch64-apple-darwin",
        _ => "unknown",
    }
}

fn library_names() -> (&'static str, &'static str) {
    match std::env::consts::OS {
        "windows" => ("pdfium.dll", "onnxruntime.dll"),
        "macos" => ("libpdfium.dylib", "libonnxruntime.dylib"),
        _ => ("libpdfium.so", "libonnxruntime.so"),
    }
}

impl RuntimeFiles {
    /// The files below one runtime folder, whether they exist or not.
    #[must_use]
    pub fn below(folder: &Path) -> Self {
        let (pdfium, onnxruntime) = library_names();
        let libraries = folder.join(target()).join("lib");
        Self { pdfium: libraries.join(pdfium), onnxruntime: libraries.join(onnxruntime), models: folder.join("models") }
    }

    /// Finds the runtime folder: `WAYMARK_RUNTIME`, else the installer's resources, else a `runtime` folder above the program
    /// (or the checkout that it was built in).
    ///
    /// # Errors
    /// `RuntimeMissing` naming PDFium's expected place when no folder holds it.
    pub fn locate() -> Result<Self, WireError> {
        let folders = runtime_folders();
        let found = folders.iter().map(|folder| Self::below(folder)).find(|files| files.pdfium.is_file());
        found.ok_or_else(|| {
            let expected = folders.first().map_or_else(|| PathBuf::from("runtime"), Clone::clone);
            missing(&Self::below(&expected).pdfium)
        })
    }
}

/// The error for a runtime file that is not there.
#[must_use]
pub fn missing(file: &Path) -> WireError {
    WireError::new(ErrorCode::RuntimeMissing, format!("the runtime file `{}` is missing", file.display()))
        .with_hint("run `cargo xtask fetch` in a source checkout, or install Waymark again")
}

fn runtime_folders() -> Vec<PathBuf> {
    if let Some(folder) = std::env::var_os("WAYMARK_RUNTIME").filter(|value| !value.is_empty()) {
        return vec![PathBuf::from(folder)];
    }
    resource_roots().into_iter().map(|root| root.join("runtime")).collect()
}

/// Folders that may hold what the installer ships, most likely first.
fn resource_roots() -> Vec<PathBuf> {
    let mut roots = Vec::new();
    if let Ok(executable) = std::env::current_exe().and_then(|path| path.canonicalize()) {
        for folder in executable.ancestors().skip(1) {
            roots.push(folder.to_path_buf());
            roots.push(folder.join("Resources"));
            roots.push(folder.join("lib").join("Waymark"));
            roots.push(folder.join("lib").join("waymark"));
        }
    }
    // A program built in a checkout but put elsewhere (another target folder) still finds that checkout.
    if let Some(checkout) = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3) {
        roots.push(checkout.to_path_buf());
    }
    roots
}

/// The sample PDFs of this installation, sorted by name; empty when they are not there.
#[must_use]
pub fn samples() -> Vec<PathBuf> {
    let folders = resource_roots().into_iter().flat_map(|root| [root.join("samples"), root.join("assets").join("samples")]);
    let override_folder = std::env::var_os("WAYMARK_SAMPLES").map(PathBuf::from);
    for folder in override_folder.into_iter().chain(folders) {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")))
            .collect();
        if !files.is_empty() {
            files.sort();
            return files;
        }
    }
    Vec::new()
}

/// The licence texts of this installation with their names, sorted; empty when they are not there.
#[must_use]
pub fn licences() -> Vec<(String, String)> {
    let folders = resource_roots().into_iter().flat_map(|root| [root.join("licences"), root.join("assets").join("licences")]);
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut texts: Vec<(String, String)> = files
            .filter_map(|path| Some((path.file_stem()?.to_string_lossy().into_owned(), std::fs::read_to_string(&path).ok()?)))
            .collect();
        if !texts.is_empty() {
            texts.sort();
            return texts;
        }
    }
    Vec::new()
}

/// The desktop program's own library folder: `WAYMARK_LIBRARY`, else `Waymark/library` in the user's data folder.
///
/// # Errors
/// `LibraryUnusable` when the system names no data folder.
pub fn default_library() -> Result<PathBuf, WireError> {
    if let Some(folder) = std::env::var_os("WAYMARK_LIBRARY").filter(|value| !value.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    dirs::data_dir().map(|folder| folder.join("Waymark").join("library")).ok_or_else(|| {
        WireError::new(ErrorCode::LibraryUnusable, "the system names no folder for application data")
            .with_hint("name a folder with `--library DIR` or the variable `WAYMARK_LIBRARY`")
    })
}

#[cfg(test)]
mod tests {
    use super::RuntimeFiles;
    use std::path::Path;

    #[test]
    fn a_missing_runtime_file_names_the_file_and_the_remedy() {
        let files = RuntimeFiles::below(Path::new("nowhere"));
        let error = super::missing(&files.pdfium);
        assert!(error.message.contains("pdfium"), "{}", error.message);
        assert!(error.hint.is_some_and(|hint| hint.contains("cargo xtask fetch")));
    }
}
