//! Turns a program and its arguments into a finished child process, or into an error that shows the command.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::files;

/// A command in the repository's root folder.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(files::root());
    command
}

/// Cargo, linked with `mold` where that is installed. The compiler's flags stay as they are, so nothing is built twice.
pub fn cargo() -> Command {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    if cfg!(target_os = "linux") && has("mold") {
        let mut command = command("mold");
        command.args(["-run", &cargo]);
        return command;
    }
    command(&cargo)
}

/// npm in the `ui` folder.
pub fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(files::root().join("ui"));
    command
}

/// Whether a program of that name stands on the search path.
pub fn has(program: &str) -> bool {
    find(program).is_some()
}

/// Where a program of that name stands on the search path.
pub fn find(program: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = if cfg!(windows) { vec![format!("{program}.exe"), format!("{program}.cmd")] } else { vec![program.to_owned()] };
    std::env::split_paths(&path)
        .flat_map(|dir| names.iter().map(move |name| dir.join(name)).collect::<Vec<_>>())
        .find(|file| file.is_file())
}

/// Shows a command as one would type it.
pub fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(quote).collect::<Vec<_>>().join(" ")
}

fn quote(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Runs a command to its end, with its output on the terminal.
///
/// # Errors
/// When it cannot start or ends with a failure.
pub fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", show(command));
    let status = command.stdin(Stdio::null()).status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("`{}` failed with {status}", show(command));
    }
    Ok(())
}

/// Runs a command to its end and returns what it printed; its messages are shown only when it fails.
///
/// # Errors
/// When it cannot start, ends with a failure, or prints something that is not UTF-8.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed with {}:\n{}", show(command), output.status, said.trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed something that is not UTF-8", show(command)))
}

/// The message for a command that did not start.
pub fn cannot_start(command: &Command) -> String {
    let program = Path::new(command.get_program());
    format!("cannot start `{}`; is it installed? (README, Prerequisites)", program.display())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_command_is_shown_as_typed() {
        let mut command = Command::new("pip");
        command.args(["download", "a b", "--x=1"]);
        assert_eq!(show(&command), "pip download 'a b' --x=1");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = output(&mut Command::new("waymark-no-such-program")).unwrap_err();
        assert!(error.to_string().contains("`waymark-no-such-program`"), "{error}");
    }
}
