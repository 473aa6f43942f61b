//! Form type, fiscal year and period as annual and quarterly reports, earnings releases and manuals state them.

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind};

use super::{Front, printed};

static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:form\s+)?(10-?k(?:/a|405)?|10-?q(?:/a)?|8-?k(?:/a)?|20-?f|6-?k|40-?f|s-1|def 14a)\s*$").ok()
});
static FORM_INSIDE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bform\s+(10-?k|10-?q|8-?k|20-?f|6-?k|40-?f)\b").ok());
static ENDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?P<what>fiscal\s+year|year|quarter(?:ly\s+period)?|three\s+months|six\s+months|nine\s+months|twelve\s+months|period|quarter)s?\s+end(?:ed|ing):?\s+(?P<month>jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\.?\s+(?P<day>\d{1,2})\s*,?\s+(?P<year>(?:19|20)\d\d)").ok()
});
static QUARTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+quarter|q(?P<digit>[1-4]))(?:\s+(?:and\s+full[\s-]+year|of|for|results|fiscal|fy|year))*[\s,']+(?:fiscal\s+(?:year\s+)?)?(?P<year>(?:19|20)\d\d)|(?:fiscal\s+(?:year\s+)?)?(?P<year2>(?:19|20)\d\d)\s+(?P<word2>first|second|third|fourth)[\s-]+quarter|\bq(?P<digit3>[1-4])\s*fy\s?(?P<short>\d\d)\b").ok()
});
static EARNINGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:reports|announces|delivers|posts)\b.{0,90}\b(?:results|earnings)|earnings\s+release|(?:quarter|year)\b.{0,40}\bresults)\b").ok()
});
static ANNUAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:(?P<year>(?:19|20)\d\d)\s+)?annual\s+report(?:\s+(?P<year2>(?:19|20)\d\d))?\s*$").ok()
});
static KIND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(data\s?sheet|user(?:'s|’s|s)?\s+(?:guide|manual)|reference\s+manual|programm(?:er(?:'s|’s)?|ing)\s+(?:guide|manual)|installation\s+(?:guide|manual)|application\s+note|getting\s+started(?:\s+guide)?|white\s?paper|technical\s+report|owner(?:'s|’s)?\s+manual|service\s+manual|design\s+guide|style\s+guide|FAQ|specification|handbook|guideline)s?\b|数据手册|用户手册|使用手册|指南|规范").ok()
});
static ISOLATED_YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:copyright|©|\(c\)|^|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?,?\s+)((?:19|20)\d\d)(?:\s*[-–]\s*((?:19|20)\d\d))?\b").ok()
});

/// Reads form, year and period from the first pages.
pub fn read(front: &Front<'_>, facts: &mut Vec<Fact>) {
    form(front, facts);
    let stated = periods(front, facts);
    if !stated {
        plain_year(front, facts);
    }
}

/// A longer line that begins with a form goes on with a sentence.
const COVER_LINE: usize = 40;

