//! Text → the years, quarters and dates it speaks of: `FY2018`, `FY18`, `Q2 2022`, `2023Q4`, `Q2'23`, `second quarter of
//! fiscal 2023`, `May 3, 2023`, `2022年第三季度`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::pattern;

/// A calendar day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Four digits.
    pub year: i32,
    /// 1–12.
    pub month: u32,
    /// 1–31.
    pub day: u32,
}

impl Date {
    /// Days since a fixed day long ago; only differences mean something.
    #[must_use]
    pub fn days(self) -> i64 {
        let (y, m) = if self.month <= 2 { (self.year - 1, self.month + 9) } else { (self.year, self.month - 3) };
        let (y, m) = (i64::from(y), i64::from(m));
        365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400) + (153 * m + 2) / 5 + i64::from(self.day)
    }
}

/// What a text says about time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Periods {
    /// Years, ascending; the years inside a range (`FY2015 - FY2017`) are all there.
    pub years: BTreeSet<i32>,
    /// Quarters with their year where one is given.
    pub quarters: BTreeSet<(Option<i32>, u8)>,
    /// Days.
    pub dates: BTreeSet<Date>,
    /// The stretches of the text that were read, for display.
    pub written: Vec<String>,
    /// The latest period is asked for (`most recent`, `latest`).
    pub latest: bool,
    /// Fiscal periods are meant (`FY2023`, `fiscal 2023`), which are not those of the calendar for every company.
    pub fiscal: bool,
}

impl Periods {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.years.is_empty() && self.quarters.is_empty() && self.dates.is_empty()
    }
}

