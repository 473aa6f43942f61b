//! The characters of a page with boxes as drawn. What belongs to a whole text object is asked once per object, not per character.

use waymark_core::geometry::Rect;
use waymark_core::page::{FontInfo, PageChar, PageText, char_flags};

use super::fonts::Fonts;
use super::geometry::{Matrix, RectF, finite, relative};
use super::page::Page;
use super::{Bindings, Handle};

/// Characters kept of one page.
const MAX_CHARS: i32 = 400_000;
/// Marked-content id given to page furniture, which has the role `Artifact`.
pub const ARTIFACT: i32 = -2;
const MODE_STROKE_TOO: i32 = 2;
const MODE_INVISIBLE: i32 = 3;

/// What the characters of one text object share.
#[derive(Clone, Copy)]
struct Run {
    object: Handle,
    size: f32,
    font: u16,
    color: u32,
    angle: u16,
    mcid: i32,
    flags: u8,
}

impl Run {
    const NONE: Self = Self { object: std::ptr::null_mut(), size: 0.0, font: 0, color: 0, angle: 0, mcid: -1, flags: 0 };
}

/// Reads all characters of `page` into `text`.
pub fn read(page: &Page, text: &mut PageText) {
    let bindings = page.bindings;
    // SAFETY: the page is loaded.
    let handle: Handle = unsafe { bindings.FPDFText_LoadPage(page.handle.cast()).cast() };
    if handle.is_null() {
        text.warnings.push(format!("the text of page {} could not be read", text.index + 1));
        return;
    }
    // SAFETY: the text page was just loaded.
    let count = unsafe { bindings.FPDFText_CountChars(handle.cast()) };
    if count > MAX_CHARS {
        text.warnings.push(format!("page {} has {count} characters, only the first {MAX_CHARS} were read", text.index + 1));
    }
    let mut reader = Reader { bindings, handle, origin: page.origin, fonts: Fonts::default(), run: Run::NONE };
    text.chars.reserve(usize::try_from(count.clamp(0, MAX_CHARS)).unwrap_or(0));
    for index in 0..count.min(MAX_CHARS) {
        let read = reader.char(index, &mut text.fonts);
        push(&mut text.chars, read);
    }
    settle(&mut text.chars);
    if text.fonts.is_empty() && !text.chars.is_empty() {
        text.fonts.push(FontInfo::default());
    }
    // SAFETY: loaded above, closed once.
    unsafe { bindings.FPDFText_ClosePage(handle.cast()) };
}

/// Adds a character; the second half of a surrogate pair completes the first.
fn push(chars: &mut Vec<PageChar>, (unit, mut read): (u32, PageChar)) {
    const HIGH: std::ops::Range<u32> = 0xD800..0xDC00;
    const LOW: std::ops::Range<u32> = 0xDC00..0xE000;
    if LOW.contains(&unit)
        && let Some(last) = chars.last_mut().filter(|last| last.flags & PENDING != 0)
    {
        let high = u32::from(last.ch) - PENDING_BASE;
        last.ch = char::from_u32(0x10000 + (high << 10) + (unit - LOW.start)).unwrap_or(char::REPLACEMENT_CHARACTER);
        last.flags &= !PENDING;
        last.rect = last.rect.union(&read.rect);
        return;
    }
    settle(chars);
    if LOW.contains(&unit) {
        read.flags |= char_flags::UNMAPPED;
    }
    if HIGH.contains(&unit) {
        read.ch = char::from_u32(PENDING_BASE + (unit - HIGH.start)).unwrap_or(char::REPLACEMENT_CHARACTER);
        read.flags |= PENDING;
    }
    chars.push(read);
}

fn surrogate(unit: u32) -> bool {
    (0xD800..0xE000).contains(&unit)
}

