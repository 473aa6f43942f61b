//! Titles set with stray spaces inside words (`Busines s`) → the words as the rest of the document writes them.

use std::collections::HashMap;

use super::Heading;
use super::lines::{Flow, Mark};

/// The longest piece that may have come off a word.
const LONGEST_PIECE: usize = 4;

/// Joins two pieces of a title where the document writes them as one word more often than it writes the first alone.
pub fn titles(headings: &mut [Heading], flow: &Flow<'_>) {
    let suspect = |title: &str| pairs(title).any(|(_, first, piece)| is_piece(first, piece));
    if !headings.iter().any(|heading| suspect(&heading.title)) {
        return;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for at in (0..flow.len()).filter(|&at| flow.marks[at] == Mark::Text) {
        for word in flow.line(at).text.split_whitespace().map(bare).filter(|word| !word.is_empty()) {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    for heading in headings {
        if let Some(mended) = mend(&heading.title, &counts) {
            heading.title = mended;
        }
    }
}

fn mend(title: &str, counts: &HashMap<String, usize>) -> Option<String> {
    let count = |word: String| counts.get(&word).copied().unwrap_or(0);
    let found = pairs(title).find(|(_, first, piece)| {
        let whole = count(bare(&format!("{first}{piece}")));
        // A single consonant is no word, whatever stands before it.
        let consonant = bare(piece).chars().count() == 1 && !"aeiouy".contains(&bare(piece));
        is_piece(first, piece) && whole >= 2 && (consonant || whole > count(bare(first)) && count(bare(piece)) < 4 * whole)
    });
    let (at, ..) = found?;
    let joined = format!("{}{}", &title[..at], &title[at + 1..]);
    Some(mend(&joined, counts).unwrap_or(joined))
}

/// Neighbouring words with the place of the space between them.
fn pairs(title: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    title.match_indices(' ').filter_map(|(at, _)| {
        let first = title[..at].rsplit(' ').next()?;
        let piece = title[at + 1..].split(' ').next()?;
        Some((at, first, piece))
    })
}

/// Whether `piece` may be the end of `first`: a few small letters after a letter.
fn is_piece(first: &str, piece: &str) -> bool {
    let letters = piece.trim_end_matches(|c: char| c.is_ascii_punctuation());
    (1..=LONGEST_PIECE).contains(&letters.chars().count())
        && letters.chars().all(|c| c.is_alphabetic() && c.is_lowercase())
        && first.chars().next_back().is_some_and(char::is_alphabetic)
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::mend;

    #[test]
    fn words_are_joined_as_the_document_writes_them() {
        let counts: HashMap<String, usize> =
            [("business", 40), ("directors", 30), ("director", 90), ("summary", 5), ("into", 20), ("in", 400), ("to", 500)]
                .map(|(word, count)| (word.to_owned(), count))
                .into();
        let mended = |title: &str| mend(title, &counts);
        assert_eq!(mended("Item 1. Busines s.").as_deref(), Some("Item 1. Business."));
        assert_eq!(mended("Director s, Officers").as_deref(), Some("Directors, Officers"));
        assert_eq!(mended("Form 10-K Summ ary.").as_deref(), Some("Form 10-K Summary."));
        assert_eq!(mended("Changes in to"), None);
        assert_eq!(mended("Section a"), None);
    }
}
