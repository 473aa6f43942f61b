//! A fused ranking → the same candidates reordered by transparent features, each feature's share told.
//!
//! Stands in for a cross-encoder where none is installed. Features are 0..1 and weighted by [`RerankWeights`]; their sum
//! is added to the fused score of the best candidates only.

mod shape;

use std::collections::{BTreeMap, BTreeSet};

use waymark_core::SegmentKind;

use shape::{is_contents, is_stub};

use crate::fuse::{Scored, order};
use crate::query::{HEAD, QueryPlan, contains_word, likeness, periods};
use waymark_core::text::{each_word, normalise, stem, stemmed, words};

/// What each feature adds at most to the fused score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RerankWeights {
    /// Share of the question's words (rare ones count more) that stand in the text.
    pub coverage: f32,
    /// Share of them that stand in the section titles.
    pub path: f32,
    /// Neighbouring words of the question that stand near each other in the text.
    pub proximity: f32,
    /// Phrases that documents write for the question's abbreviations.
    pub phrase: f32,
    /// The statement or table that the question names heads the passage.
    pub statement: f32,
    /// The years asked for stand in the text.
    pub year: f32,
    /// Numbers are asked for and the passage is rich in them.
    pub number: f32,
    /// Numbers are asked for and the passage is a table.
    pub table: f32,
    /// A picture is asked for and the passage is a figure; counts by the share of the question's words in it.
    pub figure: f32,
    /// For the best passage of each statement when several are named, so that all of them come first.
    pub cover: f32,
    /// Taken off a printed table of contents.
    pub contents: f32,
    /// Taken off running text of a few words: titles and captions that stand alone resemble many questions and answer none.
    pub stub: f32,
    /// So many of the best candidates are looked at.
    pub depth: usize,
}

impl Default for RerankWeights {
    fn default() -> Self {
        Self {
            coverage: 0.1,
            path: 0.1,
            proximity: 0.15,
            phrase: 0.2,
            statement: 0.4,
            year: 0.05,
            number: 0.1,
            table: 0.05,
            figure: 0.4,
            cover: 0.25,
            contents: 0.3,
            stub: 0.2,
            depth: 120,
        }
    }
}

/// Reorders the best `weights.depth` candidates of a sorted ranking; the rest follows unchanged. Fills `parts.rerank`
/// and names every feature that moved a candidate in its notes.
#[must_use]
pub fn rerank(plan: &QueryPlan, mut ranked: Vec<Scored>, weights: &RerankWeights) -> Vec<Scored> {
    let rest = ranked.split_off(ranked.len().min(weights.depth));
    let asked = Asked::new(plan);
    let vocabulary = Vocabulary::new(asked.words.iter().chain(&asked.expanded).map(String::as_str));
    let texts: Vec<Seen> = ranked.iter().map(|s| Seen::new(s, &vocabulary)).collect();
    let rarity = rarity(&asked, &texts);
    for (s, seen) in ranked.iter_mut().zip(&texts) {
        let features = features(plan, &asked, &rarity, seen, s.meta.kind, weights);
        let sum: f32 = features.iter().map(|(_, share)| share).sum();
        s.parts.rerank = Some(sum);
        s.score += sum;
        let told: Vec<String> = features
            .iter()
            .filter(|(_, share)| share.abs() >= 0.005)
            .map(|(name, share)| format!("{name} {share:+.2}"))
            .collect();
        if !told.is_empty() {
            s.explanation.notes.push(format!("reranked: {}", told.join(", ")));
        }
    }
    cover(plan, &mut ranked, &texts, weights);
    ranked.sort_by(order);
    behind(ranked, rest)
}

/// Adds a second opinion of 0..1 to the first candidates, weighted, and sorts them anew; the rest stays behind them.
#[must_use]
pub fn add_scores(mut ranked: Vec<Scored>, scores: &[f32], weight: f32, who: &str) -> Vec<Scored> {
    let rest = ranked.split_off(ranked.len().min(scores.len()));
    for (s, score) in ranked.iter_mut().zip(scores) {
        let share = weight * score;
        s.score += share;
        s.parts.rerank = Some(s.parts.rerank.unwrap_or(0.0) + share);
        s.explanation.notes.push(format!("{who}: {share:+.2}"));
    }
    ranked.sort_by(order);
    behind(ranked, rest)
}

