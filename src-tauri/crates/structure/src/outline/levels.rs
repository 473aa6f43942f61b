//! Accepted headings → raw levels: numbers first, then bookmarks and contents indents, then style clusters.

use std::collections::{BTreeMap, HashMap};

use super::evidence::Candidate;
use super::features::Look;
use super::numbering::NumberKind;
use super::witness::Witness;

/// A raw level: only the order matters. Steps of ten leave room in between.
type Raw = i32;

/// Raw levels of the headings, in order; a smaller number encloses a larger one.
#[must_use]
pub fn assign(headings: &[Candidate], bookmarks: Option<&[Witness]>, entries: &[Witness]) -> Vec<Raw> {
    let mut headings = headings.to_vec();
    settle_caps(&mut headings);
    if let Some(bookmarks) = bookmarks {
        return by_bookmarks(&headings, bookmarks);
    }
    borrow_numbers(&mut headings, entries);
    by_evidence(&headings, entries)
}

/// Capitals tell styles apart only where longer titles are set both ways: `EAN-13` beside `Point of Sale` is one style.
fn settle_caps(headings: &mut [Candidate]) {
    let plain = |look: &Look| Look { caps: false, ..*look };
    let letters = |heading: &Candidate| heading.features.text.chars().filter(|c| c.is_alphabetic()).count();
    let mut counts: HashMap<Look, (usize, usize)> = HashMap::new();
    for heading in headings.iter().filter(|heading| letters(heading) >= 7) {
        let entry = counts.entry(plain(&heading.features.look)).or_insert((0, 0));
        entry.0 += usize::from(heading.features.look.caps);
        entry.1 += 1;
    }
    for heading in headings.iter_mut() {
        let (caps, all) = counts.get(&plain(&heading.features.look)).copied().unwrap_or((0, 0));
        let mixed = caps * 8 > all && (all - caps) * 8 > all;
        let short = letters(heading) < 7;
        heading.features.look.caps = if mixed { heading.features.look.caps && !short } else { caps * 2 > all };
    }
}

/// A heading whose number is printed apart (or not at all) takes the one that the contents list gives it.
fn borrow_numbers(headings: &mut [Candidate], entries: &[Witness]) {
    for heading in headings.iter_mut().filter(|heading| heading.features.number.is_none()) {
        let Some(entry) = heading.entry.and_then(|at| entries.get(at)) else { continue };
        heading.features.number = super::numbering::parse(&entry.title)
            .filter(|number| number.kind != NumberKind::Paren && number.end < entry.title.len());
    }
}

fn by_evidence(headings: &[Candidate], entries: &[Witness]) -> Vec<Raw> {
    let scheme = Scheme::of(headings);
    let mut raw: Vec<Option<Raw>> = headings.iter().map(|heading| scheme.numbered(heading)).collect();
    drop_stray_numbers(headings, &mut raw);
    let stops = stop_levels(headings, &raw, entries);
    let sizes = largest(headings, &raw);
    for (heading, level) in headings.iter().zip(raw.iter_mut()) {
        if level.is_none() {
            // Set larger than all numbered headings of the level that its indent suggests, a title encloses them.
            let fits = |found: &Raw| sizes.get(found).is_none_or(|size| heading.features.look.size_h < size + 2);
            *level = heading
                .entry
                .and_then(|entry| entries.get(entry))
                .and_then(|entry| stops.get(&entry.level))
                .copied()
                .filter(fits);
        }
    }
    let named = headings.iter().any(|heading| {
        heading
            .features
            .number
            .as_ref()
            .is_some_and(|n| matches!(n.kind, NumberKind::Part | NumberKind::Chapter | NumberKind::Item))
    });
    if !named && raw.iter().flatten().count() * 7 < headings.len() {
        // A few placed headings must not order the many.
        raw.iter_mut().for_each(|level| *level = None);
    }
    let anchors = anchors(headings, &raw);
    let free = free_styles(headings, &raw, &anchors, &scheme);
    headings
        .iter()
        .zip(raw)
        .map(|(heading, level)| level.unwrap_or_else(|| free.get(&heading.features.look).copied().unwrap_or(10)))
        .collect()
}

