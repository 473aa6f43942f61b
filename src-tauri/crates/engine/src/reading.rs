//! One PDF → its tree, Markdown, page records and segments.

use std::path::Path;
use std::sync::Arc;

use waymark_core::{
    DocumentHealth, DocumentInfo, DocumentTree, Embedder, ErrorCode, Markdown, PageText, Segment, Stage, WireError,
};
use waymark_embed::OnnxEmbedder;
use waymark_pdf::{PoolConfig, WorkerPool};
use waymark_store::{PageRecord, StructuredDocument};
use waymark_structure::formatter::{Material, Verdicts};
use waymark_structure::{Builder, SegmentLimits, SourceName};

use crate::error::{EngineError, blocking};
use crate::meter::Meter;
use crate::options::{WORKER_ARGUMENT, WorkerCommand};
use crate::runtime::RuntimeFiles;
use crate::types::{FigureRow, OutlineNode};
use crate::{figures, rows};

/// Pages handed to the structure builder at a time.
const CHUNK: usize = 16;
/// Characters per token where no tokenizer is at hand.
const CHARS_PER_TOKEN: usize = 4;

/// Everything that the library stores of a document.
pub(crate) struct Structured {
    pub(crate) info: DocumentInfo,
    pub(crate) tree: DocumentTree,
    pub(crate) report: DocumentHealth,
    pub(crate) markdown: Markdown,
    pub(crate) pages: Vec<PageRecord>,
    pub(crate) segments: Vec<Segment>,
}

/// A document as read outside any library.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The rebuilt document.
    pub tree: DocumentTree,
    /// Headings, pages from 1.
    pub outline: Vec<OutlineNode>,
    /// Markdown with page marks.
    pub markdown: Markdown,
    /// Figures, document order.
    pub figures: Vec<FigureRow>,
    /// Health report.
    pub report: DocumentHealth,
}

/// Reads one file without a library.
///
/// # Errors
/// Why the file does not open (no PDF, locked, damaged) or that PDFium is missing.
pub async fn read_file(worker: &WorkerCommand, file: &Path, password: Option<&str>) -> Result<Reading, EngineError> {
    let name = regular(file)?;
    let source = Source { path: file, file_name: &name, password };
    Ok(structure(&pool(worker)?, source, None, &Arc::default(), |_, _, _| async {}).await?.into())
}

/// Name of a file that may be opened.
pub(crate) fn regular(file: &Path) -> Result<String, EngineError> {
    if std::fs::metadata(file).is_ok_and(|metadata| !metadata.is_file()) {
        let error = WireError::new(ErrorCode::Unreadable, format!("`{}` is no regular file", file.display()));
        return Err(error.with_hint("name a PDF file").into());
    }
    Ok(file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()))
}

/// Workers for files outside any library.
pub(crate) fn pool(worker: &WorkerCommand) -> Result<WorkerPool, EngineError> {
    Ok(WorkerPool::new(pool_config(worker)?))
}

/// How such workers are started.
pub(crate) fn pool_config(worker: &WorkerCommand) -> Result<PoolConfig, EngineError> {
    let runtime = RuntimeFiles::locate()?;
    let mut config = PoolConfig::new(worker.executable.clone(), vec![WORKER_ARGUMENT.into()], runtime.pdfium);
    config.environment.clone_from(&worker.environment);
    Ok(config)
}

/// A file as the library knows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) file_name: &'a str,
    pub(crate) password: Option<&'a str>,
}

/// A document whose pages are read and not structured yet.
pub(crate) struct Read {
    pub(crate) info: DocumentInfo,
    pub(crate) builder: Builder,
    pub(crate) pages: Vec<PageRecord>,
}

