//! Linked folders in rough surroundings: files that never rest, folders within folders, drives that come and go, links, closed doors.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waymark_core::{ErrorCode, WireError};
use waymark_engine::types::FolderState;

use super::{code, folder_when, open, put, text, until, watching};

/// Time after which everything that was under way has been noticed.
const REST: Duration = Duration::from_secs(7);

/// Grows files without a pause until it is dropped.
struct Scribe(Arc<AtomicBool>);

impl Scribe {
    fn at_work(files: Vec<PathBuf>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        std::thread::spawn(move || {
            let mut text = String::new();
            while !stopped.load(Ordering::Relaxed) {
                text.push_str("one more line\n");
                files.iter().for_each(|file| std::fs::write(file, &text).unwrap_or_default());
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        Self(stop)
    }
}

impl Drop for Scribe {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_written_all_the_time_holds_nothing_up() {
    let (_library, folder, engine) = watching().await;
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 1).await;
    let _scribe = Scribe::at_work(vec![folder.path().join("scan.pdf"), folder.path().join("scan.log")]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    put("la3150.pdf", &folder.path().join("second.pdf"));
    until(&engine, |rows| rows.len() == 2).await;
    tokio::time::timeout(Duration::from_secs(20), engine.close()).await.expect("closing ends although notices do not");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_in_a_linked_folder_starts_no_look() {
    let (_library, folder, engine) = watching().await;
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 1).await;
    let _scribe = Scribe::at_work(vec![folder.path().join("program.log")]);
    tokio::time::sleep(REST).await;
    let before = folder_when(&engine, |row| row.state == FolderState::Current).await.scanned_ms;
    tokio::time::sleep(REST).await;
    assert_eq!(folder_when(&engine, |row| row.state == FolderState::Current).await.scanned_ms, before);
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unlinking_a_folder_does_not_blind_the_one_around_it() {
    let (_library, folder, engine) = watching().await;
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let linked = engine.link_folder(&text(&inner), Vec::new()).await.unwrap();
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 1).await;
    engine.unlink_folder(linked.id).await.unwrap();
    tokio::time::sleep(REST).await;
    put("la3150.pdf", &inner.join("second.pdf"));
    until(&engine, |rows| rows.len() == 2).await;
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_folder_in_the_place_of_a_linked_one_is_watched_instead_of_it() {
    let (_library, folder, engine) = watching().await;
    let (root, old) = (folder.path().join("year"), folder.path().join("year old"));
    put("la3115.pdf", &root.join("one.pdf"));
    engine.link_folder(&text(&root), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 1).await;
    std::fs::rename(&root, &old).unwrap();
    std::fs::create_dir(&root).unwrap();
    tokio::time::sleep(REST).await;
    put("ferries.pdf", &old.join("not linked.pdf"));
    put("la3150.pdf", &root.join("two.pdf"));
    let rows = until(&engine, |rows| rows.len() == 2).await;
    assert!(rows.iter().any(|row| row.file_name == "two.pdf"), "{rows:#?}");
    let linked = folder_when(&engine, |row| row.gone.len() == 1).await;
    assert!(linked.watched, "{linked:?}");
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drive_that_goes_and_comes_back_is_noticed_without_being_asked() {
    let (_library, folder, engine) = watching().await;
    let (root, away) = (folder.path().join("drive"), folder.path().join("away"));
    put("la3115.pdf", &root.join("one.pdf"));
    engine.link_folder(&text(&root), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 1).await;
    std::fs::rename(&root, &away).unwrap();
    let linked = folder_when(&engine, |row| row.state == FolderState::Missing && !row.watched).await;
    assert_eq!((linked.documents, linked.gone.len()), (1, 0), "{linked:?}");
    put("la3150.pdf", &away.join("written elsewhere.pdf"));
    std::fs::rename(&away, &root).unwrap();
    until(&engine, |rows| rows.len() == 2).await;
    let linked = folder_when(&engine, |row| row.state == FolderState::Current && row.watched).await;
    assert_eq!((linked.documents, linked.gone.len()), (2, 0), "{linked:?}");
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn roots_and_the_library_itself_are_not_linked() {
    let (library, folder, engine) = watching().await;
    let root = folder.path().ancestors().last().unwrap();
    let error = WireError::from(engine.link_folder(&text(root), Vec::new()).await.unwrap_err());
    assert_eq!(error.code, ErrorCode::InvalidInput);
    assert!(error.message.contains("root of a file system") && error.hint.is_some(), "{error:?}");
    assert_eq!(code(engine.link_folder(&text(library.path()), Vec::new()).await), ErrorCode::InvalidInput);
    assert_eq!(code(engine.link_folder(&text(&library.path().join("lexical")), Vec::new()).await), ErrorCode::InvalidInput);
    if Path::new("/proc/self").exists() {
        assert_eq!(code(engine.link_folder("/proc/sys", Vec::new()).await), ErrorCode::InvalidInput);
    }
    engine.close().await;

    let library = folder.path().join("library");
    let engine = open(&library).await;
    put("la3150.pdf", &library.join("not yours.pdf"));
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    let rows = until(&engine, |rows| !rows.is_empty()).await;
    folder_when(&engine, |row| row.state == FolderState::Current).await;
    assert_eq!(engine.documents().await.unwrap().len(), 1, "{rows:#?}");
    engine.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn links_are_followed_but_not_in_circles_nor_into_the_system() {
    use std::os::unix::fs::symlink;
    let (_library, folder, engine) = watching().await;
    let (root, other) = (folder.path().join("root"), folder.path().join("other"));
    put("la3115.pdf", &root.join("one.pdf"));
    put("la3150.pdf", &other.join("two.pdf"));
    for (to, name) in [(folder.path(), "up"), (&root, "self"), (Path::new("/proc"), "proc"), (Path::new("/nowhere"), "dead")] {
        symlink(to, root.join(name)).unwrap();
    }
    symlink("/nowhere.pdf", root.join("dead.pdf")).unwrap();
    symlink("round", root.join("round")).unwrap();
    symlink("circle.pdf", root.join("circle.pdf")).unwrap();
    symlink(&root, folder.path().join("by another name")).unwrap();
    symlink(&other, root.join("other")).unwrap();
    let linked = engine.link_folder(&text(&root), Vec::new()).await.unwrap();
    let again = engine.link_folder(&folder.path().join("by another name").to_string_lossy(), Vec::new()).await.unwrap();
    assert_eq!((linked.id, linked.path), (again.id, again.path));
    until(&engine, |rows| rows.len() == 2).await;
    let linked = folder_when(&engine, |row| row.state == FolderState::Current && row.documents == 2).await;
    assert!(linked.refused.is_empty(), "{linked:#?}");
    tokio::time::sleep(REST).await;
    put("ferries.pdf", &other.join("three.pdf"));
    until(&engine, |rows| rows.len() == 3).await;
    engine.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_may_not_be_read_loses_nothing_and_hides_no_other() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_library, folder, engine) = watching().await;
    let (closed, sibling) = (folder.path().join("closed"), folder.path().join("later"));
    put("la3150.pdf", &closed.join("second.pdf"));
    std::fs::create_dir(&sibling).unwrap();
    let allow = |mode: u32| std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode)).unwrap();
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    until(&engine, |rows| rows.len() == 2).await;
    allow(0o000);
    if std::fs::read_dir(&closed).is_ok() {
        eprintln!("SKIPPED: whoever runs this test may read every folder");
        allow(0o755);
        return engine.close().await;
    }
    engine.scan_folders().await.unwrap();
    let linked = folder_when(&engine, |row| !row.refused.is_empty()).await;
    assert_eq!((linked.documents, linked.gone.len()), (2, 0), "{linked:?}");
    assert_eq!(linked.refused[0].reason.matches("closed").count(), 1, "{linked:?}");
    engine.unlink_folder(linked.id).await.unwrap();
    engine.link_folder(&text(folder.path()), Vec::new()).await.unwrap();
    folder_when(&engine, |row| row.state == FolderState::Current && row.watched).await;
    tokio::time::sleep(REST).await;
    put("ferries.pdf", &sibling.join("third.pdf"));
    until(&engine, |rows| rows.len() == 3).await;
    allow(0o755);
    engine.close().await;
}
