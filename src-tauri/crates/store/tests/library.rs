//! Opening, documents, structure, deletion, conversations, the feed of the lexical index.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use common::{file, fill, identity, made, vector};
use waymark_core::{DocumentId, DocumentState, ErrorCode, SegmentId, SegmentKind, Stage};
use waymark_store::{Store, StoreError, document_of, ordinal_of, segment_id};

#[tokio::test]
async fn ids_follow_the_paths_and_the_same_content_is_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let mut twin = file("b.pdf");
    twin.path = "/other/名字 'quoted\".pdf".into();
    let report = store.enqueue(vec![file("c.pdf"), twin.clone(), file("a.pdf"), file("b.pdf")], 1).await.unwrap();
    let order: Vec<(&str, i64, bool)> = report.iter().map(|one| (one.path.as_str(), one.document.0, one.new)).collect();
    assert_eq!(
        order,
        [("/files/a.pdf", 1, true), ("/files/b.pdf", 2, true), ("/files/c.pdf", 3, true), (twin.path.as_str(), 2, false)]
    );
    let rows = store.document_rows().await.unwrap();
    assert_eq!(rows.iter().map(|row| row.id.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(rows[1].duplicates, [twin.path.clone()]);
    assert_eq!((rows[0].state, rows[0].title.as_str()), (DocumentState::Queued, "a.pdf"));
    assert_eq!(store.document_by_hash(&twin.hash).await.unwrap(), Some(DocumentId(2)));
    assert!(store.enqueue(vec![file("a.pdf")], 9).await.unwrap().iter().all(|one| !one.new));
    assert_eq!(store.known_paths().await.unwrap().len(), 4);
    assert_eq!(store.totals().await.unwrap().pending, 3);
}

#[tokio::test]
async fn a_structured_document_comes_back_as_it_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = store.enqueue(vec![file("a.pdf")], 1).await.unwrap()[0].document;
    let made = made("Annual report", 5);
    let ids = store.save_structure(id, made.structured(), 2).await.unwrap();
    assert_eq!(ids, (0..5).map(|ordinal| segment_id(id, ordinal)).collect::<Vec<_>>());
    assert!(ids.iter().enumerate().all(|(at, id)| (document_of(*id).0, ordinal_of(*id) as usize) == (1, at)));
    let row = store.document(id).await.unwrap();
    assert_eq!((row.facts, row.health, row.warnings), (made.tree.facts, made.tree.health, made.tree.warnings));
    assert_eq!((row.info.as_ref(), row.pages, row.segments), (Some(&made.info), 2, 5));
    assert_eq!(row.report.as_ref(), Some(&made.report));
    assert_eq!(store.outline(id).await.unwrap(), made.tree.sections);
    assert_eq!(store.page_sizes(id).await.unwrap(), made.pages);
    assert_eq!(store.markdown(id).await.unwrap().as_ref(), Some(&made.markdown));
    let back: Vec<_> = store.segments_of(id).await.unwrap().into_iter().map(|stored| stored.segment).collect();
    assert_eq!(back, made.segments);
}

#[tokio::test]
async fn segments_are_found_by_id_and_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = fill(&store, &["a.pdf"], 5).await[0];
    let ids: Vec<_> = (0..5).map(|ordinal| segment_id(id, ordinal)).collect();
    let asked = [ids[3], SegmentId(999), ids[1]];
    let got: Vec<_> = store.segments_by_ids(&asked).await.unwrap().iter().map(|stored| stored.id).collect();
    assert_eq!(got, [ids[3], ids[1]]);
    let near: Vec<_> = store.neighbours(ids[0], 2).await.unwrap().iter().map(|stored| stored.segment.ordinal).collect();
    assert_eq!(near, [0, 1, 2]);
}

