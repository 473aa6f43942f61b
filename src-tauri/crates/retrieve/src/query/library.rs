//! Titles, file names and facts of the documents → names and periods to match questions against, prepared once.

mod profile;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waymark_core::{DocumentFacts, DocumentId, FactKind};

use waymark_core::text::{fold, normalise, squash, stem, words};

pub use profile::Profile;
pub(super) use profile::is_version;
use profile::{COMMON_HEADS, FILE_WORDS, SUFFIXES, names_something, profile, stem_of};

/// What the library knows of one document before any question.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentTerms {
    /// Document.
    pub id: DocumentId,
    /// Title.
    pub title: String,
    /// File name as added; empty when names must not be used.
    pub file_name: String,
    /// Facts and keywords.
    pub facts: DocumentFacts,
}

/// How much a name says about which document is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A term that a model named: it counts, but less than what was read or set.
    Generated,
    /// A word of a title or of a longer name.
    Part,
    /// A word of the file name.
    File,
    /// A document keyword.
    Keyword,
    /// An abbreviation made from a company name.
    Short,
    /// The first word of a company name, when it is not a common one (`Amazon` of `Amazon.com, Inc.`).
    Head,
    /// A company or author.
    Company,
    /// A product model or part number.
    Model,
}

/// One name of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Index into [`LibraryTerms::documents`].
    pub document: usize,
    /// As a reader would write it.
    pub shown: String,
    /// Kind.
    pub kind: NameKind,
}

/// The whole library, ready to be matched. Build once per change of the library.
#[derive(Debug, Clone, Default)]
pub struct LibraryTerms {
    /// Documents, ascending by id.
    pub documents: Vec<Profile>,
    names: HashMap<String, Vec<Name>>,
    sorted: Vec<String>,
}

impl LibraryTerms {
    /// Prepares the documents.
    #[must_use]
    pub fn new(documents: impl IntoIterator<Item = DocumentTerms>) -> Self {
        let mut documents: Vec<DocumentTerms> = documents.into_iter().collect();
        documents.sort_by_key(|d| d.id);
        let mut library = Self::default();
        for (index, document) in documents.iter().enumerate() {
            library.add_names(index, document);
            library.documents.push(profile(document));
        }
        library.share_symbols(&documents);
        let common = documents.len().div_ceil(2).max(2);
        library.names.retain(|_, names| {
            let distinct: BTreeSet<usize> = names.iter().map(|n| n.document).collect();
            distinct.len() <= common || names.iter().any(|n| n.kind >= NameKind::Company)
        });
        library.sorted = library.names.keys().cloned().collect();
        library.sorted.sort();
        library
    }

    /// Adds terms that a model named. They never take the place of a name that was read or set; one that more than half of the
    /// documents share tells nothing apart and is left out.
    pub fn add_generated(&mut self, terms: impl IntoIterator<Item = (DocumentId, Vec<String>)>) {
        let mut generated: BTreeMap<String, Vec<Name>> = BTreeMap::new();
        for (id, terms) in terms {
            let Ok(document) = self.documents.binary_search_by_key(&id, |profile| profile.id) else { continue };
            for shown in terms.into_iter().filter(|term| names_something(&fold(term))) {
                let squashed = squash(&shown);
                let names = generated.entry(squashed.clone()).or_default();
                let known = self.named(&squashed).iter().chain(names.iter()).any(|name| name.document == document);
                if squashed.chars().count() >= 3 && !known {
                    names.push(Name { document, shown, kind: NameKind::Generated });
                }
            }
        }
        let common = self.documents.len().div_ceil(2).max(2);
        generated.retain(|_, names| !names.is_empty() && names.len() <= common);
        for (squashed, names) in generated {
            self.names.entry(squashed).or_default().extend(names);
        }
        self.sorted = self.names.keys().cloned().collect();
        self.sorted.sort();
    }

    /// The documents that carry exactly this squashed name.
    #[must_use]
    pub fn named(&self, squashed: &str) -> &[Name] {
        self.names.get(squashed).map_or(&[], Vec::as_slice)
    }

    /// Names that begin with a squashed word and go on for at least three characters.
    pub fn beginning(&self, squashed: &str) -> impl Iterator<Item = &Name> {
        let from = self.sorted.partition_point(|name| name.as_str() < squashed);
        let least = squashed.len() + 3;
        self.sorted[from..]
            .iter()
            .take_while(move |name| name.starts_with(squashed))
            .filter(move |name| name.len() >= least)
            .flat_map(|name| self.named(name))
            .filter(|name| !matches!(name.kind, NameKind::Part | NameKind::Generated))
    }

    fn add(&mut self, squashed: String, document: usize, shown: &str, kind: NameKind) {
        if squashed.chars().count() < 2 && squashed.is_ascii() {
            return;
        }
        let names = self.names.entry(squashed).or_default();
        match names.iter_mut().find(|name| name.document == document) {
            Some(name) if name.kind < kind => *name = Name { document, shown: shown.to_string(), kind },
            Some(_) => {}
            None => names.push(Name { document, shown: shown.to_string(), kind }),
        }
    }

