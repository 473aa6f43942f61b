//! An answer beside the reference answer and the gold pages → the figures of an answer evaluation.
//!
//! Words as in reading comprehension: exact match and token F1 over normalised words (articles and punctuation left out, CJK
//! by character), ROUGE-L as F-measure of the longest common subsequence (MacRAG table 1, HiSem table 3), choice accuracy
//! where a question lists its choices (HiSem table 2). What Waymark adds: do the cited pages hold the evidence, and do the
//! figures of the evidence stand in what is quoted.

mod figures;
mod overlap;

use std::collections::{BTreeMap, BTreeSet};

pub use figures::{agrees, expected};
pub use overlap::{exact, rouge_l, token_f1, tokens};

/// What a right answer is known by.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reference {
    /// Question.
    pub question: String,
    /// Reference answer; `None` where the documents do not answer.
    pub answer: Option<String>,
    /// Passages that the answer rests on, where given; else its figures are those of the answer.
    pub evidence: Vec<String>,
    /// Answers to choose from; one of them is `answer`.
    pub choices: Vec<String>,
    /// Files (without extension) and pages, from 1, that hold the answer.
    pub pages: Vec<(String, u32)>,
    /// One page of them is enough.
    pub any: bool,
}

/// An answer as it was given.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Given {
    /// Its sentences.
    pub sentences: Vec<String>,
    /// How many of them a passage carries.
    pub carried: usize,
    /// What is quoted or, where a model wrote, the cited passages.
    pub sources: Vec<String>,
    /// Files (without extension) and pages, from 1, that are cited.
    pub cited: Vec<(String, u32)>,
    /// Whether it claims to have found the answer.
    pub found: bool,
    /// Tokens of the prompts, as the server counted them.
    pub prompt_tokens: Option<u32>,
    /// Tokens written.
    pub answer_tokens: Option<u32>,
}

/// The figures of one answer, by name; absent where a question cannot have them.
///
/// `EM`, `F1`, `ROUGE-L`, `CHOICE`: against the reference answer. `CITE-P`: share of the cited pages that are gold; `CITE-R`:
/// share of the gold pages that are cited. `FIG`: share of the evidence's figures in the answer or in what it quotes; `FIG-ALL`: 1
/// when all of them do. `CARRIED`: share of the sentences that a passage carries. `REFUSED`: 1 when a question with an answer got
/// none; `REFUSED-RIGHT`: 1 when a question without one was refused. `TOKENS-IN`, `TOKENS-OUT`.
#[must_use]
pub fn figures(reference: &Reference, given: &Given) -> BTreeMap<String, f64> {
    let mut out = BTreeMap::new();
    let mut put = |name: &str, value: f64| {
        out.insert(name.to_owned(), value);
    };
    for (name, tokens) in [("TOKENS-IN", given.prompt_tokens), ("TOKENS-OUT", given.answer_tokens)] {
        if let Some(tokens) = tokens {
            put(name, f64::from(tokens));
        }
    }
    if !given.sentences.is_empty() {
        put("CARRIED", given.carried as f64 / given.sentences.len() as f64);
    }
    let Some(answer) = reference.answer.as_deref() else {
        put("REFUSED-RIGHT", one(!given.found));
        return out;
    };
    put("REFUSED", one(!given.found));
    let text = given.sentences.join(" ");
    put("EM", one(exact(answer, &text)));
    put("F1", token_f1(answer, &text));
    put("ROUGE-L", rouge_l(answer, &text));
    if !reference.choices.is_empty() {
        put("CHOICE", one(chosen(&reference.choices, &text).is_some_and(|choice| exact(choice, answer))));
    }
    let wanted = expected(reference);
    if !wanted.is_empty() {
        let shown = format!("{text}\n{}", given.sources.join("\n"));
        let held = wanted.iter().filter(|number| agrees(number, &shown)).count();
        put("FIG", held as f64 / wanted.len() as f64);
        put("FIG-ALL", one(held == wanted.len()));
    }
    if !reference.pages.is_empty() {
        let gold: BTreeSet<&(String, u32)> = reference.pages.iter().collect();
        let cited: BTreeSet<&(String, u32)> = given.cited.iter().collect();
        let both = gold.intersection(&cited).count();
        if !cited.is_empty() {
            put("CITE-P", both as f64 / cited.len() as f64);
        }
        put("CITE-R", if reference.any { one(both > 0) } else { both as f64 / gold.len() as f64 });
    }
    out
}

fn one(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// The choice that an answer names: a letter alone (`B`, `(b)`, `B.`), or the choice whose words it repeats best.
fn chosen<'c>(choices: &'c [String], text: &str) -> Option<&'c String> {
    let first: String = text.trim_start_matches(|c: char| !c.is_alphanumeric()).chars().take(2).collect();
    let mut letters = first.chars();
    if let (Some(letter), next) = (letters.next(), letters.next())
        && letter.is_ascii_alphabetic()
        && next.is_none_or(|c| !c.is_alphanumeric() && c != ' ')
    {
        let index = letter.to_ascii_lowercase() as usize - 'a' as usize;
        return choices.get(index);
    }
    let best = choices.iter().map(|choice| (token_f1(choice, text), choice)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(best.1).filter(|_| best.0 > 0.0)
}

#[cfg(test)]
mod tests;
