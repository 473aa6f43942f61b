//! Question against units and passages → how well each answers.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::text::{Word, is_stop, squash, stem, words};

use super::ExtractiveOptions;
use super::extreme::{self, column_label, column_words};
use super::units::{Unit, label, opened, parts};
use crate::passage::Passage;
use crate::table::Row;
use crate::verify::is_number;

/// The question as units are compared with it.
pub(super) struct Asked {
    /// Content words.
    words: BTreeSet<String>,
    /// Those of them that do not just name the documents: every passage of a document shares its name.
    telling: BTreeSet<String>,
    /// Content words that stand side by side in the question (`dropout voltage`).
    pairs: Vec<(String, String)>,
    phrases: Vec<(String, BTreeSet<String>)>,
    years: Vec<String>,
    number: bool,
    /// What is counted (`How many employees …`).
    counted: Option<String>,
    /// Whole years are asked for, no quarter of one.
    whole_years: bool,
}

/// Inverse frequency of the question's words among the units, on a floor: among few units every word is frequent or absent.
pub(super) struct Rarity(BTreeMap<String, f32>);

impl Rarity {
    pub(super) fn new(asked: &Asked, all: &[Unit]) -> Self {
        let n = all.len() as f32;
        let every = asked.words.iter().chain(asked.phrases.iter().flat_map(|(_, words)| words));
        Self(
            every
                .map(|word| {
                    let holding = all.iter().filter(|u| u.stems.contains(word) || u.around.contains(word)).count() as f32;
                    let rarity = (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln();
                    (word.clone(), 0.5 + rarity / 2.0)
                })
                .collect(),
        )
    }

    fn share<'w>(&self, words: impl Iterator<Item = &'w String> + Clone, holds: impl Fn(&String) -> bool) -> f32 {
        let weight = |word: &String| self.0.get(word).copied().unwrap_or(0.0);
        let total: f32 = words.clone().map(weight).sum();
        let held: f32 = words.filter(|word| holds(word)).map(weight).sum();
        if total > 0.0 { held / total } else { 0.0 }
    }
}

impl Asked {
    pub(super) fn new(question: &str, passages: &[Passage], options: &ExtractiveOptions) -> Self {
        let all = words(question);
        let set_against = !options.compared.is_empty();
        let said = |w: &&Word| {
            let compares = set_against && compares(&w.norm);
            !compares && !is_stop(&w.norm) && !asks(&w.norm) && !period_mark(&w.norm)
        };
        let content: Vec<String> = words(&without_asking(question)).iter().filter(said).flat_map(plain).collect();
        let pairs = content.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        let list: BTreeSet<String> = content.into_iter().collect();
        let years: Vec<String> = all.iter().filter_map(|w| year(&w.norm)).collect();
        let lower = question.to_lowercase();
        let whole_years =
            !years.is_empty() && !in_quarter(&lower) && !all.iter().any(|w| period_mark(&w.norm) && w.norm.starts_with('q'));
        let counted = counted(&all);
        let number = [
            "how much", "how many", "amount", "ratio", "rate", "percent", "total", "average", "value", "maximum", "minimum",
            "usd", "多少", "$", "%",
        ]
        .iter()
        .any(|sign| lower.contains(sign));
        let phrases = options
            .expansions
            .iter()
            .map(|phrase| {
                (phrase.to_lowercase(), words(phrase).iter().filter(|w| !is_stop(&w.norm)).map(|w| stem(&w.norm)).collect())
            })
            .collect();
        let words: BTreeSet<String> = list.into_iter().filter(|w| year(w).is_none()).collect();
        let names: Vec<String> = passages.iter().map(|p| squash(&format!("{} {}", p.hit.title, p.hit.file_name))).collect();
        let telling: BTreeSet<String> = words
            .iter()
            .filter(|w| w.chars().count() < 2 || !names.iter().any(|name| name.contains(&squash(w))))
            .cloned()
            .collect();
        Self {
            telling: if telling.is_empty() { words.clone() } else { telling },
            words,
            pairs,
            phrases,
            years,
            number,
            counted,
            whole_years,
        }
    }

