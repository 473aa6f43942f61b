//! The printed number of a heading or list item: what kind it is, its parts, and where the title begins.

use std::sync::LazyLock;

use regex::Regex;

/// Kinds of numbers, each a series of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberKind {
    /// `Part II`, `PART I`, `第一部分`, `第一编`.
    Part,
    /// `Chapter 4`, `第一章`.
    Chapter,
    /// `Item 1A.`
    Item,
    /// `Section 3`, `Article 5`, `§ 2`, `第一节`.
    Section,
    /// `Appendix B`, `Annex 1`.
    Appendix,
    /// `1`, `1.2.3`.
    Decimal,
    /// `A`, `A.1`.
    Letter,
    /// `IV.`
    Roman,
    /// `一、`
    Han,
    /// `（一）`
    HanParen,
    /// `Note 7`
    Note,
    /// `(a)`, `1)`, `(1)`.
    Paren,
}

/// A parsed number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// Kind.
    pub kind: NumberKind,
    /// Parts; letters and Roman or Han numerals as their ordinal.
    pub parts: Vec<u32>,
    /// Byte at which the title begins (end of text when the number stands alone).
    pub end: usize,
    /// A full stop or colon follows the number, or it has several parts.
    pub marked: bool,
}

impl Number {
    /// Depth by its own parts, from 1.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.parts.len().max(1)
    }
}

static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?xi)^(?P<word>part|teil|partie|parte|часть|
            chapter|kapitel|chapitre|cap[ií]tulo|capitolo|глава|rozdział|hoofdstuk|
            item|section|abschnitt|article|artikel|раздел|
            appendix|anhang|annexe?|ap[eé]ndice|appendice|приложение|note)
          (?:\s+|\s*[.:]\s+)?
          (?P<num>\d{1,3}[A-C]?(?:\.\d{1,3})*|[IVXLC]{1,7}|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten)
          (?P<mark>\s*[.:)\u{2014}\u{2013}-]+)?(?:\s+|$)",
    )
    .ok()
});
static ITEMS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:ITEMS|Items)\s+(?P<num>\d{1,2}[A-C]?)(?:\s*,\s*\d{1,2}[A-C]?)*\s*,?\s*(?:(?:and|AND|&|through|to)\s*|[-–—]\s*)\d{1,2}[A-C]?\s*[.:]?\s+").ok()
});
static DECIMAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<num>\d{1,3}(?:\.\d{1,3}){0,6})(?P<mark>\s?\.|:|\s?[-\u{2013}\u{2014}])?(?P<gap>\s+|$)").ok()
});
static DECIMAL_WIDE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(?P<num>\d{1,3}(?:[.．]\d{1,3}){0,6})(?P<mark>[.．、])?\s*(?:[\u{3040}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7af}])",
    )
    .ok()
});
static MONTH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vrier|mar(?:ch|s)?|m[äa]rz|apr(?:il)?|avril|ma[iy]|ju(?:ne?|ni|in|ly?|li|illet)|aug(?:ust)?|ao[uû]t|sep(?:tember|tembre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|d[eé][cz](?:ember|embre)?)\.?\s+\d{4}").ok()
});
static LETTER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<num>[A-Z](?:\.\d{1,3}){0,5})(?P<mark>[.:)])?(?P<gap>\s+|$)").ok());
static ROMAN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(?P<num>[IVXLC]{1,7})(?P<mark>[.:)])(?:\s+|$)").ok());
static PAREN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[(（\[]?(?P<num>\d{1,3}|[a-zA-Z]|[ivx]{1,5})[)）\]]\s*").ok());
static HAN_CHAPTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^第\s*(?P<num>[0-9０-９一二三四五六七八九十百零〇]{1,5})\s*(?P<word>部分|编|編|篇|部|章|节|節|条|條|回|讲|講|课)\s*[:：、.]?\s*").ok()
});
static HAN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<open>[（(])?(?P<num>[一二三四五六七八九十]{1,3})(?P<close>[）)]|[、．.])\s*").ok());
static KOREAN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^제\s*(?P<num>\d{1,3})\s*(?P<word>부|장|절)\s*[.:]?\s*").ok());