fn form(front: &Front<'_>, facts: &mut Vec<Fact>) {
    let Some(first_page) = front.lines.first().map(|line| line.page) else { return };
    let first = || front.lines.iter().filter(move |line| line.page == first_page);
    let whole = first().find_map(|line| Some((FORM.as_ref()?.captures(&line.text)?.get(1)?.as_str().to_uppercase(), line.page)));
    let inside = || {
        first().find_map(|line| Some((FORM_INSIDE.as_ref()?.captures(&line.text)?.get(1)?.as_str().to_uppercase(), line.page)))
    };
    // A press release of results speaks of the form that will follow; a cover names its own at the head of a line.
    let release = || first().take(25).any(|line| EARNINGS.as_ref().is_some_and(|earnings| earnings.is_match(&line.text)));
    let own = || {
        let headed = |text: &str| text.chars().count() < COVER_LINE && text.trim_start().to_lowercase().starts_with("form");
        inside().filter(|_| !release() || first().any(|line| headed(&line.text)))
    };
    if let Some((form, page)) = whole.or_else(own) {
        printed(facts, FactKind::Form, with_hyphen(&form), page);
        let text = front.text();
        if form.starts_with("8") && EARNINGS.as_ref().is_some_and(|earnings| earnings.is_match(&text)) {
            printed(facts, FactKind::Form, "earnings release", page);
        }
        return;
    }
    if let Some(line) = first().find(|line| ANNUAL.as_ref().is_some_and(|annual| annual.is_match(&line.text))) {
        printed(facts, FactKind::Form, "annual report", line.page);
        return;
    }
    if let Some(line) = first().take(25).find(|line| EARNINGS.as_ref().is_some_and(|earnings| earnings.is_match(&line.text))) {
        printed(facts, FactKind::Form, "earnings release", line.page);
        return;
    }
    let kind = first()
        .take(30)
        .filter(|line| line.ratio > 1.05 || line.bold)
        .chain(first().take(8))
        .find_map(|line| Some((KIND.as_ref()?.find(&line.text)?.as_str().to_lowercase(), line.page)));
    if let Some((kind, page)) = kind {
        printed(facts, FactKind::Form, kind.split_whitespace().collect::<Vec<_>>().join(" "), page);
    }
}

/// `10K` → `10-K`.
fn with_hyphen(form: &str) -> String {
    if form.contains('-') || form.contains(' ') {
        return form.to_owned();
    }
    let at = form.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(form.len());
    format!("{}-{}", &form[..at], &form[at..])
}

/// Stated periods: `For the fiscal year ended December 31, 2018`, `second quarter 2022`.
fn periods(front: &Front<'_>, facts: &mut Vec<Fact>) -> bool {
    let mut found = false;
    let joined: Vec<(String, u32)> = front
        .lines
        .windows(2)
        .map(|pair| (format!("{} {}", pair[0].text, pair[1].text), pair[0].page))
        .chain(front.lines.last().map(|line| (line.text.clone(), line.page)))
        .take(120)
        .collect();
    for (text, page) in &joined {
        let Some(stated) = ENDED.as_ref().and_then(|ended| ended.captures(text)) else { continue };
        let (Some(what), Some(year), Some(month), Some(day)) =
            (stated.name("what"), stated.name("year"), stated.name("month"), stated.name("day"))
        else {
            continue;
        };
        let what = what.as_str().to_lowercase();
        let fiscal = fiscal_year(month.as_str(), day.as_str(), year.as_str());
        printed(facts, FactKind::Year, fiscal.as_str(), *page);
        if what.contains("quarter") || what.contains("three") {
            if let Some(quarter) = calendar_quarter(month.as_str(), day.as_str()) {
                printed(facts, FactKind::Period, format!("Q{quarter} {fiscal}"), *page);
            }
            printed(
                facts,
                FactKind::Period,
                format!("quarter ended {} {}, {}", month.as_str(), day.as_str(), year.as_str()),
                *page,
            );
        } else if what.contains("year") || what.contains("twelve") {
            printed(facts, FactKind::Period, format!("FY{fiscal}"), *page);
        }
        found = true;
        break;
    }
    for (text, page) in joined.iter().take(40) {
        let Some((quarter, year)) = quarter_in(text) else { continue };
        // The company's own count of quarters comes before the calendar's.
        facts.retain(|fact| fact.kind != FactKind::Period || !fact.value.starts_with('Q'));
        facts.insert(
            0,
            Fact {
                kind: FactKind::Period,
                value: format!("Q{quarter} {year}"),
                source: waymark_core::FactSource::TitlePage,
                page: Some(*page),
            },
        );
        printed(facts, FactKind::Year, year, *page);
        found = true;
        break;
    }
    found
}

