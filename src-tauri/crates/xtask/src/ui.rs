//! Turns the sources in `ui/` into checked, tested and bundled web files.

use std::fs;

use anyhow::{Context, Result};

use crate::{exec, files};

/// Installs exactly what the lock file names; does nothing when that was done before.
///
/// # Errors
/// When npm fails.
pub fn install() -> Result<()> {
    let ui = files::root().join("ui");
    let lock = fs::read(ui.join("package-lock.json")).context("cannot read `ui/package-lock.json`")?;
    let (digest, _) = files::digest(lock.as_slice())?;
    let stamp = ui.join("node_modules/.waymark-lock");
    if fs::read_to_string(&stamp).is_ok_and(|known| known == digest) {
        return Ok(());
    }
    exec::run(exec::npm().args(["ci", "--no-audit", "--no-fund"]))?;
    files::write_whole(&stamp, digest.as_bytes())
}

/// Runs one of the scripts of `ui/package.json`.
///
/// # Errors
/// When the script fails.
pub fn script(name: &str) -> Result<()> {
    exec::run(exec::npm().args(["run", "--silent", name]))
}

/// Bundles the web files into `ui/dist`.
///
/// # Errors
/// When the build fails.
pub fn build() -> Result<()> {
    install()?;
    script("build")
}
