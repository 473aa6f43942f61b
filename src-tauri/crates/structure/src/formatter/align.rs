//! Markdown that a model wrote of a window → the window's own words with the model's headings on them.
//!
//! The words of the reply are aligned with those of the page, order kept (longest common subsequence). A heading of the reply is
//! believed where it consists of the words of whole lines of the page; all other lines of which most words came back are text.
//! What the model added is not in the result and what it left out is: the result is made of the page's lines.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::material::SourceLine;
use super::verdicts::{DEEPEST, Refusal, Verdict, WindowVerdicts};

/// Least share of words that reply and page must have in common.
const LEAST_SHARE: f32 = 0.85;
/// Share of a line's words that a heading must hold, and of a heading's words that its lines must.
const WHOLE: f32 = 0.8;
/// Share of a line's words that must have come back as text before it is called text.
const MOST: f32 = 0.6;
/// Largest table of the alignment, cells.
const CELLS: usize = 16_000_000;

/// A window as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct Reconciled {
    /// The page's words, line by line, with heading marks.
    pub markdown: String,
    /// What the reply says of the lines.
    pub verdicts: WindowVerdicts,
    /// Share of words that reply and page have in common, 0..1.
    pub share: f32,
}

/// Aligns a reply with the lines it was to write.
///
/// # Errors
/// [`Refusal::OtherWords`] when reply and page have too few words in common, [`Refusal::Unreadable`] for an empty reply.
pub fn reconcile(lines: &[SourceLine], reply: &str) -> Result<Reconciled, Refusal> {
    let mut source = Vec::new();
    let mut owned: Vec<Range<usize>> = Vec::with_capacity(lines.len());
    for line in lines {
        let start = source.len();
        source.extend(words(&line.text));
        owned.push(start..source.len());
    }
    let written = written(reply);
    let target: Vec<&str> = written.iter().map(|word| word.text.as_str()).collect();
    if target.is_empty() {
        return Err(Refusal::Unreadable);
    }
    let names: Vec<&str> = source.iter().map(String::as_str).collect();
    let pairs = common(&names, &target).ok_or(Refusal::OtherWords)?;
    #[allow(clippy::cast_precision_loss)]
    let share = 2.0 * pairs.len() as f32 / (source.len() + target.len()).max(1) as f32;
    if share < LEAST_SHARE {
        return Err(Refusal::OtherWords);
    }
    let levels = levels(&owned, &written, &pairs);
    let mut markdown = String::new();
    let mut verdicts = Vec::new();
    for (line, level) in lines.iter().zip(levels) {
        if let Some(level) = level.flatten() {
            markdown.push_str(&"#".repeat(usize::from(level)));
            markdown.push(' ');
        }
        markdown.push_str(&line.text);
        markdown.push_str("\n\n");
        verdicts.extend(level.map(|level| Verdict { line: line.id, level }));
    }
    Ok(Reconciled { markdown, verdicts, share })
}

/// A word of the reply.
struct Written {
    text: String,
    /// Number and level of the heading that it belongs to.
    heading: Option<(usize, u8)>,
}

/// Words as compared: without case, width and punctuation; each Chinese character is one.
fn words(text: &str) -> Vec<String> {
    let folded: String = text.nfkc().collect();
    folded.unicode_words().map(str::to_lowercase).collect()
}

fn written(reply: &str) -> Vec<Written> {
    let mut out = Vec::new();
    let mut count = 0;
    for line in reply.lines().map(str::trim).filter(|line| !line.starts_with("```")) {
        let marks = line.bytes().take_while(|byte| *byte == b'#').count();
        let level = u8::try_from(marks).unwrap_or(DEEPEST);
        let heading =
            ((1..=usize::from(DEEPEST)).contains(&marks) && line[marks..].starts_with([' ', '\t'])).then_some((count, level));
        count += usize::from(heading.is_some());
        out.extend(words(&line[marks..]).into_iter().map(|text| Written { text, heading }));
    }
    out
}

