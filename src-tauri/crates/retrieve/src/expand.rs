//! Ranked segments → passages with their neighbours joined on (MacRAG 2.5, h hops), never across a section.

use std::collections::{BTreeMap, BTreeSet};

use waymark_core::{DocumentId, Hit, LineSpan, Locator, SegmentId};

use crate::fuse::{Scored, SegmentMeta};

/// How far neighbours are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpandOptions {
    /// Segments to either side.
    pub hops: u32,
    /// A passage does not grow beyond this many characters (the hit itself is never cut).
    pub most_chars: usize,
    /// Nor over more pages than this.
    pub most_pages: usize,
}

impl Default for ExpandOptions {
    fn default() -> Self {
        Self { hops: 1, most_chars: 3000, most_pages: 2 }
    }
}

/// A segment as loaded for joining.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Segment.
    pub segment: SegmentId,
    /// What is known of it.
    pub meta: SegmentMeta,
    /// Where it stands.
    pub locators: Vec<Locator>,
    /// Printed lines of its text.
    pub lines: Vec<LineSpan>,
}

/// A passage: one or more neighbouring segments of one section, in document order.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The best hit in it, with score and reasons.
    pub hit: Scored,
    /// All its segments, in document order.
    pub segments: Vec<SegmentId>,
    /// Joined text; parts separated by a line break.
    pub text: String,
    /// One locator per page, in order.
    pub locators: Vec<Locator>,
    /// Printed lines of the joined text.
    pub lines: Vec<LineSpan>,
}

impl Passage {
    /// The passage as it is shown and answered from.
    #[must_use]
    pub fn into_hit(self, rank: u32, title: String, file_name: String) -> (Hit, Vec<LineSpan>) {
        let Scored { segment, meta, score, parts, explanation } = self.hit;
        let hit = Hit {
            rank,
            score,
            segment,
            document: meta.document,
            title,
            file_name,
            section_path: meta.path.to_vec(),
            section: meta.section,
            kind: meta.kind,
            text: self.text,
            locators: self.locators,
            answering: 0,
            scores: parts,
            explanation,
        };
        (hit, self.lines)
    }
}

/// Joins neighbours on. `load` gives the segment at a position of a document. A segment goes into one passage only, the
/// best ranked; hits that another passage has taken up vanish from the list and are noted there.
#[must_use]
pub fn expand(ranked: Vec<Scored>, load: &dyn Fn(DocumentId, u32) -> Option<Part>, options: &ExpandOptions) -> Vec<Passage> {
    let own: BTreeMap<(DocumentId, u32), usize> =
        ranked.iter().enumerate().map(|(rank, s)| ((s.meta.document, s.meta.ordinal), rank)).collect();
    let mut taken: BTreeSet<(DocumentId, u32)> = BTreeSet::new();
    let mut passages = Vec::new();
    for (rank, mut hit) in ranked.into_iter().enumerate() {
        let document = hit.meta.document;
        if taken.contains(&(document, hit.meta.ordinal)) {
            continue;
        }
        let Some(part) = load(document, hit.meta.ordinal) else {
            continue;
        };
        taken.insert((document, hit.meta.ordinal));
        let parts = grow(part, load, options, &taken);
        for part in &parts {
            let key = (document, part.meta.ordinal);
            taken.insert(key);
            if part.segment != hit.segment {
                let note = match own.get(&key) {
                    Some(other) if *other > rank => format!("joined with hit {}", other + 1),
                    _ => format!("joined with its neighbour, segment {}", part.segment),
                };
                hit.explanation.notes.push(note);
            }
        }
        passages.push(join(hit, parts));
    }
    passages
}

