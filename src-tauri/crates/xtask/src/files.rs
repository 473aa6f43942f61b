//! Paths inside the repository, digests, and files written whole or not at all.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

/// The repository's root folder.
pub fn root() -> PathBuf {
    // Cargo says where the crate lies when it runs it; a target folder that several clones share may hold what another one built.
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    own.ancestors().nth(3).map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Cargo's target folder, as the environment or the default has it.
pub fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// A folder for what the tasks keep between runs.
///
/// # Errors
/// When it cannot be made.
pub fn cache(name: &str) -> Result<PathBuf> {
    let dir = target_dir().join("xtask").join(name);
    fs::create_dir_all(&dir).with_context(|| format!("cannot make the folder `{}`", dir.display()))?;
    Ok(dir)
}

/// The Rust target triple of this machine.
///
/// # Errors
/// On a system that Waymark has no runtime files for.
pub fn host() -> Result<&'static str> {
    triple(std::env::consts::OS, std::env::consts::ARCH)
}

fn triple(os: &str, arch: &str) -> Result<&'static str> {
    Ok(match (os, arch) {
        ("linux", "x86_64") => "x86_64-unknown-linux-gnu",
        ("linux", "aarch64") => "aarch64-unknown-linux-gnu",
        ("windows", "x86_64") => "x86_64-pc-windows-msvc",
        ("macos", "x86_64") => "x86_64-apple-darwin",
        ("macos", "aarch64") => "aarch64-apple-darwin",
        _ => bail!("Waymark has no runtime files for `{os}` on `{arch}`"),
    })
}

/// The sha256 of what a reader yields, in lower-case hexadecimal, and the number of bytes.
///
/// # Errors
/// When reading fails.
pub fn digest(mut reader: impl Read) -> io::Result<(String, u64)> {
    let mut hasher = Sha256::new();
    let size = io::copy(&mut reader, &mut hasher)?;
    let mut hex = String::with_capacity(64);
    for byte in hasher.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    Ok((hex, size))
}

/// The sha256 and size of a file; `None` when there is no such file.
///
/// # Errors
/// When the file is there and cannot be read.
pub fn digest_file(path: &Path) -> Result<Option<(String, u64)>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read `{}`", path.display()));
        }
    };
    let found = digest(file).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Some(found))
}

/// Writes a file under a temporary name beside its place, then renames it: it is there whole or not at all.
///
/// # Errors
/// When the folder, the file or the rename fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let say = || format!("cannot write `{}`", path.display());
    let dir = path.parent().with_context(say)?;
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder `{}`", dir.display()))?;
    let name = path.file_name().with_context(say)?.to_string_lossy();
    let temporary = dir.join(format!(".{name}.{}", std::process::id()));
    fs::write(&temporary, bytes).with_context(say)?;
    if let Err(error) = fs::rename(&temporary, path) {
        let _ = fs::remove_file(&temporary);
        return Err(error).with_context(say);
    }
    Ok(())
}

/// A folder that is removed with everything in it when the value goes.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder in `parent`.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(parent: &Path, name: &str) -> Result<Self> {
        let dir = parent.join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).with_context(|| format!("cannot make the folder `{}`", dir.display()))?;
        Ok(Self(dir))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_supported_system_has_a_triple() {
        assert_eq!(triple("macos", "aarch64").unwrap(), "aarch64-apple-darwin");
        assert_eq!(triple("windows", "x86_64").unwrap(), "x86_64-pc-windows-msvc");
        assert!(triple("freebsd", "x86_64").unwrap_err().to_string().contains("`freebsd`"));
    }

    #[test]
    fn digests_are_sha256_in_hex() {
        let (hex, size) = digest(&b"abc"[..]).unwrap();
        assert_eq!(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(size, 3);
    }

    #[test]
    fn a_written_file_replaces_the_old_one_and_leaves_nothing_beside_it() {
        let scratch = Scratch::new(&std::env::temp_dir(), "xtask-write").unwrap();
        let path = scratch.path().join("a/b.txt");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("tauri.conf.json").is_file());
    }
}
