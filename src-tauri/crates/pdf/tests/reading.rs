//! What is read from pages: characters with their looks and places, shapes, links, labels, bookmarks, roles.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Pdf, pages, pool, string, text_at};
use tempfile::tempdir;
use waymark_core::geometry::Rect;
use waymark_core::page::{PageChar, PageText, char_flags};

fn near(rect: &Rect, x0: f32, y0: f32, x1: f32, y1: f32, tolerance: f32) -> bool {
    [rect.x0 - x0, rect.y0 - y0, rect.x1 - x1, rect.y1 - y1].iter().all(|gap| gap.abs() <= tolerance)
}

fn find(page: &PageText, ch: char) -> &PageChar {
    page.chars.iter().find(|read| read.ch == ch).unwrap()
}

#[tokio::test]
async fn characters_carry_font_size_colour_and_place() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    pdf.page("1 0 0 rg BT /F2 10 Tf 2 0 0 2 72 700 Tm (Q) Tj ET 0 0 1 rg BT /F1 9 Tf 3 Tr 72 600 Td (z) Tj ET", "");
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    let big = find(page, 'Q');
    assert!((big.size - 20.0).abs() < 0.01, "the text matrix doubles 10 points: {big:?}");
    assert_eq!((big.color, big.angle, big.flags, big.mcid), (0xFF_00_00, 0, 0, -1));
    assert!((big.x - 72.0).abs() < 0.01 && (big.y - 700.0).abs() < 0.01);
    assert!(big.rect.y0 < 700.0 && (18.0..26.0).contains(&big.rect.height()), "{big:?}");
    let font = &page.fonts[usize::from(big.font)];
    assert_eq!((font.name.as_str(), font.bold), ("Helvetica-Bold", true));
    let hidden = find(page, 'z');
    assert_eq!((hidden.color, hidden.flags), (0x00_00_FF, char_flags::INVISIBLE));
    assert!(!page.fonts[usize::from(hidden.font)].bold);
}

#[tokio::test]
async fn boxes_are_those_of_the_unrotated_visible_page() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    for turn in [0, 90, 180, 270] {
        pdf.page(&text_at(172, 350, "M"), &format!("/MediaBox [0 0 700 900] /CropBox [100 50 500 850] /Rotate {turn}"));
    }
    let pages = pages(&pdf.write(folder.path(), "a.pdf")).await;
    for (page, turn) in pages.iter().zip([0, 90, 180, 270]) {
        assert_eq!((page.width, page.height, page.rotation), (400.0, 800.0, turn));
        let read = find(page, 'M');
        assert!((read.x - 72.0).abs() < 0.01 && (read.y - 300.0).abs() < 0.01, "{read:?}");
        assert!(near(&read.rect, 72.0, 297.5, 82.0, 310.0, 1.5), "{read:?}");
        assert_eq!(read.rect, find(&pages[0], 'M').rect);
    }
}

#[tokio::test]
async fn turned_and_stretched_text_has_boxes_as_drawn() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let turned = "BT /F1 20 Tf 0 1 -1 0 300 400 Tm (M) Tj ET BT /F1 20 Tf -1 0 0 -1 200 200 Tm (W) Tj ET";
    pdf.page(&format!("{turned} BT /F1 10 Tf 1 0 0 3 72 100 Tm (H) Tj ET"), "");
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    let up = find(page, 'M');
    assert_eq!(up.angle, 90);
    assert!(up.rect.x0 < 290.0 && up.rect.x1 > 300.0 && (up.rect.y0 - 400.0).abs() < 0.5 && up.rect.y1 <= 420.0, "{up:?}");
    let flipped = find(page, 'W');
    assert_eq!(flipped.angle, 180);
    assert!(flipped.rect.x1 <= 200.5 && flipped.rect.y0 < 190.0 && flipped.rect.y1 > 200.0, "{flipped:?}");
    let tall = find(page, 'H');
    assert!(
        (tall.size - 30.0).abs() < 0.01 && (28.0..40.0).contains(&tall.rect.height()) && tall.rect.width() < 10.0,
        "{tall:?}"
    );
}