#[tokio::test]
async fn tables_and_figures_are_found_by_kind_and_number() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ids: Vec<DocumentId> =
        store.enqueue(vec![file("a.pdf"), file("b.pdf")], 1).await.unwrap().iter().map(|one| one.document).collect();
    for &id in &ids {
        let mut made = made("Manual", 5);
        for (ordinal, text) in [(1, "Figure 5. Pinout"), (3, "Figure 15. Timing"), (4, "A drawing without a caption")] {
            made.segments[ordinal].kind = SegmentKind::Figure;
            made.segments[ordinal].text = text.into();
        }
        store.save_structure(id, made.structured(), 2).await.unwrap();
    }
    let figures = store.figures_of(ids[1]).await.unwrap();
    assert_eq!(figures.iter().map(|figure| figure.segment.ordinal).collect::<Vec<_>>(), [1, 3, 4]);
    let tables = store.segments_of_kind(SegmentKind::Table, None).await.unwrap();
    assert_eq!(tables, [segment_id(ids[0], 2), segment_id(ids[1], 2)]);
    assert_eq!(store.segments_of_kind(SegmentKind::Figure, Some(&ids[..1])).await.unwrap().len(), 3);
    let five = store.segments_numbered(SegmentKind::Figure, "5", Some(&ids[1..])).await.unwrap();
    assert_eq!(five.iter().map(|found| found.id).collect::<Vec<_>>(), [segment_id(ids[1], 1), segment_id(ids[1], 3)]);
}

#[tokio::test]
async fn saving_again_replaces_everything_with_the_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 8)).await.unwrap();
    let id = fill(&store, &["a.pdf"], 4).await[0];
    let numbers = vector(1, 8);
    store.put_vectors(&[(segment_id(id, 0), &numbers), (segment_id(id, 3), &numbers)]).await.unwrap();
    assert_eq!(store.search_vectors(&numbers, 9, None).await.unwrap().len(), 2);
    let before = store.generation().await.unwrap();
    store.save_structure(id, made("shorter", 2).structured(), 5).await.unwrap();
    assert!(store.generation().await.unwrap() > before);
    assert_eq!(store.segments_of(id).await.unwrap().len(), 2);
    assert_eq!(store.vector_progress(None).await.unwrap().done, 0);
    assert!(store.search_vectors(&numbers, 9, None).await.unwrap().is_empty());
    assert_eq!(store.pending_segments(10).await.unwrap().len(), 2);
    let gone = store.save_structure(DocumentId(77), made("x", 1).structured(), 5).await.unwrap_err();
    assert!(matches!(gone, StoreError::NotFound { .. }));
}

#[tokio::test]
async fn deletion_takes_everything_and_gives_the_space_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    store.bind_embedder(&identity("m", 384)).await.unwrap();
    let ids = fill(&store, &["a.pdf", "b.pdf", "c.pdf"], 800).await;
    for id in &ids {
        let numbers = vector(7, 384);
        let vectors: Vec<_> = (0..800).map(|ordinal| (segment_id(*id, ordinal), numbers.as_slice())).collect();
        store.put_vectors(&vectors).await.unwrap();
    }
    let full = store.document_rows().await.unwrap();
    let before = store.generation().await.unwrap();
    let deleted = store.delete_documents(&[ids[1], DocumentId(99), ids[0]]).await.unwrap();
    assert_eq!((deleted.documents.as_slice(), deleted.segments.len()), (&ids[..2], 1600));
    assert_eq!(deleted.generation, before + 1);
    assert_eq!(store.document_rows().await.unwrap(), full[2..]);
    let found = store.search_vectors(&vector(7, 384), 5000, None).await.unwrap();
    assert!(found.len() == 800 && found.iter().all(|(id, _)| document_of(*id) == ids[2]));
    assert!(store.segments_of(ids[0]).await.unwrap().is_empty());
    assert!(store.known_paths().await.unwrap().iter().all(|path| path.document == ids[2]));
    let path = folder.path().join("library.sqlite");
    store.close().await;
    let third = path.metadata().unwrap().len();
    let store = Store::open(folder.path()).await.unwrap();
    store.delete_documents(&ids).await.unwrap();
    // A deleted id is never given again.
    assert_eq!(store.enqueue(vec![file("a.pdf")], 1).await.unwrap()[0].document, DocumentId(4));
    store.close().await;
    assert!(path.metadata().unwrap().len() * 4 < third, "{third} bytes before");
}

