//! The vectors of the bound embedder in memory, one matrix per document, and the exact search over them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::Arc;

use futures::TryStreamExt;
use sqlx::{Row, SqliteConnection};
use waymark_core::{DocumentId, SegmentId};

use crate::embedders::Slot;
use crate::segments::id_range;

/// The vectors of one document, row by row in ordinal order.
#[derive(Debug)]
pub(crate) struct Matrix {
    stamp: i64,
    ids: Vec<SegmentId>,
    numbers: Vec<f32>,
}

/// Matrices by document, in id order.
pub(crate) type Matrices = BTreeMap<DocumentId, Arc<Matrix>>;

/// What is in memory, and of which state of the table it is the mirror.
#[derive(Debug, Default)]
pub(crate) struct MatrixCache {
    embedder: i64,
    counter: Option<i64>,
    matrices: Option<Arc<Matrices>>,
}

impl MatrixCache {
    /// Brings the mirror up to date: only documents whose stamp changed are read. `None` when the vectors would take more than
    /// `limit` bytes.
    pub(crate) async fn refresh(
        &mut self,
        connection: &mut SqliteConnection,
        slot: &Slot,
        present: i64,
        limit: u64,
    ) -> Result<Option<Arc<Matrices>>, sqlx::Error> {
        if self.embedder == slot.id && self.counter == Some(present) {
            return Ok(self.matrices.clone());
        }
        let rows: Vec<(i64, i64, i64)> =
            sqlx::query_as("SELECT document, vectors, stamp FROM document_vectors WHERE embedder = ? ORDER BY document")
                .bind(slot.id)
                .fetch_all(&mut *connection)
                .await?;
        let width = (slot.dimensions * size_of::<f32>()) as u64;
        let bytes = rows.iter().map(|row| row.1.unsigned_abs() * width).sum::<u64>();
        let old = self.matrices.take().filter(|_| self.embedder == slot.id);
        let mut matrices = None;
        if bytes <= limit {
            let old = old.map(|old| (*old).clone()).unwrap_or_default();
            matrices = Some(Arc::new(collect(connection, slot, &rows, &old).await?));
        }
        self.embedder = slot.id;
        self.counter = Some(present);
        self.matrices.clone_from(&matrices);
        Ok(matrices)
    }
}

async fn collect(
    connection: &mut SqliteConnection,
    slot: &Slot,
    rows: &[(i64, i64, i64)],
    old: &Matrices,
) -> Result<Matrices, sqlx::Error> {
    let mut matrices = Matrices::new();
    for (document, vectors, stamp) in rows {
        let document = DocumentId(*document);
        let matrix = match old.get(&document).filter(|matrix| matrix.stamp == *stamp) {
            Some(matrix) => Arc::clone(matrix),
            None => Arc::new(read(connection, slot, document, *vectors, *stamp).await?),
        };
        matrices.insert(document, matrix);
    }
    Ok(matrices)
}

async fn read(
    connection: &mut SqliteConnection,
    slot: &Slot,
    document: DocumentId,
    expected: i64,
    stamp: i64,
) -> Result<Matrix, sqlx::Error> {
    let rows = usize::try_from(expected).unwrap_or(0);
    let mut matrix = Matrix { stamp, ids: Vec::with_capacity(rows), numbers: Vec::with_capacity(rows * slot.dimensions) };
    let (first, last) = id_range(document);
    let mut stream =
        sqlx::query("SELECT segment, vector FROM vectors WHERE segment BETWEEN ? AND ? AND embedder = ? ORDER BY segment")
            .bind(first)
            .bind(last)
            .bind(slot.id)
            .fetch(connection);
    while let Some(row) = stream.try_next().await? {
        let blob: &[u8] = row.try_get(1)?;
        let (quads, rest) = blob.as_chunks::<4>();
        if quads.len() != slot.dimensions || !rest.is_empty() {
            continue;
        }
        matrix.ids.push(SegmentId(row.try_get(0)?));
        matrix.numbers.extend(quads.iter().map(|quad| f32::from_le_bytes(*quad)));
    }
    Ok(matrix)
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

/// The `k` best rows of the matrices in scope, best first, ties by id.
pub(crate) fn search(
    matrices: &Matrices,
    query: &[f32],
    k: usize,
    scope: Option<&BTreeSet<DocumentId>>,
) -> Vec<(SegmentId, f32)> {
    let mut heap = BinaryHeap::with_capacity(k.min(4096) + 1);
    for (document, matrix) in matrices {
        if scope.is_some_and(|scope| !scope.contains(document)) {
            continue;
        }
        for (id, row) in matrix.ids.iter().zip(matrix.numbers.chunks_exact(query.len().max(1))) {
            let candidate = Candidate { score: dot(query, row), id: *id };
            if heap.len() < k {
                heap.push(candidate);
            } else if heap.peek().is_some_and(|worst| candidate < *worst) {
                heap.pop();
                heap.push(candidate);
            }
        }
    }
    heap.into_sorted_vec().into_iter().map(|candidate| (candidate.id, candidate.score)).collect()
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
