//! A question → the words worth searching: instructions on how to answer cut, abbreviations opened.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use waymark_core::text::{Word, is_stop, stem, words};

use crate::pattern::pattern;

/// A word of questions and the lines that documents write instead.
struct Entry {
    short: &'static str,
    /// What the word stands for: one or several lines together, each with its ways of being written.
    lines: Vec<Vec<&'static str>>,
}

impl Entry {
    fn phrases(&self) -> impl Iterator<Item = &'static str> {
        self.lines.iter().flatten().copied()
    }
}

/// Short for long: `capex` → `purchases of property, plant and equipment`.
static GLOSSARY: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    include_str!("glossary.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(short, long)| Entry { short, lines: long.split(" + ").map(|line| line.split('|').collect()).collect() })
        .collect()
});

static INSTRUCTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)^\s*(?:(?:please\s+)?(?:answer|round|respond|reply|give\s+(?:a|your)\s+(?:response|answer)|assume\s+that|imagine|approach\s+the|state\s+your|",
        r"calculate\s+what\s+was|base\s+your|use\s+only|be\s+concise|please\s+(?:base|help|be|use|provide\s+your))\b|we\s+(?:want|need|would\s+like)\s+to\b|",
        r"here'?s\s+the\s+question\b|if\s+.{3,120}\b(?:then\s+)?(?:please\s+)?(?:state|say)\s+(?:that|so)\b)"
    ))
});

/// A question without the sentences that only say how to answer; the whole question when nothing else is left.
#[must_use]
pub fn without_instructions(question: &str) -> String {
    let mut kept = Vec::new();
    for sentence in split(question) {
        let body = sentence.rsplit_once("question:").map_or(sentence, |(_, after)| after);
        if INSTRUCTION.is_match(body) {
            if let Some((_, after)) = body.split_once(": ").filter(|(_, after)| after.contains('?')) {
                kept.push(after.trim());
            }
        } else {
            kept.push(body.trim());
        }
    }
    let kept = kept.join(" ");
    if words(&kept).iter().any(|w| !is_stop(&w.norm)) { kept } else { question.to_string() }
}

fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    let bytes = text.as_bytes();
    for (i, c) in text.char_indices() {
        let ends = match c {
            '?' | '!' | '。' | '？' | '！' => true,
            '.' => {
                let next_upper = text[i + 1..].strip_prefix(' ').and_then(|t| t.chars().next()).is_some_and(char::is_uppercase);
                let long_word = i >= 3 && bytes[i - 3..i].iter().all(u8::is_ascii_alphanumeric);
                next_upper && long_word || i + 1 == text.len()
            }
            _ => false,
        };
        if ends {
            let end = i + c.len_utf8();
            parts.push(text[from..end].trim());
            from = end;
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// What documents write instead of the short words of a question.
#[must_use]
pub fn expansions(question: &str) -> Vec<&'static str> {
    let lower = question.to_lowercase();
    let mut found = Vec::new();
    for entry in GLOSSARY.iter().filter(|entry| contains_word(&lower, entry.short)) {
        found.extend(entry.phrases().filter(|phrase| !contains_word(&lower, phrase) && *phrase != entry.short));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Longer words are no abbreviations that a vector would not know.
const ABBREVIATION: usize = 5;

/// The question with its abbreviations opened where they stand (`EPS (earnings per share) of …`): vectors know few of them. Only
/// what is written in capitals and stands for one line.
#[must_use]
pub fn opened(question: &str) -> String {
    let lower = question.to_lowercase();
    let mut out = String::with_capacity(question.len());
    let mut from = 0;
    let known = |norm: &str| GLOSSARY.iter().find(|entry| entry.short == norm && entry.lines.len() == 1);
    for word in words(question) {
        let capitals = word.raw.chars().any(char::is_uppercase) && !word.raw.chars().any(char::is_lowercase);
        let entry = known(&word.norm).filter(|_| capitals && word.raw.chars().count() <= ABBREVIATION);
        let Some(long) = entry.and_then(|entry| entry.lines[0].first()).filter(|long| !lower.contains(*long)) else { continue };
        out.push_str(&question[from..word.start + word.raw.len()]);
        out.push_str(&format!(" ({long})"));
        from = word.start + word.raw.len();
    }
    out.push_str(&question[from..]);
    out
}

/// Whether a word is one that the glossary opens, or stands in such a phrase of the question; both lower case.
pub(super) fn is_glossed(question: &str, word: &str) -> bool {
    GLOSSARY.iter().any(|entry| contains_word(entry.short, word) && contains_word(question, entry.short))
}

/// The lines of tables that a question needs, each with its ways of being written, in the order of the question: those it names
/// (`total current assets`) and those its words are made of (`working capital`). Words inside longer ones found are left out.
#[must_use]
pub fn line_items(question: &str) -> Vec<Vec<&'static str>> {
    let lower = question.to_lowercase();
    let mut marks: Vec<(Range<usize>, Vec<Vec<&'static str>>)> = Vec::new();
    for entry in GLOSSARY.iter() {
        marks.extend(places(&lower, entry.short).map(|place| (place, written(entry))));
        for line in &entry.lines {
            for phrase in line.iter().filter(|phrase| phrase.contains(' ')) {
                marks.extend(places(&lower, phrase).map(|place| (place, vec![line.clone()])));
            }
        }
    }
    let longer = |a: &Range<usize>, b: &Range<usize>| a.start <= b.start && b.end <= a.end && a.len() > b.len();
    let outer: Vec<_> = marks.iter().filter(|(own, _)| !marks.iter().any(|(other, _)| longer(other, own))).collect();
    let mut outer: Vec<(usize, &Vec<&'static str>)> =
        outer.iter().flat_map(|(place, lines)| lines.iter().map(|line| (place.start, line))).collect();
    outer.sort_by_key(|(start, _)| *start);
    let mut items: Vec<Vec<&'static str>> = Vec::new();
    for (_, line) in outer {
        let mut joined = line.clone();
        // Two words for the same line are one item, at the place of the first.
        let same = |item: &Vec<&'static str>| item.iter().any(|phrase| line.contains(phrase));
        match items.iter_mut().find(|item| same(item)) {
            Some(item) => {
                joined.retain(|phrase| !item.contains(phrase));
                item.extend(joined);
            }
            None => items.push(joined),
        }
    }
    items
}

/// Lines of an entry; a word that stands for one line may itself be how it is written.
fn written(entry: &Entry) -> Vec<Vec<&'static str>> {
    let mut lines = entry.lines.clone();
    if let [line] = lines.as_mut_slice() {
        line.push(entry.short);
    }
    lines
}

/// Where `phrase` stands in `text` at word borders; both lower case. A plural ending is allowed.
fn places<'t>(text: &'t str, phrase: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let whole = move |at: &usize| {
        let before = text[..*at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let rest = &text[at + phrase.len()..];
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        before && rest.chars().next().is_none_or(|c| !c.is_alphanumeric())
    };
    text.match_indices(phrase).map(|(at, _)| at).filter(whole).map(move |at| at..at + phrase.len())
}

static PICTURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(?:diagram|drawing|schematic|chart|graph|plot|curve|waveform|picture|image|photo(?:graph)?|illustration|sketch|pin-?out)s?\b|",
        r"\bfigures?\s+(?:of|that|which|with|showing|for)\b|示意图|框图|原理图|电路图|流程图|曲线图|引脚图|图片|插图|图示|照片|(?:哪|张|幅)图"
    ))
});

/// Whether the question asks why something is so: words answer it, not the figures of its lines.
#[must_use]
pub fn asks_reason(question: &str) -> bool {
    static REASON: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)\bwhy\b|\bwhat\s+(?:drove|drives|caused|causes|explains|led\s+to)\b|\breasons?\s+(?:for|of|behind|why)\b|为什么|为何|原因",
        )
    });
    REASON.is_match(question)
}

