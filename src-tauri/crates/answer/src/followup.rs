//! Conversation + follow-up → a question that stands alone, by rules. The result is what is searched and is shown.
//!
//! Three kinds are rewritten: bare agreement (`yes`) repeats the last search, an ellipsis (`and for 2022?`, `what about
//! Nike?`) puts its new part into the last question, a pronoun (`what is its weight?`) gets the subject it stands for.
//! Everything else passes unchanged.

pub mod model;

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::text::{is_cjk, is_stop, normalise, words};

/// An earlier turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    /// The question as searched: the rewritten one where it was rewritten.
    pub question: String,
    /// The answer's text.
    pub answer: String,
}

fn compile(source: &str) -> Option<Regex> {
    Regex::new(source).ok()
}

static AGREE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(concat!(
        r"(?i)^(?:(?:yes|yeah|yep|yup|ok|okay|sure|please|correct|right|exactly|absolutely|of course|go (?:on|ahead)|do (?:it|so|that)|continue|more|tell me more|",
        r"that one|please do|why not|sounds good)[\s,.!]*)+$|^(?:是的?|对的?|好的?|可以|行|嗯|继续|请继续|没错|要|当然)[。！!，,\s]*$"
    ))
});
static ELLIPSIS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"(?i)^(?:(?:and|but|or|so|then)\b[\s,]*)?(?:(?:what|how)\s+about|and|same\s+(?:for|with|in)|now|also|for|in|or)\b[\s,]*(?:for\s+|in\s+|the\s+same\s+(?:for|in)\s+)?|^(?:那么?|还有|以及|换成)",
    )
});
static PRONOUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"(?i)\b(its|it|they|them|their|theirs|he|him|his|she|her|hers|this one|that one|the same|the former|the latter|those|these|this|that)\b|它们?的?|其|他们?的?|她的?|该公司|该产品|上述",
    )
});
static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(r"(?i)\b(?:q[1-4]\s*(?:of\s+)?)?(?:fy\s?'?)?(?:19|20)\d{2}\b(?:\s*q[1-4]\b)?|\bfy\s?'?\d{2}\b|(?:19|20)\d{2}年")
});

/// The stand-alone question, or `None` when `question` needs nothing from the conversation. `history` is oldest first.
#[must_use]
pub fn rewrite(history: &[Turn], question: &str) -> Option<String> {
    let last = history.iter().rev().find(|turn| !turn.question.trim().is_empty())?;
    let question = normalise(question);
    if question.is_empty() {
        return None;
    }
    if matches(&AGREE, &question) {
        return Some(agreed(last));
    }
    if let Some((fragment, bare)) = fragment(&question) {
        return Some(complete(&last.question, &fragment, bare));
    }
    let own = names(&question, false);
    if own.is_empty() && matches(&PRONOUN, &question) && dangling(&question) {
        let subject = history.iter().rev().find_map(|turn| subject(&turn.question));
        let whole = match subject {
            Some(subject) => resolve(&question, &subject),
            None => format!("{question} ({})", last.question.trim()),
        };
        let full_width = whole.chars().any(is_cjk);
        return Some(whole.strip_suffix('?').filter(|_| full_width).map_or(whole.clone(), |body| format!("{body}？")));
    }
    None
}

fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(text))
}

/// What `yes` agrees to: the offer that ended the answer, with the question it grew from; else the question again.
fn agreed(last: &Turn) -> String {
    let offer = last.answer.trim().rsplit(['.', '!', '\n', '。', '！']).next().unwrap_or("").trim();
    let lower = offer.to_lowercase();
    let offered = offer.ends_with(['?', '？'])
        && ["shall i", "should i", "would you like", "do you want", "want me to", "需要我", "要不要", "是否需要"]
            .iter()
            .any(|s| lower.contains(s));
    if !offered {
        return last.question.clone();
    }
    let content: Vec<String> = words(offer)
        .into_iter()
        .filter(|w| !is_stop(&w.norm) && !["shall", "also", "yes", "me"].contains(&w.norm.as_str()))
        .map(|w| w.raw)
        .collect();
    format!("{} ({})", last.question.trim(), content.join(" "))
}

