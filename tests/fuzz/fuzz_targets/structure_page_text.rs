//! Any pages → tree, Markdown and segments, twice the same.

#![no_main]

#[path = "../../../src-tauri/crates/structure/tests/common/bytes.rs"]
mod bytes;

use libfuzzer_sys::fuzz_target;
use waymark_structure::eval::plain_text;
use waymark_structure::{Builder, SegmentLimits, SourceName, Structured};

fn structured(data: &[u8]) -> Structured {
    let document = bytes::document(data);
    let mut builder = Builder::new(document.info.clone(), &SourceName { file_name: "x.pdf" });
    for page in &document.pages {
        builder.add_page(page);
        std::hint::black_box(plain_text(page));
    }
    builder.finish()
}

fuzz_target!(|data: &[u8]| {
    let one = structured(data);
    let segments = one.segments(&SegmentLimits::default(), &|text| text.len() / 4);
    let markdown = one.markdown();
    for span in &markdown.map {
        assert!(markdown.text.get(span.start as usize..span.end as usize).is_some());
    }
    let two = structured(data);
    assert_eq!(markdown.text, two.markdown().text);
    assert_eq!(segments.len(), two.segments(&SegmentLimits::default(), &|text| text.len() / 4).len());
});
