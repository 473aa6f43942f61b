//! Keeps the word index in step with the library and asks it.

use std::sync::Arc;

use waymark_core::{DocumentId, SegmentId};
use waymark_lexical::{Boosts, IndexState, LexicalError, LexicalIndex};
use waymark_store::Store;

use crate::error::{EngineError, blocking};
use crate::meter::Meter;

/// The word index of the open library. Derived: whatever it lacks is read from the library again.
pub(crate) struct WordIndex {
    index: Option<Arc<LexicalIndex>>,
    writing: tokio::sync::Mutex<()>,
    shared: bool,
    meter: Arc<Meter>,
}

impl WordIndex {
    /// Opens the index beside the library. For reading only, an index that cannot be used leaves the other routes working.
    pub(crate) async fn open(store: &Store, meter: Arc<Meter>) -> Result<Self, EngineError> {
        let folder = store.lexical_folder();
        let shared = !store.is_writable();
        let opened = blocking("open the word index", move || {
            if shared {
                return LexicalIndex::open_shared(&folder).map(|index| (index, IndexState::Ready));
            }
            LexicalIndex::open(&folder)
        })
        .await?;
        let index = match opened {
            Ok((index, state)) => {
                if let IndexState::NeedsRebuild { reason } = state {
                    tracing::warn!("the word index is built anew: {reason}");
                }
                Some(Arc::new(index))
            }
            Err(error @ LexicalError::Unusable { .. }) if shared => {
                tracing::warn!("search by words is off: {error}");
                None
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Self { index, writing: tokio::sync::Mutex::new(()), shared, meter })
    }

    /// Generation of the library that the index stands for; `None` without an index.
    pub(crate) fn generation(&self) -> Option<i64> {
        self.index.as_ref().map(|index| index.generation())
    }

    /// Takes in what changed in the library since the index was last written, in one commit.
    pub(crate) async fn catch_up(&self, store: &Store) -> Result<(), EngineError> {
        let Some(index) = &self.index else { return Ok(()) };
        let _turn = self.writing.lock().await;
        let since = index.generation();
        let changes = store.lexical_changes(since).await?;
        if changes.generation == since {
            return Ok(());
        }
        if changes.foreign {
            index.clear()?;
        }
        for document in changes.deleted.iter().chain(&changes.saved) {
            index.delete_document(*document)?;
        }
        for document in &changes.saved {
            let entries = store.lexical_entries_of(*document).await?;
            let (index, meter) = (Arc::clone(index), Arc::clone(&self.meter));
            blocking("add to the word index", move || meter.indexing.run(|| index.add(&entries))).await??;
        }
        let (index, meter) = (Arc::clone(index), Arc::clone(&self.meter));
        blocking("commit the word index", move || meter.indexing.run(|| index.commit(changes.generation))).await??;
        Ok(())
    }

    /// The indexed word that was probably meant by each word that no entry holds.
    pub(crate) async fn meant(&self, written: Vec<String>) -> Result<Vec<Option<String>>, EngineError> {
        let Some(index) = self.index.as_ref().map(Arc::clone) else { return Ok(vec![None; written.len()]) };
        let look = move || written.iter().map(|word| index.meant(word)).collect::<Result<Vec<_>, _>>();
        Ok(blocking("look words up", look).await??)
    }

    /// The share of entries that hold each word, 0..1; 0 without an index.
    pub(crate) async fn shares(&self, words: Vec<String>) -> Result<Vec<f64>, EngineError> {
        let Some(index) = self.index.as_ref().map(Arc::clone) else { return Ok(vec![0.0; words.len()]) };
        let look = move || words.iter().map(|word| index.share(word)).collect::<Result<Vec<_>, _>>();
        Ok(blocking("look words up", look).await??)
    }

    /// The best segments of each scope for a question, raw BM25; `names` are its words that name documents.
    pub(crate) async fn search(
        &self,
        query: &str,
        names: &[String],
        k: usize,
        scopes: &[Option<&[DocumentId]>],
    ) -> Result<Vec<Vec<(SegmentId, f32)>>, EngineError> {
        let Some(index) = self.index.as_ref().map(Arc::clone) else { return Ok(vec![Vec::new(); scopes.len()]) };
        let (query, names) = (query.to_owned(), names.to_vec());
        let scopes: Vec<Option<Vec<DocumentId>>> = scopes.iter().map(|scope| scope.map(<[DocumentId]>::to_vec)).collect();
        let shared = self.shared;
        let lists = blocking("search the word index", move || {
            if shared {
                index.refresh()?;
            }
            let scopes: Vec<Option<&[DocumentId]>> = scopes.iter().map(Option::as_deref).collect();
            index.search_scopes(&query, &names, k, &scopes, &Boosts::default())
        })
        .await??;
        Ok(lists.into_iter().map(|hits| hits.into_iter().map(|hit| (hit.segment, hit.score)).collect()).collect())
    }
}
