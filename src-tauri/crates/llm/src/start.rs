//! Starts the Ollama server of this machine.

use std::process::{Command, Stdio};

use waymark_core::{ErrorCode, WireError};

/// Starts `ollama serve`, detached: it outlives this program, as it would when started from a menu.
///
/// # Errors
/// `OllamaAbsent` when the program is not there or cannot be started.
pub fn start() -> Result<(), WireError> {
    let program = crate::installed().ok_or_else(|| {
        WireError::new(ErrorCode::OllamaAbsent, "there is no `ollama` program on this machine")
            .with_hint("install Ollama first; quotations work without it")
    })?;
    let mut command = Command::new(&program);
    command.arg("serve").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    detach(&mut command);
    let mut child = command.spawn().map_err(|error| {
        WireError::new(ErrorCode::OllamaAbsent, format!("`{}` cannot be started: {error}", program.display()))
            .with_hint("start Ollama by hand")
    })?;
    // Somebody has to ask for the exit code, or the ended process stays in the table as long as this one lives.
    std::thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(windows)]
fn detach(command: &mut Command) {
    use std::os::windows::process::CommandExt as _;
    const NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(NO_WINDOW);
}

#[cfg(unix)]
fn detach(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    // A group of its own: Ctrl+C in the terminal that Waymark runs in does not reach it.
    command.process_group(0);
}
