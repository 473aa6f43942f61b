//! Case, width, ligatures and accents removed, so that one word has one spelling.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Lower-cased NFKC text with Latin and Greek accents, soft hyphens and zero-width characters gone, and one kind of hyphen and
/// apostrophe. ASCII text takes the short way.
pub(super) fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    let mut folded = String::with_capacity(text.len());
    for ch in text.chars().filter(|ch| !is_invisible(*ch)).flat_map(part_superscript).nfkc() {
        for lower in ch.to_lowercase() {
            push(lower, &mut folded);
        }
    }
    Cow::Owned(folded)
}

fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

/// A raised digit is a footnote mark or an exponent, no part of the number or word before it.
fn part_superscript(ch: char) -> impl Iterator<Item = char> {
    let raised = matches!(ch, '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{2070}'..='\u{2079}');
    raised.then_some(' ').into_iter().chain(std::iter::once(ch))
}

fn push(ch: char, folded: &mut String) {
    match ch {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' => folded.push('-'),
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' | '\u{02BC}' => folded.push('\''),
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'ø' => folded.push('o'),
        'ł' => folded.push('l'),
        'đ' | 'ð' => folded.push('d'),
        'þ' => folded.push_str("th"),
        'ı' => folded.push('i'),
        'ς' => folded.push('σ'),
        // Combining dot that lower-casing `İ` leaves behind.
        '\u{307}' => {}
        '\u{E0}'..='\u{24F}' | '\u{386}'..='\u{3FF}' | '\u{1E00}'..='\u{1FFF}' => {
            folded.extend(std::iter::once(ch).nfd().filter(|part| !matches!(part, '\u{300}'..='\u{36F}')));
        }
        _ => folded.push(ch),
    }
}