    /// Whether the question holds a stemmed content word.
    pub(super) fn holds(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Share of the question that a passage holds with its title and path; an expansion stands for the words it explains.
    pub(super) fn support(&self, passage: &Passage, rarity: &Rarity) -> f32 {
        let text = passage.with_place();
        let held: BTreeSet<String> = words(&text).iter().flat_map(opened).collect();
        let squashed = squash(&text);
        let own = rarity.share(self.words.iter(), |w| held.contains(w) || w.len() >= 3 && squashed.contains(&squash(w)));
        let expanded = self.phrases.iter().map(|(_, list)| rarity.share(list.iter(), |w| held.contains(w))).fold(0.0, f32::max);
        own.max(0.75 * expanded)
    }

    /// How many of the question's neighbouring words are neighbours in the unit too; two such pairs count in full. A share of
    /// all pairs would make the one that names the quantity (`dropout voltage`) count for little in a long question.
    fn together(&self, unit: &Unit) -> f32 {
        const ENOUGH: f32 = 2.0;
        let own: Vec<String> = words(&unit.lower).into_iter().filter(|w| !is_stop(&w.norm)).flat_map(|w| plain(&w)).collect();
        let held = self.pairs.iter().filter(|(a, b)| own.windows(2).any(|pair| pair[0] == *a && pair[1] == *b)).count();
        (held as f32 / ENOUGH).min(1.0)
    }

    /// How well the place of a unit suits the question: rank and document of its passage, years among its columns.
    pub(super) fn place(&self, unit: &Unit, passages: &[Passage]) -> f32 {
        0.2 * self.dated(unit) + 0.5 * prior(unit.passage, passages)
    }

    /// Share of the question's years that a unit or what surrounds it names; 0 without any.
    fn dated(&self, unit: &Unit) -> f32 {
        let named = self.years.iter().filter(|y| unit.lower.contains(y.as_str()) || unit.around.contains(*y)).count();
        if self.years.is_empty() { 0.0 } else { named as f32 / self.years.len() as f32 }
    }

    /// Whether a unit says how many of what is counted there are: `76,700 employees`, `8.7 million passengers`.
    fn counts(&self, unit: &Unit) -> bool {
        let Some(counted) = self.counted.as_ref().filter(|_| !unit.row) else { return false };
        let list = words(&unit.lower);
        (0..list.len()).filter(|at| stem(&list[*at].norm) == *counted).any(|at| {
            let number = |word: &Word| is_number(&word.norm) && year(&word.norm).is_none();
            let before = &list[at.saturating_sub(3)..at];
            // `Passengers rose by 6 % to 8.7 million`.
            let after = &list[at..list.len().min(at + 9)];
            before.iter().any(number) || after.windows(2).any(|pair| pair[0].norm == "to" && number(&pair[1]))
        })
    }

    /// Whether a unit tells of another time than the one asked for: of a quarter where a year is meant, of other years only.
    fn astray(&self, unit: &Unit) -> bool {
        if self.years.is_empty() {
            return false;
        }
        let quarter = self.whole_years && in_quarter(&unit.lower) && !unit.lower.contains("full year");
        let named: Vec<String> = words(&unit.lower).iter().filter_map(|word| year(&word.norm)).collect();
        let asked = |year: &String| self.years.contains(year);
        let elsewhere =
            !named.is_empty() && !named.iter().any(asked) && !self.years.iter().any(|year| unit.around.contains(year));
        quarter || elsewhere
    }

    /// How well a column of a table suits the question, about 0..1.3: the share of the question that its label, the caption, the
    /// head of the first column and the titles above hold; then the year asked for (the latest without one), then the passage's
    /// rank. `None` for tables that hold too little of it themselves.
    pub(super) fn column_fit(
        &self,
        rows: &[Row],
        column: usize,
        index: usize,
        passages: &[Passage],
        rarity: &Rarity,
    ) -> Option<f32> {
        let own = column_words(rows, column);
        let mut held = own.clone();
        held.extend(words(&passages[index].hit.section_path.join(" ")).iter().flat_map(opened));
        let telling = self.telling.iter().filter(|word| !extreme::tells_end(word));
        let share = rarity.share(telling.clone(), |word| held.contains(word));
        if telling.clone().all(|word| !own.contains(word)) {
            return None;
        }
        // Rows that are the quantity asked for stand in a table of quantities, not of what is compared.
        let named = |row: &Row| row.cells.first().map(|cell| label(cell)).filter(|name| !name.is_empty());
        if rows.iter().filter(|row| !row.header).filter_map(named).any(|name| name.iter().all(|word| self.telling.contains(word)))
        {
            return None;
        }
        // The first column must hold what is asked for, or this one what it is measured by; a caption alone says neither.
        let heads = label(&format!("{} {}", column_label(rows, 0), column_label(rows, column)));
        if !heads.iter().any(|word| self.telling.contains(word)) {
            return None;
        }
        let label = column_label(rows, column);
        let dated: Vec<String> = words(label).iter().filter_map(|word| year(&word.norm)).collect();
        let all = || (1..rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()).map(|at| column_label(rows, at));
        let latest = || all().flat_map(words).filter_map(|word| year(&word.norm)).max();
        let wanted = if self.years.is_empty() { latest().into_iter().collect() } else { self.years.clone() };
        let timely = dated.iter().any(|year| wanted.contains(year));
        Some(share + 0.2 * f32::from(u8::from(timely)) + 0.1 * prior(index, passages))
    }

    pub(super) fn score(&self, unit: &Unit, rarity: &Rarity, support: f32, passages: &[Passage]) -> f32 {
        let told = rarity.share(self.telling.iter(), |w| unit.stems.contains(w));
        let own = 0.7 * told + 0.3 * rarity.share(self.words.iter(), |w| unit.stems.contains(w));
        let together = self.together(unit);
        let wide = rarity.share(self.telling.iter(), |w| unit.stems.contains(w) || unit.around.contains(w));
        let phrase = self
            .phrases
            .iter()
            .map(|(text, list)| {
                let verbatim = if unit.lower.contains(text.as_str()) { 1.0 } else { 0.6 };
                verbatim * rarity.share(list.iter(), |w| unit.stems.contains(w))
            })
            .fold(0.0, f32::max);
        let years = self.dated(unit);
        let number = f32::from(u8::from(self.number && unit.numbers > 0));
        let odd_length = if unit.stems.len() < 3 || unit.shown.chars().count() > 500 { 0.15 } else { 0.0 };
        let prior = prior(unit.passage, passages);
        let counts = f32::from(u8::from(self.counts(unit)));
        let astray = f32::from(u8::from(self.astray(unit)));
        0.45 * own
            + 0.25 * together
            + 0.15 * wide
            + 0.35 * phrase
            + 0.1 * years
            + 0.12 * number
            + 0.1 * support
            + 0.3 * prior
            + 0.3 * counts
            - 0.12 * astray
            - odd_length
    }
}

/// The stems that a word of the question asks for: its parts where it is joined of plain words, else itself.
fn plain(word: &Word) -> Vec<String> {
    let parts = parts(word);
    if parts.is_empty() { vec![stem(&word.norm)] } else { parts.into_iter().map(stem).collect() }
}

/// 1 for the best passage, falling with rank and with the ranking's own score, and to a part of it for a document that
/// the question means less than another.
fn prior(index: usize, passages: &[Passage]) -> f32 {
    let share = |of: &dyn Fn(&Passage) -> f32, empty: f32| {
        let best = passages.iter().map(of).fold(0.0, f32::max);
        if best > 0.0 { (of(&passages[index]) / best).clamp(0.0, 1.0) } else { empty }
    };
    let by_score = share(&|p| p.hit.score, 0.0);
    let meant = share(&|p| p.hit.scores.keyword.unwrap_or(0.0), 1.0);
    (0.5 * by_score + 0.5 / (1.0 + 0.5 * index as f32)) * (2.0 * meant - 1.0)
}

/// The stem of what is counted: the word after `how many` or `number of`.
fn counted(question: &[Word]) -> Option<String> {
    let after = |a: &str, b: &str| {
        question.windows(3).find(|three| three[0].norm == a && three[1].norm == b).map(|three| stem(&three[2].norm))
    };
    // These measure, they are not counted.
    let measures = ["percentage", "percent", "basi", "point", "dollar", "usd", "million", "billion", "thousand", "time", "of"];
    after("how", "many").or_else(|| after("number", "of")).filter(|stem| !measures.contains(&stem.as_str()))
}

/// Whether a text (lower case) speaks of a quarter of a year.
fn in_quarter(lower: &str) -> bool {
    ["quarter", "three months", "13 weeks", "thirteen weeks", "季度"].iter().any(|sign| lower.contains(sign))
}

/// `fy`, `q2`: they belong to a period, which is matched by its year.
fn period_mark(norm: &str) -> bool {
    norm == "fy" || norm == "fiscal" || (norm.len() == 2 && norm.starts_with('q') && norm.ends_with(|c: char| c.is_ascii_digit()))
}

/// The question without words that only ask (`应该怎么`) or set it against what it does not name (`higher than last year`): no
/// statement repeats them, and in a short question they would outweigh its subject.
fn without_asking(question: &str) -> Cow<'_, str> {
    static ASKING: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)\b(?:higher|lower|greater|larger|smaller|bigger|better|worse|more|less|fewer)\s+than\b",
            r"|\b(?:last|previous|prior|preceding|this|current|next)\s+(?:fiscal\s+|financial\s+)?(?:year|quarter|month)s?\b",
            r"|应该|应当|怎么样|怎么办|怎么|怎样|如何|什么|哪些|哪个|哪种|多少|是否|能否|可以|需要|请问|为什么|为何"
        ))
        .ok()
    });
    ASKING.as_ref().map_or(Cow::Borrowed(question), |asking| asking.replace_all(question, " "))
}

/// Words that ask for a comparison and stand in no answer.
fn compares(norm: &str) -> bool {
    ["compare", "compared", "comparison", "versus", "vs", "difference", "differences", "differ"].contains(&norm)
}

/// Whether a CJK bigram holds a character of asking or joining (`是多`, `入的`), which no statement repeats.
fn asks(norm: &str) -> bool {
    norm.chars().any(|c| "的是了在和与吗呢有多少几什么哪怎为谁何请将被把对".contains(c))
}

/// `2018`, `fy2018`, `fy18` → `2018`.
fn year(norm: &str) -> Option<String> {
    let digits = norm.strip_prefix("fy").unwrap_or(norm);
    let fiscal = digits.len() < norm.len();
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match digits.len() {
        4 if all && (digits.starts_with("19") || digits.starts_with("20")) => Some(digits.to_string()),
        2 if all && fiscal => Some(format!("20{digits}")),
        _ => None,
    }
}
