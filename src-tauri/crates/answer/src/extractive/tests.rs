//! What is quoted, from where, and when nothing is.

use waymark_core::{DocumentId, Support};

use super::{ExtractiveOptions, answer, summary};
use crate::passage::{Passage, tests::passage};

fn shelf() -> Vec<Passage> {
    let mut list = vec![
        passage(
            1,
            &["3M 2018 10-K", "Item 8", "Consolidated Statement of Cash Flows"],
            "Consolidated Statement of Cash Flows (in millions)\nYears ended December 31 | 2018 | 2017 | 2016\nNet income | 5,363 | 4,869 | 5,058\nPurchases of property, plant and equipment (PP&E) | (1,577) | (1,373) | (1,420)\nProceeds from sale of PP&E | 262 | 49 | 58",
        ),
        passage(
            1,
            &["3M 2018 10-K", "Item 1. Business"],
            "3M is a diversified technology company with a global presence. It has five segments. Its products are sold in many countries.",
        ),
        passage(2, &["Pump manual", "Care"], "Oil the pump each month. The pump weighs 12 kg without oil.\nNever run it dry."),
    ];
    for (index, p) in list.iter_mut().enumerate() {
        p.hit.rank = index as u32 + 1;
        p.hit.score = 1.0 - 0.2 * index as f32;
    }
    list
}

fn capex() -> ExtractiveOptions {
    ExtractiveOptions { expansions: vec!["purchases of property, plant and equipment".into()], ..ExtractiveOptions::default() }
}

#[test]
fn t016_a_table_row_is_quoted_with_its_columns() {
    let found = answer("What is the FY2018 capex of 3M?", &shelf(), &capex());
    assert!(found.found);
    assert_eq!(
        found.sentences[0].text,
        "Purchases of property, plant and equipment (PP&E): 2018 (1,577); 2017 (1,373); 2016 (1,420) (in millions)"
    );
    assert_eq!(found.sentences[0].support, Support::Quoted);
    let citation = &found.citations[0];
    assert_eq!(citation.number, found.sentences[0].citations[0]);
    assert_eq!(
        citation.quote.as_deref(),
        Some("Purchases of property, plant and equipment (PP&E) | (1,577) | (1,373) | (1,420)")
    );
    assert_eq!(citation.locators[0].rects.len(), 1, "only the row is highlighted");
    assert_eq!(citation.section_path.last().map(String::as_str), Some("Consolidated Statement of Cash Flows"));
}

#[test]
fn a_sentence_is_quoted_word_for_word() {
    let shelf = shelf();
    let found = answer("How much does the pump weigh in kg?", &shelf, &ExtractiveOptions::default());
    assert_eq!(found.sentences[0].text, "The pump weighs 12 kg without oil.");
    let quote = found.citations[0].quote.clone().unwrap_or_default();
    assert!(shelf[2].hit.text.contains(&quote));
}

#[test]
fn t019_what_is_not_there_is_not_answered() {
    let found = answer("Who won the football championship in Brazil?", &shelf(), &ExtractiveOptions::default());
    assert!(!found.found && found.sentences.is_empty());
    assert_eq!(found.citations.len(), 3, "the nearest passages are listed all the same");
    assert!(found.citations.iter().all(|c| c.quote.is_none()));
    assert!(!answer("anything", &[], &ExtractiveOptions::default()).found);
    assert!(!answer("", &shelf(), &ExtractiveOptions::default()).found);
}

#[test]
fn t011_overview_quotes_the_first_sentences_of_each_document() {
    let options = ExtractiveOptions { overview: true, ..ExtractiveOptions::default() };
    let found = answer("What is this about?", &shelf()[1..], &options);
    assert!(found.found);
    assert!(found.sentences[0].text.starts_with("3M is a diversified technology company"));
    assert!(found.citations.iter().any(|c| c.document.0 == 2));
}

#[test]
fn repeats_are_quoted_once() {
    let same = "The warranty lasts two years from the day of purchase.";
    let list = vec![passage(1, &["A"], same), passage(2, &["B"], same)];
    let found = answer("How long does the warranty last?", &list, &ExtractiveOptions::default());
    assert_eq!(found.sentences.len(), 1);
}