macro_rules! patterns {
    ($($name:ident = $source:expr;)*) => { $(static $name: LazyLock<Regex> = LazyLock::new(|| pattern($source));)* };
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

patterns! {
    QUARTER_YEAR = r"(?i)(?:^|[^a-z0-9])q([1-4])[\s_]*(?:of\s+|in\s+)?(?:the\s+)?(?:fy|fiscal(?:\s+year)?|cy)?[\s'_-]*((?:19|20)\d{2})(?:[^0-9]|$)";
    QUARTER_SHORT = r"(?i)(?:^|[^a-z0-9])q([1-4])\s*(?:of\s+)?(?:fy\s?'?|')(\d{2})(?:[^0-9]|$)";
    NUMBER_QUARTER = r"(?i)(?:^|[^a-z0-9.,])([1-4])q[\s'_-]?((?:19|20)\d{2}|\d{2})(?:[^0-9a-z]|$)";
    YEAR_QUARTER = r"(?i)(?:^|[^0-9])((?:19|20)\d{2})[\s_-]*q([1-4])(?:[^0-9]|$)";
    WORD_QUARTER = r"(?i)\b(first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:fiscal\s+)?quarter(?:\s+(?:of\s+|in\s+)?(?:the\s+)?(?:fy|fiscal(?:\s+year)?|year)?\s*((?:19|20)\d{2}))?";
    BARE_QUARTER = r"(?i)(?:^|[^a-z0-9-])q([1-4])(?:[^a-z0-9]|$)";
    SHORT_YEAR = r"(?i)\bfy[\s']?(\d{2})(?:[^0-9]|$)";
    YEAR = r"(?i)(?:^|[^0-9a-z.,$-]|fy|cy|[^0-9]-)'?((?:19|20)\d{2})(?:[^0-9]|$)";
    RANGE = r"(?i)(?:fy|cy)?\s?((?:19|20)\d{2}|\d{2})\s*(?:-|to|through|until|and)\s*(?:fy|cy)?\s?((?:19|20)\d{2})(?:[^0-9]|$)";
    MONTH_DAY = r"(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+((?:19|20)\d{2})\b";
    DAY_MONTH = r"(?i)\b(\d{1,2})(?:st|nd|rd|th)?\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+((?:19|20)\d{2})\b";
    ISO = r"(?:^|[^0-9])((?:19|20)\d{2})[-_./](\d{2})[-_./](\d{2})(?:[^0-9]|$)";
    CHINESE = r"((?:19|20)\d{2})\s*年(?:\s*第?\s*([一二三四1-4])\s*季)?";
    FISCAL = r"(?i)\bfy[\s']?\d{2}|\bfiscal\b|财年|财政年度";
    LATEST = r"(?i)\b(?:most recent|latest|newest|last reported|current (?:fiscal )?(?:year|quarter|period|report))\b|最新|最近";
}

/// Reads every period of `text` (already [`waymark_core::text::normalise`]d, any case).
#[must_use]
pub fn periods(text: &str) -> Periods {
    let mut found = Periods { latest: LATEST.is_match(text), fiscal: FISCAL.is_match(text), ..Periods::default() };
    let spaced = text.replace('_', " ");
    dates(&spaced, &mut found);
    quarters(&spaced, &mut found);
    years(&spaced, &mut found);
    found.written.sort();
    found.written.dedup();
    found
}

/// All matches of a pattern, also where one match's last character is the next one's first.
fn each<'t>(regex: &Regex, text: &'t str, mut take: impl FnMut(&regex::Captures<'t>)) {
    let mut at = 0;
    while let Some(captures) = regex.captures_at(text, at) {
        take(&captures);
        let end = captures.iter().flatten().skip(1).map(|m| m.end()).max().unwrap_or(text.len());
        at = end.max(at + 1);
        while at < text.len() && !text.is_char_boundary(at) {
            at += 1;
        }
        if at >= text.len() {
            break;
        }
    }
}

fn number<T: std::str::FromStr>(captures: &regex::Captures<'_>, group: usize) -> Option<T> {
    captures.get(group).and_then(|m| m.as_str().parse().ok())
}

fn written(captures: &regex::Captures<'_>) -> String {
    captures.get(0).map_or("", |m| m.as_str()).trim_matches(|c: char| !c.is_alphanumeric()).to_string()
}

fn dates(text: &str, found: &mut Periods) {
    let month_of = |name: &str| MONTHS.iter().position(|m| name.to_lowercase().starts_with(m)).map(|i| i as u32 + 1);
    let mut add = |captures: &regex::Captures<'_>, year: usize, month: Option<u32>, day: usize| {
        if let (Some(year), Some(month), Some(day)) = (number(captures, year), month, number::<u32>(captures, day))
            && (1..=12).contains(&month)
            && (1..=31).contains(&day)
        {
            found.dates.insert(Date { year, month, day });
            found.years.insert(year);
            found.written.push(written(captures));
        }
    };
    each(&MONTH_DAY, text, |c| add(c, 3, c.get(1).and_then(|m| month_of(m.as_str())), 2));
    each(&DAY_MONTH, text, |c| add(c, 3, c.get(2).and_then(|m| month_of(m.as_str())), 1));
    each(&ISO, text, |c| add(c, 1, number(c, 2), 3));
}

fn quarters(text: &str, found: &mut Periods) {
    let mut add = |year: Option<i32>, quarter: Option<u8>, captures: &regex::Captures<'_>| {
        if let Some(quarter) = quarter {
            found.quarters.insert((year, quarter));
            found.years.extend(year);
            found.written.push(written(captures));
        }
    };
    each(&QUARTER_YEAR, text, |c| add(number(c, 2), number(c, 1), c));
    each(&QUARTER_SHORT, text, |c| add(number::<i32>(c, 2).map(|y| 2000 + y), number(c, 1), c));
    let full = |year: i32| if year < 100 { 2000 + year } else { year };
    each(&NUMBER_QUARTER, text, |c| add(number(c, 2).map(full), number(c, 1), c));
    each(&YEAR_QUARTER, text, |c| add(number(c, 1), number(c, 2), c));
    each(&WORD_QUARTER, text, |c| {
        let word = c.get(1).map_or(String::new(), |m| m.as_str().to_lowercase());
        let quarter = [("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th")];
        add(number(c, 2), quarter.iter().position(|(a, b)| word == *a || word == *b).map(|i| i as u8 + 1), c);
    });
    each(&CHINESE, text, |c| {
        let digit = c.get(2).and_then(|m| m.as_str().chars().next());
        add(
            number(c, 1),
            digit.and_then(|d| "一二三四".chars().position(|x| x == d).map(|i| i as u8 + 1).or(d.to_digit(10).map(|n| n as u8))),
            c,
        );
    });
    let mut bare = Vec::new();
    each(&BARE_QUARTER, text, |c| bare.extend(number::<u8>(c, 1)));
    for quarter in bare {
        if !found.quarters.iter().any(|(_, known)| *known == quarter) {
            found.quarters.insert((None, quarter));
            found.written.push(format!("Q{quarter}"));
        }
    }
}

