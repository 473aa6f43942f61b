//! The library arranged otherwise, for one experiment: other passages, other metadata, another way to make vectors. Everything is
//! built beside the library and forgotten afterwards; only vectors of texts are kept, see [`super::cache`].

use std::collections::HashMap;
use std::sync::Arc;

use tempfile::TempDir;
use waymark_core::{DocumentId, IndexEntry, SegmentId};
use waymark_lexical::{Boosts, LexicalIndex};
use waymark_retrieve::eval::{Heading, Noise, damaged_paths};
use waymark_store::{DocumentRecord, StoredSegment};
use waymark_structure::segments::metadata;

use super::cache::VectorCache;
use super::forest::Forest;
use super::units;
use crate::engine::Engine;
use crate::error::{EngineError, blocking};

/// Seed of the damage done to outlines.
const SEED: u64 = 5_1123;

/// What is embedded and found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Unit {
    /// The library's own segments.
    Segments,
    /// Stretches of so many characters, cut anywhere: what programs without structure do.
    Fixed(usize),
    /// The library's segments, found through slices of at most so many characters each (MacRAG 1.3).
    Slices(usize),
}

/// What a passage says of where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metadata {
    /// Nothing.
    Absent,
    /// The title of its section.
    Nearest,
    /// The document alone: title and facts, no section titles.
    Document,
    /// Section titles alone, nothing of the document.
    Sections,
    /// Title, facts and all titles down to its section (HiQA's cascade).
    Full,
}

/// How metadata go into the vectors (Metadata RAG section 3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Representation {
    /// Not at all.
    Plain,
    /// In front of the text.
    Prefix,
    /// Behind the text.
    Suffix,
    /// As a vector of their own, of this weight, added to the text's.
    Unified(f32),
    /// As a vector of their own, compared with the question apart; the cosines are added, this weight on the metadata's.
    Late(f32),
}

/// An arrangement of the library.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Arrangement {
    pub(crate) unit: Unit,
    pub(crate) metadata: Metadata,
    pub(crate) representation: Representation,
    pub(crate) noise: Option<Noise>,
}

impl Default for Arrangement {
    fn default() -> Self {
        Self { unit: Unit::Segments, metadata: Metadata::Full, representation: Representation::Prefix, noise: None }
    }
}

/// A row of the dense route.
pub(super) struct Row {
    pub(super) segment: SegmentId,
    pub(super) text: Arc<[f32]>,
    /// Vector of the metadata and its weight, where they are compared apart ([`Representation::Late`]).
    pub(super) late: Option<(Arc<[f32]>, f32)>,
}

/// The library as arranged.
pub(crate) struct World {
    pub(crate) segments: HashMap<SegmentId, StoredSegment>,
    rows: Vec<Row>,
    words: LexicalIndex,
    forest: Forest,
    // The word index lives as long as this.
    _folder: TempDir,
}

impl World {
    /// The `k` nearest passages, best first, ties by id; a passage with several vectors counts by its nearest.
    pub(crate) fn dense(&self, query: &[f32], k: usize, scope: Option<&[DocumentId]>) -> Vec<(SegmentId, f32)> {
        let mut best: HashMap<SegmentId, f32> = HashMap::new();
        for row in &self.rows {
            if scope.is_some_and(|scope| !scope.contains(&waymark_store::document_of(row.segment))) {
                continue;
            }
            let mut score = dot(query, &row.text);
            if let Some((metadata, weight)) = &row.late {
                score = (1.0 - weight) * score + weight * dot(query, metadata);
            }
            best.entry(row.segment).and_modify(|known| *known = known.max(score)).or_insert(score);
        }
        ranked(best, k)
    }

    /// The passages of the sections that a search from the root down chooses (HiSem algorithm 2), nearest first.
    pub(crate) fn levels(&self, query: &[f32], k: usize, scope: Option<&[DocumentId]>) -> Vec<(SegmentId, f32)> {
        let chosen = self.forest.chosen(query, scope);
        let mut found = self.dense(query, usize::MAX, scope);
        found.retain(|(id, _)| chosen.contains(id));
        found.truncate(k);
        found
    }

