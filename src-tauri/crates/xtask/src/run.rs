//! Turns a clone into an open window, or, where there is no display, into a cited answer on the terminal.

use std::path::PathBuf;

use anyhow::Result;

use crate::setup::{self, Purpose};
use crate::{demo, exec, fetch, files, ui};

/// Prepares, builds and opens Waymark. With `terminal`, or without a display, the samples are asked instead.
///
/// # Errors
/// When a step of the preparation or the build fails, or the program ends with a failure.
pub fn run(release: bool, terminal: bool) -> Result<()> {
    let window = !terminal && has_display();
    setup::ensure(if window { Purpose::Window } else { Purpose::Engine })?;
    fetch::fetch(files::host()?, false)?;
    if !window {
        println!("no display; building the command line only");
        return demo::demo(&build("waymark-cli", release)?);
    }
    ui::build()?;
    let program = build("waymark", release)?;
    println!("opening {}", program.display());
    let mut command = exec::command(&program.to_string_lossy());
    exec::run(command.env("WAYMARK_RUNTIME", files::root().join("runtime")))
}

/// Builds a program and returns its path. The whole workspace is named so that every task settles on the same features of the
/// dependencies; only what the program needs is compiled.
///
/// # Errors
/// When it does not compile.
pub fn build(name: &str, release: bool) -> Result<PathBuf> {
    let mut command = exec::cargo();
    command.args(["build", "--workspace", "--bin", name]);
    if release {
        command.arg("--release");
    }
    exec::run(&mut command)?;
    Ok(program(name, release))
}

/// Where Cargo puts a program.
pub fn program(name: &str, release: bool) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    files::target_dir().join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