/// Parses the number at the start of `text`.
#[must_use]
pub fn parse(text: &str) -> Option<Number> {
    // Most lines begin with no number; their first characters tell, which costs less than asking the patterns.
    let first = text.chars().next()?;
    let when = |possible: bool, read: fn(&str) -> Option<Number>| if possible { read(text) } else { None };
    let closed = || text.chars().take(7).any(|c| matches!(c, ')' | '）' | ']'));
    when(!first.is_ascii() || first == '(', han)
        .or_else(|| when(first.is_uppercase(), word))
        .or_else(|| when(first.is_numeric(), decimal))
        .or_else(|| when(first.is_ascii_uppercase(), roman))
        .or_else(|| when(first.is_ascii_uppercase(), letter))
        .or_else(|| when(closed(), paren))
}

fn word(text: &str) -> Option<Number> {
    if let Some(number) = split_part(text) {
        return Some(number);
    }
    if let Some(found) = ITEMS.as_ref()?.captures(text) {
        return Some(Number {
            kind: NumberKind::Item,
            parts: parts_of(found.name("num")?.as_str(), false)?,
            end: found.get(0)?.end(),
            marked: true,
        });
    }
    let found = WORD.as_ref()?.captures(text)?;
    let name = found.name("word")?.as_str();
    let lower = name.to_lowercase();
    let kind = match lower.as_str() {
        "part" | "teil" | "partie" | "parte" | "часть" => NumberKind::Part,
        "item" => NumberKind::Item,
        "section" | "abschnitt" | "article" | "artikel" | "раздел" => NumberKind::Section,
        "note" => NumberKind::Note,
        word if word.starts_with("app") || word.starts_with("an") || word.starts_with("ap") || word == "приложение" => {
            NumberKind::Appendix
        }
        _ => NumberKind::Chapter,
    };
    let num = found.name("num")?.as_str();
    // "NOTES" is no "NOTE S".
    let joined = found.name("word")?.end() == found.name("num")?.start();
    if joined && !num.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // "Part of …", "item a" in running text begin small.
    if !name.chars().next().is_some_and(char::is_uppercase)
        || num.chars().next().is_some_and(char::is_lowercase) && num.len() == 1
    {
        return None;
    }
    let parts = match kind {
        NumberKind::Part | NumberKind::Chapter | NumberKind::Section => parts_of(num, true),
        _ => parts_of(num, false),
    }?;
    Some(Number { kind, parts, end: found.get(0)?.end(), marked: true })
}

/// `PART II I`, set with a stray space.
fn split_part(text: &str) -> Option<Number> {
    let digits: String = text.strip_prefix("PART ")?.split_whitespace().collect();
    let spaced = text.len() > "PART ".len() + digits.len();
    let value = roman_value(&digits).filter(|value| spaced && *value < 10)?;
    Some(Number { kind: NumberKind::Part, parts: vec![value], end: text.len(), marked: true })
}

fn decimal(text: &str) -> Option<Number> {
    if let Some(found) = DECIMAL.as_ref()?.captures(text) {
        let num = found.name("num")?.as_str();
        let parts = parts_of(num, false)?;
        let rest = &text[found.get(0)?.end()..];
        let marked = parts.len() > 1 || found.name("mark").is_some();
        let dated = parts.len() == 1 && found.name("mark").is_none() && MONTH.as_ref().is_some_and(|month| month.is_match(rest));
        let sane = (parts.len() > 1 || parts[0] < 200) && !dated && !(num.len() > 1 && num.starts_with('0') && parts.len() == 1);
        let opens = rest
            .chars()
            .next()
            .is_none_or(|c| c.is_alphabetic() || "\"'“‘«(¿¡[\\<_@#$*/.-„`{~^:&?+%".contains(c) || c.is_numeric());
        return (sane && opens).then_some(Number { kind: NumberKind::Decimal, parts, end: found.get(0)?.end(), marked });
    }
    let found = DECIMAL_WIDE.as_ref()?.captures(text)?;
    let num = found.name("num")?;
    let parts = parts_of(&num.as_str().replace('．', "."), false)?;
    let end = found.name("mark").map_or(num.end(), |mark| mark.end());
    let marked = parts.len() > 1 || found.name("mark").is_some();
    let counted = text[end..].trim_start().chars().next().is_some_and(|c| "年月日个个月天周岁次年度人项".contains(c));
    (!counted || marked && parts.len() > 1).then_some(Number { kind: NumberKind::Decimal, parts, end, marked })
}

