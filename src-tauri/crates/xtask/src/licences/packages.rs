//! Turns Cargo's metadata and npm's lock file into the packages that end up in the program, with their licence files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{exec, files, ui};

use super::group::Notice;

/// The programs that are installed.
const PROGRAMS: [&str; 2] = ["waymark", "waymark-cli"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Crate>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Crate {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    manifest_path: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

/// The crates that the installed programs are linked from, on any system.
///
/// # Errors
/// When Cargo fails or a licence file cannot be read.
pub fn crates() -> Result<Vec<Notice>> {
    let mut command = exec::command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    let text = exec::output(command.args(["metadata", "--format-version", "1"]))?;
    let metadata: Metadata = serde_json::from_str(&text).context("cannot read what `cargo metadata` prints")?;
    let linked = linked(&metadata);
    let mut notices = Vec::new();
    for package in metadata.packages.iter().filter(|p| p.source.is_some() && linked.contains(p.id.as_str())) {
        let folder = Path::new(&package.manifest_path).parent().unwrap_or(Path::new(""));
        notices.push(Notice {
            package: format!("{} {}", package.name, package.version),
            licence: package.license.clone().unwrap_or_else(|| "see its text".to_owned()),
            texts: texts(folder)?,
        });
    }
    Ok(notices)
}

/// Everything reached from the programs by ordinary dependencies; build and test tools are not in the program.
fn linked(metadata: &Metadata) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Node> = metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let is_program = |package: &&Crate| package.source.is_none() && PROGRAMS.contains(&package.name.as_str());
    let mut open: Vec<&str> = metadata.packages.iter().filter(is_program).map(|p| p.id.as_str()).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let Some(node) = nodes.get(id) else { continue };
        let ordinary = node.deps.iter().filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind.is_none()));
        open.extend(ordinary.map(|dep| dep.pkg.as_str()));
    }
    seen
}

#[derive(Deserialize)]
struct NpmLock {
    packages: BTreeMap<String, NpmPackage>,
}

#[derive(Deserialize)]
struct NpmPackage {
    version: Option<String>,
    license: Option<String>,
    #[serde(default)]
    dev: bool,
    #[serde(default)]
    optional: bool,
}

/// The npm packages that the window is bundled from.
///
/// # Errors
/// When the packages cannot be installed or a licence file cannot be read.
pub fn npm() -> Result<Vec<Notice>> {
    ui::install()?;
    let ui = files::root().join("ui");
    let text = fs::read_to_string(ui.join("package-lock.json")).context("cannot read `ui/package-lock.json`")?;
    let lock: NpmLock = serde_json::from_str(&text).context("`ui/package-lock.json` is not a lock file")?;
    let mut notices = Vec::new();
    for (path, package) in &lock.packages {
        let Some(at) = path.rfind("node_modules/") else {
            continue;
        };
        if package.dev || package.optional {
            continue;
        }
        let name = &path[at + "node_modules/".len()..];
        notices.push(Notice {
            package: format!("{name} {}", package.version.as_deref().unwrap_or_default()),
            licence: package.license.clone().unwrap_or_else(|| "see its text".to_owned()),
            texts: texts(&ui.join(path))?,
        });
    }
    Ok(notices)
}

/// The licence files right in a folder, by name.
fn texts(folder: &Path) -> Result<Vec<String>> {
    let read = || format!("cannot read `{}`", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(read)? {
        let entry = entry.with_context(read)?;
        if entry.path().is_file() && is_licence_name(&entry.file_name().to_string_lossy()) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(texts)
}

/// Whether a file of that name holds a licence or a notice.
pub fn is_licence_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let code = [".py", ".rs", ".js", ".ts", ".html"].iter().any(|ending| name.ends_with(ending));
    let known = ["license", "licence", "copying", "notice", "unlicense", "thirdpartynotices"];
    !code && known.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: &str, deps: &[(&str, Option<&str>)]) -> Node {
        let dependency = |(pkg, kind): &(&str, Option<&str>)| Dependency {
            pkg: (*pkg).to_owned(),
            dep_kinds: vec![Kind { kind: kind.map(str::to_owned) }],
        };
        Node { id: id.to_owned(), deps: deps.iter().map(dependency).collect() }
    }

    #[test]
    fn only_ordinary_dependencies_are_linked() {
        let program = Crate {
            id: "w".to_owned(),
            name: "waymark".to_owned(),
            version: "0".to_owned(),
            license: None,
            source: None,
            manifest_path: String::new(),
        };
        let nodes = vec![
            node("w", &[("a", None), ("b", Some("build")), ("t", Some("dev"))]),
            node("a", &[("c", None)]),
            node("b", &[("d", None)]),
        ];
        let metadata = Metadata { packages: vec![program], resolve: Resolve { nodes } };
        assert_eq!(linked(&metadata).into_iter().collect::<Vec<_>>(), ["a", "c", "w"]);
    }

    #[test]
    fn licence_files_are_known_by_name() {
        assert!(is_licence_name("LICENSE-MIT") && is_licence_name("Copying.txt") && is_licence_name("NOTICE"));
        assert!(!is_licence_name("README.md") && !is_licence_name("license.rs"));
    }
}
