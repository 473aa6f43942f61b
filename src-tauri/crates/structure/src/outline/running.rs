//! Running headers, footers and page numbers: found by repetition on three or more pages, never by position alone.

use std::collections::HashMap;

use super::style::Body;
use crate::page::{Line, PageDigest};

/// How many lines at the top and at the bottom of a page are looked at.
const REACH: usize = 4;

/// For every page, which of its lines are page furniture.
#[must_use]
pub fn mark(pages: &[PageDigest], body: &Body) -> Vec<Vec<bool>> {
    let mut marks: Vec<Vec<bool>> = pages.iter().map(|page| vec![false; page.lines.len()]).collect();
    let mut seen: HashMap<(String, i32, bool), Vec<(usize, usize)>> = HashMap::new();
    for (at, page) in pages.iter().enumerate() {
        for (line, top) in edge_lines(page) {
            let text = &page.lines[line].text;
            // `Chapter 1`, `Chapter 2` … in display type stand in the same place too; only their numbers tell them apart.
            let key = if page.lines[line].size > 1.2 * body.size { text.to_lowercase() } else { key(text) };
            let height = slot(page, &page.lines[line], top);
            seen.entry((key, height, top)).or_default().push((at, line));
        }
    }
    let mut slots: HashMap<(i32, u16, bool), usize> = HashMap::new();
    for ((text, height, top), places) in &seen {
        let near: usize = [-1, 0, 1].iter().filter_map(|d| seen.get(&(text.clone(), height + d, *top))).map(Vec::len).sum();
        if near >= 3 && !(text.is_empty()) {
            for &(page, line) in places {
                marks[page][line] = true;
                let entry = slots.entry((*height, pages[page].lines[line].style, *top)).or_insert(0);
                *entry += 1;
            }
        }
    }
    same_slot(pages, &slots, &mut marks);
    echoes(pages, body, &mut marks);
    artifacts(pages, &mut marks);
    outermost_only(pages, body, &mut marks);
    marks
}

/// Lines in the very place and style of proven furniture of at least three other pages and a third of the document.
fn same_slot(pages: &[PageDigest], slots: &HashMap<(i32, u16, bool), usize>, marks: &mut [Vec<bool>]) {
    for (at, page) in pages.iter().enumerate() {
        for (line, top) in edge_lines(page) {
            if marks[at][line] || super::features::is_caption(&page.lines[line].text) {
                continue;
            }
            let height = slot(page, &page.lines[line], top);
            let proven: usize = [-1, 0, 1].iter().filter_map(|d| slots.get(&(height + d, page.lines[line].style, top))).sum();
            if proven >= 3 && proven * 3 >= pages.len() {
                marks[at][line] = true;
            }
        }
    }
}

/// Small lines in a place and style that three or more pages share, when what they say is printed elsewhere as a line of its
/// own: the section titles that a running header repeats.
fn echoes(pages: &[PageDigest], body: &Body, marks: &mut [Vec<bool>]) {
    let mut places: HashMap<(i32, u16, bool), Vec<(usize, usize)>> = HashMap::new();
    for (at, page) in pages.iter().enumerate() {
        for (line, top) in edge_lines(page) {
            let found = &page.lines[line];
            let plain = found.size <= 1.6 * body.size && (found.bold < 0.5 || body.look.bold);
            // A caption at the edge is printed again in the list of figures; it is no header for that.
            if plain && !super::features::is_caption(&found.text) && found.text.chars().count() < 120 {
                places.entry((slot(page, found, top), found.style, top)).or_default().push((at, line));
            }
        }
    }
    places.retain(|(_, style, _), lines| {
        // Larger than the text (of a listing, say) only where nearly half of all pages have it.
        let large =
            lines.first().is_some_and(|(page, line)| pages[*page].lines[*line].size > 1.06 * body.size) && *style != body.style;
        lines.len() >= 3 && lines.len() * if large { 2 } else { 4 } >= pages.len()
    });
    if places.is_empty() {
        return;
    }
    let mut wanted: HashMap<String, usize> = HashMap::new();
    for &(page, line) in places.values().flatten() {
        for key in keys(&pages[page].lines[line]) {
            wanted.entry(key).or_insert(0);
        }
    }
    for line in pages.iter().flat_map(|page| &page.lines).filter(|line| line.text.len() < 200) {
        if let Some(count) = wanted.get_mut(&words(&line.text)) {
            *count += 1;
        }
    }
    for lines in places.values() {
        let echoed = lines.iter().filter(|(page, line)| {
            let found = &pages[*page].lines[*line];
            let whole = words(&found.text);
            keys(found)
                .iter()
                .any(|key| key.len() >= 3 && wanted.get(key).is_some_and(|count| *count >= if *key == whole { 2 } else { 1 }))
        });
        let style = lines.first().map_or(0, |(page, line)| pages[*page].lines[*line].style);
        let least = if style == body.style { 8 } else { 5 };
        if echoed.count() * 10 >= lines.len() * least {
            for &(page, line) in lines {
                marks[page][line] = true;
            }
        }
    }
}

