//! Layout faults met in real documents, each as a hand-made page.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

mod common;

use common::{BOLD, ITALIC, PLAIN, PROSE, Sheet, document, outline, structured, texts};
use waymark_core::page::char_flags;
use waymark_core::{Evidence, Rect};
use waymark_structure::{SourceName, build};

/// Characters of `text`, each followed by a line end that the reader made up.
fn broken(mut sheet: Sheet, x: f32, y: f32, size: f32, font: u16, text: &str) -> Sheet {
    for (at, ch) in text.chars().enumerate() {
        let left = x + at as f32 * size * 0.5;
        sheet.push(ch, Rect::new(left, y - 0.2 * size, left + size * 0.5, y + 0.8 * size), left, y, size, font, 0);
        sheet.push('\n', Rect::new(left, y, left, y), left, y, size, font, 0);
        sheet.0.chars.last_mut().unwrap().flags = char_flags::GENERATED;
    }
    sheet
}

#[test]
fn leaders_do_not_run_the_words_before_them_together() {
    let mut sheet = Sheet::new(0).body(72.0, 700.0, &PROSE);
    // Words of letters that nearly touch, true spaces between them, then dots that are spaced like letters of a poster.
    let mut x = 72.0;
    for (word, last) in [("Linux", false), ("tricks", false), ("explained", true)] {
        for ch in word.chars() {
            sheet.push(ch, Rect::new(x, 598.0, x + 4.8, 608.0), x, 600.0, 10.0, PLAIN, 0);
            x += 5.0;
        }
        if !last {
            sheet.push(' ', Rect::new(x, 598.0, x + 2.2, 608.0), x, 600.0, 10.0, PLAIN, 0);
            x += 2.4;
        }
    }
    for _ in 0..40 {
        x += 2.6;
        sheet.push(' ', Rect::new(x - 2.6, 598.0, x, 608.0), x - 2.6, 600.0, 10.0, PLAIN, 0);
        sheet.push('.', Rect::new(x, 598.0, x + 2.0, 608.0), x, 600.0, 10.0, PLAIN, 0);
        x += 2.0;
    }
    let all = texts(&structured(vec![sheet])).join("\n");
    assert!(all.contains("Linux tricks explained"), "{all}");
}

#[test]
fn accents_printed_behind_the_line_find_their_letters() {
    let mut sheet = Sheet::new(0).put(72.0, 700.0, 10.0, PLAIN, "Jerome Henin and Juan Lopez wrote about it");
    for (at, accent) in [(1, '´'), (3, 'ˆ'), (8, '´')] {
        let left = 72.0 + at as f32 * 5.0;
        sheet.push(accent, Rect::new(left + 1.0, 706.0, left + 4.0, 709.0), left + 1.0, 700.0, 10.0, PLAIN, 0);
    }
    let all = texts(&structured(vec![sheet.body(72.0, 680.0, &PROSE)])).join("\n");
    assert!(all.contains("Jérôme Hénin and Juan Lopez wrote"), "{all}");
}

#[test]
fn a_raised_mark_does_not_stick_to_its_note() {
    let sheet =
        Sheet::new(0).body(72.0, 700.0, &PROSE).put(72.0, 504.0, 5.0, PLAIN, "7").put(74.6, 500.0, 9.0, PLAIN, "See the note");
    let all = texts(&structured(vec![sheet])).join("\n");
    assert!(all.contains("7 See the note"), "{all}");
}

#[test]
fn line_ends_made_up_behind_every_letter_are_no_spaces() {
    let sheet = broken(Sheet::new(0), 72.0, 700.0, 14.0, BOLD, "Item 16. Summary").body(72.0, 680.0, &PROSE);
    let all = outline(&structured(vec![sheet]));
    assert!(all.iter().any(|(_, title)| title == "Item 16. Summary"), "{all:?}");
}

#[test]
fn a_caption_at_the_top_of_a_page_is_no_running_header() {
    let sheets = (0..8_u32).map(|page| {
        let topic = |at: u32| ["air", "sea", "sand", "snow", "rain", "wind", "fog", "ice"][at as usize];
        let list: Vec<String> = (0..8).map(|at| format!("Listing {}: a sample of {} in full", at + 1, topic(at))).collect();
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        if page == 7 {
            return Sheet::new(page).body(72.0, 700.0, &list);
        }
        Sheet::new(page)
            .put(72.0, 740.0, 9.0, ITALIC, &format!("Listing {}: a sample of {} in full", page + 1, topic(page)))
            .body(72.0, 700.0, &PROSE)
            .body(72.0, 600.0, &PROSE)
    });
    let all = texts(&structured(sheets.collect())).join("\n");
    for topic in ["air", "sea", "sand", "snow", "rain", "wind", "fog"] {
        assert!(
            all.matches(&format!("a sample of {topic} in full")).count() >= 2,
            "the listing of {topic} keeps its caption: {all}"
        );
    }
}

