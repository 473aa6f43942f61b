//! Starts the desktop program, or a PDF worker when asked to by the program itself.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    if arguments.nth(1).is_some_and(|first| first == waymark_engine::WORKER_ARGUMENT) {
        waymark_pdf::worker_main(arguments);
    }
    waymark_shell::run()
}
