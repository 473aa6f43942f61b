//! Markdown → its headings, and its bare words.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::norm::{fold_space, is_word};
use super::{Pattern, replace};

static HEADING: Pattern = LazyLock::new(|| Regex::new(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$").ok());
static FENCE: Pattern = LazyLock::new(|| Regex::new(r"^ {0,3}(`{3,}|~{3,})").ok());
static PAGE: Pattern = LazyLock::new(|| Regex::new(r"(?i)<!--\s*page\s*:?\s*(\d+)\s*-->").ok());
static IMAGE: Pattern = LazyLock::new(|| Regex::new(r"!\[[^\]]*\]\([^)]*\)").ok());
static LINK: Pattern = LazyLock::new(|| Regex::new(r"\[([^\]]*)\]\([^)]*\)").ok());
static BREAK: Pattern = LazyLock::new(|| Regex::new(r"(?i)<br\s*/?>").ok());
static INLINE: Pattern = LazyLock::new(|| {
    const TAGS: &str = "a|b|i|u|em|strong|sup|sub|span|font|code|mark|small|del|ins|s|p|div";
    Regex::new(&format!(r"(?i)</?(?:{TAGS})(?:\s[^<>]*)?>|<!--.*?-->")).ok()
});
static COMMENT: Pattern = LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->").ok());
static TAG: Pattern = LazyLock::new(|| {
    const TAGS: &str = "p|div|span|table|thead|tbody|tr|t[dh]|sup|sub|b|i|u|a|img|em|strong|code|pre";
    Regex::new(&format!(r"(?i)</?(?:{TAGS})\b[^<>]*>")).ok()
});
static ESCAPED: Pattern = LazyLock::new(|| Regex::new(r"\\([\\`*_{}\[\]()#+\-.!<>|~$&:])").ok());

/// A heading of some Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Number of `#`.
    pub level: i64,
    /// Plain text without mark-up.
    pub title: String,
    /// Page (from 1) of the last mark before it.
    pub page: Option<i64>,
}

/// The ATX headings outside fenced code, in order.
#[must_use]
pub fn parse_markdown(text: &str) -> Vec<Found> {
    let (mut found, mut page) = (Vec::new(), None);
    let mut fence: Option<&str> = None;
    for line in lines(text) {
        if let Some(mark) = group(&FENCE, line, 1) {
            fence = match fence {
                None => Some(mark),
                Some(open) if mark.starts_with(&open[..1]) && mark.len() >= open.len() => None,
                kept => kept,
            };
            continue;
        }
        if fence.is_some() {
            continue;
        }
        let last = PAGE.as_ref().and_then(|pattern| pattern.captures_iter(line).last());
        if let Some(number) = last.and_then(|mark| digits(mark.get(1)?.as_str())) {
            page = Some(number);
        }
        if let Some(heading) = HEADING.as_ref().and_then(|pattern| pattern.captures(line)) {
            let title = clean_inline(heading.get(2).map_or("", |group| group.as_str()));
            if !title.is_empty() {
                let level = i64::try_from(heading.get(1).map_or(1, |group| group.len())).unwrap_or(1);
                found.push(Found { level, title, page });
            }
        }
    }
    found
}

/// Lines at every kind of line end that the referee's language knows.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    const ENDS: [char; 10] = ['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];
    text.split("\r\n").flat_map(|part| part.split(ENDS))
}

fn group<'t>(pattern: &Pattern, text: &'t str, index: usize) -> Option<&'t str> {
    pattern.as_ref()?.captures(text)?.get(index).map(|group| group.as_str())
}

/// The value of decimal digits of any script.
fn digits(text: &str) -> Option<i64> {
    let plain: String = unicode_normalization::UnicodeNormalization::nfkc(text).collect();
    plain.parse().ok()
}

/// Plain text of a heading's inline Markdown.
fn clean_inline(text: &str) -> String {
    let text = replace(&IMAGE, text, " ");
    let text = replace(&LINK, &text, "$1");
    let text = replace(&BREAK, &text, " ");
    let before = text.clone();
    let text = replace(&INLINE, &text, |found: &Captures<'_>| {
        let whole = found.get(0).map_or(0..0, |group| group.range());
        let escaped = before.get(..whole.start).is_some_and(|left| left.ends_with('\\'));
        let tag = before.get(whole).unwrap_or("");
        if escaped && !tag.starts_with("<!--") { tag.to_owned() } else { String::new() }
    });
    let text = strip_marks(&htmlize::unescape(text.as_ref()), inline_underscores);
    fold_space(&replace(&ESCAPED, &text, "$1"))
}

