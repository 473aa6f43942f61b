//! Document facts: the fields that tell look-alike documents apart.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which field a fact fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// Issuing company or organisation.
    Company,
    /// Author or authors.
    Author,
    /// Fiscal or publication year, four digits.
    Year,
    /// Quarter, half or date the document speaks for (`Q2 2022`).
    Period,
    /// Form or document type (`10-K`, `datasheet`, `user manual`).
    Form,
    /// Product model or part number.
    Model,
    /// Revision or version.
    Revision,
    /// Language, BCP 47 primary tag (`en`, `zh`).
    Language,
    /// A name by which people ask for it (alias of the company, ticker).
    Alias,
}

/// Where a fact was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FactSource {
    /// The first pages.
    TitlePage,
    /// The file name.
    FileName,
    /// PDF metadata.
    Metadata,
    /// Repeated in running headers or footers.
    RunningHeader,
    /// Counted over the text.
    Text,
    /// Set by the user.
    User,
}

/// One value with its origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Fact {
    /// Field.
    pub kind: FactKind,
    /// Value as a reader would write it.
    pub value: String,
    /// Origin.
    pub source: FactSource,
    /// Page index it was read from, for what is printed ([`FactSource::TitlePage`], first page of a [`FactSource::RunningHeader`]).
    pub page: Option<u32>,
}

/// All facts of a document with its title.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct DocumentFacts {
    /// The title to show and to cascade into segments; never empty (the file name at worst).
    pub title: String,
    /// Facts, most certain first within a kind.
    pub facts: Vec<Fact>,
    /// Critical terms of the document (HiQA 3.3): models, company, years, report names, as written.
    pub keywords: Vec<String>,
}

impl DocumentFacts {
    /// The values of one kind, most certain first.
    pub fn values(&self, kind: FactKind) -> impl Iterator<Item = &str> {
        self.facts.iter().filter(move |fact| fact.kind == kind).map(|fact| fact.value.as_str())
    }
}
