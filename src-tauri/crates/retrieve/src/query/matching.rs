//! Question words against the library's names, periods and forms → how much each document is meant.

mod reckoning;
mod titled;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::DocumentId;

use super::library::{LibraryTerms, Name, NameKind, Profile, by_document, is_version};
use super::period::{Periods, periods};
use crate::pattern::pattern;
pub(super) use reckoning::{asked_quarter_share, is_own_quarter};
use reckoning::{asked_year_share, closeness};
use waymark_core::text::{Word, is_cjk, is_stop, squash, stem};

/// What a match of each kind adds to `m` of HiQA equation 2. The equation counts terms; a term that singles out a
/// document weighs more than one that a shelf of documents shares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TermWeights {
    /// Company, model, alias or file-name word.
    pub name: f32,
    /// A word of a longer name or of a title.
    pub part: f32,
    /// The year asked for.
    pub year: f32,
    /// The quarter asked for.
    pub quarter: f32,
    /// The day asked for, or up to two weeks before the document's day.
    pub date: f32,
    /// The form asked for.
    pub form: f32,
    /// The newest of the documents meant, when the latest is asked for.
    pub latest: f32,
    /// The whole file name or title stands in the question.
    pub whole: f32,
    /// The kind of report that usually holds what is asked for, where the question names a company and a year but no form: the
    /// annual report for figures of a whole year, the earnings release for adjusted ones. It decides between documents of one
    /// company that fit alike.
    pub usual: f32,
    /// The newest of the documents meant, when the question says nothing of time. Small: it breaks ties.
    pub newest: f32,
}

impl Default for TermWeights {
    fn default() -> Self {
        Self {
            name: 1.0,
            part: 0.3,
            year: 2.0,
            quarter: 2.0,
            date: 2.0,
            form: 0.7,
            latest: 2.0,
            whole: 4.0,
            usual: 1.0,
            newest: 0.3,
        }
    }
}

/// How much one document is meant, with the reasons.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentMatch {
    /// `m` of HiQA equation 2, weighted by [`TermWeights`].
    pub matched: f32,
    /// Names found (`3M`, `LM317`).
    pub terms: Vec<String>,
    /// Facts found (`year 2018`, `form 10-K`).
    pub facts: Vec<String>,
}

/// A stretch of the question that names documents.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSpan {
    /// As written in the question.
    pub text: String,
    /// First and one past the last word.
    pub words: (usize, usize),
    /// The number that follows it.
    pub version: Option<String>,
    /// The most telling kind of name that it is for any document.
    pub kind: NameKind,
    /// Index of a document → strength 0..1 and what it is called there.
    pub documents: BTreeMap<usize, (f32, String)>,
}

/// Finds the stretches of the question that name documents: longest first, none twice.
#[must_use]
pub fn named_spans(words: &[Word], library: &LibraryTerms, weights: &TermWeights) -> Vec<NamedSpan> {
    let lower_only = words.iter().all(|word| !word.raw.chars().any(char::is_uppercase));
    let mut spans = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = (1..=5.min(words.len() - at)).rev();
        let found = longest.into_iter().find_map(|n| exact(words, at, n, library, weights, lower_only).map(|span| (n, span)));
        let found = found.or_else(|| prefix(words, at, library).map(|span| (1, span)));
        match found {
            Some((n, span)) => {
                spans.push(span);
                at += n;
            }
            None => at += 1,
        }
    }
    spans.extend(titled::span(words, library));
    spans
}

fn exact(
    words: &[Word],
    at: usize,
    n: usize,
    library: &LibraryTerms,
    weights: &TermWeights,
    lower_only: bool,
) -> Option<NamedSpan> {
    let window = &words[at..at + n];
    if window.iter().any(|w| w.norm.chars().any(is_cjk))
        || is_stop(&window[0].norm) && !window[0].raw.chars().all(char::is_uppercase)
    {
        return None;
    }
    let joined: String = window.iter().filter(|w| n == 1 || w.norm != "and").map(|w| squash(&w.norm)).collect();
    let mut names = library.named(&joined);
    let stemmed = stem(&joined);
    if names.is_empty() && n == 1 {
        names = library.named(&stemmed);
    }
    let meant = by_document(names).into_iter();
    let meant: Vec<_> = meant.filter(|(_, name)| n > 1 || looks_named(&window[0], at == 0, name.kind, lower_only)).collect();
    let kind = meant.iter().map(|(_, name)| name.kind).max()?;
    let documents = meant.iter().map(|(document, name)| (*document, (strength(name, n, weights), name.shown.clone()))).collect();
    let version = version(words, at + n);
    Some(NamedSpan { text: shown(window), words: (at, at + n), version, kind, documents })
}

