//! The vectors of the bound embedder in memory, one matrix per document, and the search over them: exact while they fit as they
//! are, by eight-bit copies above that, whose best are then compared exactly from the rows of the table.
//!
//! The exact search looks at eight-bit copies first, too: each row knows how far its copy may be off, so that only rows that could
//! be among the best are multiplied out. It finds what multiplying out all of them finds and reads a quarter of the memory.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::Arc;

use futures::TryStreamExt;
use sqlx::{Row, SqliteConnection};
use waymark_core::{DocumentId, SegmentId};

use super::copies::{Copies, Near, QueryCopy};
use crate::embedders::Slot;
use crate::segments::id_range;

/// The vectors of one document, row by row in ordinal order.
#[derive(Debug)]
pub(crate) struct Matrix {
    stamp: i64,
    ids: Vec<SegmentId>,
    numbers: Numbers,
}

/// Rows in eight bits, and as they are where there is room.
#[derive(Debug, Default)]
struct Numbers {
    coarse: Copies,
    exact: Option<Vec<f32>>,
}

/// How rows are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Precision {
    #[default]
    Exact,
    Coarse,
}

/// Most bytes of vectors in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Up to here they are kept as they are beside their eight-bit copies.
    pub(crate) exact: u64,
    /// Up to here by eight-bit copies alone; beyond that the search runs in SQL.
    pub(crate) coarse: u64,
}

/// What is in memory.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) matrices: Arc<Matrices>,
    pub(crate) precision: Precision,
}

/// Matrices by document, in id order.
pub(crate) type Matrices = BTreeMap<DocumentId, Arc<Matrix>>;

/// What is in memory, and of which state of the table it is the mirror.
#[derive(Debug, Default)]
pub(crate) struct MatrixCache {
    embedder: i64,
    counter: Option<i64>,
    snapshot: Option<Snapshot>,
    limits: Limits,
}

impl Default for Limits {
    /// 100,000 vectors of 384 numbers as they are, beyond which the resident memory of the process would suffer; 1.4 million in
    /// eight bits.
    fn default() -> Self {
        Self { exact: 192 * 1024 * 1024, coarse: 512 * 1024 * 1024 }
    }
}

impl MatrixCache {
    /// Other limits, from the next search on.
    pub(crate) fn limit(&mut self, limits: Limits) {
        *self = Self { limits, ..Self::default() };
    }

    /// Brings the mirror up to date: only documents whose stamp changed are read. `None` when the vectors would take more than
    /// the limits even in eight bits.
    pub(crate) async fn refresh(
        &mut self,
        connection: &mut SqliteConnection,
        slot: &Slot,
        present: i64,
    ) -> Result<Option<Snapshot>, sqlx::Error> {
        if self.embedder == slot.id && self.counter == Some(present) {
            return Ok(self.snapshot.clone());
        }
        let rows: Vec<(i64, i64, i64)> =
            sqlx::query_as("SELECT document, vectors, stamp FROM document_vectors WHERE embedder = ? ORDER BY document")
                .bind(slot.id)
                .fetch_all(&mut *connection)
                .await?;
        let numbers = rows.iter().map(|row| row.1.unsigned_abs() * slot.dimensions as u64).sum::<u64>();
        let precision = match numbers {
            n if n * (size_of::<f32>() + 1) as u64 <= self.limits.exact => Some(Precision::Exact),
            n if n <= self.limits.coarse => Some(Precision::Coarse),
            _ => None,
        };
        let old = self.snapshot.take().filter(|old| self.embedder == slot.id && Some(old.precision) == precision);
        let mut snapshot = None;
        if let Some(precision) = precision {
            let old = old.map(|old| (*old.matrices).clone()).unwrap_or_default();
            let matrices = Arc::new(collect(connection, slot, &rows, &old, precision).await?);
            snapshot = Some(Snapshot { matrices, precision });
        }
        self.embedder = slot.id;
        self.counter = Some(present);
        self.snapshot.clone_from(&snapshot);
        Ok(snapshot)
    }
}

async fn collect(
    connection: &mut SqliteConnection,
    slot: &Slot,
    rows: &[(i64, i64, i64)],
    old: &Matrices,
    precision: Precision,
) -> Result<Matrices, sqlx::Error> {
    let mut matrices = Matrices::new();
    for (document, vectors, stamp) in rows {
        let document = DocumentId(*document);
        let matrix = match old.get(&document).filter(|matrix| matrix.stamp == *stamp) {
            Some(matrix) => Arc::clone(matrix),
            None => Arc::new(read(connection, slot, document, (*vectors, *stamp), precision).await?),
        };
        matrices.insert(document, matrix);
    }
    Ok(matrices)
}

