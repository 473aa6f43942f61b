//! What people report of the text of PDFs (group D of the field reports), each as a file written by hand and read through a worker.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod common;

use std::path::Path;

use common::{Pdf, pages, pool, string};
use image::RgbImage;
use tempfile::tempdir;
use waymark_core::Rect;
use waymark_core::page::{PageText, char_flags};
use waymark_pdf::ImageFormat;

/// A page that writes `codes` (hexadecimal) with a font that is named but not embedded; `ordering` is its character collection.
fn page_with(pdf: &mut Pdf, font: &str, ordering: &str, encoding: &str, codes: &str) {
    let kind = "/Type /Font /Subtype /CIDFontType0";
    let system = format!("/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 2 >>");
    let flags = "/Type /FontDescriptor /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120";
    let descriptor = pdf.object(&format!("<< {flags} /FontName /{font} /CapHeight 880 /StemV 93 >>"));
    let below = pdf.object(&format!("<< {kind} /BaseFont /{font} {system} /FontDescriptor {descriptor} 0 R /DW 1000 >>"));
    let whole =
        format!("<< /Type /Font /Subtype /Type0 /BaseFont /{font} /Encoding /{encoding} /DescendantFonts [{below} 0 R] >>");
    let font = pdf.object(&whole);
    let resources = format!("/Resources << /Font << /F9 {font} 0 R >> >>");
    pdf.page(&format!("BT /F9 40 Tf 72 600 Td <{codes}> Tj ET"), &resources);
}

/// The same two words in the encodings of three languages, no font embedded.
fn asian() -> Pdf {
    let mut pdf = Pdf::new();
    page_with(&mut pdf, "STSong-Light", "GB1", "GBK-EUC-H", "D1AAD1B9B2E2C1BF");
    page_with(&mut pdf, "STSong-Light", "GB1", "UniGB-UCS2-H", "8840538B6D4B91CF");
    page_with(&mut pdf, "HeiseiMin-W3", "Japan1", "90ms-RKSJ-H", "8C8C88B391AA92E8");
    page_with(&mut pdf, "HYSMyeongJo-Medium", "Korea1", "KSCms-UHC-H", "C7F7BED0C3F8C1A4");
    pdf
}

fn printed(page: &PageText) -> String {
    string(page).chars().filter(|ch| !ch.is_whitespace()).collect()
}

#[tokio::test]
async fn t062_t074_text_in_fonts_that_are_not_embedded_is_read_by_its_encoding() {
    let folder = tempdir().unwrap();
    let read = pages(&asian().write(folder.path(), "a.pdf")).await;
    let texts: Vec<String> = read.iter().map(printed).collect();
    assert_eq!(texts, ["血压测量", "血压测量", "血圧測定", "혈압측정"]);
    for page in &read {
        for (at, ch) in page.chars.iter().filter(|ch| !ch.ch.is_whitespace()).enumerate() {
            let left = 72.0 + 40.0 * f32::from(u16::try_from(at).unwrap());
            assert_eq!(ch.flags & char_flags::UNMAPPED, 0, "{ch:?}");
            assert!((ch.rect.x0 - left).abs() < 1.0 && (ch.rect.x1 - left - 40.0).abs() < 1.0, "{ch:?} begins at {left}");
        }
    }
}

/// Whether the system has a font for Chinese in one of the usual places.
fn has_chinese_font() -> bool {
    let names = ["cjk", "wqy", "uming", "ukai", "droidsansfallback", "simsun", "msyh", "pingfang", "songti"];
    let mut folders = vec![
        "/usr/share/fonts".into(),
        "/System/Library/Fonts".into(),
        std::env::var_os("WINDIR").map_or_else(|| "/nowhere".into(), |folder| Path::new(&folder).join("Fonts")),
    ];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            if names.iter().any(|known| name.contains(known)) && entry.path().is_file() {
                return true;
            }
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    false
}

#[tokio::test]
async fn t074_characters_of_fonts_that_are_not_embedded_are_drawn_and_are_no_boxes() {
    if !has_chinese_font() {
        println!("skipped: the system has no Chinese font that could stand in");
        return;
    }
    let folder = tempdir().unwrap();
    let file = asian().write(folder.path(), "a.pdf");
    let pool = pool();
    for page in 0..2 {
        let mut drawn: Vec<RgbImage> = Vec::new();
        for at in 0..4_u16 {
            let left = 72.0 + 40.0 * f32::from(at);
            let area = Rect::new(left, 590.0, left + 40.0, 640.0);
            let image = pool.crop(&file, None, page, area, 72, ImageFormat::Png).await.unwrap();
            drawn.push(image::load_from_memory(&image.bytes).unwrap().into_rgb8());
        }
        let ink = |image: &RgbImage| image.pixels().filter(|pixel| pixel.0[0] < 128).count();
        assert!(drawn.iter().all(|image| ink(image) > 60), "{:?}", drawn.iter().map(ink).collect::<Vec<_>>());
        for (at, image) in drawn.iter().enumerate() {
            assert!(drawn[..at].iter().all(|other| other != image), "page {page}: two characters look the same");
        }
    }
}

#[tokio::test]
async fn t084_words_that_are_only_placed_apart_get_their_spaces_from_the_reader() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    pdf.page("BT /F1 12 Tf 72 700 Td [(gaps) -300 (make) -300 (words) 20 (here)] TJ ET", "");
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    assert_eq!(string(page).trim_end(), "gaps make wordshere");
    let spaces = page.chars.iter().filter(|ch| ch.ch == ' ');
    assert!(spaces.clone().count() == 2 && spaces.clone().all(|ch| ch.flags & char_flags::GENERATED != 0), "{page:?}");
}
