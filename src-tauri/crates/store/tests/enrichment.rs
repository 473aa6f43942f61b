//! Summaries, slices and terms: kept with their origin, searched by slice, gone with their document.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use common::{fill, identity, made, vector};
use waymark_core::{Digest, DigestOrigin, DocumentId};
use waymark_store::{Provenance, Slice, Store, StoredDigest, StoredTerms, segment_id};

fn digest(summary: &str) -> StoredDigest {
    let made = Provenance { model: "m".into(), prompt: 1, source: "hash".into(), made_ms: 7 };
    let digest = Digest { key_points: vec!["pump".into(), "阀".into()], summary: summary.into() };
    StoredDigest { digest, origin: DigestOrigin::Model, made }
}

fn slice(text: &str) -> Slice {
    Slice { start: 0, stop: text.len(), text: text.into() }
}

fn terms(list: &[&str]) -> StoredTerms {
    StoredTerms { terms: list.iter().map(|&term| term.to_owned()).collect(), made: digest("").made }
}

/// Rows of every table of enrichment.
async fn rows(folder: &std::path::Path) -> Vec<i64> {
    let path = folder.join("library.sqlite");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let mut counts = Vec::new();
    for table in ["node_summaries", "segment_summaries", "model_terms", "summary_slices", "summary_vectors"] {
        let statement = format!("SELECT COUNT(*) FROM {table}");
        counts.push(sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).fetch_one(&pool).await.unwrap());
    }
    pool.close().await;
    counts
}

#[tokio::test]
async fn what_was_made_comes_back_and_is_replaced_by_what_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = fill(&store, &["a.pdf"], 3).await[0];
    let passage = segment_id(id, 0);
    for text in ["first", "second"] {
        assert!(store.put_node_summary(id, 1, &digest(text), Some(passage), &[slice(text), slice("more")]).await.unwrap());
        assert!(store.put_segment_summary(passage, &digest(text), &[slice(text)]).await.unwrap());
        assert!(store.put_model_terms(id, &terms(&[text])).await.unwrap());
    }
    assert_eq!(store.node_summaries(id).await.unwrap().into_iter().collect::<Vec<_>>(), [(1, digest("second"))]);
    assert_eq!(store.segment_summaries(id).await.unwrap().into_iter().collect::<Vec<_>>(), [(passage, digest("second"))]);
    assert_eq!(store.model_terms().await.unwrap()[&id], terms(&["second"]));
    assert_eq!(store.terms_generation().await.unwrap(), 2);
    store.bind_embedder(&identity("e", 8)).await.unwrap();
    let texts: Vec<String> = store.pending_slices(10).await.unwrap().into_iter().map(|slice| slice.text).collect();
    assert_eq!(texts, ["second", "more", "second"]);
    assert!(!store.put_node_summary(id, 9, &digest("x"), None, &[]).await.unwrap(), "there is no such section");
    assert!(!store.put_segment_summary(segment_id(DocumentId(9), 0), &digest("x"), &[]).await.unwrap());
    assert!(!store.put_model_terms(DocumentId(9), &terms(&[])).await.unwrap());
}

#[tokio::test]
async fn slices_lead_to_their_passages_within_the_scope() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ids = fill(&store, &["a.pdf", "b.pdf"], 3).await;
    store.bind_embedder(&identity("e", 8)).await.unwrap();
    assert!(store.search_slices(&vector(1, 8), 5, None).await.unwrap().is_empty());
    for (at, id) in ids.iter().enumerate() {
        let text = format!("slice {at}");
        store.put_segment_summary(segment_id(*id, 2), &digest("s"), &[slice(&text)]).await.unwrap();
        store.put_node_summary(*id, 2, &digest("s"), Some(segment_id(*id, 1)), &[slice("node")]).await.unwrap();
    }
    let pending = store.pending_slices(10).await.unwrap();
    assert_eq!(pending.len(), 4);
    assert!(pending[0].metadata.contains("Item 8"));
    let vectors: Vec<Vec<f32>> = (0..4).map(|seed| vector(seed, 8)).collect();
    let stored: Vec<(i64, &[f32])> = pending.iter().zip(&vectors).map(|(slice, vector)| (slice.id, vector.as_slice())).collect();
    store.put_slice_vectors(&stored).await.unwrap();
    assert!(store.pending_slices(10).await.unwrap().is_empty());
    let found = store.search_slices(&vectors[3], 1, None).await.unwrap();
    assert_eq!((found[0].segment, found[0].section), (segment_id(ids[1], 1), Some(2)));
    assert!((found[0].score - 1.0).abs() < 1e-4);
    let scoped = store.search_slices(&vectors[3], 9, Some(&ids[..1])).await.unwrap();
    assert_eq!(scoped.len(), 2);
    assert!(scoped.iter().all(|slice| waymark_store::document_of(slice.segment) == ids[0]));
}

#[tokio::test]
async fn deletion_and_reading_anew_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ids = fill(&store, &["a.pdf", "b.pdf"], 2).await;
    store.bind_embedder(&identity("e", 8)).await.unwrap();
    for id in &ids {
        store.put_segment_summary(segment_id(*id, 0), &digest("s"), &[slice("one")]).await.unwrap();
        store.put_node_summary(*id, 0, &digest("s"), Some(segment_id(*id, 0)), &[slice("two")]).await.unwrap();
        store.put_model_terms(*id, &terms(&["t"])).await.unwrap();
    }
    let pending = store.pending_slices(10).await.unwrap();
    let one = vector(1, 8);
    let vectors: Vec<(i64, &[f32])> = pending.iter().map(|slice| (slice.id, one.as_slice())).collect();
    store.put_slice_vectors(&vectors).await.unwrap();
    assert_eq!(rows(folder.path()).await, [2, 2, 2, 4, 4]);
    store.save_structure(ids[0], made("a again", 2).structured(), 9).await.unwrap();
    assert_eq!(rows(folder.path()).await, [1, 1, 2, 2, 2], "read anew, its sections may be others");
    store.delete_documents(&ids).await.unwrap();
    assert_eq!(rows(folder.path()).await, [0, 0, 0, 0, 0]);
}

#[tokio::test]
async fn another_embedder_asks_for_the_slices_again_and_takes_the_old_vectors_along() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = fill(&store, &["a.pdf"], 1).await[0];
    store.bind_embedder(&identity("old", 8)).await.unwrap();
    let one = vector(1, 8);
    store.put_vectors(&[(segment_id(id, 0), &one)]).await.unwrap();
    store.put_segment_summary(segment_id(id, 0), &digest("s"), &[slice("one")]).await.unwrap();
    let old = store.pending_slices(9).await.unwrap()[0].id;
    store.put_slice_vectors(&[(old, &one)]).await.unwrap();
    store.bind_embedder(&identity("new", 4)).await.unwrap();
    assert_eq!(store.pending_slices(9).await.unwrap().len(), 1);
    let short = vector(2, 4);
    store.put_vectors(&[(segment_id(id, 0), &short)]).await.unwrap();
    assert!(store.finish_shadow().await.unwrap());
    assert_eq!(rows(folder.path()).await[4], 0, "vectors of a model that is gone go with it");
    store.put_slice_vectors(&[(old, &short)]).await.unwrap();
    assert_eq!(store.search_slices(&short, 3, None).await.unwrap().len(), 1);
}