async fn read(
    connection: &mut SqliteConnection,
    slot: &Slot,
    document: DocumentId,
    (expected, stamp): (i64, i64),
    precision: Precision,
) -> Result<Matrix, sqlx::Error> {
    let rows = usize::try_from(expected).unwrap_or(0);
    let mut ids = Vec::with_capacity(rows);
    let mut numbers = Numbers {
        coarse: Copies::with_capacity(rows, slot.dimensions),
        exact: (precision == Precision::Exact).then(|| Vec::with_capacity(rows * slot.dimensions)),
    };
    let (first, last) = id_range(document);
    let mut stream =
        sqlx::query("SELECT segment, vector FROM vectors WHERE segment BETWEEN ? AND ? AND embedder = ? ORDER BY segment")
            .bind(first)
            .bind(last)
            .bind(slot.id)
            .fetch(connection);
    while let Some(row) = stream.try_next().await? {
        let blob: &[u8] = row.try_get(1)?;
        let Some(vector) = vector_of(blob, slot.dimensions) else { continue };
        ids.push(SegmentId(row.try_get(0)?));
        let vector: Vec<f32> = vector.collect();
        numbers.coarse.push(&vector);
        if let Some(all) = &mut numbers.exact {
            all.extend(vector);
        }
    }
    Ok(Matrix { stamp, ids, numbers })
}

/// The numbers of a stored vector; `None` when it has another length.
pub(crate) fn vector_of(blob: &[u8], dimensions: usize) -> Option<impl Iterator<Item = f32>> {
    let (quads, rest) = blob.as_chunks::<4>();
    (quads.len() == dimensions && rest.is_empty()).then(|| quads.iter().map(|quad| f32::from_le_bytes(*quad)))
}

/// A candidate; the greatest is the one to drop first: lowest score, then highest id.
#[derive(PartialEq)]
struct Candidate {
    score: f32,
    id: SegmentId,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The `k` best rows of the matrices in scope, best first, ties by id. Where only the eight-bit copies are in memory the scores
/// are near the true ones, not equal to them.
pub(crate) fn search(
    matrices: &Matrices,
    query: &[f32],
    k: usize,
    scope: Option<&BTreeSet<DocumentId>>,
) -> Vec<(SegmentId, f32)> {
    let inside: Vec<&Matrix> = matrices
        .iter()
        .filter(|(document, _)| scope.is_none_or(|scope| scope.contains(document)))
        .map(|(_, matrix)| &**matrix)
        .collect();
    let query_copy = QueryCopy::new(query);
    let mut near: Vec<Near> = Vec::with_capacity(inside.iter().map(|matrix| matrix.ids.len()).sum());
    inside.iter().for_each(|matrix| matrix.numbers.coarse.compare(&query_copy, &mut near));
    let floor = floor(&near, k);
    let mut heap = BinaryHeap::with_capacity(k.min(4096) + 1);
    let mut offer = |score: f32, id: SegmentId| {
        let candidate = Candidate { score, id };
        if heap.len() < k {
            heap.push(candidate);
        } else if heap.peek().is_some_and(|worst| candidate < *worst) {
            heap.pop();
            heap.push(candidate);
        }
    };
    let mut at = near.iter();
    for matrix in inside {
        for ((index, id), near) in matrix.ids.iter().enumerate().zip(&mut at) {
            match &matrix.numbers.exact {
                Some(_) if near.most() < floor => {}
                Some(numbers) => offer(dot(query, row(numbers, index, query.len())), *id),
                None => offer(near.score, *id),
            }
        }
    }
    heap.into_sorted_vec().into_iter().map(|candidate| (candidate.id, candidate.score)).collect()
}

/// A score that at least `k` rows reach for certain; rows that cannot reach it are not among the `k` best.
fn floor(near: &[Near], k: usize) -> f32 {
    if k == 0 || k > near.len() {
        return f32::NEG_INFINITY;
    }
    let mut least: Vec<f32> = near.iter().map(Near::least).collect();
    *least.select_nth_unstable_by(k - 1, |a, b| b.total_cmp(a)).1
}

fn row(numbers: &[f32], index: usize, width: usize) -> &[f32] {
    numbers.get(index * width..(index + 1) * width).unwrap_or_default()
}

/// Scores candidates by their true vectors and keeps the `k` best, ties by id.
pub(crate) fn rescore(query: &[f32], rows: impl Iterator<Item = (SegmentId, Vec<f32>)>, k: usize) -> Vec<(SegmentId, f32)> {
    let mut list: Vec<Candidate> = rows.map(|(id, vector)| Candidate { score: dot(query, &vector), id }).collect();
    list.sort();
    list.truncate(k);
    list.into_iter().map(|candidate| (candidate.id, candidate.score)).collect()
}

/// The scalar product, summed in sixteen lanes: a fixed order, so the same on every run, and one that compiles to vector
/// instructions.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let (a_wide, a_rest) = a.as_chunks::<LANES>();
    let (b_wide, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0f32; LANES];
    for (x, y) in a_wide.iter().zip(b_wide) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f32>() + rest
}
