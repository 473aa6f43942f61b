//! Page → class: a text layer, an image only, garbage, or nothing.

use waymark_core::page::char_flags;
use waymark_core::{PageClass, PageText};

/// Whether a character tells that its font had no usable map to Unicode.
fn is_garbage(ch: char) -> bool {
    matches!(ch, '\u{fffd}' | '\u{0}'..='\u{1}' | '\u{3}'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{80}'..='\u{9f}')
        || matches!(ch, '\u{e000}'..='\u{efff}' | '\u{f100}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}')
}

/// A control code that TeX's text encodings use for a ligature.
fn is_tex_ligature(ch: &waymark_core::PageChar) -> bool {
    ch.flags & char_flags::UNMAPPED != 0 && matches!(ch.ch, '\u{b}'..='\u{f}' | '\u{1b}'..='\u{1f}')
}

/// Classifies a page by its characters and images.
///
/// Garbled: more than a third of the printed characters have no Unicode value, are controls or private-use, or the letters
/// are no language's (almost no vowels among many Latin letters, or symbols in the place of letters).
#[must_use]
pub fn classify(page: &PageText) -> PageClass {
    let (mut printed, mut bad, mut letters, mut vowels, mut symbols, mut spaces) =
        (0_usize, 0_usize, 0_usize, 0_usize, 0_usize, 0_usize);
    let (mut guessed, mut common, mut unmapped_letters) = (0_usize, 0_usize, 0_usize);
    for ch in &page.chars {
        if ch.flags & char_flags::GENERATED != 0 && ch.ch.is_whitespace() {
            spaces += 1;
            continue;
        }
        if ch.ch.is_whitespace() {
            spaces += 1;
            continue;
        }
        printed += 1;
        if ch.flags & char_flags::UNMAPPED != 0 {
            guessed += 1;
            common += usize::from(matches!(
                ch.ch.to_ascii_lowercase(),
                'e' | 't' | 'a' | 'o' | 'i' | 'n' | 's' | 'r' | 'h' | 'l' | 'd'
            ));
            unmapped_letters += usize::from(ch.ch.is_ascii_alphabetic());
        }
        if is_garbage(ch.ch) && !is_tex_ligature(ch) {
            bad += 1;
        } else if ch.ch.is_ascii_alphabetic() {
            letters += 1;
            vowels += usize::from(matches!(ch.ch.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y'));
        } else if ch.ch.is_ascii_punctuation() {
            symbols += 1;
        }
    }
    // Character codes taken for characters: right when they look like a language, garbage when not.
    let plausible = common * 2 > unmapped_letters && unmapped_letters * 2 > guessed;
    if guessed * 3 > printed && !plausible {
        bad = bad.max(guessed);
    }
    let page_area = page.width * page.height;
    let image_area: f32 = page.images.iter().map(waymark_core::Rect::area).filter(|area| area.is_finite()).sum();
    let covered = page_area > 0.0 && image_area > 0.3 * page_area;
    if printed < 4 {
        return if covered || !page.images.is_empty() { PageClass::Scanned } else { PageClass::Empty };
    }
    if covered && printed < 25 && image_area > 0.7 * page_area {
        return PageClass::Scanned;
    }
    if bad * 3 > printed {
        return PageClass::Garbled;
    }
    let known = printed - bad;
    let no_vowels = letters > 200 && letters * 2 > known && vowels * 12 < letters;
    let all_symbols = known > 200 && symbols * 2 > known && letters * 4 < known && spaces * 30 < known;
    if no_vowels || all_symbols { PageClass::Garbled } else { PageClass::Text }
}
