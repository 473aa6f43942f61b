//! Page images: orientation, size, form fields, and the worker that the reader has for itself.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_possible_truncation)]

mod common;

use std::time::Duration;

use common::{Pdf, config, pool};
use image::RgbImage;
use tempfile::tempdir;
use waymark_core::Rect;
use waymark_pdf::{ImageFormat, PdfError, Rendered, WorkerPool};

const RED: [u8; 3] = [255, 0, 0];
const WHITE: [u8; 3] = [255; 3];

fn decode(image: &Rendered) -> RgbImage {
    let decoded = image::load_from_memory(&image.bytes).unwrap().into_rgb8();
    assert_eq!(decoded.dimensions(), (image.width, image.height));
    decoded
}

/// Colours at the upper left, upper right, lower left and lower right.
fn corners(image: &RgbImage) -> [[u8; 3]; 4] {
    let (w, h) = image.dimensions();
    [(w / 20, h / 20), (w - w / 20, h / 20), (w / 20, h - h / 20), (w - w / 20, h - h / 20)].map(|(x, y)| image.get_pixel(x, y).0)
}

#[tokio::test]
async fn images_are_in_display_orientation() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    for turn in [0, 90, 180, 270] {
        pdf.page("1 0 0 rg 0 700 100 100 re f", &format!("/MediaBox [0 0 400 800] /Rotate {turn}"));
    }
    let path = pdf.write(folder.path(), "a.pdf");
    let pool = pool();
    let expected = [
        (200, 400, [RED, WHITE, WHITE, WHITE]),
        (200, 100, [WHITE, RED, WHITE, WHITE]),
        (200, 400, [WHITE, WHITE, WHITE, RED]),
        (200, 100, [WHITE, WHITE, RED, WHITE]),
    ];
    for (page, (width, height, colours)) in (0..).zip(expected) {
        let image = pool.render(&path, None, page, 200, ImageFormat::Png).await.unwrap();
        assert_eq!((image.width, image.height, image.mime()), (width, height, "image/png"));
        assert_eq!(corners(&decode(&image)), colours, "page {page}");
    }
    let image = pool.open(&path, None).await.unwrap().render(0, 100, ImageFormat::Jpeg).await.unwrap();
    assert_eq!((image.mime(), decode(&image).dimensions()), ("image/jpeg", (100, 200)));
}

#[tokio::test]
async fn a_part_of_a_page_is_drawn_the_way_the_page_is_displayed() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    for turn in [0, 90, 180, 270] {
        pdf.page("1 0 0 rg 100 600 50 50 re f", &format!("/MediaBox [0 0 400 800] /Rotate {turn}"));
    }
    pdf.page("1 0 0 rg 100 600 50 50 re f", "/MediaBox [0 0 400 800] /CropBox [50 500 400 800]");
    let path = pdf.write(folder.path(), "a.pdf");
    let pool = pool();
    // The square fills the upper left quarter of the area on the unrotated page.
    let expected =
        [[RED, WHITE, WHITE, WHITE], [WHITE, RED, WHITE, WHITE], [WHITE, WHITE, WHITE, RED], [WHITE, WHITE, RED, WHITE]];
    for (page, colours) in (0..).zip(expected) {
        let area = Rect::new(100.0, 550.0, 200.0, 650.0);
        let image = pool.crop(&path, None, page, area, 144, ImageFormat::Png).await.unwrap();
        assert_eq!((image.width, image.height), (200, 200));
        assert_eq!(corners(&decode(&image)), colours, "page {page}");
    }
    // Points count from the corner of the visible box.
    let area = Rect::new(50.0, 50.0, 150.0, 150.0);
    let image = pool.crop(&path, None, 4, area, 72, ImageFormat::Png).await.unwrap();
    assert_eq!(corners(&decode(&image)), [RED, WHITE, WHITE, WHITE]);
    let outside = pool.crop(&path, None, 0, Rect::new(900.0, 0.0, 950.0, 50.0), 72, ImageFormat::Png).await.unwrap_err();
    assert!(matches!(outside, PdfError::Render { page: 0, .. }), "{outside:?}");
}

