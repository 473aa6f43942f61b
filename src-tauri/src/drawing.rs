//! How the web view draws on Linux machines without a graphics card.

/// Compositing needs a graphics card: without one the web view translates its shaders for the processor at every start, for half a
/// second, and draws no faster by it. WebKitGTK takes this from the environment of the process alone (its setting for it leaves
/// scrolling by wheel without effect), so the program replaces itself, once, by itself with the variable set. A variable that the
/// reader has set, to whatever, stays. Goes on as it is when that fails.
pub(crate) fn without_card() {
    use std::os::unix::process::CommandExt as _;
    let card = std::fs::read_dir("/dev/dri").is_ok_and(|mut devices| {
        devices.any(|device| device.is_ok_and(|device| device.file_name().to_string_lossy().starts_with("renderD")))
    });
    if card || std::env::var_os(VARIABLE).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let error = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(VARIABLE, "1").exec();
    tracing::warn!("the program cannot start itself anew: {error}");
}

const VARIABLE: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";
