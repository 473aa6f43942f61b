//! Text → comparable words, one way for all: what question analysis, reranking, quoting and verification match on.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// A word of a text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As written, without a possessive ending.
    pub raw: String,
    /// Folded: NFKC, lower case, possessive cut. CJK runs come as one word per bigram.
    pub norm: String,
    /// First byte in the text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// Whether the character belongs to a script that is written without spaces between words.
#[must_use]
pub fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

/// NFKC, one kind of apostrophe and dash, white space folded to single spaces, ends trimmed.
#[must_use]
pub fn normalise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.nfkc() {
        let c = match c {
            '\u{2018}' | '\u{2019}' | '\u{02BC}' | '\u{FF07}' => '\'',
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            c if c.is_control() || c == '\u{FEFF}' || c == '\u{200B}' => ' ',
            c => c,
        };
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Letters and digits only, lower case, NFKC: `Best Buy`, `BESTBUY` and `best-buy` are all `bestbuy`.
#[must_use]
pub fn squash(text: &str) -> String {
    text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Lower case, NFKC, possessive ending cut.
#[must_use]
pub fn fold(word: &str) -> String {
    let lower = if word.is_ascii() {
        word.to_ascii_lowercase()
    } else {
        word.nfkc().flat_map(char::to_lowercase).map(|c| if c == '\u{2019}' { '\'' } else { c }).collect()
    };
    lower.strip_suffix("'s").or_else(|| lower.strip_suffix('\'')).unwrap_or(&lower).to_string()
}

/// A plural or verb ending cut, so that `ratios` meets `ratio` and `inventories` meets `inventory`. English only; other
/// words pass unchanged. Words with digits are identifiers and stay as they are.
#[must_use]
pub fn stem(word: &str) -> String {
    let n = word.len();
    if n < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_string();
    }
    if let Some(root) = word.strip_suffix("ies").filter(|r| r.len() >= 3) {
        return format!("{root}y");
    }
    for ending in ["sses", "xes", "ches", "shes", "zes"] {
        if word.ends_with(ending) {
            return word[..n - 2].to_string();
        }
    }
    if word.ends_with('s') && !["ss", "us", "is"].iter().any(|e| word.ends_with(e)) {
        return word[..n - 1].to_string();
    }
    word.to_string()
}

/// Words of a text in order. Connectors inside a word (`-`, `.`, `/`, `&`, `_`, `'`, `+`, `#`) stay, so identifiers such
/// as `LM317-ADJ/NOPB` and numbers such as `1,577.00` are one word; CJK text gives its bigrams (single characters alone).
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at].1;
        if is_cjk(c) {
            let from = at;
            while at < chars.len() && is_cjk(chars[at].1) {
                at += 1;
            }
            bigrams(text, &chars, from, at, &mut out);
        } else if c.is_alphanumeric() {
            let from = at;
            while at < chars.len() && continues(&chars, at) {
                at += 1;
            }
            let end = chars.get(at).map_or(text.len(), |(i, _)| *i);
            push_word(text, chars[from].0, end, &mut out);
        } else {
            at += 1;
        }
    }
    out
}

/// Folded and stemmed words, for matching as a bag.
#[must_use]
pub fn stems(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| stem(&word.norm)).collect()
}

fn continues(chars: &[(usize, char)], at: usize) -> bool {
    let c = chars[at].1;
    if c.is_alphanumeric() {
        return !is_cjk(c);
    }
    let next = chars.get(at + 1).map(|(_, c)| *c);
    let before = at.checked_sub(1).map(|i| chars[i].1);
    let joined = |test: fn(char) -> bool| before.is_some_and(test) && next.is_some_and(test);
    match c {
        '-' | '/' | '&' | '_' | '\'' | '\u{2019}' | '.' | '#' => joined(|c| c.is_alphanumeric() && !is_cjk(c)),
        ',' => joined(|c| c.is_ascii_digit()),
        '+' => before.is_some_and(|c| c.is_alphanumeric() || c == '+'),
        _ => false,
    }
}

fn push_word(text: &str, start: usize, end: usize, out: &mut Vec<Word>) {
    let raw = &text[start..end];
    let norm = fold(raw);
    let cut = ["'s", "\u{2019}s"].iter().find_map(|s| raw.strip_suffix(s)).unwrap_or(raw);
    out.push(Word { raw: cut.to_string(), norm, start, end });
}

fn bigrams(text: &str, chars: &[(usize, char)], from: usize, to: usize, out: &mut Vec<Word>) {
    let end_of = |i: usize| chars.get(i).map_or(text.len(), |(at, _)| *at);
    if to - from == 1 {
        let (start, end) = (chars[from].0, end_of(to));
        out.push(Word { raw: text[start..end].to_string(), norm: text[start..end].to_string(), start, end });
    }
    for (i, (start, _)) in chars.iter().enumerate().take(to.saturating_sub(1)).skip(from) {
        let (start, end) = (*start, end_of(i + 2));
        out.push(Word { raw: text[start..end].to_string(), norm: text[start..end].to_string(), start, end });
    }
}

static STOP: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut list: Vec<&str> = include_str!("text/stopwords.txt").lines().filter(|line| !line.is_empty()).collect();
    list.sort_unstable();
    list
});

/// Whether a folded word carries no subject of its own (`the`, `what`, `show`; `的`).
#[must_use]
pub fn is_stop(norm: &str) -> bool {
    STOP.binary_search(&norm).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{fold, is_stop, normalise, squash, stem, words};

    fn norms(text: &str) -> Vec<String> {
        words(text).into_iter().map(|w| w.norm).collect()
    }

    #[test]
    fn identifiers_and_numbers_stay_whole() {
        assert_eq!(norms("LM317-ADJ/NOPB at 1,577.00 V."), ["lm317-adj/nopb", "at", "1,577.00", "v"]);
        assert_eq!(norms("AT&T, C++ and J&J's"), ["at&t", "c++", "and", "j&j"]);
    }

    #[test]
    fn possessives_are_cut() {
        assert_eq!(norms("3M's AMCOR’s Williams'"), ["3m", "amcor", "williams"]);
        assert_eq!(fold("Heinz's"), "heinz");
    }

    #[test]
    fn t167_t169_cjk_gives_bigrams() {
        assert_eq!(norms("营业收入2022"), ["营业", "业收", "收入", "2022"]);
        assert_eq!(norms("東"), ["東"]);
    }

    #[test]
    fn squashing_makes_spellings_meet() {
        assert_eq!(squash("Best Buy"), squash("BEST-BUY"));
        assert_eq!(normalise("  a\u{00A0}b\u{2013}c "), "a b-c");
    }

    #[test]
    fn plurals_meet_their_singular() {
        assert_eq!(stem("inventories"), "inventory");
        assert_eq!(stem("taxes"), "tax");
        assert_eq!(stem("gas"), "gas");
        assert_eq!(stem("loss"), "loss");
        assert_eq!(stem("10ks"), "10ks");
        assert!(is_stop("the") && !is_stop("revenue"));
    }
}
