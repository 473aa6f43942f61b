//! For any page at all: nothing panics, every heading appears once, ranges nest, segments cover the text, the map holds.

#![allow(clippy::unwrap_used)]

#[path = "common/bytes.rs"]
mod bytes;
mod common;
#[path = "common/map.rs"]
mod map;

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use waymark_core::page::{PageChar, Rule, char_flags};
use waymark_core::{BlockKind, DocumentInfo, DocumentText, FontInfo, PageText, Rect, SegmentKind};
use waymark_structure::formatter::{Reach, Verdicts};
use waymark_structure::{Builder, SegmentLimits, SourceName, Structured, build};

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![8 => 0.0_f32..800.0, 1 => Just(f32::NAN), 1 => Just(f32::INFINITY), 1 => -1e9_f32..1e9]
}

fn letter() -> impl Strategy<Value = char> {
    prop_oneof![10 => prop::char::range('a', 'z'), 4 => Just(' '), 2 => prop::char::range('0', '9'), 1 => Just('.'), 1 => Just('-'), 1 => any::<char>(), 1 => Just('第'), 1 => Just('\u{fb01}'), 1 => Just('א')]
}

prop_compose! {
    fn stray()(ch in letter(), x in number(), y in number(), size in number(), font in 0_u16..4, angle in 0_u16..400, flags in 0_u8..16) -> PageChar {
        PageChar { ch, rect: Rect { x0: x, y0: y, x1: x + size, y1: y + size }, x, y, size, font, color: 0, angle, mcid: i32::from(font) - 1, flags }
    }
}

prop_compose! {
    fn line()(text in prop::collection::vec(letter(), 1..60), x in 40.0_f32..400.0, row in 0_u8..55, size in prop_oneof![6 => Just(10.0_f32), 1 => Just(14.0), 1 => Just(20.0)], font in 0_u16..3) -> Vec<PageChar> {
        let y = 760.0 - f32::from(row) * 13.0;
        text.into_iter().enumerate().map(|(at, ch)| {
            #[allow(clippy::cast_precision_loss)]
            let left = x + at as f32 * size * 0.5;
            PageChar { ch, rect: Rect::new(left, y - 2.0, left + size * 0.5, y + size * 0.8), x: left, y, size, font, color: 0, angle: 0, mcid: -1, flags: 0 }
        }).collect()
    }
}

prop_compose! {
    fn page()(lines in prop::collection::vec(line(), 0..30), strays in prop::collection::vec(stray(), 0..20), rotation in prop_oneof![4 => Just(0_u16), 1 => Just(90), 1 => Just(270)], rule in (number(), number())) -> PageText {
        let font = |bold| FontInfo { name: if bold { "A-Bold".into() } else { "A".into() }, bold, ..FontInfo::default() };
        PageText {
            width: 612.0,
            height: 792.0,
            rotation,
            fonts: vec![font(false), font(true), font(false)],
            chars: lines.into_iter().flatten().chain(strays).collect(),
            rules: vec![Rule { rect: Rect { x0: rule.0, y0: rule.1, x1: rule.1, y1: rule.0 }, color: 0 }],
            drawings: vec![Rect { x0: rule.0, y0: 100.0, x1: rule.1, y1: 300.0 }],
            ..PageText::default()
        }
    }
}

fn document(pages: Vec<PageText>) -> DocumentText {
    let pages: Vec<PageText> =
        pages.into_iter().enumerate().map(|(at, page)| PageText { index: u32::try_from(at).unwrap(), ..page }).collect();
    DocumentText { info: DocumentInfo { pages: u32::try_from(pages.len()).unwrap(), ..DocumentInfo::default() }, pages }
}

fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Builds the document and checks everything that must hold for any pages at all.
fn check(document: &DocumentText) {
    let name = SourceName { file_name: "x.pdf" };
    let structured = build(document, &name);
    let again = build(document, &name);
    assert_eq!(format!("{structured:?}"), format!("{again:?}"), "the same pages give the same document");
    check_structured(&structured, document);
}

fn check_structured(structured: &Structured, document: &DocumentText) {
    tree(structured);
    headings(structured);
    segments(structured);
    source_map(structured, document);
}

/// Letters of everything printed, in order; titles that are printed nowhere do not count.
fn printed(structured: &Structured) -> String {
    let tree = &structured.tree;
    let mut out = String::new();
    let mut blocks = tree.blocks.iter().peekable();
    for section in &tree.sections {
        if !section.heading.is_empty() {
            out.push_str(&section.title);
        }
        while let Some(block) = blocks.next_if(|block| block.section == section.index) {
            out.push_str(&block.text);
        }
    }
    map::letters(&out)
}

