//! Headings found and headings true → precision, recall, levels and paths.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::align::{align, parents, path};
use super::gold::{Gold, GoldHeading};
use super::markdown::Found;
use super::norm::{compact, normalise};
use super::similarity::{Comparator, Title, partial_ratio};
use super::{Pattern, THRESHOLD, matches};

/// A title that is nothing but a label (`Chapter 3`, `IV.`, `12`); never counted as wrong.
static LABEL: Pattern = LazyLock::new(|| {
    const WORDS: &str = "chapter|part|appendix|section|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|parte|\
        ap[eé]ndice|глава|часть";
    Regex::new(&format!(r"(?i)^(?:(?:{WORDS})\s*)?(?:[a-z]|[ivxlcdm]+|\d+(?:\.\d+)*)?[.:]?$")).ok()
});

/// Partial ratio from which a heading found before all others counts as part of the title block.
const TITLE_BLOCK: f64 = 0.9;

/// The heading figures of one document. Rates are 0..1; a rate of nothing is 0, and `None` for levels and paths.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct HeadingScore {
    /// True headings that count: neither run-in nor title, or matched.
    pub gold: usize,
    /// Headings found.
    pub pred: usize,
    /// Headings found that count neither as right nor as wrong.
    pub ignored: usize,
    /// Right ones.
    pub tp: usize,
    /// Wrong ones.
    pub fp: usize,
    /// Missed ones; called `fn` in JSON.
    #[serde(rename = "fn")]
    pub missed: usize,
    /// tp / (tp + fp).
    pub precision: f64,
    /// tp / (tp + fn).
    pub recall: f64,
    /// Harmonic mean of both.
    pub f1: f64,
    /// Precision with nothing ignored.
    pub strict_precision: f64,
    /// F1 with nothing ignored.
    pub strict_f1: f64,
    /// Right headings whose level is right, up to the best constant offset.
    pub levels_ok: usize,
    /// Their share.
    pub level_acc: Option<f64>,
    /// Right headings whose ancestors are the right ones.
    pub paths_ok: usize,
    /// Their share.
    pub path_acc: Option<f64>,
    /// The same against all true headings.
    pub path_recall: f64,
}

/// Scores the headings `found` against `gold`.
#[must_use]
pub fn score_headings(found: &[Found], gold: &Gold) -> HeadingScore {
    let matching = Matching::new(found, gold);
    let counts = |at: usize| !gold.headings[at].is_optional();
    let tp = matching.pairs.iter().filter(|(_, at)| counts(*at)).count();
    let missed = (0..gold.headings.len()).filter(|at| counts(*at) && matching.of_gold[*at].is_none()).count();
    let ignored = matching.ignored.iter().filter(|ignored| **ignored).count();
    let fp = found.len() - matching.pairs.len() - ignored;
    let beside = matching.pairs.len() - tp;
    let (precision, recall) = (share(tp, tp + fp), share(tp, tp + missed));
    let strict_precision = if tp > 0 { share(tp, found.len() - beside) } else { 0.0 };
    let levels_ok = matching.levels_ok(found, &gold.headings);
    let paths_ok = matching.paths_ok(found, &gold.headings);
    let rate = |right: usize| (tp > 0).then(|| share(right, tp));
    HeadingScore {
        gold: tp + missed,
        pred: found.len(),
        ignored,
        tp,
        fp,
        missed,
        precision,
        recall,
        f1: harmonic(precision, recall),
        strict_precision,
        strict_f1: harmonic(strict_precision, recall),
        levels_ok,
        level_acc: rate(levels_ok),
        paths_ok,
        path_acc: rate(paths_ok),
        path_recall: share(paths_ok, tp + missed),
    }
}

#[allow(clippy::cast_precision_loss)]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn harmonic(one: f64, other: f64) -> f64 {
    if one + other > 0.0 { 2.0 * one * other / (one + other) } else { 0.0 }
}

/// Which heading found is which true one.
struct Matching {
    /// (found, gold), ascending in both.
    pairs: Vec<(usize, usize)>,
    of_found: Vec<Option<usize>>,
    of_gold: Vec<Option<usize>>,
    ignored: Vec<bool>,
}

impl Matching {
    fn new(found: &[Found], gold: &Gold) -> Self {
        let titles: Vec<Title> = found.iter().map(|one| Title::new(&one.title)).collect();
        let pairs = align(&similarities(found, &titles, &gold.headings));
        let mut of_found = vec![None; found.len()];
        let mut of_gold = vec![None; gold.headings.len()];
        for (one, other) in &pairs {
            of_found[*one] = Some(*other);
            of_gold[*other] = Some(*one);
        }
        let first = pairs.first().map_or(found.len(), |(one, _)| *one);
        let excuses = Excuses::new(gold);
        let excused = |at: usize| of_found[at].is_none() && excuses.hold(&found[at].title, &titles[at], at < first);
        let ignored = (0..found.len()).map(excused).collect();
        Self { pairs, of_found, of_gold, ignored }
    }

    /// Right headings under the best constant offset between the levels found and the true ones.
    fn levels_ok(&self, found: &[Found], gold: &[GoldHeading]) -> usize {
        let mut offsets: BTreeMap<i64, usize> = BTreeMap::new();
        for (one, other) in self.scored(gold) {
            *offsets.entry(found[one].level.saturating_sub(gold[other].level)).or_default() += 1;
        }
        offsets.into_values().max().unwrap_or(0)
    }

