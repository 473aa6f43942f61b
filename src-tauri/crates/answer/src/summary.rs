//! Passages in document order → the prompts of a summary made window by window and then as a whole (map and reduce along the
//! heading tree), and the checked statements in between.

use std::ops::Range;

use waymark_core::{ChatMessage, Sentence, Support};

use crate::passage::Passage;
use crate::prompt::element;
use crate::steps::messages;
use crate::template::Template;

const TEMPLATE: Template = Template::new(
    include_str!("../../../../assets/prompts/summary.en.md"),
    include_str!("../../../../assets/prompts/summary.zh.md"),
);

/// Asks for a summary of these passages in at most `most` sentences, each with the numbers it rests on.
#[must_use]
pub fn window(question: &str, passages: &[Passage], window: Range<usize>, most: usize) -> Vec<ChatMessage> {
    let sheet = TEMPLATE.of(question);
    let own = window.filter_map(|index| Some((index, passages.get(index)?)));
    let body: String = own.map(|(index, passage)| element(index, passage, &passage.hit.text)).collect();
    let request = sheet.fill("window", &[("most", &most.to_string()), ("question", question.trim())]);
    messages(sheet.part("system"), format!("{body}{request}"))
}

/// Asks for one summary of statements that were checked already.
#[must_use]
pub fn combine(question: &str, statements: &[Sentence], most: usize) -> Vec<ChatMessage> {
    let sheet = TEMPLATE.of(question);
    let list: Vec<String> = statements.iter().map(written).collect();
    let body = sheet.fill("statements", &[("statements", &list.join("\n"))]);
    let request = sheet.fill("combine", &[("most", &most.to_string()), ("question", question.trim())]);
    messages(sheet.part("system"), format!("{body}\n\n{request}"))
}

/// Tokens of a prompt without passages.
pub fn overhead(question: &str, count: &dyn Fn(&str) -> u32) -> u32 {
    window(question, &[], 0..0, 10).iter().map(|message| count(&message.content) + 8).sum()
}

/// The statements of a window that may go on: those that their passages carry. What a model says without support would be
/// repeated, and believed, in the whole.
#[must_use]
pub fn carried(sentences: Vec<Sentence>) -> Vec<Sentence> {
    let holds = |sentence: &Sentence| sentence.support != Support::Unsupported && !sentence.citations.is_empty();
    sentences.into_iter().filter(holds).collect()
}

fn written(sentence: &Sentence) -> String {
    let marks: String = sentence.citations.iter().map(|number| format!("[{number}]")).collect();
    let text: Vec<&str> = sentence.text.split_whitespace().collect();
    format!("- {} {marks}", text.join(" ").trim_start_matches(['-', '*', '•', ' ']))
}

#[cfg(test)]
mod tests {
    use waymark_core::{Sentence, Support};

    use super::{carried, combine, window};
    use crate::passage::tests::passage;

    fn sentence(text: &str, citations: &[u32], support: Support) -> Sentence {
        Sentence { text: text.into(), citations: citations.to_vec(), support }
    }

    #[test]
    fn passages_keep_their_numbers_from_window_to_whole() {
        let shelf = [passage(1, &["Guide", "One"], "First."), passage(1, &["Guide", "Two"], "Second {most}.")];
        let asked = window("Summarise the guide", &shelf, 1..2, 3);
        assert!(asked[1].content.contains("[2] Guide › Two") && !asked[1].content.contains("First."));
        assert!(asked[1].content.contains("Second {most}.") && asked[1].content.contains("at most 3 sentences"));
        let whole = combine("Summarise the guide", &[sentence("- It says\nso.", &[2, 1], Support::Supported)], 5);
        assert!(whole[1].content.contains("- It says so. [2][1]\n"), "{}", whole[1].content);
    }

    #[test]
    fn only_carried_statements_go_on() {
        let all = vec![
            sentence("a", &[1], Support::Supported),
            sentence("b", &[1], Support::Unsupported),
            sentence("c", &[], Support::Supported),
            sentence("d", &[2], Support::Attributed),
        ];
        let kept: Vec<String> = carried(all).into_iter().map(|s| s.text).collect();
        assert_eq!(kept, ["a", "d"]);
    }
}
