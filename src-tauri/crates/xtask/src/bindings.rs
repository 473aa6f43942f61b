//! Turns the types of the `api` crate into the TypeScript types of the UI's backend.

use anyhow::Result;

use crate::exec;

/// Writes the bindings; with `check`, compares them and fails when they are stale.
///
/// # Errors
/// When the build fails, a file cannot be written, or the committed bindings are stale.
pub fn bindings(check: bool) -> Result<()> {
    let mut command = exec::cargo();
    command.args(["run", "--quiet", "-p", "waymark-api", "--bin", "export-bindings", "--", "ui/src/backend/generated"]);
    if check {
        command.arg("--check");
    }
    exec::run(&mut command)
}