/// However absurd the verdicts: the tree is valid, and the text is that of the native formatter.
fn check_verdicts(document: &DocumentText, words: &[Option<u8>], reach: Reach, steady: bool) {
    let mut builder = Builder::new(document.info.clone(), &SourceName { file_name: "x.pdf" });
    document.pages.iter().for_each(|page| builder.add_page(page));
    let material = builder.material();
    let native = builder.clone().finish();
    let said = words.iter().copied().cycle();
    let levels: BTreeMap<u32, Option<u8>> = material.lines.iter().map(|line| line.id).chain([u32::MAX]).zip(said).collect();
    let formatted = builder.finish_with(&Verdicts { levels, reach, steady });
    check_structured(&formatted, document);
    assert_eq!(printed(&formatted), printed(&native));
    assert_eq!(formatted.tree.facts, native.tree.facts);
    assert_eq!((&formatted.tree.health, &formatted.tree.classes), (&native.tree.health, &native.tree.classes));
}

/// Parents come first, one level above; the pages of a child lie within its parent's.
fn tree(structured: &Structured) {
    let tree = &structured.tree;
    assert!(!tree.facts.title.is_empty());
    for (at, section) in tree.sections.iter().enumerate() {
        assert_eq!(section.index as usize, at);
        assert_eq!(section.parent.is_none(), at == 0);
        assert!(section.page <= section.last_page || tree.classes.is_empty());
        if let Some(parent) = section.parent {
            let parent = &tree.sections[parent as usize];
            assert!(parent.index < section.index && section.level == parent.level + 1);
            assert!(section.page >= parent.page && section.last_page <= parent.last_page);
        }
    }
    assert!(tree.sections.windows(2).all(|pair| pair[0].page <= pair[1].page), "sections come in the order of pages");
    assert!(tree.blocks.windows(2).all(|pair| pair[0].section <= pair[1].section));
    for block in &tree.blocks {
        assert!(block.map.windows(2).all(|pair| pair[0].end <= pair[1].start));
        let inside = |start: u32, end: u32| block.text.get(start as usize..end as usize).is_some();
        assert!(block.map.iter().all(|span| inside(span.start, span.end) && span.char_start < span.char_end));
    }
}

/// Every heading of the tree stands in the Markdown once, in order, at its level.
fn headings(structured: &Structured) {
    let markdown = structured.markdown();
    let mut fence: Option<&str> = None;
    let mut levels = Vec::new();
    for line in markdown.text.split('\n') {
        let mark = ["```", "~~~~"].into_iter().find(|mark| line == *mark);
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) if line.starts_with('#') => levels.push(line.bytes().take_while(|byte| *byte == b'#').count()),
            _ => {}
        }
    }
    let wanted: Vec<usize> = structured.tree.sections.iter().skip(1).map(|one| usize::from(one.level.clamp(1, 6))).collect();
    assert_eq!(levels, wanted, "{}", markdown.text);
}

/// Segments cover the text of the blocks, each stretch once and in order.
fn segments(structured: &Structured) {
    let tree = &structured.tree;
    let limits = SegmentLimits { max_tokens: 60, max_chars: 200, merge_chars: 150 };
    let segments = structured.segments(&limits, &|text| text.len() / 4);
    let (mut own, mut texts) = (String::new(), String::new());
    for (at, segment) in segments.iter().enumerate() {
        assert_eq!(segment.ordinal as usize, at);
        assert!(segment.lines.windows(2).all(|pair| pair[0].end <= pair[1].start));
        for span in &segment.lines {
            own.push_str(segment.text.get(span.start as usize..span.end as usize).unwrap());
        }
        if segment.kind == SegmentKind::Text {
            texts.push_str(&segment.text);
        }
    }
    let spans =
        tree.blocks.iter().flat_map(|block| block.map.iter().map(|span| &block.text[span.start as usize..span.end as usize]));
    assert_eq!(bare(&own), bare(&spans.collect::<String>()), "no printed stretch is lost, none comes twice");
    let running = tree.blocks.iter().filter(|block| match block.kind {
        BlockKind::Table => block.table.is_none(),
        BlockKind::Figure => block.figure.is_none(),
        _ => true,
    });
    assert_eq!(bare(&texts), bare(&running.map(|block| block.text.as_str()).collect::<String>()), "running text has no gap");
}

