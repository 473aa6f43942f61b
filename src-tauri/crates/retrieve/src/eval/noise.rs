//! Damage done to outlines on purpose, to see what it costs (HiQA section 5.6, table 12).

use serde::Serialize;

use super::resample::Sequence;

/// One heading of an outline, as far as damage goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Depth, from 1 for the children of the document; 0 for the document itself.
    pub level: u8,
    /// Index of the heading above; `None` for the document itself.
    pub parent: Option<usize>,
    /// Title.
    pub title: String,
}

/// What is done to an outline; each rate is a share of its headings, 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Noise {
    /// Headings are not recognised: their text belongs to the heading above.
    Deleted(f32),
    /// Headings get a level that is one too high or too low; parents follow from the levels.
    Levels(f32),
    /// Titles are misread as by poor optical recognition, about one character in seven.
    Misread(f32),
    /// Headings hang below another heading of the same document.
    WrongParents(f32),
}

/// Titles from below the document down to each heading, after the damage; index for index with `headings`. The same seed does the
/// same damage. Heading 0 stands for the document and is never touched.
#[must_use]
pub fn damaged_paths(headings: &[Heading], noise: Noise, seed: u64) -> Vec<Vec<String>> {
    let mut sequence = Sequence(seed);
    let mut parents: Vec<Option<usize>> = headings.iter().map(|heading| heading.parent).collect();
    let mut titles: Vec<Option<String>> = headings.iter().map(|heading| Some(heading.title.clone())).collect();
    if let Some(first) = titles.first_mut() {
        *first = None;
    }
    let (Noise::Deleted(rate) | Noise::Levels(rate) | Noise::Misread(rate) | Noise::WrongParents(rate)) = noise;
    let hit: Vec<bool> = (0..headings.len()).map(|at| sequence.chance(rate) && at > 0).collect();
    match noise {
        Noise::Deleted(_) => titles.iter_mut().zip(&hit).filter(|(_, hit)| **hit).for_each(|(title, _)| *title = None),
        Noise::Misread(_) => {
            for (title, _) in titles.iter_mut().zip(&hit).filter(|(_, hit)| **hit) {
                *title = title.take().map(|title| misread(&title, &mut sequence));
            }
        }
        Noise::Levels(_) => {
            let levels: Vec<u8> = headings
                .iter()
                .zip(&hit)
                .map(|(heading, hit)| if *hit { shifted(heading.level, &mut sequence) } else { heading.level })
                .collect();
            parents = parents_of(&levels);
        }
        Noise::WrongParents(_) => {
            for at in (1..headings.len()).filter(|at| hit[*at]) {
                let other = sequence.below(headings.len());
                // A heading below itself would never end.
                if !descends(&parents, other, at) {
                    parents[at] = Some(other);
                }
            }
        }
    }
    (0..headings.len()).map(|at| path(&parents, &titles, at)).collect()
}

fn shifted(level: u8, sequence: &mut Sequence) -> u8 {
    if level <= 1 || sequence.chance(0.5) { level.saturating_add(1) } else { level - 1 }
}

/// Parents by levels in reading order: the nearest heading before with a lower level.
fn parents_of(levels: &[u8]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut parents = Vec::with_capacity(levels.len());
    for (at, level) in levels.iter().enumerate() {
        if at == 0 {
            parents.push(None);
            open.push(0);
            continue;
        }
        while open.len() > 1 && open.last().is_some_and(|last| levels[*last] >= *level) {
            open.pop();
        }
        parents.push(open.last().copied());
        open.push(at);
    }
    parents
}

fn descends(parents: &[Option<usize>], mut at: usize, ancestor: usize) -> bool {
    for _ in 0..=parents.len() {
        if at == ancestor {
            return true;
        }
        match parents.get(at).copied().flatten() {
            Some(parent) => at = parent,
            None => return false,
        }
    }
    true
}

fn path(parents: &[Option<usize>], titles: &[Option<String>], mut at: usize) -> Vec<String> {
    let mut out = Vec::new();
    for _ in 0..=parents.len() {
        out.extend(titles[at].clone());
        match parents.get(at).copied().flatten() {
            Some(parent) => at = parent,
            None => break,
        }
    }
    out.reverse();
    out
}

