//! For documents as people set them, whatever they say: every heading is found once and in order, every printed letter comes
//! out once, and every stretch of the Markdown says exactly what is printed at its place.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/map.rs"]
mod map;

use common::{BOLD, PLAIN, Sheet};
use map::letters;
use proptest::prelude::*;
use waymark_core::DocumentText;
use waymark_structure::{SourceName, build};

/// Characters of body text in a line.
const WIDTH: usize = 84;
/// Lowest baseline of a page.
const FOOT: f32 = 60.0;

/// A section: how deep, its title, its paragraphs.
#[derive(Debug, Clone)]
struct Part {
    level: usize,
    title: String,
    paragraphs: Vec<String>,
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![12 => "[a-z]{2,9}", 1 => "[A-Z][a-z]{3,7}", 1 => Just("naïve".to_owned()), 1 => Just("eﬃcient".to_owned()), 1 => Just("snake_case".to_owned()), 1 => Just("a*b".to_owned())]
}

fn sentences(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let sentence = prop::collection::vec(word(), 6..14).prop_map(|words| format!("The {}.", words.join(" ")));
    prop::collection::vec(sentence, count).prop_map(|sentences| sentences.join(" "))
}

prop_compose! {
    fn part()(level in 1_usize..4, title in prop::collection::vec("[A-Z][a-z]{3,8}", 1..4), paragraphs in prop::collection::vec(sentences(4..8), 1..3)) -> Part {
        Part { level, title: title.join(" "), paragraphs }
    }
}

/// The typesetter: runs of lines down the page, a new page where there is no room.
struct Press {
    sheets: Vec<Sheet>,
    y: f32,
    printed: String,
}

impl Press {
    fn line(&mut self, text: &str, size: f32, font: u16, leading: f32) {
        if self.y - leading < FOOT {
            self.sheets.push(Sheet::new(u32::try_from(self.sheets.len()).unwrap()));
            self.y = 740.0;
        }
        self.y -= leading;
        let sheet = self.sheets.pop().unwrap();
        self.sheets.push(sheet.put(72.0, self.y, size, font, text));
        self.printed.push_str(text);
    }

    fn paragraph(&mut self, text: &str) {
        let mut line = String::new();
        let mut leading = 18.0;
        for word in text.split(' ') {
            if line.len() + word.len() >= WIDTH {
                self.line(&line, 10.0, PLAIN, leading);
                line.clear();
                leading = 12.0;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(&line, 10.0, PLAIN, leading);
    }
}

/// The pages, the numbered headings with their levels, and every letter in order.
fn typeset(parts: &[Part]) -> (DocumentText, Vec<(u8, String)>, String) {
    let mut press = Press { sheets: vec![Sheet::new(0)], y: 740.0, printed: String::new() };
    let mut numbers: Vec<usize> = Vec::new();
    let mut headings = Vec::new();
    for part in parts {
        let level = part.level.min(numbers.len() + 1);
        numbers.resize(level, 0);
        numbers[level - 1] += 1;
        let number: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let title = format!("{} {}", number.join("."), part.title);
        let size = [16.0, 13.0, 11.5][level - 1];
        // A heading keeps two lines of its text with it.
        if press.y - 70.0 < FOOT {
            press.y = FOOT;
        }
        press.line(&title, size, BOLD, 32.0);
        headings.push((u8::try_from(level).unwrap(), title));
        part.paragraphs.iter().for_each(|text| press.paragraph(text));
    }
    let printed = letters(&press.printed);
    (common::document(press.sheets), headings, printed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn headings_letters_and_places_are_those_printed(parts in prop::collection::vec(part(), 3..12)) {
        let (document, headings, printed) = typeset(&parts);
        let structured = build(&document, &SourceName { file_name: "doc-001.pdf" });
        prop_assert_eq!(common::outline(&structured), headings);
        let markdown = structured.markdown();
        let mut written = String::new();
        for stretch in map::stretches(&markdown, &document) {
            prop_assert_eq!(stretch.written(), stretch.printed());
            prop_assert!(stretch.chars.iter().all(|char| char.rect.width() > 0.0 && char.rect.height() > 0.0));
            written.push_str(&stretch.written());
        }
        prop_assert_eq!(written, printed);
    }
}
