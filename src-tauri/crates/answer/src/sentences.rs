//! Running text → byte ranges of its sentences. Knows abbreviations, decimals, initials, list items and CJK punctuation.

use std::ops::Range;

use waymark_core::text::is_cjk;

/// Words whose full stop rarely ends a sentence, lower case without the stop.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "sr", "jr", "st", "inc", "corp", "co", "ltd", "llc", "vs", "etc", "e.g", "i.e", "fig",
    "figs", "eq", "eqs", "no", "nos", "vol", "pp", "p", "sec", "ch", "approx", "dept", "est", "al", "cf", "ca", "jan", "feb",
    "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "u.s", "u.k", "u.n", "e.u", "a.m", "p.m", "ph.d",
    "b.v", "n.v", "s.a", "ref", "refs", "tab", "typ", "incl", "excl",
];

/// Abbreviations that end sentences as often as not: a typical first word after them settles it.
const MAY_END: &[&str] = &["inc", "corp", "co", "ltd", "llc", "etc", "u.s", "u.k", "a.m", "p.m", "al", "n.v", "s.a"];

const STARTERS: &[&str] = &[
    "the", "this", "these", "that", "in", "on", "at", "we", "our", "it", "its", "they", "their", "for", "as", "a", "an", "if",
    "when", "while", "however", "there", "he", "she", "by", "during", "after", "under", "and", "but",
];

/// Ranges of the sentences of `text`, in order, trimmed of white space, none empty. Rows of tables (lines that hold ` | `)
/// are one sentence each.
#[must_use]
pub fn split(text: &str) -> Vec<Range<usize>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut out = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < chars.len() {
        let end = match chars[at].1 {
            '\n' if line_ends(text, &chars, at) => Some(at),
            '。' | '！' | '？' | '!' | '?' | '…' => Some(closing(&chars, at + 1)).filter(|end| boundary(&chars, at, *end)),
            '.' if !in_row(text, chars[at].0) => {
                Some(closing(&chars, at + 1)).filter(|end| full_stop(text, &chars, from, at, *end))
            }
            _ => None,
        };
        if let Some(end) = end {
            push(text, byte(&chars, from, text), byte(&chars, end, text), &mut out);
            from = end;
            at = end.max(at + 1);
        } else {
            at += 1;
        }
    }
    push(text, byte(&chars, from, text), text.len(), &mut out);
    out
}

fn byte(chars: &[(usize, char)], at: usize, text: &str) -> usize {
    chars.get(at).map_or(text.len(), |(i, _)| *i)
}

fn push(text: &str, from: usize, to: usize, out: &mut Vec<Range<usize>>) {
    let piece = &text[from..to];
    let start = from + (piece.len() - piece.trim_start().len());
    let end = from + piece.trim_end().len();
    if start < end {
        out.push(start..end);
    }
}

/// Past quotation marks and brackets that close after a terminator.
fn closing(chars: &[(usize, char)], mut at: usize) -> usize {
    while chars.get(at).is_some_and(|(_, c)| {
        matches!(c, '"' | '\'' | '”' | '’' | ')' | ']' | '」' | '』' | '）' | '!' | '?' | '.' | '。' | '！' | '？' | '*' | '…')
    }) {
        at += 1;
    }
    at
}

/// Whether the line that holds byte `at` is a row of a table.
fn in_row(text: &str, at: usize) -> bool {
    let from = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let to = text[at..].find('\n').map_or(text.len(), |i| at + i);
    text[from..to].contains(" | ")
}

fn boundary(chars: &[(usize, char)], at: usize, end: usize) -> bool {
    let full_width = matches!(chars[at].1, '。' | '！' | '？');
    full_width || chars.get(end).is_none_or(|(_, c)| c.is_whitespace() || is_cjk(*c))
}

/// A line break ends a sentence unless the next line goes on in lower case.
fn line_ends(text: &str, chars: &[(usize, char)], at: usize) -> bool {
    let rest = &text[chars[at].0 + 1..];
    let next_line = rest.split('\n').next().unwrap_or("");
    let last_line = text[..chars[at].0].rsplit('\n').next().unwrap_or("");
    if next_line.trim().is_empty() || last_line.contains(" | ") || next_line.contains(" | ") {
        return true;
    }
    let first = next_line.trim_start().chars().next();
    let last = last_line.trim_end().chars().next_back();
    let goes_on = first.is_some_and(|c| c.is_lowercase() || c == '(' || is_cjk(c))
        && last.is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '-' | ')' | '&'));
    !goes_on
}

