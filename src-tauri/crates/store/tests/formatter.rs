//! Replies of windows are kept with their document, and a new outline takes the place of the old one as a whole.

#![allow(clippy::unwrap_used)]

mod common;

use waymark_core::{DocumentId, DocumentState, Stage};
use waymark_store::{Store, WindowKey};

fn key(document: DocumentId) -> WindowKey<'static> {
    WindowKey { document, formatter: "assisted", model: "m", prompt: 1 }
}

/// A document that is ready, with vectors.
async fn ready(store: &Store) -> DocumentId {
    store.bind_embedder(&common::identity("e", 2)).await.unwrap();
    let id = store.enqueue(vec![common::file("a.pdf")], 1).await.unwrap()[0].document;
    store.claim_next(1).await.unwrap().unwrap();
    let ids = store.save_structure(id, common::made("Report", 4).structured(), 2).await.unwrap();
    store.finish_stage(id, Stage::Indexing, 3).await.unwrap();
    let rows: Vec<_> = ids.iter().map(|id| (*id, [1.0, 0.0].as_slice())).collect();
    store.put_vectors(&rows).await.unwrap();
    assert_eq!(store.promote_embedded(4).await.unwrap(), [id]);
    id
}

#[tokio::test]
async fn replies_are_kept_by_what_was_asked_and_go_with_their_document() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = ready(&store).await;
    store.keep_window_reply(key(id), "abc", "{}", 5).await.unwrap();
    store.keep_window_reply(key(id), "abc", "{\"1\":\"h1\"}", 6).await.unwrap();
    assert_eq!(store.window_reply(key(id), "abc").await.unwrap().as_deref(), Some("{\"1\":\"h1\"}"));
    for other in
        [WindowKey { prompt: 2, ..key(id) }, WindowKey { model: "n", ..key(id) }, WindowKey { formatter: "full", ..key(id) }]
    {
        assert_eq!(store.window_reply(other, "abc").await.unwrap(), None);
    }
    assert_eq!(store.window_replies(key(id)).await.unwrap(), 1);
    store.delete_documents(&[id]).await.unwrap();
    assert_eq!(store.window_replies(key(id)).await.unwrap(), 0);
    assert!(store.keep_window_reply(key(id), "abc", "{}", 7).await.is_err(), "the document is gone");
}

#[tokio::test]
async fn a_new_outline_replaces_the_old_one_and_its_vectors_are_due_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = ready(&store).await;
    let before = store.generation().await.unwrap();
    let ids = store.replace_structure(id, common::made("Report", 2).structured(), "assisted", 9).await.unwrap().unwrap();
    assert_eq!(ids.len(), 2);
    assert_eq!(store.formatter(id).await.unwrap(), "assisted");
    let record = store.document(id).await.unwrap();
    assert_eq!((record.state, record.segments, record.vectors), (DocumentState::Searchable, 2, 0));
    assert!(store.generation().await.unwrap() > before);
    let rows: Vec<_> = ids.iter().map(|id| (*id, [0.0, 1.0].as_slice())).collect();
    store.put_vectors(&rows).await.unwrap();
    assert_eq!(store.promote_embedded(10).await.unwrap(), [id]);
    assert!(store.claim_next(11).await.unwrap().is_none(), "nothing is left to do");
}

#[tokio::test]
async fn a_document_on_its_way_is_left_alone_and_reading_it_anew_is_native() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = ready(&store).await;
    store.replace_structure(id, common::made("Report", 2).structured(), "full", 5).await.unwrap().unwrap();
    store.retry(id, 6).await.unwrap();
    assert_eq!(store.replace_structure(id, common::made("Report", 3).structured(), "full", 7).await.unwrap(), None);
    assert_eq!(store.document(id).await.unwrap().segments, 2);
    store.claim_next(8).await.unwrap().unwrap();
    store.save_structure(id, common::made("Report", 4).structured(), 9).await.unwrap();
    assert_eq!(store.formatter(id).await.unwrap(), "native");
    let gone = store.replace_structure(DocumentId(99), common::made("Report", 3).structured(), "full", 7).await;
    assert!(gone.unwrap_err().to_string().contains("99"));
}