/// Position of a heading among those of the reply, its level, and how many words of a line stand in it.
type Held = (usize, u8, usize);

/// For each line what the reply says of it: a heading of some level, text, or nothing.
fn levels(owned: &[Range<usize>], written: &[Written], pairs: &[(usize, usize)]) -> Vec<Option<Option<u8>>> {
    let mut sizes: Vec<usize> = Vec::new();
    for (at, _) in written.iter().filter_map(|word| word.heading) {
        sizes.resize(sizes.len().max(at + 1), 0);
        sizes[at] += 1;
    }
    // Of each line: words that came back as text, and the heading that holds most of it.
    let mut lines: Vec<(usize, Option<Held>)> = vec![(0, None); owned.len()];
    for (from, to) in pairs {
        let line = owned.partition_point(|range| range.end <= *from);
        let Some((plain, held)) = lines.get_mut(line) else { continue };
        match (written[*to].heading, held) {
            (None, _) => *plain += 1,
            (Some((at, _)), Some((known, _, count))) if *known == at => *count += 1,
            (Some((at, level)), held) => *held = held.filter(|(_, _, count)| *count > 1).or(Some((at, level, 1))),
        }
    }
    let enough = |part: usize, share: f32, whole: usize| {
        #[allow(clippy::cast_precision_loss)]
        let most = part as f32 >= share * whole as f32;
        whole > 0 && most
    };
    let mut covered = vec![0; sizes.len()];
    for ((_, held), range) in lines.iter().zip(owned) {
        if let Some((at, _, count)) = held.filter(|(_, _, count)| enough(*count, WHOLE, range.len())) {
            covered[at] += count;
        }
    }
    let verdict = |((plain, held), range): (&(usize, Option<Held>), &Range<usize>)| {
        let heading = held.filter(|(at, _, count)| enough(*count, WHOLE, range.len()) && enough(covered[*at], WHOLE, sizes[*at]));
        match heading {
            Some((_, level, _)) => Some(Some(level)),
            None => enough(*plain, MOST, range.len()).then_some(None),
        }
    };
    lines.iter().zip(owned).map(verdict).collect()
}

/// Pairs of equal words in the order of both texts, as many as there can be; `None` when the texts are too long to compare.
fn common(source: &[&str], target: &[&str]) -> Option<Vec<(usize, usize)>> {
    let head = source.iter().zip(target).take_while(|(one, other)| one == other).count();
    let (inner, outer) = (&source[head..], &target[head..]);
    let tail = inner.iter().rev().zip(outer.iter().rev()).take_while(|(one, other)| one == other).count();
    let (inner, outer) = (&inner[..inner.len() - tail], &outer[..outer.len() - tail]);
    let width = outer.len() + 1;
    if (inner.len() + 1).checked_mul(width)? > CELLS || width > usize::from(u16::MAX) || inner.len() > usize::from(u16::MAX) {
        return None;
    }
    let mut longest = vec![0_u16; (inner.len() + 1) * width];
    for at in (0..inner.len()).rev() {
        for to in (0..outer.len()).rev() {
            longest[at * width + to] = if inner[at] == outer[to] {
                longest[(at + 1) * width + to + 1] + 1
            } else {
                longest[(at + 1) * width + to].max(longest[at * width + to + 1])
            };
        }
    }
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    let (mut at, mut to) = (0, 0);
    while at < inner.len() && to < outer.len() {
        if inner[at] == outer[to] {
            pairs.push((head + at, head + to));
            (at, to) = (at + 1, to + 1);
        } else if longest[(at + 1) * width + to] >= longest[at * width + to + 1] {
            at += 1;
        } else {
            to += 1;
        }
    }
    pairs.extend((0..tail).map(|at| (source.len() - tail + at, target.len() - tail + at)));
    Some(pairs)
}

#[cfg(test)]
mod tests;
