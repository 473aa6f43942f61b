//! What people report about programs of this kind (groups D, E and F of the field reports), each as a hand-made page.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod common;

use common::{BOLD, PLAIN, PROSE, Sheet, outline, structured, texts};
use waymark_core::page::char_flags;
use waymark_core::{BlockKind, PageClass, Rect};

fn numbered() -> Vec<Sheet> {
    vec![
        Sheet::new(0)
            .put(72.0, 700.0, 16.0, BOLD, "1 Overview")
            .body(72.0, 670.0, &PROSE)
            .put(72.0, 570.0, 13.0, BOLD, "1.1 Limits")
            .body(72.0, 545.0, &PROSE),
        Sheet::new(1)
            .put(72.0, 700.0, 11.0, BOLD, "1.1.1 Heat")
            .body(72.0, 680.0, &PROSE)
            .put(72.0, 570.0, 16.0, BOLD, "2 Pins")
            .body(72.0, 545.0, &PROSE),
    ]
}

#[test]
fn t086_levels_come_from_numbers() {
    let found = structured(numbered());
    let expected = [(1, "1 Overview"), (2, "1.1 Limits"), (3, "1.1.1 Heat"), (1, "2 Pins")];
    assert_eq!(outline(&found), expected.map(|(level, title)| (level, title.to_owned())));
    assert_eq!(found.tree.path(3)[1..], ["1 Overview", "1.1 Limits", "1.1.1 Heat"]);
}

#[test]
fn t087_the_first_heading_of_a_page_is_no_running_header() {
    let sheets = (0..5_u32).map(|page| {
        Sheet::new(page)
            .put(72.0, 760.0, 8.0, PLAIN, "Data sheet of the converter family")
            .put(300.0, 30.0, 8.0, PLAIN, &format!("{}", page + 1))
            .put(72.0, 720.0, 16.0, BOLD, &format!("{} {}", page + 1, ["Start", "Stop", "Heat", "Board", "Case"][page as usize]))
            .body(72.0, 690.0, &PROSE)
    });
    let found = structured(sheets.collect());
    assert_eq!(outline(&found).len(), 5, "{:?}", outline(&found));
    assert!(texts(&found).iter().all(|text| !text.contains("Data sheet of") && text.trim() != "3"), "furniture is left out");
}

#[test]
fn t089_without_numbers_and_bookmarks_sizes_give_the_tree() {
    let sheet = |page, top: &str, sub: &str| {
        Sheet::new(page)
            .put(72.0, 700.0, 18.0, BOLD, top)
            .body(72.0, 670.0, &PROSE)
            .put(72.0, 570.0, 13.0, BOLD, sub)
            .body(72.0, 545.0, &PROSE)
    };
    let found = structured(vec![
        sheet(0, "Safety", "Before use"),
        sheet(1, "Cleaning", "Parts to remove"),
        sheet(2, "Storage", "Winter"),
    ]);
    let levels: Vec<u8> = outline(&found).iter().map(|(level, _)| *level).collect();
    assert_eq!(levels, [1, 2, 1, 2, 1, 2]);
    assert!(found.tree.confidence > 0.3 && found.tree.confidence < 1.0);
}

#[test]
fn t066_two_columns_are_read_one_after_the_other() {
    let left = [
        "Left column begins here and",
        "goes on with more words that",
        "fill the width of the column",
        "down to the end of the left",
    ];
    let right = [
        "Right column begins there and",
        "goes on with other words that",
        "fill its width just as well",
        "down to the end of the right",
    ];
    let mut sheet = Sheet::new(0).put(72.0, 720.0, 16.0, BOLD, "A title that runs over both of the columns");
    for at in 0..4 {
        // As some producers do: line by line across the page.
        let y = 680.0 - 12.0 * at as f32;
        sheet = sheet.put(72.0, y, 10.0, PLAIN, left[at]).put(330.0, y - 3.0, 10.0, PLAIN, right[at]);
    }
    let all = texts(&structured(vec![sheet])).join(" ");
    assert!(all.contains("words that fill the width of the column down to the end of the left"), "{all}");
    assert!(all.find("end of the left").unwrap() < all.find("Right column begins").unwrap());
}

#[test]
fn t069_columns_are_not_taken_for_a_table() {
    let mut sheet = Sheet::new(0);
    for at in 0..20 {
        let y = 700.0 - 12.0 * at as f32;
        sheet = sheet.put(72.0, y, 10.0, PLAIN, "Words that fill the left side of it").put(
            330.0,
            y,
            10.0,
            PLAIN,
            "words that fill the right side of it",
        );
    }
    assert!(structured(vec![sheet]).tree.blocks.iter().all(|block| block.kind != BlockKind::Table));
}

#[test]
fn t064_spaces_come_from_gaps() {
    let mut sheet = Sheet::new(0);
    for (word, x) in [("gap", 72.0), ("makes", 91.0), ("words", 120.0)] {
        sheet = sheet.put(x, 700.0, 10.0, PLAIN, word);
    }
    assert_eq!(texts(&structured(vec![sheet])), ["gap makes words"]);
}

