//! Question + what the library knows → a [`QueryPlan`]: what to embed, what to look up, which documents are meant and
//! how much each route counts. No model is asked.

pub mod absent;
mod forms;
mod intent;
mod library;
mod matching;
mod period;
pub mod spelling;
mod statement;
mod wording;

use std::collections::{BTreeMap, BTreeSet};

use waymark_core::DocumentId;

pub use forms::{forms_in_name, forms_in_question};
pub use intent::{Intent, Place, PlaceKind, intent, place};
pub use library::{DocumentTerms, LibraryTerms, Name, NameKind, Profile};
pub use matching::{DocumentMatch, NamedSpan, TermWeights};
pub use period::{Date, Periods, periods};
pub(crate) use statement::HEAD;
pub use statement::{likeness, statements};
pub use wording::{
    asks_number, asks_picture, asks_reason, contains_word, content_words, expansions, line_items, without_instructions,
};

use waymark_core::text::{Word, normalise, words};

/// Default α of HiQA equation 2: share of the dense route.
pub const ALPHA: f32 = 0.6;
/// Default β of HiQA equation 2: weight of the key-term bonus.
pub const BETA: f32 = 0.8;
/// A question longer than this many characters is cut before analysis; the rest could only slow the routes down.
pub const LONGEST_QUESTION: usize = 4000;

/// What is known of a question before any index is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryPlan {
    /// The question, normalised (NFKC, spaces folded).
    pub question: String,
    /// The question without instructions on how to answer.
    pub dense: String,
    /// What to embed: the same with its abbreviations opened.
    pub embedded: String,
    /// What BM25 searches: content words and opened abbreviations, separated by spaces.
    pub lexical: String,
    /// Content words of the question, folded and stemmed.
    pub content: Vec<String>,
    /// Phrases that documents write for the question's abbreviations.
    pub expansions: Vec<&'static str>,
    /// Lines of tables that the question needs, each with its ways of being written.
    pub items: Vec<Vec<&'static str>>,
    /// Identifiers in the question that name no document (`LM317-ADJ`, `CVE-2021-1234`): looked for in the text.
    pub identifiers: Vec<String>,
    /// Stretches that name documents.
    pub spans: Vec<NamedSpan>,
    /// Years, quarters and days asked for.
    pub periods: Periods,
    /// Forms asked for.
    pub forms: BTreeSet<&'static str>,
    /// Statements named or implied (`balance sheet`).
    pub statements: BTreeSet<&'static str>,
    /// A number is asked for.
    pub numeric: bool,
    /// A picture is asked for (`diagram`, `chart`, `示意图`).
    pub picture: bool,
    /// What kind of answer is wanted.
    pub intent: Intent,
    /// Documents that something speaks for, with `m` of equation 2.
    pub documents: BTreeMap<DocumentId, DocumentMatch>,
    /// The most that any document of the library matched, at least one whole name: `M` without the terms of the text. A
    /// word of a title alone must not count like a name.
    pub most: f32,
    /// α of equation 2.
    pub alpha: f32,
    /// β of equation 2.
    pub beta: f32,
    /// Why α and β are what they are.
    pub reasons: Vec<String>,
}

impl QueryPlan {
    /// `m` of a document; 0 when nothing speaks for it.
    #[must_use]
    pub fn matched(&self, document: DocumentId) -> f32 {
        self.documents.get(&document).map_or(0.0, |found| found.matched)
    }

    /// Stretches of the question that name products, as written. Their number stands in every ordering table and footer of
    /// their datasheet; a company's name says a little of what a passage is about and is left out.
    #[must_use]
    pub fn products(&self) -> Vec<String> {
        self.spans.iter().filter(|span| span.kind == NameKind::Model).map(|span| span.text.clone()).collect()
    }

    /// The numbered place that the question points at.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        match &self.intent {
            Intent::At { place } | Intent::Summary { place: Some(place) } => Some(place),
            _ => None,
        }
    }

    /// How much a passage is one of the tables asked for, 0..1: see [`likeness`]. 0 when none is asked for.
    #[must_use]
    pub fn statement(&self, path: &[String], text: &str) -> f32 {
        let lower = text.to_lowercase();
        let head = path.join(" / ").to_lowercase() + " " + &lower.chars().take(HEAD).collect::<String>();
        self.statements.iter().map(|name| likeness(name, &head, &lower)).fold(0.0, f32::max)
    }

    /// The documents that the question most likely means, best first, ties by id, at most `most`: those within a fifth of
    /// the best match. Empty when nothing in the question tells documents apart. For over-fetching, never a filter.
    #[must_use]
    pub fn focus(&self, most: usize) -> Vec<DocumentId> {
        let mut ranked: Vec<(DocumentId, f32)> = self.documents.iter().map(|(id, found)| (*id, found.matched)).collect();
        ranked.retain(|(_, matched)| *matched >= 0.8 * self.most);
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(most);
        ranked.into_iter().map(|(id, _)| id).collect()
    }
}

/// Analyses a question against a library with the default [`TermWeights`].
#[must_use]
pub fn analyze(question: &str, library: &LibraryTerms) -> QueryPlan {
    analyze_with(question, library, &TermWeights::default())
}

