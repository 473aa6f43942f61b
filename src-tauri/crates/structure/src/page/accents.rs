//! Spacing accents → composed letters, whichever of the two is printed first and however far apart in the content.

use unicode_normalization::char::compose;

use super::glyphs::Glyph;

/// How many glyphs back a letter looks for an accent printed before it.
const LETTER_REACH: usize = 12;
/// How many glyphs back an accent looks for its letter: some producers print the accents of a line behind it.
const ACCENT_REACH: usize = 300;

/// Joins an accent with the letter that it stands over, whichever of the two comes first.
pub fn fold_accent(glyphs: &mut Vec<Glyph>, glyph: &Glyph) -> bool {
    let own = combining(glyph.ch);
    let from = glyphs.len().saturating_sub(if own.is_some() { ACCENT_REACH } else { LETTER_REACH });
    for at in (from..glyphs.len()).rev() {
        let known = glyphs[at];
        let (letter, accent, mark) = match (own, combining(known.ch)) {
            (Some(mark), None) => (known, *glyph, mark),
            (None, Some(mark)) => (*glyph, known, mark),
            _ => continue,
        };
        let base = match letter.ch {
            'ı' => 'i',
            'ȷ' => 'j',
            other => other,
        };
        let Some(whole) = compose(base, mark).filter(|_| stands_over(&accent, &letter)) else { continue };
        let mut joined = Glyph { ch: whole, x0: letter.x0.min(accent.x0), x1: letter.x1.max(accent.x1), ..letter };
        if known.index + known.count == glyph.index {
            (joined.index, joined.count, joined.space) = (known.index, known.count + glyph.count, known.space);
        }
        if own.is_some() {
            glyphs[at] = joined;
        } else {
            glyphs.remove(at);
            if let Some(next) = glyphs.get_mut(at) {
                next.space |= accent.space;
            }
            glyphs.push(joined);
        }
        return true;
    }
    false
}

/// Whether an accent is printed over (or under) the letter rather than beside it.
fn stands_over(accent: &Glyph, letter: &Glyph) -> bool {
    let overlap = accent.x1.min(letter.x1) - accent.x0.max(letter.x0);
    let width = (accent.x1 - accent.x0).min(letter.x1 - letter.x0);
    (accent.base - letter.base).abs() < 0.6 * letter.size.max(accent.size) && overlap > 0.3 * width
}

/// The combining mark of a spacing accent.
pub fn combining(ch: char) -> Option<char> {
    if ch.is_ascii() && ch != '`' {
        return None;
    }
    Some(match ch {
        '´' | '\u{301}' => '\u{301}',
        '`' | '\u{300}' => '\u{300}',
        '¨' | '\u{308}' => '\u{308}',
        'ˆ' | '\u{302}' => '\u{302}',
        '˜' | '\u{303}' => '\u{303}',
        '¸' | '\u{327}' => '\u{327}',
        'ˇ' | '\u{30c}' => '\u{30c}',
        '˘' | '\u{306}' => '\u{306}',
        '˙' | '\u{307}' => '\u{307}',
        '˚' | '\u{30a}' => '\u{30a}',
        '˝' | '\u{30b}' => '\u{30b}',
        _ => return None,
    })
}
