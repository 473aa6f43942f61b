//! Turns the types of the `api` crate into the TypeScript types of the UI's backend.

use anyhow::Result;

use crate::{exec, run};

/// Writes the bindings; with `check`, compares them and fails when they are stale.
///
/// # Errors
/// When the build fails, a file cannot be written, or the committed bindings are stale.
pub fn bindings(check: bool) -> Result<()> {
    let program = run::build("export-bindings", false)?;
    let mut command = exec::command(&program.to_string_lossy());
    command.arg("ui/src/backend/generated");
    if check {
        command.arg("--check");
    }
    exec::run(&mut command)
}