/// The new part of an elliptic question, and whether it stands without `for` or `in`; `None` when it is a whole question of its own.
fn fragment(question: &str) -> Option<(String, bool)> {
    let found = ELLIPSIS.as_ref()?.find(question)?;
    let rest = question[found.end()..].trim().trim_end_matches(['?', '？', '.', '呢', '吗', ' ', '!']).trim();
    let cjk = rest.chars().any(is_cjk);
    let count = if cjk { rest.chars().count().div_ceil(3) } else { words(rest).len() };
    let explicit = {
        let head = found.as_str().to_lowercase();
        head.contains("about") || head.contains("same")
    };
    let has_verb = words(rest).iter().any(|w| {
        [
            "is", "are", "was", "were", "did", "does", "do", "has", "have", "had", "can", "could", "will", "would", "what",
            "how", "which", "who", "why", "when", "where",
        ]
        .contains(&w.norm.as_str())
    });
    let bare = words(found.as_str()).iter().all(|word| !["for", "in"].contains(&word.norm.as_str()));
    (!rest.is_empty() && count <= if explicit { 12 } else { 6 } && !has_verb).then(|| (rest.to_string(), bare))
}

/// The last question with the fragment in the place of its counterpart: a period for a period, a name for a name, one quantity
/// for another (`bare`).
fn complete(last: &str, fragment: &str, bare: bool) -> String {
    let last = normalise(last);
    let body = last.trim_end_matches(['?', '？', ' ']).to_string();
    let mark = if last.chars().any(is_cjk) { "？" } else { "?" };
    let periods = periods(fragment);
    let mut out = body.clone();
    let mut placed = false;
    if !periods.is_empty() {
        let old = self::periods(&out);
        if let (Some((from, _)), Some((_, to))) = (old.first(), old.last()) {
            let new: Vec<&str> = periods.iter().map(|(a, b)| &fragment[*a..*b]).collect();
            let one = old.len() == 1 || out[*from..*to].len() <= 24;
            if one {
                out.replace_range(*from..*to, &new.join(" and "));
                placed = true;
            }
        }
    }
    let new_names = names(fragment, true);
    let old_names = names(&out, false);
    if let (Some((from, to)), Some((start, end))) = (new_names.first(), old_names.first()) {
        let name = fragment[*from..*to].to_string();
        let possessive = ["'s", "'"].iter().find(|p| out[*end..].starts_with(**p)).copied().unwrap_or("");
        let name = if name.ends_with("'s") && !possessive.is_empty() { name[..name.len() - 2].to_string() } else { name };
        out.replace_range(*start..*end, &name);
        placed = true;
    }
    if placed {
        return format!("{out}{mark}");
    }
    let asked = bare.then(|| another_quantity(&body, fragment)).flatten();
    asked.map_or_else(|| format!("{body} ({fragment}){mark}"), |asked| format!("{asked}{mark}"))
}

/// `What is the quiescent current of the LA3150` with another quantity: what stands between the verb and `of`, `for`, `in` or `at` is
/// replaced. Of a question without that shape its names and periods are kept, after the fragment.
fn another_quantity(body: &str, fragment: &str) -> Option<String> {
    static SHAPE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        compile(
            r"(?i)^(.*?\b(?:what|which|how\s+\w+)(?:\s+is|\s+are|\s+was|\s+were|'s)\s+)(?:the\s+|an?\s+)?(.+?)(\s+(?:of|for|in|at)\s+.*)$",
        )
    });
    let kept = names(body, false);
    if let Some(found) = SHAPE.as_ref().and_then(|shape| shape.captures(body)) {
        let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
        return Some(format!("{}{fragment}{}", part(1), part(3)));
    }
    let mut parts: Vec<(usize, usize)> = kept.into_iter().chain(periods(body)).collect();
    parts.sort_unstable();
    let kept: Vec<&str> = parts.iter().map(|(from, to)| &body[*from..*to]).collect();
    (!kept.is_empty()).then(|| format!("{fragment}, {}", kept.join(" ")))
}

