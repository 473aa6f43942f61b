//! Titles → the forms in which they are compared.

use std::sync::LazyLock;

use regex::Regex;
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization as _;

use super::Pattern;

/// A leading number or letter label: `1`, `1.2.3`, `A.1`, `IV.`, `Chapter 3:`, `(a)`, `§ 4`, `第3章`. An empty group marks the
/// end of the label where what follows is only looked at.
static NUMBER: Pattern = LazyLock::new(|| {
    const WORDS: &str = "chapter|part|appendix|section|article|item|note|exhibit|annex|kapitel|teil|anhang|abschnitt|\
        chapitre|partie|annexe|cap[ií]tulo|parte|ap[eé]ndice|capitolo|appendice|глава|часть|раздел|приложение|\
        rozdział|hoofdstuk|capítol|kapitola";
    let pattern = [
        &format!(r"(?i)^\s*(?:(?:{WORDS})\s*(?:[0-9]+(?:\.[0-9]+)*[a-z]?|[ivxlcdm]+|[a-z])\b\s*[.:)\-]*\s*"),
        r"|§+\s*[0-9.]+\s*",
        r"|第\s*[0-9一二三四五六七八九十百]+\s*[章节節部編篇]\s*",
        r"|\(?[a-z]?[0-9]+(?:[.\-][0-9]+)*(?:\s*[.:)]+\s*|\s+|()[\u{3040}-\u{9fff}]|$)",
        r"|\(?[a-z](?:\.[0-9]+)+[.:)]*\s+",
        r"|\(?(?:[ivxlcdm]{1,7}|[a-z])[.:)]+\s*",
        r"|[a-z]\s+()[\p{L}\p{N}_]{2})",
    ]
    .concat();
    Regex::new(&pattern).ok()
});

/// White space as the referee's language knows it: Unicode's, and the four separators U+001C to U+001F.
pub(super) fn is_space(ch: char) -> bool {
    ch.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&ch)
}

/// Letters and every kind of number; no marks, no underscore.
pub(super) fn is_word(ch: char) -> bool {
    static WORD: Pattern = LazyLock::new(|| Regex::new(r"^[\p{L}\p{N}]").ok());
    if ch.is_ascii() {
        return ch.is_ascii_alphanumeric();
    }
    super::matches(&WORD, ch.encode_utf8(&mut [0; 4]))
}

/// Unicode's full case folding.
pub(super) fn fold_case(text: &str) -> String {
    UniCase::new(text).to_folded_case()
}

/// White space runs as one space, none at the ends.
pub(super) fn fold_space(text: &str) -> String {
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// NFKC, case-folded, dashes and quotation marks unified, white space collapsed.
#[must_use]
pub fn normalise(text: &str) -> String {
    let unified = text.nfkc().filter(|ch| !matches!(ch, '\u{200b}' | '\u{feff}')).map(|ch| match ch {
        '\u{2010}'..='\u{2014}' | '\u{2212}' | '\u{ad}' => '-',
        '\u{2018}' | '\u{2019}' | '`' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        other => other,
    });
    fold_case(&fold_space(&unified.collect::<String>()))
}

/// A normalised title without its leading number; the title itself when fewer than three characters would be left.
#[must_use]
pub fn strip_number(normalised: &str) -> &str {
    let Some(found) = NUMBER.as_ref().and_then(|pattern| pattern.captures(normalised)) else {
        return normalised.trim();
    };
    let mark = found.get(1).or_else(|| found.get(2));
    let end = mark.or_else(|| found.get(0)).map_or(0, |group| group.end());
    let rest = normalised.get(end..).unwrap_or("").trim();
    if rest.chars().take(3).count() == 3 { rest } else { normalised }
}

/// The normalised title without spaces: comparison that does not care how words were split.
#[must_use]
pub fn compact(text: &str) -> String {
    normalise(text).replace(' ', "")
}

/// [`compact`] without the leading number.
pub(super) fn compact_bare(text: &str) -> String {
    strip_number(&normalise(text)).replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::{compact, compact_bare, fold_case, is_word, normalise, strip_number};

    #[test]
    fn titles_are_normalised() {
        assert_eq!(normalise("  The\u{a0}“Straße”\u{2014}A \u{fb01}le\u{200b} "), "the \"strasse\"-a file");
        assert_eq!(compact("1.2 Ｗｉｄｅ `x`"), "1.2wide'x'");
        assert_eq!(fold_case("İΣς"), "i\u{307}σσ");
    }

    #[test]
    fn numbers_go_and_short_rests_stay() {
        let cases = [
            ("1.2.3 overview", "overview"),
            ("chapter 3: results", "results"),
            ("item 1a. risk factors", "risk factors"),
            ("(a) scope", "scope"),
            ("iv. methods", "methods"),
            ("a.1 tables", "tables"),
            ("第3章 结果概述", "结果概述"),
            ("3结果概述", "结果概述"),
            ("§ 4 haftung", "haftung"),
            ("a note on speed", "note on speed"),
            ("1 ab", "1 ab"),
            ("2020-2021", "2020-2021"),
            ("overview", "overview"),
            ("part of it", "part of it"),
        ];
        for (given, wanted) in cases {
            assert_eq!(strip_number(given), wanted, "{given}");
        }
        assert_eq!(compact_bare("2.1  The  Start"), "thestart");
    }

    #[test]
    fn word_characters_are_letters_and_numbers_without_marks() {
        assert!(['a', 'é', '中', '²', 'Ⅷ', '½', '5'].into_iter().all(is_word));
        assert!(!['_', '\u{301}', '\u{93f}', 'Ⓐ', '-', ' '].into_iter().any(is_word));
    }
}