/// [`words`] of a line and of each of its pieces between wide gaps: a header often has one title at either side.
fn keys(line: &Line) -> Vec<String> {
    let mut starts: Vec<usize> = line.words.iter().filter(|word| word.gap).map(|word| word.start as usize).collect();
    starts.insert(0, 0);
    starts.push(line.text.len());
    let mut out: Vec<String> = starts.windows(2).filter_map(|pair| line.text.get(pair[0]..pair[1])).map(words).collect();
    out.push(words(&line.text));
    out.dedup();
    out
}

/// Letters only, small: a title compares equal with and without its numbers.
fn words(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// What the structure tree itself calls an artifact, when it stands at the edge of the page.
fn artifacts(pages: &[PageDigest], marks: &mut [Vec<bool>]) {
    for (at, page) in pages.iter().enumerate() {
        for (line, _) in edge_lines(page) {
            if page.lines[line].role == crate::page::Role::Artifact {
                marks[at][line] = true;
            }
        }
    }
}

/// Furniture forms the outer edge and keeps its distance: a marked line inside unmarked ones, or in one block with the text,
/// is text after all.
fn outermost_only(pages: &[PageDigest], body: &Body, marks: &mut [Vec<bool>]) {
    for (at, page) in pages.iter().enumerate() {
        let mut order: Vec<usize> = (0..page.lines.len()).filter(|&line| !page.lines[line].aside).collect();
        order.sort_by(|&a, &b| page.lines[b].base.total_cmp(&page.lines[a].base));
        let lead = settled(page, body, &order, &marks[at]);
        order.reverse();
        let tail = settled(page, body, &order, &marks[at]);
        order.reverse();
        let inner = order.len().saturating_sub(tail);
        for &line in order.get(lead..inner).unwrap_or(&[]) {
            marks[at][line] = false;
        }
    }
}

/// How many of the first lines of `order` are furniture set apart from what follows.
fn settled(page: &PageDigest, body: &Body, order: &[usize], marks: &[bool]) -> usize {
    let mut count = order.iter().take_while(|&&line| marks[line]).count();
    while count > 0 && count < order.len() {
        let (last, next) = (&page.lines[order[count - 1]], &page.lines[order[count]]);
        let gap = (last.base - next.base).abs();
        let apart = gap > 1.2 * body.leading || gap < 0.3 * body.size;
        let unlike = last.style != next.style && last.style != body.style;
        if apart || unlike || is_page_number(&last.text) {
            break;
        }
        count -= 1;
    }
    count
}

fn is_page_number(text: &str) -> bool {
    key(text).trim_matches(|c: char| !c.is_alphanumeric() && c != '#') == "#"
}

/// The lines nearest the upper (`true`) and lower edge.
fn edge_lines(page: &PageDigest) -> Vec<(usize, bool)> {
    let mut order: Vec<usize> = (0..page.lines.len()).filter(|&line| !page.lines[line].aside).collect();
    order.sort_by(|&a, &b| page.lines[b].base.total_cmp(&page.lines[a].base));
    let top: Vec<usize> = order.iter().take(REACH).copied().collect();
    let low: Vec<usize> = order.iter().rev().take(REACH).copied().filter(|line| !top.contains(line)).collect();
    let middle = page.height / 2.0;
    top.into_iter().chain(low).map(|line| (line, page.lines[line].base > middle)).collect()
}

/// Height in steps of two points from the nearer edge.
fn slot(page: &PageDigest, line: &Line, top: bool) -> i32 {
    let distance = if top { page.height - line.base } else { line.base };
    #[allow(clippy::cast_possible_truncation)]
    let slot = (distance / 2.0).clamp(-10_000.0, 10_000.0).round() as i32;
    slot
}

/// Text without what changes from page to page: whole numbers and Roman page numbers become `#`; section numbers stay.
fn key(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let roman = !bare.is_empty() && bare.len() <= 6 && bare.chars().all(|c| "ivxlc".contains(c));
        let number = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit() || c == '/' || c == '-');
        let label = bare.len() <= 6
            && bare.split_once('-').is_some_and(|(a, b)| a.len() <= 2 && !b.is_empty() && b.chars().all(|c| c.is_ascii_digit()));
        if roman || number || label {
            out.push('#');
        } else {
            out.extend(word.chars().flat_map(char::to_lowercase));
        }
        out.push(' ');
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn page_numbers_of_both_kinds_fall_together() {
        assert_eq!(key("Page 12 of 80"), key("Page 3 of 80"));
        assert_eq!(key("xiv"), key("12"));
        assert_ne!(key("Results"), key("Methods"));
    }
}
