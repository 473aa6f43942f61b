//! Vectors with the document each comes from → how well the space keeps documents apart (Metadata RAG section 5.1, its table 3),
//! and a picture of it.

use serde::Serialize;

use super::resample::Sequence;

/// Pairs drawn of each sort.
const PAIRS: usize = 60_000;
/// Rounds of the power iteration.
const ROUNDS: usize = 60;

/// How far pairs inside a document and pairs across documents lie apart; cosines, −1..1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Separation {
    /// Mean cosine of pairs inside a document (intra-document cohesion).
    pub cohesion: f64,
    /// Mean cosine of pairs across documents (inter-document confusion).
    pub confusion: f64,
    /// Cohesion − confusion.
    pub margin: f64,
    /// Cohen's d of the two.
    pub cohens_d: f64,
    /// Chance that a pair inside lies closer than a pair across, 0..1; 0.5 says nothing.
    pub auc: f64,
    /// Variance of all cosines.
    pub variance: f64,
}

/// A vector in the plane of the two main components.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Group.
    pub group: usize,
    /// First component.
    pub x: f32,
    /// Second component.
    pub y: f32,
}

/// Separation and picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Space {
    /// Figures.
    pub separation: Separation,
    /// One for each vector, in order.
    pub points: Vec<Point>,
    /// Share of the variance that the two components hold, 0..1.
    pub explained: f32,
}

/// Analyses unit vectors of equal length with their groups. `None` with fewer than two groups or no group with two vectors.
#[must_use]
pub fn space(vectors: &[Vec<f32>], groups: &[usize], seed: u64) -> Option<Space> {
    let separation = separation(vectors, groups, seed)?;
    let (points, explained) = principal(vectors);
    let points = points.into_iter().zip(groups).map(|((x, y), group)| Point { group: *group, x, y }).collect();
    Some(Space { separation, points, explained })
}

/// The figures alone; pairs are drawn by a fixed sequence, equally many inside and across.
#[must_use]
pub fn separation(vectors: &[Vec<f32>], groups: &[usize], seed: u64) -> Option<Separation> {
    let n = vectors.len().min(groups.len());
    let mut members: std::collections::BTreeMap<usize, Vec<usize>> = std::collections::BTreeMap::new();
    for (at, group) in groups.iter().take(n).enumerate() {
        members.entry(*group).or_default().push(at);
    }
    let pairable: Vec<&Vec<usize>> = members.values().filter(|list| list.len() > 1).collect();
    if members.len() < 2 || pairable.is_empty() {
        return None;
    }
    let mut sequence = Sequence(seed);
    let mut inside = Vec::with_capacity(PAIRS);
    let mut across = Vec::with_capacity(PAIRS);
    for _ in 0..PAIRS {
        let list = pairable[sequence.below(pairable.len())];
        let first = sequence.below(list.len());
        let second = (first + 1 + sequence.below(list.len() - 1)) % list.len();
        inside.push(cosine(&vectors[list[first]], &vectors[list[second]]));
        let a = sequence.below(n);
        // With two groups at least, this ends soon; the bound only keeps one huge group from holding it up.
        let b = (0..1000).map(|_| sequence.below(n)).find(|b| groups[*b] != groups[a]);
        across.extend(b.map(|b| cosine(&vectors[a], &vectors[b])));
    }
    let ((cohesion, own), (confusion, other)) = (moments(&inside), moments(&across));
    let pooled = f64::midpoint(own, other).sqrt();
    let all: Vec<f64> = inside.iter().chain(&across).copied().collect();
    Some(Separation {
        cohesion,
        confusion,
        margin: cohesion - confusion,
        cohens_d: if pooled > 0.0 { (cohesion - confusion) / pooled } else { 0.0 },
        auc: auc(&mut inside, &mut across),
        variance: moments(&all).1,
    })
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let length = (dot(a, a) * dot(b, b)).sqrt();
    if length > 0.0 { dot(a, b) / length } else { 0.0 }
}

/// Mean and variance.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n)
}

/// Mann–Whitney: the share of pairs of pairs in the right order, ties half.
fn auc(inside: &mut [f64], across: &mut [f64]) -> f64 {
    inside.sort_by(f64::total_cmp);
    across.sort_by(f64::total_cmp);
    let (mut below, mut level, mut sum) = (0, 0, 0.0);
    for value in inside.iter() {
        while below < across.len() && across[below] < *value {
            below += 1;
        }
        level = level.max(below);
        while level < across.len() && across[level] <= *value {
            level += 1;
        }
        sum += below as f64 + 0.5 * (level - below) as f64;
    }
    sum / (inside.len() as f64 * across.len() as f64).max(1.0)
}