#[test]
fn t071_words_broken_at_line_ends_are_joined_and_keep_their_boxes() {
    let found = structured(vec![Sheet::new(0).body(
        72.0,
        700.0,
        &["The part keeps all infor-", "mation in a well-", "known place and needs no more."],
    )]);
    let block = &found.tree.blocks[0];
    assert_eq!(block.text, "The part keeps all information in a wellknown place and needs no more.");
    assert_eq!(block.map.len(), 3);
    let last = block.map[2];
    assert!(block.text[last.start as usize..last.end as usize].starts_with("known place"));
}

#[test]
fn t071_a_hyphen_that_the_document_writes_elsewhere_stays() {
    let found = structured(vec![Sheet::new(0).body(
        72.0,
        700.0,
        &["A well-known part has a", "name that is also well-", "known to other people here."],
    )]);
    assert!(found.tree.blocks[0].text.contains("also well-known to"), "{}", found.tree.blocks[0].text);
}

#[test]
fn t072_turned_pages_are_read_as_displayed_and_their_boxes_turned_back() {
    let mut sheet = Sheet::new(0);
    sheet.0.rotation = 90;
    for (line, text) in ["First line of a landscape page", "second line of it here"].iter().enumerate() {
        for (at, ch) in text.chars().enumerate() {
            let (x, y) = (100.0 + 12.0 * line as f32, 72.0 + 5.0 * at as f32);
            sheet.push(ch, Rect::new(x - 8.0, y, x + 2.0, y + 5.0), x, y, 10.0, PLAIN, 90);
        }
    }
    let found = structured(vec![sheet]);
    assert_eq!(texts(&found), ["First line of a landscape page second line of it here"]);
    let segments = found.segments(&waymark_structure::SegmentLimits::default(), &|text| text.len() / 4);
    let rect = segments[0].locators[0].rects[0];
    assert!(rect.height() > rect.width(), "the highlight stands upright on the unturned page");
}

#[test]
fn t059_pages_without_a_usable_map_are_called_garbled() {
    let mut sheet = Sheet::new(0).body(72.0, 700.0, &PROSE);
    for ch in &mut sheet.0.chars {
        ch.ch = '\u{fffd}';
        ch.flags = char_flags::UNMAPPED;
    }
    let mut scan = Sheet::new(1);
    scan.0.images.push(Rect::new(0.0, 0.0, 612.0, 792.0));
    let found = structured(vec![sheet, scan, Sheet::new(2), Sheet::new(3).body(72.0, 700.0, &PROSE)]);
    assert_eq!(found.tree.classes, [PageClass::Garbled, PageClass::Scanned, PageClass::Empty, PageClass::Text]);
    assert_eq!(
        (found.tree.health.garbled, found.tree.health.scanned, found.tree.health.empty, found.tree.health.text),
        (1, 1, 1, 1)
    );
}

fn statement() -> Sheet {
    let mut sheet =
        Sheet::new(0).put(72.0, 720.0, 14.0, BOLD, "Statement of income").put(72.0, 690.0, 10.0, PLAIN, "(in millions)");
    let rows = [
        ("", "2022", "2021"),
        ("Net sales", "34,229", "35,355"),
        ("Cost of sales", "19,232", "18,795"),
        ("Interest", "(462)", "(488)"),
        ("Net income", "5,777", "5,921"),
    ];
    for (at, (label, a, b)) in rows.iter().enumerate() {
        let y = 660.0 - 14.0 * at as f32;
        let right = |text: &str, x: f32| x - text.len() as f32 * 5.0;
        sheet = sheet.put(72.0, y, 10.0, PLAIN, label).put(right(a, 380.0), y, 10.0, PLAIN, a).put(
            right(b, 480.0),
            y,
            10.0,
            PLAIN,
            b,
        );
    }
    sheet.body(72.0, 560.0, &PROSE)
}

#[test]
fn t096_unruled_financial_tables_keep_their_rows_header_and_unit() {
    let found = structured(vec![statement()]);
    let block = found.tree.blocks.iter().find(|block| block.kind == BlockKind::Table).unwrap();
    let table = block.table.as_ref().unwrap();
    assert_eq!(table.header_rows, 1);
    assert_eq!(table.rows[0][1..], ["2022", "2021"]);
    assert_eq!(table.rows[1], ["Net sales", "34,229", "35,355"]);
    assert_eq!(table.unit.as_deref(), Some("in millions"));
    let markdown = found.markdown().text;
    assert!(markdown.contains("| Net sales | 34,229 | 35,355 |"), "{markdown}");
}

