//! The text layer of a page: words with boxes for selection, and search inside one document.
//!
//! Both read the characters that PDFium gives, not what a passage quotes, so what is marked is what is printed.

mod layer;
mod matching;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use waymark_core::DocumentId;

use crate::engine::{Engine, lock};
use crate::error::{EngineError, blocking};
use crate::types::{FindResponse, PageWord};
use matching::Folded;

/// A search in a document answers after this time with what it has, so that the reader sees the first hits at once.
const PATIENCE: Duration = Duration::from_millis(250);
/// Matches in one answer.
const MOST: usize = 500;

/// Folded text of the document that is being searched; that of another one takes its place.
#[derive(Default)]
pub(crate) struct TextCache {
    document: Option<DocumentId>,
    pages: HashMap<u32, Arc<Folded>>,
}

impl Engine {
    /// The words of a page (from 1) with their boxes, in the order of the file.
    ///
    /// # Errors
    /// As [`Engine::page_image`].
    pub async fn page_words(&self, document: DocumentId, page: u32) -> Result<Vec<PageWord>, EngineError> {
        let index = page.checked_sub(1).ok_or_else(|| EngineError::not_found("pages count from 1"))?;
        let record = self.inner.store.document(document).await?;
        let password = lock(&self.inner.passwords).get(&document).cloned();
        let path = self.unchanged(&record).await?;
        let text = self.inner.pool.text(&path, password.as_deref(), index).await?;
        Ok(layer::words(&text.chars))
    }

    /// Looks for words in a document from a page (from 1) on, without regard to case, line breaks and hyphens at line ends.
    /// Works for a moment only: `next` names the page to go on with.
    ///
    /// # Errors
    /// As [`Engine::page_image`].
    pub async fn find_in_document(&self, document: DocumentId, query: &str, from: u32) -> Result<FindResponse, EngineError> {
        let wanted = matching::fold_query(query);
        let record = self.inner.store.document(document).await?;
        let mut found = FindResponse::default();
        if wanted.is_empty() {
            return Ok(found);
        }
        let password = lock(&self.inner.passwords).get(&document).cloned();
        let path = self.unchanged(&record).await?;
        let started = Instant::now();
        for page in from.max(1)..=record.pages {
            let folded = match self.folded(document, page) {
                Some(folded) => folded,
                None => {
                    let text = self.inner.pool.text(&path, password.as_deref(), page - 1).await?;
                    let folded = blocking("fold the text of a page", move || Arc::new(Folded::new(&text.chars))).await?;
                    self.keep_folded(document, page, Arc::clone(&folded));
                    folded
                }
            };
            found.matches.extend(folded.matches(&wanted, page));
            if page < record.pages && (started.elapsed() >= PATIENCE || found.matches.len() >= MOST) {
                found.next = Some(page + 1);
                break;
            }
        }
        Ok(found)
    }

    fn folded(&self, document: DocumentId, page: u32) -> Option<Arc<Folded>> {
        let cache = lock(&self.inner.texts);
        cache.pages.get(&page).filter(|_| cache.document == Some(document)).cloned()
    }

    fn keep_folded(&self, document: DocumentId, page: u32, folded: Arc<Folded>) {
        let mut cache = lock(&self.inner.texts);
        if cache.document != Some(document) {
            cache.pages.clear();
            cache.document = Some(document);
        }
        cache.pages.insert(page, folded);
    }
}
