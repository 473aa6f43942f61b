//! The project's own tasks: `cargo xtask TASK`. Turns a fresh clone into a running, tested or bundled program.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod args;
mod bindings;
mod bundle;
mod demo;
mod exec;
mod fetch;
mod files;
mod licences;
mod lock;
mod ollama;
mod pip;
mod run;
mod samples;
mod setup;
mod suite;
mod tally;
mod ui;

use std::process::ExitCode;

use anyhow::{Result, bail};

use args::Args;

const HELP: &str = "\
Usage: cargo xtask TASK [OPTIONS]

  setup                                 install the system packages that a build needs
  fetch [--target TRIPLE] [--force]     download and check PDFium, ONNX Runtime and the embedding model
  run [--release] [--terminal]          build and open Waymark; without a display, answer a question about the samples
  test [--only STEP,...] [--skip STEP,...] [--list]
                                        every check: format, lints, bindings, unit, UI and window tests
  bindings [--check]                    write (or compare) the TypeScript types of the UI's backend
  samples [--check]                     typeset (or compare) the sample documents
  licences                              collect the licence texts that the installers carry
  bundle [--debug]                      build the installers of this system
  help                                  this text
";

fn main() -> ExitCode {
    match dispatch(Args::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(mut args: Args) -> Result<()> {
    let task = args.word().unwrap_or_else(|| "help".to_owned());
    match task.as_str() {
        "setup" => args.done().and_then(|()| setup::setup()),
        "fetch" => {
            let target = args.value("--target")?;
            let force = args.flag("--force");
            args.done()?;
            fetch::fetch(target.as_deref().unwrap_or(files::host()?), force)
        }
        "run" => {
            let (release, terminal) = (args.flag("--release"), args.flag("--terminal"));
            args.done()?;
            run::run(release, terminal)
        }
        "test" => {
            let choice = suite::Choice { only: args.list("--only")?, skip: args.list("--skip")?, list: args.flag("--list") };
            args.done()?;
            suite::test(&choice)
        }
        "bindings" => {
            let check = args.flag("--check");
            args.done()?;
            bindings::bindings(check)
        }
        "samples" => {
            let check = args.flag("--check");
            args.done()?;
            samples::samples(check)
        }
        "licences" => args.done().and_then(|()| licences::licences()),
        "bundle" => {
            let debug = args.flag("--debug");
            args.done()?;
            bundle::bundle(debug)
        }
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("no task `{other}`; `cargo xtask help` lists them"),
    }
}