#[test]
fn t041_every_sentence_cites_a_listed_source() {
    let found = answer("What does the pump need and what is 3M?", &shelf(), &ExtractiveOptions::default());
    for sentence in &found.sentences {
        assert!(sentence.citations.iter().all(|n| found.citations.iter().any(|c| c.number == *n)));
    }
}

#[test]
fn t167_chinese_questions_find_chinese_sentences() {
    let list = vec![passage(1, &["年报"], "公司成立于1998年。2022年营业收入为35亿元，同比增长12%。员工人数为3000人。")];
    let found = answer("2022年营业收入是多少？", &list, &ExtractiveOptions::default());
    assert_eq!(found.sentences[0].text, "2022年营业收入为35亿元，同比增长12%。");
}

#[test]
fn the_same_input_gives_the_same_answer() {
    let once = answer("net income of 3M", &shelf(), &capex());
    assert_eq!(once, answer("net income of 3M", &shelf(), &capex()));
}

proptest::proptest! {
    #[test]
    fn quotes_are_stretches_of_their_passage(text in "[a-z .|\n0-9]{0,160}", question in "[a-z ]{0,40}") {
        let list = vec![passage(1, &["D"], &text)];
        for citation in answer(&question, &list, &ExtractiveOptions { floor: 0.0, ..ExtractiveOptions::default() }).citations {
            proptest::prop_assert!(citation.quote.is_none_or(|q| text.contains(&q)));
        }
    }
}

#[test]
fn the_quantity_asked_for_comes_before_rows_that_share_single_words() {
    let mut table = passage(
        1,
        &["LX2 500-mA Low-Dropout Regulator", "Electrical characteristics"],
        "Parameter | Test condition | Max Unit\nLoad regulation | 1 mA to 500 mA | 12 mV\nDropout voltage | 500 mA | 240 mV\nOutput current limit | full range | 1050 mA",
    );
    table.hit.title = "LX2 500-mA Low-Dropout Regulator".into();
    table.hit.rank = 1;
    table.hit.score = 1.0;
    let found = answer("What is the maximum dropout voltage of the LX2 at full load?", &[table], &ExtractiveOptions::default());
    assert!(found.sentences[0].text.starts_with("Dropout voltage"), "{:?}", found.sentences);
}

#[test]
fn a_row_is_quoted_instead_of_the_caption_above_it() {
    let mut table = passage(
        1,
        &["LX2 datasheet", "Thermal information"],
        "Table 8: Thermal resistance\nThermal metric | Value Unit\nJunction to ambient | 73 °C/W\nJunction to case | 81 °C/W",
    );
    table.hit.kind = waymark_core::SegmentKind::Table;
    let found = answer("What is the junction-to-ambient thermal resistance of the LX2?", &[table], &ExtractiveOptions::default());
    assert!(found.sentences[0].text.contains("73"), "{:?}", found.sentences);
}

#[test]
fn the_rows_that_a_ratio_is_made_of_are_quoted_together_from_the_statement_itself() {
    let note = passage(
        1,
        &["3M 2018 10-K", "Item 7", "Liquidity"],
        "Financial condition | 2018 | 2017\nWorking capital | 6,465 | 6,590\nTotal current assets of segments | 3,200 | 3,100",
    );
    let sheet = passage(
        1,
        &["3M 2018 10-K", "Item 8", "Consolidated Balance Sheet"],
        "Consolidated Balance Sheet (in millions)\nAt December 31 | 2018 | 2017\nTotal current assets | 13,709 | 14,277\nTotal assets | 36,500 | 37,987\nTotal current liabilities | 7,244 | 7,687",
    );
    let mut list = vec![note, sheet];
    for (index, p) in list.iter_mut().enumerate() {
        p.hit.rank = index as u32 + 1;
        p.hit.score = 1.0 - 0.2 * index as f32;
    }
    let options = ExtractiveOptions {
        items: vec![vec!["total current assets".into()], vec!["total current liabilities".into()]],
        statement: vec![0.0, 1.0],
        ..ExtractiveOptions::default()
    };
    let found = answer("What is the FY2018 working capital ratio of 3M?", &list, &options);
    assert!(found.sentences[0].text.starts_with("Total current assets: 2018 13,709"), "{:?}", found.sentences);
    assert!(found.sentences[1].text.starts_with("Total current liabilities: 2018 7,244"), "{:?}", found.sentences);
    let without = ExtractiveOptions { items: vec![vec!["goodwill".into()]], ..ExtractiveOptions::default() };
    let question = "What is the FY2018 working capital ratio of 3M?";
    let plain = answer(question, &list, &ExtractiveOptions::default());
    assert_eq!(answer(question, &list, &without), plain, "a line that no row prints changes nothing");
}

