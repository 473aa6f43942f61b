//! Figures on hand-made pages: what belongs to one drawing, where its caption is, who speaks of it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{BOLD, PLAIN, PROSE, Sheet, structured};
use waymark_core::page::Rule;
use waymark_core::{Figure, Rect, SegmentKind};
use waymark_structure::{SegmentLimits, Structured};

fn figures(found: &Structured) -> Vec<&Figure> {
    found.tree.blocks.iter().filter_map(|block| block.figure.as_ref()).collect()
}

/// A page with a heading and text above, so that body type is known.
fn page() -> Sheet {
    Sheet::new(0).put(72.0, 740.0, 16.0, BOLD, "1 Overview").body(72.0, 715.0, &PROSE)
}

/// A box of four strokes.
fn frame(mut sheet: Sheet, rect: Rect) -> Sheet {
    let Rect { x0, y0, x1, y1 } = rect;
    let sides = [
        Rect::new(x0, y0, x1, y0 + 0.5),
        Rect::new(x0, y1, x1, y1 + 0.5),
        Rect::new(x0, y0, x0 + 0.5, y1),
        Rect::new(x1, y0, x1 + 0.5, y1),
    ];
    sheet.0.rules.extend(sides.map(|rect| Rule { rect, color: 0 }));
    sheet
}

#[test]
fn pictures_side_by_side_under_one_caption_are_one_figure() {
    let mut sheet = page().put(200.0, 385.0, 9.0, PLAIN, "Figure 4-1. Two views of the case");
    sheet.0.images.extend([Rect::new(100.0, 400.0, 280.0, 560.0), Rect::new(320.0, 400.0, 500.0, 560.0)]);
    let found = structured(vec![sheet]);
    let figure = figures(&found)[0];
    assert_eq!((figures(&found).len(), figure.number.as_deref()), (1, Some("4-1")));
    assert_eq!(figure.rect, Rect::new(100.0, 400.0, 500.0, 560.0));
    assert_eq!(figure.caption.as_deref(), Some("Figure 4-1. Two views of the case"));
}

#[test]
fn figures_one_below_the_other_keep_their_own_captions() {
    let mut sheet = page().put(200.0, 465.0, 9.0, PLAIN, "Figure 1. Start of the supply").put(
        200.0,
        265.0,
        9.0,
        PLAIN,
        "Figure 2. End of the supply",
    );
    sheet.0.drawings.extend([Rect::new(100.0, 480.0, 400.0, 620.0), Rect::new(100.0, 280.0, 400.0, 440.0)]);
    let found = structured(vec![sheet]);
    let boxes: Vec<(Option<&str>, Rect)> = figures(&found).iter().map(|figure| (figure.number.as_deref(), figure.rect)).collect();
    assert_eq!(boxes, [(Some("1"), Rect::new(100.0, 480.0, 400.0, 620.0)), (Some("2"), Rect::new(100.0, 280.0, 400.0, 440.0))]);
}

#[test]
fn a_diagram_of_boxes_and_arrows_is_a_figure_and_a_ruled_table_is_none() {
    let mut sheet = frame(page(), Rect::new(120.0, 480.0, 200.0, 540.0));
    sheet = frame(sheet, Rect::new(260.0, 480.0, 340.0, 540.0));
    sheet.0.rules.push(Rule { rect: Rect::new(200.0, 510.0, 258.0, 510.5), color: 0 });
    sheet.0.drawings.push(Rect::new(252.0, 507.0, 260.0, 513.0));
    sheet = sheet.put(130.0, 508.0, 8.0, PLAIN, "Reference").put(270.0, 508.0, 8.0, PLAIN, "Driver");
    sheet = sheet.put(150.0, 460.0, 9.0, PLAIN, "Figure 7. Block diagram of the inner loop");
    let found = structured(vec![sheet]);
    let figure = figures(&found)[0];
    assert!(figure.rect.x0 <= 120.5 && figure.rect.x1 >= 339.5 && figure.rect.y0 > 470.0, "{:?}", figure.rect);
    let segments = found.segments(&SegmentLimits::default(), &|text| text.len() / 4);
    let segment = segments.iter().find(|segment| segment.kind == SegmentKind::Figure).unwrap();
    assert!(segment.text.contains("Reference") && segment.text.starts_with("Figure 7."), "{}", segment.text);
    assert_eq!(segment.locators[0].rects[0], figure.rect, "the drawing comes before the lines of its caption");

    let mut table = page().put(120.0, 560.0, 9.0, PLAIN, "Table 1. Limits of the part");
    for row in 0..4 {
        let y = 530.0 - 18.0 * row as f32;
        table = frame(table, Rect::new(120.0, y - 5.0, 240.0, y + 13.0));
        table = frame(table, Rect::new(240.0, y - 5.0, 360.0, y + 13.0));
        table = table.put(126.0, y, 9.0, PLAIN, &format!("Supply {row}")).put(300.0, y, 9.0, PLAIN, &format!("{row}.5"));
    }
    table = table.put(150.0, 445.0, 9.0, PLAIN, "Figure 8. A drawing on the next page");
    assert!(figures(&structured(vec![table])).is_empty());
}

#[test]
fn labels_outside_the_strokes_belong_to_the_crop_and_the_caption_does_not() {
    let mut sheet = page();
    sheet.0.drawings.push(Rect::new(120.0, 420.0, 400.0, 600.0));
    for tick in 0..5_u8 {
        let x = 120.0 + 70.0 * f32::from(tick);
        sheet = sheet.put(x - 5.0, 408.0, 8.0, PLAIN, &format!("{}", u32::from(tick) * 100));
    }
    sheet = sheet.put(200.0, 395.0, 8.0, PLAIN, "Output current (mA)");
    sheet = sheet.put(150.0, 375.0, 9.0, PLAIN, "Figure 2. Dropout voltage and current").body(72.0, 340.0, &PROSE);
    let found = structured(vec![sheet]);
    let figure = figures(&found)[0];
    assert!(figure.rect.y0 < 395.0 && figure.rect.y0 > 384.0, "{:?}", figure.rect);
    let block = found.tree.blocks.iter().find(|block| block.figure.is_some()).unwrap();
    assert!(block.text.contains("Output current (mA)"), "{}", block.text);
}

#[test]
fn a_sentence_about_a_figure_is_no_caption_but_a_mention() {
    let mut sheet = page();
    sheet.0.drawings.push(Rect::new(120.0, 480.0, 400.0, 600.0));
    sheet = sheet.put(150.0, 612.0, 10.0, BOLD, "Figure 5. Timing of the enable pin");
    sheet = sheet.body(
        72.0,
        460.0,
        &[
            "Figure 5 shows the delay of the output. It grows with the capacitor, as",
            "Figures 4 to 6 compare for three values of it and for two loads in turn.",
        ],
    );
    let found = structured(vec![sheet]);
    let figure = figures(&found)[0];
    assert_eq!(figure.caption.as_deref(), Some("Figure 5. Timing of the enable pin"));
    assert_eq!(figure.mentions.len(), 2, "{:?}", figure.mentions);
    assert!(figure.mentions[0].starts_with("Figure 5 shows the delay"));
}
