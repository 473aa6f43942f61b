//! Tables of every make, each as a hand-made page: ruled, half-ruled and unruled, with headers over several columns, wrapped
//! cells, continued on the next page, side by side; and text in columns, which is none.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod common;

use common::{BOLD, PLAIN, PROSE, Sheet, one, right, rows, segments, structured, tables};
use waymark_core::{Block, BlockKind};

/// Every printed character of the page, sorted, white space aside.
fn printed(sheets: &[Sheet]) -> Vec<char> {
    let mut all: Vec<char> =
        sheets.iter().flat_map(|sheet| &sheet.0.chars).map(|ch| ch.ch).filter(|c| !c.is_whitespace()).collect();
    all.sort_unstable();
    all
}

fn held(blocks: &[Block]) -> Vec<char> {
    let text = |block: &Block| -> String {
        block.map.iter().filter_map(|span| block.text.get(span.start as usize..span.end as usize)).collect()
    };
    let mut all: Vec<char> = blocks.iter().flat_map(|block| text(block).chars().collect::<Vec<_>>()).collect();
    all.retain(|c| !c.is_whitespace());
    all.sort_unstable();
    all
}

#[test]
fn words_of_one_header_cell_go_to_their_own_columns() {
    // The headers stand a common space apart, the values below them further.
    let mut sheet =
        Sheet::new(0).put(72.0, 700.0, 10.0, BOLD, "Parameter").put(300.0, 700.0, 10.0, BOLD, "Minimum Typical Maximum Unit");
    for (at, values) in [["1.2", "1.5", "1.8", "V"], ["2", "4", "9", "mA"], ["0.1", "0.2", "0.3", "V"]].iter().enumerate() {
        let y = 686.0 - 14.0 * at as f32;
        sheet = sheet.put(72.0, y, 10.0, PLAIN, &format!("Supply of stage {at}"));
        for (value, x) in values.iter().zip([300.0, 340.0, 380.0, 420.0]) {
            sheet = sheet.put(x, y, 10.0, PLAIN, value);
        }
    }
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.rows[0], ["Parameter", "Minimum", "Typical", "Maximum", "Unit"]);
    assert_eq!(table.rows[2], ["Supply of stage 1", "2", "4", "9", "mA"]);
}

/// A grid of rules: columns at 72, 200, 330, 460; rows of the given heights from 700 down.
fn grid(mut sheet: Sheet, xs: &[f32], ys: &[f32]) -> Sheet {
    for y in ys {
        sheet = sheet.rule(xs[0], xs[xs.len() - 1], *y);
    }
    for x in xs {
        sheet = sheet.down(*x, ys[0], ys[ys.len() - 1]);
    }
    sheet
}

#[test]
fn a_cell_of_a_grid_is_one_cell_however_many_lines_it_takes() {
    let sheet = grid(Sheet::new(0), &[72.0, 200.0, 460.0], &[700.0, 684.0, 640.0, 600.0])
        .put(76.0, 688.0, 10.0, BOLD, "Name")
        .put(204.0, 688.0, 10.0, BOLD, "What it does")
        .put(204.0, 672.0, 10.0, PLAIN, "Opens the valve and keeps it open")
        .put(76.0, 666.0, 10.0, PLAIN, "open")
        .put(204.0, 660.0, 10.0, PLAIN, "until the pressure has fallen")
        .put(204.0, 648.0, 10.0, PLAIN, "below the limit")
        .put(76.0, 628.0, 10.0, PLAIN, "close")
        .put(204.0, 628.0, 10.0, PLAIN, "Closes it")
        .put(204.0, 616.0, 10.0, PLAIN, "at once");
    let all = printed(std::slice::from_ref(&sheet));
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.header_rows, 1);
    assert_eq!(
        table.rows,
        [
            ["Name", "What it does"],
            ["open", "Opens the valve and keeps it open until the pressure has fallen below the limit"],
            ["close", "Closes it at once"],
        ]
    );
    assert_eq!(held(&found.tree.blocks), all, "every word once");
}

