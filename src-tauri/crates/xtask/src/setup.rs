//! Turns a bare machine into one that can build: system packages on Debian and its kin, clear words elsewhere.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::{exec, pip};

/// What the machine is made ready for. Each purpose includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// The engine and the command line.
    Engine,
    /// The desktop program.
    Window,
    /// The whole test run.
    Tests,
}

const ENGINE: &[&str] = &["build-essential", "pkg-config", "mold"];
const WINDOW: &[&str] = &["libwebkit2gtk-4.1-dev", "libayatana-appindicator3-dev", "librsvg2-dev", "libxdo-dev"];
const TESTS: &[&str] = &[
    "xvfb",
    "xauth",
    "webkit2gtk-driver",
    "dbus-daemon",
    "fonts-dejavu-core",
    "fonts-noto-cjk",
    "nlohmann-json3-dev",
    "libstb-dev",
];

/// Oldest Node.js that the UI's tools run on.
const NODE: (u32, u32) = (20, 19);

/// Installs everything, the test run's packages included.
///
/// # Errors
/// As [`ensure`].
pub fn setup() -> Result<()> {
    ensure(Purpose::Tests)?;
    println!("this machine is ready; next: `cargo xtask run`");
    Ok(())
}

/// Makes the machine ready for a purpose; does nothing where everything is there.
///
/// # Errors
/// When packages cannot be installed, or a tool that Waymark cannot install is missing.
pub fn ensure(purpose: Purpose) -> Result<()> {
    if cfg!(target_os = "linux") {
        if exec::has("dpkg-query") && exec::has("apt-get") {
            debian(purpose)?;
        } else if purpose >= Purpose::Window {
            other_linux()?;
        }
    } else if cfg!(target_os = "macos") && exec::output(Command::new("xcode-select").arg("-p")).is_err() {
        bail!("the command line tools of Xcode are missing; install them with `xcode-select --install`");
    }
    python()?;
    if purpose >= Purpose::Window {
        node()?;
    }
    Ok(())
}

fn wanted(purpose: Purpose) -> Vec<&'static str> {
    let mut packages = ENGINE.to_vec();
    if purpose >= Purpose::Window {
        packages.extend(WINDOW);
    }
    if purpose >= Purpose::Tests {
        packages.extend(TESTS);
    }
    packages
}

fn debian(purpose: Purpose) -> Result<()> {
    let mut missing: Vec<&str> = wanted(purpose).into_iter().filter(|package| !is_installed(package)).collect();
    if exec::output(pip::pip().arg("--version")).is_err() {
        missing.extend(["python3", "python3-pip"]);
    }
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing {}", missing.join(", "));
    apt(&["update", "--quiet=2"])?;
    let mut install = vec!["install", "--yes", "--quiet=2", "--no-install-recommends"];
    install.extend(&missing);
    apt(&install)
}

fn is_installed(package: &str) -> bool {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat=${db:Status-Status}", package]);
    exec::output(&mut query).is_ok_and(|status| status == "installed")
}

/// Runs apt-get as root, through sudo where this is someone else. The terminal stays open for sudo's question.
fn apt(args: &[&str]) -> Result<()> {
    let root = exec::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if root {
        Command::new("apt-get")
    } else if exec::has("sudo") {
        let mut command = Command::new("sudo");
        command.arg("apt-get");
        command
    } else {
        bail!("system packages are missing and there is no `sudo`; as root, run: apt-get {}", args.join(" "));
    };
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    if root {
        command.stdin(Stdio::null());
    }
    println!("$ {}", exec::show(&command));
    let status = command.status()?;
    if !status.success() {
        bail!("`{}` failed with {status}", exec::show(&command));
    }
    Ok(())
}

fn other_linux() -> Result<()> {
    let there = exec::output(Command::new("pkg-config").args(["--exists", "webkit2gtk-4.1", "librsvg-2.0"])).is_ok();
    if there {
        return Ok(());
    }
    bail!(
        "WebKitGTK 4.1 or librsvg is missing. Install them first, with a C compiler and pkg-config:\n  \
         Fedora: dnf install webkit2gtk4.1-devel librsvg2-devel libappindicator-gtk3-devel libxdo-devel gcc-c++\n  \
         Arch: pacman -S webkit2gtk-4.1 librsvg libayatana-appindicator xdotool base-devel"
    );
}

fn python() -> Result<()> {
    match exec::output(pip::pip().arg("--version")) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.context("Python 3 with pip is needed to fetch the runtime files")),
    }
}

fn node() -> Result<()> {
    let Ok(version) = exec::output(Command::new("node").arg("--version")) else {
        bail!("Node.js {}.{} or newer is needed to build the window", NODE.0, NODE.1);
    };
    match node_version(&version) {
        Some(found) if found >= NODE => Ok(()),
        _ => bail!("Node.js `{}` is too old; {}.{} or newer is needed", version.trim(), NODE.0, NODE.1),
    }
}

fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_includes_the_smaller_ones() {
        assert!(wanted(Purpose::Tests).starts_with(&wanted(Purpose::Window)));
        assert!(wanted(Purpose::Window).starts_with(&wanted(Purpose::Engine)));
    }

    #[test]
    fn node_versions_are_compared_by_number() {
        assert!(node_version("v20.9.0\n") < Some(NODE));
        assert!(node_version("v22.1.0") >= Some(NODE));
        assert_eq!(node_version("20"), None);
    }
}