fn letter(text: &str) -> Option<Number> {
    let found = LETTER.as_ref()?.captures(text)?;
    let num = found.name("num")?.as_str();
    let mut pieces = num.split('.');
    let first = pieces.next()?.bytes().next()?;
    let mut parts = vec![u32::from(first.checked_sub(b'A')?) + 1];
    for piece in pieces {
        parts.push(piece.parse().ok()?);
    }
    let marked = parts.len() > 1 || found.name("mark").is_some();
    Some(Number { kind: NumberKind::Letter, parts, end: found.get(0)?.end(), marked })
}

fn roman(text: &str) -> Option<Number> {
    let found = ROMAN.as_ref()?.captures(text)?;
    let value = roman_value(found.name("num")?.as_str())?;
    Some(Number { kind: NumberKind::Roman, parts: vec![value], end: found.get(0)?.end(), marked: true })
}

fn paren(text: &str) -> Option<Number> {
    let found = PAREN.as_ref()?.captures(text)?;
    let num = found.name("num")?.as_str();
    let value = num
        .parse()
        .ok()
        .or_else(|| num.bytes().next().map(|byte| u32::from(byte.to_ascii_lowercase().saturating_sub(b'a')) + 1))?;
    Some(Number { kind: NumberKind::Paren, parts: vec![value], end: found.get(0)?.end(), marked: true })
}

fn han(text: &str) -> Option<Number> {
    if let Some(found) = HAN_CHAPTER.as_ref()?.captures(text) {
        let kind = match found.name("word")?.as_str() {
            "章" | "讲" | "講" | "课" | "回" => NumberKind::Chapter,
            "节" | "節" | "条" | "條" => NumberKind::Section,
            _ => NumberKind::Part,
        };
        return Some(Number {
            kind,
            parts: vec![han_value(found.name("num")?.as_str())?],
            end: found.get(0)?.end(),
            marked: true,
        });
    }
    if let Some(found) = KOREAN.as_ref()?.captures(text) {
        let kind = match found.name("word")?.as_str() {
            "장" => NumberKind::Chapter,
            "절" => NumberKind::Section,
            _ => NumberKind::Part,
        };
        return Some(Number {
            kind,
            parts: vec![found.name("num")?.as_str().parse().ok()?],
            end: found.get(0)?.end(),
            marked: true,
        });
    }
    let found = HAN.as_ref()?.captures(text)?;
    let closed = matches!(found.name("close")?.as_str(), "）" | ")");
    let opened = found.name("open").is_some();
    let kind = match (opened, closed) {
        (true, true) => NumberKind::HanParen,
        (false, false) => NumberKind::Han,
        _ => return None,
    };
    Some(Number { kind, parts: vec![han_value(found.name("num")?.as_str())?], end: found.get(0)?.end(), marked: true })
}