#[test]
fn index_letters_are_headings_and_index_entries_are_none() {
    let mut sheet = Sheet::new(1).put(72.0, 740.0, 16.0, BOLD, "Index");
    for (at, letter) in ["A", "B", "D", "F", "K", "S"].iter().enumerate() {
        let y = 710.0 - 60.0 * at as f32;
        sheet = sheet.put(72.0, y, 9.0, BOLD, letter);
        let entry = |rest: &str| format!("{}{rest} . . . . . . . . . {}", letter.to_lowercase(), 9 + at);
        sheet = sheet.body(72.0, y - 14.0, &[&entry("ble"), &entry("dden"), &entry("zzle")]);
    }
    let first = Sheet::new(0).put(72.0, 740.0, 16.0, BOLD, "Overview").body(72.0, 710.0, &PROSE).body(72.0, 600.0, &PROSE);
    let found = structured(vec![first, sheet]);
    let titles: Vec<String> = outline(&found).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, ["Index", "A", "B", "D", "F", "K", "S"], "the first line is the title");
}

#[test]
fn a_number_missing_between_two_headings_is_looked_for() {
    let long = "ITEM 5 - Market for the common equity of the registrant, matters of its stockholders and purchases of its own";
    let tail = "equity securities by the issuer";
    let sheet = |page: u32, title: &str| Sheet::new(page).put(72.0, 720.0, 10.0, BOLD, title).body(72.0, 690.0, &PROSE);
    let middle = Sheet::new(1).put(72.0, 720.0, 10.0, PLAIN, long).put(72.0, 708.0, 10.0, PLAIN, tail).body(72.0, 680.0, &PROSE);
    let found = structured(vec![
        sheet(0, "ITEM 4 - Mine safety disclosures"),
        middle,
        sheet(2, "ITEM 6 - Selected financial data"),
        sheet(3, "ITEM 7 - Discussion by the management"),
    ]);
    let titles: Vec<String> = outline(&found).into_iter().map(|(_, title)| title).collect();
    assert!(titles.iter().any(|title| title.starts_with("ITEM 5")), "{titles:?}");
}

#[test]
fn part_labels_stand_apart_from_the_lines_around_them() {
    let sheet = |page: u32, part: &str, item: &str| {
        Sheet::new(page)
            .put(200.0, 740.0, 10.0, BOLD, "For the year that ended in December")
            .put(280.0, 727.0, 10.0, BOLD, part)
            .put(200.0, 714.0, 10.0, BOLD, item)
            .body(72.0, 690.0, &PROSE)
            .body(72.0, 600.0, &PROSE)
    };
    let found = structured(vec![
        sheet(0, "PART I", "Item 1. Business"),
        sheet(1, "PART II", "Item 5. Market"),
        sheet(2, "PART II I", "Item 10. Directors"),
    ]);
    let all = outline(&found);
    for title in ["PART I", "PART II", "PART III", "Item 5. Market", "Item 10. Directors"] {
        assert!(all.iter().any(|(_, known)| known == title), "{title} in {all:?}");
    }
}

#[test]
fn an_italic_numbered_head_does_not_run_into_its_paragraph() {
    let sheet = Sheet::new(0)
        .put(72.0, 740.0, 14.0, BOLD, "4 Method")
        .put(72.0, 715.0, 10.0, ITALIC, "4.1 Search along the curve")
        .body(72.0, 703.0, &PROSE)
        .put(72.0, 610.0, 10.0, ITALIC, "4.2 Search by chance")
        .body(72.0, 598.0, &PROSE);
    let all = texts(&structured(vec![sheet]));
    for head in ["4.1 Search along the curve", "4.2 Search by chance"] {
        assert!(all.iter().any(|text| text == head), "{head} in {all:?}");
    }
}

