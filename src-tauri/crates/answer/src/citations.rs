//! A model's answer with its marks → sentences without marks and the numbers each cited.
//!
//! Understood: `[1]`, `[1,2]`, `[1-3]`, `[1][2]`, `【1】`, `【1†source】`, `[^1]`, `[source 1]`, `[来源1]`, before or after the full stop.
//! Not understood on purpose: `(1)`, which is a list item or a negative amount more often than a source.

use std::sync::LazyLock;

use regex::Regex;

use crate::sentences;

/// A sentence with what it cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawSentence {
    /// Text without marks. A line break that followed it stays at its end, so that paragraphs and lists survive.
    pub text: String,
    /// Numbers cited that exist, ascending order of appearance, none twice.
    pub numbers: Vec<u32>,
    /// Numbers cited that no passage has.
    pub unknown: Vec<u32>,
}

/// Inside of a mark: an optional word, then numbers and ranges.
const INSIDE: &str = r"\s*\^?\s*(?:(?i:sources?|passages?|refs?|references?|citations?|cit|docs?|documents?|see|nos?\.?)|来源|出处|引用|资料|段落)?\s*[:：#]?\s*\^?(\d{1,9}(?:\s*(?:[,;、，&]|-|–|—|~|to|and|和|至)\s*\^?\d{1,9})*)\s*(?:†[^\]】]{0,40})?\s*";

static MARK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"\[\[?{INSIDE}\]\]?(?:\([^()\s]{{0,200}}\))?|【{INSIDE}】|［{INSIDE}］")).ok());
/// A mark that was being written when the answer stopped.
static TAIL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"[ \t]*(?:\[|【|［)\[?\s*\^?(?:(?i:s(?:o(?:u(?:r(?:c(?:es?)?)?)?)?)?|p(?:a(?:s(?:s(?:a(?:g(?:es?)?)?)?)?)?)?|refs?)|来源?)?\s*[:：#]?\s*[\d\s,;、，\-–—&^]*(?:†[^\]】]{0,40})?\s*$").ok()
});
static ONE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(\d{1,9})(?:\s*(?:-|–|—|~|to|至)\s*\^?(\d{1,9}))?").ok());

/// Parses an answer, whole or broken off. `count` passages were given, numbered from 1.
#[must_use]
pub fn parse(text: &str, count: u32) -> Vec<RawSentence> {
    let text = without_open_mark(text);
    let (clean, marks) = take_marks(text, count);
    let ranges = sentences::split(&clean);
    let mut out: Vec<RawSentence> = Vec::with_capacity(ranges.len());
    for (index, range) in ranges.iter().enumerate() {
        let until = ranges.get(index + 1).map_or(clean.len(), |next| next.start);
        let breaks = clean[range.end..until].matches('\n').count().min(2);
        let text = format!("{}{}", tidy(&clean[range.clone()]), "\n".repeat(if until < clean.len() { breaks } else { 0 }));
        out.push(RawSentence { text, numbers: Vec::new(), unknown: Vec::new() });
    }
    for mark in marks {
        let Some(owner) = owner(&clean, &ranges, mark.at) else {
            continue;
        };
        for number in mark.numbers {
            push_new(&mut out[owner].numbers, number);
        }
        for number in mark.unknown {
            push_new(&mut out[owner].unknown, number);
        }
    }
    out.retain(|sentence| sentence.text.chars().any(char::is_alphanumeric));
    out
}

/// The text without a mark that was still open at its end (stop in the middle of `[1`).
#[must_use]
pub fn without_open_mark(text: &str) -> &str {
    match TAIL.as_ref().and_then(|tail| tail.find(text)) {
        Some(found) => &text[..found.start()],
        None => text,
    }
}

struct Mark {
    at: usize,
    numbers: Vec<u32>,
    unknown: Vec<u32>,
}

fn take_marks(text: &str, count: u32) -> (String, Vec<Mark>) {
    let Some(pattern) = MARK.as_ref() else {
        return (text.to_string(), Vec::new());
    };
    let mut clean = String::with_capacity(text.len());
    let mut marks = Vec::new();
    let mut from = 0;
    for captures in pattern.captures_iter(text) {
        let Some(whole) = captures.get(0) else {
            continue;
        };
        let inside = (1..=3).find_map(|group| captures.get(group)).map_or("", |m| m.as_str());
        let piece = &text[from..whole.start()];
        clean.push_str(if starts_line(piece, &clean) { piece } else { piece.trim_end_matches([' ', '\u{a0}']) });
        from = whole.end();
        let (numbers, unknown) = expand(inside, count);
        marks.push(Mark { at: clean.len(), numbers, unknown });
    }
    clean.push_str(&text[from..]);
    (clean, marks)
}

/// Whether nothing but white space stands between the last line break and the mark.
fn starts_line(piece: &str, clean: &str) -> bool {
    let line = piece.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty() && (piece.contains('\n') || clean.is_empty() || clean.ends_with('\n'))
}

fn expand(inside: &str, count: u32) -> (Vec<u32>, Vec<u32>) {
    let (mut numbers, mut unknown) = (Vec::new(), Vec::new());
    let Some(pattern) = ONE.as_ref() else {
        return (numbers, unknown);
    };
    for captures in pattern.captures_iter(inside) {
        let parse = |group: usize| captures.get(group).and_then(|m| m.as_str().parse::<u32>().ok());
        let Some(first) = parse(1) else { continue };
        let last = parse(2).unwrap_or(first).max(first);
        numbers.extend((first.max(1)..=last.min(count)).filter(|n| *n >= 1));
        if first == 0 || first > count {
            unknown.push(first);
        }
        if last > count && last != first {
            unknown.push(last);
        }
    }
    (numbers, unknown)
}

