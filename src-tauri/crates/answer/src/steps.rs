//! Question and passages → what a model is asked before it answers (judge the passages, pick their lines), and its replies →
//! fewer passages, or the lines that tell something.
//!
//! LongRAG's filter and extractor, as MacRAG table 4 combines them; with one difference. A model here never writes what it
//! extracts: it names lines by number, and the lines are taken from the document, so that nothing can be invented or garbled
//! on the way to the answer.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::{Value, json};
use waymark_core::{ChatMessage, ChatRole};

use crate::extractive::{Unit, units};
use crate::passage::Passage;
use crate::prompt::{Note, element};
use crate::template::Template;

const FILTER: Template = Template::new(
    include_str!("../../../../assets/prompts/filter.en.md"),
    include_str!("../../../../assets/prompts/filter.zh.md"),
);
const EXTRACT: Template = Template::new(
    include_str!("../../../../assets/prompts/extract.en.md"),
    include_str!("../../../../assets/prompts/extract.zh.md"),
);
/// Lines picked per call, at most.
const MOST_LINES: usize = 12;

/// What a model says of passages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Judgement {
    /// Numbers of the passages to keep, best first.
    pub keep: Vec<u32>,
}

/// The lines that a model picks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Picked {
    /// Their numbers.
    pub lines: Vec<u32>,
}

/// Form of a [`Judgement`]: thoughts before the verdict, so that the verdict can rest on them.
#[must_use]
pub fn judgement_form() -> Value {
    let keep = json!({"type": "array", "items": {"type": "integer"}});
    json!({"type": "object", "properties": {"thoughts": {"type": "string"}, "keep": keep}, "required": ["thoughts", "keep"]})
}

/// Form of [`Picked`] lines.
#[must_use]
pub fn picked_form() -> Value {
    let lines = json!({"type": "array", "items": {"type": "integer"}});
    json!({"type": "object", "properties": {"lines": lines}, "required": ["lines"]})
}

/// Asks which of these passages help; `indexes` are positions in `passages`.
#[must_use]
pub fn judge(question: &str, passages: &[Passage], indexes: &[usize]) -> Vec<ChatMessage> {
    let sheet = FILTER.of(question);
    let own = indexes.iter().filter_map(|index| Some((*index, passages.get(*index)?)));
    let body: String = own.map(|(index, passage)| element(index, passage, &passage.hit.text)).collect();
    let request = sheet.fill("request", &[("question", question.trim())]);
    messages(sheet.part("system"), format!("{body}{request}"))
}

/// The passages that a judgement keeps, best first. One that keeps nothing, or only numbers that were not shown, keeps all: a
/// model that drops everything has understood nothing, and the answer will say what the passages do not hold.
#[must_use]
pub fn kept(judgement: &Judgement, indexes: &[usize]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for number in &judgement.keep {
        let index = (*number as usize).wrapping_sub(1);
        if indexes.contains(&index) && !kept.contains(&index) {
            kept.push(index);
        }
    }
    if kept.is_empty() { indexes.to_vec() } else { kept }
}

/// A stretch of passages into windows of at most `room` tokens, in order; what does not fit alone has a window of its own.
/// `cost(i)` are the tokens of item `i`.
#[must_use]
pub fn windows(items: usize, cost: &dyn Fn(usize) -> u32, room: u32) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut spent = 0_u32;
    for index in 0..items {
        let own = cost(index);
        match out.last_mut().filter(|_| spent.saturating_add(own) <= room) {
            Some(window) => window.end = index + 1,
            None => {
                out.push(index..index + 1);
                spent = 0;
            }
        }
        spent = spent.saturating_add(own);
    }
    out
}

/// Something that can be picked: a sentence, or a table row with its labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Index of its passage.
    pub passage: usize,
    /// As shown.
    pub text: String,
}

/// What can be picked from these passages, in order.
#[must_use]
pub fn lines(passages: &[Passage]) -> Vec<Line> {
    let all = passages.iter().enumerate().flat_map(|(index, passage)| units(index, passage));
    all.filter(|unit: &Unit| !unit.header).map(|unit| Line { passage: unit.passage, text: unit.shown }).collect()
}