#[test]
fn the_last_entry_of_a_contents_list_stays_an_entry() {
    let entries: Vec<String> = (1..=6)
        .map(|at| {
            format!("{at} Chapter about {} . . . . . . . . . {}", ["air", "sea", "sand", "snow", "rain", "wind"][at - 1], at + 1)
        })
        .collect();
    let lines: Vec<&str> = entries.iter().map(String::as_str).collect();
    let list = Sheet::new(0).put(72.0, 740.0, 16.0, BOLD, "Contents").body(72.0, 710.0, &lines).body(72.0, 600.0, &PROSE).put(
        72.0,
        500.0,
        12.0,
        BOLD,
        "Closing remarks 8",
    );
    let mut sheets = vec![list];
    for (at, topic) in ["air", "sea", "sand", "snow", "rain", "wind"].iter().enumerate() {
        sheets.push(
            Sheet::new(at as u32 + 1)
                .put(72.0, 720.0, 14.0, BOLD, &format!("{} Chapter about {topic}", at + 1))
                .body(72.0, 690.0, &PROSE),
        );
    }
    sheets.push(Sheet::new(7).put(72.0, 720.0, 14.0, BOLD, "Closing remarks").body(72.0, 690.0, &PROSE));
    let titles: Vec<String> = outline(&structured(sheets)).into_iter().map(|(_, title)| title).collect();
    assert!(titles.contains(&"Closing remarks".to_owned()) && !titles.contains(&"Closing remarks 8".to_owned()), "{titles:?}");
}

#[test]
fn text_without_headings_gets_induced_sections() {
    let topics = [
        "ferries harbour captain crew passengers tickets sailing",
        "turbines blades generator voltage converter gearbox nacelle",
        "orchards apples harvest cider pruning blossom frost",
    ];
    let sheets = topics.iter().enumerate().map(|(page, topic)| {
        let words: Vec<&str> = topic.split(' ').collect();
        let mut sheet = Sheet::new(page as u32);
        for paragraph in 0..8 {
            let lines: Vec<String> = (0..4)
                .map(|line| {
                    let word = |step: usize| words[(paragraph * 3 + line * 2 + step) % words.len()];
                    format!(
                        "they spoke of {} and {} while {} was near and {} with {} came again to them",
                        word(0),
                        word(1),
                        word(2),
                        word(3),
                        word(4)
                    )
                })
                .collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            sheet = sheet.body(72.0, 740.0 - 85.0 * paragraph as f32, &lines);
        }
        sheet
    });
    let found = build(&document(sheets.collect()), &SourceName { file_name: "notes.pdf" });
    let sections = &found.tree.sections[1..];
    assert_eq!(sections.len(), 3, "{:?}", outline(&found));
    assert!(sections.iter().all(|section| section.evidence == [Evidence::Induced] && section.confidence < 0.5));
    assert_eq!(sections.iter().map(|section| section.page).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(sections[1].title.split(" · ").all(|term| topics[1].contains(term)), "{}", sections[1].title);
    assert!(found.tree.warnings.iter().any(|warning| warning.contains("induced")));
}

#[test]
fn what_looks_like_an_entity_survives_markdown() {
    let sheet = Sheet::new(0).body(72.0, 700.0, &PROSE).body(72.0, 600.0, &["Write &nbsp; for a fixed space, and R&D stays."]);
    let markdown = structured(vec![sheet]).markdown().text;
    assert!(markdown.contains("&amp;nbsp; for") && markdown.contains("R&D stays"), "{markdown}");
}

#[test]
fn angle_brackets_of_a_symbol_font_do_not_stick_to_their_word() {
    let mut sheet = Sheet::new(0).body(72.0, 700.0, &PROSE).put(72.0, 600.0, 10.0, PLAIN, "colvar hnamei is set");
    sheet.0.fonts.push(waymark_core::FontInfo { name: "CMSY10".into(), ..waymark_core::FontInfo::default() });
    let font = u16::try_from(sheet.0.fonts.len() - 1).unwrap();
    let line = sheet.0.chars.len() - "colvar hnamei is set".len();
    for at in [line + 7, line + 12] {
        (sheet.0.chars[at].font, sheet.0.chars[at].flags) = (font, char_flags::UNMAPPED);
    }
    let all = texts(&structured(vec![sheet])).join("\n");
    assert!(all.contains("colvar ⟨name⟩ is set"), "{all}");
}

#[test]
fn a_list_of_single_digits_keeps_its_spaces() {
    let sheet = Sheet::new(0).body(72.0, 700.0, &PROSE).put(72.0, 600.0, 10.0, PLAIN, "36 [2 4 4 4 4 4 4 4 4 4 4 4]");
    let all = texts(&structured(vec![sheet])).join("\n");
    assert!(all.contains("36 [2 4 4 4 4 4 4 4 4 4 4 4]"), "{all}");
    let spread = Sheet::new(0).body(72.0, 700.0, &PROSE).put(72.0, 600.0, 10.0, PLAIN, "C O N T R O L S");
    let all = texts(&structured(vec![spread])).join("\n");
    assert!(all.contains("CONTROLS"), "{all}");
}