/// The two main components by power iteration: a point for each vector, and the share of the variance they hold.
#[must_use]
pub fn principal(vectors: &[Vec<f32>]) -> (Vec<(f32, f32)>, f32) {
    let width = vectors.first().map_or(0, Vec::len);
    let mut mean = vec![0.0_f32; width];
    for vector in vectors {
        mean.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x / vectors.len() as f32);
    }
    let mut rows: Vec<Vec<f32>> = vectors.iter().map(|v| v.iter().zip(&mean).map(|(x, m)| x - m).collect()).collect();
    let energy = |rows: &[Vec<f32>]| rows.iter().flatten().map(|x| x * x).sum::<f32>();
    let total = energy(&rows);
    let first = component(&mut rows, width);
    let second = component(&mut rows, width);
    let explained = if total > 0.0 { 1.0 - energy(&rows) / total } else { 0.0 };
    (first.into_iter().zip(second).collect(), explained)
}

/// Coordinates along the main direction, which is then taken out of the rows.
fn component(rows: &mut [Vec<f32>], width: usize) -> Vec<f32> {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    // Any start that is not at right angles to the component; a fixed one gives the same picture every time.
    let mut axis: Vec<f32> = (0..width).map(|at| 1.0 + (at % 7) as f32 * 0.1).collect();
    for _ in 0..ROUNDS {
        let mut next = vec![0.0_f32; width];
        for row in rows.iter() {
            let along = dot(row, &axis);
            next.iter_mut().zip(row).for_each(|(sum, x)| *sum += along * x);
        }
        let length = dot(&next, &next).sqrt();
        if length <= f32::MIN_POSITIVE {
            break;
        }
        axis = next.into_iter().map(|x| x / length).collect();
    }
    let length = dot(&axis, &axis).sqrt().max(f32::MIN_POSITIVE);
    axis.iter_mut().for_each(|x| *x /= length);
    rows.iter_mut()
        .map(|row| {
            let along = dot(row, &axis);
            row.iter_mut().zip(&axis).for_each(|(x, a)| *x -= along * a);
            along
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{principal, separation, space};
    use crate::eval::resample::Sequence;

    /// `groups` clouds around far corners, or around one and the same.
    fn clouds(groups: usize, apart: bool) -> (Vec<Vec<f32>>, Vec<usize>) {
        let mut sequence = Sequence(4);
        let mut vectors = Vec::new();
        let mut labels = Vec::new();
        for group in 0..groups {
            for _ in 0..30 {
                let mut vector: Vec<f32> = (0..8).map(|_| sequence.below(100) as f32 / 300.0).collect();
                vector[if apart { group % 8 } else { 0 }] += 2.0;
                vectors.push(vector);
                labels.push(group);
            }
        }
        (vectors, labels)
    }

    #[test]
    fn separate_clouds_are_told_apart_and_mixed_ones_are_not() {
        let (vectors, groups) = clouds(5, true);
        let apart = separation(&vectors, &groups, 1).unwrap();
        assert!(apart.auc > 0.99 && apart.cohens_d > 3.0 && apart.margin > 0.3, "{apart:?}");
        let (vectors, groups) = clouds(5, false);
        let mixed = separation(&vectors, &groups, 1).unwrap();
        assert!((mixed.auc - 0.5).abs() < 0.03 && mixed.cohens_d.abs() < 0.1, "{mixed:?}");
        assert!(separation(&vectors, &vec![0; vectors.len()], 1).is_none(), "one document has nothing to be told from");
    }

    #[test]
    fn the_first_component_is_the_widest_direction() {
        let rows: Vec<Vec<f32>> = (0..50).map(|i| vec![i as f32, (i % 3) as f32 * 0.1, 5.0]).collect();
        let (points, explained) = principal(&rows);
        assert!(explained > 0.999);
        let steps: Vec<f32> = points.windows(2).map(|pair| (pair[1].0 - pair[0].0).abs()).collect();
        assert!(steps.iter().all(|step| (step - 1.0).abs() < 0.05), "{steps:?}");
        assert!(principal(&[]).0.is_empty());
    }

    #[test]
    fn the_same_space_gives_the_same_picture() {
        let (vectors, groups) = clouds(3, true);
        let one = space(&vectors, &groups, 7).unwrap();
        assert_eq!(one, space(&vectors, &groups, 7).unwrap());
        assert_eq!(one.points.len(), vectors.len());
    }
}
