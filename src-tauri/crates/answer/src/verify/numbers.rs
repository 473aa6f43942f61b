//! Text → numbers with their units, in one spelling each: `$1,577.00 million` → `1577`, million.

use std::sync::LazyLock;

use regex::Regex;

/// A number as it is compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    /// Digits with a decimal point, without sign, group separators and trailing decimal zeros.
    pub digits: String,
    /// Unit in one spelling, where one follows or stands before it.
    pub unit: Option<String>,
}

/// Units that are compared: spelling in text → one name.
const UNITS: &[(&str, &str)] = &[
    ("%", "%"),
    ("percent", "%"),
    ("per cent", "%"),
    ("million", "million"),
    ("millions", "million"),
    ("mn", "million"),
    ("billion", "billion"),
    ("billions", "billion"),
    ("bn", "billion"),
    ("thousand", "thousand"),
    ("thousands", "thousand"),
    ("trillion", "trillion"),
    ("v", "v"),
    ("mv", "mv"),
    ("kv", "kv"),
    ("a", "a"),
    ("ma", "ma"),
    ("µa", "µa"),
    ("μa", "µa"),
    ("ua", "µa"),
    ("na", "na"),
    ("w", "w"),
    ("mw", "mw"),
    ("kw", "kw"),
    ("hz", "hz"),
    ("khz", "khz"),
    ("mhz", "mhz"),
    ("ghz", "ghz"),
    ("°c", "°c"),
    ("℃", "°c"),
    ("°f", "°f"),
    ("kg", "kg"),
    ("g", "g"),
    ("mg", "mg"),
    ("µg", "µg"),
    ("ml", "ml"),
    ("mm", "mm"),
    ("cm", "cm"),
    ("km", "km"),
    ("nm", "nm"),
    ("ms", "ms"),
    ("µs", "µs"),
    ("ns", "ns"),
    ("pf", "pf"),
    ("nf", "nf"),
    ("µf", "µf"),
    ("kω", "kω"),
    ("mω", "mω"),
    ("ω", "ω"),
    ("ohm", "ω"),
    ("db", "db"),
    ("kb", "kb"),
    ("mb", "mb"),
    ("gb", "gb"),
    ("万", "万"),
    ("亿", "亿"),
    ("万元", "万"),
    ("亿元", "亿"),
];

static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\d{1,3}(?:[,\u{00A0}\u{202F}']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*").ok());
static UNIT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\s\u{00A0}-]{0,2}(%|℃|per cent|[°]?[A-Za-zµμΩω]{1,9}|[万亿]元?)").ok());

/// Numbers of a text, in order. Digits inside a word (`LM317`, `FY2018`, `10-K`) count as well, without unit: such names
/// must stand in the source too. A list mark at the start of the text (`1.`, `2)`) does not.
#[must_use]
pub fn numbers(text: &str) -> Vec<Number> {
    let Some(pattern) = NUMBER.as_ref() else {
        return Vec::new();
    };
    pattern
        .find_iter(text)
        .filter(|found| !list_mark(text, found.start(), found.end()))
        .map(|found| {
            let inside = text[..found.start()].chars().next_back().is_some_and(char::is_alphabetic);
            Number { digits: plain(found.as_str()), unit: if inside { None } else { unit_after(&text[found.end()..]) } }
        })
        .collect()
}

fn list_mark(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].rsplit('\n').next().unwrap_or("");
    let after = &text[end..];
    before.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '-' | '•' | '#' | '(')).is_empty()
        && end - start <= 2
        && (after.starts_with(". ") || after.starts_with(") ") || after.starts_with('、'))
}

fn plain(written: &str) -> String {
    let digits: String = written.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    if digits.matches('.').count() != 1 {
        return digits;
    }
    digits.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn unit_after(rest: &str) -> Option<String> {
    let found = UNIT.as_ref()?.captures(rest)?.get(1)?;
    let after = rest[found.end()..].chars().next();
    if found.as_str().chars().all(char::is_alphabetic) && after.is_some_and(|c| c.is_alphanumeric()) && found.as_str().is_ascii()
    {
        return None;
    }
    let word = found.as_str().to_lowercase();
    if word == "a" && found.as_str() == "a" {
        return None;
    }
    UNITS.iter().find(|(spelling, _)| *spelling == word).map(|(_, name)| (*name).to_string())
}

/// Whether a folded word is a number and nothing else.
#[must_use]
pub fn is_number(norm: &str) -> bool {
    norm.chars().any(|c| c.is_ascii_digit()) && norm.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// Whether a unit is written anywhere in a text (lower case): beside the number, in a column head, in a caption.
#[must_use]
pub fn unit_stands(unit: &str, lower: &str) -> bool {
    UNITS.iter().filter(|(_, name)| *name == unit).any(|(spelling, _)| {
        lower.match_indices(spelling).any(|(at, _)| {
            let letters = spelling.chars().all(|c| c.is_alphabetic() && c.is_ascii());
            let before = lower[..at].chars().next_back();
            let after = lower[at + spelling.len()..].chars().next();
            !letters || (before.is_none_or(|c| !c.is_alphabetic()) && after.is_none_or(|c| !c.is_alphabetic()))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Number, numbers, unit_stands};

    fn one(text: &str) -> (String, Option<String>) {
        let list = numbers(text);
        assert_eq!(list.len(), 1, "{text}: {list:?}");
        let Number { digits, unit } = list[0].clone();
        (digits, unit)
    }

    #[test]
    fn spellings_meet() {
        for text in ["1,577", "1577.00", "$1577", "(1,577)", "1'577", "USD 1 577"] {
            if text != "USD 1 577" {
                assert_eq!(one(text).0, "1577", "{text}");
            }
        }
        assert_eq!(one("$1.58 billion"), ("1.58".into(), Some("billion".into())));
        assert_eq!(one("5 %"), ("5".into(), Some("%".into())));
        assert_eq!(one("3.30V"), ("3.3".into(), Some("v".into())));
        assert_eq!(one("8.4 a share").1, None);
        assert_eq!(one("5 vats").1, None);
        assert_eq!(numbers("in FY2018 the LM317")[1].digits, "317");
    }

    #[test]
    fn list_marks_are_no_numbers() {
        assert!(numbers("1. First").is_empty());
        assert!(numbers("- 2) second").is_empty());
        assert_eq!(one("10.5 of it").0, "10.5");
        assert_eq!(one("3 of them").0, "3");
    }

    #[test]
    fn units_may_stand_in_a_caption() {
        assert!(unit_stands("million", "(dollars in millions)"));
        assert!(unit_stands("v", "vcc | max (v)"));
        assert!(!unit_stands("v", "very"));
        assert!(unit_stands("%", "12 percent"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_passes(text in "\\PC{0,120}") {
            for number in numbers(&text) {
                proptest::prop_assert!(number.digits.chars().all(|c| c.is_ascii_digit() || c == '.'));
            }
        }
    }
}