/// Whether a picture is asked for.
#[must_use]
pub fn asks_picture(question: &str) -> bool {
    PICTURE.is_match(question)
}

/// Whether `phrase` stands in `text` at word borders; both lower case. A plural ending is allowed.
#[must_use]
pub fn contains_word(text: &str, phrase: &str) -> bool {
    places(text, phrase).next().is_some()
}

/// Content words of a question, folded and stemmed, in order, without repeats.
#[must_use]
pub fn content_words(words: &[Word]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    words.iter().filter(|w| !is_stop(&w.norm)).map(|w| stem(&w.norm)).filter(|w| seen.insert(w.clone())).collect()
}

/// Whether the question asks for a number, and in which unit words.
#[must_use]
pub fn asks_number(question: &str) -> bool {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"(?i)\bhow\s+(?:much|many|high|large|long|often|fast|heavy)\b|\b(?:amount|ratio|margin|rate|percent(?:age)?|total|average|number\s+of|value|usd|",
            r"millions?|billions?|growth|increase|decrease|maximum|minimum|typical|voltage|current|temperature|weight|size|price|cost)\b|%|\$|多少|几"
        ))
    });
    NUMBER.is_match(question)
}

#[cfg(test)]
mod tests {
    use super::{content_words, expansions, line_items, opened, without_instructions};
    use waymark_core::text::words;

    #[test]
    fn abbreviations_are_opened_where_they_stand() {
        assert_eq!(
            opened("EPS of NVIDIA, SG&A?"),
            "EPS (earnings per share) of NVIDIA, SG&A (selling, general and administrative)?"
        );
        for same in ["the eps", "PE ratio", "EPS, the earnings per share", "EBITDA of 3M", ""] {
            assert_eq!(opened(same), same);
        }
    }

    #[test]
    fn instructions_on_the_answer_are_not_searched() {
        assert_eq!(
            without_instructions(
                "What is the FY2018 capex for 3M? Give a response to the question by relying on the cash flow statement."
            ),
            "What is the FY2018 capex for 3M?"
        );
        assert_eq!(
            without_instructions(
                "Assume that you are an analyst. Answer the following question by using the balance sheet: what is net PPNE? Answer in USD billions."
            ),
            "what is net PPNE?"
        );
        assert_eq!(
            without_instructions("We need a thing. Here's the question: what is U.S. revenue?"),
            "We need a thing. what is U.S. revenue?"
        );
        assert_eq!(without_instructions("Answer in USD."), "Answer in USD.");
        assert_eq!(
            without_instructions(
                "Is leverage high? If gross margin is not a useful metric, then please state that and explain why."
            ),
            "Is leverage high?"
        );
    }

    #[test]
    fn abbreviations_are_opened() {
        assert!(expansions("the capex of 2018").contains(&"purchases of property, plant and equipment"));
        assert!(expansions("capexion").is_empty());
        assert_eq!(content_words(&words("What are the ratios of the ratio?")), ["ratio"]);
    }

    #[test]
    fn the_lines_that_a_ratio_is_made_of_are_asked_for_together() {
        let items = line_items("Define working capital ratio as total current assets divided by total current liabilities.");
        assert_eq!(items, [vec!["total current assets"], vec!["total current liabilities"]]);
        let items = line_items("FY2018 revenue / (average PP&E between FY2017 and FY2018)");
        assert!(items[0].contains(&"net sales") && items[1].iter().any(|phrase| phrase.starts_with("property")), "{items:?}");
        assert_eq!(items.len(), 2, "{items:?}");
        let items = line_items("free cash flow (cash from operations - capex)");
        assert_eq!(items.len(), 2, "cash and spending, each once: {items:?}");
        assert!(line_items("Who is the chairman?").is_empty());
    }
}
