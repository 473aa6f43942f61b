//! Characters of a PDF → the rebuilt document: heading tree, blocks, tables, figures, facts, Markdown and segments.
//!
//! Pure functions over values of `waymark-core`. [`Builder`] takes pages one at a time and keeps only a digest of each, so that
//! memory stays small for long documents; [`build`] is the same for a whole document at hand. Nothing here fails: what could not
//! be understood stands in the tree's warnings.

pub mod blocks;
pub mod eval;
pub mod facts;
pub mod figures;
pub mod formatter;
pub mod health;
pub mod markdown;
pub mod outline;
pub mod page;
pub mod places;
pub mod segments;
pub mod tables;

use waymark_core::{DocumentInfo, DocumentText, DocumentTree, Markdown, PageClass, PageHealth, PageText, Segment};

use formatter::{Material, Verdicts};
use outline::lines::{Flow, Mark};
use page::PageDigest;
pub use page::class::classify;
use page::style::Styles;
pub use places::Places;
pub use segments::SegmentLimits;

/// Version of the rules: raised whenever the same PDF gives another tree or other segments, so that libraries know which of
/// their documents were built by older ones.
pub const VERSION: u32 = 3;

/// What the file is called; one source of facts among others, and the title of last resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceName<'a> {
    /// File name with extension, with or without folders.
    pub file_name: &'a str,
}

/// A structured document: the tree, and the places its text came from (needed for segments only).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Structured {
    /// Sections, blocks, facts.
    pub tree: DocumentTree,
    /// Lines with boxes.
    pub places: Places,
}

impl Structured {
    /// Markdown with page marks and source map; see [`markdown::markdown`].
    #[must_use]
    pub fn markdown(&self) -> Markdown {
        markdown::markdown(&self.tree)
    }

    /// Segments with locators; see [`segments::segments`].
    #[must_use]
    pub fn segments(&self, limits: &SegmentLimits, count: &dyn Fn(&str) -> usize) -> Vec<Segment> {
        segments::segments(&self.tree, &self.places, limits, count)
    }
}

/// Takes the pages of a document in order and structures it at the end.
#[derive(Debug, Clone)]
pub struct Builder {
    info: DocumentInfo,
    file_name: String,
    pages: Vec<PageDigest>,
    styles: Styles,
}

impl Builder {
    /// A document without pages yet.
    #[must_use]
    pub fn new(info: DocumentInfo, source: &SourceName<'_>) -> Self {
        Self { info, file_name: source.file_name.to_owned(), pages: Vec::new(), styles: Styles::default() }
    }

    /// Adds the next page; only its digest is kept.
    pub fn add_page(&mut self, page: &PageText) {
        let mut digest = PageDigest::new(page, &mut self.styles);
        digest.shrink();
        self.pages.push(digest);
    }

    /// Pages so far.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// What the formatters show a model of the document as read so far.
    #[must_use]
    pub fn material(&self) -> Material {
        let mut flow = Flow::new(&self.pages, &self.styles);
        let entries = outline::contents::find(&mut flow);
        figures::find(&mut flow);
        tables::find(&mut flow);
        formatter::material::show(&flow, &self.info, &entries)
    }

    /// Structures the document.
    #[must_use]
    pub fn finish(self) -> Structured {
        self.finish_with(&Verdicts::default())
    }

    /// Structures the document, a model's verdicts on the lines of [`Builder::material`] among the evidence for headings. Text
    /// and places are those of [`Builder::finish`].
    #[must_use]
    pub fn finish_with(self, verdicts: &Verdicts) -> Structured {
        let Self { info, file_name, pages, styles } = self;
        let (mut tree, pieces) = structure(&info, &file_name, &pages, &styles, verdicts);
        figures::mentions::fill(&mut tree.blocks);
        outline::tree::close(&mut tree);
        Structured { tree, places: Places { pages, pieces } }
    }
}

/// Structures a whole document; a thin form of [`Builder`].
#[must_use]
pub fn build(text: &DocumentText, source: &SourceName<'_>) -> Structured {
    let mut builder = Builder::new(text.info.clone(), source);
    for page in &text.pages {
        builder.add_page(page);
    }
    builder.finish()
}

fn structure(
    info: &DocumentInfo,
    file_name: &str,
    pages: &[PageDigest],
    styles: &Styles,
    verdicts: &Verdicts,
) -> (DocumentTree, Vec<Vec<places::Piece>>) {
    let mut flow = Flow::new(pages, styles);
    let entries = outline::contents::find(&mut flow);
    let found_figures = figures::find(&mut flow);
    let found_tables = tables::find(&mut flow);
    let mut judged = outline::judge(&flow, info, &entries);
    if !verdicts.levels.is_empty() {
        formatter::apply::apply(&mut judged, verdicts);
    }
    let outline = outline::accept(judged, &flow);
    let front = facts::front(&flow, info, file_name);
    let facts = facts::gather(&flow, &front, outline.title.clone());
    let sections = outline::tree::sections(&outline.headings, pages, &facts.title);
    let built = blocks::build(&flow, &outline, found_tables, found_figures);
    let (blocks, pieces) = built.into_iter().map(|built| (built.block, built.pieces)).unzip();
    let classes: Vec<PageClass> = pages.iter().map(|page| page.class).collect();
    let tree = DocumentTree {
        health: health(&classes),
        confidence: outline.confidence,
        warnings: warnings(pages, &classes, &outline, flow.marks.contains(&Mark::Text)),
        facts,
        sections,
        blocks,
        classes,
    };
    (tree, pieces)
}

fn health(classes: &[PageClass]) -> PageHealth {
    let count = |class| u32::try_from(classes.iter().filter(|known| **known == class).count()).unwrap_or(u32::MAX);
    PageHealth {
        text: count(PageClass::Text),
        scanned: count(PageClass::Scanned),
        garbled: count(PageClass::Garbled),
        empty: count(PageClass::Empty),
    }
}

fn warnings(pages: &[PageDigest], classes: &[PageClass], outline: &outline::Outline, has_text: bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for page in pages {
        for warning in &page.warnings {
            if out.len() < 20 {
                out.push(format!("page {}: {warning}", page.index + 1));
            }
        }
    }
    let health = health(classes);
    if health.scanned > 0 {
        out.push(format!("{} of {} pages are images without text", health.scanned, classes.len()));
    }
    if health.garbled > 0 {
        out.push(format!("the text of {} of {} pages cannot be decoded", health.garbled, classes.len()));
    }
    if has_text && outline.headings.is_empty() {
        out.push("no headings were found".into());
    }
    out.extend(outline.warnings.iter().cloned());
    out
}
