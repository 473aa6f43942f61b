//! One page's characters into a [`PageDigest`]: lines of words in reading order, small enough to keep for a whole document.

pub mod accents;
pub mod class;
pub mod columns;
pub mod glyphs;
pub mod lines;
pub mod margin;
pub mod style;
pub mod symbols;
pub mod turn;

use waymark_core::page::{PageLink, RoleSpan};
use waymark_core::{PageClass, PageText, Rect};

use style::Styles;
pub use turn::Turn;

/// A word of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Word {
    /// First byte in [`Line::text`].
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// First character in [`PageText::chars`].
    pub char_start: u32,
    /// One past the last character.
    pub char_end: u32,
    /// Left edge, upright space.
    pub x0: f32,
    /// Right edge, upright space.
    pub x1: f32,
    /// Style of its first glyph.
    pub style: u16,
    /// Wide white space stands before it (another cell, or a number's tab).
    pub gap: bool,
}

/// What the structure tree says of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Role {
    /// Nothing of use.
    #[default]
    None,
    /// A heading of this level (`H` without a number is 1).
    Heading(u8),
    /// Part of a printed contents list.
    Contents,
    /// Part of a table.
    Table,
    /// A caption.
    Caption,
    /// Page furniture.
    Artifact,
    /// A list item.
    List,
    /// A footnote.
    Note,
    /// Source code.
    Code,
}

/// A line of text in one column.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Text, words by single spaces; ligatures opened, hyphens at the end kept.
    pub text: String,
    /// Its words in order.
    pub words: Vec<Word>,
    /// Extent in upright space (as displayed and turned so that text runs left to right).
    pub rect: Rect,
    /// Baseline, upright space.
    pub base: f32,
    /// Main font size, points.
    pub size: f32,
    /// Main style, an index into the document's styles.
    pub style: u16,
    /// Share of its letters that are bold, 0..1.
    pub bold: f32,
    /// Share of its letters in a fixed-pitch font, 0..1.
    pub mono: f32,
    /// Column region on the page; changes where reading jumps.
    pub region: u16,
    /// Left edge of the region.
    pub left: f32,
    /// Right edge of the region.
    pub right: f32,
    /// Role by the structure tree.
    pub role: Role,
    /// Turned against the rest of the page (a stamp on the side, a vertical axis label).
    pub aside: bool,
    /// The last character is a hyphen that only the line end put there.
    pub soft_hyphen: bool,
    /// Index into [`PageDigest::turns`].
    pub turn: u8,
}

/// Everything later stages need of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageDigest {
    /// Page index.
    pub index: u32,
    /// Printed label.
    pub label: Option<String>,
    /// Width as displayed, points.
    pub width: f32,
    /// Height as displayed, points.
    pub height: f32,
    /// How upright space maps to the page, main orientation first.
    pub turns: Vec<Turn>,
    /// Lines in reading order.
    pub lines: Vec<Line>,
    /// Rules, upright space.
    pub rules: Vec<Rect>,
    /// Filled boxes, upright space.
    pub boxes: Vec<Rect>,
    /// Raster images, upright space.
    pub images: Vec<Rect>,
    /// Vector drawings, upright space.
    pub drawings: Vec<Rect>,
    /// Internal links: area in upright space, target page.
    pub links: Vec<(Rect, u32)>,
    /// Kind of text layer.
    pub class: PageClass,
    /// What could not be read.
    pub warnings: Vec<String>,
}

impl PageDigest {
    /// Gives back memory that growing left unused: digests of all pages are kept until the document is finished.
    pub(crate) fn shrink(&mut self) {
        for line in &mut self.lines {
            line.text.shrink_to_fit();
            line.words.shrink_to_fit();
        }
        self.lines.shrink_to_fit();
        for rects in [&mut self.rules, &mut self.boxes, &mut self.images, &mut self.drawings] {
            rects.shrink_to_fit();
        }
    }

