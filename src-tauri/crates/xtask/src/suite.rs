//! Turns a fresh clone into a verdict: every check of the project, step by step, with times and one closing count.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::ollama::Server;
use crate::setup::{self, Purpose};
use crate::tally::{self, Tally};
use crate::{bindings, exec, fetch, files, ollama, samples, ui};

/// Which steps run.
#[derive(Debug, Default)]
pub struct Choice {
    /// Only these, when any are named.
    pub only: Vec<String>,
    /// All but these.
    pub skip: Vec<String>,
    /// Print the steps instead of running them.
    pub list: bool,
}

struct Step {
    name: &'static str,
    what: &'static str,
    /// Whether the later steps make no sense without it.
    needed: bool,
    run: fn(&mut State) -> Result<()>,
}

#[derive(Default)]
struct State {
    tally: Tally,
    ollama: Option<Server>,
}

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step { name: "setup",    what: "system packages",                         needed: true,  run: |_| setup::ensure(Purpose::Tests) },
    Step { name: "fetch",    what: "PDFium, ONNX Runtime, embedding model",   needed: true,  run: |_| fetch::fetch(files::host()?, false) },
    Step { name: "ui",       what: "UI: install, types, lints",               needed: false, run: |_| ui::install().and_then(|()| ui::script("check")) },
    Step { name: "ui-test",  what: "UI: unit tests",                          needed: false, run: ui_test },
    Step { name: "ui-build", what: "UI: production build",                    needed: true,  run: |_| ui::build() },
    Step { name: "format",   what: "cargo fmt --check",                       needed: false, run: |_| exec::run(exec::command("cargo").args(["fmt", "--all", "--check"])) },
    Step { name: "lints",    what: "clippy, warnings are errors",             needed: false, run: lints },
    Step { name: "build",    what: "all programs",                            needed: true,  run: |_| exec::run(exec::cargo().args(["build", "--workspace", "--bins"])) },
    Step { name: "bindings", what: "TypeScript bindings are fresh",           needed: false, run: |_| bindings::bindings(true) },
    Step { name: "samples",  what: "sample PDFs equal their sources",         needed: false, run: |_| samples::samples(true) },
    Step { name: "ollama",   what: "a real Ollama server with a small model", needed: false, run: start_ollama },
    Step { name: "tests",    what: "unit tests, suites and the real window",  needed: false, run: rust_tests },
];

/// Runs the chosen steps and closes with `N passed, N failed` alone on a line.
///
/// # Errors
/// When a step fails, or a named step does not exist.
pub fn test(choice: &Choice) -> Result<()> {
    for name in choice.only.iter().chain(&choice.skip) {
        if !STEPS.iter().any(|step| step.name == name) {
            bail!("no step `{name}`; `cargo xtask test --list` prints them");
        }
    }
    if choice.list {
        STEPS.iter().for_each(|step| println!("{:10} {}", step.name, step.what));
        return Ok(());
    }
    let mut state = State::default();
    let mut rows = Vec::new();
    for step in STEPS.iter().filter(|step| choice.takes(step.name)) {
        println!("\n=== {}: {}", step.name, step.what);
        let before = state.tally.failed;
        let start = Instant::now();
        let result = (step.run)(&mut state);
        let row = Row { name: step.name, time: start.elapsed(), error: result.err().map(|error| format!("{error:#}")) };
        println!("=== {}", row.text());
        let failed = row.error.is_some();
        if failed && state.tally.failed == before {
            state.tally.failed += 1;
        }
        rows.push(row);
        if failed && step.needed {
            break;
        }
    }
    drop(state.ollama);
    close(&rows, &state.tally)
}

struct Row {
    name: &'static str,
    time: Duration,
    error: Option<String>,
}

impl Row {
    fn text(&self) -> String {
        let verdict = if self.error.is_some() { "FAILED" } else { "ok" };
        let text = format!("{:10} {:6} {:8.1} s", self.name, verdict, self.time.as_secs_f64());
        match &self.error {
            Some(error) => format!("{text}  {error}"),
            None => text,
        }
    }
}

/// Prints the table and the count; a failed step without a failed test of its own counts as one failure.
fn close(rows: &[Row], tally: &Tally) -> Result<()> {
    println!();
    for row in rows {
        println!("{}", row.text());
    }
    if !tally.reasons.is_empty() {
        println!("\nwhat failed tests said:\n{}", tally.reasons.join("\n"));
    }
    println!("\n{} passed, {} failed", tally.passed, tally.failed);
    let failed: Vec<&str> = rows.iter().filter(|row| row.error.is_some()).map(|row| row.name).collect();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

impl Choice {
    fn takes(&self, name: &str) -> bool {
        let has = |list: &[String]| list.iter().any(|known| known == name);
        (self.only.is_empty() || has(&self.only)) && !has(&self.skip)
    }
}

fn lints(_: &mut State) -> Result<()> {
    exec::run(exec::cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn ui_test(state: &mut State) -> Result<()> {
    let mut command = exec::npm();
    command.args(["run", "--silent", "test"]).env("NO_COLOR", "1");
    tally::run(&mut command, &mut state.tally)
}

fn start_ollama(state: &mut State) -> Result<()> {
    state.ollama = ollama::start()?;
    Ok(())
}

/// Gives a test run the runtime files and, when one runs, the language model server.
fn equip(command: &mut Command, state: &State) {
    command.env("WAYMARK_RUNTIME", files::root().join("runtime"));
    if let Some(server) = &state.ollama {
        server.announce(command);
    }
}

/// Builds with the fast linker first; the tests themselves, the real window among them, run without it and with a message
/// bus of their own where there is one.
fn rust_tests(state: &mut State) -> Result<()> {
    exec::run(exec::cargo().args(["test", "--workspace", "--no-run"]))?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = if cfg!(target_os = "linux") && exec::has("dbus-run-session") {
        let mut command = exec::command("dbus-run-session");
        command.args(["--", &cargo]);
        command
    } else {
        exec::command(&cargo)
    };
    // Shown output is where tests say that they are skipped, and why.
    command.args(["test", "--workspace", "--no-fail-fast", "--", "--show-output"]);
    equip(&mut command, state);
    tally::run(&mut command, &mut state.tally)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_choice_names_or_leaves_out_steps() {
        let only = Choice { only: vec!["format".to_owned()], ..Choice::default() };
        assert!(only.takes("format") && !only.takes("tests"));
        let skip = Choice { skip: vec!["lints".to_owned()], ..Choice::default() };
        assert!(skip.takes("tests") && !skip.takes("lints"));
    }

    #[test]
    fn an_unknown_step_is_refused() {
        let choice = Choice { only: vec!["fmt".to_owned()], ..Choice::default() };
        assert!(test(&choice).unwrap_err().to_string().contains("`fmt`"));
    }

    #[test]
    fn a_failed_step_fails_the_run_and_is_named() {
        let row = Row { name: "lints", time: Duration::from_millis(1500), error: Some("boom".to_owned()) };
        assert!(row.text().contains("FAILED") && row.text().contains("1.5 s") && row.text().contains("boom"));
        let mut tally = Tally::default();
        tally.read("test result: FAILED. 3 passed; 1 failed");
        let error = close(&[row], &tally).unwrap_err().to_string();
        assert!(error.contains("lints"), "{error}");
    }
}