#[test]
fn t092_merged_cells_of_a_grid_and_its_header_path() {
    let mut sheet = Sheet::new(0);
    for y in [700.0, 660.0, 640.0, 620.0, 600.0] {
        sheet = sheet.rule(72.0, 400.0, y);
    }
    // The group headers have a rule below them, `Part` reaches over both header rows; `LX` over two body rows.
    sheet = sheet.rule(160.0, 400.0, 680.0);
    sheet.0.rules.retain(|rule| (rule.rect.y0 - 640.0).abs() > 1.0);
    sheet = sheet.rule(160.0, 400.0, 640.0).down(72.0, 700.0, 600.0).down(160.0, 700.0, 600.0).down(400.0, 700.0, 600.0);
    sheet = sheet.down(240.0, 680.0, 600.0).down(320.0, 700.0, 600.0);
    sheet = sheet
        .put(76.0, 677.0, 10.0, BOLD, "Part")
        .put(180.0, 686.0, 10.0, BOLD, "Package")
        .put(340.0, 686.0, 10.0, BOLD, "Load")
        .put(164.0, 666.0, 10.0, BOLD, "Kind")
        .put(244.0, 666.0, 10.0, BOLD, "Pins")
        .put(340.0, 666.0, 10.0, BOLD, "mA")
        .put(76.0, 637.0, 10.0, PLAIN, "LX")
        .put(164.0, 646.0, 10.0, PLAIN, "QFN")
        .put(244.0, 646.0, 10.0, PLAIN, "16")
        .put(340.0, 646.0, 10.0, PLAIN, "150")
        .put(164.0, 626.0, 10.0, PLAIN, "SOIC")
        .put(244.0, 626.0, 10.0, PLAIN, "8")
        .put(340.0, 626.0, 10.0, PLAIN, "120")
        .put(76.0, 606.0, 10.0, PLAIN, "LY")
        .put(164.0, 606.0, 10.0, PLAIN, "QFN")
        .put(244.0, 606.0, 10.0, PLAIN, "24")
        .put(340.0, 606.0, 10.0, PLAIN, "300");
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.header_rows, 2, "{table:#?}");
    assert_eq!(table.header, ["Part", "Package › Kind", "Package › Pins", "Load mA"]);
    assert_eq!(table.rows[2], ["LX", "QFN", "16", "150"], "the label of two rows stands in the first");
    assert_eq!(table.rows[3], ["", "SOIC", "8", "120"]);
    assert!(found.markdown().text.contains("| Part | Package › Kind | Package › Pins | Load mA |\n| --- |"));
}

#[test]
fn tables_side_by_side_are_two() {
    let mut sheet =
        Sheet::new(0).put(72.0, 730.0, 10.0, PLAIN, "Table 1. Inputs").put(330.0, 730.0, 10.0, PLAIN, "Table 2. Outputs");
    for at in 0..6 {
        let y = 700.0 - 14.0 * at as f32;
        let (a, b) = if at == 0 { ("Pin".into(), "Volt".into()) } else { (format!("In {at}"), format!("{at}.5")) };
        sheet = right(sheet.put(72.0, y, 10.0, PLAIN, &a), 220.0, y, &b);
        let (a, b) = if at == 0 { ("Name".into(), "Load".into()) } else { (format!("Out {at}"), format!("{at}0")) };
        sheet = right(sheet.put(330.0, y, 10.0, PLAIN, &a), 480.0, y, &b);
    }
    let all = printed(std::slice::from_ref(&sheet));
    let found = structured(vec![sheet]);
    let found_tables = tables(&found);
    assert_eq!(found_tables.len(), 2, "{found_tables:#?}");
    assert_eq!(found_tables[0].caption.as_deref(), Some("Table 1. Inputs"));
    assert_eq!(found_tables[1].caption.as_deref(), Some("Table 2. Outputs"));
    assert_eq!(found_tables[0].rows[2], ["In 2", "2.5"]);
    assert_eq!(found_tables[1].rows[2], ["Out 2", "20"]);
    assert_eq!(held(&found.tree.blocks), all, "every word once");
}

