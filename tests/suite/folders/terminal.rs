//! Linked folders on the command line: what is missing, gone, refused or locked is told, and nothing is made for a mere look.

use std::path::Path;

use waymark_tests::{Cli, corpus, samples};

use super::{put, text};

/// A library in a folder of its own that is not made yet, and a linked folder with one PDF, not looked through.
fn linked() -> (tempfile::TempDir, Cli, std::path::PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("books");
    put("la3115.pdf", &folder.join("first.pdf"));
    let cli = Cli::new(&place.path().join("library")).unwrap();
    cli.run(&["folders", "link", &text(&folder)]).unwrap().expect_code(0).unwrap();
    (place, cli, folder)
}

#[test]
fn without_linked_folders_that_is_said_and_no_library_is_made() {
    let place = tempfile::tempdir().unwrap();
    let library = place.path().join("library");
    let cli = Cli::new(&library).unwrap();
    for command in [&["ingest", "--linked"][..], &["folders", "list"], &["folders", "unlink", "1"]] {
        let ran = cli.run(command).unwrap().expect_code(1).unwrap();
        assert!(ran.err.contains("no folder is linked") && ran.err.contains("folders link"), "{command:?}: {}", ran.err);
        assert!(!library.exists(), "{command:?}");
    }
    cli.run(&["ingest", &text(&samples().join("la3115.pdf"))]).unwrap().expect_code(0).unwrap();
    let ran = cli.run(&["ingest", "--linked"]).unwrap().expect_code(1).unwrap();
    assert!(ran.err.contains("no folder is linked"), "{}", ran.err);
}

#[test]
fn a_list_tells_what_is_gone_and_refused_and_adds_nothing() {
    let (_place, cli, folder) = linked();
    put("ferries.pdf", &folder.join("second.pdf"));
    cli.run(&["ingest", "--linked"]).unwrap().expect_code(0).unwrap();
    std::fs::create_dir(folder.join("moved")).unwrap();
    std::fs::rename(folder.join("second.pdf"), folder.join("moved/renamed.pdf")).unwrap();
    std::fs::remove_file(folder.join("first.pdf")).unwrap();
    std::fs::write(folder.join("letter.pdf"), "Dear reader").unwrap();
    put("la3150.pdf", &folder.join("new.pdf"));

    let list = cli.run(&["folders", "list"]).unwrap().expect_code(0).unwrap().out;
    let gone: Vec<&str> = list.lines().filter(|line| line.contains("gone")).collect();
    assert!(gone.len() == 1 && gone[0].contains("[first.pdf]"), "a moved file is not gone: {list}");
    assert!(list.lines().any(|line| line.contains("refused") && line.contains("letter.pdf")), "{list}");
    let documents = cli.run(&["list", "--json"]).unwrap().json().unwrap();
    assert_eq!(documents.as_array().unwrap().len(), 2, "a look adds nothing");
    let folders = cli.run(&["folders", "list", "--json"]).unwrap().json().unwrap();
    assert_eq!((&folders[0]["state"], folders[0]["gone"].as_array().unwrap().len()), (&"current".into(), 1), "{folders}");

    let ran = cli.run(&["ingest", "--linked"]).unwrap().expect_code(3).unwrap();
    assert!(ran.err.contains("the file of 1 document is gone"), "{}", ran.err);
}

#[test]
fn another_content_in_the_place_of_a_document_makes_it_gone_at_a_mere_look_too() {
    let (_place, cli, folder) = linked();
    cli.run(&["ingest", "--linked"]).unwrap().expect_code(0).unwrap();
    put("la3150.pdf", &folder.join("first.pdf"));
    let folders = cli.run(&["folders", "list", "--json"]).unwrap().json().unwrap();
    assert_eq!(folders[0]["gone"].as_array().unwrap().len(), 1, "{folders}");
}

#[test]
fn a_document_whose_file_was_changed_says_so_and_stands_behind_its_present_state() {
    let (_place, cli, folder) = linked();
    cli.run(&["ingest", "--linked"]).unwrap().expect_code(0).unwrap();
    put("la3150.pdf", &folder.join("first.pdf"));
    let question = ["ask", "What is the dropout voltage?", "--mode", "extractive", "--json"];
    let answer = cli.run(&question).unwrap().json().unwrap();
    assert!(answer["warnings"].to_string().contains("was changed after it was read; add it again"), "{answer}");
    let row = |at: usize| cli.run(&["list", "--json"]).unwrap().json().unwrap()[at].clone();
    assert_eq!(row(0)["file"]["state"], "changed");

    cli.run(&["ingest", "--linked"]).unwrap().expect_code(0).unwrap();
    assert_eq!((&row(0)["file"]["replaced_by"], &row(1)["file"]["state"]), (&row(1)["id"], &"here".into()));
    let list = cli.run(&["list"]).unwrap().out;
    assert!(list.contains("was changed since; its present content is document 2"), "{list}");
    let answer = cli.run(&question).unwrap().json().unwrap();
    assert_eq!(answer["citations"][0]["document"]["id"], row(1)["id"], "{answer}");

    let ran = cli.run(&["search", "dropout", "--scope", "first.pdf"]).unwrap().expect_code(2).unwrap();
    assert!(ran.err.contains("2 documents are called `first.pdf`") && ran.err.contains("by its id"), "{}", ran.err);
    std::fs::remove_file(folder.join("first.pdf")).unwrap();
    assert!(cli.run(&["list"]).unwrap().out.contains("the file is gone from"));
    cli.run(&["remove", "first"]).unwrap().expect_code(2).unwrap();
    cli.run(&["remove", "2"]).unwrap().expect_code(0).unwrap();
    cli.run(&["remove", "first.pdf"]).unwrap().expect_code(0).unwrap();
}

#[test]
fn a_missing_folder_is_named_and_can_be_unlinked_by_its_path() {
    let (place, cli, folder) = linked();
    cli.run(&["ingest", "--linked"]).unwrap().expect_code(0).unwrap();
    let path = text(&folder);
    std::fs::rename(&folder, place.path().join("away")).unwrap();
    let ran = cli.run(&["ingest", "--linked"]).unwrap().expect_code(3).unwrap();
    assert!(ran.err.contains("is missing") && ran.err.contains(&path), "{}", ran.err);
    let list = cli.run(&["folders", "list"]).unwrap().expect_code(0).unwrap().out;
    assert!(list.contains("missing") && !list.contains("gone"), "{list}");
    let ran = cli.run(&["folders", "unlink", &text(place.path())]).unwrap().expect_code(1).unwrap();
    assert!(ran.err.contains("is no linked folder") && ran.err.contains("hint"), "{}", ran.err);
    cli.run(&["folders", "unlink", &path]).unwrap().expect_code(0).unwrap();
    assert!(cli.run(&["folders", "list"]).unwrap().out.contains("No folder is linked"));
}

#[test]
fn a_password_opens_locked_files_of_linked_folders() {
    let Some(hostile) = corpus("hostile") else { return };
    let (_place, cli, folder) = linked();
    let locked: &Path = &hostile.join("pdfreader-encrypted-with-qwerty.pdf");
    std::fs::copy(locked, folder.join("locked.pdf")).unwrap();
    cli.run(&["ingest", "--linked"]).unwrap().expect_code(3).unwrap();
    cli.run(&["ingest", "--linked", "--password", "wrong"]).unwrap().expect_code(3).unwrap();
    cli.run(&["ingest", "--linked", "--password", "qwerty"]).unwrap().expect_code(0).unwrap();
}