    fn add_names(&mut self, index: usize, document: &DocumentTerms) {
        let facts = &document.facts;
        for company in facts.values(FactKind::Company).chain(facts.values(FactKind::Alias)).chain(facts.values(FactKind::Author))
        {
            self.add_company(index, company);
        }
        for model in facts.values(FactKind::Model).filter(|model| names_something(&fold(model)) && model.chars().count() >= 3) {
            self.add(squash(model), index, model, NameKind::Model);
        }
        for keyword in facts.keywords.iter().filter(|keyword| names_something(&fold(keyword))) {
            let telling = keyword.contains(' ') || keyword.chars().any(|c| c.is_ascii_digit() || !c.is_ascii());
            self.add(squash(keyword), index, keyword, if telling { NameKind::Keyword } else { NameKind::Part });
        }
        self.add_file_words(index, stem_of(&document.file_name));
        for word in words(&normalise(&document.title)) {
            if names_something(&word.norm) && word.norm.chars().count() > 2 {
                self.add(squash(&stem(&word.norm)), index, &word.raw, NameKind::Part);
            }
        }
    }

    /// Gives the symbols that one document of a company prints (`MMM`) to all of them: older reports do not print it.
    fn share_symbols(&mut self, documents: &[DocumentTerms]) {
        let company = |document: &DocumentTerms| document.facts.values(FactKind::Company).next().map(squash);
        let symbol = |alias: &&str| (2..=5).contains(&alias.len()) && alias.bytes().all(|b| b.is_ascii_uppercase());
        let mut symbols: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for document in documents {
            if let Some(company) = company(document) {
                symbols.entry(company).or_default().extend(document.facts.values(FactKind::Alias).filter(symbol));
            }
        }
        for (index, document) in documents.iter().enumerate() {
            for symbol in company(document).iter().filter_map(|company| symbols.get(company)).flatten() {
                self.add(squash(symbol), index, symbol, NameKind::Company);
            }
        }
    }

    fn add_company(&mut self, index: usize, company: &str) {
        let clean = normalise(company).replace(['.', ','], " ");
        let all = words(&clean);
        let kept: Vec<_> = all.iter().filter(|w| !SUFFIXES.contains(&w.norm.as_str())).collect();
        if kept.is_empty() {
            return self.add(squash(company), index, company, NameKind::Company);
        }
        let whole: String = kept.iter().map(|w| squash(&w.norm)).collect();
        self.add(whole, index, company, NameKind::Company);
        self.add(squash(company), index, company, NameKind::Company);
        if kept.len() > 1 {
            self.add_short(index, company, &kept.iter().map(|w| w.norm.as_str()).collect::<Vec<_>>(), clean.contains('&'));
            for pair in kept.windows(2) {
                self.add(pair.iter().map(|w| squash(&w.norm)).collect(), index, company, NameKind::Part);
            }
            if names_something(&kept[0].norm) {
                let common = COMMON_HEADS.contains(&kept[0].norm.as_str()) || kept[0].norm.chars().count() < 3;
                self.add(squash(&kept[0].norm), index, company, if common { NameKind::Part } else { NameKind::Head });
            }
        }
        let full: Vec<_> = all.iter().map(|w| w.norm.as_str()).filter(|w| !["the", "and", "of"].contains(w)).collect();
        if full.len() > kept.len() && full.len() > 1 {
            self.add_short(index, company, &full, false);
        }
    }

    /// Initials and first syllables: `Johnson & Johnson` → `jj`, `jnj`, `jandj`; `American Express` → `ae`, `amex`.
    fn add_short(&mut self, index: usize, company: &str, parts: &[&str], joined: bool) {
        let head = |word: &str, n: usize| squash(word).chars().take(n).collect::<String>();
        let initials: String = parts.iter().map(|w| head(w, 1)).collect();
        if parts.len() > 2 || joined {
            self.add(initials, index, company, NameKind::Short);
        }
        if let [first, second] = parts {
            if first == second || joined {
                for middle in ["n", "and"] {
                    self.add(format!("{}{middle}{}", head(first, 1), head(second, 1)), index, company, NameKind::Short);
                }
                self.add(format!("{}{}", head(first, 1), head(second, 1)), index, company, NameKind::Short);
            }
            self.add(format!("{}{}", head(first, 2), head(second, 2)), index, company, NameKind::Short);
        }
    }

    fn add_file_words(&mut self, index: usize, name: &str) {
        let separated = normalise(name).replace(['_', '-', '.', '+', '(', ')'], " ");
        let parts: Vec<&str> = separated.split_whitespace().collect();
        let kept: Vec<&str> =
            parts.iter().copied().filter(|w| names_something(&fold(w)) && !FILE_WORDS.contains(&fold(w).as_str())).collect();
        for word in &kept {
            self.add(squash(word), index, word, NameKind::File);
        }
        for n in 2..=3 {
            for run in kept.windows(n) {
                self.add(squash(&run.concat()), index, &run.join(" "), NameKind::File);
            }
        }
        if let [first, second, ..] = kept.as_slice()
            && first.chars().all(char::is_alphabetic)
            && fold(first) == fold(second)
        {
            self.add_short(index, &format!("{first} {second}"), &[first, second], true);
        }
    }
}

/// Counts how often each name leads to a document, for showing.
#[must_use]
pub fn by_document(names: &[Name]) -> BTreeMap<usize, &Name> {
    let mut best: BTreeMap<usize, &Name> = BTreeMap::new();
    for name in names {
        let slot = best.entry(name.document).or_insert(name);
        if name.kind > slot.kind {
            *slot = name;
        }
    }
    best
}
