//! Which documents a question means: names, periods, forms, and the reports of readers whom other programs misled.

use waymark_core::{DocumentFacts, DocumentId, Fact, FactKind, FactSource};

use super::{DocumentTerms, Intent, LibraryTerms, analyze};

pub(super) fn library(names: &[&str]) -> LibraryTerms {
    LibraryTerms::new(names.iter().enumerate().map(|(i, name)| DocumentTerms {
        id: DocumentId(i as i64),
        title: (*name).to_string(),
        file_name: format!("{name}.pdf"),
        facts: DocumentFacts { title: (*name).to_string(), ..DocumentFacts::default() },
    }))
}

pub(super) fn with_facts(rows: &[(&str, &[(FactKind, &str)])]) -> LibraryTerms {
    LibraryTerms::new(rows.iter().enumerate().map(|(i, (file, facts))| {
        DocumentTerms {
            id: DocumentId(i as i64),
            title: (*file).to_string(),
            file_name: format!("{file}.pdf"),
            facts: DocumentFacts {
                title: (*file).to_string(),
                facts: facts
                    .iter()
                    .map(|(kind, value)| Fact {
                        kind: *kind,
                        value: (*value).to_string(),
                        source: FactSource::TitlePage,
                        page: Some(0),
                    })
                    .collect(),
                keywords: Vec::new(),
            },
        }
    }))
}

/// The name of the document that is meant most; `None` on a tie or when nothing matches.
fn meant<'a>(question: &str, names: &[&'a str]) -> Option<&'a str> {
    let plan = analyze(question, &library(names));
    let best: Vec<_> = plan.documents.iter().filter(|(_, m)| m.matched >= plan.most - 1e-6).collect();
    match best.as_slice() {
        [(id, _)] => Some(names[id.0 as usize]),
        _ => None,
    }
}

const SHELF: &[&str] = &[
    "3M_2018_10K",
    "3M_2019_10K",
    "3M_2022_10K",
    "BESTBUY_2017_10K",
    "BESTBUY_2018_10K",
    "BESTBUY_2024Q2_10Q",
    "GENERALMILLS_2020_10K",
    "JOHNSON_JOHNSON_2022_10K",
    "JOHNSON_JOHNSON_2023Q2_EARNINGS",
    "JPMORGAN_2022Q2_10Q",
    "MGMRESORTS_2022Q4_EARNINGS",
    "PEPSICO_2023_8K_dated-2023-05-05",
    "PEPSICO_2023_8K_dated-2023-05-30",
    "PEPSICO_2023Q1_EARNINGS",
    "PEPSICO_2021_10K",
];

#[test]
fn company_and_year_single_out_a_document() {
    assert_eq!(meant("What is the FY2018 capital expenditure of 3M?", SHELF), Some("3M_2018_10K"));
    assert_eq!(meant("what is 3M's FY19 revenue", SHELF), Some("3M_2019_10K"));
    assert_eq!(meant("free cash flow for General Mills in FY2020", SHELF), Some("GENERALMILLS_2020_10K"));
}

#[test]
fn a_range_of_years_means_the_report_of_the_last() {
    assert_eq!(meant("FY2015 - FY2017 average margin of Best Buy", SHELF), Some("BESTBUY_2017_10K"));
}

#[test]
fn quarters_and_days_single_out_a_document() {
    assert_eq!(meant("In 2022 Q2, which of JPM's segments earned most?", SHELF), Some("JPMORGAN_2022Q2_10Q"));
    assert_eq!(meant("Cash of Best Buy at Q2 of FY2024", SHELF), Some("BESTBUY_2024Q2_10Q"));
    assert_eq!(meant("Pepsico AGM held on May 3, 2023", SHELF), Some("PEPSICO_2023_8K_dated-2023-05-05"));
    assert_eq!(meant("As of May 26, 2023, what may Pepsico borrow?", SHELF), Some("PEPSICO_2023_8K_dated-2023-05-30"));
    assert_eq!(meant("As of FY2023Q1, guidance of Pepsico", SHELF), Some("PEPSICO_2023Q1_EARNINGS"));
}

#[test]
fn abbreviations_of_names_are_understood() {
    assert_eq!(meant("Are JnJ's FY2022 financials good?", SHELF), Some("JOHNSON_JOHNSON_2022_10K"));
    assert_eq!(meant("highest EBITDAR for MGM during FY2022", SHELF), Some("MGMRESORTS_2022Q4_EARNINGS"));
}

