//! Text → the kinds of document it names (`10-K`, `annual report`, `datasheet`), in one spelling each.

use std::collections::BTreeSet;

use waymark_core::text::{normalise, squash, words};

/// Canonical form and the squashed phrases that name it in a question, then those that name it only in titles and file names.
const FORMS: &[(&str, &[&str], &[&str])] = &[
    ("10-K", &["10k", "10ks", "form10k", "annualreport", "annualreports", "年报", "年度报告"], &["10k405", "10kt"]),
    ("10-Q", &["10q", "10qs", "form10q", "quarterlyreport", "quarterlyreports", "季报", "季度报告"], &[]),
    ("8-K", &["8k", "8ks", "form8k", "currentreport"], &[]),
    (
        "earnings release",
        &["earningsrelease", "earningsreport", "earningscall", "earningspresentation", "pressrelease"],
        &["earnings", "results"],
    ),
    ("proxy statement", &["proxystatement", "def14a"], &["proxy"]),
    ("datasheet", &["datasheet", "datasheets", "数据手册"], &["ds"]),
    (
        "user manual",
        &["usermanual", "usersmanual", "userguide", "usersguide", "referencemanual", "用户手册"],
        &["manual", "handbook", "guide"],
    ),
    ("application note", &["applicationnote", "applicationnotes", "appnote"], &["an"]),
    ("guideline", &["guideline", "guidelines", "指南"], &[]),
    ("standard", &["internationalstandard", "国家标准"], &["standard"]),
    ("white paper", &["whitepaper"], &[]),
];

/// The forms that a question names, and the stretches that name them.
#[must_use]
pub fn forms_in_question(text: &str) -> BTreeSet<&'static str> {
    find(text, false)
}

/// The forms that a title, file name or form fact names.
#[must_use]
pub fn forms_in_name(text: &str) -> BTreeSet<&'static str> {
    find(text, true)
}

fn find(text: &str, name: bool) -> BTreeSet<&'static str> {
    let separated = normalise(text).replace(['_', '.'], " ");
    let folded: Vec<String> = words(&separated).iter().map(|word| squash(&word.norm)).collect();
    let squashed = squash(text);
    let mut found = BTreeSet::new();
    for at in 0..folded.len() {
        let mut window = String::new();
        for word in folded.iter().skip(at).take(3) {
            window.push_str(word);
            for (form, asked, named) in FORMS {
                if asked.contains(&window.as_str()) || (name && named.contains(&window.as_str())) {
                    found.insert(*form);
                }
            }
        }
    }
    for (form, asked, _) in FORMS {
        if asked.iter().any(|phrase| !phrase.is_ascii() && squashed.contains(phrase)) {
            found.insert(*form);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{forms_in_name, forms_in_question};

    #[test]
    fn forms_have_one_spelling() {
        for text in ["in this 10K report", "the 10-K", "its annual report", "FORM 10-K"] {
            assert_eq!(forms_in_question(text).into_iter().collect::<Vec<_>>(), ["10-K"], "{text}");
        }
        assert_eq!(forms_in_name("PEPSICO_2023Q1_EARNINGS").into_iter().collect::<Vec<_>>(), ["earnings release"]);
        assert!(forms_in_question("net earnings of the quarter").is_empty());
        assert_eq!(forms_in_question("公司2022年年度报告").into_iter().collect::<Vec<_>>(), ["10-K"]);
    }
}
