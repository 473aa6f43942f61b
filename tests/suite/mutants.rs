//! Damaged copies of the sample PDFs, always the same ones: each ends as a document or with a reason, none hangs, none takes
//! the program along.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use waymark_core::WireError;
use waymark_engine::{WorkerCommand, read_file};
use waymark_tests::{Cli, program, samples};

/// Damaged copies of each sample.
const COPIES: u64 = 14;
/// No copy may take longer.
const LIMIT: Duration = Duration::from_secs(20);

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides.max(1) as u64).unwrap()
    }
}

/// Damages a file in one of six ways.
fn damaged(pdf: &[u8], seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    dice.roll(2);
    let mut bytes = pdf.to_vec();
    let length = bytes.len();
    match seed % 6 {
        0 => bytes.truncate(dice.roll(length)),
        1 => (0..1 + dice.roll(200)).for_each(|_| bytes[dice.roll(length)] ^= 1 << dice.roll(8)),
        // Numbers of the file's own bookkeeping: lengths, offsets, object numbers.
        2 => {
            let digits: Vec<usize> = (0..length).filter(|at| bytes[*at].is_ascii_digit()).collect();
            (0..1 + dice.roll(60))
                .for_each(|_| bytes[digits[dice.roll(digits.len())]] = b'0' + u8::try_from(dice.roll(10)).unwrap());
        }
        3 => {
            let (from, to) = (dice.roll(length), dice.roll(length));
            let count = dice.roll(4000).min(length - from.max(to));
            bytes.copy_within(from..from + count, to);
        }
        4 => {
            let from = dice.roll(length);
            bytes.drain(from..(from + 1 + dice.roll(3000)).min(length));
        }
        // Names: one letter of a key makes another type of object.
        _ => {
            let names: Vec<usize> =
                (0..length - 1).filter(|at| bytes[*at] == b'/' && bytes[at + 1].is_ascii_alphabetic()).collect();
            (0..1 + dice.roll(12)).for_each(|_| bytes[names[dice.roll(names.len())] + 1] ^= 1 << dice.roll(5));
        }
    }
    bytes
}

fn copies(folder: &Path, each: u64) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(samples()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "pdf"));
    files.sort();
    assert!(files.len() >= 4);
    let mut out = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let pdf = fs::read(file).unwrap();
        for copy in 0..each {
            let seed = 1 + number as u64 * 1000 + copy;
            let path = folder.join(format!("{}-{copy}.pdf", file.file_stem().unwrap().to_str().unwrap()));
            fs::write(&path, damaged(&pdf, seed)).unwrap();
            out.push(path);
        }
    }
    out
}

#[tokio::test]
async fn damaged_files_are_read_or_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let worker = WorkerCommand { executable: program("waymark-cli").unwrap(), environment: Vec::new() };
    let (mut read, mut refused) = (0, 0);
    for path in copies(folder.path(), COPIES) {
        let start = Instant::now();
        let outcome = tokio::time::timeout(LIMIT, read_file(&worker, &path, None)).await;
        let outcome = outcome.unwrap_or_else(|_| panic!("`{}` hangs", path.display()));
        match outcome {
            Ok(reading) => {
                read += 1;
                assert!(!reading.tree.facts.title.is_empty(), "{}", path.display());
            }
            Err(error) => {
                refused += 1;
                let wire = WireError::from(error);
                assert!(wire.message.contains(path.file_name().unwrap().to_str().unwrap()), "{}", wire.message);
            }
        }
        assert!(start.elapsed() < LIMIT, "`{}` took {:?}", path.display(), start.elapsed());
    }
    assert!(read > 10 && refused > 0, "the damage is of both kinds: {read} read, {refused} refused");
}

#[test]
fn damaged_files_in_a_library_are_ready_or_failed_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let drop = folder.path().join("drop");
    fs::create_dir(&drop).unwrap();
    let count = copies(&drop, 3).len();
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    let ran = cli.run(&["ingest", drop.to_str().unwrap()]).unwrap();
    assert!(ran.code == 0 || ran.code == 3, "exit code {}: {}", ran.code, ran.err);
    let list = cli.run(&["list", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let rows = list.as_array().unwrap();
    assert_eq!(rows.len(), count, "{list}");
    for row in rows {
        match row["state"].as_str().unwrap() {
            "ready" => {}
            "failed" => assert!(!row["reason"].as_str().unwrap().is_empty(), "{row}"),
            other => panic!("`{other}`: {row}"),
        }
    }
}

/// T082: a cross-reference table that points nowhere is rebuilt, and the document read whole.
#[test]
fn t082_a_broken_cross_reference_is_repaired() {
    let pdf = fs::read(samples().join("la3115.pdf")).unwrap();
    let at = pdf.windows(9).rposition(|window| window == b"startxref").unwrap();
    let mut broken = pdf[..at].to_vec();
    broken.extend_from_slice(b"startxref\n7\n%%EOF\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.pdf");
    fs::write(&file, broken).unwrap();
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    let outline = |path: &Path| cli.run(&["outline", path.to_str().unwrap(), "--json"]).unwrap().expect_code(0).unwrap().out;
    assert_eq!(outline(&file), outline(&samples().join("la3115.pdf")));
}