    /// The best passages by words, raw BM25; `names` are those of the words that name documents.
    pub(crate) fn lexical(
        &self,
        query: &str,
        names: &[String],
        k: usize,
        scope: Option<&[DocumentId]>,
    ) -> Result<Vec<(SegmentId, f32)>, EngineError> {
        let hits = self.words.search_named(query, names, k, scope, &Boosts::default())?;
        Ok(hits.into_iter().map(|hit| (hit.segment, hit.score)).collect())
    }

    /// Vectors of the rows with the document of each, in order.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = (DocumentId, &[f32])> {
        self.rows.iter().map(|row| (waymark_store::document_of(row.segment), row.text.as_ref()))
    }
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn ranked(scores: HashMap<SegmentId, f32>, k: usize) -> Vec<(SegmentId, f32)> {
    let mut list: Vec<(SegmentId, f32)> = scores.into_iter().collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    list.truncate(k);
    list
}

impl Engine {
    /// Builds an arrangement of the present library.
    pub(super) async fn world(&self, arrangement: &Arrangement, cache: &mut VectorCache) -> Result<World, EngineError> {
        let mut segments: Vec<StoredSegment> = Vec::new();
        let mut entries: Vec<IndexEntry> = Vec::new();
        let mut forest = Forest::default();
        for record in self.inner.store.document_rows().await? {
            let stored = self.arranged(&record, arrangement).await?;
            let title = self.inner.store.lexical_entries_of(record.id).await?.into_iter().next().map(|entry| entry.title);
            let whole = matches!(arrangement.metadata, Metadata::Full | Metadata::Document);
            let title = title.filter(|_| whole).unwrap_or_default();
            entries.extend(stored.iter().map(|stored| units::entry(stored, &title)));
            forest.add(record.id, &self.inner.store.outline(record.id).await?);
            segments.extend(stored);
        }
        let rows = self.rows_of(&segments, arrangement, cache).await?;
        forest.place(&segments, &rows);
        let folder = tempfile::tempdir().map_err(|error| EngineError::invalid(format!("no room for an experiment: {error}")))?;
        let path = folder.path().to_owned();
        let words = blocking("build a word index", move || {
            let (index, _) = LexicalIndex::open(&path)?;
            index.add(&entries)?;
            index.commit(1)?;
            Ok::<_, waymark_lexical::LexicalError>(index)
        })
        .await??;
        let segments = segments.into_iter().map(|stored| (stored.id, stored)).collect();
        Ok(World { segments, rows, words, forest, _folder: folder })
    }

    /// The passages of one document as arranged.
    async fn arranged(&self, record: &DocumentRecord, arrangement: &Arrangement) -> Result<Vec<StoredSegment>, EngineError> {
        let mut stored = self.inner.store.segments_of(record.id).await?;
        if let Some(noise) = arrangement.noise {
            let outline = self.inner.store.outline(record.id).await?;
            let headings: Vec<Heading> = outline
                .iter()
                .map(|section| Heading {
                    level: section.level,
                    parent: section.parent.map(|parent| parent as usize),
                    title: section.title.clone(),
                })
                .collect();
            let paths = damaged_paths(&headings, noise, SEED ^ record.id.0.unsigned_abs());
            for stored in &mut stored {
                let below = paths.get(stored.segment.section as usize).cloned().unwrap_or_default();
                stored.segment.path.truncate(1);
                stored.segment.path.extend(below);
                stored.segment.metadata = metadata::line(&record.facts, &stored.segment.path);
            }
        }
        if let Unit::Fixed(size) = arrangement.unit {
            stored = units::fixed(&stored, size);
        }
        for stored in &mut stored {
            let segment = &mut stored.segment;
            match arrangement.metadata {
                Metadata::Full => {}
                Metadata::Absent => (segment.path, segment.metadata) = (Vec::new(), String::new()),
                Metadata::Nearest => {
                    let nearest = segment.path.iter().skip(1).next_back().cloned();
                    segment.metadata = nearest.clone().unwrap_or_default();
                    segment.path = std::iter::once(String::new()).chain(nearest).collect();
                }
                Metadata::Document => {
                    segment.path.truncate(1);
                    segment.metadata = metadata::line(&record.facts, &segment.path);
                }
                Metadata::Sections => {
                    segment.metadata = segment.path.get(1..).unwrap_or_default().join(" › ");
                    if let Some(document) = segment.path.first_mut() {
                        document.clear();
                    }
                }
            }
        }
        Ok(stored)
    }