fn years(text: &str, found: &mut Periods) {
    let mut add = |year: Option<i32>, captures: &regex::Captures<'_>| {
        if let Some(year) = year {
            found.years.insert(year);
            found.written.push(written(captures));
        }
    };
    each(&SHORT_YEAR, text, |c| add(number::<i32>(c, 1).map(|y| 2000 + y), c));
    each(&YEAR, text, |c| add(number(c, 1), c));
    each(&CHINESE, text, |c| add(number(c, 1), c));
    let known = found.years.clone();
    each(&RANGE, text, |c| {
        if let (Some(from), Some(to)) = (number::<i32>(c, 1), number::<i32>(c, 2)) {
            let from = if from < 100 { to / 100 * 100 + from } else { from };
            if from < to && to - from <= 12 && known.contains(&to) {
                found.years.extend(from..=to);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{Date, periods};

    fn years(text: &str) -> Vec<i32> {
        periods(text).years.into_iter().collect()
    }

    fn quarters(text: &str) -> Vec<(Option<i32>, u8)> {
        periods(text).quarters.into_iter().collect()
    }

    #[test]
    fn years_in_all_spellings() {
        assert_eq!(years("the FY2018 capex and FY18, 2019"), [2018, 2019]);
        assert_eq!(years("between FY20 and FY21"), [2020, 2021]);
        assert_eq!(years("FY2015 - FY2017 average"), [2015, 2016, 2017]);
        assert_eq!(years("from 2016 to 2018"), [2016, 2017, 2018]);
        assert_eq!(years("from 2022, 2021 and 2020"), [2020, 2021, 2022]);
        assert_eq!(years("3M_2018_10K"), [2018]);
        assert_eq!(years("2022年营业收入"), [2022]);
    }

    #[test]
    fn amounts_are_no_years() {
        assert_eq!(years("$2,018mn and 12019 and 20.2018"), Vec::<i32>::new());
        assert_eq!(years("pays $2018 today"), Vec::<i32>::new());
    }

    #[test]
    fn quarters_in_all_spellings() {
        for text in [
            "Q2 2022",
            "2022 Q2",
            "2022Q2",
            "Q2'2022",
            "Q22022",
            "Q2 of FY2022",
            "second quarter of 2022",
            "Q2 FY22",
            "JPM_2022Q2_10Q",
            "2Q22",
            "in 2Q 2022,",
        ] {
            assert_eq!(quarters(text), [(Some(2022), 2)], "{text}");
            assert_eq!(years(text), [2022], "{text}");
        }
        assert_eq!(quarters("in Q3, sales"), [(None, 3)]);
        assert_eq!(quarters("2022年第三季度"), [(Some(2022), 3)]);
        assert_eq!(quarters("a 10-Q2 form"), []);
        assert_eq!(quarters("LM1Q23 and 12Q22 and 1.2Q22"), []);
        assert!(periods("Q1 FY2023").fiscal && periods("fiscal 2023").fiscal && !periods("Q1 2023").fiscal);
    }

    #[test]
    fn days() {
        let day = Date { year: 2023, month: 5, day: 3 };
        for text in ["on May 3, 2023", "3 May 2023", "dated-2023-05-03", "May 3rd 2023"] {
            assert!(periods(text).dates.contains(&day), "{text}");
        }
        let later = Date { year: 2023, month: 6, day: 2 };
        assert_eq!(later.days() - day.days(), 30);
        assert_eq!(Date { year: 2024, month: 3, day: 1 }.days() - Date { year: 2024, month: 2, day: 28 }.days(), 2);
    }

    #[test]
    fn the_latest() {
        assert!(periods("in the most recent 10-Q").latest);
        assert!(!periods("in the 10-Q, total current assets").latest);
    }
}