fn fleet() -> Vec<Passage> {
    let ships = "Ships of the fleet\n| Ship | Passengers | Built |\n|---|---|---|\n| Edda | 1,600 | 2016 |\n| Freja | 900 | 2019 |\n\
                 | Hav | 1,250 | 2008 |\n| Total | 3,750 | |";
    let text =
        "We plan to carry nine million passengers. In 2024 the company carried 8.7 million passengers. Passengers like ships.";
    vec![
        passage(1, &["Ferry report", "Outlook"], text),
        passage(1, &["Ferry report", "Fleet"], ships),
        passage(2, &["Other report", "Fleet"], "The other company carried 12 passengers in 2024."),
    ]
}

#[test]
fn a_superlative_is_answered_by_the_extreme_row_and_no_sum() {
    let first = |question: &str| {
        let found = answer(question, &fleet(), &ExtractiveOptions::default());
        found.sentences.first().map(|sentence| sentence.text.clone()).unwrap_or_default()
    };
    assert_eq!(first("Which ship carries the most passengers?"), "Edda: Passengers 1,600; Built 2016");
    assert_eq!(first("Which ship has the fewest passengers?"), "Freja: Passengers 900; Built 2019");
    assert!(!first("What is the most recent ship?").starts_with("Edda"), "most recent is no end of a column");
}

#[test]
fn what_is_counted_stands_beside_its_number() {
    let found = answer("How many passengers did the company carry in 2024?", &fleet()[..1], &ExtractiveOptions::default());
    assert_eq!(found.sentences[0].text, "In 2024 the company carried 8.7 million passengers.");
}

#[test]
fn each_document_of_a_comparison_is_heard_first() {
    let compared = vec![DocumentId(2), DocumentId(1)];
    let options = ExtractiveOptions { compared, ..ExtractiveOptions::default() };
    let found = answer("Compare how many passengers were carried in 2024.", &fleet(), &options);
    let first: Vec<DocumentId> = found.citations.iter().take(2).map(|citation| citation.document).collect();
    assert_eq!(first, [DocumentId(2), DocumentId(1)]);
}

#[test]
fn whole_years_are_told_from_quarters() {
    let text = "Operating margin was 13.9% in the fourth quarter of fiscal 2022. Operating margin was 16.1% in fiscal 2022. \
                Operating margin is expected to be 14.7% in fiscal 2023.";
    let shelf = vec![passage(1, &["Release"], text)];
    let found = answer("What is the operating margin for fiscal 2022?", &shelf, &ExtractiveOptions::default());
    assert!(found.sentences[0].text.contains("16.1%"), "{:?}", found.sentences);
    let found = answer("What was the operating margin in Q4 of fiscal 2022?", &shelf, &ExtractiveOptions::default());
    assert!(found.sentences[0].text.contains("13.9%"), "{:?}", found.sentences);
}

#[test]
fn a_summary_keeps_the_order_of_the_text() {
    let text = "The pump moves cooling water through the pump house. Lunch is served at noon on most weekdays here. \
                Cooling water leaves the pump at 40 degrees in summer. The pump house was painted by two volunteers.";
    let found = summary(&[passage(1, &["Manual"], text)], 2);
    let told: Vec<&str> = found.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    assert!(found.found && told.len() == 2 && told[0].starts_with("The pump moves"), "{told:?}");
    assert!(!told.iter().any(|sentence| sentence.contains("Lunch")), "{told:?}");
    assert!(!summary(&[], 2).found);
}
