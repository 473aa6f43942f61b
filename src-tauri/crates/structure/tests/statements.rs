//! Tables of figures without rules, as statements and data sheets print them: signs, parents of labels, headers over several
//! columns, row groups, tables that go on and tables right below one another.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod common;

use common::{BOLD, PLAIN, PROSE, Sheet, one, rows, segments, structured, tables};
use waymark_core::{BlockKind, Segment};

fn balance() -> Sheet {
    let mut sheet = rows(
        Sheet::new(0),
        700.0,
        &[400.0, 500.0],
        &[
            ("(Millions, except per share amounts)", &["2018", "2017"]),
            ("Current assets:", &[]),
            ("  Cash ..........................", &["2,853", "3,053"]),
            ("  Securities", &["380", "—"]),
            ("Total current assets", &["3,233", "3,053"]),
            ("Current liabilities:", &[]),
            ("  Short-term debt", &["(1,211", "(1,853"]),
            ("  Growth", &["4.2", "(1.0"]),
        ],
    );
    // Signs stand apart from their numbers, as filings print them.
    for (row, sign, x) in [(2, "$", 340.0), (2, "$", 440.0), (6, ")", 402.0), (6, ")", 502.0), (7, "%", 404.0), (7, ")%", 502.0)]
    {
        sheet = sheet.put(x, 700.0 - 14.0 * row as f32, 10.0, PLAIN, sign);
    }
    sheet
}

#[test]
fn t092_group_headers_without_rules_stand_over_their_columns() {
    let sheet = Sheet::new(0).put(268.0, 714.0, 10.0, PLAIN, "Three months").put(438.0, 714.0, 10.0, PLAIN, "Nine months");
    let sheet = rows(
        sheet,
        700.0,
        &[280.0, 340.0, 450.0, 510.0],
        &[
            ("(in millions)", &["2023", "2022", "2023", "2022"]),
            ("Net sales", &["8,312", "8,619", "24,668", "26,150"]),
            ("Cost of sales", &["4,586", "4,758", "13,731", "14,500"]),
            ("Other", &["(73)", "—", "(12)", "4"]),
        ],
    );
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.header_rows, 2, "{table:#?}");
    assert_eq!(table.header[1..], ["Three months › 2023", "Three months › 2022", "Nine months › 2023", "Nine months › 2022"]);
    assert_eq!(table.unit.as_deref(), Some("in millions"));
    assert_eq!(table.rows[4], ["Other", "(73)", "—", "(12)", "4"]);
}

#[test]
fn t096_signs_stay_with_their_numbers_and_leaders_go() {
    let found = structured(vec![balance()]);
    let table = one(&found);
    assert_eq!(table.header_rows, 1, "{table:#?}");
    assert_eq!(table.rows[0][1..], ["2018", "2017"]);
    assert_eq!(table.rows[2], ["Cash", "$2,853", "$3,053"]);
    assert_eq!(table.rows[3], ["Securities", "380", "—"]);
    assert_eq!(table.rows[6], ["Short-term debt", "(1,211)", "(1,853)"]);
    assert_eq!(table.rows[7], ["Growth", "4.2%", "(1.0)%"]);
    assert_eq!(table.unit.as_deref(), Some("Millions, except per share amounts"));
}

#[test]
fn t096_row_labels_know_what_they_stand_under() {
    let found = structured(vec![balance()]);
    let table = one(&found);
    assert_eq!(table.labels[2], "Current assets: › Cash");
    assert_eq!(table.labels[4], "Total current assets");
    assert_eq!(table.labels[6], "Current liabilities: › Short-term debt");
    let segment = &segments(&found)[0];
    // What is embedded says every label once, below the one that it stands under.
    assert!(segment.embedding_text.contains("Current assets:; Cash; Securities"), "{}", segment.embedding_text);
    assert_eq!(segment.embedding_text.matches("Current assets").count(), 1, "{}", segment.embedding_text);
    assert!(!segment.embedding_text.contains("2,853"), "{}", segment.embedding_text);
}

/// Forty-odd rows under two labels, a header of two rows.
fn long() -> Vec<Sheet> {
    let mut sheet = Sheet::new(0)
        .put(72.0, 760.0, 10.0, BOLD, "Table 4. Currents of all stages")
        .put(300.0, 744.0, 10.0, PLAIN, "Current of")
        .rule(290.0, 450.0, 740.0);
    let mut all: Vec<(String, Vec<String>)> = vec![("Stage".into(), vec!["Start".into(), "Run".into()])];
    for part in ["Inner stages:", "Outer stages:"] {
        all.push((part.into(), vec![]));
        all.extend((0..20).map(|at| (format!("  Stage of the {at}th board"), vec![format!("{at}.25"), format!("{at}.75")])));
    }
    for (at, (label, values)) in all.iter().enumerate() {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        sheet = rows(sheet, 728.0 - 15.0 * at as f32, &[340.0, 440.0], &[(label, &values)]);
    }
    vec![sheet]
}

