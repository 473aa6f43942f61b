//! Titles that someone else names (bookmarks, a printed contents list) → the lines where they are printed.

use std::collections::HashMap;

use super::lines::{Flow, Mark, compact, compact_bare};

/// A title named elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// As named.
    pub title: String,
    /// Depth, from 1; 0 when it says nothing about depth.
    pub level: u8,
    /// Position in the list of pages where it should stand.
    pub page: Option<u32>,
    /// Printed page number, where only that is known.
    pub printed: Option<u32>,
}

/// Lines `first .. first + count` of the flow print the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located {
    /// First line.
    pub first: usize,
    /// How many lines.
    pub count: usize,
}

/// Most lines a heading takes.
const MOST_LINES: usize = 4;

/// For each witness the lines that print it, if any.
#[must_use]
pub fn locate(witnesses: &[Witness], flow: &Flow<'_>) -> Vec<Option<Located>> {
    let found = candidates(witnesses, flow);
    let offset = page_offset(witnesses, &found, flow);
    let mut used = std::collections::HashSet::new();
    let mut from = 0;
    witnesses
        .iter()
        .zip(&found)
        .map(|(witness, places)| {
            let target = witness.page.map(i64::from).or_else(|| Some(i64::from(witness.printed?) + offset?));
            let set_off = places.iter().filter(|place| plainness(flow, place) == 0).count();
            let best = places
                .iter()
                .filter(|place| !used.contains(&place.first))
                .filter_map(|place| {
                    let page = i64::from(flow.order[place.first].page);
                    let far = target.map_or(0, |target| (page - target).abs());
                    let back = u8::from(place.first < from);
                    let plain = plainness(flow, place);
                    // Printed numbers drift where pages without number are bound in; a title found once is found.
                    let only = places.len() == 1 || (plain == 0 && set_off == 1);
                    (far <= 1 || (only && far <= 6 && witness.page.is_none()))
                        .then_some(((far, back, plain, place.first), *place))
                })
                .min_by_key(|(rank, _)| *rank)
                .map(|(_, place)| place);
            if let Some(place) = best {
                used.insert(place.first);
                from = place.first;
            }
            best
        })
        .collect()
}

/// 0 for a line that looks unlike body text, 1 otherwise.
fn plainness(flow: &Flow<'_>, place: &Located) -> u8 {
    let line = flow.line(place.first);
    u8::from(line.size < flow.body.size * 1.04 && line.bold < 0.5)
}

fn candidates(witnesses: &[Witness], flow: &Flow<'_>) -> Vec<Vec<Located>> {
    let mut found: Vec<Vec<Located>> = vec![Vec::new(); witnesses.len()];
    if witnesses.is_empty() {
        return found;
    }
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, witness) in witnesses.iter().enumerate() {
        let (full, bare) = (compact(&witness.title), compact_bare(&witness.title));
        if full != bare && !bare.is_empty() {
            by_key.entry(bare).or_default().push(at);
        }
        if !full.is_empty() {
            by_key.entry(full).or_default().push(at);
        }
    }
    let mut sorted: Vec<&str> = by_key.keys().map(String::as_str).collect();
    sorted.sort_unstable();
    for first in 0..flow.len() {
        let text = flow.line(first).text.as_str();
        if !matches!(flow.marks[first], Mark::Text) || text.len() > 300 {
            continue;
        }
        let (full, bare) = (compact(text), compact_bare(text));
        let bare = Some(bare).filter(|bare| *bare != full);
        for start in std::iter::once(full).chain(bare).filter(|start| !start.is_empty()) {
            extend(flow, first, start, &sorted, &by_key, &mut found);
        }
    }
    found
}

/// Tries the line alone and joined with the following ones as long as some title begins so.
fn extend(
    flow: &Flow<'_>,
    first: usize,
    mut key: String,
    sorted: &[&str],
    by_key: &HashMap<String, Vec<usize>>,
    found: &mut [Vec<Located>],
) {
    let mut last = first;
    for count in 1..=MOST_LINES {
        let from = sorted.partition_point(|known| *known < key.as_str());
        if !sorted.get(from).is_some_and(|known| known.starts_with(&key)) {
            return;
        }
        if let Some(owners) = by_key.get(&key) {
            for &owner in owners {
                let place = Located { first, count };
                if !found[owner].contains(&place) {
                    found[owner].push(place);
                }
            }
        }
        let next = last + 1;
        if next >= flow.len() || !flow.together(first, next) || flow.marks[next] != Mark::Text {
            return;
        }
        if flow.line(last).text.ends_with(['-', '\u{2010}']) && flow.line(last).soft_hyphen {
            // The hyphen was dropped by `compact` already.
        }
        key.push_str(&compact(&flow.line(next).text));
        last = next;
    }
}

/// How far page positions run ahead of printed page numbers, by vote of the titles found.
fn page_offset(witnesses: &[Witness], found: &[Vec<Located>], flow: &Flow<'_>) -> Option<i64> {
    let mut votes: HashMap<i64, usize> = HashMap::new();
    for (witness, places) in witnesses.iter().zip(found) {
        let Some(printed) = witness.printed else { continue };
        for place in places.iter().filter(|place| plainness(flow, place) == 0 || places.len() == 1) {
            *votes.entry(i64::from(flow.order[place.first].page) - i64::from(printed)).or_insert(0) += 1;
        }
    }
    votes
        .into_iter()
        .max_by_key(|(offset, count)| (*count, -offset.abs()))
        .filter(|(_, count)| *count >= 2)
        .map(|(offset, _)| offset)
}
