//! Documents whose headings lost their style, with verdicts good and bad: what is heard, and what is not.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::{BOLD, PLAIN, PROSE, Sheet, document, outline};
use waymark_core::{Bookmark, DocumentText, Evidence};
use waymark_structure::eval::damage_styles;
use waymark_structure::formatter::{Material, Reach, Standing, Verdicts};
use waymark_structure::{Builder, SourceName, Structured};

/// Chapters with their sections.
const TITLES: [(&str, [&str; 2]); 4] = [
    ("Power supply", ["Starting the converter", "Limits of the input"]),
    ("Thermal behaviour", ["Derating with height", "Cooling by a fan"]),
    ("Mechanical drawing", ["Board and housing", "Weight of the parts"]),
    ("Ordering the device", ["Part numbers", "Packing and shipping"]),
];

/// Words that make notes differ.
const ORDINALS: [&str; 6] = ["boards", "housings", "drawings", "cables", "screws", "covers"];

/// A chapter a page; `numbered` chapters begin with `1`, `1.1`. Every page has short notes that are no headings.
fn pages(numbered: bool) -> DocumentText {
    let sheets = TITLES.iter().enumerate().map(|(at, (chapter, sections))| {
        let number = |part: String| if numbered { format!("{part} ") } else { String::new() };
        let mut sheet = Sheet::new(u32::try_from(at).unwrap())
            .put(72.0, 720.0, 16.0, BOLD, &format!("{}{chapter}", number((at + 1).to_string())))
            .body(72.0, 690.0, &PROSE);
        for (place, section) in sections.iter().enumerate() {
            let top = 580.0 - 220.0 * f32::from(u8::try_from(place).unwrap());
            sheet = sheet
                .put(72.0, top, 12.0, BOLD, &format!("{}{section}", number(format!("{}.{}", at + 1, place + 1))))
                .body(72.0, top - 20.0, &PROSE)
                .put(72.0, top - 110.0, 10.0, PLAIN, &format!("see the {} note on {},", ORDINALS[at], ORDINALS[place + 4]))
                .put(72.0, top - 122.0, 10.0, PLAIN, &format!("• which {} of {};", ORDINALS[place], ORDINALS[at + 2]));
        }
        sheet
    });
    document(sheets.collect())
}

fn damaged(numbered: bool) -> DocumentText {
    let mut text = pages(numbered);
    damage_styles(&mut text.pages);
    text
}

fn builder(text: &DocumentText) -> Builder {
    let mut builder = Builder::new(text.info.clone(), &SourceName { file_name: "doc-001.pdf" });
    text.pages.iter().for_each(|page| builder.add_page(page));
    builder
}

/// What one who knows the document says of a line.
fn truth(text: &str) -> Option<u8> {
    let bare = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    TITLES.iter().find_map(|(chapter, sections)| if bare == *chapter { Some(1) } else { sections.contains(&bare).then_some(2) })
}

fn verdicts(material: &Material, steady: bool, say: impl Fn(usize, &str) -> Option<u8>) -> Verdicts {
    let asked = material.lines.iter().filter(|line| line.standing != Standing::Settled);
    let levels: BTreeMap<u32, Option<u8>> = asked.enumerate().map(|(at, line)| (line.id, say(at, &line.text))).collect();
    Verdicts { levels, reach: Reach::Doubtful, steady }
}

fn formatted(text: &DocumentText, steady: bool, say: impl Fn(usize, &str) -> Option<u8>) -> Structured {
    let builder = builder(text);
    let verdicts = verdicts(&builder.material(), steady, say);
    builder.finish_with(&verdicts)
}

/// The outline as it truly is.
fn wanted() -> Vec<(u8, String)> {
    let chapter = |(chapter, sections): &(&str, [&str; 2])| {
        let sections = sections.map(|section| (2, section.to_owned()));
        std::iter::once((1, (*chapter).to_owned())).chain(sections).collect::<Vec<_>>()
    };
    TITLES.iter().flat_map(chapter).collect()
}