#[test]
fn t094_rows_are_grouped_and_every_group_is_a_whole_markdown_table() {
    let found = structured(long());
    let table = one(&found);
    assert_eq!(table.header, ["Stage", "Current of › Start", "Current of › Run"]);
    let all = segments(&found);
    let groups: Vec<&Segment> = all.iter().filter(|segment| segment.kind == waymark_core::SegmentKind::Table).collect();
    assert!((2..=6).contains(&groups.len()), "{} groups", groups.len());
    for group in &groups {
        assert!(group.text.starts_with("Table 4. Currents of all stages\n"), "{}", group.text);
        assert!(group.text.contains("| --- | --- | --- |"), "{}", group.text);
        assert!(group.text.lines().filter(|line| line.starts_with('|')).count() > 6, "more than one row");
        assert!(group.text.contains("stages: |  |  |"), "the label the rows stand under: {}", group.text);
        assert!(!group.embedding_text.contains(".25") && group.lexical_text.contains(".25"));
        assert!(!group.lexical_text.contains('|') && !group.lexical_text.contains("---"));
    }
    assert!(groups[1..].iter().all(|group| group.text.contains("| Stage | Current of › Start | Current of › Run |\n")));
    // No row is lost to what finds it: each label stands in what is embedded for its group.
    for row in table.rows.iter().skip(table.header_rows as usize) {
        let holds = |group: &&Segment| group.text.contains(&format!("| {} |", row[0]));
        let group = groups.iter().find(|group| holds(group)).unwrap_or_else(|| panic!("`{}` is in no group", row[0]));
        assert!(group.embedding_text.contains(&row[0]), "`{}` is not in `{}`", row[0], group.embedding_text);
    }
}

fn part(index: u32, from: usize, header: bool, note: Option<&str>) -> Sheet {
    let mut sheet = Sheet::new(index);
    if let Some(note) = note {
        sheet = sheet.put(72.0, 734.0, 10.0, BOLD, note);
    }
    let mut all: Vec<(String, [String; 2])> = Vec::new();
    if header {
        all.push(("Register".into(), ["Address".into(), "Reset".into()]));
    }
    all.extend((from..from + 12).map(|at| (format!("Control of port {at}"), [format!("0x{at:02}"), format!("{}", at * 3)])));
    for (at, (label, values)) in all.iter().enumerate() {
        sheet = rows(sheet, 700.0 - 15.0 * at as f32, &[340.0, 440.0], &[(label, &[values[0].as_str(), values[1].as_str()])]);
    }
    sheet
}

#[test]
fn a_table_goes_on_on_the_next_page_with_its_header_once() {
    let found = structured(vec![
        part(0, 0, true, Some("Table 2. Registers")),
        part(1, 12, true, Some("Table 2. Registers (continued)")),
        part(2, 24, false, None),
    ]);
    let block = found.tree.blocks.iter().find(|block| block.kind == BlockKind::Table).unwrap();
    let table = one(&found);
    assert_eq!(table.rows.len(), 37);
    assert_eq!(table.rows.iter().filter(|row| row[0] == "Register").count(), 1);
    assert_eq!(table.caption.as_deref(), Some("Table 2. Registers"));
    assert_eq!(block.extents.iter().map(|(page, _)| *page).collect::<Vec<_>>(), [0, 1, 2]);
    let pages: Vec<u32> =
        segments(&found).iter().flat_map(|segment| segment.locators.iter().map(|locator| locator.page)).collect();
    assert!([0, 1, 2].iter().all(|page| pages.contains(page)), "{pages:?}");
}

#[test]
fn text_between_two_tables_keeps_them_apart() {
    let first = part(0, 0, true, None).body(72.0, 480.0, &PROSE);
    let found = structured(vec![first, part(1, 12, true, None)]);
    assert_eq!(tables(&found).len(), 2);
}

#[test]
fn a_sign_glued_to_the_one_before_belongs_to_the_next_amount() {
    let mut sheet = Sheet::new(0);
    for (at, (label, a, b)) in
        [("Item", "Change", "2019"), ("Shoes", "13 %$", "6,293"), ("Shirts", "25 %", "3,087"), ("Balls", "19 %", "432")]
            .iter()
            .enumerate()
    {
        let y = 700.0 - 14.0 * at as f32;
        sheet = sheet.put(72.0, y, 10.0, PLAIN, label).put(300.0, y, 10.0, PLAIN, a);
        sheet = common::right(sheet, 380.0, y, b);
    }
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.rows[1], ["Shoes", "13%", "$6,293"]);
    assert_eq!(table.rows[2], ["Shirts", "25%", "3,087"]);
}