    /// Reduces a page to its digest; new styles join `styles`.
    #[must_use]
    pub fn new(page: &PageText, styles: &mut Styles) -> Self {
        let class = class::classify(page);
        let main = turn::main_turn(page);
        let mut digest = Self {
            index: page.index,
            label: page.label.clone(),
            width: main.width(),
            height: main.height(),
            turns: vec![main],
            rules: page.rules.iter().map(|rule| main.upright(&rule.rect)).filter(finite).collect(),
            boxes: page.boxes.iter().map(|filled| main.upright(&filled.rect)).filter(finite).collect(),
            images: page.images.iter().map(|rect| main.upright(rect)).filter(finite).collect(),
            drawings: page.drawings.iter().map(|rect| main.upright(rect)).filter(finite).collect(),
            links: page.links.iter().filter_map(|link| internal(link, &main)).collect(),
            class,
            warnings: page.warnings.clone(),
            lines: Vec::new(),
        };
        let roles = roles_by_mcid(&page.roles);
        for (at, group) in glyphs::by_turn(page, main, styles).into_iter().enumerate() {
            if at > 0 {
                digest.turns.push(group.turn);
            }
            let turn = u8::try_from(digest.turns.len() - 1).unwrap_or(0);
            lines::append(&group, turn, &roles, styles, &mut digest);
            if at == 0 {
                margin::split_off(&mut digest.lines);
            }
        }
        digest
    }

    /// The rectangles, in points of the unrotated page, of the words `words` of line `line`.
    #[must_use]
    pub fn word_rect(&self, line: &Line, words: &[Word]) -> Option<Rect> {
        let x0 = words.iter().map(|word| word.x0).fold(f32::INFINITY, f32::min);
        let x1 = words.iter().map(|word| word.x1).fold(f32::NEG_INFINITY, f32::max);
        (x0.is_finite() && x1.is_finite()).then(|| self.page_rect(line, Rect::new(x0, line.rect.y0, x1, line.rect.y1)))
    }

    /// A rectangle of `line`'s upright space in points of the unrotated page.
    #[must_use]
    pub fn page_rect(&self, line: &Line, rect: Rect) -> Rect {
        self.turns.get(line.turn as usize).or(self.turns.first()).map_or(rect, |turn| turn.original(&rect))
    }

    /// A rectangle of the main upright space in points of the unrotated page.
    #[must_use]
    pub fn main_rect(&self, rect: Rect) -> Rect {
        self.turns.first().map_or(rect, |turn| turn.original(&rect))
    }
}

fn finite(rect: &Rect) -> bool {
    rect.x0.is_finite() && rect.x1.is_finite() && rect.y0.is_finite() && rect.y1.is_finite()
}

fn internal(link: &PageLink, turn: &Turn) -> Option<(Rect, u32)> {
    let rect = turn.upright(&link.rect);
    link.target_page.filter(|_| finite(&rect)).map(|page| (rect, page))
}

/// Roles that matter, by marked-content id.
fn roles_by_mcid(spans: &[RoleSpan]) -> std::collections::HashMap<i32, Role> {
    spans.iter().filter_map(|span| role(&span.role).map(|role| (span.mcid, role))).collect()
}

fn role(name: &str) -> Option<Role> {
    Some(match name {
        "H" | "Title" => Role::Heading(1),
        "TOC" | "TOCI" => Role::Contents,
        "Table" | "TR" | "TH" | "TD" | "THead" | "TBody" | "TFoot" => Role::Table,
        "Caption" => Role::Caption,
        "Artifact" => Role::Artifact,
        "L" | "LI" | "Lbl" | "LBody" => Role::List,
        "Note" | "FENote" => Role::Note,
        "Code" => Role::Code,
        _ => {
            let level = name.strip_prefix('H')?.parse::<u8>().ok()?;
            Role::Heading(level.clamp(1, 6))
        }
    })
}
