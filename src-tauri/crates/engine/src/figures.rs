//! Figures: listed from their segments, drawn as crops of their pages, crops kept in the library's `figures/` folder.

mod cache;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use waymark_core::{DocumentId, DocumentTree, Rect, SegmentId, SegmentKind};
use waymark_pdf::ImageFormat;
use waymark_store::{PageRecord, StoredSegment};

use crate::engine::{Engine, lock};
use crate::error::{EngineError, blocking};
use crate::options::WorkerCommand;
use crate::pages::PageImage;
use crate::reading;
use crate::types::{FigureRow, LibraryFigure};

/// Resolution at which a figure can be read as on paper, pixels per inch.
pub const CROP_DPI: u32 = 150;
/// Coarsest and finest crop.
const DPI: std::ops::RangeInclusive<u32> = 36..=600;
/// Points shown around a figure, so that the strokes at its edge are whole.
const MARGIN: f32 = 2.0;

impl Engine {
    /// The figures of a document, in document order.
    ///
    /// # Errors
    /// `NotFound` for an unknown document, or when the library cannot be read.
    pub async fn figures(&self, document: DocumentId) -> Result<Vec<LibraryFigure>, EngineError> {
        let record = self.inner.store.document(document).await?;
        let segments = self.inner.store.figures_of(document).await?;
        let rows = segments.iter().zip(1..).filter_map(|(stored, index)| {
            let figure = row(stored, index)?;
            let (title, file_name) = (record.title.clone(), record.file_name.clone());
            Some(LibraryFigure { segment: stored.id, document, title, file_name, figure })
        });
        Ok(rows.collect())
    }

    /// Those of the given segments that are figures, in the order asked for; the others and unknown ones are left out.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn figures_among(&self, segments: &[SegmentId]) -> Result<Vec<LibraryFigure>, EngineError> {
        let mut known: HashMap<DocumentId, Vec<LibraryFigure>> = HashMap::new();
        let mut found = Vec::new();
        for stored in self.inner.store.segments_by_ids(segments).await? {
            if stored.segment.kind != SegmentKind::Figure {
                continue;
            }
            let figures = match known.entry(stored.document) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => entry.insert(self.figures(stored.document).await?),
            };
            found.extend(figures.iter().find(|figure| figure.segment == stored.id).cloned());
        }
        Ok(found)
    }

    /// Draws the figure that a segment holds, `dpi` pixels per inch (36 to 600), in display orientation. Crops are kept in the
    /// library's `figures/` folder, so that the second look costs nothing, even when the PDF has gone.
    ///
    /// # Errors
    /// `NotFound` when the segment is no figure; what PDFium says when the file is gone, locked or damaged.
    pub async fn figure_image(&self, segment: SegmentId, dpi: u32) -> Result<PageImage, EngineError> {
        let stored = self.inner.store.segments_by_ids(&[segment]).await?.pop();
        let figure = stored.as_ref().and_then(|stored| place(stored).map(|place| (stored.document, place)));
        let (document, (page, rect)) =
            figure.ok_or_else(|| EngineError::not_found(format!("segment `{segment}` is no figure")))?;
        let dpi = dpi.clamp(*DPI.start(), *DPI.end());
        let path = cache::path(&self.inner.store.figures_folder(), document, page, &rect, dpi);
        if let Some(bytes) = self.kept(path.clone()).await? {
            return Ok(bytes);
        }
        let record = self.inner.store.document(document).await?;
        let password = lock(&self.inner.passwords).get(&document).cloned();
        let file = self.unchanged(&record).await?;
        let pool = &self.inner.pool;
        let drawn = pool.crop(&file, password.as_deref(), page, grown(&rect), dpi, ImageFormat::Png).await?;
        let image = PageImage { mime: drawn.mime(), width: drawn.width, height: drawn.height, bytes: drawn.bytes };
        if self.may_write() {
            let (folder, bytes) = (self.inner.store.figures_folder(), image.bytes.clone());
            let kept = blocking("keep a figure", move || cache::put(&folder, &path, &bytes, cache::MOST_BYTES)).await?;
            if let Err(error) = kept {
                tracing::warn!("a figure of document {document} was not kept: {error}");
            }
        }
        Ok(image)
    }

    async fn kept(&self, path: PathBuf) -> Result<Option<PageImage>, EngineError> {
        let touch = self.may_write();
        let bytes = blocking("look up a figure", move || cache::get(&path, touch)).await?;
        Ok(bytes.and_then(|bytes| {
            let (width, height) = cache::png_size(&bytes)?;
            Some(PageImage { mime: ImageFormat::Png.mime(), width, height, bytes })
        }))
    }

    /// Drops the crops of a document that was read anew or removed.
    pub(crate) async fn forget_figures(&self, document: DocumentId) {
        let folder = self.inner.store.figures_folder();
        match blocking("drop figures", move || cache::forget(&folder, document)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!("figures of document {document} stay in the cache: {error}"),
            Err(error) => tracing::warn!("figures of document {document} stay in the cache: {error}"),
        }
    }
}