/// Appends candidates that were not looked at, none with a higher score than those that were.
fn behind(mut ranked: Vec<Scored>, rest: Vec<Scored>) -> Vec<Scored> {
    let floor = ranked.last().map_or(f32::MAX, |s| s.score);
    ranked.extend(rest.into_iter().map(|mut s| {
        s.score = s.score.min(floor);
        s
    }));
    ranked
}

/// Lifts the best passage of each statement when the question needs several (a ratio of two of them).
fn cover(plan: &QueryPlan, ranked: &mut [Scored], texts: &[Seen], weights: &RerankWeights) {
    if plan.statements.len() < 2 {
        return;
    }
    for name in &plan.statements {
        let own = ranked
            .iter()
            .zip(texts)
            .enumerate()
            .filter(|(_, (_, seen))| likeness(name, &seen.head, &seen.lower) >= 0.8)
            .max_by(|(_, (a, _)), (_, (b, _))| order(b, a))
            .map(|(index, _)| index);
        if let Some(best) = own.and_then(|index| ranked.get_mut(index)) {
            best.score += weights.cover;
            best.explanation.notes.push(format!("lifted: best passage of the {name}"));
        }
    }
}

/// The question's words that tell passages apart: names of documents and periods are left to the fusion.
struct Asked {
    words: Vec<String>,
    pairs: Vec<(String, String)>,
    expanded: BTreeSet<String>,
    years: Vec<String>,
}

impl Asked {
    fn new(plan: &QueryPlan) -> Self {
        let named: BTreeSet<String> = plan.spans.iter().flat_map(|s| words(&s.text)).map(|w| stem(&w.norm)).collect();
        let list: Vec<String> = plan.content.iter().filter(|w| !named.contains(*w) && periods(w).is_empty()).cloned().collect();
        Self {
            pairs: list.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect(),
            expanded: plan
                .expansions
                .iter()
                .flat_map(|e| words(e))
                .map(|w| stem(&w.norm))
                .filter(|w| !waymark_core::text::is_stop(w))
                .collect(),
            years: plan.periods.years.iter().map(ToString::to_string).collect(),
            words: list,
        }
    }
}

/// The words that are asked for. Hardly any word of a text is one of them; most are told apart by their first letter and length.
struct Vocabulary<'a> {
    words: BTreeSet<&'a str>,
    marks: u64,
}

impl<'a> Vocabulary<'a> {
    fn new(words: impl Iterator<Item = &'a str>) -> Self {
        let words: BTreeSet<&str> = words.collect();
        let marks = words.iter().fold(0, |marks, word| marks | Self::mark(word));
        Self { words, marks }
    }

    fn mark(word: &str) -> u64 {
        let first = usize::from(word.bytes().next().unwrap_or_default());
        1 << ((first * 5 + word.len()) % 64)
    }

    fn contains(&self, word: &str) -> bool {
        self.marks & Self::mark(word) != 0 && self.words.contains(word)
    }
}

/// A candidate's text, prepared once; of its words only those that are asked for.
struct Seen {
    lower: String,
    head: String,
    places: BTreeMap<String, Vec<usize>>,
    path: BTreeSet<String>,
    numbers: usize,
    /// A printed list of contents: titles with page numbers.
    contents: bool,
    /// Hardly longer than a title.
    stub: bool,
}

impl Seen {
    fn new(s: &Scored, vocabulary: &Vocabulary<'_>) -> Self {
        let text = normalise(&s.meta.text);
        let lower = text.to_lowercase();
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let (mut numbers, mut index) = (0, 0);
        each_word(&text, |_, _, norm| {
            let digits = norm.bytes().filter(u8::is_ascii_digit).count();
            if digits > 0 && digits + norm.bytes().filter(|byte| [b',', b'.'].contains(byte)).count() == norm.len() {
                numbers += 1;
            }
            let stem = stemmed(norm);
            if vocabulary.contains(stem.as_ref()) {
                places.entry(stem.into_owned()).or_default().push(index);
            }
            index += 1;
        });
        let head = s.meta.path.iter().skip(1).map(|t| t.to_lowercase()).collect::<Vec<_>>().join(" / ");
        let mut path = BTreeSet::new();
        each_word(&head, |_, _, norm| {
            let stem = stemmed(norm);
            if vocabulary.contains(stem.as_ref()) {
                path.insert(stem.into_owned());
            }
        });
        let head = head + " " + &lower.chars().take(HEAD).collect::<String>();
        Self { head, places, path, numbers, contents: is_contents(&s.meta.text, &lower), stub: is_stub(&s.meta.text), lower }
    }

