//! Where the time goes, measured on request: `WAYMARK_TIMING=FILE... cargo test -p waymark-pdf timing -- --ignored --nocapture`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::cast_precision_loss)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::document::Document;
use super::page::{Page, read_page};
use super::{bare, chars, info, links, load, roles, shapes};
use waymark_core::page::PageText;

fn library() -> PathBuf {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
    let folders = std::fs::read_dir(runtime).unwrap().filter_map(Result::ok);
    let names = ["libpdfium.so", "libpdfium.dylib", "pdfium.dll"];
    folders.flat_map(|folder| names.map(|name| folder.path().join("lib").join(name))).find(|path| path.is_file()).unwrap()
}

#[test]
#[ignore = "a measurement, not a check"]
fn timing() {
    let bindings = load(&library()).unwrap();
    let files = std::env::var("WAYMARK_TIMING").expect("WAYMARK_TIMING names the files");
    let mut totals = [Duration::ZERO; 6];
    let mut pages = 0;
    for file in files.split_whitespace() {
        let Ok(document) = Document::open(bindings, Path::new(file), None) else {
            continue;
        };
        let tagged = info::read(&document).tagged;
        for index in 0..document.page_count() {
            pages += 1;
            let mut lap = Instant::now();
            let mut take = |slot: usize| {
                totals[slot] += lap.elapsed();
                lap = Instant::now();
            };
            std::hint::black_box(bare::sum(&document, index));
            take(0);
            std::hint::black_box(read_page(&document, index, tagged));
            take(1);
            let page = Page::load(&document, index).unwrap();
            let mut text = PageText::default();
            take(2);
            chars::read(&page, &mut text);
            take(3);
            shapes::read(&page, &mut text);
            take(4);
            links::read(&page, &mut text);
            roles::read(&page, &mut text);
            take(5);
        }
    }
    let names = ["plain characters", "whole page", "load", "characters", "shapes", "links and roles"];
    for (name, total) in names.iter().zip(totals) {
        println!("{name}: {:.2} ms per page", total.as_secs_f64() * 1e3 / f64::from(pages));
    }
}
