//! Figures: found with caption and number, drawn as images, and first when a question names them; the health report.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use waymark_tests::{Cli, samples};

fn library(files: &Path) -> (TempDir, Cli) {
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    cli.run(&["ingest", files.to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    (folder, cli)
}

fn json(cli: &Cli, arguments: &[&str]) -> Value {
    cli.run(arguments).unwrap().expect_code(0).unwrap().json().unwrap()
}

fn is_png(path: &Value) -> bool {
    fs::read(path.as_str().unwrap()).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG") && bytes.len() > 1000)
}

#[test]
fn figures_are_listed_and_drawn_from_a_file_and_from_the_library_alike() {
    let (folder, cli) = library(&samples().join("la3150.pdf"));
    let out = folder.path().join("out");
    let file = samples().join("la3150.pdf");
    let listed = json(&cli, &["figures", file.to_str().unwrap(), "--json", "--out", out.to_str().unwrap()]);
    let figures = listed.as_array().unwrap();
    assert!(figures.len() >= 2, "{listed}");
    for figure in figures {
        let caption = figure["caption"].as_str().unwrap();
        assert!(caption.starts_with(&format!("Figure {}", figure["number"].as_str().unwrap())), "{figure}");
        assert!(figure["box"]["x0"].as_f64() < figure["box"]["x1"].as_f64() && figure["page"].as_u64().unwrap() >= 1, "{figure}");
        assert!(figure["section_path"].as_array().unwrap().len() > 1 && is_png(&figure["image"]), "{figure}");
    }
    assert!(figures.iter().any(|figure| figure["caption"].as_str().unwrap().contains("block diagram")), "{listed}");
    let mut kept = json(&cli, &["figures", "la3150.pdf", "--json", "--out", out.to_str().unwrap()]);
    for (figure, same) in kept.as_array_mut().unwrap().iter_mut().zip(figures) {
        assert!(figure.as_object_mut().unwrap().remove("segment").unwrap().is_i64());
        assert_eq!((&figure["caption"], &figure["box"], &figure["page"]), (&same["caption"], &same["box"], &same["page"]));
    }
    assert_eq!(kept.as_array().unwrap().len(), figures.len());
    let text = cli.run(&["figures", "la3150.pdf"]).unwrap().expect_code(0).unwrap().out;
    assert!(text.contains("Figure 1") && !text.contains(".png"), "{text}");
    let missing = cli.run(&["figures", "no-such.pdf"]).unwrap().expect_code(1).unwrap();
    assert!(missing.err.contains("no document `no-such.pdf`"), "{}", missing.err);
}

#[test]
fn a_figure_or_table_named_by_its_number_comes_first() {
    let (_folder, cli) = library(&samples());
    let first = |question: &str| json(&cli, &["search", question, "--json"])["hits"][0].clone();
    for (question, kind, start) in [
        ("What does Figure 2 of the LA3150 show?", "figure", "Figure 2"),
        ("explain Fig. 1 of the LA3150", "figure", "Figure 1"),
        ("LA3150 的图 1 说明什么？", "figure", "Figure 1"),
        ("What is in Table 7 of the LA3150?", "table", "Table 7"),
    ] {
        let hit = first(question);
        assert_eq!(
            (hit["kind"].as_str(), hit["document"]["file_name"].as_str()),
            (Some(kind), Some("la3150.pdf")),
            "{question}: {hit}"
        );
        assert!(hit["text"].as_str().unwrap().starts_with(start), "{question}: {hit}");
    }
    let chinese = first("高血压指南的表 1");
    assert_eq!(
        (chinese["kind"].as_str(), chinese["document"]["file_name"].as_str()),
        (Some("table"), Some("hypertension-zh.pdf"))
    );
    let only = json(&cli, &["search", "dropout voltage", "--kind", "figure", "--json"]);
    let hits = only["hits"].as_array().unwrap();
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit["kind"] == "figure"), "{only}");
}