#[tokio::test]
async fn annotations_and_form_fields_are_drawn() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    let red = pdf.stream("/Type /XObject /Subtype /Form /BBox [0 0 200 100]", "1 0 0 rg 0 0 200 100 re f");
    let field = pdf.next();
    let rect = "/Rect [0 700 200 800]";
    pdf.object(&format!(
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (x) /F 4 {rect} /DA (/F1 12 Tf 0 g) /AP << /N {red} 0 R >> >>"
    ));
    let stamp = pdf.object(&format!("<< /Type /Annot /Subtype /Stamp /F 4 /Rect [200 0 400 100] /AP << /N {red} 0 R >> >>"));
    pdf.page("", &format!("/MediaBox [0 0 400 800] /Annots [{field} 0 R {stamp} 0 R]"));
    pdf.catalog(&format!("/AcroForm << /Fields [{field} 0 R] /DR << /Font << /F1 3 0 R >> >> >>"));
    let image = pool().render(&pdf.write(folder.path(), "a.pdf"), None, 0, 400, ImageFormat::Png).await.unwrap();
    assert_eq!(corners(&decode(&image)), [RED, WHITE, WHITE, RED]);
}

#[tokio::test]
async fn sizes_are_capped_and_pages_checked() {
    let folder = tempdir().unwrap();
    let mut pdf = Pdf::new();
    pdf.page("", "/MediaBox [0 0 400 100]");
    let path = pdf.write(folder.path(), "a.pdf");
    let pool = pool();
    let image = pool.render(&path, None, 0, 1_000_000, ImageFormat::Png).await.unwrap();
    assert_eq!((image.width, image.height), (4000, 1000));
    assert_eq!(pool.render(&path, None, 0, 0, ImageFormat::Png).await.unwrap().width, 1);
    let error = pool.render(&path, None, 1, 100, ImageFormat::Png).await.unwrap_err();
    assert!(matches!(error, PdfError::NoSuchPage { page: 1, .. }), "{error:?}");
}

#[tokio::test]
async fn the_reader_sees_a_changed_file_and_many_files() {
    let folder = tempdir().unwrap();
    let pool = pool();
    let write = |name: &str, colour: &str| {
        let mut pdf = Pdf::new();
        pdf.page(&format!("{colour} rg 0 0 612 792 re f"), "");
        pdf.write(folder.path(), name)
    };
    let path = write("a.pdf", "1 0 0");
    let colour = |image: Rendered| decode(&image).get_pixel(10, 10).0;
    assert_eq!(colour(pool.render(&path, None, 0, 20, ImageFormat::Png).await.unwrap()), RED);
    write("a.pdf", "0.0 0 1");
    assert_eq!(colour(pool.render(&path, None, 0, 20, ImageFormat::Png).await.unwrap()), [0, 0, 255]);
    for index in 0..7 {
        let other = write(&format!("{index}.pdf"), "1 0 0");
        assert_eq!(colour(pool.render(&other, None, 0, 20, ImageFormat::Png).await.unwrap()), RED);
    }
    assert_eq!(pool.processes().len(), 1, "one worker holds them all");
}

#[tokio::test]
async fn reading_on_goes_while_all_workers_are_taken_and_after_a_crash() {
    let folder = tempdir().unwrap();
    let mut config = config();
    config.workers = 1;
    let pool = WorkerPool::new(config);
    let mut pdf = Pdf::new();
    pdf.page("", "");
    let good = pdf.write(folder.path(), "good.pdf");
    pdf.title("WAYMARK-TEST-ABORT");
    let bad = pdf.write(folder.path(), "bad.pdf");
    let import = pool.open(&good, None).await.unwrap();
    let limit = Duration::from_secs(20);
    let draw = |path| tokio::time::timeout(limit, pool.render(path, None, 0, 50, ImageFormat::Png));
    assert!(draw(&good).await.unwrap().is_ok());
    assert!(matches!(draw(&bad).await.unwrap(), Err(PdfError::WorkerCrashed { page: Some(0), .. })));
    assert!(draw(&good).await.unwrap().is_ok());
    drop(import);
}

#[tokio::test]
async fn a_page_nobody_waits_for_does_not_confuse_the_next() {
    let folder = tempdir().unwrap();
    let pool = pool();
    let mut pdf = Pdf::new();
    (1..6).for_each(|page| {
        pdf.page("", &format!("/MediaBox [0 0 100 {}]", page * 100));
    });
    let path = pdf.write(folder.path(), "a.pdf");
    for page in 0..4 {
        let order = pool.render(&path, None, page, 3000, ImageFormat::Png);
        assert!(tokio::time::timeout(Duration::from_micros(50), order).await.is_err());
    }
    let image = pool.render(&path, None, 4, 10, ImageFormat::Png).await.unwrap();
    assert_eq!((image.width, image.height), (10, 50));
}