    /// Right headings whose ancestors in the output are their ancestors in the gold; run-in headings take part where they were
    /// found, the title never.
    fn paths_ok(&self, found: &[Found], gold: &[GoldHeading]) -> usize {
        let title = |at: usize| gold[at].title_page;
        let true_ones: Vec<usize> =
            (0..gold.len()).filter(|at| !title(*at) && (!gold[*at].is_optional() || self.of_gold[*at].is_some())).collect();
        let own: Vec<usize> =
            (0..found.len()).filter(|at| !self.ignored[*at] && !self.of_found[*at].is_some_and(title)).collect();
        let true_parents = parents(&true_ones.iter().map(|at| gold[*at].level).collect::<Vec<_>>());
        let own_parents = parents(&own.iter().map(|at| found[*at].level).collect::<Vec<_>>());
        let right = |(one, other): &(usize, usize)| {
            let (Ok(one), Ok(other)) = (own.binary_search(one), true_ones.binary_search(other)) else { return false };
            let printed = path(one, &own_parents).map(|at| self.of_found[own[at]]);
            let wanted = path(other, &true_parents).map(|at| Some(true_ones[at]));
            printed.eq(wanted)
        };
        self.scored(gold).filter(right).count()
    }

    fn scored(&self, gold: &[GoldHeading]) -> impl Iterator<Item = (usize, usize)> {
        self.pairs.iter().copied().filter(|(_, other)| !gold[*other].is_optional())
    }
}

/// Rows: found, columns: gold; 0 below the threshold or more than a page apart.
fn similarities(found: &[Found], titles: &[Title], gold: &[GoldHeading]) -> Vec<Vec<f64>> {
    let forms: Vec<(Title, Option<Title>)> = gold
        .iter()
        .map(|heading| (Title::new(&heading.title), (heading.line() != heading.title).then(|| Title::new(heading.line()))))
        .collect();
    let row = |(one, title): (&Found, &Title)| {
        let comparator = Comparator::new(title);
        let entry = |(heading, (name, line)): (&GoldHeading, &(Title, Option<Title>))| {
            let page = heading.page.filter(|page| *page != 0);
            if page.zip(one.page).is_some_and(|(page, own)| page.abs_diff(own) > 1) {
                return 0.0;
            }
            let line = line.as_ref().map_or(0.0, |line| comparator.similarity(line));
            let best = comparator.similarity(name).max(line);
            if best < THRESHOLD { 0.0 } else { best }
        };
        gold.iter().zip(&forms).map(entry).collect()
    };
    found.iter().zip(titles).map(row).collect()
}

/// Why a heading that matches nothing is not held against the tool.
struct Excuses {
    optional: Vec<Comparator>,
    block: String,
    length: usize,
}

impl Excuses {
    fn new(gold: &Gold) -> Self {
        let block = compact(&gold.title_block);
        let optional = gold.optional.iter().map(|title| Comparator::new(&Title::new(title))).collect();
        Self { optional, length: block.chars().count(), block }
    }

    /// `early`: before every heading that matches.
    fn hold(&self, text: &str, title: &Title, early: bool) -> bool {
        if matches(&LABEL, &normalise(text)) || self.optional.iter().any(|other| other.similarity(title) >= THRESHOLD) {
            return true;
        }
        let compact = compact(text);
        let length = compact.chars().count();
        early && length >= 4 && length <= self.length + 3 && partial_ratio(&compact, &self.block) >= TITLE_BLOCK
    }
}

#[cfg(test)]
mod tests {
    use super::{HeadingScore, score_headings};
    use crate::eval::{Gold, GoldHeading, parse_markdown};

    fn gold() -> Gold {
        let heading =
            |level, title: &str, page| GoldHeading { level, title: title.into(), page: Some(page), ..GoldHeading::default() };
        Gold {
            headings: vec![
                GoldHeading { title_page: true, ..heading(1, "The Whole Handbook", 1) },
                heading(1, "Introduction", 1),
                heading(2, "Purpose", 1),
                GoldHeading { runin: true, ..heading(3, "Remark", 1) },
                heading(1, "Results", 5),
            ],
            optional: vec!["List of Figures".into()],
            title_block: "The Whole Handbook Ada Author 2020".into(),
            ..Gold::default()
        }
    }

    #[test]
    fn labels_options_and_title_are_excused_and_the_rest_counts() {
        let text = "<!-- page 1 -->\n# Ada Author\n# The Whole Handbook\n# List of Figures\n## IV.\n## Introduction\n## Purpose\n## Wrong\n";
        let score = score_headings(&parse_markdown(text), &gold());
        let wanted = HeadingScore { gold: 3, pred: 7, ignored: 3, tp: 2, fp: 1, missed: 1, ..score };
        assert_eq!(score, wanted);
        assert!((score.precision - 2.0 / 3.0).abs() < 1e-9 && (score.recall - 2.0 / 3.0).abs() < 1e-9);
        assert!((score.strict_precision - 2.0 / 6.0).abs() < 1e-9);
        assert_eq!((score.levels_ok, score.level_acc), (1, Some(0.5)));
        assert_eq!((score.paths_ok, score.path_recall), (1, 1.0 / 3.0));
    }

    #[test]
    fn a_heading_on_a_far_page_is_another_one() {
        let score = score_headings(&parse_markdown("<!-- page 2 -->\n# Results"), &gold());
        assert_eq!((score.tp, score.fp), (0, 1));
        assert_eq!(score_headings(&parse_markdown("<!-- page 4 -->\n# Results"), &gold()).tp, 1);
        let nothing = score_headings(&[], &gold());
        assert_eq!((nothing.missed, nothing.level_acc, nothing.f1), (3, None, 0.0));
    }
}
