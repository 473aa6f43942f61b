//! Figures, not checks: vector search at 40,000 segments in memory, in SQL, and in a `vec0` table for comparison.
//! `cargo test -p waymark-store --test measure -- --ignored --nocapture`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, missing_docs)]

mod common;

use std::time::{Duration, Instant};

use common::{fill, identity, vector};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use waymark_core::{DocumentId, SegmentId};
use waymark_store::{Store, segment_id};

const DOCUMENTS: usize = 80;
const SEGMENTS: u32 = 500;
const ROUNDS: u64 = 21;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

async fn filled(store: &Store) -> Vec<DocumentId> {
    store.bind_embedder(&identity("m", 384)).await.unwrap();
    let names: Vec<String> = (0..DOCUMENTS).map(|at| format!("{at:03}.pdf")).collect();
    let begun = Instant::now();
    let ids = fill(store, &names.iter().map(String::as_str).collect::<Vec<_>>(), SEGMENTS).await;
    println!("save {DOCUMENTS} documents of {SEGMENTS} segments: {:?}", begun.elapsed());
    let begun = Instant::now();
    let mut batches = 0;
    let mut listing = Duration::ZERO;
    loop {
        let asked = Instant::now();
        let pending = store.pending_segments(512).await.unwrap();
        listing += asked.elapsed();
        if pending.is_empty() {
            break;
        }
        let made: Vec<_> = pending.iter().map(|one| (one.id, vector(one.id.0.unsigned_abs(), 384))).collect();
        let given: Vec<(SegmentId, &[f32])> = made.iter().map(|(id, numbers)| (*id, numbers.as_slice())).collect();
        store.put_vectors(&given).await.unwrap();
        batches += 1;
    }
    println!("store 40,000 vectors in {batches} batches: {:?}, of it listing {listing:?}", begun.elapsed());
    ids
}

#[tokio::test]
#[ignore = "measures, does not check"]
async fn vector_search_at_forty_thousand() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ids = filled(&store).await;
    println!("database: {} bytes", store.database_bytes());
    let begun = Instant::now();
    store.search_vectors(&vector(1, 384), 100, None).await.unwrap();
    println!("first search, reading the vectors into memory: {:?}", begun.elapsed());
    let one = [ids[40]];
    let half: Vec<DocumentId> = ids.iter().copied().step_by(2).collect();
    for (name, scope) in [("all", None), ("one document", Some(&one[..])), ("40 documents", Some(&half[..]))] {
        let (mut memory, mut sql) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            let query = vector(1_000_000 + round, 384);
            let begun = Instant::now();
            let in_memory = store.search_vectors(&query, 100, scope).await.unwrap();
            memory.push(begun.elapsed());
            let begun = Instant::now();
            let in_sql = store.search_vectors_in_sql(&query, 100, scope).await.unwrap();
            sql.push(begun.elapsed());
            assert_eq!(in_memory.len(), in_sql.len());
        }
        println!("{name}: p50 in memory {:?}, vec_distance_cosine {:?}", median(memory), median(sql));
    }
    let begun = Instant::now();
    let numbers = vector(5, 384);
    store.put_vectors(&[(segment_id(ids[3], 0), &numbers)]).await.unwrap();
    store.search_vectors(&numbers, 100, None).await.unwrap();
    println!("change of one document and search: {:?}", begun.elapsed());
    let begun = Instant::now();
    store.delete_documents(&half).await.unwrap();
    println!("delete 40 documents: {:?}", begun.elapsed());
    store.close().await;
    println!("database after that: {} bytes", store.database_bytes());
    compare_vec0(folder.path(), &ids).await;
}

async fn compare_vec0(folder: &std::path::Path, ids: &[DocumentId]) {
    let path = folder.join("vec0.sqlite");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let pool: SqlitePool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
    sqlx::query(
        "CREATE VIRTUAL TABLE v USING vec0(segment INTEGER PRIMARY KEY, document INTEGER, \
         vector FLOAT[384] distance_metric=cosine)",
    )
    .execute(&pool)
    .await
    .unwrap();
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let mut change = pool.begin().await.unwrap();
    for id in ids {
        for ordinal in 0..SEGMENTS {
            let segment = segment_id(*id, ordinal);
            sqlx::query("INSERT INTO v (segment, document, vector) VALUES (?, ?, ?)")
                .bind(segment.0)
                .bind(id.0)
                .bind(bytes(&vector(segment.0.unsigned_abs(), 384)))
                .execute(&mut *change)
                .await
                .unwrap();
        }
    }
    change.commit().await.unwrap();
    let (mut all, mut one) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let query = bytes(&vector(1_000_000 + round, 384));
        let begun = Instant::now();
        sqlx::query("SELECT segment, distance FROM v WHERE vector MATCH ? AND k = 100")
            .bind(&query)
            .fetch_all(&pool)
            .await
            .unwrap();
        all.push(begun.elapsed());
        let begun = Instant::now();
        sqlx::query("SELECT segment, distance FROM v WHERE vector MATCH ? AND k = 100 AND document = ?")
            .bind(&query)
            .bind(ids[40].0)
            .fetch_all(&pool)
            .await
            .unwrap();
        one.push(begun.elapsed());
    }
    let before = path.metadata().unwrap().len();
    sqlx::query("DELETE FROM v WHERE segment IN (SELECT segment FROM v WHERE document % 2 = 0)").execute(&pool).await.unwrap();
    sqlx::query("VACUUM").execute(&pool).await.unwrap();
    let after = path.metadata().unwrap().len();
    println!("vec0: p50 all {:?}, one document {:?}; {before} bytes, {after} after deleting half", median(all), median(one));
}
