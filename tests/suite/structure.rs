//! What is made of the sample documents: their outlines and Markdown as reviewed, and their figures against known headings.
//!
//! `WAYMARK_BLESS=1 cargo test -p waymark-tests --test suite structure` writes the reviewed files anew; look at the difference
//! before you commit it.

use std::fs;

use serde_json::Value;
use waymark_tests::{Cli, root, samples};

const SAMPLES: [&str; 4] = ["ferries", "hypertension-zh", "la3115", "la3150"];
/// Asks for the reviewed files to be written anew.
const BLESS: &str = "WAYMARK_BLESS";

fn cli() -> (tempfile::TempDir, Cli) {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(folder.path()).unwrap();
    (folder, cli)
}

/// The reviewed file for an output, and whether the output is the same; writes it when asked to.
fn reviewed(name: &str, output: &str) -> Result<(), String> {
    let path = root().join("tests/ref/samples").join(name);
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, output).unwrap();
        return Ok(());
    }
    let known = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    if known == output {
        return Ok(());
    }
    let (known, own): (Vec<&str>, Vec<&str>) = (known.lines().collect(), output.lines().collect());
    let at = known.iter().zip(&own).take_while(|(known, own)| known == own).count();
    let line = |lines: &[&str]| lines.get(at).map_or_else(|| "(end)".to_owned(), |line| format!("`{line}`"));
    Err(format!("tests/ref/samples/{name}, line {}: {} is now {}", at + 1, line(&known), line(&own)))
}

#[test]
fn samples_come_out_as_reviewed() {
    let (_folder, cli) = cli();
    let mut changed = Vec::new();
    for name in SAMPLES {
        let file = samples().join(format!("{name}.pdf"));
        let file = file.to_str().unwrap();
        for (command, ending) in [("outline", "outline.txt"), ("markdown", "md")] {
            let output = cli.run(&[command, file]).unwrap().expect_code(0).unwrap().out.replace("\r\n", "\n");
            changed.extend(reviewed(&format!("{name}.{ending}"), &output).err());
        }
    }
    assert!(
        changed.is_empty(),
        "{changed:#?}\nIf the new output is right, write it with `{BLESS}=1 cargo test -p waymark-tests --test suite structure` \
         and review the difference"
    );
}

/// The figures of the samples against the headings in `tests/ref/structure`.
fn evaluate(cli: &Cli, more: &[&str]) -> Value {
    let gold = root().join("tests/ref/structure");
    let samples = samples();
    let mut arguments = vec!["eval-structure", samples.to_str().unwrap(), "--gold", gold.to_str().unwrap(), "--json"];
    arguments.extend(more);
    cli.run(&arguments).unwrap().expect_code(0).unwrap().json().unwrap()
}

#[test]
fn samples_keep_their_figures() {
    let (folder, cli) = cli();
    let out = folder.path().join("markdown");
    let report = evaluate(&cli, &["--markdown", out.to_str().unwrap()]);
    for document in report["documents"].as_array().unwrap() {
        for (figure, floor) in FLOORS {
            let value = document[figure].as_f64().unwrap_or_else(|| panic!("{figure} is missing: {document}"));
            assert!(value >= floor, "{figure} of `{}` fell to {value:.4}, below {floor}", document["id"]);
        }
        for time in ["cpu_ms", "pdfium_ms", "ms_per_page", "pdfium_ms_per_page", "ratio"] {
            assert!(document[time].as_f64().unwrap() > 0.0, "{time}: {document}");
        }
    }
    let all = &report["all"];
    assert_eq!((all["documents"].as_u64(), report["kinds"]["datasheet"]["documents"].as_u64()), (Some(4), Some(2)));
    assert_eq!(report["families"].as_object().unwrap().len(), 3);
    assert_eq!((report["reference"].as_str(), report["failed"].as_array().unwrap().len()), (Some("plain text layer"), 0));
    for name in SAMPLES {
        let plain = cli.run(&["markdown", samples().join(format!("{name}.pdf")).to_str().unwrap()]).unwrap().out;
        let written = fs::read_to_string(out.join(format!("{name}.md"))).unwrap();
        assert_eq!(plain, written, "`markdown` and `eval-structure` see the same document");
    }
}

/// Figures and the least that every sample must reach.
const FLOORS: [(&str, f64); 8] = [
    ("f1", 0.98),
    ("precision", 0.98),
    ("recall", 0.98),
    ("level_acc", 0.99),
    ("path_acc", 0.99),
    ("path_recall", 0.98),
    ("word_recall", 0.93),
    ("order", 0.60),
];

#[test]
fn the_table_names_documents_kinds_families_and_all() {
    let (_folder, cli) = cli();
    let gold = root().join("tests/ref/structure");
    let samples = samples();
    let ran = cli.run(&["eval-structure", samples.to_str().unwrap(), "--gold", gold.to_str().unwrap()]).unwrap();
    let out = ran.expect_code(0).unwrap().out;
    for word in ["plain text layer", "la3115", "kind", "datasheet", "family", "sundline", "4 documents", "ms/page", "ratio"] {
        assert!(out.contains(word), "`{word}` is missing:\n{out}");
    }
}

#[test]
fn an_unreadable_pdf_is_told_and_the_others_are_measured() {
    let (folder, cli) = cli();
    let drop = folder.path().join("drop");
    fs::create_dir_all(drop.join("gold")).unwrap();
    fs::copy(samples().join("la3150.pdf"), drop.join("good.pdf")).unwrap();
    fs::write(drop.join("bad.pdf"), "no PDF").unwrap();
    fs::copy(root().join("tests/ref/structure/la3150.json"), drop.join("gold/good.json")).unwrap();
    let without = cli.run(&["eval-structure", drop.to_str().unwrap()]).unwrap().expect_code(2).unwrap();
    assert!(without.err.contains("bad.json` is missing") && without.err.contains("--gold"), "{}", without.err);
    fs::copy(drop.join("gold/good.json"), drop.join("gold/bad.json")).unwrap();
    let ran = cli.run(&["eval-structure", drop.to_str().unwrap(), "--json"]).unwrap().expect_code(3).unwrap();
    let report = ran.json().unwrap();
    assert_eq!((report["failed"][0]["id"].as_str(), report["all"]["documents"].as_u64()), (Some("bad"), Some(1)));
    assert!(report["failed"][0]["reason"].as_str().unwrap().contains("bad.pdf"), "{report}");
}
