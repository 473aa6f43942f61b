//! A file that crashes, hangs or floods its worker costs that file only.

use std::fs;

use waymark_tests::{Cli, samples};

/// A one-page PDF whose title holds a marker that the worker heeds when `WAYMARK_TEST_MARKERS=1`.
fn marked(title: &str) -> String {
    format!(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n4 0 obj<</Title({title})>>endobj\n\
         trailer<</Root 1 0 R/Info 4 0 R>>\n%%EOF\n"
    )
}

#[test]
fn a_crashing_and_a_flooding_file_fail_alone() {
    let folder = tempfile::tempdir().unwrap();
    let drop = folder.path().join("drop");
    fs::create_dir(&drop).unwrap();
    fs::write(drop.join("a-crash.pdf"), marked("WAYMARK-TEST-ABORT")).unwrap();
    fs::write(drop.join("b-flood.pdf"), marked("WAYMARK-TEST-BLOAT")).unwrap();
    fs::copy(samples().join("la3115.pdf"), drop.join("c-good.pdf")).unwrap();
    let cli = Cli::new(&folder.path().join("library")).unwrap().with("WAYMARK_TEST_MARKERS", "1");
    cli.run(&["ingest", drop.to_str().unwrap()]).unwrap().expect_code(3).unwrap();
    let list = cli.run(&["list", "--json"]).unwrap().json().unwrap();
    let row = |name: &str| list.as_array().unwrap().iter().find(|row| row["file_name"] == name).unwrap().clone();
    assert_eq!(row("a-crash.pdf")["state"], "failed");
    assert!(row("a-crash.pdf")["reason"].as_str().unwrap().contains("crashed"), "{}", row("a-crash.pdf"));
    assert_eq!(row("b-flood.pdf")["state"], "failed");
    assert!(row("b-flood.pdf")["reason"].as_str().unwrap().contains("memory"), "{}", row("b-flood.pdf"));
    assert_eq!(row("c-good.pdf")["state"], "ready");
}

#[test]
fn a_hanging_file_is_given_up_and_the_queue_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let drop = folder.path().join("drop");
    fs::create_dir(&drop).unwrap();
    fs::write(drop.join("a-hang.pdf"), marked("WAYMARK-TEST-HANG")).unwrap();
    fs::copy(samples().join("la3150.pdf"), drop.join("b-good.pdf")).unwrap();
    let library = folder.path().join("library");
    let cli = Cli::new(&library).unwrap().with("WAYMARK_TEST_MARKERS", "1").with("WAYMARK_PAGE_SECONDS", "2");
    cli.run(&["ingest", drop.to_str().unwrap()]).unwrap().expect_code(3).unwrap();
    let list = cli.run(&["list", "--json"]).unwrap().json().unwrap();
    let row = |name: &str| list.as_array().unwrap().iter().find(|row| row["file_name"] == name).unwrap().clone();
    assert_eq!(row("a-hang.pdf")["state"], "failed");
    assert!(row("a-hang.pdf")["reason"].as_str().unwrap().contains("longer than"), "{}", row("a-hang.pdf"));
    assert_eq!(row("b-good.pdf")["state"], "ready");
}

#[test]
fn a_locked_file_waits_for_its_password() {
    let Some(hostile) = waymark_tests::corpus("hostile") else { return };
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(folder.path()).unwrap();
    let file = hostile.join("pdfreader-encrypted-with-qwerty.pdf");
    let file = file.to_str().unwrap();
    cli.run(&["ingest", file]).unwrap().expect_code(3).unwrap();
    let list = cli.run(&["list", "--json"]).unwrap().json().unwrap();
    assert_eq!(list[0]["state"], "locked");
    assert!(list[0]["reason"].as_str().unwrap().contains("password"));
    cli.run(&["ingest", "--password", "wrong", file]).unwrap().expect_code(3).unwrap();
    assert_eq!(cli.run(&["list", "--json"]).unwrap().json().unwrap()[0]["state"], "locked");
    cli.run(&["ingest", "--password", "qwerty", file]).unwrap().expect_code(0).unwrap();
    assert_eq!(cli.run(&["list", "--json"]).unwrap().json().unwrap()[0]["state"], "ready");
}
