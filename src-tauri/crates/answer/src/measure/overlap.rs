//! Two texts → how many words they share, and in what order.

use std::collections::HashMap;

use waymark_core::text::{is_cjk, normalise};

/// Words as answers are compared: case, punctuation, articles and group separators do not count; CJK by character.
#[must_use]
pub fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    let chars: Vec<char> = normalise(text).to_lowercase().chars().collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    for (at, c) in chars.iter().enumerate() {
        let inside = at > 0 && digit(at - 1) && digit(at + 1);
        if is_cjk(*c) {
            flush(&mut word, &mut out);
            out.push(c.to_string());
        } else if c.is_alphanumeric() || (*c == '.' && inside) || *c == '%' {
            word.push(*c);
        } else if !(*c == ',' && inside) {
            flush(&mut word, &mut out);
        }
    }
    flush(&mut word, &mut out);
    out
}

fn flush(word: &mut String, out: &mut Vec<String>) {
    if !word.is_empty() && !matches!(word.as_str(), "a" | "an" | "the") {
        out.push(word.clone());
    }
    word.clear();
}

/// Whether both say the same in the same words.
#[must_use]
pub fn exact(a: &str, b: &str) -> bool {
    tokens(a) == tokens(b)
}

/// Harmonic mean of precision and recall of the words, counted with their number; 1 when both are empty.
#[must_use]
pub fn token_f1(reference: &str, answer: &str) -> f64 {
    let (gold, given) = (tokens(reference), tokens(answer));
    let mut left: HashMap<&str, usize> = HashMap::new();
    for token in &gold {
        *left.entry(token).or_default() += 1;
    }
    let mut both = 0;
    for token in &given {
        if let Some(count) = left.get_mut(token.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            both += 1;
        }
    }
    f_measure(both, gold.len(), given.len())
}

/// ROUGE-L: F-measure (β = 1) of the longest common subsequence of words; 1 when both are empty.
#[must_use]
pub fn rouge_l(reference: &str, answer: &str) -> f64 {
    let (gold, given) = (tokens(reference), tokens(answer));
    let mut row = vec![0_usize; given.len() + 1];
    for token in &gold {
        let mut diagonal = 0;
        for (at, other) in given.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if token == other { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    f_measure(row[given.len()], gold.len(), given.len())
}

fn f_measure(both: usize, gold: usize, given: usize) -> f64 {
    match gold + given {
        0 => 1.0,
        all => 2.0 * both as f64 / all as f64,
    }
}
