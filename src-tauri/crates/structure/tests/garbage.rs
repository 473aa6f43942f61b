//! Pages whose text cannot be used, and columns around full-width text (field reports D): told apart, kept, read in order.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod common;

use common::{BOLD, PLAIN, PROSE, Sheet, structured, texts};
use waymark_core::page::char_flags;
use waymark_core::{PageClass, Rect};

fn covered(mut sheet: Sheet) -> Sheet {
    sheet.0.images.push(Rect::new(0.0, 0.0, 612.0, 792.0));
    sheet
}

#[test]
fn t061_t062_codes_of_a_font_without_a_map_are_garbled_and_chinese_is_not() {
    let mut sheet = Sheet::new(0);
    for line in 0..20 {
        let codes: String = (0..60_u32).map(|at| char::from_u32(0xe000 + (at * 37 + line * 11) % 0x800).unwrap()).collect();
        sheet = sheet.put(40.0, 740.0 - 14.0 * line as f32, 10.0, PLAIN, &codes);
    }
    for ch in &mut sheet.0.chars {
        ch.flags = char_flags::UNMAPPED;
    }
    let chinese = (0..12).fold(Sheet::new(1), |sheet, line| {
        sheet.put(72.0, 740.0 - 18.0 * line as f32, 12.0, PLAIN, "本指南说明成年人在家中测量血压的方法、频率和记录要求")
    });
    let found = structured(vec![sheet, chinese]);
    assert_eq!(found.tree.classes, [PageClass::Garbled, PageClass::Text]);
    assert!(found.tree.warnings.iter().any(|warning| warning.contains("cannot be decoded")), "{:?}", found.tree.warnings);
}

#[test]
fn t077_a_bad_text_layer_under_a_scan_is_told() {
    let mut sheet = covered(Sheet::new(0));
    for line in 0..30 {
        sheet = sheet.put(40.0, 760.0 - 14.0 * line as f32, 10.0, PLAIN, "xkqzt wrtpl ghjkm bvcxz plmnk qwrtz sdfgh kjhgf");
    }
    let good = covered(Sheet::new(1)).body(72.0, 700.0, &PROSE).body(72.0, 600.0, &PROSE);
    assert_eq!(structured(vec![sheet, good]).tree.classes, [PageClass::Garbled, PageClass::Text]);
}

#[test]
fn t079_scanned_pages_are_kept_and_counted_beside_pages_with_text() {
    let text = Sheet::new(0).put(72.0, 720.0, 16.0, BOLD, "1 Overview").body(72.0, 690.0, &PROSE);
    let found = structured(vec![text, covered(Sheet::new(1)), Sheet::new(2)]);
    assert_eq!(found.tree.classes, [PageClass::Text, PageClass::Scanned, PageClass::Empty]);
    assert_eq!((found.tree.health.scanned, found.tree.health.text, found.tree.health.empty), (1, 1, 1));
    assert!(found.tree.warnings.iter().any(|warning| warning.contains("1 of 3 pages are images")), "{:?}", found.tree.warnings);
    assert!(texts(&found).join(" ").contains("The converter starts"));
}

#[test]
fn t067_columns_above_and_below_full_width_text_are_read_in_order() {
    let column =
        |start: &str| -> Vec<String> { (0..5).map(|line| format!("{start} line {line} of words to fill the column")).collect() };
    let put = |sheet: Sheet, x: f32, y: f32, lines: Vec<String>| {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        sheet.body(x, y, &lines)
    };
    let mut sheet = Sheet::new(0).put(72.0, 740.0, 16.0, BOLD, "A title that runs across the two columns below it");
    sheet = put(sheet, 50.0, 700.0, column("First"));
    sheet = put(sheet, 320.0, 700.0, column("Second"));
    sheet = sheet.body(
        50.0,
        600.0,
        &["Figure 1: a caption that runs across both of the columns and says what stands in the figure above it"],
    );
    sheet = put(sheet, 50.0, 560.0, column("Third"));
    sheet = put(sheet, 320.0, 560.0, column("Fourth"));
    let all = texts(&structured(vec![sheet])).join("\n");
    let places: Vec<usize> = ["First line 0", "First line 4", "Second line 0", "Second line 4", "Third line 0", "Fourth line 4"]
        .iter()
        .map(|part| all.find(part).unwrap_or_else(|| panic!("`{part}` is not in {all}")))
        .collect();
    assert!(places.is_sorted(), "{places:?} in {all}");
}
