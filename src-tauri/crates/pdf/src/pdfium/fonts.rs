//! Fonts of a page: PDFium's font handles turned into [`FontInfo`]s, each asked once.

use std::collections::HashMap;

use waymark_core::page::FontInfo;

use super::{Bindings, Handle};

const FLAG_FIXED_PITCH: i32 = 1;
const FLAG_SERIF: i32 = 1 << 1;
const FLAG_ITALIC: i32 = 1 << 6;
const FLAG_FORCE_BOLD: i32 = 1 << 18;
const BOLD: u16 = 600;

/// The fonts met so far on a page.
#[derive(Default)]
pub struct Fonts {
    known: HashMap<(usize, bool), u16>,
}

impl Fonts {
    /// The index of a font handle in the page's `fonts`. `stroked` marks text whose outline is drawn too, which is how some programs make bold.
    pub fn get(&mut self, bindings: &Bindings, font: Handle, stroked: bool, fonts: &mut Vec<FontInfo>) -> u16 {
        if let Some(known) = self.known.get(&(font as usize, stroked)) {
            return *known;
        }
        let mut info = if font.is_null() { FontInfo::default() } else { describe(bindings, font) };
        info.bold |= stroked;
        let index = fonts.iter().position(|other| *other == info).unwrap_or_else(|| {
            fonts.push(info);
            fonts.len() - 1
        });
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        self.known.insert((font as usize, stroked), index);
        index
    }
}

fn describe(bindings: &Bindings, font: Handle) -> FontInfo {
    let mut buffer = [0u8; 256];
    // SAFETY: the handle belongs to a text object of the loaded page and the buffer has the stated length.
    let (length, flags, weight) = unsafe {
        (
            bindings.FPDFFont_GetBaseFontName(font.cast(), buffer.as_mut_ptr().cast(), buffer.len() as _),
            bindings.FPDFFont_GetFlags(font.cast()),
            bindings.FPDFFont_GetWeight(font.cast()),
        )
    };
    #[allow(clippy::useless_conversion)]
    let length = usize::try_from(length).unwrap_or(0);
    let bytes = if length <= buffer.len() { &buffer[..length.saturating_sub(1)] } else { &[][..] };
    from_parts(&String::from_utf8_lossy(bytes), flags, weight)
}

/// A font from its PostScript name, descriptor flags and the weight PDFium derives from the stem width.
fn from_parts(name: &str, flags: i32, weight: i32) -> FontInfo {
    let name = strip_subset(name);
    let lower = name.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let flags = flags.max(0);
    let named_bold = says(&["bold", "black", "heavy", "semibd", "demi"]) || lower.ends_with("-bd") || lower.ends_with(",bd");
    let named_light = says(&["regular", "light", "roman", "book", "thin"]) && !named_bold;
    let weight =
        u16::try_from(weight).ok().filter(|weight| (1..=1200).contains(weight)).map_or(0, |weight| weight.clamp(100, 900));
    FontInfo {
        name: name.to_owned(),
        weight,
        italic: flags & FLAG_ITALIC != 0 || says(&["italic", "oblique", "kursiv"]) || lower.ends_with("-it"),
        bold: named_bold || (!named_light && (weight >= BOLD || flags & FLAG_FORCE_BOLD != 0)),
        monospace: flags & FLAG_FIXED_PITCH != 0 || says(&["courier", "mono", "consol", "typewriter", "cmtt"]),
        serif: flags & FLAG_SERIF != 0,
    }
}

fn strip_subset(name: &str) -> &str {
    match name.split_once('+') {
        Some((prefix, rest)) if prefix.len() == 6 && prefix.bytes().all(|byte| byte.is_ascii_uppercase()) => rest,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::{FLAG_FIXED_PITCH, from_parts};

    #[test]
    fn the_subset_prefix_goes_and_the_name_decides() {
        let font = from_parts("ABCDEF+Arial-BoldItalicMT", 0, 400);
        assert_eq!(font.name, "Arial-BoldItalicMT");
        assert!(font.bold && font.italic && !font.monospace);
        assert!(!from_parts("Times-Roman", 0, 700).bold);
        assert!(from_parts("Unknown", 0, 700).bold);
    }

    #[test]
    fn the_pitch_comes_from_flag_or_name() {
        assert!(from_parts("F1", FLAG_FIXED_PITCH, -1).monospace);
        assert!(from_parts("CourierNew", -1, -1).monospace);
        assert_eq!(from_parts("F1", -1, -1).weight, 0);
    }
}
