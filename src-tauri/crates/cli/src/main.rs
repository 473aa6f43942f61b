//! `waymark-cli`: the engine without a window. Commands, JSON and exit codes are a stable contract (design §10).

mod arguments;
mod ask;
mod enrich;
mod eval;
mod eval_structure;
mod figures;
mod folders;
mod ingest;
mod library;
mod linked;
mod mcp;
mod open;
mod output;
mod questions;
mod reading;
mod search;
mod space;

use std::process::ExitCode;

use clap::Parser;
use waymark_core::{ErrorCode, WireError};

use crate::arguments::{Arguments, Command};

/// Exit code of a command that ran but could not do all it was asked (some files failed).
pub(crate) const PARTIAL: u8 = 3;
/// Exit code of input that makes no sense.
pub(crate) const USAGE: u8 = 2;

fn main() -> ExitCode {
    let mut raw = std::env::args_os();
    if raw.nth(1).is_some_and(|first| first == waymark_engine::WORKER_ARGUMENT) {
        waymark_pdf::worker_main(raw);
    }
    let arguments = Arguments::parse();
    start_log();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&anyhow::Error::new(error).context("the async runtime cannot be started")),
    };
    let result = runtime.block_on(run(arguments));
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    match result {
        Ok(code) => code,
        Err(error) => complain(&error),
    }
}

async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let library = arguments.library;
    match arguments.command {
        Command::Ingest(options) => ingest::run(library, options).await,
        Command::Folders { action } => folders::run(library, action).await,
        Command::List(options) => library::list(library, options.json).await,
        Command::Remove(options) => library::remove(library, &options).await,
        Command::Status(options) => library::status(library, options.json).await,
        Command::Outline(options) => reading::outline(&options).await,
        Command::Markdown(options) => reading::markdown(&options).await,
        Command::Figures(options) => figures::run(library, &options).await,
        Command::Search(options) => search::run(library, options).await,
        Command::Ask(options) => ask::run(library, options).await,
        Command::Enrich(options) => enrich::run(library, &options).await,
        Command::Eval(options) => eval::run(library, &options).await,
        Command::Questions { action } => questions::run(library, action).await,
        Command::Serve(options) => {
            anyhow::ensure!(options.mcp, "say what is to be served: `serve --mcp`");
            mcp::run(library).await
        }
        Command::Space(options) => space::run(library, &options).await,
        Command::EvalStructure(options) => eval_structure::run(&options).await,
    }
}

fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("WAYMARK_LOG").unwrap_or_else(|_| "error".into());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}

/// Prints the error with its causes and hint; a broken pipe ends silently.
fn complain(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    let wire = error.downcast_ref::<WireError>();
    output::error(&format!("{error:#}"), wire.and_then(|wire| wire.hint.as_deref()));
    match wire.map(|wire| wire.code) {
        Some(ErrorCode::InvalidInput) => ExitCode::from(USAGE),
        _ => ExitCode::FAILURE,
    }
}