#[tokio::test]
async fn rules_boxes_images_and_drawings_are_told_apart() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8";
    let image = pdf.stream(image, "0");
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Matrix [2 0 0 2 0 0]";
    let form = pdf.stream(form, "1 w 10 20 m 40 20 l S");
    let content = "q 0 0 1 RG 1 w 72 500 m 272 500 l S Q 0.5 g 72 600 100 40 re f 0 g 72 400 200 0.5 re f \
        q 50 0 0 60 400 100 cm /Im Do Q q 1 0 0 1 100 100 cm /Fm Do Q 1 w 300 300 m 320 340 340 340 360 300 c S \
        1 1 1 rg 0 0 612 792 re f";
    let resources = format!("/Resources << /XObject << /Im {image} 0 R /Fm {form} 0 R >> >>");
    pdf.page(content, &resources);
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    let rule = |x0, y0, x1, y1| page.rules.iter().any(|rule| near(&rule.rect, x0, y0, x1, y1, 0.1));
    assert!(rule(72.0, 499.5, 272.0, 500.5) && page.rules[0].color == 0x00_00_FF, "{:?}", page.rules);
    assert!(rule(72.0, 400.0, 272.0, 400.5), "a thin filled box is a rule: {:?}", page.rules);
    assert!(rule(120.0, 139.0, 180.0, 141.0), "a rule in a form, doubled and moved: {:?}", page.rules);
    assert_eq!(page.boxes.len(), 1, "the background is no box: {:?}", page.boxes);
    assert!(near(&page.boxes[0].rect, 72.0, 600.0, 172.0, 640.0, 0.1));
    assert_eq!(page.images.len(), 1);
    assert!(near(&page.images[0], 400.0, 100.0, 450.0, 160.0, 0.1), "{:?}", page.images);
    assert_eq!(page.drawings.len(), 1);
    assert!(page.drawings[0].x0 <= 300.5 && page.drawings[0].x1 >= 359.5, "{:?}", page.drawings);
}

#[tokio::test]
async fn of_a_picture_only_what_its_clip_shows_counts() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8";
    let image = pdf.stream(image, "0");
    let content = "q 84 373 245 106 re W n 900 0 0 800 -100 50 cm /Im Do Q q 84 100 10 10 re W n 50 0 0 50 300 300 cm /Im Do Q";
    pdf.page(content, &format!("/Resources << /XObject << /Im {image} 0 R >> >>"));
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    assert_eq!(page.images.len(), 1, "one is clipped away: {:?}", page.images);
    assert!(near(&page.images[0], 84.0, 373.0, 329.0, 479.0, 0.6), "{:?}", page.images);
}

#[tokio::test]
async fn a_page_of_a_hundred_thousand_paths_is_capped_with_a_warning() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let mut content = text_at(72, 700, "Still here");
    for index in 0..100_000 {
        content += &format!("{} {} m {} {} l S\n", index % 600, index % 790, index % 600 + 3, index % 790);
    }
    pdf.page(&content, "");
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    assert!(string(page).starts_with("Still here"));
    assert!(page.rules.len() < 10_000 && page.warnings.len() == 1, "{:?}", page.warnings);
}

#[tokio::test]
async fn links_lead_to_pages_and_heights() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let second = pdf.next() + 3;
    let to = format!("/A << /S /GoTo /D [{second} 0 R /XYZ 0 500 null] >>");
    let web = "<< /Type /Annot /Subtype /Link /Rect [10 10 20 20] /A << /S /URI /URI (http://x) >> >>";
    let links = format!("/Annots [<< /Type /Annot /Subtype /Link /Rect [72 690 200 710] {to} >> {web}]");
    pdf.page(&text_at(72, 700, "Go"), &links);
    let made = pdf.page(&text_at(72, 700, "There"), "");
    assert_eq!(made, second, "the link was aimed at the second page");
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    assert_eq!(page.links.len(), 2);
    assert_eq!((page.links[0].target_page, page.links[0].target_y), (Some(1), Some(500.0)));
    assert!(near(&page.links[0].rect, 72.0, 690.0, 200.0, 710.0, 0.1));
    assert_eq!(page.links[1].target_page, None);
}

#[tokio::test]
async fn page_labels_are_those_printed() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    (0..4).for_each(|_| {
        pdf.page("", "");
    });
    pdf.catalog("/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 7 >>] >>");
    let labels: Vec<_> = pages(&pdf.write(folder.path(), "a.pdf")).await.into_iter().map(|page| page.label.unwrap()).collect();
    assert_eq!(labels, ["i", "ii", "A-7", "A-8"]);
}

#[tokio::test]
async fn bookmarks_are_flat_and_loops_end() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    pdf.page("", "/CropBox [0 100 612 792]");
    let page = pdf.page("", "/CropBox [0 100 612 792]");
    let root = pdf.next();
    let (one, two, child) = (root + 1, root + 2, root + 3);
    pdf.object(&format!("<< /Type /Outlines /First {one} 0 R /Last {two} 0 R >>"));
    let dest = format!("/Dest [{page} 0 R /XYZ null 400 null]");
    pdf.object(&format!("<< /Title (One) /Parent {root} 0 R /Next {two} 0 R /First {child} 0 R /Last {child} 0 R {dest} >>"));
    pdf.object(&format!("<< /Title (Two) /Parent {root} 0 R /Next {one} 0 R /Dest [{page} 0 R /FitH 300] >>"));
    pdf.object(&format!("<< /Title <FEFF7B2C4E007AE0> /Parent {one} 0 R /Next {child} 0 R /First {one} 0 R >>"));
    pdf.catalog(&format!("/Outlines {root} 0 R"));
    pdf.title("Loops");
    let document = pool().open(&pdf.write(folder.path(), "a.pdf"), None).await.unwrap();
    let info = document.info();
    assert_eq!((info.pages, info.title.as_deref(), info.tagged), (2, Some("Loops"), false));
    let found: Vec<_> = info.bookmarks.iter().map(|mark| (mark.level, mark.title.as_str(), mark.page, mark.y)).collect();
    assert_eq!(found, [(1, "One", Some(1), Some(300.0)), (2, "第一章", None, None), (1, "Two", Some(1), Some(200.0))]);
}