/// A datasheet page whose pinout is drawn: a case with rounded corners, a mark, six pins with their names.
fn pinout() -> Vec<u8> {
    let mut page = String::from("BT /F1 16 Tf 72 720 Td (1 Pin Functions) Tj ET\n");
    let prose = [
        "The package has six pins and a pad below it that carries the heat into the",
        "board. The input must be fed through a short trace, and the output wants a",
        "capacitor right beside it. The pin names are printed in the figure below.",
    ];
    for (line, text) in prose.iter().enumerate() {
        writeln!(page, "BT /F1 10 Tf 72 {} Td ({text}) Tj ET", 690 - 13 * line).unwrap();
    }
    page.push_str("1 w 240 470 m 360 470 l 366 470 370 474 370 480 c 370 610 l 370 616 366 620 360 620 c 240 620 l ");
    page.push_str("234 620 230 616 230 610 c 230 480 l 230 474 234 470 240 470 c S\n");
    page.push_str("248 600 m 248 606 240 606 240 600 c 240 594 248 594 248 600 c f\n");
    for (pin, name) in ["OUT", "SNS", "GND", "EN", "NC", "IN"].iter().enumerate() {
        let (x, y) = (if pin < 3 { 214 } else { 370 }, 590 - 45 * (pin % 3));
        let label = if pin < 3 { 190 } else { 390 };
        writeln!(page, "{x} {y} 16 8 re S BT /F1 8 Tf {label} {y} Td ({name}) Tj ET").unwrap();
    }
    page.push_str("BT /F1 9 Tf 210 445 Td (Figure 3. Pinout of the six-pin package, top view) Tj ET\n");
    page.push_str(
        "BT /F1 10 Tf 72 400 Td (Figure 3 shows the pinout; the pad is joined to the ground pin inside the part.) Tj ET\n",
    );
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{page}\nendstream", page.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.7\n");
    let mut offsets = String::new();
    for (index, object) in objects.iter().enumerate() {
        writeln!(offsets, "{:010} 00000 n ", file.len()).unwrap();
        writeln!(file, "{} 0 obj\n{object}\nendobj", index + 1).unwrap();
    }
    let start = file.len();
    write!(file, "xref\n0 6\n0000000000 65535 f \n{offsets}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n")
        .unwrap();
    file.into_bytes()
}

#[test]
fn t097_the_pinout_diagram_is_shown_with_caption_and_page() {
    let drop = tempfile::tempdir().unwrap();
    fs::write(drop.path().join("sixpin.pdf"), pinout()).unwrap();
    let (folder, cli) = library(drop.path());
    let result = json(&cli, &["search", "Show the pinout diagram", "--json"]);
    let hit = &result["hits"][0];
    assert_eq!((hit["kind"].as_str(), hit["page"].as_u64()), (Some("figure"), Some(1)), "{result}");
    let text = hit["text"].as_str().unwrap();
    assert!(text.starts_with("Figure 3. Pinout of the six-pin package, top view"), "{text}");
    assert!(text.contains("Figure 3 shows the pinout"), "the sentence that refers to it belongs to it: {text}");
    // What a click highlights: the drawing with the pin names outside the case.
    let area = &hit["boxes"][0];
    assert!(area["x0"].as_f64().unwrap() <= 191.0 && area["x1"].as_f64().unwrap() >= 398.0, "{area}");
    assert!(area["y0"].as_f64().unwrap() >= 619.0 && area["y1"].as_f64().unwrap() <= 471.0, "{area}");
    assert!(area["y1"].as_f64().unwrap() > 452.0, "without the caption: {area}");
    let answer = json(&cli, &["ask", "Show the pinout diagram", "--mode", "extractive", "--json"]);
    assert!(answer["citations"][0]["text"].as_str().unwrap().starts_with("Figure 3."), "{answer}");
    let out = folder.path().join("out");
    let figures = json(&cli, &["figures", "sixpin.pdf", "--json", "--out", out.to_str().unwrap()]);
    assert_eq!(figures.as_array().unwrap().len(), 1, "{figures}");
    assert_eq!((figures[0]["number"].as_str(), is_png(&figures[0]["image"])), (Some("3"), true));
}

#[test]
fn the_health_report_comes_beside_the_headings_and_with_the_document() {
    let (_folder, cli) = library(&samples().join("la3115.pdf"));
    let file = samples().join("la3115.pdf");
    let plain = json(&cli, &["outline", file.to_str().unwrap(), "--json"]);
    let report = json(&cli, &["outline", file.to_str().unwrap(), "--json", "--report"]);
    assert_eq!(report["headings"], plain, "the array stays what it is");
    let health = &report["health"];
    assert_eq!(health["headings"].as_u64(), Some(plain.as_array().unwrap().len() as u64));
    assert!(health["pages"]["text"].as_u64().unwrap() >= 2 && health["tables"].as_u64().unwrap() >= 3, "{health}");
    assert!(health["figures"].as_u64() >= health["captioned"].as_u64() && health["captioned"].as_u64().unwrap() >= 1, "{health}");
    let numbered = health["evidence"].as_array().unwrap().iter().find(|count| count["evidence"] == "numbering").unwrap();
    assert!(numbered["headings"].as_u64().unwrap() > 5, "{health}");
    assert!(health["warnings"].is_array() && health["induced"].is_u64() && health["confidence"].as_f64().unwrap() > 0.0);
    assert_eq!(json(&cli, &["list", "--json"])[0]["report"], *health, "the library keeps the same report");
    let text = cli.run(&["outline", file.to_str().unwrap(), "--report"]).unwrap().expect_code(0).unwrap().out;
    assert!(text.contains("pages ") && text.contains("evidence ") && text.contains("numbering"), "{text}");
}