fn prefix(words: &[Word], at: usize, library: &LibraryTerms) -> Option<NamedSpan> {
    let word = words.get(at)?;
    let letters = word.raw.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = word.raw.chars().filter(|c| c.is_uppercase()).count();
    let acronym = letters >= 3 && capitals == letters;
    // At the head of a question every word has its capital; a period or a possessive behind it tells a name.
    let told =
        at > 0 || word.end - word.start > word.raw.len() || words.get(at + 1).is_some_and(|next| !periods(&next.raw).is_empty());
    let proper = told && letters >= 4 && word.raw.chars().next().is_some_and(char::is_uppercase);
    if !(acronym || proper) || is_stop(&word.norm) {
        return None;
    }
    let squashed = squash(&word.norm);
    let mut names: BTreeMap<usize, Vec<&Name>> = BTreeMap::new();
    for name in library.beginning(&squashed) {
        names.entry(name.document).or_default().push(name);
    }
    let documents: BTreeMap<usize, (f32, String)> = names
        .into_iter()
        .filter(|(_, names)| ends_there(names, &squashed))
        .filter_map(|(document, names)| Some((document, (0.9, names.first()?.shown.clone()))))
        .collect();
    (!documents.is_empty()).then(|| NamedSpan {
        text: word.raw.clone(),
        words: (at, at + 1),
        version: version(words, at + 1),
        kind: NameKind::Head,
        documents,
    })
}

/// Whether a name goes on as another word where a beginning of it ends (`Pepsi` of `PepsiCo`, `Kraft` of `Kraft Heinz`), not in
/// the middle of one (`America` of `American Express`). Names all in capitals do not show it; they count where no other does.
fn ends_there(names: &[&Name], beginning: &str) -> bool {
    let mixed: Vec<&&Name> = names.iter().filter(|name| name.shown.chars().any(char::is_lowercase)).collect();
    let ends = |name: &&&Name| {
        let mut rest = beginning.chars().peekable();
        let mut capitals = true;
        let behind = name.shown.chars().find(|c| {
            if rest.peek().is_none() {
                return true;
            }
            if c.to_lowercase().next() == rest.peek().copied() {
                capitals &= !c.is_lowercase();
                rest.next();
            }
            false
        });
        // `JPM` of `JPMorgan` ends where its capitals do.
        rest.peek().is_none() && (capitals && beginning.len() > 1 || !behind.is_some_and(char::is_lowercase))
    };
    mixed.is_empty() || mixed.iter().any(ends)
}

fn strength(name: &Name, window: usize, weights: &TermWeights) -> f32 {
    match name.kind {
        NameKind::Generated => 0.5,
        NameKind::Part if window > 1 => 1.0,
        NameKind::Part => weights.part / weights.name,
        NameKind::Head => 0.9,
        NameKind::Keyword => 0.9,
        _ => 1.0,
    }
}

/// The number right behind a name: the version or edition that is meant (`BIRD 2.0`).
fn version(words: &[Word], end: usize) -> Option<String> {
    let norm = &words.get(end)?.norm;
    is_version(norm).then(|| norm.strip_prefix('v').unwrap_or(norm).to_owned())
}

/// Whether a title has the version: `2` is also said of `2.0`.
fn carries(numbers: &BTreeSet<String>, version: &str) -> bool {
    numbers
        .iter()
        .map(|own| own.strip_prefix('v').unwrap_or(own))
        .any(|own| own == version || own.strip_prefix(version).is_some_and(|rest| rest.starts_with('.')))
}

/// Whether a single word is meant as a name: common words must be written like one.
fn looks_named(word: &Word, first: bool, kind: NameKind, lower_only: bool) -> bool {
    let capital = word.raw.chars().any(char::is_uppercase);
    let digits = word.raw.chars().any(|c| c.is_ascii_digit());
    let length = word.norm.chars().count();
    match kind {
        NameKind::Part => (capital && !first) || digits || lower_only && length >= 4,
        NameKind::Short => {
            capital && (length >= 4 || word.raw.chars().filter(|c| c.is_uppercase()).count() >= 2) || lower_only && length >= 3
        }
        NameKind::Head => capital || lower_only && length >= 4,
        NameKind::File | NameKind::Keyword | NameKind::Generated => capital || digits || length >= 4,
        NameKind::Company | NameKind::Model => capital || digits || length >= 4 || lower_only,
    }
}

fn shown(window: &[Word]) -> String {
    window.iter().map(|w| w.raw.as_str()).collect::<Vec<_>>().join(" ")
}

