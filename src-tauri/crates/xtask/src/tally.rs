//! Turns what test runners print into counts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::exec;

/// Lines of a failure that are told again at the end, and characters of each.
const TOLD: (usize, usize) = (6, 400);

/// Tests that ran.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Passed.
    pub passed: u64,
    /// Failed.
    pub failed: u64,
    /// What the failed tests of Rust said when they failed.
    pub reasons: Vec<String>,
    /// Between the outputs of failed tests.
    failing: bool,
    /// Lines of the present failure that are still to be kept.
    keeping: usize,
}

impl Tally {
    /// Counts what a line says; lines that say nothing about results add nothing.
    pub fn read(&mut self, line: &str) {
        let line = plain(line);
        let line = line.trim();
        if let Some(counts) = line.strip_prefix("test result: ") {
            self.passed += before(counts, " passed");
            self.failed += before(counts, " failed");
            self.failing = false;
        } else if let Some(counts) = line.strip_prefix("Tests ") {
            self.passed += before(counts, " passed");
            self.failed += before(counts, " failed");
        } else if line == "failures:" || line == "successes:" {
            self.failing = line == "failures:";
        } else if self.failing {
            self.keep(line);
        }
    }

    /// The first lines of a panic, up to its stack.
    fn keep(&mut self, line: &str) {
        if line.contains("panicked at ") {
            self.keeping = TOLD.0;
        } else if line.is_empty() || line == "Stack backtrace:" || line == "stack backtrace:" {
            self.keeping = 0;
        }
        if self.keeping > 0 {
            self.keeping -= 1;
            self.reasons.push(line.chars().take(TOLD.1).collect());
        }
    }
}

/// The number that stands right before `word`; 0 when there is none.
fn before(text: &str, word: &str) -> u64 {
    text.find(word)
        .and_then(|at| text[..at].rsplit(|c: char| !c.is_ascii_digit()).next())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}

/// The line without terminal colours.
fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            for c in chars.by_ref() {
                if c.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// Runs a test runner, shows its output and counts its results.
///
/// # Errors
/// When it cannot start or ends with a failure; `tally` holds what it counted all the same.
pub fn run(command: &mut Command, tally: &mut Tally) -> Result<()> {
    run_into(command, tally, &mut std::io::stdout())
}

/// [`run`], with the output shown elsewhere.
fn run_into(command: &mut Command, tally: &mut Tally, out: &mut impl Write) -> Result<()> {
    writeln!(out, "$ {}", exec::show(command))?;
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().with_context(|| exec::cannot_start(command))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.with_context(|| format!("cannot read what `{}` prints", exec::show(command)))?;
            let line = String::from_utf8_lossy(&line);
            writeln!(out, "{line}")?;
            tally.read(&line);
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{}` failed with {status}", exec::show(command));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn count(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        for line in lines {
            tally.read(line);
        }
        tally
    }

    fn counted(passed: u64, failed: u64) -> Tally {
        Tally { passed, failed, ..Tally::default() }
    }

    #[test]
    fn what_failed_tests_said_is_kept_without_their_stacks() {
        let panic = ["thread 'a' panicked at b.rs:1:2:", "`3` stands nowhere"];
        let lines =
            ["successes:", panic[0], "caught", "failures:", "---- a stdout ----", panic[0], panic[1], "Stack backtrace:", "x"];
        assert_eq!(count(&lines).reasons, panic);
        assert_eq!(
            count(&["failures:", panic[0], "", "failures:", "    a", "test result: FAILED. 0 passed; 1 failed"]).failed,
            1
        );
    }

    #[test]
    fn cargo_results_are_added_up() {
        let lines = [
            "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.10s",
            "test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
            "test a::b ... ok",
        ];
        assert_eq!(count(&lines), counted(16, 2));
    }

    #[test]
    fn vitest_results_are_read_through_colours() {
        let lines = ["\u{1b}[2m      Tests \u{1b}[22m \u{1b}[31m1 failed\u{1b}[39m | \u{1b}[32m34 passed\u{1b}[39m (35)"];
        assert_eq!(count(&lines), counted(34, 1));
        assert_eq!(count(&[" Test Files  3 passed (3)"]), Tally::default());
    }

    #[cfg(unix)]
    #[test]
    fn a_failing_runner_is_counted_and_reported() {
        let mut tally = Tally::default();
        let mut command = Command::new("sh");
        command.args(["-c", "echo 'test result: FAILED. 1 passed; 1 failed; 0 ignored'; exit 3"]);
        // Shown on standard output, the run around this test would count it.
        let mut shown = Vec::new();
        assert!(run_into(&mut command, &mut tally, &mut shown).unwrap_err().to_string().contains('3'));
        assert_eq!(tally, counted(1, 1));
        assert!(String::from_utf8(shown).unwrap().contains("1 passed; 1 failed"));
    }
}
