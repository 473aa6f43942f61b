//! Prints what the worker reads from PDFs: `dump [--chars] [--json] [--time] FILE...`.
//!
//! Without an option: the text of each page with counts. `--time` prints milliseconds per page only. The worker program is looked
//! for beside the examples folder of the build; PDFium in the `runtime` folder of the repository.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use waymark_core::page::PageText;
use waymark_pdf::{PoolConfig, WorkerPool};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (options, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let has = |name: &str| options.iter().any(|option| option == name);
    let executable = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("waymark-pdf-worker");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
    let mut config = PoolConfig::new(executable, Vec::new(), library(&runtime));
    config.workers = 1;
    let pool = WorkerPool::new(config);
    for file in files {
        let start = Instant::now();
        let mut document = match pool.open(Path::new(&file), None).await {
            Ok(document) => document,
            Err(error) => {
                eprintln!("{}", error.to_wire().message);
                continue;
            }
        };
        let opened = start.elapsed();
        if !has("--time") {
            println!("# {file}\n{:#?}", document.info());
        }
        let text = document.text(|_, _| {}).await.expect("pages");
        let seconds = (start.elapsed() - opened).as_secs_f64();
        if has("--json") {
            println!("{}", serde_json::to_string(&text).unwrap());
        } else if has("--time") {
            let chars: usize = text.pages.iter().map(|page| page.chars.len()).sum();
            let pages = text.pages.len();
            println!(
                "{file}: {pages} pages, {chars} characters, open {:.1} ms, {:.2} ms per page, worker's peak {} MB",
                opened.as_secs_f64() * 1e3,
                seconds * 1e3 / pages.max(1) as f64,
                pool.peak_memory() / 1_000_000
            );
        } else {
            text.pages.iter().for_each(|page| print(page, has("--chars")));
        }
    }
}

fn library(runtime: &Path) -> PathBuf {
    let entries = std::fs::read_dir(runtime).expect("a runtime folder");
    let names = ["libpdfium.so", "libpdfium.dylib", "pdfium.dll"];
    entries
        .filter_map(Result::ok)
        .flat_map(|entry| names.map(|name| entry.path().join("lib").join(name)))
        .find(|path| path.is_file())
        .expect("a PDFium library")
}

fn print(page: &PageText, chars: bool) {
    println!(
        "\n## page {} (label {:?}) {} × {} turned {}: {} chars, {} fonts, {} rules, {} boxes, {} images, {} drawings, {} links, {} roles {:?}",
        page.index + 1,
        page.label,
        page.width,
        page.height,
        page.rotation,
        page.chars.len(),
        page.fonts.len(),
        page.rules.len(),
        page.boxes.len(),
        page.images.len(),
        page.drawings.len(),
        page.links.len(),
        page.roles.len(),
        page.warnings
    );
    if chars {
        page.fonts.iter().enumerate().for_each(|(index, font)| println!("font {index}: {font:?}"));
        page.chars.iter().for_each(|char| println!("{char:?}"));
        println!("{:?}\n{:?}\n{:?}\n{:?}\n{:?}", page.rules, page.boxes, page.images, page.drawings, page.roles);
    } else {
        println!("{}", page.chars.iter().map(|char| char.ch).collect::<String>());
    }
}
