//! Writes the TypeScript bindings: `export-bindings FOLDER [--check]`; with `--check` only compares and fails when stale.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = arguments.iter().any(|argument| argument == "--check");
    arguments.retain(|argument| argument != "--check");
    let Some(folder) = arguments.first().map(PathBuf::from) else {
        return fail("name the folder that the bindings belong to");
    };
    let file = folder.join("types.ts");
    let fresh = waymark_api::typescript();
    if check {
        return match std::fs::read_to_string(&file) {
            Ok(committed) if committed == fresh => ExitCode::SUCCESS,
            Ok(_) => fail(&format!("`{}` is stale: run `cargo xtask bindings`", file.display())),
            Err(error) => fail(&format!("`{}` cannot be read: {error}", file.display())),
        };
    }
    match std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, fresh)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("`{}` cannot be written: {error}", file.display())),
    }
}

#[allow(clippy::print_stderr)]
fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::FAILURE
}