#[test]
fn columns_that_few_rows_fill_stay_columns() {
    let mut all: Vec<(String, Vec<String>)> = vec![("Equity".into(), vec!["Shares".into(), "Amount".into()])];
    for at in 0..14_i32 {
        let shares = if at % 7 == 0 { format!("{},291,434", at + 4) } else { String::new() };
        all.push((format!("Movement number {at}"), vec![shares, format!("{}", 429 + at)]));
    }
    let mut sheet = Sheet::new(0);
    for (at, (label, values)) in all.iter().enumerate() {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        sheet = rows(sheet, 728.0 - 15.0 * at as f32, &[380.0, 440.0], &[(label, &values)]);
    }
    let found = structured(vec![sheet]);
    let table = one(&found);
    assert_eq!(table.rows[1], ["Movement number 0", "4,291,434", "429"]);
    assert_eq!(table.rows[2], ["Movement number 1", "", "430"]);
}

#[test]
fn tables_right_below_one_another_are_told_apart() {
    let first: [(&str, &[&str]); 4] =
        [("", &["2018", "2017"]), ("Rent paid", &["12", "14"]), ("Wages paid", &["45", "41"]), ("Taxes paid", &["7", "6"])];
    let second: [(&str, &[&str]); 4] =
        [("", &["2016", "2015"]), ("Rent paid", &["13", "15"]), ("Wages paid", &["39", "38"]), ("Taxes paid", &["5", "4"])];
    let note = "The table below shows the same sums for the years before that change";
    let sheet = rows(Sheet::new(0), 700.0, &[400.0, 480.0], &first).put(72.0, 644.0, 10.0, PLAIN, note);
    let found = structured(vec![rows(sheet, 630.0, &[400.0, 480.0], &second)]);
    let all = tables(&found);
    assert_eq!(all.len(), 2, "{all:#?}");
    assert_eq!(all[1].rows[0][1..], ["2016", "2015"]);
    assert!(found.tree.blocks.iter().any(|block| block.kind != BlockKind::Table && block.text.contains("years before")));
}

#[test]
fn lists_of_pages_with_leaders_are_no_tables() {
    let mut sheet = Sheet::new(0).body(72.0, 740.0, &PROSE);
    for (at, title) in ["Plates of the first part", "Plates of the second part", "Maps", "Letters", "Names"].iter().enumerate() {
        sheet = sheet.put(72.0, 640.0 - 14.0 * at as f32, 10.0, PLAIN, &format!("{title} ............ {}", 9 + 3 * at));
    }
    assert!(tables(&structured(vec![sheet])).is_empty());
}

#[test]
fn a_header_that_comes_again_begins_a_table_with_columns_of_its_own() {
    let head: &[&str] = &["Least", "Most"];
    let first: [(&str, &[&str]); 4] =
        [("Part", head), ("Bolt", &["11", "15"]), ("Spring of the lid", &["32", "35"]), ("Nut", &["2", "9"])];
    let second: [(&str, &[&str]); 4] =
        [("Part", head), ("Bolt", &["12", "16"]), ("Spring of the lid", &["33", "36"]), ("Nut", &["3", "8"])];
    let sheet = rows(Sheet::new(0), 700.0, &[300.0, 400.0], &first);
    let found = structured(vec![rows(sheet, 644.0, &[350.0, 450.0], &second)]);
    let all = tables(&found);
    assert_eq!(all.len(), 2, "{all:#?}");
    assert!(all.iter().all(|table| table.header == ["Part", "Least", "Most"] && table.rows.len() == 4));
}

#[test]
fn the_title_right_above_a_statement_is_said_in_each_of_its_segments() {
    let title = "Consolidated Balance Sheet";
    let titled = |prose: &str| {
        let sheet = balance().put(72.0, 728.0, 10.0, PLAIN, title);
        structured(vec![sheet.put(72.0, 760.0, 10.0, PLAIN, prose)])
    };
    let of = |found: &waymark_structure::Structured| -> Vec<Segment> {
        segments(found).into_iter().filter(|segment| segment.kind == waymark_core::SegmentKind::Table).collect()
    };
    let found = titled("The company keeps its accounts in millions, and every figure below follows from them in order.");
    let all = of(&found);
    assert!(!all.is_empty());
    for segment in &all {
        assert!(segment.text.starts_with(title) && segment.embedding_text.starts_with(title), "{segment:#?}");
        assert!(!segment.text.contains("keeps its accounts"), "{segment:#?}");
        for line in &segment.lines {
            assert!(segment.text.is_char_boundary(line.start as usize) && line.end as usize <= segment.text.len(), "{line:?}");
        }
    }
}