/// [`analyze`] with other weights.
#[must_use]
pub fn analyze_with(question: &str, library: &LibraryTerms, weights: &TermWeights) -> QueryPlan {
    let cut: String = question.chars().take(LONGEST_QUESTION).collect();
    let question = normalise(&cut);
    let dense = without_instructions(&question);
    let all = words(&dense);
    let spans = matching::named_spans(&all, library, weights);
    let asked = periods(&dense);
    let forms = forms_in_question(&dense);
    let mut documents = matching::match_documents(&dense, &spans, &asked, &forms, library, weights);
    drop_period_only(&mut documents, &spans);
    let most = documents.values().map(|found| found.matched).reduce(f32::max).map_or(0.0, |most| most.max(weights.name));
    let identifiers = identifiers(&all, &spans, &asked);
    let expansions = expansions(&dense);
    let content = content_words(&all);
    let mut plan = QueryPlan {
        lexical: lexical(&all, &asked, &expansions, &dense),
        items: line_items(&dense),
        statements: statements(&question),
        numeric: asks_number(&question),
        picture: asks_picture(&question),
        intent: intent(&question),
        question,
        embedded: wording::opened(&dense),
        dense,
        content,
        expansions,
        identifiers,
        spans,
        periods: asked,
        forms,
        documents,
        most,
        alpha: ALPHA,
        beta: BETA,
        reasons: Vec::new(),
    };
    adapt(&mut plan);
    plan
}

/// When some documents are named, a document that only shares the year or the form with the question is not meant.
fn drop_period_only(documents: &mut BTreeMap<DocumentId, DocumentMatch>, spans: &[NamedSpan]) {
    if spans.iter().any(|span| span.documents.values().any(|(strength, _)| *strength >= 0.75)) {
        documents.retain(|_, found| !found.terms.is_empty());
    }
}

fn identifiers(all: &[Word], spans: &[NamedSpan], asked: &Periods) -> Vec<String> {
    let named = |index: usize| spans.iter().any(|span| (span.words.0..span.words.1).contains(&index));
    let mut found: Vec<String> = all
        .iter()
        .enumerate()
        .filter(|(index, word)| {
            let digits = word.norm.chars().any(|c| c.is_ascii_digit());
            let letters = word.norm.chars().any(char::is_alphabetic);
            digits
                && letters
                && word.norm.len() >= 3
                && !named(*index)
                && periods(&word.raw).is_empty()
                && forms_in_question(&word.raw).is_empty()
                && !asked.written.iter().any(|written| written.contains(&word.raw))
        })
        .map(|(_, word)| word.norm.clone())
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Content words as written (the index folds them itself), years as documents print them, then the opened abbreviations.
fn lexical(all: &[Word], asked: &Periods, expansions: &[&str], dense: &str) -> String {
    let mut terms: Vec<&str> = all.iter().filter(|w| !waymark_core::text::is_stop(&w.norm)).map(|w| w.raw.as_str()).collect();
    if terms.is_empty() {
        terms.push(dense);
    }
    let years: Vec<String> = asked.years.iter().map(ToString::to_string).filter(|year| !terms.contains(&year.as_str())).collect();
    terms.extend(years.iter().map(String::as_str));
    terms.extend(expansions.iter().copied());
    terms.join(" ")
}

/// The code that a question of a word or two consists of (`VOD`, `tPO`, `µs`).
fn short_code(plan: &QueryPlan) -> Option<String> {
    let all = words(&plan.dense);
    let told: Vec<&Word> = all.iter().filter(|word| !waymark_core::text::is_stop(&word.norm)).collect();
    let alone = told.len() == 1;
    let code = |word: &&&Word| {
        let letters = word.raw.chars().filter(|c| c.is_alphabetic()).count();
        let inside = word.raw.chars().skip(1).any(char::is_uppercase);
        let named = plan.spans.iter().any(|span| span.text == word.raw);
        let digits = word.raw.chars().any(|c| c.is_ascii_digit());
        // `net income` and `max load` are words; `vod` alone, or without a vowel, is none.
        let plain = word.raw.chars().all(|c| c.is_ascii_lowercase()) && word.raw.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        !digits
            && letters <= 6
            && (inside || word.raw.chars().count() <= 3 && (alone || !plain))
            && !word.raw.chars().any(waymark_core::text::is_cjk)
            && !named
    };
    if told.len() > 2 { None } else { told.iter().find(code).map(|word| word.raw.clone()) }
}

/// Chooses α and β: identifiers and exact terms are the lexical route's strength, paraphrases the dense one's, and the
/// key-term bonus must decide when look-alike documents compete (HiQA 3.3, sensitivity in its section 5.3).
fn adapt(plan: &mut QueryPlan) {
    let best: Vec<_> = plan.documents.values().filter(|found| found.matched >= plan.most - 0.01).collect();
    let rivals = plan.documents.values().filter(|found| !found.terms.is_empty()).count();
    if !plan.identifiers.is_empty() {
        plan.alpha -= 0.15;
        plan.reasons.push(format!("α lowered: the question holds identifiers ({})", plan.identifiers.join(", ")));
    } else if let Some(code) = short_code(plan) {
        plan.alpha -= 0.4;
        plan.reasons.push(format!("α lowered: `{code}` is a short code, which vectors do not tell from others"));
    } else if spelling::is_foreign(&plan.question) {
        plan.alpha -= 0.3;
        plan.reasons.push("α lowered: the question is not in English, which the vectors know best".to_string());
    } else if plan.spans.is_empty() && plan.periods.is_empty() && !plan.numeric {
        plan.alpha += 0.1;
        plan.reasons.push("α raised: the question is in everyday words".to_string());
    }
    if rivals > best.len() {
        plan.beta += 0.5;
        plan.reasons.push(format!("β raised: {} of {rivals} look-alike documents are meant", best.len()));
    } else if plan.spans.is_empty() && plan.most > 0.0 {
        plan.beta -= 0.3;
        plan.reasons.push("β lowered: only a period or form tells documents apart".to_string());
    }
}

#[cfg(test)]
mod tests;