/// The first quarter with its year that a text names: `second quarter of fiscal 2024`, `Q2 FY24` → 2, `2024`.
pub fn quarter_in(text: &str) -> Option<(u32, String)> {
    let stated = QUARTER.as_ref()?.captures(text)?;
    let quarter = stated
        .name("word")
        .or(stated.name("word2"))
        .and_then(|word| ordinal(word.as_str()))
        .or_else(|| stated.name("digit").or(stated.name("digit3")).and_then(|digit| digit.as_str().parse().ok()))?;
    let year = stated
        .name("year")
        .or(stated.name("year2"))
        .map(|year| year.as_str().to_owned())
        .or_else(|| stated.name("short").map(|short| format!("20{}", short.as_str())))?;
    Some((quarter, year))
}

fn ordinal(word: &str) -> Option<u32> {
    Some(match word.to_lowercase().as_str() {
        "first" | "1st" => 1,
        "second" | "2nd" => 2,
        "third" | "3rd" => 3,
        "fourth" | "4th" => 4,
        _ => return None,
    })
}

/// The year that a period belongs to which ends on this day: years of 52 or 53 weeks end now and then in the first days of the next
/// January.
fn fiscal_year(month: &str, day: &str, year: &str) -> String {
    let early = month.to_lowercase().starts_with("jan") && day.parse::<u32>().is_ok_and(|day| day <= 7);
    match year.parse::<u32>() {
        Ok(number) if early => (number - 1).to_string(),
        _ => year.to_owned(),
    }
}

/// The calendar quarter that ends near the given day (a few days past a month's end count for that month).
fn calendar_quarter(month: &str, day: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let lower = month.to_lowercase();
    let month = MONTHS.iter().position(|known| lower.starts_with(known))? + 1;
    let early = day.parse::<u32>().ok()? <= 7;
    let month = if early { if month == 1 { 12 } else { month - 1 } } else { month };
    (month % 3 == 0).then(|| u32::try_from(month / 3).unwrap_or(1))
}

/// A year on the first page: in a date, after a copyright sign, or alone on its line.
fn plain_year(front: &Front<'_>, facts: &mut Vec<Fact>) {
    let hit = front.lines.iter().take(60).find_map(|line| {
        let found = ISOLATED_YEAR.as_ref()?.captures(&line.text)?;
        let year = found.get(2).or(found.get(1))?.as_str().to_owned();
        Some((year, line.page))
    });
    if let Some((year, page)) = hit {
        printed(facts, FactKind::Year, year, page);
        return;
    }
    let created = front
        .info
        .created
        .as_deref()
        .and_then(|text| text.trim_start_matches("D:").get(..4))
        .filter(|year| year.parse::<u32>().is_ok_and(|year| (1980..2100).contains(&year)));
    if let Some(year) = created {
        facts.push(Fact { kind: FactKind::Year, value: year.into(), source: waymark_core::FactSource::Metadata, page: None });
    }
}

#[cfg(test)]
mod tests {
    use waymark_core::FactKind;

    use super::{fiscal_year, form};
    use crate::facts::tests::values;

    fn forms(lines: &[&str]) -> Vec<String> {
        values(lines, form, FactKind::Form)
    }

    #[test]
    fn a_release_that_speaks_of_a_form_is_none() {
        let release = "Sundline Reports First-Quarter 2023 Results; Raises Full-Year Guidance";
        let sentence =
            "Form 10-Q) filed with the Securities and Exchange Commission for additional information regarding results.";
        assert_eq!(
            forms(&[release, "Please refer to the Quarterly Report on Form 10-Q for the 12 weeks (Q1 2023", sentence]),
            ["earnings release"]
        );
        assert_eq!(forms(&["FORM 10-Q", release]), ["10-Q"]);
        assert_eq!(forms(&["QUARTERLY REPORT ON FORM 10-Q", "For the period ended March 25, 2023"]), ["10-Q"]);
    }

    #[test]
    fn a_year_of_weeks_that_ends_in_the_first_days_of_january_is_the_one_before() {
        assert_eq!(fiscal_year("January", "1", "2023"), "2022");
        assert_eq!(fiscal_year("Jan", "2", "2022"), "2021");
        assert_eq!(fiscal_year("January", "31", "2020"), "2020");
        assert_eq!(fiscal_year("December", "31", "2018"), "2018");
    }
}
