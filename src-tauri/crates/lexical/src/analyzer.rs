//! Text to index terms: folded words, identifiers whole and in parts, numbers, and bigrams of scripts without spaces.
//!
//! The same rules serve the index, the query and everything that matches words against passages.

mod chunk;
mod fold;

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

/// What the terms are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Analysis {
    /// To be found: a run of Chinese, Japanese, Korean or Thai gives its bigrams and its single characters.
    Index,
    /// To find: such a run gives its bigrams; the single character only when it stands alone.
    Query,
}

/// Raised with every change of the rules; an index built under another number is rebuilt.
pub(crate) const RULES: u32 = 2;

/// The terms of a text as a query sees them, in order, repetitions included.
#[must_use]
pub fn tokens(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    analyze(text, Analysis::Query, &mut |term| terms.push(term.to_owned()));
    terms
}

/// Hands the terms of a text to `emit`, in order.
pub fn analyze(text: &str, analysis: Analysis, emit: &mut dyn FnMut(&str)) {
    let folded: Cow<'_, str> = fold::fold(text);
    let mut rest: &str = &folded;
    while let Some(first) = rest.chars().next() {
        let length = if is_unspaced(first) {
            let length = run_length(rest, is_unspaced);
            grams(&rest[..length], analysis, emit);
            length
        } else if is_word(first) {
            let length = chunk_length(rest);
            chunk::terms(&rest[..length], emit);
            length
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
    }
}

fn run_length(text: &str, belongs: fn(char) -> bool) -> usize {
    text.char_indices().find(|(_, ch)| !belongs(*ch)).map_or(text.len(), |(at, _)| at)
}

/// Length of the stretch of word characters with single connectors between them (`tps7a4701-q1`, `1,577.5`, `company's`).
fn chunk_length(text: &str) -> usize {
    let mut previous = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, ch)) = chars.next() {
        if is_word(ch) && !is_unspaced(ch) {
            previous = ch;
            continue;
        }
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        if !connects(previous, ch, next) {
            return at;
        }
        previous = ch;
    }
    text.len()
}

fn connects(previous: char, ch: char, next: char) -> bool {
    let between = is_word(previous) && is_word(next) && !is_unspaced(next);
    match ch {
        '-' | '_' | '.' | '\'' | '&' | '/' => between,
        ',' => previous.is_ascii_digit() && next.is_ascii_digit(),
        _ => false,
    }
}

fn is_word(ch: char) -> bool {
    if ch.is_ascii() { ch.is_ascii_alphanumeric() } else { ch.is_alphanumeric() || is_combining_mark(ch) }
}

/// Scripts written without spaces between words.
fn is_unspaced(ch: char) -> bool {
    matches!(u32::from(ch),
        0x0E01..=0x0E4F | 0x0E81..=0x0EFF      // Thai, Lao
        | 0x1000..=0x109F | 0x1780..=0x17D3    // Myanmar, Khmer
        | 0x1100..=0x11FF                      // Hangul letters
        | 0x3005..=0x3007 | 0x3031..=0x3035    // iteration marks, zero
        | 0x3041..=0x30FF | 0x3105..=0x312F    // kana, Bopomofo
        | 0x31A0..=0x31BF | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF    // Han
        | 0xAC00..=0xD7AF                      // Hangul syllables
        | 0xF900..=0xFAFF | 0x20000..=0x323AF)
        && ch != '\u{30FB}'
}

fn grams(run: &str, analysis: Analysis, emit: &mut dyn FnMut(&str)) {
    let mut bounds: Vec<usize> = run.char_indices().map(|(at, _)| at).collect();
    bounds.push(run.len());
    if analysis == Analysis::Index || bounds.len() == 2 {
        for pair in bounds.windows(2) {
            emit(&run[pair[0]..pair[1]]);
        }
    }
    for triple in bounds.windows(3) {
        emit(&run[triple[0]..triple[2]]);
    }
}

#[cfg(test)]
mod tests;
