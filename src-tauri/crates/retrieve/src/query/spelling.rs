//! Which words of a question may be typing errors, and the question with them mended.

use waymark_core::text::{Word, is_stop, squash, words};

use super::library::LibraryTerms;
use super::wording::is_glossed;

/// Shorter words are one letter off from too many others.
const SHORTEST: usize = 5;

/// Words by which a question in another language gives itself away: only English spelling can be judged. Words that are English
/// too (`die`) are left out.
const FOREIGN: &[&str] = &[
    "der",
    "das",
    "und",
    "ist",
    "wie",
    "welche",
    "welcher",
    "welches",
    "viele",
    "viel",
    "im",
    "den",
    "dem",
    "des",
    "von",
    "mit",
    "zum",
    "zur",
    "ein",
    "eine",
    "le",
    "les",
    "du",
    "et",
    "est",
    "quel",
    "quelle",
    "quels",
    "combien",
    "dans",
    "pour",
    "el",
    "los",
    "las",
    "del",
    "que",
    "cual",
    "como",
    "il",
    "della",
    "che",
    "quanto",
    "voor",
    "het",
    "een",
    "abschnitt",
    "kapitel",
    "seite",
    "anhang",
];

/// Whether a question is not asked in English: a small word of another language, a word of several letters with an accent, or
/// another script. Names keep their capital letters (`Los Angeles`, `Nestlé`), units their Greek ones (`µA`), and say nothing.
#[must_use]
pub(super) fn is_foreign(question: &str) -> bool {
    words(question).iter().any(|word| {
        let small = word.raw.chars().next().is_some_and(|c| !c.is_uppercase());
        let strange = word.raw.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
        let script = word.raw.chars().any(|c| c.is_alphabetic() && !c.is_ascii() && !is_greek(c) && u32::from(c) >= 0x250);
        let accented = strange > 0 && word.raw.chars().count() >= 4 && !word.raw.chars().any(is_greek);
        script || small && (accented || FOREIGN.contains(&word.norm.as_str()))
    })
}

fn is_greek(c: char) -> bool {
    matches!(c, 'µ' | '\u{370}'..='\u{3ff}' | '\u{2126}')
}

/// Words that could be misspelt: letters only, not short, no acronym, no name of a document and nothing that the glossary opens.
/// Whether they are must be asked of the indexes.
#[must_use]
pub fn suspects(question: &str, library: &LibraryTerms) -> Vec<Word> {
    let lower = question.to_lowercase();
    if is_foreign(question) {
        return Vec::new();
    }
    let mut found = words(question);
    found.retain(|word| {
        let letters = word.raw.chars().all(|c| c.is_alphabetic() && !waymark_core::text::is_cjk(c));
        let name = squash(&word.norm);
        letters
            && word.norm.chars().count() >= SHORTEST
            && word.raw.chars().any(char::is_lowercase)
            && !is_stop(&word.norm)
            && !word.norm.starts_with("summaris")
            && !is_glossed(&lower, &word.norm)
            && library.named(&name).is_empty()
            && library.beginning(&name).next().is_none()
    });
    found
}

/// The question with each word replaced; a capital letter at its head stays.
#[must_use]
pub fn mended(question: &str, replaced: &[(Word, String)]) -> String {
    let mut out = String::with_capacity(question.len());
    let mut from = 0;
    for (word, meant) in replaced {
        out.push_str(&question[from..word.start]);
        if word.raw.starts_with(char::is_uppercase) {
            let mut letters = meant.chars();
            out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            out.push_str(letters.as_str());
        } else {
            out.push_str(meant);
        }
        from = word.start + word.raw.len();
    }
    out.push_str(&question[from..]);
    out
}

/// The words of a question that another spelling of it replaced, each with its replacement.
#[must_use]
pub fn differences<'a>(written: &'a str, read: &'a str) -> Vec<(&'a str, &'a str)> {
    let (before, after) = (written.split_whitespace(), read.split_whitespace());
    before.zip(after).filter(|(before, after)| before != after).collect()
}

#[cfg(test)]
mod tests {
    use super::{differences, is_foreign, mended, suspects};
    use crate::query::LibraryTerms;

    #[test]
    fn only_written_out_words_can_be_misspelt() {
        let found = suspects("What is the dropuot of LM317-ADJ at 2.5 V, capex of PG&E in FY2018?", &LibraryTerms::default());
        assert_eq!(found.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>(), ["dropuot"]);
        let found = suspects("The quiesent current of the MCP1700 in µA at 25 Ω?", &LibraryTerms::default());
        assert_eq!(found.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>(), ["quiesent", "current"]);
        for other in ["Abschnitt 3.3 der Anleitung", "Combien de salariés fin 2021 ?", "Wasserverluste im Jahr 2023"] {
            assert_eq!(suspects(other, &LibraryTerms::default()), [], "{other}");
        }
    }

    #[test]
    fn names_and_units_do_not_make_a_question_foreign() {
        for english in ["Revenue of Nestlé in Los Angeles", "How many µA at 25 °C and 10 kΩ?", "What is BIRD 2.0?", ""] {
            assert!(!is_foreign(english), "{english}");
        }
        for other in ["Wie hoch ist die Spannung?", "Combien de salariés ?", "¿Cuántos empleados había?", "家庭血压", "Что это?"]
        {
            assert!(is_foreign(other), "{other}");
        }
    }

    #[test]
    fn only_the_word_itself_changes() {
        let question = "Devidend of the company's shares?";
        let found = suspects(question, &LibraryTerms::default());
        let replaced = vec![(found[0].clone(), "dividend".to_owned())];
        assert_eq!(mended(question, &replaced), "Dividend of the company's shares?");
        assert_eq!(differences(question, &mended(question, &replaced)), [("Devidend", "Dividend")]);
    }
}
