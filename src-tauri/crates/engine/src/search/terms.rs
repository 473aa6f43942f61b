//! Documents → what questions are matched against: names, facts, key terms; prepared once per change of the library.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use waymark_core::{DocumentId, FactSource};
use waymark_retrieve::{DocumentTerms, LibraryTerms};

use crate::engine::Engine;
use crate::error::EngineError;

/// What the library knows of its documents, prepared once per change of the library.
#[derive(Default)]
pub(crate) struct Terms {
    /// Of the documents, and of the terms that models named.
    generation: Option<(i64, i64)>,
    library: Arc<LibraryTerms>,
    names: Arc<HashMap<DocumentId, Name>>,
}

/// Title and file name of a document.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) title: String,
    pub(crate) file_name: String,
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
            let name = |title: &str, file_name: &str| Name { title: title.to_owned(), file_name: file_name.to_owned() };
            terms.names = Arc::new(records.iter().map(|record| (record.id, name(&record.title, &record.file_name))).collect());
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
