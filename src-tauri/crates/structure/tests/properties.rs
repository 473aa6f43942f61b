//! For any page at all: nothing panics, every heading appears once, ranges nest, segments cover the text, the map holds.

#![allow(clippy::unwrap_used)]

mod common;

use proptest::prelude::*;
use waymark_core::page::{PageChar, Rule};
use waymark_core::{DocumentInfo, DocumentText, FontInfo, PageText, Rect};
use waymark_structure::{SegmentLimits, SourceName, Structured, build};

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

fn check(structured: &Structured) {
    let tree = &structured.tree;
    assert!(!tree.facts.title.is_empty());
    for (at, section) in tree.sections.iter().enumerate() {
        assert_eq!(section.index as usize, at);
        if let Some(parent) = section.parent {
            let parent = &tree.sections[parent as usize];
            assert!(parent.index < section.index && section.level == parent.level + 1);
            assert!(section.page >= parent.page && section.last_page <= parent.last_page);
        }
    }
    assert!(tree.blocks.windows(2).all(|pair| pair[0].section <= pair[1].section));
    for block in &tree.blocks {
        assert!(block.map.windows(2).all(|pair| pair[0].end <= pair[1].start));
        assert!(
            block
                .map
                .iter()
                .all(|span| block.text.get(span.start as usize..span.end as usize).is_some() && span.char_start < span.char_end)
        );
    }
    let limits = SegmentLimits { max_tokens: 60, max_chars: 200, merge_chars: 150 };
    let segments = structured.segments(&limits, &|text| text.len() / 4);
    let mut own = String::new();
    for (at, segment) in segments.iter().enumerate() {
        assert_eq!(segment.ordinal as usize, at);
        assert!(segment.lines.windows(2).all(|pair| pair[0].end <= pair[1].start));
        for span in &segment.lines {
            own.push_str(segment.text.get(span.start as usize..span.end as usize).unwrap());
        }
    }
    let whole: String = tree
        .blocks
        .iter()
        .flat_map(|block| block.map.iter().map(|span| &block.text[span.start as usize..span.end as usize]))
        .collect();
    assert_eq!(bare(&own), bare(&whole), "segments cover the text of the blocks, each stretch once and in order");
    let markdown = structured.markdown();
    assert!(markdown.map.windows(2).all(|pair| pair[0].start <= pair[1].start));
    assert!(markdown.map.iter().all(|span| markdown.text.get(span.start as usize..span.end as usize).is_some()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pages_are_structured(pages in prop::collection::vec(page(), 0..4)) {
        check(&build(&document(pages), &SourceName { file_name: "x.pdf" }));
    }
}

#[test]
fn a_page_of_many_characters_takes_no_more_than_moments() {
    let mut sheet = common::Sheet::new(0);
    for row in 0..2000_u16 {
        sheet =
            sheet.put(40.0, 30_000.0 - f32::from(row) * 12.0, 10.0, 0, "word 12 word 34   56 78 word word word word word word");
    }
    let start = std::time::Instant::now();
    check(&common::structured(vec![sheet]));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