/// Level → size of the largest heading that its number puts there.
fn largest(headings: &[Candidate], raw: &[Option<Raw>]) -> HashMap<Raw, u16> {
    let mut sizes: HashMap<Raw, u16> = HashMap::new();
    for (heading, level) in headings.iter().zip(raw) {
        if let Some(level) = level {
            let size = sizes.entry(*level).or_insert(0);
            *size = (*size).max(heading.features.look.size_h);
        }
    }
    sizes
}

/// Numbers that few headings of their style have say nothing about levels, unless they are many in all or name parts and chapters.
fn drop_stray_numbers(headings: &[Candidate], raw: &mut [Option<Raw>]) {
    let mut styles: HashMap<Look, (usize, usize)> = HashMap::new();
    for (heading, level) in headings.iter().zip(raw.iter()) {
        let entry = styles.entry(heading.features.look).or_insert((0, 0));
        entry.0 += usize::from(level.is_some());
        entry.1 += 1;
    }
    let numbered = raw.iter().flatten().count();
    for (heading, level) in headings.iter().zip(raw.iter_mut()) {
        let (with, all) = styles.get(&heading.features.look).copied().unwrap_or((0, 1));
        let named = heading.features.number.as_ref().is_some_and(|number| {
            matches!(number.kind, NumberKind::Part | NumberKind::Chapter | NumberKind::Item | NumberKind::Appendix)
                || number.parts.len() > 1
        });
        if !named && (with * 4 < all || numbered * 10 < headings.len()) {
            *level = None;
        }
    }
}

/// Bookmark levels for what is bookmarked; others by the commonest level of their style, or one below what they follow.
fn by_bookmarks(headings: &[Candidate], bookmarks: &[Witness]) -> Vec<Raw> {
    let mut votes: HashMap<Look, HashMap<u8, usize>> = HashMap::new();
    for heading in headings {
        if let Some(mark) = heading.bookmark.and_then(|at| bookmarks.get(at)) {
            *votes.entry(heading.features.look).or_default().entry(mark.level).or_insert(0) += 1;
        }
    }
    let mut last = 0;
    headings
        .iter()
        .map(|heading| match heading.bookmark.and_then(|at| bookmarks.get(at)) {
            Some(mark) => {
                last = Raw::from(mark.level) * 10;
                last
            }
            None => {
                let usual = votes
                    .get(&heading.features.look)
                    .and_then(|votes| votes.iter().max_by_key(|(level, count)| (**count, **level)));
                usual.map_or(last + 10, |(level, _)| Raw::from(*level) * 10)
            }
        })
        .collect()
}

/// Which kinds of numbers the document uses, and so how deep each kind lies.
struct Scheme {
    part: Raw,
    chapter: Raw,
    roman: bool,
    items: bool,
    appendix_look: Option<Look>,
    letters_below: bool,
}

impl Scheme {
    fn of(headings: &[Candidate]) -> Self {
        let count = |kind: NumberKind, depth: usize| {
            headings
                .iter()
                .filter(|heading| heading.features.number.as_ref().is_some_and(|n| n.kind == kind && n.parts.len() == depth))
                .count()
        };
        let parts = count(NumberKind::Part, 1);
        let chapters = count(NumberKind::Chapter, 1);
        let items = count(NumberKind::Item, 1) >= 3;
        let roman = count(NumberKind::Roman, 1) >= 2;
        let decimal = mode_look(headings, NumberKind::Decimal, 1);
        let letters = mode_look(headings, NumberKind::Letter, 1);
        Self {
            part: if parts >= 1 { 10 } else { 0 },
            chapter: if chapters >= 1 { 10 } else { 0 },
            roman,
            items,
            appendix_look: decimal,
            letters_below: match (letters, decimal) {
                (Some(letter), Some(decimal)) => {
                    letter.size_h < decimal.size_h || (letter.size_h == decimal.size_h && !letter.bold & decimal.bold)
                }
                _ => false,
            },
        }
    }