/// Asks which of these lines bear on the question; line `i` of `window` is shown under the number `i + 1`.
#[must_use]
pub fn pick(question: &str, passages: &[Passage], lines: &[Line], window: Range<usize>) -> Vec<ChatMessage> {
    let sheet = EXTRACT.of(question);
    let mut body = String::new();
    let mut at = window.start;
    while at < window.end {
        let passage = lines[at].passage;
        let end = (at..window.end).find(|index| lines[*index].passage != passage).unwrap_or(window.end);
        let shown: Vec<String> = (at..end).map(|index| format!("L{}: {}", index + 1, lines[index].text)).collect();
        if let Some(own) = passages.get(passage) {
            body.push_str(&element(passage, own, &shown.join("\n")));
        }
        at = end;
    }
    let most = MOST_LINES.to_string();
    let request = sheet.fill("request", &[("question", question.trim())]);
    messages(sheet.fill("system", &[("most", &most)]), format!("{body}{request}"))
}

/// Tokens of a line as it is shown.
pub fn line_cost(line: &Line, count: &dyn Fn(&str) -> u32) -> u32 {
    count(&line.text) + 4
}

/// Tokens of everything but the lines.
pub fn pick_overhead(question: &str, count: &dyn Fn(&str) -> u32) -> u32 {
    pick(question, &[], &[], 0..0).iter().map(|message| count(&message.content) + 8).sum()
}

/// The picked lines by passage, in document order. `picked` holds what was picked of each window; numbers outside it do not
/// count, and of a model that picks nearly everything only the first lines do.
#[must_use]
pub fn notes(lines: &[Line], picked: &[(Range<usize>, Picked)]) -> Vec<Note> {
    let mut chosen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (window, picked) in picked {
        let mut own: Vec<usize> = Vec::new();
        for number in &picked.lines {
            let index = (*number as usize).wrapping_sub(1);
            if window.contains(&index) && !own.contains(&index) {
                own.push(index);
            }
        }
        for index in own.into_iter().take(MOST_LINES) {
            chosen.entry(lines[index].passage).or_default().push(index);
        }
    }
    let text = |mut own: Vec<usize>| {
        own.sort_unstable();
        own.dedup();
        own.iter().map(|index| lines[*index].text.as_str()).collect::<Vec<_>>().join("\n")
    };
    chosen.into_iter().map(|(passage, own)| Note { passage, text: text(own) }).collect()
}

pub(crate) fn messages(system: String, user: String) -> Vec<ChatMessage> {
    vec![ChatMessage { role: ChatRole::System, content: system }, ChatMessage { role: ChatRole::User, content: user }]
}

#[cfg(test)]
mod tests {
    use super::{Judgement, Picked, judge, kept, lines, notes, pick, windows};
    use crate::passage::{Passage, tests::passage};

    fn shelf() -> Vec<Passage> {
        vec![
            passage(1, &["Report", "Results"], "Sales rose. Costs fell."),
            passage(1, &["Report", "Sales"], "Region | 2021 | 2022\nEurope | 10 | 12\nAsia | 7 | 9"),
        ]
    }

    #[test]
    fn judged_passages_keep_their_numbers() {
        let asked = judge("Which sales?", &shelf(), &[1]);
        assert!(asked[1].content.contains("[2] Report › Sales") && !asked[1].content.contains("[1]"), "{}", asked[1].content);
        let keep = |keep: &[u32]| kept(&Judgement { keep: keep.to_vec() }, &[0, 1, 4]);
        assert_eq!(keep(&[5, 1, 5]), [4, 0]);
        assert_eq!(keep(&[3, 0, 99]), [0, 1, 4], "none of these were shown");
        assert_eq!(keep(&[]), [0, 1, 4]);
    }

    #[test]
    fn windows_hold_what_fits() {
        let cost = |index: usize| [3, 3, 3, 20, 1][index];
        assert_eq!(windows(5, &cost, 7), [0..2, 2..3, 3..4, 4..5]);
        assert!(windows(0, &cost, 7).is_empty());
    }

    #[test]
    fn picked_lines_are_words_of_the_document() {
        let shelf = shelf();
        let all = lines(&shelf);
        assert_eq!(all.len(), 4, "the header row is no line of its own: {all:?}");
        let asked = pick("Sales in Asia?", &shelf, &all, 1..4);
        let body = &asked[1].content;
        assert!(body.contains("L2: Costs fell.") && body.contains("L4: ") && !body.contains("L1:"), "{body}");
        let picked = [(0..2, Picked { lines: vec![2, 4] }), (2..4, Picked { lines: vec![4, 4, 77] })];
        let notes = notes(&all, &picked);
        assert_eq!(notes.len(), 2);
        assert_eq!((notes[0].passage, notes[0].text.as_str()), (0, "Costs fell."), "4 was not shown in the first window");
        assert!(notes[1].text.contains("Asia") && notes[1].text.contains('9') && !notes[1].text.contains("Europe"));
    }
}