/// Every stretch of the Markdown's map leads to characters of the page, with boxes, that say what it says.
fn source_map(structured: &Structured, document: &DocumentText) {
    let markdown = structured.markdown();
    assert!(markdown.map.windows(2).all(|pair| pair[0].start <= pair[1].start));
    for stretch in map::stretches(&markdown, document) {
        assert!(!stretch.chars.is_empty());
        // What the font does not name is guessed from its neighbours.
        if stretch.chars.iter().any(|char| char.flags & char_flags::UNMAPPED != 0) {
            continue;
        }
        let mut left: HashMap<char, i32> = HashMap::new();
        stretch.printed().chars().for_each(|ch| *left.entry(ch).or_default() += 1);
        for ch in stretch.written().chars() {
            let count = left.entry(ch).or_default();
            *count -= 1;
            assert!(*count >= 0, "`{ch}` of `{}` is not printed there: `{}`", stretch.markdown, stretch.printed());
        }
    }
}

/// Bytes that look random and are always the same.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..length).map(|_| next()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pages_are_structured(pages in prop::collection::vec(page(), 0..4)) {
        check(&document(pages));
    }

    #[test]
    fn any_verdicts_keep_the_text_and_give_a_tree(
        pages in prop::collection::vec(page(), 1..3),
        words in prop::collection::vec(prop::option::of(0_u8..9), 1..12),
        (unsettled, steady) in any::<(bool, bool)>(),
    ) {
        let reach = if unsettled { Reach::Unsettled } else { Reach::Doubtful };
        check_verdicts(&document(pages), &words, reach, steady);
    }
}

#[test]
fn any_bytes_are_structured() {
    for seed in 0..150 {
        let document = bytes::document(&noise(seed, 40 + 37 * usize::try_from(seed).unwrap()));
        check(&document);
        check_verdicts(&document, &[Some(2), None, Some(9), Some(0)], Reach::Unsettled, true);
    }
    for odd in [0_u8, 1, 10, 41, 255] {
        check(&bytes::document(&[odd; 3000]));
    }
}

/// `WAYMARK_FUZZ_SECONDS=300 cargo test -p waymark-structure --test properties -- --ignored`; a failure names its seed.
#[test]
#[ignore = "goes on for WAYMARK_FUZZ_SECONDS"]
#[allow(clippy::print_stderr)]
fn any_bytes_for_a_while() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let end = std::time::Instant::now() + std::time::Duration::from_secs(setting("WAYMARK_FUZZ_SECONDS").unwrap_or(60));
    let first = setting("WAYMARK_FUZZ_SEED").unwrap_or_else(|| u64::from(std::process::id()) << 16);
    let mut seed = first;
    while std::time::Instant::now() < end {
        let length = 40 + usize::try_from(seed % 200).unwrap() * 41;
        if std::panic::catch_unwind(|| check(&bytes::document(&noise(seed, length)))).is_err() {
            panic!("fails with WAYMARK_FUZZ_SEED={seed}");
        }
        seed += 1;
    }
    eprintln!("{} documents from seed {first}", seed - first);
}

#[test]
fn a_page_of_odd_numbers_in_both_directions_is_structured() {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, -0.0, 1e6, 40.0];
    let mut sheet = common::Sheet::new(0).put(40.0, 700.0, 10.0, 0, "1 שלום עולם Überschrift مرحبا 第一章 😀");
    for (at, ch) in "a\u{fffd}א\u{301}\u{10ffff}\u{0}第ﬁ".chars().enumerate() {
        let (x, y) = (odd[at % odd.len()], odd[(at + 3) % odd.len()]);
        for angle in [0, 90, 359, u16::MAX] {
            sheet.push(ch, Rect { x0: x, y0: y, x1: y, y1: x }, x, y, odd[(at + 5) % odd.len()], u16::MAX, angle);
        }
    }
    (sheet.0.width, sheet.0.height) = (f32::NAN, f32::INFINITY);
    check(&common::document(vec![sheet]));
    check(&DocumentText::default());
}

#[test]
fn a_page_of_many_characters_takes_no_more_than_moments() {
    let mut sheet = common::Sheet::new(0);
    for row in 0..2000_u16 {
        sheet =
            sheet.put(40.0, 30_000.0 - f32::from(row) * 12.0, 10.0, 0, "word 12 word 34   56 78 word word word word word word");
    }
    let start = std::time::Instant::now();
    check(&common::document(vec![sheet]));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
