//! Text → its most telling sentences, word for word: what stands in for a summary that could not be trusted.

use std::collections::BTreeMap;

use waymark_core::text::{is_cjk, is_stop, stem, words};

use crate::sentences;

/// Sentences with fewer words tell too little.
const LEAST_WORDS: usize = 4;

/// Sentences of at most `most` characters in all, in the order of the text; a single longer one is cut. Chosen by the mean
/// frequency of their words, words already told counting less each time (SumBasic).
#[must_use]
pub fn extract(text: &str, most: usize) -> String {
    let all: Vec<(&str, Vec<String>)> =
        sentences::split(text).into_iter().map(|range| &text[range]).map(|sentence| (sentence, stems(sentence))).collect();
    let full: Vec<&(&str, Vec<String>)> = all.iter().filter(|(_, stems)| stems.len() >= LEAST_WORDS).collect();
    let pool = if full.is_empty() { all.iter().collect() } else { full };
    let mut weight: BTreeMap<&str, f64> = BTreeMap::new();
    let total = pool.iter().map(|(_, stems)| stems.len()).sum::<usize>().max(1) as f64;
    for stem in pool.iter().flat_map(|(_, stems)| stems) {
        *weight.entry(stem).or_default() += 1.0 / total;
    }
    let mut chosen: Vec<usize> = Vec::new();
    let mut spent = 0;
    loop {
        let fits = |at: &usize| !chosen.contains(at) && spent + length(pool[*at].0) < most;
        let value = |at: usize| mean(&pool[at].1, &weight);
        // Of two alike the earlier one.
        let best = (0..pool.len()).filter(fits).reduce(|a, b| if value(b) > value(a) { b } else { a });
        let Some(best) = best else { break };
        spent += length(pool[best].0) + 1;
        for stem in &pool[best].1 {
            if let Some(share) = weight.get_mut(stem.as_str()) {
                *share *= *share;
            }
        }
        chosen.push(best);
    }
    if chosen.is_empty() {
        return pool.first().map(|(sentence, _)| sentence.chars().take(most).collect()).unwrap_or_default();
    }
    chosen.sort_unstable();
    let joined: Vec<&str> = chosen.into_iter().map(|at| pool[at].0).collect();
    joined.join(if text.chars().any(is_cjk) { "" } else { " " }).replace('\n', " ")
}

fn stems(sentence: &str) -> Vec<String> {
    words(sentence).into_iter().filter(|word| !is_stop(&word.norm)).map(|word| stem(&word.norm)).collect()
}

fn mean(stems: &[String], weight: &BTreeMap<&str, f64>) -> f64 {
    if stems.is_empty() {
        return 0.0;
    }
    stems.iter().filter_map(|stem| weight.get(stem.as_str())).sum::<f64>() / stems.len() as f64
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::extract;

    const TEXT: &str = "The pump moves cooling water through the pump house. Lunch is served at noon on weekdays. \
                        Cooling water leaves the pump at 40 °C. The pump house was painted by volunteers.";

    #[test]
    fn what_the_text_is_about_is_taken_word_for_word_and_in_order() {
        let short = extract(TEXT, 80);
        assert_eq!(short, "The pump moves cooling water through the pump house.");
        assert!(!short.contains("Lunch"), "{short}");
        let long = extract(TEXT, 10_000);
        assert_eq!(long, TEXT, "everything fits");
    }

    #[test]
    fn a_text_without_sentences_is_cut() {
        assert_eq!(extract("水泵水泵水泵", 4), "水泵水泵");
        assert_eq!(extract("", 10), "");
        assert_eq!(extract("One very long sentence that does not fit", 8), "One very");
    }
}
