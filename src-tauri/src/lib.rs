//! The desktop shell: a window, the commands of `waymark-api`, answer streams and page images. It knows no single command.

#[cfg(target_os = "linux")]
mod drawing;
mod logs;
mod page;
mod rpc;
mod run;
mod save;
mod streams;

pub use run::run;
