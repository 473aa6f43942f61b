//! What is highlighted is what is said: the characters under the boxes of a passage are the passage.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use waymark_core::text::squash;
use waymark_core::{PageText, Segment};
use waymark_engine::WORKER_ARGUMENT;
use waymark_engine::runtime::RuntimeFiles;
use waymark_pdf::{PoolConfig, WorkerPool};
use waymark_store::{Store, StoredSegment};
use waymark_tests::{Cli, corpus, program, samples};

/// Two columns, tables, Chinese, Japanese, a rotated page, right-to-left script, footnotes, an annual report.
const DOCUMENTS: [&str; 8] = [
    "structure/stripped/texlive-publishers-doc-IEEEconf.pdf",
    "structure/stripped/linuxcnc-doc-zh-cn-LinuxCNC-Integrator-zh-CN.pdf",
    "structure/stripped/texlive-lang-japanese-gentombow-ja.pdf",
    "structure/stripped/groff-mom-pdf.pdf",
    "structure/stripped/simh-architecture18b.pdf",
    "structure/stripped/texlive-metapost-doc-BezierApprox.pdf",
    "kgrag/pdfs/2022 Q3 AAPL.pdf",
    "kgrag/pdfs/2023 Q1 INTC.pdf",
];
/// Passages looked at.
const PASSAGES: usize = 200;

/// Every so many, so that a run looks at the same ones again and all documents are among them.
fn drawn(segments: Vec<(PathBuf, StoredSegment)>) -> Vec<(PathBuf, StoredSegment)> {
    let with_lines: Vec<_> = segments.into_iter().filter(|(_, stored)| !stored.segment.lines.is_empty()).collect();
    let step = with_lines.len() as f64 / PASSAGES as f64;
    (0..PASSAGES.min(with_lines.len())).map(|index| with_lines[(index as f64 * step.max(1.0)) as usize].clone()).collect()
}

async fn read(pool: &WorkerPool, file: &Path, page: u32, pages: &mut HashMap<(PathBuf, u32), PageText>) -> PageText {
    let key = (file.to_path_buf(), page);
    if !pages.contains_key(&key) {
        let text = pool.text(file, None, page).await.unwrap();
        pages.insert(key.clone(), text);
    }
    pages[&key].clone()
}

/// Letters and digits of the characters whose middle lies in a box, in the order of the page.
fn under(page: &PageText, line: &waymark_core::LineSpan) -> String {
    let own = line.char_start as usize..line.char_end as usize;
    let inside = page.chars.iter().enumerate().filter(|(index, char)| {
        let (x, y) = ((char.rect.x0 + char.rect.x1) / 2.0, (char.rect.y0 + char.rect.y1) / 2.0);
        let there = x >= line.rect.x0 && x <= line.rect.x1 && y >= line.rect.y0 && y <= line.rect.y1;
        there && own.contains(index)
    });
    squash(&inside.map(|(_, char)| char.ch).collect::<String>())
}

/// The lines of a passage of which the boxes show something else than the text says.
async fn wrong(pool: &WorkerPool, file: &Path, segment: &Segment, pages: &mut HashMap<(PathBuf, u32), PageText>) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in &segment.lines {
        let page = read(pool, file, line.page, pages).await;
        let said = squash(&segment.text[line.start as usize..line.end as usize]);
        let shown = under(&page, line);
        if said != shown {
            wrong.push(format!("page {}: `{said}` is shown as `{shown}`", line.page + 1));
        }
        let located = segment.locators.iter().any(|locator| {
            locator.page == line.page
                && locator.rects.iter().any(|rect| {
                    rect.x0 <= line.rect.x0 + 1.0
                        && rect.x1 >= line.rect.x1 - 1.0
                        && rect.y0 <= line.rect.y0 + 1.0
                        && rect.y1 >= line.rect.y1 - 1.0
                })
        });
        if !located {
            wrong.push(format!("page {}: `{said}` lies outside the boxes of its passage", line.page + 1));
        }
    }
    wrong
}

/// T046, T052, T053: of two hundred passages, every printed line.
#[tokio::test(flavor = "multi_thread")]
async fn what_lies_under_the_boxes_is_the_passage() {
    let Some(shared) = corpus("") else { return };
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library");
    let cli = Cli::new(&library).unwrap();
    let mut files: Vec<PathBuf> = DOCUMENTS.iter().map(|name| shared.join(name)).collect();
    files.push(samples());
    let mut arguments = vec!["ingest"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    cli.run(&arguments).unwrap().expect_code(0).unwrap();
    let store = Store::open_shared(&library).await.unwrap();
    let mut all = Vec::new();
    for record in store.document_rows().await.unwrap() {
        let path = PathBuf::from(&record.path);
        all.extend(store.segments_of(record.id).await.unwrap().into_iter().map(|stored| (path.clone(), stored)));
    }
    let config =
        PoolConfig::new(program("waymark-cli").unwrap(), vec![WORKER_ARGUMENT.into()], RuntimeFiles::locate().unwrap().pdfium);
    let pool = WorkerPool::new(config);
    let (mut pages, mut lines, mut faults) = (HashMap::new(), 0, Vec::new());
    for (file, stored) in drawn(all) {
        lines += stored.segment.lines.len();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let wrong = wrong(&pool, &file, &stored.segment, &mut pages).await;
        faults.extend(wrong.into_iter().map(|fault| format!("{name}, {fault}")));
    }
    eprintln!("{lines} lines of {PASSAGES} passages, {} wrong", faults.len());
    for fault in faults.iter().take(40) {
        eprintln!("  {fault}");
    }
    // A line break inside a ligature or a hyphen taken out may cost a letter; nothing else may.
    assert!(faults.len() * 200 <= lines, "{} of {lines} lines show something else", faults.len());
}