#[test]
fn t092_row_groups_repeat_the_header_and_are_embedded_by_their_labels() {
    let mut sheet = Sheet::new(0);
    for at in 0..40 {
        let y = 740.0 - 14.0 * at as f32;
        let (label, a, b) = if at == 0 {
            ("Item".to_owned(), "Minimum".to_owned(), "Maximum".to_owned())
        } else {
            (format!("Input voltage of supply {at}"), format!("{at}.25"), format!("{at}.75"))
        };
        sheet = sheet.put(72.0, y, 10.0, PLAIN, &label).put(300.0, y, 10.0, PLAIN, &a).put(420.0, y, 10.0, PLAIN, &b);
    }
    let found = structured(vec![sheet]);
    let segments = found.segments(&waymark_structure::SegmentLimits::default(), &|text| text.len() / 4);
    assert!(segments.len() > 1);
    for segment in &segments {
        assert!(segment.text.contains("Minimum | Maximum"), "{}", segment.text);
        assert!(!segment.embedding_text.contains(".25"), "no data fields: {}", segment.embedding_text);
        assert!(segment.lexical_text.contains(".25"));
    }
}

#[test]
fn a_printed_contents_list_never_becomes_sections() {
    let mut contents = Sheet::new(0).put(72.0, 720.0, 16.0, BOLD, "Contents");
    for (at, (title, page)) in [("1 Overview", 2), ("1.1 Limits", 2), ("1.1.1 Heat", 3), ("2 Pins", 3)].iter().enumerate() {
        let dots = ".".repeat(40);
        contents = contents.put(72.0, 690.0 - 14.0 * at as f32, 10.0, BOLD, &format!("{title} {dots} {page}"));
    }
    let mut sheets = vec![contents];
    for (at, mut sheet) in numbered().into_iter().enumerate() {
        sheet.0.index = u32::try_from(at).unwrap() + 1;
        sheets.push(sheet);
    }
    let found = structured(sheets);
    assert_eq!(outline(&found).len(), 4, "{:?}", outline(&found));
    assert!(found.tree.sections[1..].iter().all(|section| section.page >= 1));
    assert!(found.tree.sections[1].evidence.contains(&waymark_core::Evidence::Contents));
    assert!(found.tree.blocks.iter().filter(|block| block.kind == BlockKind::Contents).count() >= 4);
}

#[test]
fn annual_report_items_stand_under_their_parts() {
    let sheet = |page, part: &str, items: [&str; 2]| {
        Sheet::new(page)
            .put(280.0, 720.0, 10.0, BOLD, part)
            .put(72.0, 690.0, 10.0, BOLD, items[0])
            .body(72.0, 665.0, &PROSE)
            .put(72.0, 570.0, 10.0, BOLD, items[1])
            .body(72.0, 545.0, &PROSE)
    };
    let found = structured(vec![
        sheet(0, "PART I", ["Item 1. Business", "Item 1A. Risk Factors"]),
        sheet(1, "PART II", ["Item 5. Market for Equity", "Item 7A. Market Risk"]),
    ]);
    let expected = [
        (1, "PART I"),
        (2, "Item 1. Business"),
        (2, "Item 1A. Risk Factors"),
        (1, "PART II"),
        (2, "Item 5. Market for Equity"),
        (2, "Item 7A. Market Risk"),
    ];
    assert_eq!(outline(&found), expected.map(|(level, title)| (level, title.to_owned())));
}

#[test]
fn bookmarks_are_judged() {
    use waymark_core::page::Bookmark;
    let mark = |level, title: &str, page| Bookmark { level, title: title.into(), page: Some(page), y: None };
    let mut text = common::document(numbered());
    text.info.bookmarks = vec![mark(1, "Page 1", 0), mark(1, "Page 2", 1)];
    let source = waymark_structure::SourceName { file_name: "x.pdf" };
    let useless = waymark_structure::build(&text, &source);
    assert_eq!(outline(&useless).len(), 4);
    text.info.bookmarks =
        vec![mark(1, "1 Overview", 0), mark(2, "1.1 Limits", 0), mark(3, "1.1.1 Heat", 1), mark(1, "2 Pins", 1)];
    let good = waymark_structure::build(&text, &source);
    assert!(good.tree.sections[1..].iter().all(|section| section.evidence.contains(&waymark_core::Evidence::Bookmark)));
}

#[test]
fn facts_of_a_filing_are_read_from_its_cover_whatever_the_file_is_called() {
    let cover = Sheet::new(0)
        .put(200.0, 740.0, 12.0, BOLD, "UNITED STATES")
        .put(200.0, 700.0, 12.0, BOLD, "FORM 10-K")
        .put(150.0, 670.0, 10.0, PLAIN, "For the fiscal year ended December 31, 2018")
        .put(220.0, 630.0, 14.0, BOLD, "Acme Company")
        .put(150.0, 610.0, 8.0, PLAIN, "(Exact name of registrant as specified in its charter)");
    let facts = structured(vec![cover, Sheet::new(1).body(72.0, 700.0, &PROSE)]).tree.facts;
    use waymark_core::FactKind::{Company, Form, Year};
    assert_eq!(facts.values(Form).next(), Some("10-K"));
    assert_eq!(facts.values(Year).next(), Some("2018"));
    assert_eq!(facts.values(Company).next(), Some("Acme Company"));
    assert_eq!(facts.title, "Acme 2018 10-K");
    assert!(facts.keywords.iter().any(|word| word == "10-K"));
}
