//! Codes of TeX's symbol fonts that carry no map → the signs they print.

use waymark_core::page::char_flags;
use waymark_core::{FontInfo, PageChar};

/// The sign that an unmapped code of a mathematical symbol font prints; `None` for other fonts and for codes that are left as read.
///
/// Such a font (`CMSY10`) has no small letters. Where its map is missing, the angle brackets of `⟨name⟩` come as `h` and `i`, and
/// stick to the word between them.
#[must_use]
pub fn sign(fonts: &[FontInfo], ch: &PageChar) -> Option<char> {
    if ch.flags & char_flags::UNMAPPED == 0 || !ch.ch.is_ascii_alphabetic() {
        return None;
    }
    let name = fonts.get(ch.font as usize)?.name.as_bytes();
    let begins = |start: &[u8]| name.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
    if begins(b"cmsy") || begins(b"cmbsy") {
        symbol(ch.ch)
    } else if begins(b"cmex") {
        large(ch.ch)
    } else {
        None
    }
}

/// Small letters in the encoding OMS.
fn symbol(code: char) -> Option<char> {
    Some(match code {
        'a' => '⊣',
        'b' => '⌊',
        'c' => '⌋',
        'd' => '⌈',
        'e' => '⌉',
        'f' => '{',
        'g' => '}',
        'h' => '⟨',
        'i' => '⟩',
        'j' => '|',
        'k' => '‖',
        'l' => '↕',
        'm' => '⇕',
        'n' => '\\',
        'o' => '≀',
        'p' => '√',
        'q' => '⨿',
        'r' => '∇',
        's' => '∫',
        't' => '⊔',
        'u' => '⊓',
        'v' => '⊑',
        'w' => '⊒',
        'x' => '§',
        'y' => '†',
        'z' => '‡',
        _ => return None,
    })
}

/// Letters in the encoding OMX that are operators; the others are pieces of brackets.
fn large(code: char) -> Option<char> {
    Some(match code {
        'P' | 'X' => '∑',
        'Q' | 'Y' => '∏',
        'R' | 'Z' => '∫',
        _ => return None,
    })
}
