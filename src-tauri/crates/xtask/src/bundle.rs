//! Turns the program, its runtime files and the licence texts into the installers of this system.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::setup::{self, Purpose};
use crate::{exec, fetch, files, run, ui};

/// The bundler, run through npm.
const BUNDLER: &str = "@tauri-apps/cli@2.12.5";

/// Builds the installers; with `debug`, from the unoptimised build.
///
/// # Errors
/// When the runtime files cannot be fetched or the build or the bundler fails.
pub fn bundle(debug: bool) -> Result<()> {
    let host = files::host()?;
    setup::ensure(Purpose::Window)?;
    fetch::fetch(host, false)?;
    ui::install()?;
    let mut build = exec::cargo();
    build.args(["build", "-p", "waymark-cli"]);
    if !debug {
        build.arg("--release");
    }
    exec::run(&mut build)?;
    let settings = files::cache("bundle")?.join("settings.json");
    let program = run::program("waymark-cli", !debug);
    files::write_whole(&settings, serde_json::to_string_pretty(&overlay(host, &program))?.as_bytes())?;

    let npx = if cfg!(windows) { "npx.cmd" } else { "npx" };
    let mut command = exec::command(npx);
    command.args(["--yes", "--package", BUNDLER, "tauri", "build", "--config"]).arg(&settings);
    if cfg!(target_os = "linux") {
        command.args(["--bundles", "deb,rpm"]);
    }
    if debug {
        command.arg("--debug");
    }
    exec::run(&mut command)?;
    let profile = if debug { "debug" } else { "release" };
    println!("installers: {}", files::target_dir().join(profile).join("bundle").display());
    Ok(())
}

/// What the bundler takes along besides the program: the host's libraries, the model, the licences, the command line.
fn overlay(host: &str, program: &Path) -> Value {
    let root = files::root();
    let folder = |from: &str| format!("{}/", root.join(from).display());
    let mut resources = json!({
        folder(&format!("runtime/{host}")): format!("runtime/{host}/"),
        folder("runtime/models"): "runtime/models/",
        folder("assets/licences"): "licences/",
        root.join("assets/samples/*.pdf").display().to_string(): "samples/",
    });
    let mut bundle = json!({});
    if cfg!(target_os = "linux") {
        let place = json!({ "files": { "/usr/bin/waymark-cli": program } });
        bundle["linux"] = json!({ "deb": place, "rpm": place });
    } else if let Some(name) = program.file_name() {
        resources[program.display().to_string()] = json!(name.to_string_lossy());
    }
    bundle["resources"] = resources;
    json!({ "bundle": bundle })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installer_carries_libraries_model_and_licences() {
        let settings = overlay("x86_64-unknown-linux-gnu", Path::new("bin/waymark-cli"));
        let resources = settings["bundle"]["resources"].to_string();
        assert!(resources.contains("runtime/x86_64-unknown-linux-gnu/"));
        assert!(resources.contains("runtime/models/") && resources.contains("licences/"));
    }
}
