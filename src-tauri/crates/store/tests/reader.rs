//! What the reader makes of a library: collections, corrected facts, words looked up.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use common::{fill, made};
use waymark_core::{DocumentId, SegmentKind};
use waymark_store::{Store, StoreError, segment_id};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[tokio::test]
async fn collections_hold_documents_and_let_them_go() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let ids = fill(&store, &["a.pdf", "b.pdf", "c.pdf"], 1).await;
    let filings = store.add_collection("Filings", 1).await.unwrap().unwrap();
    let sheets = store.add_collection("datasheets", 2).await.unwrap().unwrap();
    assert_eq!(store.add_collection("FILINGS", 3).await.unwrap(), None, "the name is taken in any case");
    store.change_collection(filings, &[ids[2], ids[0], DocumentId(99)], &[]).await.unwrap();
    store.change_collection(sheets, &ids, &[]).await.unwrap();
    store.change_collection(sheets, &[], &ids[..1]).await.unwrap();
    let listed: Vec<_> = store.collections().await.unwrap().into_iter().map(|row| (row.name, row.documents)).collect();
    assert_eq!(listed, [("datasheets".into(), ids[1..].to_vec()), ("Filings".into(), vec![ids[0], ids[2]])]);
    assert!(!store.rename_collection(sheets, "filings").await.unwrap());
    assert!(store.rename_collection(sheets, "Datasheets").await.unwrap(), "its own name in another case is free");
    store.delete_documents(&ids[..1]).await.unwrap();
    assert_eq!(store.collections().await.unwrap()[1].documents, ids[2..]);
    store.delete_collection(filings).await.unwrap();
    assert!(matches!(store.change_collection(filings, &ids, &[]).await, Err(StoreError::NotFound { .. })));
    assert_eq!(store.document_rows().await.unwrap().len(), 2, "documents outlive their collections");
}

#[tokio::test]
async fn corrected_facts_outlive_reading_and_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = fill(&store, &["a.pdf"], 2).await[0];
    let read = store.document(id).await.unwrap();
    let mut facts = read.facts.clone();
    facts.title = "My title".into();
    facts.keywords.push("LM317".into());
    let before = store.generation().await.unwrap();
    store.edit_facts(id, &facts, 5).await.unwrap();
    let record = store.document(id).await.unwrap();
    assert_eq!((record.title.as_str(), record.edited, &record.facts), ("My title", true, &facts));
    assert!(store.lexical_changes(before).await.unwrap().saved.contains(&id), "the word index follows");
    assert_eq!(store.segments_of(id).await.unwrap()[1].segment.path[0], "My title");
    assert!(store.lexical_entries_of(id).await.unwrap()[0].title.contains("LM317"));

    store.save_structure(id, made("Read anew", 3).structured(), 6).await.unwrap();
    assert_eq!(store.document(id).await.unwrap().facts, facts, "reading anew does not undo it");
    store.reset_facts(id).await.unwrap();
    let record = store.document(id).await.unwrap();
    assert_eq!((record.title.as_str(), record.edited), ("Read anew", false));
    assert_eq!(store.segments_of(id).await.unwrap()[0].segment.path[0], "Read anew");
    assert!(matches!(store.edit_facts(DocumentId(9), &facts, 5).await, Err(StoreError::NotFound { .. })));
}

#[tokio::test]
async fn headings_figures_and_messages_are_found_by_all_their_words() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let id = fill(&store, &["a.pdf"], 1).await[0];
    let mut manual = made("Pump manual", 3);
    manual.segments[1].kind = SegmentKind::Figure;
    manual.segments[1].text = "Figure 5. Wiring of the Motor".into();
    store.save_structure(id, manual.structured(), 6).await.unwrap();
    let found = store.find_headings(&words("CASH pump"), 5).await.unwrap();
    assert_eq!(found.iter().map(|one| (one.title.as_str(), one.section)).collect::<Vec<_>>(), [("Cash Flow", 2)]);
    assert!(store.find_headings(&words("pump manual"), 5).await.unwrap().is_empty(), "the document alone is no heading");
    assert!(store.find_headings(&[], 5).await.unwrap().is_empty());
    assert_eq!(store.find_figures(&words("motor wiring"), 5).await.unwrap(), [segment_id(id, 1)]);

    let conversation = store.add_conversation("About pumps", 1).await.unwrap();
    let answer = serde_json::json!({"sentences": [{"text": "It delivers 40 l/min."}, {"text": "扬程 12 m."}]});
    let turn = store.add_turn(conversation, "How much does it deliver?", &serde_json::json!({}), 2).await.unwrap();
    store.set_turn(turn, &answer).await.unwrap();
    for query in ["40 L/MIN", "扬程", "deliver pumps"] {
        let found = store.find_turns(&words(query), 5).await.unwrap();
        assert_eq!(found.iter().map(|one| one.turn).collect::<Vec<_>>(), [turn], "{query}");
        assert_eq!(found[0].answer, "It delivers 40 l/min. 扬程 12 m.");
    }
    assert!(store.find_turns(&words("40 gallons"), 5).await.unwrap().is_empty());
}