#[tokio::test]
async fn the_lexical_index_can_follow_from_any_generation() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.lexical_changes(0).await.unwrap().generation, 0);
    let ids = fill(&store, &["Acme_2018_10-K.pdf", "b.pdf"], 3).await;
    let changes = store.lexical_changes(0).await.unwrap();
    assert_eq!((changes.saved.as_slice(), changes.deleted.len()), (ids.as_slice(), 0));
    assert!(store.lexical_changes(changes.generation).await.unwrap().saved.is_empty());
    store.delete_documents(&ids[1..]).await.unwrap();
    let later = store.lexical_changes(changes.generation).await.unwrap();
    assert_eq!((later.saved.len(), later.deleted.as_slice()), (0, &ids[1..]));
    assert!(!later.foreign);
    let ahead = store.lexical_changes(later.generation + 1).await.unwrap();
    assert_eq!((ahead.foreign, ahead.saved.as_slice(), ahead.generation), (true, &ids[..1], later.generation));
    let entries = store.lexical_entries_of(ids[0]).await.unwrap();
    assert_eq!(entries, store.segments_for_lexical(None, 10).await.unwrap());
    assert_eq!(entries[1..], store.segments_for_lexical(Some(entries[0].segment), 10).await.unwrap());
    let title = &entries[0].title;
    assert_eq!(title.matches("Acme Corp").count() + title.matches("acme corp").count(), 1, "{title}");
    assert!(title.contains("Acme 2018 10-K") && title.contains("TPS7A4701"), "{title}");
    assert_eq!(entries[0].path, "Item 8 \nCash Flow");
    assert_eq!((entries[0].labels.as_str(), entries[2].labels.as_str()), ("", "Net sales Total"));
    assert!(entries[2].text.ends_with("1,577"));
}

#[tokio::test]
async fn conversations_keep_their_turns() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let first = store.add_conversation("First?", 10).await.unwrap();
    let second = store.add_conversation("Second?", 20).await.unwrap();
    let turn = store.add_turn(first, "First?", &serde_json::json!({}), 30).await.unwrap();
    store.set_turn(turn, &serde_json::json!({"sentences": ["är"], "found": true})).await.unwrap();
    let listed: Vec<_> = store.conversations().await.unwrap().iter().map(|row| (row.id, row.turns)).collect();
    assert_eq!(listed, [(first, 1), (second, 0)]);
    store.rename_conversation(first, "Renamed").await.unwrap();
    let (row, turns) = store.conversation(first).await.unwrap();
    assert_eq!((row.title.as_str(), turns[0].payload["sentences"][0].as_str()), ("Renamed", Some("är")));
    store.delete_conversation(first).await.unwrap();
    assert!(matches!(store.set_turn(turn, &serde_json::json!({})).await, Err(StoreError::NotFound { .. })));
    let missing = store.conversation(first).await.unwrap_err();
    assert_eq!(missing.wire().code, ErrorCode::NotFound);
}

#[tokio::test]
async fn settings_survive() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    assert!(!store.paused().await.unwrap());
    store.set_paused(true).await.unwrap();
    store.set_setting("alpha", &0.5f32).await.unwrap();
    store.close().await;
    let store = Store::open(folder.path()).await.unwrap();
    assert!(store.paused().await.unwrap());
    assert_eq!(store.setting::<f32>("alpha").await.unwrap(), Some(0.5));
    assert_eq!(store.setting::<f32>("beta").await.unwrap(), None);
    store.enqueue(vec![file("a.pdf")], 1).await.unwrap();
    assert_eq!(store.claim_next(1).await.unwrap(), None);
    store.set_paused(false).await.unwrap();
    assert_eq!(store.claim_next(1).await.unwrap().unwrap().finished, Stage::Queued);
}
