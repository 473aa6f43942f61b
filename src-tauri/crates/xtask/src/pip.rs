//! Turns a pinned package into a wheel on disk, through the ordinary `pip` client and the user's own configuration of it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use zip::ZipArchive;

use crate::exec;

/// What to download.
pub struct Request<'a> {
    /// The package's name.
    pub package: &'a str,
    /// Its version.
    pub version: &'a str,
    /// Digests of the wheels that are accepted.
    pub sha256: &'a [String],
    /// Platform tags; the host's own when empty.
    pub platforms: &'a [String],
    /// The Python version of the wheel, such as `3.11`, when platform tags are given.
    pub python: &'a str,
}

/// Python with `-m pip`; the environment variable `PYTHON` names another interpreter.
pub fn pip() -> Command {
    let program = std::env::var("PYTHON").unwrap_or_else(|_| {
        let names = if cfg!(windows) { ["python", "python3"] } else { ["python3", "python"] };
        names.into_iter().find(|name| exec::has(name)).unwrap_or("python3").to_owned()
    });
    let mut command = exec::command(&program);
    command.args(["-m", "pip", "--disable-pip-version-check", "--no-input"]);
    command
}

/// Downloads the wheel into `dir`, which must be empty, and returns its path. pip checks the digest.
///
/// # Errors
/// When pip is missing, finds no such wheel, or the digest differs.
pub fn download(request: &Request<'_>, dir: &Path) -> Result<PathBuf> {
    let list = requirements(request, dir)?;
    let mut command = pip();
    command.args(["download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", "--dest"]);
    command.arg(dir).arg("--requirement").arg(&list);
    if !request.platforms.is_empty() {
        command.args(["--implementation", "cp", "--python-version", request.python]);
        for platform in request.platforms {
            command.args(["--platform", platform]);
        }
    }
    exec::output(&mut command).with_context(|| format!("cannot download `{}` {}", request.package, request.version))?;
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "whl");
    let found = fs::read_dir(dir)?.filter_map(Result::ok).map(|entry| entry.path()).find(is_wheel);
    found.with_context(|| format!("pip left no wheel of `{}` in `{}`", request.package, dir.display()))
}

/// Installs a package, for the host, into a folder of its own.
///
/// # Errors
/// As [`download`].
pub fn install(request: &Request<'_>, dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder `{}`", dir.display()))?;
    let list = requirements(request, dir)?;
    let mut command = pip();
    command.args(["install", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", "--upgrade"]);
    command.args(["--root-user-action=ignore", "--target"]).arg(dir).arg("--requirement").arg(&list);
    exec::output(&mut command).map(|_| ()).with_context(|| format!("cannot install `{}` {}", request.package, request.version))
}

/// Writes the one-line requirements file that pins version and digests.
fn requirements(request: &Request<'_>, dir: &Path) -> Result<PathBuf> {
    let list = dir.join("requirements.txt");
    fs::write(&list, requirement(request)).with_context(|| format!("cannot write `{}`", list.display()))?;
    Ok(list)
}

fn requirement(request: &Request<'_>) -> String {
    let mut line = format!("{}=={}", request.package, request.version);
    for digest in request.sha256 {
        line.push_str(" --hash=sha256:");
        line.push_str(digest);
    }
    line.push('\n');
    line
}

/// Opens a wheel.
///
/// # Errors
/// When it is not a readable ZIP file.
pub fn open(wheel: &Path) -> Result<ZipArchive<File>> {
    let file = File::open(wheel).with_context(|| format!("cannot read `{}`", wheel.display()))?;
    ZipArchive::new(file).with_context(|| format!("`{}` is not a wheel", wheel.display()))
}

/// Reads one file of a wheel.
///
/// # Errors
/// When the wheel does not hold it.
pub fn read(archive: &mut ZipArchive<File>, name: &str) -> Result<Vec<u8>> {
    let mut file = match archive.by_name(name) {
        Ok(file) => file,
        Err(zip::result::ZipError::FileNotFound) => bail!("the wheel holds no file `{name}`"),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read `{name}` from the wheel"));
        }
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).with_context(|| format!("cannot read `{name}` from the wheel"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_pins_version_and_every_digest() {
        let sha256 = ["aa".to_owned(), "bb".to_owned()];
        let request = Request { package: "p", version: "1.0", sha256: &sha256, platforms: &[], python: "3.11" };
        assert_eq!(requirement(&request), "p==1.0 --hash=sha256:aa --hash=sha256:bb\n");
    }
}
