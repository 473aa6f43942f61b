//! Bad input: each kind has its own clear message, and none stops the rest.

use std::fs;

use tempfile::TempDir;
use waymark_tests::{Cli, Ran, samples};

fn library() -> (TempDir, Cli) {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    (folder, cli)
}

fn refused(arguments: &[&str], code: i32) -> Ran {
    let (_folder, cli) = library();
    cli.run(arguments).unwrap().expect_code(code).unwrap()
}

#[test]
fn a_path_that_does_not_exist_is_named() {
    let ran = refused(&["ingest", "no/such/file.pdf"], 3);
    assert!(ran.err.contains("`no/such/file.pdf` does not exist"), "{}", ran.err);
}

#[test]
fn a_folder_without_pdfs_says_so() {
    let (folder, cli) = library();
    let empty = folder.path().join("notes");
    fs::create_dir(&empty).unwrap();
    fs::write(empty.join("note.txt"), "text").unwrap();
    let ran = cli.run(&["ingest", empty.to_str().unwrap()]).unwrap().expect_code(3).unwrap();
    assert!(ran.err.contains("holds no PDF files"), "{}", ran.err);
}

#[test]
fn odd_files_fail_alone_and_odd_names_do_not_matter() {
    let (folder, cli) = library();
    let drop = folder.path().join("drop");
    fs::create_dir(&drop).unwrap();
    let sample = samples().join("la3115.pdf");
    let bytes = fs::read(&sample).unwrap();
    // Trailing comments make each copy a document of its own.
    let copy = |name: &str, mark: u8| fs::write(drop.join(name), [bytes.as_slice(), &[b'\n', b'%', mark]].concat()).unwrap();
    copy("it's a \"quoted\" name.pdf", b'1');
    copy("含有中文的文件名.pdf", b'2');
    copy(&format!("{}.pdf", "n".repeat(200)), b'3');
    fs::write(drop.join("text.pdf"), "only text").unwrap();
    fs::write(drop.join("empty.pdf"), "").unwrap();
    fs::write(drop.join("torn.pdf"), &bytes[..bytes.len() / 40]).unwrap();
    let ran = cli.run(&["ingest", "--json", drop.to_str().unwrap()]).unwrap().expect_code(3).unwrap();
    let lines = ran.lines().unwrap();
    let done = lines.iter().find(|line| line["event"] == "done").unwrap();
    assert_eq!(done["refused"], 2, "{done}");
    assert_eq!(done["ready"].as_u64().unwrap() + done["failed"].as_u64().unwrap(), 4, "{done}");
    assert!(done["ready"].as_u64().unwrap() >= 3, "{done}");
    let reasons: Vec<&str> =
        lines.iter().filter(|line| line["event"] == "refused").map(|line| line["reason"].as_str().unwrap()).collect();
    assert!(reasons.iter().any(|reason| reason.contains("text.pdf") && reason.contains("not a PDF")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("empty.pdf") && reason.contains("0 bytes")), "{reasons:?}");
    let list = cli.run(&["list", "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|row| row["file_name"].as_str().unwrap()).collect();
    assert!(names.contains(&"含有中文的文件名.pdf") && names.contains(&"it's a \"quoted\" name.pdf"), "{names:?}");
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, cli) = library();
    let file = folder.path().join("secret.pdf");
    fs::write(&file, "%PDF-1.4").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&file).is_ok() {
        eprintln!("SKIPPED: this user may read every file, whatever its permissions");
        return;
    }
    let ran = cli.run(&["ingest", file.to_str().unwrap()]).unwrap().expect_code(3).unwrap();
    assert!(ran.err.contains("permission denied"), "{}", ran.err);
}

#[test]
fn questions_that_make_no_sense_have_an_answer_all_the_same() {
    let (_folder, cli) = library();
    cli.run(&["ingest", samples().join("la3150.pdf").to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    for command in ["search", "ask"] {
        let ran = cli.run(&[command, "   "]).unwrap().expect_code(2).unwrap();
        assert!(ran.err.contains("the question is empty"), "{}", ran.err);
        let long = "What is the maximum dropout voltage at full load? ".repeat(200);
        assert_eq!(long.len(), 10_000);
        let ran = cli.run(&[command, "--json", &long]).unwrap().expect_code(0).unwrap();
        ran.json().unwrap();
    }
    for odd in ["\"unbalanced (query AND", "*:* -a", "🙂", "?", "a\u{0}b".trim_matches('\u{0}').split('\u{0}').next().unwrap()]
    {
        cli.run(&["search", "--json", odd]).unwrap().expect_code(0).unwrap().json().unwrap();
    }
}

#[test]
fn unknown_things_are_named() {
    let (_folder, cli) = library();
    cli.run(&["ingest", samples().join("la3150.pdf").to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    let ran = cli.run(&["search", "x", "--method", "magic"]).unwrap().expect_code(2).unwrap();
    assert!(ran.err.contains("no search method `magic`"), "{}", ran.err);
    for (option, bad) in [("--alpha", "2"), ("--alpha", "NaN"), ("--beta", "-1"), ("--beta", "much")] {
        let ran = cli.run(&["search", "x", option, bad]).unwrap().expect_code(2).unwrap();
        assert!(ran.err.contains(&format!("'{bad}' for '{option}")), "{}", ran.err);
    }
    let ran = cli.run(&["search", "x", "--scope", "absent.pdf"]).unwrap().expect_code(1).unwrap();
    assert!(ran.err.contains("no document `absent.pdf`") && ran.err.contains("hint:"), "{}", ran.err);
    let ran = cli.run(&["remove", "999"]).unwrap().expect_code(1).unwrap();
    assert!(ran.err.contains("999"), "{}", ran.err);
}

#[test]
fn a_library_that_does_not_exist_yet_is_told_with_the_way_to_make_it() {
    let ran = refused(&["search", "anything"], 1);
    assert!(ran.err.contains("library") && ran.err.contains("hint:"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_waited_for_by_nobody() {
    let (folder, cli) = library();
    let pipe = folder.path().join("pipe.pdf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success());
    assert!(made, "`mkfifo` is part of every Unix");
    for command in ["ingest", "outline"] {
        let ran = cli.run(&[command, pipe.to_str().unwrap()]).unwrap();
        assert_ne!(ran.code, 0);
        assert!(ran.err.contains("no regular file"), "{}", ran.err);
    }
}

#[test]
fn a_missing_word_index_is_told_and_built_again() {
    let (folder, cli) = library();
    let sample = samples().join("la3150.pdf");
    cli.run(&["ingest", sample.to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    fs::remove_dir_all(folder.path().join("library").join("lexical")).unwrap();
    let ran = cli.run(&["search", "thermal shutdown", "--method", "lexical", "--json"]).unwrap().expect_code(0).unwrap();
    assert!(ran.err.contains("word index"), "{}", ran.err);
    cli.run(&["ingest", sample.to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    let ran = cli.run(&["search", "thermal shutdown", "--method", "lexical", "--json"]).unwrap().expect_code(0).unwrap();
    assert!(!ran.json().unwrap()["hits"].as_array().unwrap().is_empty());
}
