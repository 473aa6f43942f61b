//! Turns the sample documents into cited answers on the terminal.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{exec, files};

/// The same question about two parts whose datasheets look alike.
const QUESTIONS: [&str; 2] = [
    "What is the maximum dropout voltage of the LA3115 at full load?",
    "What is the maximum dropout voltage of the LA3150 at full load?",
];

/// Ingests the samples into a library of their own and answers two questions about them.
///
/// # Errors
/// When the program cannot ingest or answer.
pub fn demo(program: &Path) -> Result<()> {
    let library = files::cache("demo-library")?;
    let cli = |words: &[&str]| -> Command {
        let mut command = exec::command(&program.to_string_lossy());
        command.env("WAYMARK_RUNTIME", files::root().join("runtime"));
        command.arg("--library").arg(&library).args(words);
        command
    };
    println!("\nThe samples hold two datasheets with the same section titles and tables, for two different parts.\n");
    exec::run(&mut cli(&["ingest", "assets/samples"]))?;
    for question in QUESTIONS {
        println!();
        exec::run(&mut cli(&["ask", "--mode", "extractive", question]))?;
    }
    println!(
        "\nThe table rows never name their part. Each answer comes from the right datasheet because every passage\n\
         keeps its place: document › section path › page.\n\
         Ask your own: {} --library {} ask \"…\"",
        program.display(),
        library.display()
    );
    Ok(())
}
