//! A question → the same question with its typing errors mended: words that no document and no language holds.

use waymark_core::Embedder as _;
use waymark_retrieve::LibraryTerms;
use waymark_retrieve::query::spelling;

use crate::engine::Engine;
use crate::error::EngineError;

impl Engine {
    /// The question with words replaced that stand in no document, that the embedding model does not know as words either, and
    /// that are a slip of the fingers away from one that documents hold. `None` when nothing is replaced.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub(crate) async fn spelled(&self, question: &str, terms: &LibraryTerms) -> Result<Option<String>, EngineError> {
        let suspects = spelling::suspects(question, terms);
        if suspects.is_empty() {
            return Ok(None);
        }
        // Without a model nothing says what is a word of the language; better none is mended than a right one.
        let Ok(embedder) = self.embedder().await else { return Ok(None) };
        // Its vocabulary is made of the words of its language: it reads one of them as one token.
        let word = embedder.count_tokens("") + 1;
        let suspects: Vec<_> = suspects.into_iter().filter(|suspect| embedder.count_tokens(&suspect.norm) > word).collect();
        if suspects.is_empty() {
            return Ok(None);
        }
        let meant = self.inner.words.meant(suspects.iter().map(|word| word.norm.clone()).collect()).await?;
        let mended: Vec<_> = suspects.into_iter().zip(meant).filter_map(|(word, meant)| Some((word, meant?))).collect();
        Ok((!mended.is_empty()).then(|| spelling::mended(question, &mended)))
    }
}