/// The sentence before a mark; the one after it when the mark begins a line or the text.
fn owner(clean: &str, ranges: &[std::ops::Range<usize>], at: usize) -> Option<usize> {
    let begins = clean[..at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
    let before = ranges.iter().rposition(|range| range.start < at);
    let after = ranges.iter().position(|range| range.start >= at);
    let inside = before.filter(|index| at < ranges[*index].end);
    if inside.is_some() {
        return inside;
    }
    let same_line = after.filter(|index| !clean[at..ranges[*index].start].contains('\n'));
    if begins { same_line.or(before).or(after) } else { before.or(after) }
}

fn push_new(list: &mut Vec<u32>, number: u32) {
    if !list.contains(&number) {
        list.push(number);
    }
}

/// Spaces that a removed mark left before punctuation go.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '。' | '，')
            && out.ends_with(' ')
            && !out.trim_end().is_empty()
            && c != ':'
        {
            while out.ends_with(' ') {
                out.pop();
            }
        }
        if c == ' ' && out.ends_with(' ') {
            continue;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{RawSentence, parse, without_open_mark};

    fn pairs(text: &str) -> Vec<(String, Vec<u32>)> {
        parse(text, 5).into_iter().map(|RawSentence { text, numbers, .. }| (text, numbers)).collect()
    }

    #[test]
    fn every_spelling_of_a_mark() {
        for (mark, numbers) in [
            ("[1]", vec![1]),
            ("[1,2]", vec![1, 2]),
            ("[1, 3; 5]", vec![1, 3, 5]),
            ("[1-3]", vec![1, 2, 3]),
            ("[1][2]", vec![1, 2]),
            ("【1】", vec![1]),
            ("【2†source】", vec![2]),
            ("[^4]", vec![4]),
            ("[source 1]", vec![1]),
            ("[Sources: 1 and 2]", vec![1, 2]),
            ("[来源2]", vec![2]),
            ("[[3]]", vec![3]),
            ("[3](https://example.org/x)", vec![3]),
            ("［1］", vec![1]),
            ("[2–4]", vec![2, 3, 4]),
        ] {
            assert_eq!(pairs(&format!("Sales rose {mark}.")), [("Sales rose.".to_string(), numbers.clone())], "{mark}");
            assert_eq!(pairs(&format!("Sales rose. {mark}")), [("Sales rose.".to_string(), numbers)], "{mark} after the stop");
        }
        assert_eq!(pairs("A loss of (1) was seen."), [("A loss of (1) was seen.".to_string(), vec![])]);
        assert_eq!(pairs("He [sic] said so."), [("He [sic] said so.".to_string(), vec![])]);
    }

    #[test]
    fn marks_belong_to_their_own_sentence() {
        assert_eq!(
            pairs("First [1]. Second.[2] Third [3][4]! Fourth."),
            [("First.".into(), vec![1]), ("Second.".into(), vec![2]), ("Third!".into(), vec![3, 4]), ("Fourth.".into(), vec![])]
        );
        assert_eq!(pairs("收入增长【1】。利润下降。【2】"), [("收入增长。".into(), vec![1]), ("利润下降。".into(), vec![2])]);
        assert_eq!(pairs("[2] Second source says so."), [("Second source says so.".into(), vec![2])]);
    }

    #[test]
    fn t041_t042_t049_unknown_numbers_are_removed_and_told() {
        let list = parse("It is so [9]. And so [0, 2, 7].", 5);
        assert_eq!(list[0], RawSentence { text: "It is so.".into(), numbers: vec![], unknown: vec![9] });
        assert_eq!((list[1].numbers.clone(), list[1].unknown.clone()), (vec![2], vec![0, 7]));
        assert_eq!(parse("x [1-999999999]", 2)[0].numbers, [1, 2]);
    }

    #[test]
    fn t051_no_mark_is_left_dangling_after_stop() {
        for tail in ["[", "[1", "[1,", "[1, 2", "[source", "[source 1", "【1", "【1†sou", " [^", "[[1", "[So"] {
            assert_eq!(pairs(&format!("Sales rose{tail}")), [("Sales rose".to_string(), vec![])], "{tail}");
        }
        assert_eq!(without_open_mark("an [example"), "an [example");
        assert_eq!(without_open_mark("done [1]"), "done [1]");
    }

    #[test]
    fn t047_a_list_given_as_text_does_no_harm() {
        assert_eq!(pairs("[\"1\", \"2\"] Sales rose [1].")[0].1, [1]);
    }

    #[test]
    fn paragraphs_survive() {
        assert_eq!(
            pairs("One [1].\n\n- Two [2]\n- Three"),
            [("One.\n\n".into(), vec![1]), ("- Two\n".into(), vec![2]), ("- Three".into(), vec![])]
        );
    }

    proptest::proptest! {
        #[test]
        fn no_number_outside_the_list_survives(text in "[a-z .\\[\\]【】0-9,;†^\n-]{0,80}", count in 0_u32..6) {
            for sentence in parse(&text, count) {
                proptest::prop_assert!(sentence.numbers.iter().all(|n| (1..=count).contains(n)));
                proptest::prop_assert!(sentence.unknown.iter().all(|n| *n == 0 || *n > count));
            }
        }

        #[test]
        fn any_prefix_of_an_answer_passes(text in "\\PC{0,100}") {
            let _ = parse(&text, 3);
            let _ = without_open_mark(&text);
        }
    }
}
