//! The index on disk: open or recover, write, commit with a generation, search.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyError};
use waymark_core::{DocumentId, IndexEntry};

use crate::Result;
use crate::error::LexicalError;
use crate::folder::{clear_folder, generation_of, is_empty, load, payload};
use crate::schema::{Fields, schema, tokenizers};
use crate::score::{self, Boosts, LexHit};
use crate::spelling;
use crate::view::View;

// One thread with this much buffer keeps the process small; indexing is a few per cent of ingest.
const WRITER_BYTES: usize = 50_000_000;

/// What was found on opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexState {
    /// A sound index (perhaps an empty one). Compare [`LexicalIndex::generation`] with the library's.
    Ready,
    /// What was there could not be used and was cleared away: generation 0, everything has to be added anew.
    NeedsRebuild {
        /// Why.
        reason: String,
    },
}

/// The lexical index of one library. Calls block; call them off the async threads.
pub struct LexicalIndex {
    folder: PathBuf,
    index: Index,
    fields: Fields,
    reader: IndexReader,
    view: RwLock<Seen>,
    writer: Option<Mutex<Option<IndexWriter>>>,
}

/// The committed state that is searched.
struct Seen {
    /// `meta.json` as it was then.
    meta: Vec<u8>,
    generation: i64,
    view: Arc<View>,
}

