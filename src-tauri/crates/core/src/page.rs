//! The text layer of a PDF as PDFium gives it: characters with boxes and fonts, before any interpretation.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::geometry::Rect;

/// A font as used on a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct FontInfo {
    /// Name without a subset prefix (`ABCDEF+`); may be empty.
    pub name: String,
    /// Weight 100..=900 (0 when unknown); bold is 600 and above, or a name that says so.
    pub weight: u16,
    /// Italic or oblique by flag or name.
    pub italic: bool,
    /// Bold by weight or name.
    pub bold: bool,
    /// Fixed pitch by flag or name.
    pub monospace: bool,
    /// Serif flag.
    pub serif: bool,
}

/// One character of the text layer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PageChar {
    /// The Unicode scalar value; U+FFFD when the font has no usable map. Ligatures stay one character here.
    pub ch: char,
    /// Character box ("loose": full font height) in points of the unrotated page.
    pub rect: Rect,
    /// Baseline origin, x.
    pub x: f32,
    /// Baseline origin, y.
    pub y: f32,
    /// Font size as drawn, in points (text matrix included).
    pub size: f32,
    /// Index into [`PageText::fonts`].
    pub font: u16,
    /// Fill colour, 0xRRGGBB.
    pub color: u32,
    /// Writing direction in degrees, counter-clockwise, 0..360, in unrotated page space; 0 is ordinary text.
    pub angle: u16,
    /// Marked-content id of the text object, -1 without one (index into the structure tree).
    pub mcid: i32,
    /// Bit set of [`char_flags`].
    pub flags: u8,
}

/// Flags of a [`PageChar`].
pub mod char_flags {
    /// Put in by PDFium (a space or line break that the page only implies).
    pub const GENERATED: u8 = 1;
    /// A hyphen at the end of a line.
    pub const HYPHEN: u8 = 2;
    /// The font gave no Unicode value.
    pub const UNMAPPED: u8 = 4;
    /// Drawn invisibly (text render mode 3: an OCR layer).
    pub const INVISIBLE: u8 = 8;
}

/// A straight rule drawn on the page (a table border, an underline, a separator).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Extent; a horizontal rule has a small height, a vertical one a small width.
    pub rect: Rect,
    /// Stroke or fill colour 0xRRGGBB.
    pub color: u32,
}

/// A filled box (shaded table header, call-out background).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FilledBox {
    /// Extent.
    pub rect: Rect,
    /// Fill colour 0xRRGGBB.
    pub color: u32,
}

/// A link annotation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageLink {
    /// Active area.
    pub rect: Rect,
    /// Target page index for links inside the document.
    pub target_page: Option<u32>,
    /// Target height (points from the lower edge of the target page) where given.
    pub target_y: Option<f32>,
}

/// A structure-tree role that covers some marked content of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleSpan {
    /// Marked-content id, see [`PageChar::mcid`].
    pub mcid: i32,
    /// The standard role: `H1`..`H6`, `H`, `P`, `TOC`, `TOCI`, `Table`, `TH`, `TD`, `Figure`, `Caption`, `Artifact` …, the
    /// innermost block-level one.
    pub role: String,
}

/// Everything read from one page, in PDFium's content order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PageText {
    /// Page index, from 0.
    pub index: u32,
    /// Page label, where the document has them.
    pub label: Option<String>,
    /// Width of the unrotated page box, points.
    pub width: f32,
    /// Height of the unrotated page box, points.
    pub height: f32,
    /// `/Rotate`: 0, 90, 180 or 270 degrees clockwise for display.
    pub rotation: u16,
    /// Fonts in use.
    pub fonts: Vec<FontInfo>,
    /// Characters.
    pub chars: Vec<PageChar>,
    /// Straight rules.
    pub rules: Vec<Rule>,
    /// Filled boxes (not the page background).
    pub boxes: Vec<FilledBox>,
    /// Extents of raster images.
    pub images: Vec<Rect>,
    /// Extents of other vector drawing (curves, shadings), merged where they touch; candidates for figures.
    pub drawings: Vec<Rect>,
    /// Links.
    pub links: Vec<PageLink>,
    /// Structure-tree roles by marked content.
    pub roles: Vec<RoleSpan>,
    /// What could not be read, in words.
    pub warnings: Vec<String>,
}

/// What kind of text layer a page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PageClass {
    /// A usable text layer.
    Text,
    /// Only an image: needs OCR.
    Scanned,
    /// Characters without a usable Unicode map.
    Garbled,
    /// Nothing readable and no image.
    Empty,
}

/// How many pages of each class a document has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct PageHealth {
    /// Pages with text.
    pub text: u32,
    /// Pages that are images only.
    pub scanned: u32,
    /// Pages whose text is garbage.
    pub garbled: u32,
    /// Pages with nothing on them.
    pub empty: u32,
}

/// A bookmark (outline item) of the PDF, flattened in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bookmark {
    /// Depth, from 1.
    pub level: u8,
    /// Title as written.
    pub title: String,
    /// Target page index, where it resolves.
    pub page: Option<u32>,
    /// Target height, points from the lower edge, where given.
    pub y: Option<f32>,
}

/// What the PDF says about itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DocumentInfo {
    /// Number of pages.
    pub pages: u32,
    /// `/Title`.
    pub title: Option<String>,
    /// `/Author`.
    pub author: Option<String>,
    /// `/Subject`.
    pub subject: Option<String>,
    /// `/Keywords`.
    pub keywords: Option<String>,
    /// `/Creator`.
    pub creator: Option<String>,
    /// `/Producer`.
    pub producer: Option<String>,
    /// `/CreationDate` as written.
    pub created: Option<String>,
    /// Whether the file is tagged.
    pub tagged: bool,
    /// Bookmarks, flattened.
    pub bookmarks: Vec<Bookmark>,
}

/// A whole document as read: what the structure crate starts from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DocumentText {
    /// Document level facts.
    pub info: DocumentInfo,
    /// Pages in order. A page that could not be read is present, empty, with a warning.
    pub pages: Vec<PageText>,
}
