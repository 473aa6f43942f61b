//! Structures PDFs and writes Markdown: `structure_eval OUT_DIR FILE_OR_DIR...`; prints milliseconds per page of each file.
//!
//! Runs through the worker of `waymark-pdf`, which is looked for beside the examples folder of the build. With `--outline` as the
//! first argument the outline with scores is printed instead, with `--facts` title and facts, with `--segments` the segments, with `--tables` the tables as Markdown.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use waymark_pdf::{PoolConfig, WorkerPool};
use waymark_structure::{Builder, SegmentLimits, SourceName, Structured};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let show = arguments.first().filter(|first| first.starts_with("--")).cloned();
    if show.is_some() {
        arguments.remove(0);
    }
    let out = if show.is_none() { Some(PathBuf::from(arguments.remove(0))) } else { None };
    let executable = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("waymark-pdf-worker");
    let mut config = PoolConfig::new(executable, Vec::new(), library());
    config.workers = 1;
    let pool = WorkerPool::new(config);
    for file in files(&arguments) {
        let Some((structured, pages, millis)) = structure(&pool, &file).await else { continue };
        match (&out, show.as_deref()) {
            (Some(out), _) => {
                let name = file.file_stem().unwrap().to_string_lossy().into_owned();
                std::fs::create_dir_all(out).unwrap();
                std::fs::write(out.join(format!("{name}.md")), structured.markdown().text).unwrap();
                println!("{name}\t{pages}\t{millis:.2}");
            }
            (None, Some("--facts")) => println!("{}\n  {:?}", file.display(), structured.tree.facts),
            (None, Some("--segments")) => segments(&structured),
            (None, Some("--tables")) => tables(&file, &structured, millis),
            _ => outline(&structured),
        }
    }
}

async fn structure(pool: &WorkerPool, file: &Path) -> Option<(Structured, usize, f64)> {
    let mut document = match pool.open(file, None).await {
        Ok(document) => document,
        Err(error) => {
            eprintln!("{}: {}", file.display(), error.to_wire().message);
            return None;
        }
    };
    let info = document.info().clone();
    let text = match document.text(|_, _| {}).await {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {}", file.display(), error.to_wire().message);
            return None;
        }
    };
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let start = Instant::now();
    let mut builder = Builder::new(info, &SourceName { file_name: &name });
    for page in &text.pages {
        builder.add_page(page);
    }
    let structured = builder.finish();
    let pages = text.pages.len();
    Some((structured, pages, start.elapsed().as_secs_f64() * 1e3 / pages.max(1) as f64))
}

fn outline(structured: &Structured) {
    for section in &structured.tree.sections {
        println!(
            "{}{} [p{} {:.2} {:?}]",
            "  ".repeat(section.level.into()),
            section.title,
            section.page + 1,
            section.confidence,
            section.evidence
        );
    }
}

/// Every table with its page, caption, unit and the labels its rows stand under; at last how many there are.
fn tables(file: &Path, structured: &Structured, millis: f64) {
    let tables: Vec<_> = structured.tree.blocks.iter().filter_map(|block| Some((block, block.table.as_ref()?))).collect();
    for (block, table) in &tables {
        let pages: Vec<u32> = block.extents.iter().map(|(page, _)| page + 1).collect();
        println!("\n=== pages {pages:?} caption {:?} unit {:?} headers {}", table.caption, table.unit, table.header_rows);
        for (at, row) in table.rows.iter().enumerate() {
            if at == table.header_rows as usize && at > 0 {
                println!("|---| {}", table.header.join(" | "));
            }
            let label = table.labels.get(at).filter(|label| row.first() != Some(*label)).map_or("", String::as_str);
            println!("| {} | {label}", row.join(" | "));
        }
    }
    let columns: usize = tables.iter().map(|(_, table)| table.rows.first().map_or(0, Vec::len)).sum();
    let rows: usize = tables.iter().map(|(_, table)| table.rows.len()).sum();
    println!("\n##\t{}\ttables {}\trows {rows}\tcolumns {columns}\t{millis:.2} ms", file.display(), tables.len());
}

fn segments(structured: &Structured) {
    for segment in structured.segments(&SegmentLimits::default(), &|text| text.len() / 4) {
        println!("--- {} {:?} {}\n{}\n", segment.ordinal, segment.kind, segment.metadata, segment.text);
    }
}

fn files(arguments: &[String]) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for argument in arguments.iter().map(PathBuf::from) {
        if argument.is_dir() {
            out.extend(
                std::fs::read_dir(argument)
                    .unwrap()
                    .map(|entry| entry.unwrap().path())
                    .filter(|path| path.extension().is_some_and(|end| end == "pdf")),
            );
        } else {
            out.push(argument);
        }
    }
    out.sort();
    out
}

fn library() -> PathBuf {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
    let names = ["libpdfium.so", "libpdfium.dylib", "pdfium.dll"];
    std::fs::read_dir(&runtime)
        .expect("a runtime folder")
        .filter_map(Result::ok)
        .flat_map(|entry| names.map(|name| entry.path().join("lib").join(name)))
        .find(|path| path.is_file())
        .expect("a PDFium library")
}