    /// Level of a numbered heading; `None` when its number does not tell.
    fn numbered(&self, heading: &Candidate) -> Option<Raw> {
        let number = heading.features.number.as_ref()?;
        let depth = Raw::try_from(number.depth()).ok()?;
        let top = self.part;
        match number.kind {
            NumberKind::Part => Some(10),
            NumberKind::Chapter | NumberKind::Item => Some(top + 10),
            NumberKind::Appendix => Some(top + depth * 10),
            NumberKind::Decimal if self.items => None,
            NumberKind::Decimal if depth == 1 && !number.marked && self.chapter > 0 => Some(top + 10),
            NumberKind::Decimal if depth == 1 && self.roman => None,
            NumberKind::Decimal => Some(top + depth * 10),
            NumberKind::Letter if depth > 1 => Some(top + depth * 10),
            NumberKind::Letter if self.roman => Some(top + 20),
            NumberKind::Letter
                if !self.letters_below && self.appendix_look.is_some_and(|look| close(&look, &heading.features.look)) =>
            {
                Some(top + 10)
            }
            NumberKind::Roman => Some(top + 10),
            NumberKind::Section => Some(top + self.chapter + 10),
            NumberKind::Han => Some(top + self.chapter + 15),
            NumberKind::HanParen => Some(top + self.chapter + 17),
            _ => None,
        }
    }
}

fn mode_look(headings: &[Candidate], kind: NumberKind, depth: usize) -> Option<Look> {
    let mut votes: BTreeMap<Look, usize> = BTreeMap::new();
    for heading in headings {
        if heading.features.number.as_ref().is_some_and(|number| number.kind == kind && number.parts.len() == depth) {
            *votes.entry(heading.features.look).or_insert(0) += 1;
        }
    }
    votes.into_iter().max_by_key(|(_, count)| *count).map(|(look, _)| look)
}

fn close(a: &Look, b: &Look) -> bool {
    a.size_h.abs_diff(b.size_h) <= 1 && a.bold == b.bold
}

/// Contents indent → raw level, from the numbered entries at the same indent; ranks when there are no numbered ones.
fn stop_levels(headings: &[Candidate], raw: &[Option<Raw>], entries: &[Witness]) -> HashMap<u8, Raw> {
    let mut votes: HashMap<u8, BTreeMap<Raw, usize>> = HashMap::new();
    for (heading, level) in headings.iter().zip(raw) {
        if let (Some(entry), Some(level)) = (heading.entry.and_then(|at| entries.get(at)), level) {
            *votes.entry(entry.level).or_default().entry(*level).or_insert(0) += 1;
        }
    }
    let mut levels: HashMap<u8, Raw> = votes
        .iter()
        .filter_map(|(stop, votes)| votes.iter().max_by_key(|(_, count)| **count).map(|(level, _)| (*stop, *level)))
        .collect();
    let mut stops: Vec<u8> = headings.iter().filter_map(|heading| entries.get(heading.entry?)).map(|entry| entry.level).collect();
    stops.sort_unstable();
    stops.dedup();
    let mut last = 0;
    for stop in &stops {
        let level = *levels.entry(*stop).or_insert(last + 10);
        if level < last {
            return HashMap::new();
        }
        last = level;
    }
    levels
}

/// Levels that styles already have through numbers or contents.
fn anchors(headings: &[Candidate], raw: &[Option<Raw>]) -> Vec<(Look, Raw)> {
    let mut votes: BTreeMap<Look, BTreeMap<Raw, usize>> = BTreeMap::new();
    for (heading, level) in headings.iter().zip(raw) {
        if let Some(level) = level {
            *votes.entry(heading.features.look).or_default().entry(*level).or_insert(0) += 1;
        }
    }
    let members = |look: &Look| headings.iter().filter(|heading| heading.features.look == *look).count();
    votes
        .into_iter()
        .filter(|(look, votes)| votes.values().sum::<usize>() * 4 >= members(look))
        .filter_map(|(look, votes)| {
            votes.into_iter().max_by_key(|(level, count)| (*count, -*level)).map(|(level, _)| (look, level))
        })
        .collect()
}

/// How strongly a style sets a heading off, for comparing styles.
fn strength(look: &Look) -> i32 {
    i32::from(look.size_h) * 10 + i32::from(look.bold) * 8 + i32::from(look.caps) * 4 - i32::from(look.italic) * 2
}

