//! The queue across failures, cancellation and crashes.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use common::{file, fill, identity, made, vector};
use waymark_core::{DocumentId, DocumentState, Stage};
use waymark_store::{Store, segment_id};

async fn state(store: &Store, document: DocumentId) -> (DocumentState, Stage) {
    let row = store.document(document).await.unwrap();
    (row.state, row.stage)
}

#[tokio::test]
async fn a_document_goes_through_its_stages() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 4)).await.unwrap();
    let id = store.enqueue(vec![file("a.pdf")], 1).await.unwrap()[0].document;
    let job = store.claim_next(2).await.unwrap().unwrap();
    assert_eq!((job.document, job.finished, job.attempts), (id, Stage::Queued, 1));
    assert_eq!(store.claim_next(2).await.unwrap(), None);
    assert_eq!(state(&store, id).await, (DocumentState::Working, Stage::Opening));
    store.enter_stage(id, Stage::Parsing, 3).await.unwrap();
    assert_eq!(state(&store, id).await, (DocumentState::Working, Stage::Parsing));
    store.save_structure(id, made("a", 2).structured(), 4).await.unwrap();
    assert_eq!(state(&store, id).await, (DocumentState::Working, Stage::Indexing));
    store.finish_stage(id, Stage::Indexing, 5).await.unwrap();
    assert_eq!(state(&store, id).await, (DocumentState::Searchable, Stage::Embedding));
    let numbers = vector(1, 4);
    store.put_vectors(&[(segment_id(id, 0), &numbers)]).await.unwrap();
    assert!(store.promote_embedded(6).await.unwrap().is_empty());
    store.put_vectors(&[(segment_id(id, 1), &numbers)]).await.unwrap();
    assert_eq!(store.promote_embedded(7).await.unwrap(), [id]);
    assert_eq!(state(&store, id).await, (DocumentState::Ready, Stage::Ready));
}

#[tokio::test]
async fn a_crash_puts_documents_back_at_their_last_finished_stage() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.enqueue(["a", "b", "c"].map(file).to_vec(), 1).await.unwrap();
    let first = store.claim_next(2).await.unwrap().unwrap();
    let second = store.claim_next(2).await.unwrap().unwrap();
    store.save_structure(second.document, made("b", 2).structured(), 3).await.unwrap();
    // As after `kill -9`: no close, no release.
    drop(store);
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.reset_interrupted(4).await.unwrap(), [first.document, second.document]);
    assert_eq!(state(&store, first.document).await, (DocumentState::Queued, Stage::Opening));
    assert_eq!(state(&store, second.document).await, (DocumentState::Queued, Stage::Indexing));
    let again = store.claim_next(5).await.unwrap().unwrap();
    assert_eq!((again.document, again.finished, again.attempts), (first.document, Stage::Queued, 2));
    let again = store.claim_next(5).await.unwrap().unwrap();
    assert_eq!((again.document, again.finished), (second.document, Stage::Structuring));
    store.release_claims(6).await.unwrap();
    assert_eq!(store.claim_next(7).await.unwrap().unwrap().attempts, 2);
}

#[tokio::test]
async fn a_document_that_takes_the_program_down_again_and_again_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = store.enqueue(vec![file("a")], 1).await.unwrap()[0].document;
    for attempt in 1..=5 {
        assert_eq!(store.claim_next(2).await.unwrap().unwrap().attempts, attempt);
        store.reset_interrupted(3).await.unwrap();
    }
    assert_eq!(store.claim_next(4).await.unwrap(), None);
    let row = store.document(id).await.unwrap();
    assert_eq!(row.state, DocumentState::Failed);
    assert!(row.reason.unwrap().contains("five times"));
    store.retry(id, 5).await.unwrap();
    assert_eq!(store.claim_next(6).await.unwrap().unwrap().attempts, 1);
}

#[tokio::test]
async fn failures_locks_and_cancellations_do_not_stop_the_queue() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ids: Vec<_> =
        store.enqueue(["a", "b", "c", "d"].map(file).to_vec(), 1).await.unwrap().iter().map(|one| one.document).collect();
    let job = store.claim_next(2).await.unwrap().unwrap();
    store.fail(job.document, DocumentState::Failed, "`a` is damaged", 3).await.unwrap();
    let job = store.claim_next(2).await.unwrap().unwrap();
    store.fail(job.document, DocumentState::Locked, "needs a password", 3).await.unwrap();
    assert!(store.cancel(ids[2], 4).await.unwrap());
    assert_eq!(store.claim_next(5).await.unwrap().unwrap().document, ids[3]);
    assert!(store.cancel(ids[3], 6).await.unwrap());
    // Work that comes in late does not bring a cancelled document back.
    store.finish_stage(ids[3], Stage::Indexing, 7).await.unwrap();
    assert_eq!(state(&store, ids[3]).await.0, DocumentState::Cancelled);
    assert_eq!(store.document(ids[1]).await.unwrap().reason.as_deref(), Some("needs a password"));
    assert!(!store.cancel(ids[0], 8).await.unwrap());
    store.retry(ids[0], 9).await.unwrap();
    assert_eq!(store.document(ids[0]).await.unwrap().reason, None);
    assert_eq!(store.claim_next(10).await.unwrap().unwrap().document, ids[0]);
}

#[tokio::test]
async fn many_claims_at_once_never_share_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let names: Vec<String> = (0..40).map(|at| format!("{at:03}")).collect();
    store.enqueue(names.iter().map(|name| file(name)).collect(), 1).await.unwrap();
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut mine = Vec::new();
                while let Some(job) = store.claim_next(2).await.unwrap() {
                    store.save_structure(job.document, made("x", 3).structured(), 3).await.unwrap();
                    store.finish_stage(job.document, Stage::Indexing, 4).await.unwrap();
                    mine.push(job.document.0);
                }
                mine
            })
        })
        .collect();
    let mut all = Vec::new();
    for worker in workers {
        all.extend(worker.await.unwrap());
    }
    all.sort_unstable();
    assert_eq!(all, (1..=40).collect::<Vec<_>>());
    assert_eq!(store.totals().await.unwrap().searchable, 40);
}

#[tokio::test]
async fn a_document_without_text_is_ready_without_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 4)).await.unwrap();
    let ids = fill(&store, &["scan.pdf"], 0).await;
    assert_eq!(store.promote_embedded(9).await.unwrap(), ids);
}
