//! Any bytes → pages: the way in for fuzzing. The same bytes always give the same document.

#![allow(dead_code)]

use waymark_core::page::{Bookmark, FilledBox, PageChar, PageLink, RoleSpan, Rule};
use waymark_core::{DocumentInfo, DocumentText, FontInfo, PageText, Rect};

/// Numbers that programs seldom expect.
const ODD: [f32; 10] =
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MIN_POSITIVE, 1e-40, f32::MAX, f32::MIN, -1.0];
/// Characters that say something to a reader of structure.
const CHARS: [char; 32] = [
    ' ',
    '\t',
    '\n',
    '\r',
    '\u{0}',
    '\u{2}',
    '\u{ad}',
    '-',
    '.',
    ':',
    '#',
    '*',
    '|',
    '`',
    '<',
    '\\',
    '•',
    '第',
    '章',
    '一',
    '中',
    'ﬁ',
    '\u{301}',
    '´',
    'א',
    'ب',
    '\u{202e}',
    '\u{fffd}',
    '\u{10ffff}',
    '\u{f0b7}',
    '😀',
    '\u{2028}',
];
const ROLES: [&str; 9] = ["H1", "H2", "H6", "P", "TOCI", "TH", "TD", "Caption", "Artifact"];

/// Takes bytes one after another; zeros when there are none left.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    fn four(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// Mostly a coordinate of a page, at times anything.
    fn number(&mut self) -> f32 {
        match self.byte() {
            0..=9 => f32::from_bits(self.four()),
            at @ 10..=19 => ODD[usize::from(at - 10)],
            rough => f32::from(rough) * 3.5 + f32::from(self.byte()) / 64.0,
        }
    }

    fn rect(&mut self) -> Rect {
        Rect { x0: self.number(), y0: self.number(), x1: self.number(), y1: self.number() }
    }

    fn ch(&mut self) -> char {
        match self.byte() {
            at @ 0..=31 => CHARS[usize::from(at)],
            ascii @ 32..=126 => char::from(ascii),
            digit @ 127..=150 => char::from(b'0' + digit % 10),
            letter @ 151..=240 => char::from(b'a' + letter % 26),
            _ => char::from_u32(self.four() % 0x11_0000).unwrap_or('\u{fffd}'),
        }
    }

    fn several<T>(&mut self, most: u8, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.byte() % (most + 1)).map(|_| one(self)).collect()
    }
}

/// The document that `bytes` stand for.
pub fn document(bytes: &[u8]) -> DocumentText {
    let mut bytes = Bytes(bytes);
    let bookmarks = bytes.several(4, |bytes| Bookmark {
        level: bytes.byte(),
        title: bytes.several(12, Bytes::ch).into_iter().collect(),
        page: (bytes.byte() % 4 > 0).then(|| u32::from(bytes.byte() % 8)),
        y: (bytes.byte() % 2 > 0).then(|| bytes.number()),
    });
    let mut pages = Vec::new();
    while !bytes.0.is_empty() && pages.len() < 12 {
        let index = u32::try_from(pages.len()).unwrap_or(0);
        pages.push(page(&mut bytes, index));
    }
    let count = u32::try_from(pages.len()).unwrap_or(0);
    DocumentText { info: DocumentInfo { pages: count, bookmarks, ..DocumentInfo::default() }, pages }
}

fn page(bytes: &mut Bytes<'_>, index: u32) -> PageText {
    let odd = bytes.byte();
    let (width, height) = if odd < 24 { (bytes.number(), bytes.number()) } else { (612.0, 792.0) };
    let fonts = bytes.several(4, |bytes| {
        let bits = bytes.byte();
        let name = if bits & 16 > 0 { "Some-BoldItalic" } else { "" };
        FontInfo {
            name: name.into(),
            weight: u16::from(bits) * 4,
            italic: bits & 1 > 0,
            bold: bits & 2 > 0,
            monospace: bits & 4 > 0,
            serif: bits & 8 > 0,
        }
    });
    let mut chars = Vec::new();
    for _ in 0..bytes.byte() {
        if bytes.0.is_empty() {
            break;
        }
        match bytes.byte() {
            0..=40 => chars.push(stray(bytes)),
            _ => line(bytes, &mut chars),
        }
    }
    PageText {
        index,
        label: odd.is_multiple_of(3).then(|| bytes.several(4, Bytes::ch).into_iter().collect()),
        width,
        height,
        rotation: [0, 90, 180, 270, 45][usize::from(bytes.byte() % 5)],
        fonts,
        chars,
        rules: bytes.several(6, |bytes| Rule { rect: bytes.rect(), color: bytes.four() }),
        boxes: bytes.several(3, |bytes| FilledBox { rect: bytes.rect(), color: bytes.four() }),
        images: bytes.several(3, Bytes::rect),
        drawings: bytes.several(3, Bytes::rect),
        links: bytes.several(3, |bytes| PageLink {
            rect: bytes.rect(),
            target_page: Some(u32::from(bytes.byte())),
            target_y: Some(bytes.number()),
        }),
        roles: bytes.several(4, |bytes| RoleSpan {
            mcid: i32::from(bytes.byte() % 8) - 2,
            role: ROLES[usize::from(bytes.byte()) % ROLES.len()].into(),
        }),
        warnings: Vec::new(),
    }
}

/// A character anywhere in any size.
fn stray(bytes: &mut Bytes<'_>) -> PageChar {
    PageChar {
        ch: bytes.ch(),
        rect: bytes.rect(),
        x: bytes.number(),
        y: bytes.number(),
        size: bytes.number(),
        font: u16::from(bytes.byte()),
        color: bytes.four(),
        angle: u16::from(bytes.byte()) * 2,
        mcid: i32::from(bytes.byte() % 8) - 2,
        flags: bytes.byte(),
    }
}

/// A line of text as pages have them.
fn line(bytes: &mut Bytes<'_>, chars: &mut Vec<PageChar>) {
    let (x, y) = (f32::from(bytes.byte()) * 2.0, f32::from(bytes.byte() % 64) * 12.0);
    let look = bytes.byte();
    let size = [10.0, 10.0, 10.0, 8.0, 12.0, 14.0, 20.0, 9.5][usize::from(look % 8)];
    let mut left = x;
    for ch in bytes.several(80, Bytes::ch) {
        let rect = Rect { x0: left, y0: y - 0.2 * size, x1: left + 0.5 * size, y1: y + 0.8 * size };
        let (font, mcid) = (u16::from(look / 8 % 5), i32::from(look / 64) - 1);
        chars.push(PageChar { ch, rect, x: left, y, size, font, color: 0, angle: 0, mcid, flags: 0 });
        left += 0.5 * size;
    }
}