/// `1.2` → 1, 2; `1A` → 1 with the letter kept apart as thousandths of order; Roman and words where allowed, letters last.
fn parts_of(num: &str, roman_first: bool) -> Option<Vec<u32>> {
    if num.bytes().next()?.is_ascii_digit() {
        return num
            .split('.')
            .map(|piece| {
                let digits = piece.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                let suffix =
                    piece[digits.len()..].bytes().next().map_or(0, |byte| u32::from(byte.to_ascii_uppercase() - b'A') + 1);
                Some(digits.parse::<u32>().ok()? * if suffix > 0 { 100 } else { 1 } + suffix)
            })
            .collect();
    }
    const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if let Some(at) = WORDS.iter().position(|word| num.eq_ignore_ascii_case(word)) {
        return Some(vec![u32::try_from(at).ok()? + 1]);
    }
    if (roman_first || num.len() > 1)
        && let Some(value) = roman_value(&num.to_ascii_uppercase())
    {
        return Some(vec![value]);
    }
    (num.len() == 1).then(|| vec![u32::from(num.as_bytes()[0].to_ascii_uppercase().saturating_sub(b'A')) + 1])
}

/// Value of a well-formed Roman numeral below 400.
#[must_use]
pub fn roman_value(text: &str) -> Option<u32> {
    let digit = |c: char| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        _ => None,
    };
    let values: Vec<u32> = text.chars().map(digit).collect::<Option<_>>()?;
    let mut total = 0;
    for (at, &value) in values.iter().enumerate() {
        if values.get(at + 1).is_some_and(|&next| next > value) {
            total = u32::checked_sub(total, value).unwrap_or(total.wrapping_sub(value));
        } else {
            total = total.wrapping_add(value);
        }
    }
    (total > 0 && total < 400).then_some(total)
}

fn han_value(text: &str) -> Option<u32> {
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    let (mut total, mut digit) = (0_u32, 0_u32);
    for c in text.chars() {
        match "零一二三四五六七八九".chars().position(|known| known == c) {
            Some(at) => digit = u32::try_from(at).ok()?,
            None if c == '〇' => digit = 0,
            None if c == '十' => {
                total += digit.max(1) * 10;
                digit = 0;
            }
            None if c == '百' => {
                total += digit.max(1) * 100;
                digit = 0;
            }
            None => digit = u32::from(c).checked_sub(0xff10).filter(|&value| value < 10)?,
        }
    }
    Some(total + digit)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{NumberKind, parse};

    #[test]
    fn numbers_of_every_kind_are_told_apart() {
        use NumberKind::{Appendix, Chapter, Decimal, Han, HanParen, Item, Letter, Paren, Part, Roman, Section};
        let cases: [(&str, NumberKind, &[u32]); 19] = [
            ("1 Introduction", Decimal, &[1]),
            ("1.2.3 Deep", Decimal, &[1, 2, 3]),
            ("2. Getting Help", Decimal, &[2]),
            ("7.3.2 Enable (EN)", Decimal, &[7, 3, 2]),
            ("A.1 Listing", Letter, &[1, 1]),
            ("IV. Results", Roman, &[4]),
            ("Chapter 4 Limits", Chapter, &[4]),
            ("CHAPTER IV", Chapter, &[4]),
            ("PART I", Part, &[1]),
            ("Part II. Other", Part, &[2]),
            ("Item 1A. Risk Factors", Item, &[101]),
            ("ITEM 7. MANAGEMENT", Item, &[7]),
            ("Appendix B Codes", Appendix, &[2]),
            ("第一章 总则", Chapter, &[1]),
            ("第十二节", Section, &[12]),
            ("一、背景", Han, &[1]),
            ("（二）方法", HanParen, &[2]),
            ("1.1诊断", Decimal, &[1, 1]),
            ("(a) first", Paren, &[1]),
        ];
        for (text, kind, parts) in cases {
            let number = parse(text).unwrap();
            assert_eq!((number.kind, number.parts.as_slice()), (kind, parts), "{text}");
        }
    }

    #[test]
    fn running_text_and_dates_are_no_numbers() {
        for text in ["2018 was a good year", "part of the plan", "item a", "Notes", "10年", ""] {
            assert!(parse(text).is_none_or(|number| number.kind == NumberKind::Letter), "{text}");
        }
    }
}
