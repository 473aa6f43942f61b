//! Turns wheels, Rust crates and npm packages into the licence texts that the installers carry, in `assets/licences`.

mod group;
mod packages;

use std::fmt::Write as _;

use anyhow::{Context, Result};

use crate::files::{self, Scratch};
use crate::lock::{Artifact, Lock};
use crate::pip;

use group::Notice;

/// Folders of licence texts for builds that Waymark does not carry.
const OTHER_BUILDS: [&str; 4] = ["/android/", "/v8_xfa/", "/cibw_musl/", "/pbin_musl/"];

/// Writes one file per third-party part.
///
/// # Errors
/// When a wheel, Cargo's metadata or the npm packages cannot be read.
pub fn licences() -> Result<()> {
    let lock = Lock::read()?;
    let mut parts: Vec<(String, String)> = Vec::new();
    for artifact in &lock.artifacts {
        let name = artifact.model.clone().unwrap_or_else(|| artifact.name.clone());
        let text = wheel_texts(&lock, artifact)?;
        match parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, before)) => before.push_str(&text),
            None => parts.push((name, text)),
        }
    }
    parts.push(("rust-crates".to_owned(), list("Rust crates", packages::crates()?)));
    parts.push(("npm-packages".to_owned(), list("npm packages", packages::npm()?)));
    for (name, text) in parts {
        let path = files::root().join("assets/licences").join(format!("{name}.txt"));
        files::write_whole(&path, text.as_bytes())?;
        println!("  written  assets/licences/{name}.txt ({} KB)", text.len() / 1024);
    }
    Ok(())
}

fn list(what: &str, notices: Vec<Notice>) -> String {
    format!("Licences of the {what} that Waymark contains\n\n{}", group::render(notices))
}

/// The licence files of the host's wheel, one after another.
fn wheel_texts(lock: &Lock, artifact: &Artifact) -> Result<String> {
    let wheel = artifact.wheel(files::host()?)?;
    let scratch = Scratch::new(&files::cache("licences")?, "wheel")?;
    let request = pip::Request {
        package: &artifact.package,
        version: &artifact.version,
        sha256: std::slice::from_ref(&wheel.sha256),
        platforms: &wheel.platforms,
        python: &lock.python,
    };
    let mut archive = pip::open(&pip::download(&request, scratch.path())?)?;
    let mut names: Vec<String> = archive.file_names().map(str::to_owned).collect();
    names.sort();
    let mut text = format!("{} {}\n", artifact.package, artifact.version);
    for name in &names {
        if name.ends_with(".dist-info/METADATA") {
            let metadata = pip::read(&mut archive, name)?;
            for line in stated(&String::from_utf8_lossy(&metadata)) {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    for name in names.iter().filter(|name| is_licence(name)) {
        let bytes = pip::read(&mut archive, name).with_context(|| format!("in the wheel of `{}`", artifact.package))?;
        let _ = write!(text, "\n===== {name} =====\n\n{}\n", String::from_utf8_lossy(&bytes).trim_end());
    }
    text.push('\n');
    Ok(text)
}

/// What a wheel's metadata says about its licence.
fn stated(metadata: &str) -> impl Iterator<Item = &str> {
    let header = metadata.split("\n\n").next().unwrap_or_default();
    header.lines().filter(|line| line.starts_with("License-Expression:") || line.starts_with("License:"))
}

fn is_licence(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let inside = path.contains(".dist-info/licenses/") && !path.ends_with('/');
    (inside || packages::is_licence_name(name)) && !OTHER_BUILDS.iter().any(|folder| path.contains(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licence_files_of_a_wheel_are_found() {
        assert!(is_licence("p-1.dist-info/licenses/BUILD_LICENSES/zlib.txt"));
        assert!(is_licence("onnxruntime/ThirdPartyNotices.txt"));
        assert!(!is_licence("p-1.dist-info/licenses/BUILD_LICENSES/android/catapult.txt"));
        assert!(!is_licence("p/licenses.py"));
    }

    #[test]
    fn the_stated_licence_stands_in_the_header() {
        let metadata = "Name: p\nLicense: Apache-2.0\n\nLicense: not this one\n";
        assert_eq!(stated(metadata).collect::<Vec<_>>(), ["License: Apache-2.0"]);
    }
}
