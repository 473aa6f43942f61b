//! The rebuilt document: sections, blocks, tables, figures and Markdown, each knowing where it stands.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::facts::DocumentFacts;
use crate::geometry::Rect;
use crate::page::{PageClass, PageHealth};

/// What speaks for a heading (design §5). Serialised names are the `evidence` values of `waymark-cli outline --json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A PDF bookmark points to it.
    Bookmark,
    /// Tagged `H`, `H1` … in the structure tree.
    StructureTree,
    /// Listed in a printed table of contents.
    Contents,
    /// Numbered (`1.2`, `Chapter 4`, `第一章`).
    Numbering,
    /// Larger than body text.
    FontSize,
    /// Heavier than body text.
    FontWeight,
    /// All capitals or small capitals.
    Caps,
    /// Other colour or other family than body text.
    Color,
    /// More space around than between body lines.
    Spacing,
    /// Stands alone and short.
    Isolation,
    /// The same style heads other sections.
    Consistency,
    /// A well-known heading of its kind of document (`Abstract`, `Item 1A.`).
    Lexicon,
    /// Not printed; induced from the text below it.
    Induced,
    /// A language model took the line for a heading.
    Model,
}

/// A stretch of some text and the characters of a page that it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSpan {
    /// First byte in the text that owns the map.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Page index.
    pub page: u32,
    /// First character in [`crate::page::PageText::chars`].
    pub char_start: u32,
    /// One past the last character.
    pub char_end: u32,
}

/// A node of the heading tree. Section 0 is always the document itself (level 0, the title).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// Position in document order; equals the index in [`DocumentTree::sections`].
    pub index: u32,
    /// Parent's index; `None` only for section 0.
    pub parent: Option<u32>,
    /// Depth: 0 for the document, at most one more than the parent's.
    pub level: u8,
    /// Title with its printed number.
    pub title: String,
    /// Page index where it starts.
    pub page: u32,
    /// Page label there.
    pub label: Option<String>,
    /// Last page index of its own text and of its children.
    pub last_page: u32,
    /// Where the heading is printed (one per line); empty for section 0 and induced headings.
    pub heading: Vec<SourceSpan>,
    /// Rectangles of the printed heading.
    pub rects: Vec<Rect>,
    /// Why it is believed to be a heading.
    pub evidence: Vec<Evidence>,
    /// 0..1.
    pub confidence: f32,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    ListItem,
    /// A table (see [`Block::table`]).
    Table,
    /// A figure (see [`Block::figure`]).
    Figure,
    /// Caption of a table or figure that could not be attached.
    Caption,
    /// A footnote.
    Footnote,
    /// Source code or other preformatted text.
    Code,
    /// A line of a printed table of contents or index; kept, never a section.
    Contents,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Table {
    /// Caption with its number, where found.
    pub caption: Option<String>,
    /// Unit note (`(in millions)`), where found.
    pub unit: Option<String>,
    /// How many of the first rows are headers.
    pub header_rows: u32,
    /// Cells by row, every row the same length; merged cells repeated empty.
    pub rows: Vec<Vec<String>>,
    /// For each row the characters it came from.
    pub row_spans: Vec<Vec<SourceSpan>>,
    /// For each column its headers from the widest down, parts by ` › `: `Year ended › 2018`; empty without header rows.
    #[serde(default)]
    pub header: Vec<String>,
    /// For each row its label under those it belongs to: `Current assets: › Cash`; empty for header rows and rows without one.
    #[serde(default)]
    pub labels: Vec<String>,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Figure {
    /// Caption with its number.
    pub caption: Option<String>,
    /// `Figure 5` → `5`; `3-1`.
    pub number: Option<String>,
    /// Page index.
    pub page: u32,
    /// Extent of the drawing without caption.
    pub rect: Rect,
    /// Sentences elsewhere that refer to it.
    pub mentions: Vec<String>,
}

/// A paragraph-sized piece of the document, in reading order. A block never crosses a section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Index of the section whose own text it is.
    pub section: u32,
    /// Kind.
    pub kind: BlockKind,
    /// Text for the index: de-hyphenated, ligatures opened, white space folded. For tables: caption, then rows as `| a | b |`.
    pub text: String,
    /// Where each part of `text` stands, in order, no overlap; parts without a source (joined spaces) have no span.
    pub map: Vec<SourceSpan>,
    /// Extent on each page, for highlighting whole tables and figures.
    pub extents: Vec<(u32, Rect)>,
    /// For [`BlockKind::Table`].
    pub table: Option<Table>,
    /// For [`BlockKind::Figure`].
    pub figure: Option<Figure>,
}

/// Markdown of the whole document with `<!-- page N -->` marks (from 1) and its source map.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Markdown {
    /// The text.
    pub text: String,
    /// Source of each stretch, ascending by `start`.
    pub map: Vec<SourceSpan>,
}

/// The rebuilt document. Building one never fails: what could not be understood stands in `warnings`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DocumentTree {
    /// Title, facts and keywords.
    pub facts: DocumentFacts,
    /// Sections in document order, section 0 being the document.
    pub sections: Vec<Section>,
    /// Blocks in reading order.
    pub blocks: Vec<Block>,
    /// Class of every page.
    pub classes: Vec<PageClass>,
    /// Counts of `classes`.
    pub health: PageHealth,
    /// 0..1: how sure the outline is as a whole.
    pub confidence: f32,
    /// What went wrong, in words for the reader.
    pub warnings: Vec<String>,
}

impl DocumentTree {
    /// Titles from the document title to the section itself; at least one element. Unknown indices give the title alone.
    #[must_use]
    pub fn path(&self, section: u32) -> Vec<String> {
        let mut titles = Vec::new();
        let mut at = self.sections.get(section as usize);
        while let Some(node) = at {
            let Some(parent) = node.parent else { break };
            titles.push(node.title.clone());
            at = self.sections.get(parent as usize);
        }
        titles.push(self.facts.title.clone());
        titles.reverse();
        titles
    }
}
