//! Turns `assets/runtime.lock` into the list of wheels and files that the tasks fetch.

use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::files;

/// The whole lock file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The Python version whose wheels are named, such as `3.11`.
    pub python: String,
    /// What goes to the `runtime` folder.
    #[serde(rename = "artifact")]
    pub artifacts: Vec<Artifact>,
    /// What only developers need.
    pub dev: Dev,
    /// What only the tests need.
    pub ci: Ci,
}

/// One package and the wheels of it that are used.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artifact {
    /// Its name in messages.
    pub name: String,
    /// The package that holds it.
    pub package: String,
    /// The package's version.
    pub version: String,
    /// The model's folder name, when it belongs to a model and not to a target.
    pub model: Option<String>,
    /// The wheels, one per target or one for all.
    #[serde(rename = "wheel", default)]
    pub wheels: Vec<Wheel>,
    /// Targets for which no wheel exists, and why.
    #[serde(default)]
    pub missing: Vec<Missing>,
}

/// One wheel of a package.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// The Rust target triple; every target when absent.
    pub target: Option<String>,
    /// Platform tags for pip; the host's own when empty.
    #[serde(default)]
    pub platforms: Vec<String>,
    /// The digest of the wheel.
    pub sha256: String,
    /// What is taken out of it.
    pub files: Vec<Entry>,
}

/// One file of a wheel.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Path inside the wheel.
    pub from: String,
    /// Path below the artefact's folder, with `/`.
    pub to: String,
    /// Its digest.
    pub sha256: String,
}

/// A target that an artefact has no wheel for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missing {
    /// The Rust target triple.
    pub target: String,
    /// Why, in words for the reader.
    pub reason: String,
}

/// Tools for developers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dev {
    /// The typesetter of the samples.
    pub typst: Package,
}

/// A package of which pip picks the wheel for the host.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// Its name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Digests of the wheels that are accepted.
    pub sha256: Vec<String>,
}

/// Services of the test run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ci {
    /// The language model server.
    pub ollama: Ollama,
}

/// A server built by Go and the weights of its test model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ollama {
    /// The Go module.
    pub module: String,
    /// Its version.
    pub version: String,
    /// The name given to the model.
    pub model: String,
    /// Where its weights are.
    pub weights: Weights,
}

/// A weights file inside a package.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The package's name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Digests of the wheels that are accepted.
    pub sha256: Vec<String>,
    /// Path inside the wheel.
    pub file: String,
    /// The file's digest.
    pub file_sha256: String,
}

impl Lock {
    /// Reads the repository's lock.
    ///
    /// # Errors
    /// When the file is missing or does not say what it must.
    pub fn read() -> Result<Self> {
        let path = files::root().join("assets/runtime.lock");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        Self::parse(&text).with_context(|| format!("`{}` is not a valid lock", path.display()))
    }

    /// Reads a lock from its text and checks every path and digest in it.
    ///
    /// # Errors
    /// On anything that is not TOML, an unknown field, a malformed digest, or a path that leaves its folder.
    pub fn parse(text: &str) -> Result<Self> {
        let lock: Self = toml::from_str(text)?;
        for artifact in &lock.artifacts {
            for wheel in &artifact.wheels {
                check_digest(&artifact.name, &wheel.sha256)?;
                for entry in &wheel.files {
                    check_digest(&entry.to, &entry.sha256)?;
                    if entry.to.split('/').any(|part| matches!(part, "" | "." | "..")) {
                        bail!("the destination `{}` of `{}` leaves its folder", entry.to, artifact.name);
                    }
                }
            }
        }
        Ok(lock)
    }

    /// The Rust targets that the lock names, in its order.
    pub fn targets(&self) -> Vec<&str> {
        let mut targets = Vec::new();
        for target in self.artifacts.iter().flat_map(|a| &a.wheels).filter_map(|w| w.target.as_deref()) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }
}

impl Artifact {
    /// The wheel for a target.
    ///
    /// # Errors
    /// When the lock has none, with the lock's reason if it gives one.
    pub fn wheel(&self, target: &str) -> Result<&Wheel> {
        let fits = |wheel: &&Wheel| wheel.target.as_deref().is_none_or(|own| own == target);
        if let Some(wheel) = self.wheels.iter().find(fits) {
            return Ok(wheel);
        }
        match self.missing.iter().find(|missing| missing.target == target) {
            Some(missing) => bail!("`{}` cannot be had for `{target}`: {}", self.name, missing.reason),
            None => bail!("`assets/runtime.lock` has no wheel of `{}` for `{target}`", self.name),
        }
    }
}

fn check_digest(name: &str, digest: &str) -> Result<()> {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if digest.len() != 64 || !digest.bytes().all(hex) {
        bail!("`{digest}` of `{name}` is not a sha256 in lower-case hexadecimal");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_repository_lock_serves_every_target_it_names() {
        let lock = Lock::read().unwrap();
        assert_eq!(lock.targets().len(), 5);
        for target in lock.targets() {
            for artifact in &lock.artifacts {
                let wheel = artifact.wheel(target);
                let known = artifact.missing.iter().any(|missing| missing.target == target);
                assert_eq!(wheel.is_err(), known, "{} for {target}", artifact.name);
                if let Ok(wheel) = wheel {
                    assert!(!wheel.files.is_empty());
                }
            }
        }
    }

    #[test]
    fn a_target_without_a_wheel_says_why() {
        let lock = Lock::read().unwrap();
        let onnx = lock.artifacts.iter().find(|a| a.name == "onnxruntime").unwrap();
        let error = onnx.wheel("x86_64-apple-darwin").unwrap_err().to_string();
        assert!(error.contains("`onnxruntime`") && error.contains("Intel Macs"), "{error}");
        assert!(onnx.wheel("riscv64gc-unknown-linux-gnu").is_err());
    }

    #[test]
    fn bad_digests_and_paths_are_refused() {
        let text = fs::read_to_string(files::root().join("assets/runtime.lock")).unwrap();
        assert!(Lock::parse(&text.replace("lib/libpdfium.so", "../libpdfium.so")).is_err());
        assert!(Lock::parse(&text.replace("c76dc0f7", "C76DC0F7")).is_err());
        assert!(Lock::parse(&text.replace("sha256 =", "sha265 =")).is_err());
    }
}
