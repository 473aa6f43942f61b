//! Other ways to cut a library into what is embedded and found.

use waymark_core::{IndexEntry, SegmentKind};
use waymark_store::{StoredSegment, segment_id};
use waymark_structure::segments::sentences;

/// The document's text cut every `size` characters, whatever stands there; each stretch lies on the page where it begins.
pub(super) fn fixed(segments: &[StoredSegment], size: usize) -> Vec<StoredSegment> {
    let size = size.max(1);
    let mut out: Vec<StoredSegment> = Vec::new();
    let mut open: Option<StoredSegment> = None;
    let mut length = 0;
    for stored in segments {
        for letter in stored.segment.text.chars().chain(['\n']) {
            let current = open.get_or_insert_with(|| {
                let mut start = stored.clone();
                start.segment.text.clear();
                start.segment.lines.clear();
                start.segment.kind = SegmentKind::Text;
                start
            });
            current.segment.text.push(letter);
            length += 1;
            if length == size {
                out.extend(open.take());
                length = 0;
            }
        }
    }
    out.extend(open);
    for (at, stored) in out.iter_mut().enumerate() {
        let ordinal = u32::try_from(at).unwrap_or(u32::MAX);
        stored.id = segment_id(stored.document, ordinal);
        stored.segment.ordinal = ordinal;
        stored.segment.embedding_text.clone_from(&stored.segment.text);
        stored.segment.lexical_text.clone_from(&stored.segment.text);
    }
    out
}

/// A text in slices of at most `most` characters, cut at sentences where possible; neighbours are joined while they fit.
pub(super) fn slices(text: &str, most: usize) -> Vec<&str> {
    if text.chars().count() <= most {
        return vec![text];
    }
    let mut out = Vec::new();
    let mut open: Option<std::ops::Range<usize>> = None;
    for piece in sentences::pieces(text, most) {
        match &mut open {
            Some(range) if text[range.start..piece.end].chars().count() <= most => range.end = piece.end,
            _ => out.extend(open.replace(piece)),
        }
    }
    out.extend(open);
    out.into_iter().map(|range| text[range].trim()).filter(|slice| !slice.is_empty()).collect()
}

/// A passage as the word index takes it.
pub(super) fn entry(stored: &StoredSegment, title: &str) -> IndexEntry {
    let segment = &stored.segment;
    IndexEntry {
        segment: stored.id,
        document: stored.document,
        ordinal: segment.ordinal,
        title: title.to_owned(),
        path: segment.path.get(1..).unwrap_or_default().join(" \n"),
        text: segment.lexical_text.clone(),
        labels: if segment.kind == SegmentKind::Table { segment.embedding_text.clone() } else { String::new() },
    }
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentId, Locator, Segment, SegmentKind};
    use waymark_store::{StoredSegment, segment_id};

    use super::{fixed, slices};

    fn stored(ordinal: u32, page: u32, text: &str) -> StoredSegment {
        let segment = Segment {
            ordinal,
            section: 0,
            kind: SegmentKind::Text,
            path: vec!["Doc".into()],
            text: text.into(),
            metadata: String::new(),
            embedding_text: text.into(),
            lexical_text: text.into(),
            locators: vec![Locator { page, ..Locator::default() }],
            lines: Vec::new(),
        };
        StoredSegment { id: segment_id(DocumentId(1), ordinal), document: DocumentId(1), segment }
    }

    #[test]
    fn fixed_stretches_hold_all_the_text_and_lie_where_they_begin() {
        let cut = fixed(&[stored(0, 0, "abcdef"), stored(1, 3, "ghij")], 4);
        let texts: Vec<&str> = cut.iter().map(|stored| stored.segment.text.as_str()).collect();
        assert_eq!(texts, ["abcd", "ef\ng", "hij\n"]);
        let pages: Vec<u32> = cut.iter().map(|stored| stored.segment.page()).collect();
        assert_eq!(pages, [0, 0, 3]);
        assert_eq!(cut[2].id, segment_id(DocumentId(1), 2));
    }

    #[test]
    fn slices_keep_every_sentence() {
        let text = "The first sentence is here. The second one follows it. The third is the last.";
        let cut = slices(text, 56);
        assert!(cut.len() > 1 && cut.iter().all(|slice| slice.chars().count() <= 56), "{cut:?}");
        assert_eq!(cut.join(" "), text);
        assert_eq!(slices("short", 100), ["short"]);
    }
}
