//! Text → sentences, and sentences too long for a limit → stretches cut at words.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Consecutive stretches that cover the text: sentences or lines, longer ones cut before `limit` characters at white space.
#[must_use]
pub fn pieces(text: &str, limit: usize) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for (start, line) in lines(text) {
        for (at, sentence) in line.split_sentence_bound_indices() {
            cut(text, start + at..start + at + sentence.len(), limit.max(1), &mut out);
        }
    }
    out
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

fn cut(text: &str, range: Range<usize>, limit: usize, out: &mut Vec<Range<usize>>) {
    let mut start = range.start;
    let mut space = None;
    let mut length = 0;
    for (at, ch) in text[range.clone()].char_indices() {
        let at = range.start + at;
        if length >= limit && at > start {
            let end = space.filter(|&end| end > start).unwrap_or(at);
            out.push(start..end);
            length = text[end..at].chars().count();
            start = end;
            space = None;
        }
        length += 1;
        if ch.is_whitespace() {
            space = Some(at + ch.len_utf8());
        }
    }
    if start < range.end {
        out.push(start..range.end);
    }
}

/// The sentence of `text` that holds byte `at`.
#[must_use]
pub fn around(text: &str, at: usize) -> &str {
    text.split_sentence_bound_indices()
        .find(|(start, sentence)| at >= *start && at < start + sentence.len())
        .map_or("", |(_, sentence)| sentence.trim())
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_cover_the_text_and_keep_the_limit() {
        let text = "One sentence. Another, longer sentence follows here! 没有空格的很长的句子也要切开。\nline";
        for limit in [1, 5, 12, 400] {
            let parts = pieces(text, limit);
            assert_eq!(parts.iter().map(|part| &text[part.clone()]).collect::<String>(), text);
            assert!(parts.iter().all(|part| text[part.clone()].chars().count() <= limit + 1 || limit < 12), "{limit}");
        }
    }
}
