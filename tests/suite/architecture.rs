//! Rules of the repository: one-way dependencies, no desktop below the shell, nothing that ties it to a machine.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;
use waymark_tests::root;

/// What each crate may depend on, besides what its own dependencies may.
const LAYERS: &[(&str, &[&str])] = &[
    ("waymark-core", &[]),
    ("waymark-pdf", &["waymark-core"]),
    ("waymark-structure", &["waymark-core"]),
    ("waymark-store", &["waymark-core"]),
    ("waymark-lexical", &["waymark-core"]),
    ("waymark-embed", &["waymark-core"]),
    ("waymark-llm", &["waymark-core"]),
    ("waymark-retrieve", &["waymark-core"]),
    ("waymark-answer", &["waymark-core"]),
    (
        "waymark-engine",
        &[
            "waymark-core",
            "waymark-pdf",
            "waymark-structure",
            "waymark-store",
            "waymark-lexical",
            "waymark-embed",
            "waymark-llm",
            "waymark-retrieve",
            "waymark-answer",
        ],
    ),
    ("waymark-api", &["waymark-core", "waymark-engine"]),
    ("waymark-cli", &["waymark-core", "waymark-engine", "waymark-pdf", "waymark-api"]),
    ("waymark", &["waymark-core", "waymark-engine", "waymark-pdf", "waymark-api"]),
    ("waymark-tests", &["waymark-core", "waymark-engine", "waymark-pdf", "waymark-api"]),
    ("xtask", &[]),
];

/// Heavy libraries and the one crate that may name each.
const OWNERS: &[(&str, &str)] = &[
    ("pdfium-render", "waymark-pdf"),
    ("tantivy", "waymark-lexical"),
    ("fastembed", "waymark-embed"),
    ("ort", "waymark-embed"),
    ("ollama-rs", "waymark-llm"),
    ("reqwest", "waymark-llm"),
    ("sqlx", "waymark-store"),
    ("sqlite-vec", "waymark-store"),
    ("tauri", "waymark"),
];

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let direct = |package: &Value| {
        let list = package["dependencies"].as_array().unwrap().iter();
        list.filter(|dependency| dependency["kind"].is_null())
            .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
            .collect()
    };
    packages.iter().map(|package| (package["name"].as_str().unwrap().to_owned(), direct(package))).collect()
}

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    for (package, list) in dependencies() {
        let rule = allowed.get(package.as_str()).unwrap_or_else(|| panic!("`{package}` has no place in the layers"));
        for dependency in list.iter().filter(|name| allowed.contains_key(name.as_str())) {
            assert!(rule.contains(&dependency.as_str()), "`{package}` must not depend on `{dependency}`");
        }
    }
}

#[test]
fn each_heavy_library_has_one_owner() {
    for (package, list) in dependencies() {
        for (library, owner) in OWNERS {
            assert!(!list.contains(*library) || package == *owner, "`{package}` names `{library}`, which belongs to `{owner}`");
        }
        let desktop = list.iter().find(|name| name.starts_with("tauri"));
        assert!(desktop.is_none() || package == "waymark", "`{package}` depends on `{}`", desktop.unwrap());
    }
}

#[test]
fn tracked_files_name_no_registry_and_no_machine() {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().unwrap();
    if !output.status.success() {
        eprintln!("SKIPPED: this is no git checkout");
        return;
    }
    let hosts = ["registry.npmjs", "pypi.", "static.crates", "deb.debian", "proxy.golang", "files.pythonhosted"];
    let own = std::env::var("HOME").ok().filter(|home| home.len() > 1).map(|home| format!("{home}/"));
    let homes = ["/home/", "/Users/"].into_iter().chain(own.as_deref());
    let mut bad = Vec::new();
    for name in output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let name = String::from_utf8_lossy(name).into_owned();
        if name.ends_with("architecture.rs") || name == "Cargo.lock" {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(root().join(&name)) else { continue };
        bad.extend(
            hosts.into_iter().chain(homes.clone()).filter(|word| text.contains(word)).map(|word| format!("{name}: {word}")),
        );
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
