//! Text folded for search, each folded character knowing where it was printed.

use waymark_core::Rect;
use waymark_core::page::PageChar;

use super::layer::{breaks_line, readable};
use crate::types::TextMatch;

/// Characters shown before and after a match.
const AROUND: usize = 48;

/// The text of a page for searching: lower case, ligatures apart, one space for any white space, hyphens at line ends removed.
pub(crate) struct Folded {
    folded: Vec<char>,
    /// Index into `printed` for each folded character.
    origin: Vec<u32>,
    printed: Vec<(char, Rect, bool)>,
}

/// What is looked for, folded the same way.
pub(super) fn fold_query(query: &str) -> Vec<char> {
    let words: Vec<&str> = query.split_whitespace().collect();
    words.join(" ").chars().flat_map(fold).collect()
}

fn fold(ch: char) -> Vec<char> {
    let apart = match ch {
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        '’' | '‘' | 'ʼ' => "'",
        '“' | '”' => "\"",
        '‐' | '‑' | '–' | '−' => "-",
        'µ' => "μ",
        _ => return ch.to_lowercase().collect(),
    };
    apart.chars().collect()
}

impl Folded {
    pub(super) fn new(chars: &[PageChar]) -> Self {
        let mut page = Self { folded: Vec::new(), origin: Vec::new(), printed: Vec::new() };
        let mut last: Option<&PageChar> = None;
        for char in chars {
            let Some(ch) = readable(char.ch) else { continue };
            if ch.is_whitespace() {
                page.space(ch == '\n' || ch == '\r');
                continue;
            }
            let turned = last.is_some_and(|before| breaks_line(before, char));
            if turned {
                page.space(true);
            }
            let at = u32::try_from(page.printed.len()).unwrap_or(u32::MAX);
            page.printed.push((ch, char.rect, turned));
            for part in fold(ch) {
                page.folded.push(part);
                page.origin.push(at);
            }
            last = Some(char);
        }
        page
    }

    /// White space; at a line end a hyphen between letters goes with it.
    fn space(&mut self, line_end: bool) {
        let before = self.folded.len().checked_sub(2).is_some_and(|at| self.folded[at].is_alphabetic());
        if line_end && before && self.folded.last() == Some(&'-') {
            self.folded.pop();
            self.origin.pop();
            return;
        }
        // After a removed hyphen the line break itself may follow as another white space.
        let joined = self.printed.last().is_some_and(|(ch, ..)| *ch == '-') && self.folded.last() != Some(&'-');
        let at = self.printed.len().checked_sub(1).and_then(|at| u32::try_from(at).ok());
        if let Some(at) = at.filter(|_| !joined && self.folded.last() != Some(&' ')) {
            self.folded.push(' ');
            self.origin.push(at);
        }
    }

    pub(super) fn matches(&self, wanted: &[char], page: u32) -> Vec<TextMatch> {
        let mut found = Vec::new();
        let mut at = 0;
        while at + wanted.len() <= self.folded.len() {
            if self.folded[at..].starts_with(wanted) {
                found.push(self.found(at, at + wanted.len(), page));
                at += wanted.len();
            } else {
                at += 1;
            }
        }
        found
    }

    fn found(&self, start: usize, end: usize, page: u32) -> TextMatch {
        let (first, last) = (self.origin[start] as usize, self.origin[end - 1] as usize);
        let mut rects: Vec<Rect> = Vec::new();
        for (number, (_, rect, turned)) in self.printed[first..=last].iter().enumerate() {
            match rects.last_mut().filter(|_| number > 0 && !turned) {
                Some(line) => *line = line.union(rect),
                None => rects.push(*rect),
            }
        }
        let text = |from: usize, to: usize| self.folded_as_printed(from, to);
        TextMatch {
            page,
            rects,
            before: text(start.saturating_sub(AROUND), start),
            text: text(start, end),
            after: text(end, (end + AROUND).min(self.folded.len())),
        }
    }

    /// The stretch as printed, with single spaces.
    fn folded_as_printed(&self, from: usize, to: usize) -> String {
        let mut text = String::new();
        let mut last = None;
        for at in from..to {
            if self.folded[at] == ' ' {
                text.push(' ');
            } else if last != Some(self.origin[at]) {
                text.push(self.printed[self.origin[at] as usize].0);
                last = Some(self.origin[at]);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::layer::tests::print;
    use super::{Folded, fold_query};
    use crate::types::TextMatch;

    fn find(lines: &[&str], query: &str) -> Vec<TextMatch> {
        Folded::new(&print(lines)).matches(&fold_query(query), 3)
    }

    #[test]
    fn case_ligatures_and_quotes_do_not_matter() {
        let found = find(&["The ﬁlter’s Time"], "  FILTER'S   time ");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].page, found[0].before.as_str(), found[0].text.as_str()), (3, "The ", "ﬁlter’s Time"));
        assert_eq!(found[0].rects.len(), 1);
        assert!((found[0].rects[0].x0 - 96.0).abs() < 0.01, "{:?}", found[0].rects);
    }

    #[test]
    fn a_match_across_lines_has_a_box_on_each() {
        let found = find(&["see the infor-", "mation below"], "information");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].rects.len(), 2);
        let spaced = find(&["net", "sales rose"], "net sales");
        assert_eq!(spaced[0].rects.len(), 2);
        assert_eq!(spaced[0].after, " rose");
    }

    #[test]
    fn chinese_is_found_and_absent_words_are_not() {
        assert_eq!(find(&["诊室血压测量应至少进行两次"], "血压测量").len(), 1);
        assert!(find(&["nothing here"], "elsewhere").is_empty());
        assert_eq!(find(&["aaaa"], "aa").len(), 2);
    }
}
