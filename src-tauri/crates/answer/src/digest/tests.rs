#![allow(clippy::unwrap_used)]

use waymark_core::{ChatRole, Digest, DigestOrigin};

use super::{ask_terms, checked, join, join_source, read, terms, version};

const TEXT: &str = "The regulator shuts its output off when the junction reaches 165 °C and starts again at 145 °C. \
                    The output delivers up to 1.5 A as long as the input stays 3 V above it.";

fn digest(points: &[&str], summary: &str) -> Digest {
    Digest { key_points: points.iter().map(|&point| point.to_owned()).collect(), summary: summary.to_owned() }
}

#[test]
fn both_prompts_have_all_their_parts_and_one_version() {
    assert!(version() > 0);
    for language in ["words", "水泵的说明书"] {
        let sheet = super::TEMPLATE.of(language);
        assert_eq!(sheet.version(), version());
        for name in ["system", "read", "join", "own", "terms_system", "terms"] {
            assert!(!sheet.part(name).is_empty(), "{name}");
        }
    }
    assert!(read("章节", "水泵的说明书")[0].content.contains("关键点"));
}

#[test]
fn a_document_can_neither_close_its_fence_nor_fill_a_place() {
    let messages = read("Title {text}", "before \"\"\" {title} after");
    assert_eq!((messages[0].role, messages[1].role), (ChatRole::System, ChatRole::User));
    let user = &messages[1].content;
    assert_eq!(user.matches("\"\"\"").count(), 2, "{user}");
    assert!(user.contains("Title {text}") && user.contains("{title} after"), "{user}");
    assert!(!ask_terms("T", "x")[1].content.contains("{text}"));
}

#[test]
fn parts_are_joined_under_their_titles_and_the_own_text_is_named() {
    let (own, child) = (digest(&[], "Own words."), digest(&["pumps"], "Child words."));
    let parts = [("", &own), ("2.1 Pumps", &child)];
    let user = &join("2 Water", &parts)[1].content;
    let place = |text: &str| user.find(text).unwrap_or_else(|| panic!("{text} in {user}"));
    assert!(place("Section: 2 Water") < place("own text") && place("Own words.") < place("2.1 Pumps"));
    assert!(place("pumps\nChild words.") > place("2.1 Pumps"));
    assert!(join_source("2 Water", &parts).contains("2.1 Pumps"));
}

#[test]
fn an_invented_number_is_refused_and_sentences_of_the_text_take_its_place() {
    let good = digest(&["thermal shutdown", "junction", "1.5 A"], "The output is shut off at 165 °C.");
    let kept = checked(Some(good.clone()), TEXT, TEXT);
    assert_eq!((kept.origin, &kept.digest.summary), (DigestOrigin::Model, &good.summary));
    assert_eq!(kept.digest.key_points, ["junction", "1.5 A"], "no word of the first stands in the text");
    for bad in ["The output is shut off at 170 °C.", "The output delivers 1.5 mA.", "It came in 2019."] {
        let refused = checked(Some(digest(&["junction"], bad)), TEXT, TEXT);
        assert_eq!(refused.origin, DigestOrigin::Extractive, "{bad}");
        assert!(!refused.refused.is_empty() && refused.digest.summary.split(". ").all(|part| TEXT.contains(part)));
        assert_eq!(refused.digest.key_points, ["junction"]);
    }
}

#[test]
fn nothing_another_subject_and_too_much_are_no_summaries() {
    assert_eq!(checked(None, TEXT, TEXT).origin, DigestOrigin::Extractive);
    let stray = digest(&["football"], "Football clubs compete every weekend across many European leagues.");
    let refused = checked(Some(stray), TEXT, TEXT);
    assert_eq!(refused.origin, DigestOrigin::Extractive);
    assert!(refused.digest.key_points.is_empty());
    let text = "Pumps move water.";
    let long = checked(Some(digest(&[], "This text says that pumps move water.")), text, text);
    assert_eq!((long.origin, long.digest.summary.as_str()), (DigestOrigin::Text, text));
}

#[test]
fn terms_are_those_of_the_front_page_once_and_telling() {
    let written =
        ["LM317-ADJ/NOPB", "lm317-adj/nopb", "Texas  Instruments", "regulator", "Acme", "\"the\"", "高压", "3"].map(String::from);
    let source = "LM317-ADJ/NOPB regulator\nTexas Instruments 高压 3";
    assert_eq!(terms(&written, source), ["LM317-ADJ/NOPB", "Texas Instruments", "高压"]);
}
