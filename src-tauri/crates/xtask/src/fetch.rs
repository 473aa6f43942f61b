//! Turns the lock's wheels into checked files under `runtime/`, with a manifest beside them for the check at run time.

mod manifest;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::files::{self, Scratch};
use crate::lock::{Artifact, Entry, Lock, Wheel};
use crate::pip;

use manifest::{Manifest, Source};

/// Brings in whatever is missing or altered for a target; with `force`, everything.
///
/// # Errors
/// When the lock has no wheels for the target, a download fails, or a file's digest differs.
pub fn fetch(target: &str, force: bool) -> Result<()> {
    let lock = Lock::read()?;
    if !lock.targets().contains(&target) {
        bail!("no runtime files are known for `{target}`; known: {}", lock.targets().join(", "));
    }
    fetch_into(&lock, &files::root().join("runtime"), target, force)
}

fn fetch_into(lock: &Lock, runtime: &Path, target: &str, force: bool) -> Result<()> {
    let mut refused = Vec::new();
    let mut manifests = Vec::<(PathBuf, Manifest)>::new();
    for artifact in &lock.artifacts {
        let wheel = match artifact.wheel(target) {
            Ok(wheel) => wheel,
            Err(error) => {
                refused.push(error);
                continue;
            }
        };
        let (dir, name) = place(runtime, artifact, target);
        bring(lock, artifact, wheel, &dir, force)?;
        let at = match manifests.iter().position(|(known, _)| *known == dir) {
            Some(at) => at,
            None => {
                manifests.push((dir.clone(), Manifest::new(&name)));
                manifests.len() - 1
            }
        };
        let manifest = &mut manifests[at].1;
        manifest.add_source(Source { package: artifact.package.clone(), version: artifact.version.clone() });
        for entry in &wheel.files {
            let size = fs::metadata(dir.join(&entry.to))?.len();
            manifest.add_file(&entry.to, &entry.sha256, size);
        }
    }
    for (dir, manifest) in &manifests {
        files::write_whole(&dir.join("manifest.json"), manifest.to_json()?.as_bytes())?;
    }
    match refused.into_iter().next() {
        Some(error) => Err(error.context(format!("the runtime of `{target}` is not complete"))),
        None => {
            println!("runtime files of `{target}` are complete and checked");
            Ok(())
        }
    }
}

/// The folder of an artefact and the name of that folder's manifest.
fn place(runtime: &Path, artifact: &Artifact, target: &str) -> (PathBuf, String) {
    match &artifact.model {
        Some(model) => (runtime.join("models").join(model), model.clone()),
        None => (runtime.join(target), target.to_owned()),
    }
}

/// Downloads the wheel unless every file of it is there already, and puts its files in their places.
fn bring(lock: &Lock, artifact: &Artifact, wheel: &Wheel, dir: &Path, force: bool) -> Result<()> {
    let mut wanted = false;
    for entry in &wheel.files {
        wanted |= force || !is_right(&dir.join(&entry.to), &entry.sha256)?;
    }
    if !wanted {
        println!("  kept     {} ({} {})", artifact.name, artifact.package, artifact.version);
        return Ok(());
    }
    println!("  fetching {} ({} {})", artifact.name, artifact.package, artifact.version);
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder `{}`", dir.display()))?;
    let scratch = Scratch::new(dir, ".download")?;
    let request = pip::Request {
        package: &artifact.package,
        version: &artifact.version,
        sha256: std::slice::from_ref(&wheel.sha256),
        platforms: &wheel.platforms,
        python: &lock.python,
    };
    let path = pip::download(&request, scratch.path())?;
    let mut archive = pip::open(&path)?;
    for entry in &wheel.files {
        let bytes = pip::read(&mut archive, &entry.from)?;
        check(&artifact.package, entry, &bytes)?;
        put(&dir.join(&entry.to), &bytes)?;
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write_whole(path, bytes)?;
    match files::digest_file(path)? {
        Some((_, size)) if size == bytes.len() as u64 => Ok(()),
        _ => bail!("`{}` was not written whole; is the disk full?", path.display()),
    }
}

/// Whether a file is there with that digest. A file with another digest is named, since it is about to be replaced.
fn is_right(path: &Path, sha256: &str) -> Result<bool> {
    Ok(match files::digest_file(path)? {
        None => false,
        Some((found, _)) if found == sha256 => true,
        Some((found, _)) => {
            println!("  altered  `{}` (sha256 {found}, not {sha256})", path.display());
            false
        }
    })
}

fn check(package: &str, entry: &Entry, bytes: &[u8]) -> Result<()> {
    let (found, _) = files::digest(bytes)?;
    if found != entry.sha256 {
        bail!(
            "`{}` of the package `{package}` has the sha256 {found}, not {} as `assets/runtime.lock` says; \
             run `cargo xtask fetch --force` again, and if it stays so, do not use the file",
            entry.from,
            entry.sha256
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn entry(sha256: &str) -> Entry {
        Entry { from: "a/b.so".to_owned(), to: "lib/b.so".to_owned(), sha256: sha256.to_owned() }
    }

    #[test]
    fn a_wrong_digest_names_the_file_and_the_command() {
        let error = check("pkg", &entry(&"0".repeat(64)), b"abc").unwrap_err().to_string();
        assert!(error.contains("`a/b.so`") && error.contains("`pkg`"), "{error}");
        assert!(error.contains("cargo xtask fetch --force"), "{error}");
        let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(check("pkg", &entry(right), b"abc").is_ok());
    }

    #[test]
    fn an_altered_file_is_not_right() {
        let scratch = Scratch::new(&std::env::temp_dir(), "xtask-altered").unwrap();
        let path = scratch.path().join("f");
        let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(!is_right(&path, right).unwrap());
        fs::write(&path, "abc").unwrap();
        assert!(is_right(&path, right).unwrap());
        fs::write(&path, "abd").unwrap();
        assert!(!is_right(&path, right).unwrap());
    }

    #[test]
    fn models_and_libraries_have_folders_of_their_own() {
        let lock = Lock::read().unwrap();
        let runtime = Path::new("runtime");
        for artifact in &lock.artifacts {
            let (dir, name) = place(runtime, artifact, "x86_64-unknown-linux-gnu");
            assert!(dir.ends_with(&name));
            assert_eq!(dir.starts_with("runtime/models"), artifact.model.is_some());
        }
    }

    #[test]
    fn an_unknown_target_is_refused_before_any_download() {
        let error = fetch("sparc-sun-solaris", false).unwrap_err().to_string();
        assert!(error.contains("`sparc-sun-solaris`") && error.contains("aarch64-apple-darwin"), "{error}");
    }
}
