use super::{Analysis, analyze, tokens};

fn indexed(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    analyze(text, Analysis::Index, &mut |term| terms.push(term.to_owned()));
    terms
}

#[test]
fn words_lose_case_plural_possessive_and_accents() {
    assert_eq!(tokens("Companies' boxes, the company's Résumés"), ["company", "box", "the", "company", "resume"]);
    assert_eq!(tokens("Processes across analysis basis gas"), ["process", "across", "analysis", "basis", "gas"]);
    assert_eq!(tokens("Ærø Straße ﬁrst soft\u{AD}hyphen"), ["aero", "strasse", "first", "softhyphen"]);
    assert_eq!(tokens("don’t O’Brien l'eau"), ["dont", "obrien", "brien", "leau", "eau"]);
}

#[test]
fn identifiers_stay_whole_and_are_split() {
    assert_eq!(tokens("TPS7A4701-Q1"), ["tps7a4701-q1", "tps7a4701q1", "tps7a4701", "q1"]);
    assert_eq!(tokens("10-K"), ["10-k", "10k"]);
    assert_eq!(tokens("10‑K/A"), ["10-k/a", "10ka"]);
    assert_eq!(tokens("LM317/NOPB"), ["lm317/nopb", "lm317nopb", "lm317", "nopb"]);
    assert_eq!(tokens("FY2018 fy19 FYI"), ["fy2018", "2018", "fy19", "2019", "fyi"]);
}

#[test]
fn compounds_give_parts_and_the_joined_word() {
    assert_eq!(tokens("year-over-year"), ["year", "over", "year", "yearoveryear"]);
    assert_eq!(tokens("R&D at AT&T in the U.S."), ["r&d", "at", "at&t", "at", "in", "the", "us"]);
    assert_eq!(tokens("and/or end.Start"), ["and", "or", "end", "start"]);
}

#[test]
fn numbers_are_kept_with_and_without_commas() {
    assert_eq!(tokens("$1,577"), ["1577", "1,577"]);
    assert_eq!(tokens("1,577.50 (12.5%)"), ["1577.50", "1,577.50", "12.5"]);
    assert_eq!(tokens("2017,2018"), ["2017", "2018"]);
    assert_eq!(tokens("2017–2018"), ["2017-2018", "2017", "2018"]);
    assert_eq!(tokens("section 3.1.2."), ["section", "3.1.2"]);
    assert_eq!(tokens("3.3V 40 V 470nF"), ["3.3v", "3.3", "v", "40", "v", "470nf", "470", "nf"]);
    assert_eq!(tokens("revenue² 10³"), ["revenue", "2", "10", "3"]);
}

#[test]
fn scripts_without_spaces_become_bigrams() {
    assert_eq!(tokens("高血压患者"), ["高血", "血压", "压患", "患者"]);
    assert_eq!(tokens("税"), ["税"]);
    assert_eq!(indexed("高血压"), ["高", "血", "压", "高血", "血压"]);
    assert_eq!(tokens("第3章 血压≥140mmHg"), ["第", "3", "章", "血压", "140mmhg"]);
    assert_eq!(tokens("データベース・検索"), ["デー", "ータ", "タベ", "ベー", "ース", "検索"]);
    assert_eq!(tokens("ﾃﾞｰﾀ"), ["デー", "ータ"]);
    assert_eq!(tokens("한국어 검색"), ["한국", "국어", "검색"]);
    assert_eq!(tokens("がん"), ["がん"]);
}

#[test]
fn hostile_text_never_panics_and_terms_stay_short() {
    let long = "a-".repeat(5000);
    let mixed = "x'y&z.1,2/".repeat(500);
    for text in ["", "'", "'s", "-._,", "a'", "''''s", "1,", ",1", "é'é'é", "\u{307}\u{301}", &long, &mixed, "𝟏𝟐𝟑 ½ ㎏ ℃ ..a..b"]
    {
        assert!(indexed(text).iter().all(|term| !term.is_empty() && term.len() <= 96), "{text:.40}");
    }
}

#[test]
fn index_and_query_agree_on_everything_but_single_characters() {
    let text = "The AMCOR plc 10-K of 2022: U.S. $1,577.5 million, TPS7A4701-Q1 3.3V, year-over-year";
    assert_eq!(tokens(text), indexed(text));
}
