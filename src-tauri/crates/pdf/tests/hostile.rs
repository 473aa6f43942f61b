//! The hostile corpus through one pool: nothing hangs, nothing kills the pool, and each file behaves as its manifest says.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use std::io::{Read, Write};

use common::{Pdf, corpus, pool};
use waymark_pdf::{ImageFormat, OpenDocument, PdfError};

#[tokio::test]
async fn every_file_behaves_as_listed() {
    let Some(folder) = corpus("hostile") else {
        return;
    };
    let unpacked = tempfile::tempdir().unwrap();
    let pool = pool();
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).unwrap();
    let mut seen = 0;
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, pages, what) = (fields[0], fields[2].parse::<u32>().unwrap(), fields[3]);
        let mut path = folder.join(name);
        let bytes = std::fs::read(&path).unwrap();
        if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut pdf = Vec::new();
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut pdf).unwrap();
            path = unpacked.path().join(name.trim_end_matches(".gz"));
            std::fs::write(&path, pdf).unwrap();
        }
        seen += 1;
        match pool.open(&path, None).await {
            Ok(document) => {
                assert_eq!(document.info().pages, pages, "{name}");
                check(document, name, what).await;
            }
            Err(PdfError::PasswordNeeded { .. }) => assert!(what.contains("password needed"), "{name} asked for a password"),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(seen > 80, "only {seen} files were tried");
}

/// Reads and draws an open document and compares it with its description.
async fn check(mut document: OpenDocument, name: &str, what: &str) {
    let locked = what.contains("password needed");
    assert!(!locked, "{name} opened without a password");
    let text = document.text(|_, _| {}).await;
    let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
    let chars: usize = text.pages.iter().map(|page| page.chars.len()).sum();
    let wrong = (what.contains("no text at all") && chars > 0) || (what == "ordinary" && chars == 0);
    assert!(!wrong, "{name} ({what}) has {chars} characters");
    if let Some((_, turn)) = what.split_once("rotated pages ") {
        let turn: u16 = turn.split(',').next().unwrap().parse().unwrap();
        let found = text.pages.iter().any(|page| page.rotation == turn);
        assert!(found, "{name} has no page turned by {turn}");
    }
    let image = document.render(0, 200, ImageFormat::Png).await;
    image.unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[tokio::test]
async fn a_packed_pdf_is_no_pdf() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packed.pdf");
    let mut packer = flate2::write::GzEncoder::new(std::fs::File::create(&path).unwrap(), flate2::Compression::default());
    let mut pdf = Pdf::new();
    pdf.page("", "");
    packer.write_all(&pdf.bytes()).unwrap();
    packer.finish().unwrap();
    assert!(matches!(pool().open(&path, None).await, Err(PdfError::NotAPdf { .. })));
}