#[tokio::test]
async fn structure_roles_reach_the_characters() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let marked = |tag: &str, id: &str, y: i32, text: &str| format!("/{tag} {id} BDC {} EMC ", text_at(72, y, text));
    let content = marked("H1", "<</MCID 0>>", 700, "Head") + &marked("Span", "<</MCID 1>>", 680, "cell");
    let content = content + &marked("Artifact", "<</Type /Pagination>>", 20, "footer");
    let page = pdf.page(&content, "/StructParents 0");
    let root = pdf.next();
    let (document, head, cell, para) = (root + 1, root + 2, root + 3, root + 4);
    pdf.object(&format!(
        "<< /Type /StructTreeRoot /K {document} 0 R /RoleMap << /Ueberschrift /H2 >> \
         /ParentTree << /Nums [0 [{head} 0 R {para} 0 R]] >> >>"
    ));
    let element = |role: &str, parent: u32, kids: &str| {
        format!("<< /Type /StructElem /S /{role} /P {parent} 0 R /Pg {page} 0 R /K {kids} >>")
    };
    pdf.object(&element("Document", root, &format!("[{head} 0 R {cell} 0 R]")));
    pdf.object(&element("Ueberschrift", document, "0"));
    pdf.object(&element("TD", document, &format!("[{para} 0 R]")));
    pdf.object(&element("P", cell, "1"));
    pdf.catalog(&format!("/StructTreeRoot {root} 0 R /MarkInfo << /Marked true >>"));
    let page = &pages(&pdf.write(folder.path(), "a.pdf")).await[0];
    let role = |ch| {
        let mcid = find(page, ch).mcid;
        page.roles.iter().find(|role| role.mcid == mcid).map(|role| role.role.as_str())
    };
    assert_eq!((role('H'), role('c'), role('f')), (Some("H2"), Some("TD"), Some("Artifact")), "{:?}", page.roles);
}

#[tokio::test]
async fn a_page_that_cannot_be_loaded_is_empty_with_a_warning() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    pdf.page(&text_at(72, 700, "Good"), "");
    let mut bytes = pdf.bytes();
    let text = String::from_utf8(bytes.clone()).unwrap().replace("/Count 1 /Kids [", "/Count 2 /Kids [99 0 R ");
    bytes = text.into_bytes();
    let path = folder.path().join("a.pdf");
    std::fs::write(&path, bytes).unwrap();
    let pages = pages(&path).await;
    assert!(pages.iter().any(|page| string(page).contains("Good")));
    assert!(pages.iter().any(|page| page.chars.is_empty() && page.warnings.len() == 1), "{pages:?}");
}

#[tokio::test]
async fn reading_tells_what_it_took_and_what_pdfium_alone_takes() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    for _ in 0..3 {
        pdf.page(&(0..60).map(|row| text_at(72, 10 + 12 * row, "Some words in a line of text")).collect::<String>(), "");
    }
    let path = pdf.write(folder.path(), "a.pdf");
    let pool = pool();
    let mut document = pool.open(&path, None).await.unwrap();
    let opened = document.spent().await.unwrap();
    document.text(|_, _| {}).await.unwrap();
    let read = document.spent().await.unwrap();
    assert!(!opened.is_zero() && read > opened, "{opened:?} {read:?}");
    let bare = document.bare(2).await.unwrap();
    assert!(!bare.is_zero() && bare < document.spent().await.unwrap(), "{bare:?}");
    assert!(document.bare(3).await.is_err());
}

#[tokio::test]
async fn memory_does_not_grow_with_the_number_of_pages() {
    const PAGES: u32 = 1_000;
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    // A font of its own for each page, with far more widths than it needs: PDFium keeps every object it has parsed.
    let widths = "600 ".repeat(2_500);
    for page in 0..PAGES {
        let font = pdf.object(&format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [{widths}] >>"
        ));
        let resources = format!("/Resources << /Font << /F1 {font} 0 R >> >>");
        pdf.page(&text_at(72, 700, &format!("Page number {page}")), &resources);
    }
    let file = pdf.write(folder.path(), "long.pdf");
    let pool = pool();
    let mut document = pool.open(&file, None).await.unwrap();
    for page in 0..PAGES {
        let read = document.page(page).await.unwrap();
        assert!(string(&read).starts_with(&format!("Page number {page}")), "{}", string(&read));
    }
    let peak = pool.peak_memory();
    assert!(peak > 0 && peak < 60_000_000, "{peak} bytes for a file of {} bytes", std::fs::metadata(&file).unwrap().len());
}