/// The figures of a document that was read outside any library, in document order.
pub(crate) fn of_tree(tree: &DocumentTree, pages: &[PageRecord]) -> Vec<FigureRow> {
    let figures = tree.blocks.iter().filter_map(|block| Some((block, block.figure.as_ref()?)));
    figures
        .zip(1..)
        .map(|((block, figure), index)| FigureRow {
            index,
            number: figure.number.clone(),
            caption: figure.caption.clone(),
            page: figure.page + 1,
            page_label: pages.get(figure.page as usize).and_then(|page| page.label.clone()),
            section_path: tree.path(block.section),
            rect: figure.rect,
            text: std::iter::once(&block.text).chain(&figure.mentions).map(String::as_str).collect::<Vec<_>>().join("\n"),
        })
        .collect()
}

/// Draws figures of a file outside any library, in their order.
///
/// # Errors
/// Why the file does not open, or what PDFium says of a page.
pub async fn crop_file(
    worker: &WorkerCommand,
    file: &Path,
    password: Option<&str>,
    figures: &[FigureRow],
    dpi: u32,
) -> Result<Vec<PageImage>, EngineError> {
    let pool = reading::pool(worker)?;
    let mut images = Vec::with_capacity(figures.len());
    for figure in figures {
        let page = figure.page.saturating_sub(1);
        let drawn = pool.crop(file, password, page, grown(&figure.rect), dpi, ImageFormat::Png).await?;
        images.push(PageImage { mime: drawn.mime(), width: drawn.width, height: drawn.height, bytes: drawn.bytes });
    }
    Ok(images)
}

/// Page index and extent of a figure's drawing; `None` for other segments.
fn place(stored: &StoredSegment) -> Option<(u32, Rect)> {
    let segment = &stored.segment;
    let locator = segment.locators.first().filter(|_| segment.kind == SegmentKind::Figure)?;
    // The drawing's own extent comes before the lines of caption and labels.
    Some((locator.page, *locator.rects.first()?))
}

fn row(stored: &StoredSegment, index: u32) -> Option<FigureRow> {
    let (page, rect) = place(stored)?;
    let segment = &stored.segment;
    let head = segment.text.lines().next().unwrap_or_default();
    let number = waymark_structure::figures::number(head);
    Some(FigureRow {
        index,
        caption: number.is_some().then(|| head.to_owned()),
        number,
        page: page + 1,
        page_label: segment.locators.first().and_then(|locator| locator.label.clone()),
        section_path: segment.path.clone(),
        rect,
        text: segment.text.clone(),
    })
}

fn grown(rect: &Rect) -> Rect {
    Rect { x0: rect.x0 - MARGIN, y0: rect.y0 - MARGIN, x1: rect.x1 + MARGIN, y1: rect.y1 + MARGIN }
}
