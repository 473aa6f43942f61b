//! Sentences that refer to a figure by its number (`Figures 3 and 4`, `图 2`) → that figure.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Block, BlockKind};

use crate::segments::sentences;

/// Sentences kept for one figure.
const MOST: usize = 4;
/// Figures between the ends of a range (`Figures 3 to 9`).
const LONGEST_RANGE: u32 = 12;

static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:\b(?:fig(?:ures?|s?\.|s)?|chart|scheme|plate|abb(?:ildung(?:en)?|\.)?|figuras?|рис(?:унок|унке|унки|\.)?)|[图圖])\s*",
        r"(?P<list>[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?\b(?:\s*(?:,|and|or|und|to|through|&|–|和|与|及|、|至)\s*(?:(?:and|fig(?:ures?|s?\.)|[图圖])\s*)?[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?\b)*)"
    ))
    .ok()
});
static PART: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(?P<to>to|through|至)?\s*(?P<number>[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?)").ok());

/// Fills in the sentences of other blocks that refer to a figure by its number.
pub fn fill(blocks: &mut [Block]) {
    let Some(reference) = REFERENCE.as_ref() else { return };
    let wanted: HashMap<String, usize> =
        blocks.iter().enumerate().filter_map(|(at, block)| Some((block.figure.as_ref()?.number.clone()?, at))).collect();
    if wanted.is_empty() {
        return;
    }
    let known: HashSet<&str> = wanted.keys().map(String::as_str).collect();
    let mut found: Vec<(usize, String)> = Vec::new();
    for block in
        blocks.iter().filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Caption))
    {
        for hit in reference.captures_iter(&block.text) {
            let (Some(whole), Some(list)) = (hit.get(0), hit.name("list")) else { continue };
            for number in numbers(list.as_str(), &known) {
                if let Some(&at) = wanted.get(&number) {
                    found.push((at, sentences::around(&block.text, whole.start()).to_owned()));
                }
            }
        }
    }
    for (at, sentence) in found {
        if let Some(figure) = &mut blocks[at].figure
            && figure.mentions.len() < MOST
            && !sentence.is_empty()
            && !figure.mentions.contains(&sentence)
        {
            figure.mentions.push(sentence);
        }
    }
}

/// The numbers of a list, ranges opened. `3–5` is a range unless a figure is really called that; `4a` is part of figure 4.
fn numbers(list: &str, known: &HashSet<&str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let Some(part) = PART.as_ref() else { return out };
    for hit in part.captures_iter(list) {
        let Some(number) = hit.name("number") else { continue };
        let written = number.as_str().replace('–', "-");
        let from = out.last().and_then(|last| last.parse::<u32>().ok());
        if let (Some(_), Some(from), Ok(to)) = (hit.name("to"), from, written.parse::<u32>()) {
            out.extend((from + 1..to).take(LONGEST_RANGE as usize).map(|between| between.to_string()));
        }
        let bare = written.trim_end_matches(|c: char| c.is_ascii_lowercase());
        match written.split_once('-').map(|(a, b)| (a.parse::<u32>(), b.parse::<u32>())) {
            _ if known.contains(written.as_str()) => out.push(written),
            Some((Ok(from), Ok(to))) if from < to && to - from <= LONGEST_RANGE => out.extend((from..=to).map(|n| n.to_string())),
            _ if known.contains(bare) => out.push(bare.to_owned()),
            _ => out.push(written),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{REFERENCE, numbers};

    fn read(text: &str) -> Vec<String> {
        let known: HashSet<&str> = ["1", "2", "3", "4", "5", "3-1"].into();
        let found = REFERENCE.as_ref().and_then(|reference| reference.captures(text));
        found.and_then(|found| Some(numbers(found.name("list")?.as_str(), &known))).unwrap_or_default()
    }

    #[test]
    fn lists_and_ranges_of_figures_are_opened() {
        assert_eq!(read("as Figure 5 shows"), ["5"]);
        assert_eq!(read("see Figs. 1 and 3."), ["1", "3"]);
        assert_eq!(read("Figures 2 to 4 show"), ["2", "3", "4"]);
        assert_eq!(read("figures 2–4"), ["2", "3", "4"]);
        assert_eq!(read("Figure 3-1"), ["3-1"]);
        assert_eq!(read("in Fig. 4a"), ["4"]);
        assert_eq!(read("如图 2、3 所示"), ["2", "3"]);
        assert_eq!(read("Figure 5, which has 3 pins"), ["5"]);
        assert!(read("no reference to 5").is_empty());
    }
}