#[test]
fn half_ruled_tables_keep_their_lines_as_rows() {
    // Rules down between the columns, across only around the header and at the end.
    let mut sheet = Sheet::new(0);
    for y in [712.0, 696.0, 610.0] {
        sheet = sheet.rule(72.0, 400.0, y);
    }
    for x in [72.0, 180.0, 290.0, 400.0] {
        sheet = sheet.down(x, 712.0, 610.0);
    }
    for (at, cells) in
        [["Mode", "Gain", "Noise"], ["slow", "10", "3.2"], ["fast", "20", "4.1"], ["burst", "40", "6.6"], ["idle", "0", "0.1"]]
            .iter()
            .enumerate()
    {
        for (cell, x) in cells.iter().zip([76.0, 184.0, 294.0]) {
            sheet = sheet.put(x, 700.0 - 18.0 * at as f32, 10.0, PLAIN, cell);
        }
    }
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!((table.header_rows, table.rows.len()), (1, 5));
    assert_eq!(table.rows[3], ["burst", "40", "6.6"]);
}

#[test]
fn wrapped_cells_without_rules_are_one_row() {
    let texts = [
        ("-a", "Print all of the entries, also those that begin"),
        ("", "with a dot and those that cannot be read"),
        ("-c", "Count the entries"),
        ("-n", "Print the number of each entry in front of its"),
        ("", "name and a blank"),
        ("-r", "Begin with the last entry"),
    ];
    let mut sheet = Sheet::new(0).put(72.0, 714.0, 10.0, BOLD, "Option").put(140.0, 714.0, 10.0, BOLD, "What it does");
    sheet = sheet.put(420.0, 714.0, 10.0, BOLD, "Since");
    for (at, (option, text)) in texts.iter().enumerate() {
        let y = 700.0 - 12.0 * at as f32;
        sheet = sheet.put(72.0, y, 10.0, PLAIN, option).put(140.0, y, 10.0, PLAIN, text);
        if !option.is_empty() {
            sheet = sheet.put(420.0, y, 10.0, PLAIN, "1.2");
        }
    }
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.rows.len(), 5, "{table:#?}");
    assert_eq!(table.rows[1][1], "Print all of the entries, also those that begin with a dot and those that cannot be read");
    assert_eq!(table.rows[3][0], "-n");
}

/// A pin table: two packages, footnote marks, a footnote under it.
#[test]
fn t099_pin_tables_keep_every_label_in_its_row() {
    let xs = [72.0, 110.0, 150.0, 230.0, 500.0];
    let mut sheet = Sheet::new(0);
    for y in [700.0, 668.0, 636.0, 604.0, 588.0] {
        sheet = sheet.rule(72.0, 500.0, y);
    }
    sheet = sheet.rule(72.0, 150.0, 684.0);
    for (x, top) in xs.iter().zip([700.0, 684.0, 700.0, 700.0, 700.0]) {
        sheet = sheet.down(*x, top, 588.0);
    }
    sheet = sheet
        .put(100.0, 688.0, 10.0, BOLD, "PIN")
        .put(75.0, 672.0, 10.0, BOLD, "QFN")
        .put(113.0, 672.0, 10.0, BOLD, "SOIC")
        .put(160.0, 680.0, 10.0, BOLD, "NAME")
        .put(240.0, 680.0, 10.0, BOLD, "DESCRIPTION")
        // The labels stand at middle height of descriptions of two lines.
        .put(80.0, 648.0, 10.0, PLAIN, "1")
        .put(120.0, 648.0, 10.0, PLAIN, "8")
        .put(160.0, 648.0, 10.0, PLAIN, "EN(1)")
        .put(240.0, 655.0, 10.0, PLAIN, "Enable. Pull it up to start the part,")
        .put(240.0, 642.0, 10.0, PLAIN, "down to stop it.")
        .put(80.0, 616.0, 10.0, PLAIN, "2")
        .put(120.0, 616.0, 10.0, PLAIN, "—")
        .put(160.0, 616.0, 10.0, PLAIN, "PG")
        .put(240.0, 623.0, 10.0, PLAIN, "Power good. Open drain, high once")
        .put(240.0, 610.0, 10.0, PLAIN, "the output has settled.")
        .put(80.0, 592.0, 10.0, PLAIN, "3")
        .put(120.0, 592.0, 10.0, PLAIN, "1")
        .put(160.0, 592.0, 10.0, PLAIN, "GND")
        .put(240.0, 592.0, 10.0, PLAIN, "Ground")
        .put(72.0, 574.0, 8.0, PLAIN, "(1) Do not leave this pin open.");
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.header, ["PIN › QFN", "PIN › SOIC", "NAME", "DESCRIPTION"], "{table:#?}");
    assert_eq!(table.rows[2], ["1", "8", "EN(1)", "Enable. Pull it up to start the part, down to stop it."]);
    assert_eq!(table.rows[3][1..3], ["—", "PG"]);
    assert_eq!(table.rows.len(), 5);
    assert!(found.tree.blocks.iter().any(|block| block.kind != BlockKind::Table && block.text.contains("Do not leave")));
}

