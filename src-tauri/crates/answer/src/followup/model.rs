//! The same through a model: what it is asked, and when what it writes may be searched for.
//!
//! A rewritten question that says more than the conversation does would search for something nobody asked. So every number and
//! name in it must have been said before, nothing of the question may be lost, and most of its words must be known; otherwise the
//! rules decide.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};
use waymark_core::ChatMessage;
use waymark_core::text::{is_stop, normalise, squash, stem, words};

use super::{Turn, names};
use crate::steps::messages;
use crate::template::Template;
use crate::verify::{is_number, numbers};

const TEMPLATE: Template = Template::new(
    include_str!("../../../../../assets/prompts/rewrite.en.md"),
    include_str!("../../../../../assets/prompts/rewrite.zh.md"),
);
/// Turns that a follow-up can lean on.
const TURNS: usize = 3;
/// Characters of an earlier answer that are shown.
const ANSWER: usize = 400;
/// Documents that are named.
const DOCUMENTS: usize = 40;
/// Longest question that is searched for, characters.
const LONGEST: usize = 300;
/// Share of the words that must be known.
const KNOWN: f32 = 0.7;

/// What a model makes of a follow-up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rewritten {
    /// The question that stands alone.
    pub query: String,
}

/// Form of a [`Rewritten`] question.
#[must_use]
pub fn form() -> Value {
    json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]})
}

/// Asks for a question that stands alone. `documents` are titles that it may name, best first.
#[must_use]
pub fn ask(history: &[Turn], question: &str, documents: &[String]) -> Vec<ChatMessage> {
    let sheet = TEMPLATE.of(question);
    let turns: Vec<String> = history.iter().rev().take(TURNS).rev().map(shown).collect();
    let none = sheet.part("none");
    let conversation = if turns.is_empty() { none } else { turns.join("\n") };
    let named: Vec<String> = documents.iter().take(DOCUMENTS).map(|title| format!("- {}", one_line(title))).collect();
    let documents =
        if named.is_empty() { String::new() } else { sheet.fill("documents", &[("documents", &named.join("\n"))]) + "\n\n" };
    let values = [("documents", documents.as_str()), ("conversation", &conversation), ("question", question.trim())];
    messages(sheet.part("system"), sheet.fill("request", &values))
}

fn shown(turn: &Turn) -> String {
    let answer: String = one_line(&turn.answer).chars().take(ANSWER).collect();
    format!("Q: {}\nA: {answer}", one_line(&turn.question))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rewritten question when it may be searched for; `None` when it is the question itself or says what was never said.
#[must_use]
pub fn accepted(rewritten: &Rewritten, question: &str, history: &[Turn], documents: &[String]) -> Option<String> {
    let query = normalise(rewritten.query.trim());
    let question = normalise(question);
    if query.is_empty() || query.contains('\n') || query.chars().count() > LONGEST || query == question {
        return None;
    }
    let mut known = question.clone();
    for turn in history.iter().rev().take(TURNS) {
        known.push_str(&format!("\n{}\n{}", turn.question, turn.answer));
    }
    known.push_str(&format!("\n{}", documents.join("\n")));
    let digits = |text: &str| numbers(text).into_iter().map(|number| number.digits).collect::<BTreeSet<String>>();
    if !digits(&query).is_subset(&digits(&known)) || !digits(&question).is_subset(&digits(&query)) {
        return None;
    }
    let squashed = squash(&known);
    let said = |(from, to): &(usize, usize)| query.get(*from..*to).is_none_or(|name| squashed.contains(&squash(bare(name))));
    let kept =
        |(from, to): &(usize, usize)| question.get(*from..*to).is_none_or(|name| squash(&query).contains(&squash(bare(name))));
    if !names(&query, false).iter().all(said) || !names(&question, false).iter().all(kept) {
        return None;
    }
    let known: BTreeSet<String> = content(&known).collect();
    let own: Vec<String> = content(&query).collect();
    let share = own.iter().filter(|word| known.contains(*word)).count() as f32 / own.len().max(1) as f32;
    let says = own.iter().any(|word| !is_number(word));
    (says && share >= KNOWN).then_some(query)
}

fn content(text: &str) -> impl Iterator<Item = String> {
    words(text).into_iter().filter(|word| !is_stop(&word.norm)).map(|word| stem(&word.norm))
}

fn bare(name: &str) -> &str {
    name.strip_suffix("'s").or_else(|| name.strip_suffix('\'')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{Rewritten, Turn, accepted, ask};

    fn history() -> Vec<Turn> {
        vec![Turn { question: "What was the net income of Nike in FY2019?".into(), answer: "It was $4,029 million.".into() }]
    }

    #[test]
    fn only_what_was_said_may_be_searched_for() {
        let accept = |query: &str, question: &str| {
            accepted(&Rewritten { query: query.into() }, question, &history(), &["PepsiCo 2021 10-K".into()])
        };
        let follow = "And how does that compare with 2018?";
        let good = "How does the net income of Nike in FY2019 compare with 2018?";
        assert_eq!(accept(good, follow).as_deref(), Some(good));
        assert!(accept("What was the net income of PepsiCo in 2018?", follow).is_some(), "a document of the list may be named");
        for (bad, why) in [
            ("How does the net income of Adidas compare with 2018?", "a name from nowhere"),
            ("How does the net income of Nike compare with 2017 and 2018?", "a year from nowhere"),
            ("What was the net income of Nike in FY2019?", "the year of the question is lost"),
            ("2018", "nothing but a number"),
            ("Nike 2018 weather forecast tomorrow morning sunshine", "words from nowhere"),
            ("And how does that compare with 2018?", "the question itself"),
            ("", "nothing"),
        ] {
            assert_eq!(accept(bad, follow), None, "{why}");
        }
        assert_eq!(accept(&format!("Nike 2018 {}", "income ".repeat(60)), follow), None, "too long");
    }

    #[test]
    fn conversation_and_documents_are_shown() {
        let asked = ask(&history(), "And {documents}?", &["A {question}".into()]);
        let text = &asked[1].content;
        assert!(
            text.contains("- A {question}") && text.contains("Q: What was") && text.contains("Last question: And {documents}?")
        );
        assert!(!ask(&[], "It?", &[])[1].content.contains("Documents:"));
    }
}