/// Sums what speaks for each document; documents that nothing speaks for are absent.
#[must_use]
pub fn match_documents(
    question: &str,
    spans: &[NamedSpan],
    asked: &Periods,
    forms: &BTreeSet<&'static str>,
    library: &LibraryTerms,
    weights: &TermWeights,
) -> BTreeMap<DocumentId, DocumentMatch> {
    let squashed = squash(question);
    let mut matches = BTreeMap::new();
    for (index, profile) in library.documents.iter().enumerate() {
        let mut found = DocumentMatch::default();
        for span in spans {
            if let Some((strength, name)) = span.documents.get(&index) {
                found.matched += strength * weights.name;
                found.terms.push(name.clone());
                if let Some(version) = span.version.as_ref().filter(|version| carries(&profile.numbers, version)) {
                    found.matched += weights.name;
                    found.facts.push(format!("version {version}"));
                }
            }
        }
        for (whole, least) in [(&profile.file, 5), (&profile.title, 6)] {
            if whole.chars().count() >= least && squashed.contains(whole.as_str()) {
                found.matched += weights.whole;
                found.terms.push(whole.clone());
                break;
            }
        }
        add_periods(&mut found, profile, asked, weights);
        for form in forms.intersection(&profile.forms) {
            found.matched += weights.form;
            found.facts.push(format!("form {form}"));
        }
        let usual = usual_form(question, asked, forms).filter(|form| !found.terms.is_empty() && profile.forms.contains(form));
        if let Some(form) = usual {
            found.matched += weights.usual;
            found.facts.push(format!("{form}, which usually holds this"));
        }
        if found.matched > 0.0 {
            found.terms.dedup();
            matches.insert(profile.id, found);
        }
    }
    if asked.is_empty() {
        let best = matches.values().map(|found| found.matched).fold(0.0, f32::max);
        // Without a word of time only documents that fit equally well differ by their age.
        let (weight, least) = if asked.latest { (weights.latest, 0.0) } else { (weights.newest, best - 0.05) };
        let newest = if asked.latest { "latest period" } else { "newest of those that fit as well" };
        prefer_latest(&mut matches, library, (weight, least), newest);
    }
    matches
}

static ADJUSTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:adjusted|non-?gaap|organic(?:ally)?|constant[ -]currenc(?:y|ies)|real (?:change|growth)|operational(?:ly)? (?:sales|growth)|guidance|outlook|exclud(?:e|es|ing) the (?:impact|effect))\b",
    )
});

/// The form that usually holds what the question asks for, when it names a whole year and no form.
fn usual_form(question: &str, asked: &Periods, forms: &BTreeSet<&'static str>) -> Option<&'static str> {
    if !forms.is_empty() || asked.years.is_empty() || !asked.quarters.is_empty() || !asked.dates.is_empty() {
        return None;
    }
    Some(if ADJUSTED.is_match(question) { "earnings release" } else { "10-K" })
}

fn add_periods(found: &mut DocumentMatch, profile: &Profile, asked: &Periods, weights: &TermWeights) {
    let year = asked_year_share(profile, asked);
    if let Some((share, year)) = year {
        found.matched += share * weights.year;
        let own = profile.years.contains(&year);
        found.facts.push(if own { format!("year {year}") } else { format!("year {year} as comparison") });
    }
    if let Some((share, quarter)) = asked_quarter_share(profile, asked) {
        found.matched += share * weights.quarter;
        found.facts.push(if is_own_quarter(share) {
            format!("quarter Q{quarter}")
        } else {
            format!("quarter Q{quarter} as comparison")
        });
    }
    let near = asked.dates.iter().flat_map(|day| profile.periods.dates.iter().map(move |own| closeness(*day, *own)));
    if let Some(best) = near.fold(None, |best: Option<f32>, share| share.map_or(best, |s| Some(best.unwrap_or(0.0).max(s)))) {
        found.matched += best * weights.date;
        found.facts.push("date".to_string());
    }
}

/// Among the documents that are named and match at least as much as `least`, the newest by (year, quarter, day) gets the whole
/// weight, each older one half.
fn prefer_latest(
    matches: &mut BTreeMap<DocumentId, DocumentMatch>,
    library: &LibraryTerms,
    (weight, least): (f32, f32),
    newest: &str,
) {
    let key = |p: &Profile| (p.years.last().copied(), p.quarters.last().copied().unwrap_or(4), p.periods.dates.last().copied());
    let named = |p: &Profile, matches: &BTreeMap<DocumentId, DocumentMatch>| {
        let fits = |found: &DocumentMatch| !found.terms.is_empty() && found.matched >= least;
        !p.years.is_empty() && matches.get(&p.id).is_some_and(fits)
    };
    let mut keys: Vec<_> = library.documents.iter().filter(|p| named(p, matches)).map(key).collect();
    keys.sort();
    keys.dedup();
    for profile in library.documents.iter().filter(|p| !p.years.is_empty()) {
        let Some(found) = matches.get_mut(&profile.id).filter(|found| !found.terms.is_empty() && found.matched >= least) else {
            continue;
        };
        if let Ok(rank) = keys.binary_search(&key(profile)) {
            let age = (keys.len() - 1 - rank).min(8) as i32;
            found.matched += weight * 0.5_f32.powi(age);
            if keys.len() > 1 {
                found.facts.push(if age == 0 { newest.to_owned() } else { format!("{age} periods before the latest") });
            }
        }
    }
}