/// Levels of the styles that no number and no contents entry places.
fn free_styles(headings: &[Candidate], raw: &[Option<Raw>], anchors: &[(Look, Raw)], scheme: &Scheme) -> HashMap<Look, Raw> {
    let loose = ranked(headings, raw);
    let mut levels = HashMap::new();
    if anchors.is_empty() {
        let mut rank = 0;
        let mut last: Option<Look> = None;
        for look in loose {
            let alike = last.is_some_and(|last| {
                last.size_h.abs_diff(look.size_h) <= 1
                    && last.bold == look.bold
                    && last.caps == look.caps
                    && last.italic == look.italic
                    && last.color == look.color
            });
            if !alike {
                rank += 10;
            }
            last = Some(look);
            levels.insert(look, rank);
        }
        return levels;
    }
    let deepest = anchors.iter().map(|(_, level)| *level).max().unwrap_or(10);
    let mut below = 0;
    for look in loose {
        let same = anchors
            .iter()
            .filter(|(anchor, _)| close(anchor, &look) && anchor.italic == look.italic && anchor.caps == look.caps)
            .map(|(_, level)| *level)
            .min();
        let weaker_than = anchors.iter().filter(|(anchor, _)| strength(anchor) > strength(&look)).map(|(_, level)| *level).max();
        let level = match (same, weaker_than) {
            (Some(level), _) if !scheme.items => level,
            (_, Some(level)) if !scheme.items => {
                if level >= deepest {
                    below += 1;
                    level + 10 * below
                } else {
                    level + 10
                }
            }
            (_, None) if !scheme.items => {
                if encloses(headings, raw, &look, anchors) {
                    scheme.part + 5
                } else {
                    scheme.part + 10
                }
            }
            _ => {
                below += 1;
                deepest + 10 * below
            }
        };
        levels.insert(look, level);
    }
    levels
}

/// Styles without a level, the enclosing ones first: by size, and among equal sizes by how often a heading of the style comes
/// first below a placed or larger one.
fn ranked(headings: &[Candidate], raw: &[Option<Raw>]) -> Vec<Look> {
    let mut counts: BTreeMap<Look, (usize, usize)> = BTreeMap::new();
    for (at, (heading, level)) in headings.iter().zip(raw).enumerate() {
        if level.is_some() {
            continue;
        }
        let look = heading.features.look;
        let opens = at
            .checked_sub(1)
            .is_none_or(|before| raw[before].is_some() || headings[before].features.look.size_h > look.size_h + 1);
        let entry = counts.entry(look).or_insert((0, 0));
        entry.0 += usize::from(opens);
        entry.1 += 1;
    }
    let mut looks: Vec<Look> = counts.keys().copied().collect();
    looks.sort_by_key(|look| std::cmp::Reverse(look.size_h));
    let mut out: Vec<Look> = Vec::new();
    let mut at = 0;
    while at < looks.len() {
        let size = looks[at].size_h;
        let mut group: Vec<Look> = looks[at..].iter().copied().take_while(|look| look.size_h + 1 >= size).collect();
        at += group.len();
        let share = |look: &Look| {
            let (opens, all) = counts.get(look).copied().unwrap_or((0, 1));
            // In steps of a factor of two: smaller differences are chance, and so is all that two headings do.
            #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
            let step = ((opens as f32 + 0.5) / (all as f32 + 1.0)).log2().floor() as i32;
            if all < 3 { -4 } else { step }
        };
        group.sort_by(|a, b| share(b).cmp(&share(a)).then(strength(b).cmp(&strength(a))));
        out.extend(group);
    }
    out
}

/// Whether headings of a style larger than all placed ones stand above them: several of them, or one inside the document, each
/// with placed headings of the highest level below.
fn encloses(headings: &[Candidate], raw: &[Option<Raw>], look: &Look, anchors: &[(Look, Raw)]) -> bool {
    let largest = anchors.iter().map(|(anchor, _)| anchor.size_h).max().unwrap_or(0);
    if look.size_h < largest + 2 {
        return false;
    }
    let top = raw.iter().flatten().min().copied().unwrap_or(10);
    let opens = |at: usize| raw.get(at + 1).copied().flatten().is_some_and(|level| level == top);
    let members: Vec<usize> =
        (0..headings.len()).filter(|&at| headings[at].features.look == *look && raw[at].is_none()).collect();
    let inside: Vec<usize> =
        members.iter().copied().filter(|&at| headings[at].page > 0 || headings[at].entry.is_some()).collect();
    let opening = inside.iter().filter(|&&at| opens(at)).count();
    opening > 0 && opening * 2 >= inside.len()
}