fn periods(text: &str) -> Vec<(usize, usize)> {
    YEAR.as_ref().map_or(Vec::new(), |p| p.find_iter(text).map(|m| (m.start(), m.end())).collect())
}

/// Runs of words written like names (capitals, digits), possessive ending cut; the first word of a sentence only counts
/// with two capitals or a digit, unless the text is a fragment. Periods are no names.
fn names(text: &str, fragment: bool) -> Vec<(usize, usize)> {
    let list = words(text);
    let dated = periods(text);
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    for (index, word) in list.iter().enumerate() {
        let capitals = word.raw.chars().filter(|c| c.is_uppercase()).count();
        let digits = word.raw.chars().any(|c| c.is_ascii_digit()) && word.raw.chars().any(char::is_alphabetic);
        let first = index == 0 && !fragment || text[..word.start].trim_end().ends_with(['.', '?', '!', ':']);
        let dated = dated.iter().any(|(a, b)| word.start < *b && *a < word.end);
        let alone = first && list.len() > 1;
        let named = !dated && !is_stop(&word.norm) && (digits || capitals >= 2 || capitals == 1 && !alone);
        let end = word.start + word.raw.len();
        if named {
            match out.last_mut().filter(|_| open) {
                Some(last) => last.1 = end,
                None => out.push((word.start, end)),
            }
        }
        open = named;
    }
    out
}

/// A pronoun at all is not enough: `this` before a noun that the question itself brings (`this 10-K`) points at no earlier
/// turn's subject unless little else is said.
fn dangling(question: &str) -> bool {
    let Some(found) = PRONOUN.as_ref().and_then(|p| p.find(question)) else {
        return false;
    };
    let word = found.as_str().to_lowercase();
    if !matches!(word.as_str(), "this" | "that" | "these" | "those") {
        return word != "it" || !impersonal(&question[found.end()..]);
    }
    let next = words(&question[found.end()..]).into_iter().next();
    next.is_none_or(|w| is_stop(&w.norm))
}

/// `is it possible`, `it is clear that`: the pronoun stands for nothing.
fn impersonal(rest: &str) -> bool {
    let next: Vec<String> = words(rest).into_iter().take(2).map(|w| w.norm).collect();
    next.iter().any(|w| ["possible", "clear", "likely", "true", "necessary", "important", "raining"].contains(&w.as_str()))
}

/// What a question is about: its names, else the words after `of` or `for`.
fn subject(question: &str) -> Option<String> {
    let question = normalise(question);
    let found = names(&question, false);
    if !found.is_empty() {
        let list: Vec<&str> = found.iter().map(|(a, b)| &question[*a..*b]).collect();
        return Some(list.join(" "));
    }
    if question.chars().any(is_cjk) {
        let head = question.split(['的', '是', '有']).next().unwrap_or("").trim();
        return (head.chars().count() >= 2 && head.len() < question.len()).then(|| head.to_string());
    }
    let lower = question.to_lowercase();
    let at = [" of the ", " for the ", " of ", " for "].iter().filter_map(|p| lower.find(p).map(|at| at + p.len())).min()?;
    let tail = question.get(at..)?.trim_end_matches(['?', '.', ' ']);
    let kept: Vec<&str> = tail.split(' ').take_while(|w| !["in", "during", "and", "or", "to"].contains(w)).take(5).collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

/// Puts the subject in the pronoun's place.
fn resolve(question: &str, subject: &str) -> String {
    let Some(found) = PRONOUN.as_ref().and_then(|p| p.find(question)) else {
        return question.to_string();
    };
    let word = found.as_str().to_lowercase();
    let chinese_of = word.ends_with('的') || word == "其";
    let replacement = match word.as_str() {
        "its" | "their" | "his" | "her" => format!("{subject}'s"),
        _ if chinese_of => format!("{subject}的"),
        _ => subject.to_string(),
    };
    format!("{}{replacement}{}", &question[..found.start()], &question[found.end()..])
}

#[cfg(test)]
mod tests;
