//! Hand-made pages: text set at a place in a size, as the PDF worker would deliver it.

#![allow(dead_code, clippy::unwrap_used, clippy::cast_precision_loss)]

use waymark_core::page::{PageChar, Rule};
use waymark_core::{DocumentInfo, DocumentText, FontInfo, PageText, Rect, Segment, Table};
use waymark_structure::{SegmentLimits, SourceName, Structured, build};

/// A page under construction, 612 × 792 points.
pub struct Sheet(pub PageText);

pub const PLAIN: u16 = 0;
pub const BOLD: u16 = 1;
pub const MONO: u16 = 2;
pub const ITALIC: u16 = 3;

impl Sheet {
    pub fn new(index: u32) -> Self {
        let font = |name: &str, bold: bool, monospace: bool| FontInfo {
            name: name.into(),
            bold,
            monospace,
            weight: if bold { 700 } else { 400 },
            ..FontInfo::default()
        };
        Self(PageText {
            index,
            width: 612.0,
            height: 792.0,
            fonts: vec![
                font("Serif", false, false),
                font("Serif-Bold", true, false),
                font("Mono", false, true),
                FontInfo { italic: true, ..font("Serif-Italic", false, false) },
            ],
            ..PageText::default()
        })
    }

    /// Sets `text` from (x, y) in the given size and font; every character is half an em wide.
    pub fn put(mut self, x: f32, y: f32, size: f32, font: u16, text: &str) -> Self {
        for (at, ch) in text.chars().enumerate() {
            let left = x + at as f32 * size * 0.5;
            self.push(ch, Rect::new(left, y - 0.2 * size, left + size * 0.5, y + 0.8 * size), left, y, size, font, 0);
        }
        self
    }

    /// Lines of body text (10 pt, 12 pt apart) from `y` downwards.
    pub fn body(mut self, x: f32, y: f32, lines: &[&str]) -> Self {
        for (at, line) in lines.iter().enumerate() {
            self = self.put(x, y - 12.0 * at as f32, 10.0, PLAIN, line);
        }
        self
    }

    /// A horizontal rule.
    pub fn rule(mut self, x0: f32, x1: f32, y: f32) -> Self {
        self.0.rules.push(Rule { rect: Rect::new(x0, y, x1, y + 0.5), color: 0 });
        self
    }

    /// A vertical rule.
    pub fn down(mut self, x: f32, y0: f32, y1: f32) -> Self {
        self.0.rules.push(Rule { rect: Rect::new(x, y0, x + 0.5, y1), color: 0 });
        self
    }

    #[allow(clippy::too_many_arguments)]
    pub fn push(&mut self, ch: char, rect: Rect, x: f32, y: f32, size: f32, font: u16, angle: u16) {
        self.0.chars.push(PageChar { ch, rect, x, y, size, font, color: 0, angle, mcid: -1, flags: 0 });
    }
}

pub fn document(sheets: Vec<Sheet>) -> DocumentText {
    let pages: Vec<PageText> = sheets.into_iter().map(|sheet| sheet.0).collect();
    DocumentText { info: DocumentInfo { pages: u32::try_from(pages.len()).unwrap(), ..DocumentInfo::default() }, pages }
}

pub fn structured(sheets: Vec<Sheet>) -> Structured {
    build(&document(sheets), &SourceName { file_name: "doc-001.pdf" })
}

/// Level and title of every section but the document.
pub fn outline(structured: &Structured) -> Vec<(u8, String)> {
    structured.tree.sections.iter().skip(1).map(|section| (section.level, section.title.clone())).collect()
}

pub fn texts(structured: &Structured) -> Vec<String> {
    structured.tree.blocks.iter().map(|block| block.text.clone()).collect()
}

pub const PROSE: [&str; 6] = [
    "The converter starts as soon as the supply rises above the limit and the",
    "enable pin is released, and it then follows the reference with a slope that",
    "an outer capacitor sets. The load may draw current during this time, but it",
    "should stay below the half of what the part can give when it is warm, since",
    "the inner limit is lower until the end of the start. A second capacitor near",
    "the input keeps the supply quiet and belongs on the same side of the board.",
];

pub fn tables(found: &Structured) -> Vec<&Table> {
    found.tree.blocks.iter().filter_map(|block| block.table.as_ref()).collect()
}

pub fn one(found: &Structured) -> &Table {
    let all = tables(found);
    assert_eq!(all.len(), 1, "{all:#?}");
    all[0]
}

pub fn segments(found: &Structured) -> Vec<Segment> {
    found.segments(&SegmentLimits::default(), &|text| text.len() / 4)
}

/// Sets a cell so that it ends at `x`.
pub fn right(sheet: Sheet, x: f32, y: f32, text: &str) -> Sheet {
    sheet.put(x - text.chars().count() as f32 * 5.0, y, 10.0, PLAIN, text)
}

/// Rows 14 points apart: a label at 72, values that end at the places of `ends`.
pub fn rows(mut sheet: Sheet, top: f32, ends: &[f32], rows: &[(&str, &[&str])]) -> Sheet {
    for (at, (label, values)) in rows.iter().enumerate() {
        let y = top - 14.0 * at as f32;
        let indent = label.len() - label.trim_start().len();
        sheet = sheet.put(72.0 + 5.0 * indent as f32, y, 10.0, PLAIN, label.trim_start());
        for (value, end) in values.iter().zip(ends) {
            sheet = right(sheet, *end, y, value);
        }
    }
    sheet
}