#[test]
fn t091_numbered_tables_of_a_datasheet_are_captions_and_no_headings() {
    let sheet = Sheet::new(0)
        .put(72.0, 740.0, 14.0, BOLD, "6 SPECIFICATIONS")
        .put(72.0, 715.0, 11.0, BOLD, "6.1 ABSOLUTE MAXIMUM RATINGS")
        .put(72.0, 695.0, 10.0, BOLD, "Table 6-1. Ratings over free-air temperature");
    let sheet = rows(
        sheet,
        675.0,
        &[340.0, 400.0, 450.0],
        &[("", &["MIN", "MAX", "UNIT"]), ("Input voltage", &["-0.3", "6.5", "V"]), ("Output voltage", &["-0.3", "5.5", "V"])],
    );
    let found = structured(vec![sheet.put(72.0, 600.0, 11.0, BOLD, "6.2 ESD RATINGS").body(72.0, 580.0, &PROSE)]);
    let titles: Vec<String> = common::outline(&found).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, ["6 SPECIFICATIONS", "6.1 ABSOLUTE MAXIMUM RATINGS", "6.2 ESD RATINGS"]);
    let table = one(&found);
    assert_eq!(table.caption.as_deref(), Some("Table 6-1. Ratings over free-air temperature"));
    assert_eq!(table.rows[1], ["Input voltage", "-0.3", "6.5", "V"]);
    assert!(segments(&found).iter().any(|segment| segment.text.contains("| Input voltage | -0.3 | 6.5 | V |")));
}

#[test]
fn a_box_around_text_in_columns_is_no_table() {
    let sheet = grid(Sheet::new(0), &[60.0, 310.0, 560.0], &[720.0, 620.0]).body(
        66.0,
        700.0,
        &[
            "Words that fill the left side of the box and",
            "go on for some lines until they are at their",
            "end, as columns of a leaflet do, with a rule",
            "down the middle and a frame around the two",
        ],
    );
    let sheet = sheet.body(
        316.0,
        700.0,
        &[
            "Other words that fill the right side and go on",
            "beside them for as many lines, so that the eye",
            "could take the two of them for the cells of a",
            "table if it did not read what they say at all",
        ],
    );
    let found = structured(vec![sheet]);
    assert!(tables(&found).is_empty(), "{:#?}", tables(&found));
}

#[test]
fn running_text_beside_amounts_is_no_table() {
    // Both sides line up, but the left reads on from line to line.
    let mut sheet = Sheet::new(0);
    for (at, line) in PROSE.iter().enumerate() {
        let y = 700.0 - 12.0 * at as f32;
        sheet = right(sheet.put(72.0, y, 10.0, PLAIN, &line[..60]), 460.0, y, &format!("{}", 120 + at));
        sheet = right(sheet, 520.0, y, &format!("{}", 250 + at));
    }
    let found = structured(vec![sheet]);
    assert!(tables(&found).is_empty(), "{:#?}", tables(&found));
}

#[test]
fn a_frame_around_the_header_does_not_part_it_from_its_rows() {
    let sheet = grid(Sheet::new(0), &[70.0, 250.0, 330.0, 420.0], &[720.0, 682.0])
        .put(260.0, 706.0, 10.0, BOLD, "2018")
        .put(350.0, 706.0, 10.0, BOLD, "2017")
        .put(76.0, 688.0, 10.0, BOLD, "Quantity")
        .put(260.0, 688.0, 10.0, BOLD, "Least")
        .put(350.0, 688.0, 10.0, BOLD, "Most");
    let body: [(&str, &[&str]); 3] =
        [("Weight of the case", &["12.5", "13.9"]), ("Length of the cable", &["180", "220"]), ("Force", &["4", "9"])];
    let found = structured(vec![rows(sheet, 668.0, &[285.0, 370.0], &body)]);
    let table = one(&found);
    assert_eq!(table.header, ["Quantity", "2018 Least", "2017 Most"], "{table:#?}");
    assert_eq!(table.rows.len() - table.header_rows as usize, 3);
}
