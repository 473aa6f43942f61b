//! Real documents beside the repository; each test says aloud that it is skipped where they are not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod answers;
mod filings;
mod highlights;
mod structure;

use std::fs;
use std::io::Read as _;

use serde_json::Value;
use waymark_tests::{Cli, corpus};

/// T061, T062, T074, T079, T081, T082: every hostile file ends in a state that says why, and in the one that its description calls for.
#[test]
fn hostile_files_end_in_a_true_state() {
    let Some(hostile) = corpus("hostile") else { return };
    let folder = tempfile::tempdir().unwrap();
    let drop = folder.path().join("drop");
    fs::create_dir(&drop).unwrap();
    let manifest = fs::read_to_string(hostile.join("manifest.tsv")).unwrap();
    let mut expected = Vec::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let bytes = fs::read(hostile.join(fields[0])).unwrap();
        let name = fields[0].trim_end_matches(".gz").to_owned();
        fs::write(drop.join(&name), unpacked(bytes)).unwrap();
        expected.push((name, fields[3].to_owned()));
    }
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    cli.run(&["ingest", drop.to_str().unwrap()]).unwrap().expect_code(3).unwrap();
    let list = cli.run(&["list", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let rows = list.as_array().unwrap();
    for (name, what) in expected {
        let same = |row: &&Value| {
            row["file_name"] == name
                || row["duplicates"].as_array().unwrap().iter().any(|path| path.as_str().unwrap().ends_with(&name))
        };
        let row = rows.iter().find(same).unwrap_or_else(|| panic!("`{name}` is not in the library"));
        let state = row["state"].as_str().unwrap();
        let wanted = if what.contains("password needed") { "locked" } else { "ready" };
        assert_eq!(state, wanted, "{name} ({what}): {}", row["reason"]);
        assert!(state == "ready" || !row["reason"].as_str().unwrap().is_empty());
        if what == "image only" {
            assert!(row["health"]["scanned"].as_u64().unwrap() > 0, "{name}: {}", row["health"]);
        }
    }
}

fn unpacked(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return bytes;
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut plain).unwrap();
    plain
}
