//! Documents → what questions are matched against: names, facts, key terms; prepared once per change of the library.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use waymark_core::{DocumentId, FactSource};
use waymark_retrieve::{DocumentTerms, LibraryTerms};
use waymark_store::DocumentRecord;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::files::replaced;

/// What the library knows of its documents, prepared once per change of the library.
#[derive(Default)]
pub(crate) struct Terms {
    /// Of the documents, and of the terms that models named.
    generation: Option<(i64, i64)>,
    library: Arc<LibraryTerms>,
    names: Arc<HashMap<DocumentId, Name>>,
}

/// How a document is called in answers.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    /// Its title; where several documents share it, with what tells them apart.
    pub(crate) title: String,
    pub(crate) file_name: String,
    /// The document that holds what lies at the place of its file now.
    pub(crate) replaced_by: Option<DocumentId>,
}

impl Engine {
    /// Terms of the present library as if every file were called `doc-001.pdf`: facts that only a file name tells are left out,
    /// also of titles. What was indexed under them stays; only files that are renamed and read anew are without.
    pub(super) async fn anonymous_terms(&self) -> Result<LibraryTerms, EngineError> {
        let records = self.inner.store.document_rows().await?;
        Ok(LibraryTerms::new(records.into_iter().enumerate().map(|(at, record)| {
            let mut facts = record.facts;
            let (told, kept): (Vec<_>, Vec<_>) = facts.facts.into_iter().partition(|fact| fact.source == FactSource::FileName);
            let known: HashSet<String> = kept.iter().map(|fact| fact.value.to_lowercase()).collect();
            // The title is made of facts, too.
            let hidden = told.iter().filter(|fact| !known.contains(&fact.value.to_lowercase()));
            let title = hidden.fold(record.title, |title, fact| title.replace(&fact.value, ""));
            facts.keywords.retain(|keyword| known.contains(&keyword.to_lowercase()) || title.contains(keyword.as_str()));
            facts.facts = kept;
            DocumentTerms { id: record.id, title, file_name: format!("doc-{:03}.pdf", at + 1), facts }
        })))
    }

    /// Prepared terms of the present library.
    pub(crate) async fn terms(&self) -> Result<(Arc<LibraryTerms>, Arc<HashMap<DocumentId, Name>>), EngineError> {
        let mut terms = self.inner.terms.lock().await;
        let store = &self.inner.store;
        let generation = (store.generation().await?, store.terms_generation().await?);
        if terms.generation != Some(generation) {
            let records = self.inner.store.document_rows().await?;
            terms.names = Arc::new(names(&records, &replaced(&records, &store.known_paths().await?)));
            let mut library = LibraryTerms::new(records.into_iter().map(|record| DocumentTerms {
                id: record.id,
                title: record.title,
                file_name: record.file_name,
                facts: record.facts,
            }));
            library.add_generated(store.model_terms().await?.into_iter().map(|(id, stored)| (id, stored.terms)));
            terms.library = Arc::new(library);
            terms.generation = Some(generation);
        }
        Ok((Arc::clone(&terms.library), Arc::clone(&terms.names)))
    }
}

/// What the documents are called. Where titles are alike, the file name tells documents apart, or the folder, or the number.
fn names(records: &[DocumentRecord], replaced: &BTreeMap<DocumentId, DocumentId>) -> HashMap<DocumentId, Name> {
    let folder = |record: &DocumentRecord| {
        let parent = std::path::Path::new(&record.path).parent().and_then(std::path::Path::file_name);
        parent.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let mut alike: HashMap<&str, Vec<&DocumentRecord>> = HashMap::new();
    for record in records {
        alike.entry(&record.title).or_default().push(record);
    }
    let told = |record: &DocumentRecord| {
        let rivals = alike.get(record.title.as_str()).map_or(&[][..], Vec::as_slice);
        let alone = |tell: &dyn Fn(&DocumentRecord) -> String| {
            let own = tell(record);
            (!own.is_empty() && rivals.iter().filter(|rival| tell(rival) == own).count() == 1).then_some(own)
        };
        match rivals.len() {
            0 | 1 => record.title.clone(),
            _ => {
                let apart = alone(&|record| record.file_name.clone()).or_else(|| alone(&folder));
                format!("{} ({})", record.title, apart.unwrap_or_else(|| format!("#{}", record.id)))
            }
        }
    };
    let name = |record: &DocumentRecord| Name {
        title: told(record),
        file_name: record.file_name.clone(),
        replaced_by: replaced.get(&record.id).copied(),
    };
    records.iter().map(|record| (record.id, name(record))).collect()
}
