//! Vector search against brute force, the scope, ties, and the change of model.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use common::{fill, identity, vector};
use waymark_core::{DocumentId, DocumentState, SegmentId};
use waymark_store::{Binding, Store, StoreError, document_of, segment_id};

async fn embed_all(store: &Store, dimensions: usize) {
    loop {
        let pending = store.pending_segments(5000).await.unwrap();
        if pending.is_empty() {
            return;
        }
        let made: Vec<_> = pending.iter().map(|one| (one.id, vector(one.id.0.unsigned_abs(), dimensions))).collect();
        let given: Vec<(SegmentId, &[f32])> = made.iter().map(|(id, numbers)| (*id, numbers.as_slice())).collect();
        store.put_vectors(&given).await.unwrap();
    }
}

fn brute_force(documents: &[DocumentId], segments: u32, query: &[f32], k: usize) -> Vec<(SegmentId, f64)> {
    let mut all: Vec<(SegmentId, f64)> = documents
        .iter()
        .flat_map(|document| (0..segments).map(|ordinal| segment_id(*document, ordinal)))
        .map(|id| {
            let numbers = vector(id.0.unsigned_abs(), query.len());
            (id, numbers.iter().zip(query).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum())
        })
        .collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(k);
    all
}

/// Same scores place by place; the same segments wherever neighbouring scores are not within rounding.
fn agree(found: &[(SegmentId, f32)], expected: &[(SegmentId, f64)]) {
    assert_eq!(found.len(), expected.len());
    for (at, ((id, score), (wanted, exact))) in found.iter().zip(expected).enumerate() {
        assert!((f64::from(*score) - exact).abs() < 1e-5, "place {at}: {score} for {exact}");
        let close = |other: usize| expected.get(other).is_some_and(|next| (next.1 - exact).abs() < 2e-6);
        assert!(id == wanted || close(at + 1) || (at > 0 && close(at - 1)), "place {at}: {id} for {wanted}");
    }
}

#[tokio::test]
async fn fifty_thousand_vectors_are_searched_exactly() {
    const SEGMENTS: u32 = 1000;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 384)).await.unwrap();
    let names: Vec<String> = (0..50).map(|at| format!("{at:02}.pdf")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let ids = fill(&store, &names, SEGMENTS).await;
    embed_all(&store, 384).await;
    assert_eq!(store.vector_progress(None).await.unwrap().done, 50_000);
    for seed in [900_001, 900_002] {
        let query = vector(seed, 384);
        let expected = brute_force(&ids, SEGMENTS, &query, 100);
        agree(&store.search_vectors(&query, 100, None).await.unwrap(), &expected);
        agree(&store.search_vectors_in_sql(&query, 100, None).await.unwrap(), &expected);
        let scope = [ids[33], ids[4]];
        let expected = brute_force(&scope, SEGMENTS, &query, 100);
        agree(&store.search_vectors(&query, 100, Some(&scope)).await.unwrap(), &expected);
        agree(&store.search_vectors_in_sql(&query, 100, Some(&scope)).await.unwrap(), &expected);
    }
}

#[tokio::test]
async fn a_large_library_is_searched_by_copies_and_scored_exactly() {
    const SEGMENTS: u32 = 1000;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 384)).await.unwrap();
    let ids = fill(&store, &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], SEGMENTS).await;
    embed_all(&store, 384).await;
    // Too large to be kept as it is, small enough for eight bits.
    store.limit_vector_memory(1000, 64 << 20).await;
    let (mut found, mut wanted) = (0, 0);
    for seed in 0..20 {
        let query = vector(800_000 + seed, 384);
        let expected = brute_force(&ids, SEGMENTS, &query, 20);
        let hits = store.search_vectors(&query, 20, None).await.unwrap();
        let place = |id: SegmentId| expected.iter().find(|(known, _)| *known == id);
        found += hits.iter().filter(|(id, _)| place(*id).is_some()).count();
        wanted += expected.len();
        for (id, score) in &hits {
            assert!(place(*id).is_none_or(|(_, exact)| (f64::from(*score) - exact).abs() < 1e-5));
        }
    }
    assert!(found * 100 >= wanted * 99, "{found} of {wanted}");
    // The scope is applied before the cut: a document whose segments are all far from the question is still found.
    let scope = [ids[7]];
    let query = vector(900_009, 384);
    agree(&store.search_vectors(&query, 20, Some(&scope)).await.unwrap(), &brute_force(&scope, SEGMENTS, &query, 20));
    // Nothing is kept in memory: in SQL, the same.
    store.limit_vector_memory(0, 0).await;
    agree(&store.search_vectors(&query, 20, None).await.unwrap(), &brute_force(&ids, SEGMENTS, &query, 20));
}