/// The character for a code unit and its flags. For a font without a map PDFium's guess, the character code itself, is kept: it is
/// right for most Latin fonts, and the flag lets readers doubt it.
fn decide(unit: u32, hyphen: bool, unmapped: bool) -> (char, u8) {
    let ch = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
    if hyphen {
        let ch = if matches!(ch, '\u{2}' | '\u{ad}') { '-' } else { ch };
        return (ch, char_flags::HYPHEN);
    }
    // These codes are the ligatures of TeX's encodings; whether they are meant shows in the word around them.
    let ligature = matches!(unit, 0x0b..=0x0f | 0x1b..=0x1f);
    let unusable =
        unit == 0 || (unmapped && ch.is_control() && !ligature) || (ch == char::REPLACEMENT_CHARACTER && !surrogate(unit));
    match (unusable, unmapped) {
        (true, _) => (char::REPLACEMENT_CHARACTER, char_flags::UNMAPPED),
        (false, true) => (ch, char_flags::UNMAPPED),
        (false, false) => (ch, 0),
    }
}

/// A high surrogate that waits for its other half is kept in a private plane under this flag.
const PENDING: u8 = 0x80;
const PENDING_BASE: u32 = 0xF_0000;

/// Turns a high surrogate without its other half into an unmapped character.
fn settle(chars: &mut [PageChar]) {
    if let Some(last) = chars.last_mut().filter(|last| last.flags & PENDING != 0) {
        last.ch = char::REPLACEMENT_CHARACTER;
        last.flags = (last.flags & !PENDING) | char_flags::UNMAPPED;
    }
}

struct Reader {
    bindings: &'static Bindings,
    handle: Handle,
    origin: (f32, f32),
    fonts: Fonts,
    run: Run,
}

impl Reader {
    /// The character at `index` and the raw code unit PDFium gives for it.
    fn char(&mut self, index: i32, fonts: &mut Vec<FontInfo>) -> (u32, PageChar) {
        let (bindings, text) = (self.bindings, self.handle);
        // SAFETY: the text page is loaded and `index` is below its count.
        let (unit, generated) =
            unsafe { (bindings.FPDFText_GetUnicode(text.cast(), index), bindings.FPDFText_IsGenerated(text.cast(), index) == 1) };
        if generated && matches!(unit, 0x0a | 0x0d | 0x20) {
            return (unit, self.made_up(unit));
        }
        let (mut x, mut y) = (0.0f64, 0.0f64);
        let mut loose = RectF::default();
        // SAFETY: the text page is loaded, `index` is below its count, and the rectangle has the layout of FS_RECTF.
        let (hyphen, unmapped, object) = unsafe {
            bindings.FPDFText_GetLooseCharBox(text.cast(), index, std::ptr::from_mut(&mut loose).cast());
            bindings.FPDFText_GetCharOrigin(text.cast(), index, &raw mut x, &raw mut y);
            (
                bindings.FPDFText_IsHyphen(text.cast(), index) == 1,
                bindings.FPDFText_HasUnicodeMapError(text.cast(), index) == 1,
                bindings.FPDFText_GetTextObject(text.cast(), index).cast::<std::ffi::c_void>(),
            )
        };
        if !object.is_null() && object != self.run.object {
            self.run = self.run_of(index, object, fonts);
        }
        let run = self.run;
        let (ch, mut flags) = decide(unit, hyphen, unmapped);
        flags |= if object.is_null() { 0 } else { run.flags };
        flags |= if generated { char_flags::GENERATED } else { 0 };
        #[allow(clippy::cast_possible_truncation)]
        let (x, y) = (x as f32, y as f32);
        let rect = loose.to_rect();
        let rect = if finite(&rect) { relative(rect, self.origin.0, self.origin.1) } else { Rect::default() };
        let (x, y) = (x - self.origin.0, y - self.origin.1);
        let (size, font, color, angle, mcid) = (run.size, run.font, run.color, run.angle, run.mcid);
        (unit, PageChar { ch, rect, x, y, size, font, color, angle, mcid, flags })
    }

    /// A space or line end that PDFium adds between pieces of text: nothing is printed there, so it has no place.
    fn made_up(&self, unit: u32) -> PageChar {
        let run = self.run;
        PageChar {
            ch: char::from_u32(unit).unwrap_or(' '),
            rect: Rect::default(),
            x: 0.0,
            y: 0.0,
            size: run.size,
            font: run.font,
            color: run.color,
            angle: run.angle,
            mcid: run.mcid,
            flags: char_flags::GENERATED,
        }
    }

