//! The file system → where an `ollama` program lies, if anywhere.

use std::path::PathBuf;

/// The first `ollama` program in `PATH` or where its installers put it. Nothing is started.
#[must_use]
pub fn installed() -> Option<PathBuf> {
    let name = if cfg!(windows) { "ollama.exe" } else { "ollama" };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.extend(
        ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/snap/bin", "/Applications/Ollama.app/Contents/Resources"]
            .map(PathBuf::from),
    );
    for (variable, below) in [("LOCALAPPDATA", "Programs/Ollama"), ("PROGRAMFILES", "Ollama"), ("HOME", ".local/bin")] {
        folders.extend(std::env::var_os(variable).map(|folder| PathBuf::from(folder).join(below)));
    }
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}
