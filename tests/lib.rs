//! What the suites share: where things lie, and the command line as a child process.

#![allow(clippy::print_stderr)]

pub mod asking;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, ensure};
use serde_json::Value;

/// The repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The sample PDFs.
#[must_use]
pub fn samples() -> PathBuf {
    root().join("assets").join("samples")
}

/// A folder of the development corpora beside the repository; says aloud that the test is skipped when it is not there.
#[must_use]
pub fn corpus(name: &str) -> Option<PathBuf> {
    let folder = root().parent()?.join("shared").join("corpus").join(name);
    if folder.exists() {
        return Some(folder);
    }
    eprintln!("SKIPPED: the development corpus `{name}` is not beside the repository");
    None
}

/// A program of this workspace, built beside the tests.
///
/// # Errors
/// When it was not built.
pub fn program(name: &str) -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.ancestors().nth(2).context("the test lies in no target folder")?;
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    ensure!(path.is_file(), "`{}` is not built: run `cargo build --workspace` first", path.display());
    Ok(path)
}

/// The runtime folder of this checkout, for programs that are started outside it.
#[must_use]
pub fn runtime() -> PathBuf {
    std::env::var_os("WAYMARK_RUNTIME").map_or_else(|| root().join("runtime"), PathBuf::from)
}

/// `waymark-cli` on a library of its own.
#[derive(Debug, Clone)]
pub struct Cli {
    program: PathBuf,
    library: PathBuf,
    environment: Vec<(String, String)>,
}

impl Cli {
    /// The command line on the library in `folder`.
    ///
    /// # Errors
    /// When `waymark-cli` was not built.
    pub fn new(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self { program: program("waymark-cli")?, library: folder.to_path_buf(), environment: Vec::new() })
    }

    /// The same with a variable set.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A command to start, library named.
    #[must_use]
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("--library").arg(&self.library).args(arguments);
        command.env("WAYMARK_RUNTIME", runtime()).env("OLLAMA_HOST", "127.0.0.1:9").envs(self.environment.iter().cloned());
        command
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn run(&self, arguments: &[&str]) -> anyhow::Result<Ran> {
        let output =
            self.command(arguments).output().with_context(|| format!("`{}` cannot be started", self.program.display()))?;
        Ok(Ran::from(output))
    }
}

/// What a finished program left.
#[derive(Debug)]
pub struct Ran {
    /// Exit code, -1 when it was killed.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ran {
    /// The same, after checking the exit code.
    ///
    /// # Errors
    /// With everything the program said.
    pub fn expect_code(self, code: i32) -> anyhow::Result<Self> {
        ensure!(self.code == code, "exit code {} instead of {code}\n--- out\n{}\n--- err\n{}", self.code, self.out, self.err);
        Ok(self)
    }

    /// Standard output as one JSON value.
    ///
    /// # Errors
    /// When it is none.
    pub fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_str(self.out.trim()).with_context(|| format!("no JSON: {}", self.out))
    }

    /// Standard output as JSON lines.
    ///
    /// # Errors
    /// When a line is none.
    pub fn lines(&self) -> anyhow::Result<Vec<Value>> {
        self.out.lines().map(|line| serde_json::from_str(line).with_context(|| format!("no JSON: {line}"))).collect()
    }
}