    fn run_of(&mut self, index: i32, object: Handle, fonts: &mut Vec<FontInfo>) -> Run {
        let bindings = self.bindings;
        let mut matrix = Matrix::IDENTITY;
        let mut size = 0.0f32;
        let (mut r, mut g, mut b, mut alpha) = (0, 0, 0, 0);
        // SAFETY: the text object belongs to the loaded page and the matrix has the layout of FS_MATRIX.
        let (mode, font, mcid) = unsafe {
            bindings.FPDFText_GetMatrix(self.handle.cast(), index, std::ptr::from_mut(&mut matrix).cast());
            bindings.FPDFTextObj_GetFontSize(object.cast(), &raw mut size);
            bindings.FPDFPageObj_GetFillColor(object.cast(), &raw mut r, &raw mut g, &raw mut b, &raw mut alpha);
            (
                bindings.FPDFTextObj_GetTextRenderMode(object.cast()),
                bindings.FPDFTextObj_GetFont(object.cast()).cast(),
                bindings.FPDFPageObj_GetMarkedContentID(object.cast()),
            )
        };
        let font = self.fonts.get(bindings, font, mode == MODE_STROKE_TOO, fonts);
        let degrees = matrix.b.atan2(matrix.a).to_degrees().round().rem_euclid(360.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let angle = degrees as u16 % 360;
        Run {
            object,
            size: size.abs() * matrix.c.hypot(matrix.d),
            font,
            color: (r << 16) | (g << 8) | b,
            angle,
            mcid: if mcid < 0 && is_artifact(bindings, object) { ARTIFACT } else { mcid },
            flags: if mode == MODE_INVISIBLE { char_flags::INVISIBLE } else { 0 },
        }
    }
}

/// Whether the object stands in marked content called `Artifact`.
fn is_artifact(bindings: &Bindings, object: Handle) -> bool {
    // SAFETY: the object belongs to the loaded page; the buffer has the stated length in bytes.
    unsafe {
        let marks = bindings.FPDFPageObj_CountMarks(object.cast());
        (0..marks.clamp(0, 16)).any(|index| {
            let mark = bindings.FPDFPageObj_GetMark(object.cast(), index as _);
            let mut name = [0u16; 10];
            let mut length = 0;
            bindings.FPDFPageObjMark_GetName(mark, name.as_mut_ptr().cast(), 20, &raw mut length) != 0
                && name.iter().take(8).copied().eq("Artifact".encode_utf16())
                && name[8] == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{decide, push};
    use waymark_core::geometry::Rect;
    use waymark_core::page::{PageChar, char_flags};

    fn one(unit: u32) -> (u32, PageChar) {
        let ch = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
        let rect = Rect::default();
        (unit, PageChar { ch, rect, x: 0.0, y: 0.0, size: 1.0, font: 0, color: 0, angle: 0, mcid: -1, flags: 0 })
    }

    #[test]
    fn surrogate_halves_become_one_character() {
        let mut chars = Vec::new();
        [0x41, 0xD840, 0xDC00, 0x42].map(one).into_iter().for_each(|read| push(&mut chars, read));
        assert_eq!(chars.iter().map(|read| read.ch).collect::<String>(), "A\u{20000}B");
        assert!(chars.iter().all(|read| read.flags == 0));
    }

    #[test]
    fn guesses_are_flagged_and_rubbish_is_replaced() {
        assert_eq!(decide(0x41, false, false), ('A', 0));
        assert_eq!(decide(0x41, false, true), ('A', char_flags::UNMAPPED));
        let replaced = (char::REPLACEMENT_CHARACTER, char_flags::UNMAPPED);
        assert_eq!(decide(3, false, true), replaced);
        assert_eq!(decide(0, false, false), replaced);
        assert_eq!(decide(2, true, false), ('-', char_flags::HYPHEN));
    }

    #[test]
    fn a_lonely_half_is_unmapped() {
        let mut chars = Vec::new();
        [0xD840, 0x42].map(one).into_iter().for_each(|read| push(&mut chars, read));
        assert_eq!(chars[0].ch, char::REPLACEMENT_CHARACTER);
        assert_eq!(chars[0].flags, char_flags::UNMAPPED);
    }
}