/// Look-alikes of scanned text.
const MISREAD: &[(char, &str)] = &[
    ('o', "0"),
    ('l', "1"),
    ('i', "l"),
    ('e', "c"),
    ('a', "o"),
    ('m', "rn"),
    ('s', "5"),
    ('n', "ri"),
    ('t', "f"),
    ('r', "n"),
    ('u', "ii"),
    ('c', "e"),
    ('0', "O"),
    ('1', "l"),
    ('5', "S"),
];

fn misread(title: &str, sequence: &mut Sequence) -> String {
    let mut out = String::with_capacity(title.len());
    for letter in title.chars() {
        let lower = letter.to_lowercase().next().unwrap_or(letter);
        let alike = MISREAD.iter().find(|(from, _)| *from == lower).map(|(_, to)| *to);
        match alike.filter(|_| sequence.chance(0.25)) {
            Some(alike) => out.push_str(alike),
            // Letters without a look-alike get lost now and then.
            None if alike.is_none() && letter.is_alphabetic() && sequence.chance(0.05) => {}
            None => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Heading, Noise, damaged_paths};

    fn outline() -> Vec<Heading> {
        let heading = |level: u8, parent: Option<usize>, title: &str| Heading { level, parent, title: title.into() };
        let mut all = vec![heading(0, None, "Document")];
        for chapter in 0..20 {
            let at = all.len();
            all.push(heading(1, Some(0), &format!("Chapter {chapter}")));
            for section in 0..4 {
                all.push(heading(2, Some(at), &format!("Section {chapter}.{section} of measurement results")));
            }
        }
        all
    }

    fn changed(noise: Noise) -> f32 {
        let headings = outline();
        let clean = damaged_paths(&headings, Noise::Deleted(0.0), 1);
        let damaged = damaged_paths(&headings, noise, 1);
        assert_eq!(damaged, damaged_paths(&headings, noise, 1), "the same seed does the same damage");
        let differing = clean.iter().zip(&damaged).filter(|(a, b)| a != b).count();
        differing as f32 / headings.len() as f32
    }

    #[test]
    fn no_damage_leaves_every_path() {
        let paths = damaged_paths(&outline(), Noise::WrongParents(0.0), 3);
        assert!(paths[0].is_empty());
        assert_eq!(paths[2], ["Chapter 0", "Section 0.0 of measurement results"]);
        for noise in [Noise::Levels(0.0), Noise::Misread(0.0), Noise::Deleted(0.0)] {
            assert_eq!(damaged_paths(&outline(), noise, 3), paths);
        }
    }

    #[test]
    fn damage_grows_with_the_rate_and_never_loops() {
        let kinds: [fn(f32) -> Noise; 4] = [Noise::Deleted, Noise::Levels, Noise::Misread, Noise::WrongParents];
        for kind in kinds {
            let (little, much, all) = (changed(kind(0.1)), changed(kind(0.3)), changed(kind(1.0)));
            assert!(little > 0.03 && little < much && much <= all + 0.001, "{:?}: {little} {much} {all}", kind(0.1));
        }
        let deleted = damaged_paths(&outline(), Noise::Deleted(1.0), 5);
        assert!(deleted.iter().all(Vec::is_empty));
    }

    #[test]
    fn misread_titles_stay_alike() {
        let (clean, damaged) =
            (damaged_paths(&outline(), Noise::Misread(0.0), 9), damaged_paths(&outline(), Noise::Misread(1.0), 9));
        let (mut kept, mut all, mut changed) = (0, 0, 0);
        for (before, after) in clean.iter().flatten().zip(damaged.iter().flatten()) {
            let left = after.chars().filter(|c| before.contains(*c)).count();
            (kept, all) = (kept + left.min(before.len()), all + before.len());
            changed += usize::from(before != after);
        }
        assert!(changed * 10 > clean.iter().flatten().count() * 8, "nearly every title is hit: {changed}");
        assert!(kept * 10 > all * 6, "most letters stay: {kept} of {all}");
        assert!(kept * 100 < all * 99, "some do not: {kept} of {all}");
    }
}
