//! Locks, second processes, older, newer and damaged files.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use std::path::Path;

use common::{file, fill, identity};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use waymark_core::ErrorCode;
use waymark_store::{Store, StoreError};

#[tokio::test]
async fn one_writer_and_any_number_of_readers() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Store::open_shared(folder.path()).await, Err(StoreError::Missing { .. })));
    let store = Store::open(folder.path()).await.unwrap();
    let ids = fill(&store, &["a", "b"], 2).await;
    let busy = Store::open(folder.path()).await.unwrap_err();
    assert!(busy.to_string().contains(&std::process::id().to_string()), "{busy}");
    assert_eq!(busy.wire().code, ErrorCode::LibraryBusy);
    let reader = Store::open_shared(folder.path()).await.unwrap();
    assert_eq!(reader.document_rows().await.unwrap(), store.document_rows().await.unwrap());
    assert!(matches!(reader.delete_documents(&ids).await, Err(StoreError::ReadOnly { .. })));
    assert!(reader.enqueue(vec![file("c")], 1).await.is_err());
    store.enqueue(vec![file("c")], 1).await.unwrap();
    assert_eq!(reader.document_rows().await.unwrap().len(), 3);
    store.close().await;
    assert!(!folder.path().join("library.pid").exists());
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.document_rows().await.unwrap().len(), 3);
}

/// Runs in a process of its own, see below: holds the library until it is killed.
#[tokio::test]
#[ignore = "the other process of the next test"]
async fn hold_a_library() {
    let Ok(folder) = std::env::var("WAYMARK_TEST_FOLDER") else {
        return;
    };
    let folder = Path::new(&folder);
    let store = Store::open(folder).await.unwrap();
    store.enqueue(vec![file("held.pdf")], 1).await.unwrap();
    store.claim_next(2).await.unwrap().unwrap();
    std::fs::write(folder.join("held"), "").unwrap();
    loop {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn a_killed_process_gives_up_the_library_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut other = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["hold_a_library", "--exact", "--ignored"])
        .env("WAYMARK_TEST_FOLDER", folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    while !folder.path().join("held").exists() {
        assert!(begun.elapsed().as_secs() < 60, "the other process never got the library");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let busy = Store::open(folder.path()).await.unwrap_err();
    assert!(matches!(busy, StoreError::Busy { holder: Some(pid), .. } if pid == other.id()), "{busy}");
    let reader = Store::open_shared(folder.path()).await.unwrap();
    assert_eq!(reader.document_rows().await.unwrap().len(), 1);
    reader.close().await;
    other.kill().unwrap();
    other.wait().unwrap();
    // A reader comes first after the crash and replays the log.
    let reader = Store::open_shared(folder.path()).await.unwrap();
    assert_eq!(reader.document_rows().await.unwrap().len(), 1);
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.reset_interrupted(3).await.unwrap().len(), 1);
    assert_eq!(store.claim_next(4).await.unwrap().unwrap().attempts, 2);
}

async fn raw(path: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqlitePool::connect_with(options).await.unwrap()
}

/// A library as the first schema version left it, with one document in it.
async fn first_version(folder: &Path) {
    let store = Store::open(folder).await.unwrap();
    store.bind_embedder(&identity("m", 4)).await.unwrap();
    fill(&store, &["old.pdf"], 3).await;
    store.close().await;
    let pool = raw(&folder.join("library.sqlite")).await;
    let later = [
        "DROP TABLE folders",
        "DROP TABLE unwanted",
        "DROP TABLE summary_vectors",
        "DROP TABLE summary_slices",
        "DROP TABLE model_terms",
        "DROP TABLE segment_summaries",
        "DROP TABLE node_summaries",
        "DELETE FROM counters WHERE name = 'enrichment'",
        "DROP TABLE formatter_windows",
        "ALTER TABLE documents DROP COLUMN formatter",
        "DROP TABLE document_edits",
        "DROP TABLE collection_documents",
        "DROP TABLE collections",
        "DROP TABLE turns",
        "DROP TABLE conversations",
        "DROP INDEX segments_by_kind",
        "ALTER TABLE documents DROP COLUMN report",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ];
    for statement in later {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

#[tokio::test]
async fn an_older_library_is_copied_then_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    first_version(folder.path()).await;
    let older = Store::open_shared(folder.path()).await.unwrap_err();
    assert!(matches!(older, StoreError::OlderSchema { found: 1, .. }), "{older}");
    let store = Store::open(folder.path()).await.unwrap();
    let rows = store.document_rows().await.unwrap();
    assert_eq!((rows[0].segments, &rows[0].report), (3, &None), "what was never reported stays unknown");
    store.add_conversation("possible now", 1).await.unwrap();
    let backup = raw(&folder.path().join("library.backup-1.sqlite")).await;
    let segments: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM segments").fetch_one(&backup).await.unwrap();
    let version: i64 = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&backup).await.unwrap();
    assert_eq!((segments, version), (3, 1));
}

#[tokio::test]
async fn a_fresh_library_makes_no_backup() {
    let folder = tempfile::tempdir().unwrap();
    Store::open(folder.path()).await.unwrap().close().await;
    Store::open(folder.path()).await.unwrap().close().await;
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("backup")), "{names:?}");
}

#[tokio::test]
async fn a_newer_library_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    Store::open(folder.path()).await.unwrap().close().await;
    let pool = raw(&folder.path().join("library.sqlite")).await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (99, 'x', 1, x'00', 0)",
    )
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;
    for error in [Store::open(folder.path()).await.unwrap_err(), Store::open_shared(folder.path()).await.unwrap_err()] {
        assert!(matches!(error, StoreError::NewerSchema { found: 99, .. }), "{error}");
        assert_eq!(error.wire().code, ErrorCode::LibraryUnusable);
        assert!(error.wire().hint.is_some());
    }
}

#[tokio::test]
async fn what_is_no_library_is_called_damaged_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    std::fs::write(&path, vec![b'x'; 20_000]).unwrap();
    for error in [Store::open(folder.path()).await.unwrap_err(), Store::open_shared(folder.path()).await.unwrap_err()] {
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
        assert_eq!(error.wire().code, ErrorCode::LibraryUnusable);
    }
    assert_eq!(std::fs::read(&path).unwrap(), vec![b'x'; 20_000]);
    std::fs::remove_file(&path).unwrap();
    let pool = raw(&path).await;
    sqlx::query("CREATE TABLE notes (id INTEGER)").execute(&pool).await.unwrap();
    pool.close().await;
    assert!(matches!(Store::open(folder.path()).await, Err(StoreError::Corrupt { .. })));
}

#[tokio::test]
async fn damage_after_an_unclean_end_is_found_on_opening() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    fill(&store, &["a", "b"], 300).await;
    store.close().await;
    let path = folder.path().join("library.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 40_000].fill(0xAA);
    std::fs::write(&path, bytes).unwrap();
    std::fs::write(folder.path().join("library.pid"), "1").unwrap();
    let error = Store::open(folder.path()).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
}