#[tokio::test]
async fn ties_are_ordered_by_document_and_ordinal_and_every_path_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 20)).await.unwrap();
    let ids = fill(&store, &["a", "b", "c"], 4).await;
    let same = vector(5, 20);
    // Stored in another order than that of the ids.
    for id in [ids[2], ids[0], ids[1]] {
        let given: Vec<_> = (0..4).rev().map(|ordinal| (segment_id(id, ordinal), same.as_slice())).collect();
        store.put_vectors(&given).await.unwrap();
    }
    let expected: Vec<SegmentId> = ids.iter().flat_map(|id| (0..4).map(|ordinal| segment_id(*id, ordinal))).take(7).collect();
    let order = |hits: Vec<(SegmentId, f32)>| hits.into_iter().map(|hit| hit.0).collect::<Vec<_>>();
    assert_eq!(order(store.search_vectors(&same, 7, None).await.unwrap()), expected);
    assert_eq!(order(store.search_vectors_in_sql(&same, 7, None).await.unwrap()), expected);
    assert!(store.search_vectors(&same, 7, Some(&[])).await.unwrap().is_empty());
    assert!(store.search_vectors_in_sql(&same, 7, Some(&[])).await.unwrap().is_empty());
    assert!(store.search_vectors(&same, 0, None).await.unwrap().is_empty());
    let repeated = [ids[1], ids[1]];
    assert_eq!(store.search_vectors_in_sql(&same, 9, Some(&repeated)).await.unwrap().len(), 4);
}

#[tokio::test]
async fn searches_follow_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 8)).await.unwrap();
    let ids = fill(&store, &["a", "b"], 3).await;
    let query = vector(1, 8);
    assert!(store.search_vectors(&query, 9, None).await.unwrap().is_empty());
    store.put_vectors(&[(segment_id(ids[1], 0), &query)]).await.unwrap();
    assert_eq!(store.search_vectors(&query, 9, None).await.unwrap().len(), 1);
    let longer: Vec<f32> = vector(2, 8).iter().map(|number| number * 3.0).collect();
    store.put_vectors(&[(segment_id(ids[1], 0), &longer), (segment_id(ids[0], 2), &query)]).await.unwrap();
    let hits = store.search_vectors(&query, 9, None).await.unwrap();
    assert_eq!((hits[0].0, hits.len()), (segment_id(ids[0], 2), 2));
    assert!((hits[0].1 - 1.0).abs() < 1e-6 && hits[1].1 < 1.0, "a longer vector is scaled: {hits:?}");
    // Another process sees the same.
    let shared = Store::open_shared(folder.path()).await.unwrap();
    assert_eq!(shared.bind_embedder(&identity("m", 8)).await.unwrap(), Binding::Active);
    assert_eq!(shared.search_vectors(&query, 9, None).await.unwrap(), hits);
    store.delete_documents(&ids[..1]).await.unwrap();
    assert_eq!(store.search_vectors(&query, 9, None).await.unwrap().len(), 1);
    assert_eq!(shared.search_vectors(&query, 9, None).await.unwrap().len(), 1);
    // A vector that comes after its segment was deleted is dropped.
    store.put_vectors(&[(segment_id(ids[0], 0), &query)]).await.unwrap();
    assert_eq!(store.vector_progress(None).await.unwrap().done, 1);
}