#[test]
fn facts_serve_when_file_names_say_nothing() {
    use FactKind::{Alias, Company, Form, Year};
    let shelf = with_facts(&[
        ("doc-001", &[(Company, "Apple Inc."), (Alias, "AAPL"), (Year, "2022"), (Form, "10-K")]),
        ("doc-002", &[(Company, "Apple Inc."), (Year, "2023"), (Form, "10-K")]),
        ("doc-003", &[(Company, "American Express Company"), (Year, "2022"), (Form, "10-K")]),
        ("doc-004", &[(Company, "The Kraft Heinz Company"), (Year, "2022"), (Form, "10-K")]),
    ]);
    let best = |question: &str| analyze(question, &shelf).focus(1);
    assert_eq!(best("Apple's net sales in FY2023"), [DocumentId(1)]);
    assert_eq!(best("AAPL 2022 revenue"), [DocumentId(0)]);
    assert_eq!(best("debt of Amex"), [DocumentId(2)]);
    assert_eq!(best("Kraft Heinz inventory 2022"), [DocumentId(3)]);
}

#[test]
fn t001_an_exact_title_singles_out_its_document() {
    let names: Vec<String> = (0..150).map(|i| format!("minutes of the board meeting number {i:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(meant("minutes of the board meeting number 117", &names), Some(names[117]));
}

#[test]
fn t022_a_file_name_in_the_question_is_heard() {
    let names = ["report_2020", "report_2021", "report_2022"];
    assert_eq!(meant("In report_2021.pdf what is the outlook?", &names), Some("report_2021"));
}

#[test]
fn t009_focus_is_no_filter() {
    let plan = analyze("3M in 2018", &library(SHELF));
    assert_eq!(plan.focus(5), [DocumentId(0)]);
    assert!(plan.matched(DocumentId(1)) > 0.0, "the other years stay reachable");
}

#[test]
fn a_question_without_names_means_no_document() {
    let plan = analyze("why did margins fall?", &library(SHELF));
    assert!(plan.focus(5).is_empty());
    assert_eq!(plan.intent, Intent::Lookup);
}

#[test]
fn common_words_are_no_names() {
    let shelf =
        with_facts(&[("a", &[(FactKind::Company, "CVS Health Corporation")]), ("b", &[(FactKind::Company, "Block, Inc.")])]);
    assert!(analyze("what does health cost", &shelf).documents.is_empty());
    assert_eq!(analyze("What is CVS Health's revenue", &shelf).focus(2), [DocumentId(0)]);
    assert_eq!(analyze("What is Block's revenue", &shelf).focus(2), [DocumentId(1)]);
}

#[test]
fn single_keywords_name_nothing_on_their_own() {
    let mut document = DocumentTerms {
        id: DocumentId(0),
        title: "CVS Health Annual Report".to_string(),
        file_name: "a.pdf".to_string(),
        facts: DocumentFacts::default(),
    };
    document.facts.keywords = ["Health", "LM317-ADJ", "FY2022", "Company"].map(String::from).to_vec();
    let shelf = LibraryTerms::new([document]);
    assert!(analyze("how does health care cost the company", &shelf).focus(1).is_empty());
    assert_eq!(analyze("the dropout of the LM317-ADJ", &shelf).focus(1), [DocumentId(0)]);
}

#[test]
fn the_year_of_the_file_name_wins_over_one_on_the_pages() {
    let shelf = with_facts(&[
        ("2022 Q3 NVDA", &[(FactKind::Company, "NVIDIA"), (FactKind::Year, "2023")]),
        ("2023 Q3 NVDA", &[(FactKind::Company, "NVIDIA"), (FactKind::Year, "2024")]),
    ]);
    assert_eq!(analyze("NVIDIA revenue in Q3 2023", &shelf).focus(1), [DocumentId(1)]);
}

#[test]
fn without_a_period_the_newest_report_of_the_company_is_meant() {
    let shelf = with_facts(&[
        ("PFIZER_2020_10K", &[(FactKind::Company, "Pfizer"), (FactKind::Form, "10-K"), (FactKind::Year, "2020")]),
        ("PFIZER_2021_10K", &[(FactKind::Company, "Pfizer"), (FactKind::Form, "10-K"), (FactKind::Year, "2021")]),
    ]);
    assert_eq!(analyze("Which companies did Pfizer acquire by this 10-K report?", &shelf).focus(1), [DocumentId(1)]);
    assert_eq!(analyze("Which companies did Pfizer acquire in 2020?", &shelf).focus(1), [DocumentId(0)]);
}

#[test]
fn the_annual_report_is_meant_only_among_the_reports_of_a_named_company() {
    let shelf = with_facts(&[
        ("AMCOR_2023_10K", &[(FactKind::Company, "Amcor"), (FactKind::Form, "10-K"), (FactKind::Year, "2023")]),
        (
            "AMCOR_2023Q4_EARNINGS",
            &[(FactKind::Company, "Amcor"), (FactKind::Form, "earnings release"), (FactKind::Year, "2023")],
        ),
    ]);
    assert_eq!(analyze("Does Amcor have a better gross margin as of FY2023?", &shelf).focus(1), [DocumentId(0)]);
    assert_eq!(analyze("What was the adjusted EBITDA of Amcor in FY2023?", &shelf).focus(1), [DocumentId(1)]);
    let unnamed = analyze("What drove the reduction in expenses in FY2023?", &shelf);
    assert!((unnamed.matched(DocumentId(0)) - unnamed.matched(DocumentId(1))).abs() < 1e-6, "{:?}", unnamed.documents);
}

#[test]
fn part_numbers_lower_alpha() {
    let plain = analyze("how does the regulator start", &LibraryTerms::default());
    let exact = analyze("how does the LM317-ADJ start", &LibraryTerms::default());
    assert!(exact.alpha < plain.alpha);
    assert_eq!(exact.identifiers, ["lm317-adj"]);
}

#[test]
fn short_codes_and_other_languages_lower_alpha() {
    let alpha = |question: &str| analyze(question, &LibraryTerms::default()).alpha;
    let plain = alpha("how does the regulator start");
    for other in ["VOD", "What is tPO?", "Wie startet der Regler?", "稳压器如何启动？"] {
        assert!(alpha(other) < plain, "{other}");
    }
    assert!((alpha("how is the output reached") - plain).abs() < 1e-6);
}

#[test]
fn a_number_behind_a_name_means_that_version() {
    let named: &[(FactKind, &str)] = &[(FactKind::Company, "BIRD")];
    let manuals = with_facts(&[("BIRD 1.6 User Guide", named), ("BIRD 2.0 User Guide", named), ("BIRD 3.1 User Guide", named)]);
    let meant = |version: &str| analyze(&format!("How are filters written in BIRD{version}?"), &manuals).focus(5);
    for (version, title) in [(" 1.6", 0), (" v2.0", 1), (" 2", 1), (" 3", 2)] {
        assert_eq!(meant(version), [DocumentId(title)], "{version}");
    }
    assert_eq!(meant(" 4").len(), 3, "no manual is of that version");
    assert_eq!(meant("").len(), 3);
}

#[test]
fn the_day_a_file_was_made_is_no_year_that_it_is_for() {
    let dated = |id: i64, title: &str| DocumentTerms {
        id: DocumentId(id),
        title: title.to_string(),
        file_name: format!("{id}.pdf"),
        facts: DocumentFacts {
            title: title.to_string(),
            facts: vec![Fact { kind: FactKind::Year, value: "2022".into(), source: FactSource::Metadata, page: None }],
            keywords: Vec::new(),
        },
    };
    let shelf = LibraryTerms::new([dated(0, "Water losses 2019"), dated(1, "Water losses 2021"), dated(2, "Water charges")]);
    let years = |question: &str| analyze(question, &shelf).focus(1);
    assert_eq!(years("Water losses in 2019"), [DocumentId(0)]);
    assert_eq!(years("Water losses in 2021"), [DocumentId(1)]);
    assert_eq!(years("What was done in 2022?"), [DocumentId(2)], "where nothing else says a year, the day of making does");
}

#[test]
fn possessives_and_instructions_are_cut() {
    let plan = analyze("What is AMCOR's EBITDA? Answer in USD millions.", &LibraryTerms::default());
    assert_eq!(plan.dense, "What is AMCOR's EBITDA?");
    assert!(plan.lexical.starts_with("AMCOR EBITDA"), "{}", plan.lexical);
}

#[test]
fn empty_and_endless_questions_pass() {
    assert!(analyze("", &library(SHELF)).documents.is_empty());
    let long = "3M 2018 ".repeat(5000);
    assert_eq!(analyze(&long, &library(SHELF)).focus(1), [DocumentId(0)]);
}

proptest::proptest! {
    #[test]
    fn any_text_passes(text in "\\PC{0,200}") {
        let plan = analyze(&text, &library(SHELF));
        proptest::prop_assert!(plan.documents.values().all(|m| m.matched.is_finite() && m.matched <= plan.most));
    }
}

#[test]
fn the_beginning_of_a_name_ends_where_a_word_does() {
    let library = with_facts(&[
        ("a", &[(FactKind::Company, "American Express Company")]),
        ("b", &[(FactKind::Company, "JPMorgan Chase & Co.")]),
        ("c", &[(FactKind::Company, "PepsiCo, Inc.")]),
        ("d", &[(FactKind::Company, "3M Company"), (FactKind::Alias, "MMM")]),
        ("e", &[(FactKind::Company, "3M Company")]),
    ]);
    let named = |question: &str| analyze(question, &library).documents.keys().map(|id| id.0).collect::<Vec<_>>();
    assert_eq!(named("What is the interest income of JPM?"), [1]);
    assert_eq!(named("Pepsi 2021 revenue"), [2]);
    assert_eq!(named("revenue of Pepsi"), [2]);
    assert!(named("Net interest income of Bank of America").is_empty());
    // A symbol that one report of a company prints stands for all of them.
    assert_eq!(named("What was MMM's capital expenditure?"), [3, 4]);
}