    fn holds(&self, word: &str) -> bool {
        self.places.contains_key(word)
    }

    fn near(&self, a: &str, b: &str) -> bool {
        let (Some(a), Some(b)) = (self.places.get(a), self.places.get(b)) else {
            return false;
        };
        a.iter().any(|at| b.iter().any(|other| other.abs_diff(*at) <= 4))
    }
}

/// Inverse frequency of each asked word among the candidates; 0 for a word that none holds, which tells none apart.
fn rarity(asked: &Asked, texts: &[Seen]) -> BTreeMap<String, f32> {
    let n = texts.len() as f32;
    asked
        .words
        .iter()
        .chain(&asked.expanded)
        .map(|word| {
            let holding = texts.iter().filter(|t| t.holds(word)).count() as f32;
            (word.clone(), if holding > 0.0 { (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln() } else { 0.0 })
        })
        .collect()
}

fn features(
    plan: &QueryPlan,
    asked: &Asked,
    rarity: &BTreeMap<String, f32>,
    seen: &Seen,
    kind: SegmentKind,
    weights: &RerankWeights,
) -> Vec<(&'static str, f32)> {
    let weight = |word: &String| rarity.get(word).copied().unwrap_or(1.0);
    let total: f32 = asked.words.iter().map(weight).sum::<f32>().max(f32::EPSILON);
    let share = |test: &dyn Fn(&String) -> bool| asked.words.iter().filter(|w| test(w)).map(weight).sum::<f32>() / total;
    let fraction = |part: usize, whole: usize| {
        if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
    };
    let flag = |yes: bool| f32::from(u8::from(yes));
    let phrases = plan.expansions.iter().filter(|phrase| contains_word(&seen.lower, phrase)).count();
    let statement = plan.statements.iter().map(|name| likeness(name, &seen.head, &seen.lower)).fold(0.0, f32::max);
    let pairs = asked.pairs.iter().filter(|(a, b)| seen.near(a, b)).count();
    let years = asked.years.iter().filter(|year| seen.lower.contains(year.as_str())).count();
    let numbers = if seen.contents { 0.0 } else { (seen.numbers as f32 / 12.0).min(1.0) };
    let asks_table = plan.numeric || !plan.statements.is_empty();
    vec![
        ("words", weights.coverage * share(&|w| seen.holds(w))),
        ("path", weights.path * share(&|w| seen.path.contains(w))),
        ("proximity", weights.proximity * fraction(pairs, asked.pairs.len())),
        ("phrases", weights.phrase * fraction(phrases.min(3), plan.expansions.len().min(3))),
        ("statement", weights.statement * statement * (0.3 + 0.7 * numbers)),
        ("years", weights.year * fraction(years, asked.years.len())),
        ("numbers", weights.number * numbers * flag(asks_table)),
        ("table", weights.table * flag(asks_table && kind == SegmentKind::Table)),
        (
            "figure",
            weights.figure
                * flag(plan.picture && kind == SegmentKind::Figure)
                * share(&|w| seen.holds(w) || seen.path.contains(w)),
        ),
        ("contents list", -weights.contents * flag(seen.contents)),
        ("stub", -weights.stub * flag(seen.stub && kind == SegmentKind::Text)),
    ]
}

#[cfg(test)]
mod tests {
    use waymark_core::{Explanation, ScoreParts, SegmentId, SegmentKind};

    use super::{RerankWeights, rerank};
    use crate::fuse::{Scored, tests::meta};
    use crate::query::{LibraryTerms, analyze};

    fn candidate(id: i64, score: f32, path: &str, text: &str) -> Scored {
        let mut meta = meta(1, id as u32, text);
        meta.path = vec!["Doc".to_string(), path.to_string()].into();
        meta.kind = if text.contains('|') { SegmentKind::Table } else { SegmentKind::Text };
        Scored { segment: SegmentId(id), meta, score, parts: ScoreParts::default(), explanation: Explanation::default() }
    }

    #[test]
    fn the_named_statement_rises() {
        let plan = analyze("What is the FY2018 capex? Use the cash flow statement.", &LibraryTerms::default());
        let ranked = vec![
            candidate(1, 0.9, "Overview", "Our capital expenditures depend on many things and we invest in growth."),
            candidate(
                2,
                0.8,
                "Consolidated Statement of Cash Flows",
                "Purchases of property, plant and equipment (PP&E) | (1,577) | (1,373) | (1,420) | 2018 | 2017 | 1 | 2 | 3 | 4 | 5 | 6 | 7",
            ),
        ];
        let ranked = rerank(&plan, ranked, &RerankWeights::default());
        assert_eq!(ranked[0].segment, SegmentId(2));
        assert!(ranked[0].explanation.notes[0].contains("statement"), "{:?}", ranked[0].explanation.notes);
    }

    #[test]
    fn t017_the_section_path_tells_repeated_phrases_apart() {
        let plan = analyze("input voltage of the absolute maximum ratings", &LibraryTerms::default());
        let same = "Input voltage 5.5 V";
        let ranked = vec![
            candidate(1, 0.5, "Recommended Operating Conditions", same),
            candidate(2, 0.5, "Absolute Maximum Ratings", same),
        ];
        assert_eq!(rerank(&plan, ranked, &RerankWeights::default())[0].segment, SegmentId(2));
    }

    #[test]
    fn t097_a_diagram_asked_for_is_a_figure() {
        let mut drawing = candidate(2, 0.6, "Pins", "Figure 3. Pinout, top view");
        drawing.meta.kind = SegmentKind::Figure;
        let ranked = || vec![candidate(1, 0.8, "Pins", "The pinout is the same for all parts."), drawing.clone()];
        let first = |question: &str| {
            let plan = analyze(question, &LibraryTerms::default());
            rerank(&plan, ranked(), &RerankWeights::default())[0].segment
        };
        assert_eq!(first("Show the pinout diagram"), SegmentId(2));
        assert_eq!(first("Is it the same for all parts?"), SegmentId(1));
    }

    #[test]
    fn a_title_that_stands_alone_answers_nothing() {
        let plan = analyze("Which companies were acquired?", &LibraryTerms::default());
        let told = "The companies that were acquired are Array BioPharma, Therachon and the consumer business of another group.";
        let ranked = rerank(
            &plan,
            vec![candidate(1, 0.9, "", "Acquired companies"), candidate(2, 0.85, "", told)],
            &RerankWeights::default(),
        );
        assert_eq!(ranked[0].segment, SegmentId(2));
        assert!(ranked[1].explanation.notes[0].contains("stub -0.20"), "{:?}", ranked[1].explanation.notes);
    }

    #[test]
    fn a_second_opinion_is_told_and_the_rest_stays_behind() {
        let ranked = vec![candidate(1, 0.9, "", "a"), candidate(2, 0.8, "", "b"), candidate(3, 0.7, "", "c")];
        let ranked = super::add_scores(ranked, &[0.1, 0.9], 1.0, "cross-encoder");
        assert_eq!(ranked.iter().map(|s| s.segment.0).collect::<Vec<_>>(), [2, 1, 3]);
        assert!(ranked[0].explanation.notes[0].contains("cross-encoder: +0.90"));
        assert!(ranked[2].score <= ranked[1].score && ranked[2].parts.rerank.is_none());
    }

    #[test]
    fn candidates_beyond_the_depth_stay_behind() {
        let plan = analyze("input voltage", &LibraryTerms::default());
        let ranked = vec![candidate(1, 0.5, "", "nothing"), candidate(2, 0.4, "", "input voltage")];
        let weights = RerankWeights { depth: 1, ..RerankWeights::default() };
        let ids: Vec<i64> = rerank(&plan, ranked, &weights).iter().map(|s| s.segment.0).collect();
        assert_eq!(ids, [1, 2]);
    }
}
