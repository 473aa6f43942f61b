//! A hit with the printed lines of its text → citations that highlight exactly what was quoted.

use std::ops::Range;

use waymark_core::{Citation, Hit, LineSpan, Locator, Rect};

/// A hit as it is quoted from.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The hit; its `text` is what is quoted.
    pub hit: Hit,
    /// Printed lines of `hit.text`, ascending; empty when unknown (then the whole hit is highlighted).
    pub lines: Vec<LineSpan>,
}

impl Passage {
    /// A passage of which only the whole can be highlighted.
    #[must_use]
    pub fn whole(hit: Hit) -> Self {
        Self { hit, lines: Vec::new() }
    }

    /// Where a stretch of the text stands: the printed lines that it touches, one locator per page. Without known lines the
    /// locators of the whole passage; rather too much than a guess.
    #[must_use]
    pub fn locate(&self, quote: &Range<usize>) -> Vec<Locator> {
        let touched = self.lines.iter().filter(|line| (line.start as usize) < quote.end && quote.start < line.end as usize);
        let mut locators: Vec<Locator> = Vec::new();
        for line in touched {
            let (char_start, char_end) = self.characters(line, quote);
            match locators.last_mut().filter(|last| last.page == line.page) {
                Some(last) => {
                    last.char_start = last.char_start.min(char_start);
                    last.char_end = last.char_end.max(char_end);
                    push_rect(&mut last.rects, line.rect);
                }
                None => {
                    let label = self.hit.locators.iter().find(|l| l.page == line.page).and_then(|l| l.label.clone());
                    locators.push(Locator { page: line.page, label, rects: vec![line.rect], char_start, char_end });
                }
            }
        }
        if locators.is_empty() { self.hit.locators.clone() } else { locators }
    }

    /// The page characters of the part of a line that the quote covers; the whole line where text and page differ in length
    /// (a hyphen taken out, a ligature opened).
    fn characters(&self, line: &LineSpan, quote: &Range<usize>) -> (u32, u32) {
        let (start, end) = (line.start as usize, line.end as usize);
        let whole = (line.char_start, line.char_end);
        let Some(text) = self.hit.text.get(start..end) else {
            return whole;
        };
        if text.chars().count() != (line.char_end.saturating_sub(line.char_start)) as usize {
            return whole;
        }
        let from = text.get(..quote.start.saturating_sub(start).min(text.len()));
        let to = text.get(..quote.end.saturating_sub(start).min(text.len()));
        match (from, to) {
            (Some(from), Some(to)) => {
                (line.char_start + from.chars().count() as u32, line.char_start + to.chars().count() as u32)
            }
            _ => whole,
        }
    }

    /// A citation of the passage, or of a stretch of it.
    #[must_use]
    pub fn cite(&self, number: u32, quote: Option<Range<usize>>) -> Citation {
        let stretch = quote.and_then(|range| self.hit.text.get(range.clone()).map(|text| (range, text.to_string())));
        Citation {
            number,
            segment: self.hit.segment,
            document: self.hit.document,
            title: self.hit.title.clone(),
            file_name: self.hit.file_name.clone(),
            section_path: self.hit.section_path.clone(),
            text: self.hit.text.clone(),
            locators: stretch.as_ref().map_or_else(|| self.hit.locators.clone(), |(range, _)| self.locate(range)),
            quote: stretch.map(|(_, text)| text),
        }
    }

    /// Its page, from 1.
    #[must_use]
    pub fn page(&self) -> Option<u32> {
        self.hit.place().map(|l| l.page + 1)
    }

    /// Titles and text together: where a name or a year that the passage belongs to may stand.
    #[must_use]
    pub fn with_place(&self) -> String {
        format!(
            "{}\n{}\n{}\n{}",
            self.hit.title,
            self.hit.file_name.replace('_', " "),
            self.hit.section_path.join("\n"),
            self.hit.text
        )
    }
}

/// Adds a box; parts of one printed line (same height, side by side) become one.
fn push_rect(rects: &mut Vec<Rect>, rect: Rect) {
    match rects.last_mut() {
        Some(last)
            if (last.y0 - rect.y0).abs() < 1.0
                && (last.y1 - rect.y1).abs() < 1.0
                && rect.x0 - last.x1 < 12.0
                && rect.x0 >= last.x0 =>
        {
            *last = last.union(&rect);
        }
        _ => rects.push(rect),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use waymark_core::{DocumentId, Explanation, Hit, LineSpan, Locator, Rect, ScoreParts, SegmentId, SegmentKind};

    use super::Passage;

    /// A passage of document `document` whose every text line is a printed line on page 4, 10 points apart.
    pub(crate) fn passage(document: i64, path: &[&str], text: &str) -> Passage {
        let mut lines = Vec::new();
        let (mut start, mut chars) = (0_u32, 100_u32);
        for (index, line) in text.split('\n').enumerate() {
            let (end, last) = (start + line.len() as u32, chars + line.chars().count() as u32);
            let y = 700.0 - 10.0 * index as f32;
            lines.push(LineSpan {
                start,
                end,
                page: 4,
                char_start: chars,
                char_end: last,
                rect: Rect::new(50.0, y, 500.0, y + 9.0),
            });
            (start, chars) = (end + 1, last + 1);
        }
        let rects = lines.iter().map(|l| l.rect).collect();
        let kind = if text.contains(" | ") { SegmentKind::Table } else { SegmentKind::Text };
        let hit = Hit {
            rank: 1,
            score: 1.0,
            segment: SegmentId(document * 100 + text.len() as i64),
            document: DocumentId(document),
            title: path.first().copied().unwrap_or("Doc").to_string(),
            file_name: format!("doc{document}.pdf"),
            section_path: path.iter().map(ToString::to_string).collect(),
            section: 0,
            kind,
            text: text.to_string(),
            locators: vec![Locator { page: 4, label: Some("iv".into()), rects, char_start: 100, char_end: chars - 1 }],
            answering: 0,
            scores: ScoreParts::default(),
            explanation: Explanation::default(),
        };
        Passage { hit, lines }
    }

    #[test]
    fn t046_t052_a_quote_highlights_its_own_lines_only() {
        let p = passage(1, &["Doc"], "The first line says this.\nThe second says that. More\nfollows here.");
        let from = p.hit.text.find("More").unwrap();
        let citation = p.cite(1, Some(from..p.hit.text.len()));
        assert_eq!(citation.quote.as_deref(), Some("More\nfollows here."));
        assert_eq!(citation.locators.len(), 1);
        assert_eq!(citation.locators[0].rects.len(), 2);
        assert_eq!(citation.locators[0].char_start, 100 + p.hit.text[..from].chars().count() as u32);
    }

    #[test]
    fn t054_page_index_and_printed_label_are_both_kept() {
        let citation = passage(1, &["Doc"], "One line.").cite(1, Some(0..3));
        assert_eq!((citation.locators[0].page, citation.locators[0].label.as_deref()), (4, Some("iv")));
    }

    #[test]
    fn without_lines_the_whole_passage_is_highlighted() {
        let mut p = passage(1, &["Doc"], "One.\nTwo.");
        p.lines.clear();
        assert_eq!(p.cite(1, Some(0..4)).locators, p.hit.locators);
    }

    #[test]
    fn a_line_whose_length_differs_is_taken_whole() {
        let mut p = passage(1, &["Doc"], "An office here.");
        p.lines[0].char_end -= 1;
        let line = p.lines[0];
        assert_eq!(p.locate(&(3..9)).first().map(|l| (l.char_start, l.char_end)), Some((line.char_start, line.char_end)));
    }
}