/// Markdown without its mark-up, for word counts only.
#[must_use]
pub fn plain_markdown(text: &str) -> String {
    let text = replace(&COMMENT, text, " ");
    let text = replace(&IMAGE, &text, " ");
    let text = replace(&LINK, &text, "$1");
    let text = replace(&BREAK, &text, "\n");
    let text = replace(&TAG, &text, " ");
    let text = strip_marks(&htmlize::unescape(text.as_ref()), |_, _| 0);
    let text = strip_underscores(&text);
    replace(&ESCAPED, &text, "$1").into_owned()
}

/// Takes out emphasis, code and strike-through marks that no backslash protects; `underscores` says how many underscores at a
/// place go.
fn strip_marks(text: &str, underscores: fn(&[char], usize) -> usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let taken = if at > 0 && chars[at - 1] == '\\' {
            0
        } else {
            match chars[at] {
                '*' => run(&chars, at).min(3),
                '`' => run(&chars, at),
                '~' if run(&chars, at) >= 2 => 2,
                '_' => underscores(&chars, at),
                _ => 0,
            }
        };
        if taken == 0 {
            out.push(chars[at]);
        }
        at += taken.max(1);
    }
    out
}

/// Length of the run of one character that begins at `at`.
fn run(chars: &[char], at: usize) -> usize {
    chars[at..].iter().take_while(|ch| **ch == chars[at]).count()
}

/// In a heading up to three underscores go that begin after, or end before, something that is no word.
fn inline_underscores(chars: &[char], at: usize) -> usize {
    let word = |ch: &char| *ch == '_' || is_word(*ch);
    let length = run(chars, at);
    if at == 0 || !word(&chars[at - 1]) {
        return length.min(3);
    }
    if length <= 3 && !chars.get(at + length).is_some_and(word) { length } else { 0 }
}

/// Takes out underscores but for single ones inside a word.
fn strip_underscores(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        if chars[at] != '_' {
            out.push(chars[at]);
            at += 1;
            continue;
        }
        let length = run(&chars, at);
        let inside = at > 0 && is_word(chars[at - 1]) && chars.get(at + length).is_some_and(|ch| is_word(*ch));
        if inside && length == 1 {
            out.push('_');
        }
        at += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Found, clean_inline, parse_markdown, plain_markdown};

    #[test]
    fn headings_are_read_outside_code_with_the_page_before_them() {
        let text = "<!-- page 2 -->\n# One #\n```\n# no\n~~~\n```\n~~~~\n# no\n~~~\n# no\n~~~~\n####### seven\n#no\n   ## Two\r\n\
                    <!-- page 3 --> <!-- Page: 4 -->\n###\n### **Three** _x_ ##\n    # code";
        let found = |level, title: &str, page| Found { level, title: title.into(), page: Some(page) };
        assert_eq!(parse_markdown(text), [found(1, "One", 2), found(2, "Two", 2), found(3, "Three x", 4)]);
    }

    #[test]
    fn mark_up_of_titles_goes() {
        let cases = [
            ("a ![x](y) [link](z) b<br/>c", "a link b c"),
            (r"snake\_case and __init__ or a_b_ c", "snake_case and init or a_b c"),
            (r"\*not\* **bold** ~~gone~~ `code`", "*not* bold gone code"),
            ("<b>x</b> \\<b>y <!-- no -->&amp; &lt;i&gt; &copy", "x \\<b>y & <i> ©"),
        ];
        for (given, wanted) in cases {
            assert_eq!(clean_inline(given), wanted.replace("\\<", "<"), "{given}");
        }
    }

    #[test]
    fn words_survive_and_mark_up_does_not() {
        let plain = plain_markdown("<!-- page\n1 --># A\n**b** a_b a__b _c_ [t](u) ![i](j) x<br>y <td>z</td> &lt; \\# `q`");
        assert_eq!(plain, " # A\nb a_b ab c t   x\ny  z  < # q");
    }
}
