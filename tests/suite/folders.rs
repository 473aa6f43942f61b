//! Linked folders on the real file system: new, changed, moved, renamed, removed, ignored and unreachable files.

mod terminal;
mod troubles;

use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use waymark_core::{DocumentState, ErrorCode, WireError};
use waymark_engine::types::{DocumentRow, FolderRow, FolderState};
use waymark_engine::{Access, Engine, EngineOptions, WorkerCommand};
use waymark_tests::{Cli, program, samples};

/// A library that watches its linked folders, and a folder with one PDF to link.
async fn watching() -> (TempDir, TempDir, Engine) {
    let (library, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    put("la3115.pdf", &folder.path().join("first.pdf"));
    let engine = open(library.path()).await;
    (library, folder, engine)
}

async fn open(library: &Path) -> Engine {
    let worker = WorkerCommand { executable: program("waymark-cli").unwrap(), environment: Vec::new() };
    let options = EngineOptions::new(library, worker, Access::Write);
    Engine::open(EngineOptions { watch_folders: true, ..options }).await.unwrap()
}

fn put(sample: &str, to: &Path) {
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    std::fs::copy(samples().join(sample), to).unwrap();
}

/// Waits until the documents of the library are as wanted and none is on its way.
async fn until(engine: &Engine, wanted: impl Fn(&[DocumentRow]) -> bool) -> Vec<DocumentRow> {
    let started = Instant::now();
    loop {
        let rows = engine.documents().await.unwrap();
        if wanted(&rows) && rows.iter().all(|row| matches!(row.state, DocumentState::Ready | DocumentState::Failed)) {
            return rows;
        }
        assert!(started.elapsed() < Duration::from_secs(120), "{rows:#?}\n{:#?}", engine.folders().await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Waits until the only linked folder is as wanted.
async fn folder_when(engine: &Engine, wanted: impl Fn(&FolderRow) -> bool) -> FolderRow {
    let started = Instant::now();
    loop {
        let rows = engine.folders().await.unwrap();
        if let [row] = rows.as_slice()
            && wanted(row)
        {
            return row.clone();
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{rows:#?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A path as the library knows it: without links (some systems keep temporary folders behind one).
fn text(path: &Path) -> String {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}

fn code<T: std::fmt::Debug>(result: Result<T, waymark_engine::EngineError>) -> ErrorCode {
    WireError::from(result.unwrap_err()).code
}

#[tokio::test(flavor = "multi_thread")]
async fn files_come_in_by_themselves_and_moved_ones_are_recognised() {
    let (_library, folder, engine) = watching().await;
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    let rows = until(&engine, |rows| rows.len() == 1).await;
    let first = rows[0].id;
    let linked = folder_when(&engine, |row| row.state == FolderState::Current && row.watched).await;
    assert_eq!((linked.documents, linked.gone.len()), (1, 0));

    put("la3150.pdf", &folder.path().join("deep/er/second.pdf"));
    std::fs::write(folder.path().join("letter.pdf"), "Dear reader").unwrap();
    until(&engine, |rows| rows.len() == 2).await;
    let linked = folder_when(&engine, |row| !row.refused.is_empty()).await;
    assert!(linked.refused[0].reason.contains("letter.pdf"), "{linked:?}");

    let renamed = folder.path().join("deep/renamed.pdf");
    std::fs::rename(folder.path().join("first.pdf"), &renamed).unwrap();
    let rows = until(&engine, |rows| rows.iter().any(|row| row.file_name == "renamed.pdf")).await;
    let row = rows.iter().find(|row| row.id == first).unwrap();
    assert_eq!((rows.len(), row.path.as_str()), (2, text(&renamed).as_str()), "renamed, not read anew: {rows:#?}");
    assert!(row.duplicates.is_empty(), "the old path is forgotten: {row:#?}");
    engine.page_image(first, 1, 100).await.unwrap();

    std::fs::remove_file(&renamed).unwrap();
    let linked = folder_when(&engine, |row| !row.gone.is_empty()).await;
    assert_eq!(linked.gone, [first]);
    assert_eq!(engine.documents().await.unwrap().len(), 2, "nothing leaves the library by itself");
    put("la3115.pdf", &folder.path().join("back.pdf"));
    let linked = folder_when(&engine, |row| row.gone.is_empty()).await;
    assert_eq!(linked.documents, 2);
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_reader_removed_stays_removed_until_it_is_added_by_hand() {
    let (library, folder, engine) = watching().await;
    let file = folder.path().join("first.pdf");
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    let rows = until(&engine, |rows| rows.len() == 1).await;
    folder_when(&engine, |row| row.state == FolderState::Current).await;
    engine.remove(&[rows[0].id]).await.unwrap();
    assert!(engine.scan_folders().await.unwrap().added.is_empty());
    engine.close().await;

    let engine = open(library.path()).await;
    folder_when(&engine, |row| row.state == FolderState::Current).await;
    assert!(engine.documents().await.unwrap().is_empty(), "nor does it come back at the next start");
    assert_eq!(engine.add(&[text(&file)]).await.unwrap().added.len(), 1);
    until(&engine, |rows| rows.len() == 1).await;
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_content_under_the_same_name_is_a_document_of_its_own() {
    let (_library, folder, engine) = watching().await;
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    let old = until(&engine, |rows| rows.len() == 1).await[0].id;
    folder_when(&engine, |row| row.state == FolderState::Current).await;
    put("la3150.pdf", &folder.path().join("first.pdf"));
    until(&engine, |rows| rows.len() == 2).await;
    let linked = folder_when(&engine, |row| !row.gone.is_empty()).await;
    assert_eq!((linked.gone, linked.documents), (vec![old], 1));
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_could_not_be_read_gives_way_to_what_comes_in_its_place() {
    let (_library, folder, engine) = watching().await;
    let (broken, copy) = (folder.path().join("broken.pdf"), folder.path().join("copy.pdf"));
    std::fs::write(&broken, "%PDF-1.4 cut off").unwrap();
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    let rows = until(&engine, |rows| rows.len() == 2).await;
    assert!(rows.iter().any(|row| row.state == DocumentState::Failed), "{rows:#?}");
    std::fs::copy(&broken, &copy).unwrap();
    until(&engine, |rows| rows.iter().any(|row| !row.duplicates.is_empty())).await;
    put("la3150.pdf", &broken);
    let rows = until(&engine, |rows| rows.len() == 3).await;
    assert!(rows.iter().any(|row| row.path == text(&copy)), "it lies elsewhere still: {rows:#?}");
    put("ferries.pdf", &copy);
    let rows = until(&engine, |rows| rows.iter().all(|row| row.state == DocumentState::Ready) && rows.len() == 3).await;
    assert_eq!(rows.iter().filter(|row| row.path == text(&copy)).count(), 1, "{rows:#?}");
    let linked = folder_when(&engine, |row| row.state == FolderState::Current && row.documents == 3).await;
    assert!(linked.gone.is_empty(), "{linked:#?}");
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ignore_rules_hold_and_wrong_folders_are_told() {
    let (_library, folder, engine) = watching().await;
    put("la3150.pdf", &folder.path().join("drafts/draft.pdf"));
    put("ferries.pdf", &folder.path().join("old/report.pdf"));
    std::fs::write(folder.path().join("old/.waymarkignore"), "*.pdf\n").unwrap();
    let path = text(folder.path());
    let row = engine.link_folder(&path, vec!["  drafts/ ".into(), String::new()]).await.unwrap();
    assert_eq!(row.ignore, ["drafts/"]);
    let rows = until(&engine, |rows| !rows.is_empty()).await;
    folder_when(&engine, |row| row.state == FolderState::Current).await;
    assert_eq!(rows.len(), 1, "{rows:#?}");

    assert_eq!(code(engine.link_folder(&text(&folder.path().join("drafts")), Vec::new()).await), ErrorCode::InvalidInput);
    assert_eq!(code(engine.link_folder(&text(&folder.path().join("absent")), Vec::new()).await), ErrorCode::NotFound);
    assert_eq!(code(engine.link_folder(&text(&folder.path().join("first.pdf")), Vec::new()).await), ErrorCode::InvalidInput);
    assert_eq!(code(engine.change_folder(row.id, vec!["[z-a]".into()]).await), ErrorCode::InvalidInput);
    assert_eq!(code(engine.change_folder(99, Vec::new()).await), ErrorCode::NotFound);
    assert_eq!(code(engine.unlink_folder(99).await), ErrorCode::NotFound);

    engine.change_folder(row.id, Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 2).await;
    engine.unlink_folder(row.id).await.unwrap();
    put("la3150.pdf", &folder.path().join("later.pdf"));
    assert!(engine.folders().await.unwrap().is_empty());
    assert_eq!(engine.documents().await.unwrap().len(), 2, "documents of an unlinked folder stay");
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_unplugged_loses_nothing() {
    let (_library, folder, engine) = watching().await;
    let root = folder.path().join("drive");
    put("la3115.pdf", &root.join("one.pdf"));
    engine.link_folder(&text(&root), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 1).await;
    folder_when(&engine, |row| row.state == FolderState::Current).await;
    std::fs::rename(&root, folder.path().join("away")).unwrap();
    engine.scan_folders().await.unwrap();
    let linked = folder_when(&engine, |row| row.state == FolderState::Missing).await;
    assert_eq!((linked.documents, linked.gone.len()), (1, 0), "{linked:?}");
    std::fs::rename(folder.path().join("away"), &root).unwrap();
    engine.scan_folders().await.unwrap();
    let linked = folder_when(&engine, |row| row.state == FolderState::Current).await;
    assert_eq!((linked.documents, linked.gone.len()), (1, 0), "{linked:?}");
    engine.close().await;
}

#[test]
fn the_command_line_links_lists_takes_in_and_unlinks() {
    let (library, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    put("la3115.pdf", &folder.path().join("first.pdf"));
    put("la3150.pdf", &folder.path().join("drafts/draft.pdf"));
    let cli = Cli::new(library.path()).unwrap();
    let path = text(folder.path());
    let id = cli.run(&["folders", "link", &path, "--ignore", "drafts/"]).unwrap().expect_code(0).unwrap().out;
    cli.run(&["ingest", "--linked"]).unwrap().expect_code(0).unwrap();
    let list = || cli.run(&["folders", "list", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let listed = list();
    assert_eq!((&listed[0]["documents"], &listed[0]["ignore"][0]), (&1.into(), &"drafts/".into()), "{listed}");
    cli.run(&["folders", "unlink", id.trim()]).unwrap().expect_code(0).unwrap();
    assert_eq!(list(), serde_json::json!([]));
    cli.run(&["folders", "unlink", id.trim()]).unwrap().expect_code(1).unwrap();
}