/// Opens, reads and structures a document; `report` is told stage, pages done and pages in all.
pub(crate) async fn structure<F: Future<Output = ()>>(
    pool: &WorkerPool,
    source: Source<'_>,
    embedder: Option<Arc<OnnxEmbedder>>,
    meter: &Arc<Meter>,
    mut report: impl FnMut(Stage, u32, u32) -> F,
) -> Result<Structured, EngineError> {
    let read = read(pool, source, meter, &mut report).await?;
    report(Stage::Structuring, 0, 0).await;
    read.finish(Verdicts::default(), embedder, meter).await
}

/// Opens and reads a document.
pub(crate) async fn read<F: Future<Output = ()>>(
    pool: &WorkerPool,
    source: Source<'_>,
    meter: &Arc<Meter>,
    mut report: impl FnMut(Stage, u32, u32) -> F,
) -> Result<Read, EngineError> {
    let mut document = pool.open(source.path, source.password).await?;
    let info = document.info().clone();
    let total = info.pages;
    let mut builder = Builder::new(info.clone(), &SourceName { file_name: source.file_name });
    let mut pages = Vec::with_capacity(total as usize);
    let mut chunk = Vec::with_capacity(CHUNK);
    for index in 0..total {
        chunk.push(document.page(index).await?);
        if chunk.len() == CHUNK || index + 1 == total {
            let (fed, records) = feed(builder, std::mem::take(&mut chunk), Arc::clone(meter)).await?;
            builder = fed;
            pages.extend(records);
            report(Stage::Parsing, index + 1, total).await;
        }
    }
    Ok(Read { info, builder, pages })
}

impl Read {
    /// What the formatters show a model of it.
    pub(crate) async fn material(&self) -> Result<Material, EngineError> {
        let builder = self.builder.clone();
        blocking("show a document to a model", move || builder.material()).await
    }

    /// Structures it, a model's verdicts among the evidence.
    pub(crate) async fn finish(
        self,
        verdicts: Verdicts,
        embedder: Option<Arc<OnnxEmbedder>>,
        meter: &Arc<Meter>,
    ) -> Result<Structured, EngineError> {
        let Self { info, builder, pages } = self;
        let meter = Arc::clone(meter);
        let (tree, markdown, segments) =
            blocking("structure a document", move || meter.structure.run(|| finish(builder, &verdicts, embedder))).await?;
        let report = waymark_structure::health::health(&tree);
        Ok(Structured { info, tree, report, markdown, pages, segments })
    }
}

impl Structured {
    /// What is stored of it.
    pub(crate) fn document(&self) -> StructuredDocument<'_> {
        StructuredDocument {
            info: &self.info,
            tree: &self.tree,
            report: &self.report,
            markdown: &self.markdown,
            pages: &self.pages,
            segments: &self.segments,
            version: waymark_structure::VERSION,
        }
    }
}

impl From<Structured> for Reading {
    fn from(structured: Structured) -> Self {
        let outline = rows::outline(&structured.tree.sections);
        let figures = figures::of_tree(&structured.tree, &structured.pages);
        Self { tree: structured.tree, outline, markdown: structured.markdown, figures, report: structured.report }
    }
}

async fn feed(mut builder: Builder, pages: Vec<PageText>, meter: Arc<Meter>) -> Result<(Builder, Vec<PageRecord>), EngineError> {
    blocking("read the lines of pages", move || {
        let records = pages.iter().map(|page| PageRecord::new(page, waymark_structure::classify(page))).collect();
        meter.structure.run(|| pages.iter().for_each(|page| builder.add_page(page)));
        (builder, records)
    })
    .await
}

fn finish(builder: Builder, verdicts: &Verdicts, embedder: Option<Arc<OnnxEmbedder>>) -> (DocumentTree, Markdown, Vec<Segment>) {
    let built = builder.finish_with(verdicts);
    let markdown = built.markdown();
    let count = |text: &str| match &embedder {
        Some(embedder) => embedder.count_tokens(text),
        None => text.chars().count() / CHARS_PER_TOKEN,
    };
    let segments = built.segments(&SegmentLimits::default(), &count);
    (built.tree, markdown, segments)
}
