//! What carries a sentence and what does not.

use waymark_core::Support;

use super::{VerifyOptions, check, warnings};
use crate::citations::parse;
use crate::passage::{Passage, tests::passage};

fn shelf() -> Vec<Passage> {
    vec![
        passage(
            1,
            &["3M 2018 10-K", "Cash Flows"],
            "(Dollars in millions)\nPurchases of property, plant and equipment (PP&E) | (1,577) | (1,373)",
        ),
        passage(
            2,
            &["LM317 datasheet", "Ratings"],
            "The maximum input voltage of the regulator is 40 V at an ambient temperature of 25 °C.",
        ),
        passage(
            3,
            &["LM337 datasheet", "Ratings"],
            "The maximum input voltage of the regulator is 35 V at an ambient temperature of 25 °C.",
        ),
    ]
}

fn support(answer: &str) -> Vec<(Support, Vec<u32>)> {
    let raw = parse(answer, 3);
    check(&raw, &shelf(), "What was the capex of 3M in FY2018?", &VerifyOptions::default())
        .into_iter()
        .map(|s| (s.support, s.citations))
        .collect()
}

#[test]
fn numbers_up_to_formatting_are_carried() {
    assert_eq!(
        support("Purchases of property, plant and equipment were $1,577.00 million in FY2018 [1]."),
        [(Support::Supported, vec![1])]
    );
}

#[test]
fn a_number_that_is_not_in_the_source_is_marked() {
    assert_eq!(support("Purchases of property, plant and equipment were $1,578 million [1].")[0].0, Support::Unsupported);
    assert_eq!(support("Purchases of property were $1.577 billion [1].")[0].0, Support::Unsupported, "no rescaling is guessed");
}

#[test]
fn units_must_agree() {
    assert_eq!(support("The maximum input voltage is 40 V [2].")[0].0, Support::Supported);
    assert_eq!(support("The maximum input voltage is 40 mV [2].")[0].0, Support::Unsupported);
}

#[test]
fn t021_a_claim_must_stand_in_its_own_document() {
    assert_eq!(support("The maximum input voltage is 40 V [3].")[0].0, Support::Unsupported);
    assert_eq!(support("The LM337 takes a maximum input voltage of 35 V [3].")[0].0, Support::Supported);
}

#[test]
fn t044_missing_marks_are_attributed() {
    assert_eq!(support("The maximum input voltage of the regulator is 35 V."), [(Support::Attributed, vec![3])]);
    assert_eq!(support("The company was founded by pirates on the moon."), [(Support::Unsupported, vec![])]);
}

#[test]
fn t041_t042_t049_no_number_outside_the_list_survives() {
    let raw = parse("The maximum input voltage is 40 V [9]. It is a regulator [2][17].", 3);
    let sentences = check(&raw, &shelf(), "", &VerifyOptions::default());
    assert!(sentences.iter().flat_map(|s| &s.citations).all(|n| (1..=3).contains(n)));
    assert!(warnings(&sentences, &raw).iter().any(|w| w.contains("`[9]`") && w.contains("`[17]`")));
}

#[test]
fn a_lead_in_is_judged_with_what_follows() {
    let list = support("The ratings are as follows:\n- The maximum input voltage is 40 V [2].");
    assert_eq!(list[0], (Support::Supported, vec![]));
}

#[test]
fn t004_unsupported_numbers_warn() {
    let raw = parse("There are 102 records in the list.", 3);
    let sentences = check(&raw, &shelf(), "How many records?", &VerifyOptions::default());
    assert_eq!(sentences[0].support, Support::Unsupported);
    assert_eq!(warnings(&sentences, &raw).len(), 1);
}
