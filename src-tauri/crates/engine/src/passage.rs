//! A passage by its id, with what stands before and after it; the text of a page.

use waymark_core::{DocumentId, Hit, SegmentId};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::search::hit;

/// Passages before and after that may be asked for.
const MOST_HOPS: u32 = 10;

impl Engine {
    /// A passage with at most `hops` (up to 10) of its document before and after it, in document order, unranked.
    ///
    /// # Errors
    /// `NotFound` for an id that is not there.
    pub async fn passage(&self, segment: SegmentId, hops: u32) -> Result<Vec<Hit>, EngineError> {
        let stored = self.inner.store.neighbours(segment, hops.min(MOST_HOPS)).await?;
        if stored.iter().all(|own| own.id != segment) {
            return Err(EngineError::not_found(format!("no passage has the id `{segment}`")));
        }
        let (_, names) = self.terms().await?;
        Ok(stored.iter().filter_map(|own| Some(hit(own, names.get(&own.document)?))).collect())
    }

    /// The words of a page (from 1) as lines of text.
    ///
    /// # Errors
    /// As [`Engine::page_words`].
    pub async fn page_lines(&self, document: DocumentId, page: u32) -> Result<Vec<String>, EngineError> {
        let mut lines: Vec<(u32, String)> = Vec::new();
        for word in self.page_words(document, page).await? {
            match lines.last_mut().filter(|(line, _)| *line == word.line) {
                Some((_, text)) => {
                    text.push(' ');
                    text.push_str(&word.text);
                }
                None => lines.push((word.line, word.text)),
            }
        }
        Ok(lines.into_iter().map(|(_, text)| text).collect())
    }
}