fn full_stop(text: &str, chars: &[(usize, char)], from: usize, at: usize, end: usize) -> bool {
    let Some((_, next)) = chars.get(end) else {
        return true;
    };
    if is_cjk(*next) {
        return true;
    }
    if !next.is_whitespace() {
        return false;
    }
    let mut word_from = at;
    while word_from > from && (chars[word_from - 1].1.is_alphanumeric() || chars[word_from - 1].1 == '.') {
        word_from -= 1;
    }
    let word = &text[byte(chars, word_from, text)..chars[at].0];
    let alone = text[byte(chars, from, text)..byte(chars, word_from, text)].chars().all(|c| !c.is_alphanumeric());
    if alone && (word.chars().all(|c| c.is_ascii_digit()) || word.chars().count() == 1) && !word.is_empty() {
        return false;
    }
    let after = text[byte(chars, end, text)..].trim_start();
    let first = after.chars().next();
    if first.is_some_and(|c| c.is_lowercase() || matches!(c, ',' | ';' | ':')) {
        return false;
    }
    let folded = word.to_lowercase();
    let next_word: String = after.chars().take_while(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let single_capital = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    if MAY_END.contains(&folded.as_str()) {
        return STARTERS.contains(&next_word.as_str());
    }
    let number_mark =
        matches!(folded.as_str(), "no" | "nos" | "p" | "pp" | "fig" | "figs" | "eq" | "vol" | "sec" | "ch" | "ref" | "tab");
    if number_mark {
        return !first.is_some_and(|c| c.is_ascii_digit() || matches!(c, '(' | '['));
    }
    !ABBREVIATIONS.contains(&folded.as_str()) && !single_capital
}

#[cfg(test)]
mod tests {
    use super::split;

    fn parts(text: &str) -> Vec<&str> {
        split(text).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn abbreviations_and_decimals_do_not_end_sentences() {
        assert_eq!(
            parts("Sales in the U.S. rose 3.5% to $1.2 billion. Dr. J. Smith of Acme Inc. agreed (see Fig. 3). The end."),
            ["Sales in the U.S. rose 3.5% to $1.2 billion.", "Dr. J. Smith of Acme Inc. agreed (see Fig. 3).", "The end."]
        );
        assert_eq!(parts("It is listed in the U.S. The rest is not."), ["It is listed in the U.S.", "The rest is not."]);
        assert_eq!(parts("See e.g. Section 4. Then stop!"), ["See e.g. Section 4.", "Then stop!"]);
        assert_eq!(parts("Was it so? No. It was not."), ["Was it so?", "No.", "It was not."]);
    }

    #[test]
    fn lists_and_lines() {
        assert_eq!(parts("1. First thing. 2. Second thing."), ["1. First thing.", "2. Second thing."]);
        assert_eq!(parts("Intro:\n• one\n• two"), ["Intro:", "• one", "• two"]);
        assert_eq!(parts("a line that\ngoes on here.\n\nNext"), ["a line that\ngoes on here.", "Next"]);
        assert_eq!(parts("Year | 2018 | 2017\nnet sales | 1. | 2"), ["Year | 2018 | 2017", "net sales | 1. | 2"]);
    }

    #[test]
    fn cjk_and_quotes() {
        assert_eq!(parts("收入增长了5.2%。利润下降！为什么？"), ["收入增长了5.2%。", "利润下降！", "为什么？"]);
        assert_eq!(parts("He said \"stop.\" Then left."), ["He said \"stop.\"", "Then left."]);
        assert_eq!(parts("“不行。”他说。"), ["“不行。”", "他说。"]);
    }

    proptest::proptest! {
        #[test]
        fn ranges_are_ordered_trimmed_and_inside(text in "[\\PC\n.。 ]{0,120}") {
            let mut last = 0;
            for range in split(&text) {
                proptest::prop_assert!(range.start >= last && range.start < range.end && range.end <= text.len());
                let piece = &text[range.clone()];
                proptest::prop_assert_eq!(piece.trim(), piece);
                last = range.end;
            }
        }

        #[test]
        fn nothing_but_white_space_is_lost(text in "[a-zA-Z0-9.!? \n]{0,120}") {
            let kept: String = split(&text).into_iter().flat_map(|r| text[r].chars()).filter(|c| !c.is_whitespace()).collect();
            let all: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            proptest::prop_assert_eq!(kept, all);
        }
    }
}
