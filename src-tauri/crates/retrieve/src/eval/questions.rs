//! JSON lines → questions with their gold pages.

use serde::{Deserialize, Serialize};

/// A page that answers a question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Gold {
    /// File name; its extension, where given, is dropped when read.
    #[serde(deserialize_with = "bare")]
    pub doc: String,
    /// Page from 1; `None` when only the document is known.
    pub page: Option<u32>,
}

fn bare<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|name| stem(&name).to_owned())
}

/// The name of a PDF without its extension, however that is written: what gold, scopes and hits are compared by.
#[must_use]
pub fn stem(file_name: &str) -> &str {
    let split = file_name.len().checked_sub(".pdf".len()).and_then(|at| file_name.split_at_checked(at));
    split.filter(|(_, ending)| ending.eq_ignore_ascii_case(".pdf")).map_or(file_name, |(name, _)| name)
}

/// Whether all gold pages are needed or one is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// Recall is the share of gold pages found.
    #[default]
    All,
    /// The gold pages are alternatives.
    Any,
}

/// A question of a test set. Fields that are not listed here are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Id.
    pub qid: String,
    /// Text.
    pub question: String,
    /// Where the answer stands.
    #[serde(default)]
    pub gold: Vec<Gold>,
    /// How `gold` counts.
    #[serde(default, rename = "match")]
    pub matching: Match,
    /// Reference answer.
    #[serde(default)]
    pub answer: Option<String>,
    /// Passages that the answer rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Kind of question.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// `dev` or `heldout`, where given.
    #[serde(default)]
    pub split: Option<String>,
}

/// A line is no question.
#[derive(Debug, thiserror::Error)]
#[error("line {line} is no question: {reason}; each line needs at least `qid` and `question`")]
pub struct QuestionError {
    /// From 1.
    pub line: usize,
    /// What the parser says; told in the message, and so no `source` that would be told again.
    pub reason: serde_json::Error,
}

/// Reads one question per line; empty lines and a byte order mark are passed over.
///
/// # Errors
/// Names the first line that is no question.
pub fn parse_questions(text: &str) -> Result<Vec<Question>, QuestionError> {
    text.trim_start_matches('\u{FEFF}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| serde_json::from_str(line).map_err(|reason| QuestionError { line: index + 1, reason }))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Match, parse_questions, stem};

    #[test]
    fn an_ending_is_cut_off_however_it_is_written() {
        let names = ["a.pdf", "A.PDF", "a.b.Pdf", "a", "表.pdf", "表单", ".pdf", "a.pdf.txt"].map(stem);
        assert_eq!(names, ["a", "A", "a.b", "a", "表", "表单", "", "a.pdf.txt"]);
        let list = parse_questions("{\"qid\":\"a\",\"question\":\"x\",\"gold\":[{\"doc\":\"D.PDF\",\"page\":1}]}").unwrap();
        assert_eq!(list[0].gold[0].doc, "D");
    }

    #[test]
    fn questions_are_read_and_faults_named() {
        let text = "\u{FEFF}{\"qid\":\"a\",\"question\":\"Why?\",\"gold\":[{\"doc\":\"d\",\"page\":3},{\"doc\":\"e\",\"page\":null}],\"match\":\"any\",\"extra\":1}\n\n{\"qid\":\"b\",\"question\":\"x\"}\n";
        let list = parse_questions(text).unwrap();
        assert_eq!((list.len(), list[0].matching, list[0].gold[1].page), (2, Match::Any, None));
        let error = parse_questions("{\"qid\":\"a\",\"question\":\"x\"}\nnonsense").unwrap_err();
        assert!(error.to_string().starts_with("line 2 is no question"));
        assert!(std::error::Error::source(&error).is_none(), "told twice");
    }
}
