//! The desktop shell: a window, the commands of `waymark-api`, answer streams and page images. It knows no single command.

#[cfg(target_os = "linux")]
mod drawing;
mod logs;
mod page;
mod rpc;
mod run;
mod save;
mod streams;

#[cfg(target_os = "linux")]
pub use drawing::without_card;
pub use run::run;