impl std::fmt::Debug for LexicalIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LexicalIndex").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl LexicalIndex {
    /// Opens the index in a folder for reading and writing, or makes an empty one. Files that are damaged, missing, of another
    /// schema or of older analyzer rules are cleared away; the state says so.
    ///
    /// # Errors
    /// When the folder cannot be read or written at all.
    pub fn open(folder: &Path) -> Result<(Self, IndexState)> {
        std::fs::create_dir_all(folder).map_err(|source| LexicalError::io(folder, source))?;
        let fresh = is_empty(folder)?;
        let reason = match load(folder, true) {
            Ok(loaded) => return Ok((Self::assemble(folder, loaded, true)?, IndexState::Ready)),
            Err(reason) => reason,
        };
        if !fresh {
            tracing::warn!(folder = %folder.display(), %reason, "the lexical index is cleared and has to be rebuilt");
            clear_folder(folder)?;
        }
        let (schema, _) = schema();
        let mut index =
            Index::create_in_dir(folder, schema).map_err(|source| LexicalError::index(folder, "create files", source))?;
        index.set_tokenizers(tokenizers());
        let state = if fresh { IndexState::Ready } else { IndexState::NeedsRebuild { reason } };
        Ok((Self::assemble(folder, index, true)?, state))
    }

    /// Opens an existing index for reading, beside a process that may be writing to it.
    ///
    /// # Errors
    /// [`LexicalError::Unusable`] when there is none, or none that can be read.
    pub fn open_shared(folder: &Path) -> Result<Self> {
        let index = load(folder, false).map_err(|reason| LexicalError::Unusable { path: folder.to_owned(), reason })?;
        Self::assemble(folder, index, false)
    }

    fn assemble(folder: &Path, index: Index, writable: bool) -> Result<Self> {
        let failed = |source| LexicalError::index(folder, "read", source);
        let (_, fields) = schema();
        let reader: IndexReader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(failed)?;
        let generation = generation_of(&index).map_err(failed)?;
        let view = View::new(reader.searcher(), &fields).map_err(failed)?;
        // An empty `meta` equals none: the first refresh reads everything once more.
        let seen = Seen { meta: Vec::new(), generation, view: Arc::new(view) };
        Ok(Self {
            folder: folder.to_owned(),
            index,
            fields,
            reader,
            view: RwLock::new(seen),
            writer: writable.then(|| Mutex::new(None)),
        })
    }

    /// The generation of the library that the searched state stands for; 0 for an empty index.
    #[must_use]
    pub fn generation(&self) -> i64 {
        self.view.read().unwrap_or_else(PoisonError::into_inner).generation
    }

    /// Live entries of the searched state.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.view().entries
    }

    /// Bytes on disk.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let Ok(files) = std::fs::read_dir(&self.folder) else {
            return 0;
        };
        files.flatten().filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum()
    }

    /// Adds entries. They are found after the next [`LexicalIndex::commit`]. Entries of a document that is there already must be
    /// removed first, see [`LexicalIndex::delete_document`].
    ///
    /// # Errors
    /// [`LexicalError::Busy`] when another process writes, [`LexicalError::ReadOnly`], or when tantivy fails; uncommitted
    /// changes are lost then.
    pub fn add(&self, entries: &[IndexEntry]) -> Result<()> {
        self.write("add entries", |writer| {
            for entry in entries {
                writer.add_document(self.fields.document(entry))?;
            }
            Ok(())
        })
    }

    /// Removes all entries of a document, with the next commit.
    ///
    /// # Errors
    /// As [`LexicalIndex::add`].
    pub fn delete_document(&self, document: DocumentId) -> Result<()> {
        self.write("remove a document", |writer| {
            writer.delete_term(self.fields.all_of(document));
            Ok(())
        })
    }

    /// Removes everything, with the next commit.
    ///
    /// # Errors
    /// As [`LexicalIndex::add`].
    pub fn clear(&self) -> Result<()> {
        self.write("remove everything", |writer| writer.delete_all_documents().map(|_| ()))
    }

    /// Makes all changes since the last commit durable and visible, stamped with the library's generation.
    ///
    /// # Errors
    /// As [`LexicalIndex::add`].
    pub fn commit(&self, generation: i64) -> Result<()> {
        self.write("commit", |writer| {
            let mut prepared = writer.prepare_commit()?;
            prepared.set_payload(&payload(generation));
            prepared.commit().map(|_| ())
        })?;
        self.refresh()
    }

    /// Replaces the whole content and commits it. Until that commit the old content is searched.
    ///
    /// # Errors
    /// As [`LexicalIndex::add`].
    pub fn rebuild(&self, entries: impl IntoIterator<Item = IndexEntry>, generation: i64) -> Result<()> {
        self.clear()?;
        let mut entries = entries.into_iter();
        self.write("add entries", |writer| {
            entries.try_for_each(|entry| writer.add_document(self.fields.document(&entry)).map(|_| ()))
        })?;
        self.commit(generation)
    }

    /// Merges the index into one part and drops what deletions left behind; scores do not change. For idle times, after a
    /// commit: uncommitted changes are lost.
    ///
    /// # Errors
    /// As [`LexicalIndex::add`].
    pub fn merge(&self) -> Result<()> {
        // Merges that run in the background would take parts away from under this one.
        self.release()?;
        self.refresh()?;
        let parts = self.index.searchable_segment_ids().map_err(|source| self.failed("list parts", source))?;
        let deletes = self.reader.searcher().segment_readers().iter().any(tantivy::SegmentReader::has_deletes);
        if parts.len() > 1 || deletes {
            self.write("merge", |writer| {
                writer.merge(&parts).wait()?;
                writer.garbage_collect_files().wait().map(|_| ())
            })?;
            self.refresh()?;
        }
        Ok(())
    }

    /// Ends the writer: its memory is freed and other processes can write. The next change begins a new one. Uncommitted
    /// changes are lost.
    ///
    /// # Errors
    /// When a merge in the background failed.
    pub fn release(&self) -> Result<()> {
        let Some(place) = &self.writer else {
            return Ok(());
        };
        match locked(place).take() {
            Some(writer) => writer.wait_merging_threads().map_err(|source| self.failed("finish merging", source)),
            None => Ok(()),
        }
    }

    /// Looks for a newer committed state (written by this process or another one) and searches that from now on. Costs next to
    /// nothing when there is none.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn refresh(&self) -> Result<()> {
        let failed = |source| self.failed("read", source);
        // Read before the reload: the stamp may be too old for the content, never too new.
        let path = self.folder.join("meta.json");
        let meta = std::fs::read(&path).map_err(|source| LexicalError::io(&path, source))?;
        if self.view.read().unwrap_or_else(PoisonError::into_inner).meta == meta {
            return Ok(());
        }
        let generation = generation_of(&self.index).map_err(failed)?;
        self.reader.reload().map_err(failed)?;
        let view = Arc::new(View::new(self.reader.searcher(), &self.fields).map_err(failed)?);
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Seen { meta, generation, view };
        Ok(())
    }

    /// The `k` best segments for a question within a scope, best first, ties by (document, ordinal). The question is plain text:
    /// nothing in it is syntax, and very long ones are cut to their rarest words. Segments without any of its terms are not
    /// hits.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn search(&self, query: &str, k: usize, scope: Option<&[DocumentId]>, boosts: &Boosts) -> Result<Vec<LexHit>> {
        self.search_named(query, &[], k, scope, boosts)
    }

    /// [`LexicalIndex::search`] with words of the question that name the subject of whole documents: in the running text they keep only
    /// [`Boosts::named`] of their weight.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn search_named(
        &self,
        query: &str,
        names: &[String],
        k: usize,
        scope: Option<&[DocumentId]>,
        boosts: &Boosts,
    ) -> Result<Vec<LexHit>> {
        Ok(self.search_scopes(query, names, k, &[scope], boosts)?.pop().unwrap_or_default())
    }

    /// [`LexicalIndex::search_named`] in several scopes at once: one list for each, for hardly more than the time of one.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn search_scopes(
        &self,
        query: &str,
        names: &[String],
        k: usize,
        scopes: &[Option<&[DocumentId]>],
        boosts: &Boosts,
    ) -> Result<Vec<Vec<LexHit>>> {
        let found = score::search(&self.view(), &self.fields, query, names, k, scopes, boosts);
        found.map_err(|source| self.failed("search", source))
    }

    /// The indexed word that was probably meant by one that no entry holds: one letter off (two in a long word that begins
    /// alike), of those the commonest. `None` for words that entries hold and for words that resemble none.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn meant(&self, word: &str) -> Result<Option<String>> {
        spelling::meant(&self.view(), &self.fields, word).map_err(|source| self.failed("search", source))
    }

    /// The share of entries that hold a word in their text, 0..1; of several words' worth of characters the rarest.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn share(&self, word: &str) -> Result<f64> {
        spelling::share(&self.view(), &self.fields, word).map_err(|source| self.failed("search", source))
    }

    fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read().unwrap_or_else(PoisonError::into_inner).view)
    }

    fn write(
        &self,
        action: &'static str,
        change: impl FnOnce(&mut IndexWriter) -> std::result::Result<(), TantivyError>,
    ) -> Result<()> {
        let place = self.writer.as_ref().ok_or_else(|| LexicalError::ReadOnly { path: self.folder.clone() })?;
        let mut place = locked(place);
        let mut writer = match place.take() {
            Some(writer) => writer,
            None => self.index.writer_with_num_threads(1, WRITER_BYTES).map_err(|source| self.failed("begin writing", source))?,
        };
        change(&mut writer).map_err(|source| self.failed(action, source))?;
        // A writer that failed is not put back: the next change begins a new one from the last commit.
        *place = Some(writer);
        Ok(())
    }

    fn failed(&self, action: &'static str, source: TantivyError) -> LexicalError {
        LexicalError::index(&self.folder, action, source)
    }
}

fn locked(place: &Mutex<Option<IndexWriter>>) -> MutexGuard<'_, Option<IndexWriter>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}
