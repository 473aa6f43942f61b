//! A word that no entry holds → the indexed word that was probably meant.

use std::collections::BTreeMap;

use tantivy::{TantivyError, Term};

use crate::analyzer::tokens;
use crate::schema::Fields;
use crate::view::View;

/// Shorter words are one letter off from too many others.
const SHORTEST: usize = 5;
/// From this length on two letters may be wrong, when the first [`SAME`] are right: `hyper…` and `hypo…` are two words.
const LONG: usize = 9;
const SAME: usize = 4;

/// The nearest word by edits (letters exchanged with their neighbours count one), then by entries, then by the alphabet. The
/// first letter must be right.
pub(crate) fn meant(view: &View, fields: &Fields, word: &str) -> Result<Option<String>, TantivyError> {
    let terms = tokens(word);
    let [written] = terms.as_slice() else { return Ok(None) };
    let length = written.chars().count();
    if length < SHORTEST || !written.chars().all(char::is_alphabetic) {
        return Ok(None);
    }
    for field in fields.texts {
        if view.frequency(&Term::from_field_text(field, written))? > 0 {
            return Ok(None);
        }
    }
    let head: String = written.chars().take(1).collect();
    let mut near: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for field in fields.texts {
        view.beginning(field, &head, &mut |term, entries| {
            if let Some((_, known)) = near.get_mut(term) {
                *known += entries;
            } else if let Some(edits) = edits(written, length, term) {
                near.insert(term.to_owned(), (edits, entries));
            }
        })?;
    }
    let best = near.into_iter().min_by_key(|(_, (edits, entries))| (*edits, std::cmp::Reverse(*entries)));
    Ok(best.map(|(term, _)| term))
}

/// The share of entries that hold a word in one of their fields, of the field that has it most; of its tokens the rarest one's.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn share(view: &View, fields: &Fields, word: &str) -> Result<f64, TantivyError> {
    let mut rarest: Option<u64> = None;
    for token in tokens(word) {
        let mut most = 0;
        for field in fields.texts {
            most = most.max(view.frequency(&Term::from_field_text(field, &token))?);
        }
        rarest = Some(rarest.map_or(most, |rarest| rarest.min(most)));
    }
    Ok(rarest.unwrap_or(0) as f64 / view.entries.max(1) as f64)
}

/// Edits between two words where they are few enough to be one word written wrong.
fn edits(written: &str, length: usize, term: &str) -> Option<usize> {
    // Letters take up to four bytes; most take one, and most terms are too short or too long.
    if term.len() + 2 < length || term.len() > 4 * (length + 2) || !term.chars().all(char::is_alphabetic) {
        return None;
    }
    // One ending more is another form of the word, no slip.
    if term.starts_with(written) || written.starts_with(term) {
        return None;
    }
    let same = written.chars().zip(term.chars()).take_while(|(a, b)| a == b).count();
    let allowed = if length >= LONG && same >= SAME { 2 } else { 1 };
    Some(strsim::osa_distance(written, term)).filter(|edits| *edits <= allowed)
}

#[cfg(test)]
mod tests {
    use super::edits;

    fn near(written: &str, term: &str) -> bool {
        edits(written, written.chars().count(), term).is_some()
    }

    #[test]
    fn one_slip_of_the_fingers_is_near() {
        assert!(near("dropuot", "dropout") && near("devidend", "dividend") && near("volage", "voltage"));
        assert!(near("capacitence", "capacitance") && near("recomendde", "recommended"), "two in a long word");
        assert!(!near("voltage", "wattage") && !near("weather", "whether") && !near("revenue", "2018"));
    }

    #[test]
    fn words_that_begin_otherwise_are_other_words() {
        assert!(!near("hyperkalemia", "hypokalemia"));
        assert!(!near("abschnitt", "abschnitte") && !near("measured", "measure"));
    }
}