#[test]
fn only_lines_that_can_be_titles_are_in_doubt() {
    let material = builder(&damaged(false)).material();
    assert!(material.damaged);
    let doubtful: Vec<&str> =
        material.lines.iter().filter(|line| line.standing == Standing::Doubtful).map(|line| line.text.as_str()).collect();
    for (_, title) in wanted() {
        assert!(doubtful.contains(&title.as_str()), "`{title}` is not asked about: {doubtful:#?}");
    }
    assert!(doubtful.len() <= 12 + 2, "{doubtful:#?}");
    let sound = builder(&pages(false)).material();
    assert!(!sound.damaged);
    assert_eq!(sound.doubtful(), 0, "{sound:#?}");
}

#[test]
fn good_verdicts_give_a_damaged_document_its_headings_back() {
    let native = builder(&damaged(false)).finish();
    assert_ne!(outline(&native), wanted());
    let text = damaged(false);
    let found = formatted(&text, true, |_, line| truth(line));
    assert_eq!(outline(&found), wanted());
    let printed = found.tree.sections.iter().skip(1);
    assert!(printed.clone().all(|section| section.evidence.contains(&Evidence::Model) && !section.rects.is_empty()));
    let flat = formatted(&text, false, |_, line| truth(line));
    assert!(outline(&flat).iter().all(|(level, _)| *level == 1), "levels that nothing confirms are not followed");
    assert_eq!(outline(&flat).len(), 12);
}

#[test]
fn garbage_changes_nothing() {
    for text in [damaged(false), damaged(true), pages(true)] {
        let native = format!("{:?}", builder(&text).finish().tree);
        let same = |found: Structured| assert_eq!(format!("{:?}", found.tree), native);
        same(formatted(&text, true, |_, _| None));
        same(formatted(&text, true, |_, _| Some(1)));
        same(formatted(&text, true, |at, _| (at % 2 == 0).then_some(3)));
        same(formatted(
            &text,
            true,
            |at, line| if truth(line).is_some() { None } else { Some(u8::try_from(at % 6 + 1).unwrap()) },
        ));
    }
}

#[test]
fn what_a_number_or_a_bookmark_says_is_never_overruled() {
    let numbered = pages(true);
    let native = outline(&builder(&numbered).finish());
    assert_eq!(native.len(), 12, "{native:?}");
    // Right on all that is text, so that it is heard, and wrong on one numbered heading.
    let builder_of = builder(&numbered);
    let wrong = verdicts(&builder_of.material(), true, |_, line| truth(line).filter(|_| !line.contains("Cooling")));
    let found = builder_of.finish_with(&Verdicts { reach: Reach::Unsettled, ..wrong });
    assert_eq!(outline(&found), native);
    let mut marked = damaged(false);
    let mark = |(at, (chapter, _)): (usize, &(&str, [&str; 2]))| Bookmark {
        level: 1,
        title: (*chapter).to_owned(),
        page: Some(u32::try_from(at).unwrap()),
        y: None,
    };
    marked.info.bookmarks = TITLES.iter().enumerate().map(mark).collect();
    let native = outline(&builder(&marked).finish());
    let found = outline(&formatted(&marked, true, |_, line| truth(line).filter(|level| *level > 1)));
    for (level, title) in native {
        assert!(found.contains(&(level, title.clone())), "`{title}` is gone: {found:?}");
    }
}

#[test]
fn levels_follow_what_numbered_headings_show() {
    // Chapters and all sections but one are numbered; the model counts from 2 where the document counts from 1.
    let mut text = pages(true);
    text.pages[2] = Sheet::new(2)
        .put(72.0, 720.0, 16.0, BOLD, "3 Mechanical drawing")
        .body(72.0, 690.0, &PROSE)
        .put(72.0, 580.0, 12.0, BOLD, "3.1 Board and housing")
        .body(72.0, 560.0, &PROSE)
        .put(72.0, 460.0, 12.0, BOLD, "Weight of the parts")
        .body(72.0, 440.0, &PROSE)
        .0;
    damage_styles(&mut text.pages);
    let found = formatted(&text, false, |_, line| truth(line).map(|level| level + 1));
    let place = outline(&found).into_iter().find(|(_, title)| title == "Weight of the parts");
    assert_eq!(place, Some((2, "Weight of the parts".to_owned())), "{:?}", outline(&found));
}
