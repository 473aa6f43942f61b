//! Turns the files of one runtime folder into the `manifest.json` that the program checks them against.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

/// What a runtime folder holds.
#[derive(Debug, Serialize)]
pub struct Manifest {
    schema: u32,
    name: String,
    version: String,
    sources: Vec<Source>,
    files: BTreeMap<String, FileRecord>,
}

/// A package that files came from.
#[derive(Debug, Serialize)]
pub struct Source {
    /// The package's name.
    pub package: String,
    /// Its version.
    pub version: String,
}

#[derive(Debug, Serialize)]
struct FileRecord {
    sha256: String,
    size: u64,
}

impl Manifest {
    /// An empty manifest of the folder called `name`.
    pub fn new(name: &str) -> Self {
        Self { schema: 1, name: name.to_owned(), version: String::new(), sources: Vec::new(), files: BTreeMap::new() }
    }

    /// Adds a package; the manifest's version names all of them.
    pub fn add_source(&mut self, source: Source) {
        if !self.version.is_empty() {
            self.version.push('+');
        }
        self.version.push_str(&format!("{}-{}", source.package, source.version));
        self.sources.push(source);
    }

    /// Adds a file by its path below the folder, with `/`.
    pub fn add_file(&mut self, path: &str, sha256: &str, size: u64) {
        self.files.insert(path.to_owned(), FileRecord { sha256: sha256.to_owned(), size });
    }

    /// The manifest as JSON text.
    ///
    /// # Errors
    /// When it cannot be serialised.
    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_manifest_lists_sources_and_files() {
        let mut manifest = Manifest::new("m");
        manifest.add_source(Source { package: "p".to_owned(), version: "1".to_owned() });
        manifest.add_source(Source { package: "q".to_owned(), version: "2".to_owned() });
        manifest.add_file("lib/x.so", "ab", 3);
        let value: serde_json::Value = serde_json::from_str(&manifest.to_json().unwrap()).unwrap();
        assert_eq!(value["version"], "p-1+q-2");
        assert_eq!(value["files"]["lib/x.so"]["size"], 3);
        assert_eq!(value["sources"][1]["package"], "q");
    }
}
