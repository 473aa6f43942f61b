//! Second thoughts: what the whole document tells about a candidate that its own features do not.

use std::collections::{HashMap, HashSet};

use waymark_core::Evidence;

use super::{Candidate, Context, THRESHOLD};
use crate::outline::features::Look;
use crate::outline::lines::{Flow, Mark};
use crate::outline::numbering::{Number, NumberKind};

/// Lowers unnumbered titles of body size that recur again and again in a document whose sections are listed: labels such as
/// `Synopsis` or `Note` divide a section, they do not make one.
pub fn labels(candidates: &mut [Candidate], context: Context) {
    if !context.contents {
        return;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for candidate in candidates.iter() {
        *counts.entry(letters_only(&candidate.features.text)).or_insert(0) += 1;
    }
    for candidate in candidates.iter_mut() {
        let named = candidate.entry.is_some() || candidate.bookmark.is_some() || candidate.features.number.is_some();
        let often = counts.get(&letters_only(&candidate.features.text)).is_some_and(|count| *count >= 4);
        if !named && often && candidate.features.ratio < 1.12 {
            candidate.score -= 1.2;
        }
    }
}

fn letters_only(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Lowers candidates whose number the contents list gives to another title: an example or a list inside a section.
pub fn clashes(candidates: &mut [Candidate], entries: &[crate::outline::witness::Witness], context: Context) {
    if !context.contents {
        return;
    }
    let mut listed: HashMap<(NumberKind, Vec<u32>), String> = HashMap::new();
    for entry in entries {
        if let Some(number) = crate::outline::numbering::parse(&entry.title) {
            listed.insert((number.kind, number.parts), crate::outline::lines::compact_bare(&entry.title));
        }
    }
    let named = entries.iter().filter_map(|entry| crate::outline::numbering::parse(&entry.title));
    let chapters = named.filter(|number| matches!(number.kind, NumberKind::Chapter | NumberKind::Appendix)).count() >= 2;
    for candidate in candidates.iter_mut().filter(|candidate| candidate.entry.is_none() && candidate.bookmark.is_none()) {
        let Some(number) = &candidate.features.number else { continue };
        // Plain numbers in body type under listed chapters count clauses (of a licence, say), not sections of the document.
        let plain = candidate.features.ratio < 1.04 && !candidate.features.look.bold;
        if chapters && plain && number.kind == NumberKind::Decimal && number.parts.len() == 1 {
            candidate.score -= 1.2;
        }
        let own = crate::outline::lines::compact_bare(&candidate.features.text);
        if listed.get(&(number.kind, number.parts.clone())).is_some_and(|title| strsim::normalized_levenshtein(title, &own) < 0.6)
        {
            candidate.score -= 2.5;
        }
    }
}

/// Raises the single letters that divide an index: three or more of one style, in order.
pub fn alphabet(candidates: &mut [Candidate]) {
    let single = |candidate: &Candidate| {
        let mut chars = candidate.features.text.trim().chars();
        chars.next().filter(|c| c.is_uppercase() && chars.next().is_none())
    };
    let mut styles: HashMap<Look, Vec<(usize, char)>> = HashMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        if let Some(letter) = single(candidate) {
            styles.entry(Look { caps: true, ..candidate.features.look }).or_default().push((at, letter));
        }
    }
    for letters in styles.into_values() {
        let ascending = letters.windows(2).filter(|pair| pair[0].1 < pair[1].1).count();
        if letters.len() >= 3 && ascending * 10 >= (letters.len() - 1) * 8 {
            // Five in order are beyond doubt, whatever their size.
            let least = if letters.len() >= 5 { THRESHOLD + 0.2 } else { f32::MIN };
            for (at, _) in letters {
                candidates[at].score = (candidates[at].score + 3.0).max(least);
                candidates[at].evidence.push(Evidence::Consistency);
            }
        }
    }
}

/// Raises near misses whose number closes a gap between accepted headings of the same kind: 5 between 4 and 6.
pub fn gaps(candidates: &mut [Candidate], limit: f32) {
    let mut accepted: HashMap<(NumberKind, Vec<u32>), usize> = HashMap::new();
    for (at, candidate) in candidates.iter().enumerate().filter(|(_, candidate)| candidate.score >= limit) {
        if let Some(number) = &candidate.features.number {
            accepted.insert((number.kind, number.parts.clone()), at);
        }
    }
    let neighbour = |number: &Number, step: i64| {
        let mut parts = number.parts.clone();
        let last = parts.last_mut()?;
        // `Item 9A` is kept as 901.
        let whole = if number.kind == NumberKind::Item && *last > 100 { *last / 100 } else { *last };
        *last = u32::try_from(i64::from(whole) + step).ok()?;
        accepted.get(&(number.kind, parts)).copied()
    };
    let fills: Vec<usize> = (0..candidates.len())
        .filter(|&at| {
            let candidate = &candidates[at];
            let Some(number) = candidate.features.number.as_ref().filter(|number| number.end < candidate.features.text.len())
            else {
                return false;
            };
            let ordered = matches!(number.kind, NumberKind::Item | NumberKind::Chapter | NumberKind::Section)
                || number.kind == NumberKind::Decimal;
            let near = candidate.score < limit && candidate.score >= limit - 1.5;
            near && ordered
                && !accepted.contains_key(&(number.kind, number.parts.clone()))
                && neighbour(number, -1).is_some_and(|before| before < at)
                && neighbour(number, 1).is_some_and(|after| after > at)
        })
        .collect();
    for at in fills {
        candidates[at].score = limit + 0.1;
        candidates[at].evidence.push(Evidence::Consistency);
    }
}

/// Drops plain numbers that interrupt the numbering around them: between 3.3.13 and 3.3.14 a `6.` is no chapter.
#[must_use]
pub fn interruptions(accepted: &[Candidate]) -> HashSet<usize> {
    let part = |candidate: &Candidate| {
        candidate
            .features
            .number
            .as_ref()
            .filter(|n| n.kind == NumberKind::Decimal && n.parts.len() > 1)
            .and_then(|n| n.parts.first().copied())
    };
    let mut out = HashSet::new();
    for (at, candidate) in accepted.iter().enumerate() {
        let Some(number) = candidate.features.number.as_ref().filter(|n| n.kind == NumberKind::Decimal && n.parts.len() == 1)
        else {
            continue;
        };
        if candidate.entry.is_some() || candidate.bookmark.is_some() {
            continue;
        }
        let before = accepted[..at].iter().rev().find_map(part);
        let after = accepted[at + 1..].iter().find_map(part);
        if before.is_some() && before == after && after != number.parts.first().copied() {
            out.insert(candidate.chunk);
        }
    }
    out
}

/// Raises and lowers candidates by how their style fares in the whole document.
pub fn consistency(candidates: &mut [Candidate], flow: &Flow<'_>) {
    let mut prose: HashMap<(u16, bool), usize> = HashMap::new();
    let mut all = 0;
    for at in (0..flow.len()).filter(|&at| flow.marks[at] == Mark::Text) {
        let line = flow.line(at);
        let size_h = flow.styles.get(line.style).size_q / 2;
        *prose.entry((size_h, line.bold > 0.6)).or_insert(0) += line.text.len();
        all += line.text.len();
    }
    let mut clusters: HashMap<Look, (usize, usize, usize)> = HashMap::new();
    for candidate in candidates.iter() {
        let entry = clusters.entry(candidate.features.look).or_insert((0, 0, 0));
        entry.0 += 1;
        entry.1 += usize::from(candidate.score >= THRESHOLD);
        entry.2 += candidate.features.text.len();
    }
    for candidate in candidates.iter_mut() {
        let look = candidate.features.look;
        let Some(&(count, accepted, chars)) = clusters.get(&look) else { continue };
        let spread = prose.get(&(look.size_h, look.bold)).copied().unwrap_or(0);
        if count >= 3 && accepted * 10 >= count * 6 {
            candidate.score += 0.5;
            candidate.evidence.push(Evidence::Consistency);
        } else if count >= 6 && accepted * 4 < count {
            candidate.score -= 0.5;
        }
        // Emphasis used all over the text is no sign of a heading.
        if spread > 4 * chars.max(1) && spread * 20 > all && candidate.features.ratio < 1.1 {
            candidate.score -= 0.5;
        }
    }
}
