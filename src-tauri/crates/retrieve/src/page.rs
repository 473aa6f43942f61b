//! A passage that runs on over a page break → the page of it that answers.

use std::collections::HashSet;

use waymark_core::text::stems;
use waymark_core::{LineSpan, Locator};

use crate::query::{PlaceKind, QueryPlan};

/// What a word of an opened abbreviation counts beside one of the question.
const EXPANDED: f32 = 0.5;

/// Index into `locators` of the page that answers best: the page asked for, else the one whose lines hold more of the question's
/// words than any before it; 0 where nothing tells.
#[must_use]
pub fn answering(plan: &QueryPlan, text: &str, lines: &[LineSpan], locators: &[Locator]) -> u32 {
    if locators.len() < 2 {
        return 0;
    }
    if let Some(place) = plan.place().filter(|place| place.kind == PlaceKind::Page) {
        let labelled =
            |locator: &Locator| locator.label.as_deref().is_some_and(|label| label.eq_ignore_ascii_case(&place.number));
        let counted = |locator: &Locator| place.holds_page(locator.page + 1);
        let asked = locators.iter().position(labelled).or_else(|| locators.iter().position(counted));
        if let Some(index) = asked {
            return index as u32;
        }
    }
    let expanded: HashSet<String> = plan.expansions.iter().flat_map(|phrase| stems(phrase)).collect();
    let mut best = (0, 0.0);
    for (index, locator) in locators.iter().enumerate() {
        let own = lines.iter().filter(|line| line.page == locator.page);
        let held: HashSet<String> =
            own.filter_map(|line| text.get(line.start as usize..line.end as usize)).flat_map(stems).collect();
        let asked = plan.content.iter().filter(|word| held.contains(*word)).count() as f32;
        let further = expanded.iter().filter(|word| held.contains(*word)).count() as f32;
        let score = asked + EXPANDED * further;
        if score > best.1 {
            best = (index, score);
        }
    }
    best.0 as u32
}

#[cfg(test)]
mod tests {
    use super::answering;
    use crate::query::{LibraryTerms, analyze};
    use waymark_core::{LineSpan, Locator};

    const TEXT: &str = "The pump is primed by hand.\nThe valve opens at 4 bar.\nClean the filter weekly.";

    fn asked(question: &str) -> u32 {
        let mut start = 0;
        let lines: Vec<LineSpan> = TEXT
            .lines()
            .enumerate()
            .map(|(page, line)| {
                let span = LineSpan { start, end: start + line.len() as u32, page: page as u32 + 6, ..LineSpan::default() };
                start = span.end + 1;
                span
            })
            .collect();
        let labels = ["v", "vi", "1"];
        let place = |(page, label): (usize, &&str)| Locator {
            page: page as u32 + 6,
            label: Some((*label).to_owned()),
            ..Locator::default()
        };
        let locators: Vec<Locator> = labels.iter().enumerate().map(place).collect();
        answering(&analyze(question, &LibraryTerms::default()), TEXT, &lines, &locators)
    }

    #[test]
    fn the_page_that_holds_the_words_is_meant() {
        assert_eq!(asked("How is the pump primed?"), 0);
        assert_eq!(asked("At what pressure do the valves open?"), 1);
        assert_eq!(asked("How often must the filter be cleaned? Clean it weekly?"), 2);
        assert_eq!(asked("What does it cost?"), 0, "nothing tells");
    }

    #[test]
    fn a_page_that_is_asked_for_is_that_page() {
        assert_eq!(asked("What is on page 8?"), 1, "counted");
        assert_eq!(asked("What is on page 1?"), 2, "as printed");
    }
}