#[tokio::test]
async fn unusable_vectors_are_refused_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let nothing = store.search_vectors(&[1.0], 1, None).await.unwrap_err();
    assert!(matches!(nothing, StoreError::NoEmbedder { .. }));
    store.bind_embedder(&identity("m", 4)).await.unwrap();
    let id = fill(&store, &["a"], 2).await[0];
    let good = vector(1, 4);
    for bad in [vec![1.0; 3], vec![0.0; 4], vec![f32::NAN, 1.0, 0.0, 0.0], vec![f32::INFINITY, 1.0, 0.0, 0.0]] {
        let error = store.put_vectors(&[(segment_id(id, 0), &good), (segment_id(id, 1), &bad)]).await.unwrap_err();
        assert!(matches!(error, StoreError::InvalidVector { segment: Some(_), .. }), "{error}");
        assert!(store.search_vectors(&bad, 1, None).await.is_err());
    }
    assert_eq!(store.vector_progress(None).await.unwrap().done, 0);
}

#[tokio::test]
async fn another_model_is_built_beside_the_old_one_and_swapped_in() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.bind_embedder(&identity("old", 8)).await.unwrap(), Binding::Active);
    fill(&store, &["a", "b"], 3).await;
    embed_all(&store, 8).await;
    store.promote_embedded(1).await.unwrap();
    assert_eq!(store.totals().await.unwrap().ready, 2);
    assert_eq!(store.bind_embedder(&identity("new", 12)).await.unwrap(), Binding::Shadow);
    // Vectors of the old model are out of sight, and the documents say what is missing.
    assert_eq!(store.vector_progress(None).await.unwrap().done, 0);
    assert!(store.search_vectors(&vector(1, 12), 9, None).await.unwrap().is_empty());
    assert!(store.document_rows().await.unwrap().iter().all(|row| row.state == DocumentState::Searchable));
    assert!(!store.finish_shadow().await.unwrap());
}

#[tokio::test]
async fn the_old_vectors_stay_whole_until_the_swap() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("old", 8)).await.unwrap();
    fill(&store, &["a", "b"], 3).await;
    embed_all(&store, 8).await;
    store.bind_embedder(&identity("new", 12)).await.unwrap();
    // Going back before the end finds the old index whole.
    assert_eq!(store.bind_embedder(&identity("old", 8)).await.unwrap(), Binding::Active);
    assert_eq!(store.search_vectors(&vector(1, 8), 9, None).await.unwrap().len(), 6);
    assert_eq!(store.bind_embedder(&identity("new", 12)).await.unwrap(), Binding::Shadow);
    embed_all(&store, 12).await;
    assert!(store.finish_shadow().await.unwrap());
    assert_eq!(store.active_embedder().await.unwrap(), Some(identity("new", 12)));
    assert_eq!(store.search_vectors(&vector(1, 12), 9, None).await.unwrap().len(), 6);
    assert_eq!(store.promote_embedded(2).await.unwrap().len(), 2);
    assert_eq!(store.bind_embedder(&identity("old", 8)).await.unwrap(), Binding::Shadow);
    assert_eq!(store.vector_progress(None).await.unwrap().done, 0);
}

#[tokio::test]
async fn pending_segments_come_in_order_and_only_once_done_not() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 4)).await.unwrap();
    let ids = fill(&store, &["a", "b"], 3).await;
    let numbers = vector(3, 4);
    store.put_vectors(&[(segment_id(ids[0], 1), &numbers)]).await.unwrap();
    let pending = store.pending_segments(3).await.unwrap();
    let order: Vec<_> = pending.iter().map(|one| (document_of(one.id).0, one.id)).collect();
    assert_eq!(order, [(1, segment_id(ids[0], 0)), (1, segment_id(ids[0], 2)), (2, segment_id(ids[1], 0))]);
    assert_eq!(pending[1].embedding_text, "Net sales Total");
    assert!(pending[0].embedding_text.starts_with("Passage 0"));
    let scoped = store.vector_progress(Some(&ids[..1])).await.unwrap();
    assert_eq!((scoped.done, scoped.total), (1, 3));
}
