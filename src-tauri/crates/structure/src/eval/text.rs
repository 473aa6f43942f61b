//! Markdown and a plain text of the same document → how many words came through, and in which order.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization as _;

use super::markdown::{lines, plain_markdown};
use super::norm::{fold_case, is_space, normalise};
use super::{Pattern, matches, replace};

static TOKEN: Pattern = LazyLock::new(|| Regex::new(r"[\u{3040}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7af}]|[\p{L}\p{N}]+").ok());
static DIGITS: Pattern = LazyLock::new(|| Regex::new(r"\d+").ok());

/// Words that occur once on both sides from which their order means something.
const MIN_ORDER: usize = 20;
/// Lines at each end of a page that may be running heads or feet.
const MARGIN: usize = 2;

/// The text figures of one document.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct TextScore {
    /// Words of the reference, running heads and feet aside.
    pub ref_words: usize,
    /// Words of the Markdown.
    pub out_words: usize,
    /// Share of the reference's words that the Markdown has; `None` without any.
    pub word_recall: Option<f64>,
    /// Share of the Markdown's words that the reference has.
    pub word_precision: f64,
    /// Of the words that both have exactly once, the share in the longest run in the reference's order; `None` below 20 words.
    pub order: Option<f64>,
}

/// Scores the words of `markdown` against `reference`, a plain text with form feeds between pages.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub fn score_text(markdown: &str, reference: &str) -> TextScore {
    let (wanted, own) = (reference_words(reference), words(&plain_markdown(markdown)));
    let (in_wanted, in_own) = (counts(&wanted), counts(&own));
    let hits: usize = in_wanted.iter().map(|(word, count)| (*count).min(in_own.get(word).copied().unwrap_or(0))).sum();
    let once = |word: &str| in_wanted.get(word) == Some(&1);
    let places: HashMap<&str, usize> =
        wanted.iter().enumerate().filter(|(_, word)| once(word)).map(|(at, word)| (word.as_str(), at)).collect();
    let order: Vec<usize> =
        own.iter().filter(|word| in_own[word.as_str()] == 1).filter_map(|word| places.get(word.as_str()).copied()).collect();
    let share = |part: usize, whole: usize| part as f64 / whole as f64;
    TextScore {
        ref_words: wanted.len(),
        out_words: own.len(),
        word_recall: (!wanted.is_empty()).then(|| share(hits, wanted.len())),
        word_precision: if own.is_empty() { 0.0 } else { share(hits, own.len()) },
        order: (order.len() >= MIN_ORDER).then(|| share(longest_ascent(&order), order.len())),
    }
}

fn counts(words: &[String]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word.as_str()).or_default() += 1;
    }
    counts
}

/// Folded words: runs of letters and numbers, CJK characters one by one, words hyphenated at a line end joined.
fn words(text: &str) -> Vec<String> {
    let folded = fold_case(&text.chars().filter(|ch| *ch != '\u{ad}').nfkc().collect::<String>());
    let joined = join_hyphens(&folded);
    let Some(token) = TOKEN.as_ref() else { return Vec::new() };
    token.find_iter(&joined).map(|word| word.as_str().to_owned()).collect()
}

/// Takes out a hyphen between letters with the line end behind it.
fn join_hyphens(text: &str) -> String {
    static LETTER: Pattern = LazyLock::new(|| Regex::new(r"^[\p{L}\p{Nl}\p{No}]").ok());
    let letter = |ch: char| matches(&LETTER, ch.encode_utf8(&mut [0; 4]));
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        if matches!(chars[at], '-' | '\u{2010}') && at > 0 {
            let blank = chars[at + 1..].iter().take_while(|ch| is_space(**ch)).count();
            let next = at + 1 + blank;
            let broken = chars[at + 1..next].contains(&'\n') && letter(chars[at - 1]);
            if broken && chars.get(next).copied().is_some_and(letter) {
                at = next;
                continue;
            }
        }
        out.push(chars[at]);
        at += 1;
    }
    out
}

/// The words of a plain text without running heads and feet: the first and last two lines of a page that, digits aside, recur
/// on at least three pages and a tenth of them.
fn reference_words(text: &str) -> Vec<String> {
    let pages: Vec<Vec<&str>> = text
        .split('\u{c}')
        .map(|page| lines(page).filter(|line| !line.chars().all(is_space)).collect::<Vec<_>>())
        .filter(|page| !page.is_empty())
        .collect();
    let mut recurring: HashMap<String, u32> = HashMap::new();
    for page in &pages {
        let margin = page.iter().enumerate().filter(|(at, _)| in_margin(*at, page.len()));
        let keys: HashSet<String> = margin.map(|(_, line)| key(line)).collect();
        for key in keys {
            *recurring.entry(key).or_default() += 1;
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let needed = f64::max(3.0, 0.1 * pages.len() as f64);
    let running = |line: &str| f64::from(recurring.get(&key(line)).copied().unwrap_or(0)) >= needed;
    let kept: Vec<String> = pages
        .iter()
        .map(|page| {
            let own = page.iter().enumerate().filter(|(at, line)| !(in_margin(*at, page.len()) && running(line)));
            own.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
        })
        .collect();
    words(&kept.join("\n"))
}

fn in_margin(at: usize, lines: usize) -> bool {
    at < MARGIN || at + MARGIN >= lines
}

/// A line with its numbers made alike.
fn key(line: &str) -> String {
    replace(&DIGITS, &normalise(line), "#").into_owned()
}

/// Length of the longest strictly ascending subsequence.
fn longest_ascent(places: &[usize]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    for place in places {
        let at = ends.partition_point(|end| end < place);
        match ends.get_mut(at) {
            Some(end) => *end = *place,
            None => ends.push(*place),
        }
    }
    ends.len()
}

#[cfg(test)]
mod tests {
    use super::{longest_ascent, reference_words, score_text, words};

    #[test]
    fn words_are_folded_joined_and_cut() {
        let wanted = [
            "straße".replace('ß', "ss"),
            "naïve".into(),
            "co".into(),
            "op".into(),
            "42".into(),
            "a".into(),
            "中".into(),
            "文".into(),
        ];
        assert_eq!(words("Stra\u{ad}ße na-\n ïve co-op _42_ a 中文"), wanted);
        assert_eq!(words("4-\n2"), ["4", "2"]);
    }

    #[test]
    fn running_heads_do_not_count() {
        let text = "Handbook 1\nA\nb\nc\nd\u{c}Handbook 2\ne\nf\ng\nh\u{c}Handbook 3\ni\nHandbook 4\nk\nl\u{c}\n";
        assert_eq!(reference_words(text).join(" "), "a b c d e f g h i handbook 4 k l");
    }

    #[test]
    fn order_is_the_longest_ascent_of_unique_words() {
        assert_eq!(longest_ascent(&[3, 1, 2, 9, 4, 5, 5]), 4);
        let reference: Vec<String> = (0..24).map(|at| format!("w{at}")).collect();
        let mut moved = reference.clone();
        moved.rotate_left(6);
        let score = score_text(&moved.join(" "), &reference.join(" "));
        assert_eq!((score.word_recall, score.order), (Some(1.0), Some(0.75)));
        assert_eq!(score_text("a b", "a c c").word_recall, Some(1.0 / 3.0));
        assert_eq!(score_text("a", "").word_recall, None);
        assert_eq!(score_text("a b", "a b").order, None);
    }
}
