//! Asking an engine and checking what it shows: for tests on a real model.

use anyhow::{Context as _, ensure};
use waymark_core::{AnswerEvent, AnswerMode, Citation, Scheme, Sentence, Support, WireError};
use waymark_engine::Engine;
use waymark_engine::types::AskRequest;

/// An answer, and how it came.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// What was shown while the model wrote.
    pub streamed: String,
    /// Passages shown before anything was written.
    pub sources: usize,
    /// What broke.
    pub failed: Option<WireError>,
    /// Verified sentences.
    pub sentences: Vec<Sentence>,
    /// Their sources.
    pub citations: Vec<Citation>,
    /// Stopped by the reader.
    pub stopped: bool,
    /// How the model went about it.
    pub scheme: Option<Scheme>,
    /// Conversation that it is kept in.
    pub conversation: Option<i64>,
    /// Tokens of the prompt.
    pub prompt_tokens: u32,
    /// Tokens written.
    pub answer_tokens: u32,
    /// Milliseconds in all.
    pub total_ms: f64,
}

/// Asks a model; with `stop_after`, stops once so many pieces of the answer have come.
///
/// # Errors
/// When the question is refused, or the stream ends without an answer.
pub async fn ask(
    engine: &Engine,
    question: &str,
    scheme: Scheme,
    conversation: Option<i64>,
    stop_after: Option<usize>,
) -> anyhow::Result<Asked> {
    let request = AskRequest {
        question: question.to_owned(),
        conversation,
        scope: Vec::new(),
        mode: AnswerMode::Model,
        model: None,
        scheme: Some(scheme),
    };
    let mut stream = engine.ask(request).await?;
    let mut asked = Asked { conversation: stream.conversation, ..Asked::default() };
    let mut pieces = 0;
    while let Some(event) = stream.events.recv().await {
        match event {
            AnswerEvent::Sources { hits, .. } => asked.sources = hits.len(),
            AnswerEvent::Token { text } => {
                asked.streamed.push_str(&text);
                pieces += 1;
                if stop_after == Some(pieces) {
                    engine.stop(stream.stream);
                }
            }
            AnswerEvent::Failed { error } => asked.failed = Some(error),
            AnswerEvent::Done { sentences, citations, stopped, total_ms, prompt_tokens, answer_tokens, scheme, .. } => {
                let counts = (prompt_tokens.unwrap_or_default(), answer_tokens.unwrap_or_default());
                (asked.prompt_tokens, asked.answer_tokens) = counts;
                return Ok(Asked { sentences, citations, stopped, total_ms, scheme, ..asked });
            }
            AnswerEvent::Step { .. } => {}
        }
    }
    anyhow::bail!("`{question}`: the stream ended without an answer; {:?}", asked.failed)
}

/// T041, T042, T043: citations name passages that were given; no mark is left in the text; every number of a sentence that is not
/// marked as unsupported stands in a passage that it cites, or in the question.
///
/// # Errors
/// Says which sentence breaks which rule.
pub fn check(question: &str, asked: &Asked) -> anyhow::Result<()> {
    for sentence in &asked.sentences {
        let shown = &sentence.text;
        let mut known = numbers(question);
        for number in &sentence.citations {
            let own = asked.citations.iter().find(|citation| citation.number == *number);
            let own = own.with_context(|| format!("`{question}`: `{shown}` cites {number}, which was not given"))?;
            ensure!(!own.locators.is_empty() && !own.text.is_empty(), "`{question}`: source {number} leads nowhere");
            known.extend(numbers(&format!("{} {} {} {}", own.text, own.section_path.join(" "), own.title, own.file_name)));
        }
        ensure!(!marked(shown), "`{question}`: a mark is left in `{shown}`");
        if sentence.support == Support::Unsupported {
            continue;
        }
        for number in shown.lines().flat_map(|line| numbers(unlisted(line))) {
            ensure!(known.contains(&number), "`{question}`: `{number}` of `{shown}` stands nowhere: {:?}", asked.citations);
        }
    }
    Ok(())
}

/// Whether a mark such as `[1]` or `[2, 3]` was left in a text; `[ ]` and `[-40, 125]` are none.
fn marked(text: &str) -> bool {
    text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).any(|(inside, _)| {
        inside.starts_with(|c: char| c.is_ascii_digit()) && inside.chars().all(|c| c.is_ascii_digit() || ", -–".contains(c))
    })
}

/// A line without the number that counts it in a list: `- **2.** Sales` → ` Sales`, of no more than two digits.
fn unlisted(line: &str) -> &str {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "*-•#(".contains(c));
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let end = rest.chars().next().is_some_and(|c| ".)、".contains(c))
        && !rest[rest.chars().next().map_or(0, char::len_utf8)..].starts_with(|c: char| c.is_ascii_digit());
    if end && line.len() - rest.len() <= 2 { rest } else { line }
}

/// Digits of the numbers of a text, group separators and trailing zeros left out.
#[must_use]
pub fn numbers(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut digits = String::new();
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    for (at, c) in chars.iter().enumerate() {
        let inside = at > 0 && is_digit(at - 1) && is_digit(at + 1);
        let groups = inside && is_digit(at + 2) && is_digit(at + 3) && !is_digit(at + 4);
        if c.is_ascii_digit() || *c == '.' && inside {
            digits.push(*c);
        } else if !(*c == ',' && groups) {
            out.extend((!digits.is_empty()).then(|| std::mem::take(&mut digits)));
        }
    }
    out.extend((!digits.is_empty()).then_some(digits));
    let plain = |number: String| {
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.').to_owned() } else { number }
    };
    out.into_iter().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::{Asked, check, numbers};
    use waymark_core::{Citation, DocumentId, Locator, SegmentId, Sentence, Support};

    fn asked(text: &str, citations: &[u32], support: Support) -> Asked {
        let source = Citation {
            number: 1,
            segment: SegmentId(1),
            document: DocumentId(1),
            title: "Report".into(),
            file_name: "report.pdf".into(),
            section_path: vec!["Report".into()],
            text: "Sales were 1,250.50 million.".into(),
            quote: None,
            locators: vec![Locator::default()],
        };
        let sentence = Sentence { text: text.into(), citations: citations.to_vec(), support };
        Asked { sentences: vec![sentence], citations: vec![source], ..Asked::default() }
    }

    #[test]
    fn the_check_tells_good_answers_from_bad_ones() {
        let verdict = |text, citations: &[u32], support| check("And in 2020?", &asked(text, citations, support)).is_ok();
        assert!(verdict("Sales were 1250.5 in 2020.", &[1], Support::Supported));
        assert!(verdict("Sales were 77.", &[], Support::Unsupported));
        assert!(!verdict("Sales were 77.", &[1], Support::Supported));
        assert!(!verdict("Sales were 1250.5.", &[2], Support::Supported));
        assert!(!verdict("Sales rose [1, 2].", &[1], Support::Supported));
        assert!(verdict("Sales rose [ ].", &[1], Support::Supported));
        assert!(verdict("So:\n- **1.** Sales rose.\n12) to 1,250.50.", &[1], Support::Supported));
        assert!(!verdict("So:\n77 sales.", &[1], Support::Supported));
    }

    #[test]
    fn lists_of_numbers_are_no_groups_of_digits() {
        assert_eq!(numbers("pins 1,2,3 of 1,577.00; 2020,45"), ["1", "2", "3", "1577", "2020", "45"]);
    }
}