fn grow(
    hit: Part,
    load: &dyn Fn(DocumentId, u32) -> Option<Part>,
    options: &ExpandOptions,
    taken: &BTreeSet<(DocumentId, u32)>,
) -> Vec<Part> {
    let (document, section, kind, at) = (hit.meta.document, hit.meta.section, hit.meta.kind, hit.meta.ordinal);
    let mut size = hit.meta.text.chars().count();
    let mut pages: BTreeSet<u32> = hit.locators.iter().map(|l| l.page).collect();
    let mut parts = vec![hit];
    let (mut back, mut on) = (true, true);
    for hop in 1..=options.hops {
        for forward in [true, false] {
            let open = if forward { &mut on } else { &mut back };
            let place = if forward { at.checked_add(hop) } else { at.checked_sub(hop) };
            let part = place.filter(|p| *open && !taken.contains(&(document, *p))).and_then(|p| load(document, p));
            let fitting = part.filter(|part| {
                let more: BTreeSet<u32> = part.locators.iter().map(|l| l.page).chain(pages.iter().copied()).collect();
                part.meta.section == section
                    && part.meta.kind == kind
                    && size + part.meta.text.chars().count() < options.most_chars
                    && more.len() <= options.most_pages.max(pages.len())
            });
            let Some(part) = fitting else {
                *open = false;
                continue;
            };
            size += part.meta.text.chars().count() + 1;
            pages.extend(part.locators.iter().map(|l| l.page));
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| part.meta.ordinal);
    parts
}

fn join(hit: Scored, parts: Vec<Part>) -> Passage {
    let mut passage = Passage { hit, segments: Vec::new(), text: String::new(), locators: Vec::new(), lines: Vec::new() };
    for part in parts {
        if !passage.text.is_empty() {
            passage.text.push('\n');
        }
        let shift = passage.text.len() as u32;
        passage.text.push_str(&part.meta.text);
        passage.lines.extend(part.lines.into_iter().map(|l| LineSpan { start: l.start + shift, end: l.end + shift, ..l }));
        passage.segments.push(part.segment);
        for locator in part.locators {
            match passage.locators.last_mut().filter(|last| last.page == locator.page) {
                Some(last) => {
                    last.char_start = last.char_start.min(locator.char_start);
                    last.char_end = last.char_end.max(locator.char_end);
                    last.rects.extend(locator.rects);
                }
                None => passage.locators.push(locator),
            }
        }
    }
    passage
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentId, Explanation, LineSpan, Locator, Rect, ScoreParts, SegmentId};

    use super::{ExpandOptions, Part, expand};
    use crate::fuse::{Scored, tests::meta};

    /// Sections: ordinals 0–2 are section 0, 3–5 section 1; one page per two segments.
    fn load(document: DocumentId, ordinal: u32) -> Option<Part> {
        (ordinal < 6).then(|| {
            let mut meta = meta(document.0, ordinal, &format!("part {ordinal}"));
            meta.section = ordinal / 3;
            let page = ordinal / 2;
            Part {
                segment: SegmentId(i64::from(ordinal)),
                meta,
                locators: vec![Locator { page, rects: vec![Rect::default()], ..Locator::default() }],
                lines: vec![LineSpan { start: 0, end: 6, page, ..LineSpan::default() }],
            }
        })
    }

    fn hit(ordinal: u32, score: f32) -> Scored {
        let meta = meta(1, ordinal, "");
        Scored {
            segment: SegmentId(i64::from(ordinal)),
            meta,
            score,
            parts: ScoreParts::default(),
            explanation: Explanation::default(),
        }
    }

    #[test]
    fn neighbours_join_inside_their_section() {
        let passages = expand(vec![hit(2, 0.9), hit(4, 0.5)], &load, &ExpandOptions::default());
        assert_eq!(passages[0].text, "part 1\npart 2");
        assert_eq!(passages[1].text, "part 3\npart 4\npart 5");
        assert_eq!(passages[0].locators.iter().map(|l| l.page).collect::<Vec<_>>(), [0, 1]);
        let line = passages[0].lines[1];
        assert_eq!(&passages[0].text[line.start as usize..line.end as usize], "part 2");
    }

    #[test]
    fn a_segment_goes_into_one_passage_only() {
        let passages = expand(vec![hit(1, 0.9), hit(2, 0.8), hit(0, 0.7)], &load, &ExpandOptions::default());
        assert_eq!(passages.len(), 1);
        assert_eq!(passages[0].segments, [SegmentId(0), SegmentId(1), SegmentId(2)]);
        assert_eq!(passages[0].hit.explanation.notes, ["joined with hit 3", "joined with hit 2"]);
    }

    #[test]
    fn limits_hold() {
        let zero = ExpandOptions { hops: 0, ..ExpandOptions::default() };
        assert_eq!(expand(vec![hit(1, 0.9)], &load, &zero)[0].text, "part 1");
        let short = ExpandOptions { hops: 2, most_chars: 10, most_pages: 2 };
        assert_eq!(expand(vec![hit(1, 0.9)], &load, &short)[0].text, "part 1");
        let page = ExpandOptions { hops: 2, most_chars: 1000, most_pages: 1 };
        assert_eq!(expand(vec![hit(1, 0.9)], &load, &page)[0].text, "part 0\npart 1");
    }
}