    async fn rows_of(
        &self,
        segments: &[StoredSegment],
        arrangement: &Arrangement,
        cache: &mut VectorCache,
    ) -> Result<Vec<Row>, EngineError> {
        let model = self.embedder().await?;
        let most = if let Unit::Slices(size) = arrangement.unit { size } else { usize::MAX };
        let mut ids: Vec<SegmentId> = Vec::new();
        let (mut texts, mut heads): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for stored in segments {
            for slice in units::slices(&stored.segment.embedding_text, most) {
                ids.push(stored.id);
                heads.push(stored.segment.metadata.clone());
                texts.push(joined(&stored.segment.metadata, slice, arrangement.representation));
            }
        }
        let vectors = cache.vectors(&model, &texts).await?;
        let (Representation::Unified(weight) | Representation::Late(weight)) = arrangement.representation else {
            return Ok(ids.into_iter().zip(vectors).map(|(segment, text)| Row { segment, text, late: None }).collect());
        };
        let metadata = cache.vectors(&model, &heads).await?;
        let unified = matches!(arrangement.representation, Representation::Unified(_));
        let rows = ids.into_iter().zip(vectors).zip(metadata).map(|((segment, text), head)| {
            if unified {
                return Row { segment, text: weighted(&text, &head, weight), late: None };
            }
            Row { segment, text, late: Some((head, weight)) }
        });
        Ok(rows.collect())
    }
}

/// What is embedded for a text under its metadata.
fn joined(metadata: &str, text: &str, representation: Representation) -> String {
    match representation {
        Representation::Prefix => crate::vectors::passage(metadata, text),
        Representation::Suffix if !metadata.is_empty() => format!("{text}\n{metadata}"),
        _ => text.to_owned(),
    }
}

/// (1 − w)·text + w·metadata, of unit length.
fn weighted(text: &[f32], metadata: &[f32], weight: f32) -> Arc<[f32]> {
    let sum: Vec<f32> = text.iter().zip(metadata).map(|(text, head)| (1.0 - weight) * text + weight * head).collect();
    let length = dot(&sum, &sum).sqrt().max(f32::MIN_POSITIVE);
    sum.into_iter().map(|x| x / length).collect()
}

#[cfg(test)]
mod tests {
    use super::{Representation, joined, weighted};

    #[test]
    fn unified_vectors_have_unit_length_and_lean_by_weight() {
        let (text, head) = ([1.0, 0.0], [0.0, 1.0]);
        assert_eq!(weighted(&text, &head, 0.0).as_ref(), text);
        assert_eq!(weighted(&text, &head, 1.0).as_ref(), head);
        let even = weighted(&text, &head, 0.5);
        assert!((even[0] - even[1]).abs() < 1e-6 && (even[0] * even[0] + even[1] * even[1] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn metadata_stand_before_or_behind_or_not_at_all() {
        assert_eq!(joined("3M 2018", "text", Representation::Prefix), "3M 2018\ntext");
        assert_eq!(joined("3M 2018", "text", Representation::Suffix), "text\n3M 2018");
        assert_eq!(joined("3M 2018", "text", Representation::Late(0.3)), "text");
        assert_eq!(joined("", "text", Representation::Prefix), "text");
    }
}
