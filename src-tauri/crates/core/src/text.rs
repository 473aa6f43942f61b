//! Text → comparable words, one way for all: what question analysis, reranking, quoting and verification match on.

use std::borrow::Cow;
use std::sync::LazyLock;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

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
    // Hardly any text needs composing, and asking costs a tenth of doing.
    match is_nfkc_quick(text.chars()) {
        IsNormalized::Yes => tidied(text.chars(), text.len()),
        _ => tidied(text.nfkc(), text.len()),
    }
}

fn tidied(chars: impl Iterator<Item = char>, length: usize) -> String {
    let mut out = String::with_capacity(length);
    for c in chars {
        if c.is_ascii_graphic() {
            out.push(c);
            continue;
        }
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
    if text.is_ascii() {
        return text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    }
    text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Lower case, NFKC, possessive ending cut.
#[must_use]
pub fn fold(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    fold_into(word, &mut out);
    out
}

fn fold_into(word: &str, out: &mut String) {
    out.clear();
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        out.extend(word.nfkc().flat_map(char::to_lowercase).map(|c| if c == '\u{2019}' { '\'' } else { c }));
    }
    let kept = out.strip_suffix("'s").or_else(|| out.strip_suffix('\'')).map_or(out.len(), str::len);
    out.truncate(kept);
}

/// A plural or verb ending cut, so that `ratios` meets `ratio` and `inventories` meets `inventory`. English only; other
/// words pass unchanged. Words with digits are identifiers and stay as they are.
#[must_use]
pub fn stem(word: &str) -> String {
    stemmed(word).into_owned()
}

/// [`stem`] that copies only where an ending is replaced.
#[must_use]
pub fn stemmed(word: &str) -> Cow<'_, str> {
    let n = word.len();
    if n < 4 || !word.ends_with('s') || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    if let Some(root) = word.strip_suffix("ies").filter(|r| r.len() >= 3) {
        return Cow::Owned(format!("{root}y"));
    }
    if ["sses", "xes", "ches", "shes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return Cow::Borrowed(&word[..n - 2]);
    }
    let whole = ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    Cow::Borrowed(if whole { word } else { &word[..n - 1] })
}

/// Words of a text in order. Connectors inside a word (`-`, `.`, `/`, `&`, `_`, `'`, `+`, `#`) stay, so identifiers such
/// as `LM317-ADJ/NOPB` and numbers such as `1,577.00` are one word; CJK text gives its bigrams (single characters alone).
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    each_word(text, |start, end, norm| {
        let raw = &text[start..end];
        let cut = ["'s", "\u{2019}s"].iter().find_map(|ending| raw.strip_suffix(ending)).unwrap_or(raw);
        out.push(Word { raw: cut.to_owned(), norm: norm.to_owned(), start, end });
    });
    out
}

/// Visits the words that [`words`] gives without keeping them: first byte, one past the last, folded.
pub fn each_word(text: &str, mut see: impl FnMut(usize, usize, &str)) {
    let mut norm = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_ascii() && !c.is_ascii_alphanumeric() {
            at += 1;
        } else if is_cjk(c) {
            let length = text[at..].find(|c| !is_cjk(c)).unwrap_or(text.len() - at);
            bigrams(&text[at..at + length], at, &mut see);
            at += length;
        } else if c.is_alphanumeric() {
            let end = at + word_length(&text[at..]);
            fold_into(&text[at..end], &mut norm);
            see(at, end, &norm);
            at = end;
        } else {
            at += c.len_utf8();
        }
    }
}

/// Folded and stemmed words, for matching as a bag.
#[must_use]
pub fn stems(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| stem(&word.norm)).collect()
}

/// Bytes of the word at the start of a text.
fn word_length(text: &str) -> usize {
    // Most words are letters and digits up to a space.
    let plain = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if matches!(text.as_bytes().get(plain), None | Some(b' ' | b'\n')) {
        return plain;
    }
    let from = plain.saturating_sub(1);
    let mut chars = text[from..].char_indices().map(|(at, c)| (from + at, c)).peekable();
    let mut before = None;
    while let Some((at, c)) = chars.next() {
        if !continues(before, c, chars.peek().map(|(_, next)| *next)) {
            return at;
        }
        before = Some(c);
    }
    text.len()
}

fn continues(before: Option<char>, c: char, next: Option<char>) -> bool {
    if c.is_alphanumeric() {
        return !is_cjk(c);
    }
    let joined = |test: fn(char) -> bool| before.is_some_and(test) && next.is_some_and(test);
    match c {
        '-' | '/' | '&' | '_' | '\'' | '\u{2019}' | '.' | '#' => joined(|c| c.is_alphanumeric() && !is_cjk(c)),
        ',' => joined(|c| c.is_ascii_digit()),
        '+' => before.is_some_and(|c| c.is_alphanumeric() || c == '+'),
        _ => false,
    }
}

/// Bigrams of a run of CJK characters that begins at byte `from`.
fn bigrams(run: &str, from: usize, see: &mut impl FnMut(usize, usize, &str)) {
    let mut ends = run.char_indices().map(|(at, c)| at + c.len_utf8());
    let first = ends.next().unwrap_or_default();
    if first == run.len() {
        see(from, from + first, run);
    }
    for ((start, _), end) in run.char_indices().zip(ends) {
        see(from + start, from + end, &run[start..end]);
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
    fn words_end_where_nothing_joins_on() {
        assert_eq!(norms("LM317- x86, 5,\n7.b,c é-x a.é 3µA b_"), ["lm317", "x86", "5", "7.b", "c", "é-x", "a.é", "3μa", "b"]);
        assert_eq!(norms("a高b高-c A"), ["a", "高", "b", "高", "c", "a"]);
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
    fn words_know_where_they_stand() {
        let text = "A 营业收入 of 3M’s ½ unit, 5+ years";
        let found: Vec<(&str, String)> = words(text).into_iter().map(|w| (&text[w.start..w.end], w.norm)).collect();
        let wanted = [
            ("A", "a"),
            ("营业", "营业"),
            ("业收", "业收"),
            ("收入", "收入"),
            ("of", "of"),
            ("3M’s", "3m"),
            ("½", "1⁄2"),
            ("unit", "unit"),
            ("5+", "5+"),
            ("years", "years"),
        ];
        assert_eq!(found, wanted.map(|(raw, norm)| (raw, norm.to_owned())));
        assert_eq!(normalise("ﬁle\tof  e\u{301}tudes"), "file of \u{e9}tudes");
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
