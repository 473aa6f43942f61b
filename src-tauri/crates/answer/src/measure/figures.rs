//! Which numbers an answer must show, and whether a text shows one.

use std::collections::BTreeSet;

use super::Reference;
use crate::verify::{Number, numbers};

/// The numbers that tell a right answer: those of the evidence where given, else of the reference answer; without those that the
/// question names (years, quarters) and without the digits of names (`FY2018`, `Q2`).
#[must_use]
pub fn expected(reference: &Reference) -> Vec<Number> {
    let asked: BTreeSet<String> = numbers(&reference.question).into_iter().map(|number| number.digits).collect();
    let source =
        if reference.evidence.is_empty() { reference.answer.clone().unwrap_or_default() } else { reference.evidence.join("\n") };
    let mut seen = BTreeSet::new();
    numbers(&without_names(&source))
        .into_iter()
        .filter(|number| !asked.contains(&number.digits) && !is_year(&number.digits))
        .filter(|number| seen.insert(number.digits.clone()))
        .collect()
}

/// Words that hold letters and digits become blanks.
fn without_names(text: &str) -> String {
    let named = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.chars().next().is_some_and(char::is_alphabetic) && bare.chars().any(|c| c.is_ascii_digit())
    };
    text.split_inclusive(char::is_whitespace).map(|word| if named(word) { " " } else { word }).collect()
}

fn is_year(digits: &str) -> bool {
    digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// Whether a text shows this number: as it is, or in another scale (thousands, millions, billions) that rounds to it. Of a number
/// of a single digit only itself counts: in another scale it would agree with too much.
#[must_use]
pub fn agrees(number: &Number, text: &str) -> bool {
    let Ok(wanted) = number.digits.parse::<f64>() else { return false };
    let decimals = number.digits.split_once('.').map_or(0, |(_, after)| after.len() as i32);
    let telling = number.digits.chars().filter(char::is_ascii_digit).collect::<String>().trim_matches('0').len();
    numbers(text).iter().any(|shown| {
        if shown.digits == number.digits {
            return true;
        }
        let Ok(value) = shown.digits.parse::<f64>() else { return false };
        let scales = [-9, -6, -3, 0, 3, 6, 9];
        telling >= 2 && scales.iter().any(|power| rounds_to(value * 10_f64.powi(*power), wanted, decimals))
    })
}

fn rounds_to(value: f64, wanted: f64, decimals: i32) -> bool {
    let unit = 10_f64.powi(decimals);
    ((value * unit).round() - (wanted * unit).round()).abs() < 0.5 && wanted != 0.0
}
