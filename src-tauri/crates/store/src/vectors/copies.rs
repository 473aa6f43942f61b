//! Eight-bit copies of vectors that know how far they may be off: each number of a row in eight bits with one scale a row.
//!
//! For a query `q`, a row `r` and their copies: `q·r = q̂·r̂ + q·(r − r̂) + (q − q̂)·r̂`, so that by Cauchy and Schwarz the true
//! product lies within `|q||r − r̂| + |q − q̂||r̂|` of the product of the copies.

use multiversion::multiversion;

/// Greatest code of a row.
const ROW: f32 = 127.0;
/// Greatest code of a query: as fine as the sum of the products in 32 bits allows for up to 8,000 numbers.
const QUERY: f32 = 2047.0;
/// What summing single-precision numbers may be off by, for unit vectors, with much to spare.
const ROUNDING: f32 = 1e-5;

/// The copies of a matrix, row by row.
#[derive(Debug, Default)]
pub(super) struct Copies {
    codes: Vec<i8>,
    rows: Vec<RowCopy>,
}

/// What brings a row of codes back, and how well.
#[derive(Debug, Clone, Copy)]
struct RowCopy {
    scale: f32,
    /// Length of what the copy leaves out.
    off: f32,
    /// Length of the copy.
    length: f32,
}

/// A query in twelve bits.
pub(super) struct QueryCopy {
    codes: Vec<i16>,
    scale: f32,
    off: f32,
    length: f32,
}

/// A product by copies, and how far from it the true one may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Near {
    pub(super) score: f32,
    slack: f32,
}

impl Near {
    /// The true product is not below.
    pub(super) fn least(&self) -> f32 {
        self.score - self.slack
    }

    /// The true product is not above.
    pub(super) fn most(&self) -> f32 {
        self.score + self.slack
    }
}

impl Copies {
    pub(super) fn with_capacity(rows: usize, width: usize) -> Self {
        Self { codes: Vec::with_capacity(rows * width), rows: Vec::with_capacity(rows) }
    }

    /// Appends a vector of the width that all have.
    pub(super) fn push(&mut self, vector: &[f32]) {
        let scale = scale(vector, ROW);
        #[allow(clippy::cast_possible_truncation)]
        self.codes.extend(vector.iter().map(|x| (x / scale).round() as i8));
        let copy = vector.iter().map(|x| (x / scale).round() * scale);
        self.rows.push(RowCopy { scale, off: off(vector, copy.clone()), length: length(copy) });
    }

    /// Appends the products of all rows with a query, in order.
    pub(super) fn compare(&self, query: &QueryCopy, out: &mut Vec<Near>) {
        let mut sums = Vec::with_capacity(self.rows.len());
        products(&query.codes, &self.codes, &mut sums);
        out.extend(sums.iter().zip(&self.rows).map(|(sum, row)| {
            #[allow(clippy::cast_precision_loss)]
            let score = *sum as f32 * row.scale * query.scale;
            Near { score, slack: query.length * row.off + query.off * row.length + ROUNDING }
        }));
    }
}

impl QueryCopy {
    pub(super) fn new(query: &[f32]) -> Self {
        let scale = scale(query, QUERY);
        #[allow(clippy::cast_possible_truncation)]
        let codes = query.iter().map(|x| (x / scale).round() as i16).collect();
        let copy = query.iter().map(|x| (x / scale).round() * scale);
        Self { codes, scale, off: off(query, copy), length: length(query.iter().copied()) }
    }
}

/// What one step of the codes stands for.
fn scale(vector: &[f32], greatest: f32) -> f32 {
    let most = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs())).max(f32::MIN_POSITIVE * greatest);
    most / greatest
}

fn off(vector: &[f32], copy: impl Iterator<Item = f32>) -> f32 {
    length(vector.iter().zip(copy).map(|(x, copied)| x - copied))
}

fn length(numbers: impl Iterator<Item = f32>) -> f32 {
    numbers.map(|x| x * x).sum::<f32>().sqrt()
}

/// Scalar products of a query with rows of its width, in whole numbers: the same on every processor, whichever instructions it has.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
fn products(query: &[i16], rows: &[i8], out: &mut Vec<i32>) {
    for row in rows.chunks_exact(query.len().max(1)) {
        out.push(query.iter().zip(row).map(|(x, y)| i32::from(*x) * i32::from(i16::from(*y))).sum());
    }
}

#[cfg(test)]
mod tests {
    use super::{Copies, QueryCopy};

    /// Pseudo-random numbers of -1..1, the same on every run.
    fn numbers(seed: u64) -> impl Iterator<Item = f32> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        std::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f32 / (1 << 23) as f32 - 1.0
        })
    }

    fn unit(seed: u64, width: usize) -> Vec<f32> {
        let raw: Vec<f32> = numbers(seed).take(width).collect();
        let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
        raw.iter().map(|x| x / length).collect()
    }

    #[test]
    fn the_true_product_lies_within_the_bounds_and_they_are_narrow() {
        for width in [3, 384, 1024] {
            let rows: Vec<Vec<f32>> = (1..200).map(|seed| unit(seed, width)).collect();
            let mut copies = Copies::with_capacity(rows.len(), width);
            rows.iter().for_each(|row| copies.push(row));
            let query = unit(1000, width);
            let mut all = Vec::new();
            copies.compare(&QueryCopy::new(&query), &mut all);
            assert_eq!(all.len(), rows.len());
            for (near, row) in all.iter().zip(&rows) {
                let exact: f64 = query.iter().zip(row).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
                assert!(f64::from(near.least()) <= exact && exact <= f64::from(near.most()), "{width}: {near:?} {exact}");
                assert!(near.most() - near.least() < 0.04, "{width}: {near:?}");
            }
        }
    }

    #[test]
    fn a_vector_of_one_spike_is_copied_without_loss() {
        let mut spike = vec![0.0; 384];
        spike[7] = 1.0;
        let mut copies = Copies::with_capacity(1, 384);
        copies.push(&spike);
        let mut all = Vec::new();
        copies.compare(&QueryCopy::new(&spike), &mut all);
        let near = all[0];
        assert!((near.score - 1.0).abs() < 1e-6 && near.most() - near.least() < 1e-4, "{near:?}");
    }
}
