//! One committed state of the index as search reads it, with exact statistics over live documents.

use std::sync::Arc;

use tantivy::columnar::ColumnValues;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, TantivyError, Term};

use crate::schema::{DOCUMENT, Fields, ORDINAL, SEGMENT, TEXTS};

/// A searcher with what scoring needs.
pub(crate) struct View {
    searcher: Searcher,
    parts: Vec<Part>,
    /// Live entries.
    pub(crate) entries: u64,
    /// Mean number of terms per entry, by text field.
    pub(crate) lengths: [f64; TEXTS],
}

/// One immutable part of the index (tantivy calls it a segment).
pub(crate) struct Part {
    pub(crate) size: u32,
    segment: Arc<dyn ColumnValues<i64>>,
    document: Arc<dyn ColumnValues<i64>>,
    ordinal: Arc<dyn ColumnValues<u64>>,
    norms: [FieldNormReader; TEXTS],
}

impl Part {
    fn open(reader: &SegmentReader, fields: &Fields) -> Result<Self, TantivyError> {
        let columns = reader.fast_fields();
        let [title, path, text, labels] = fields.texts.map(|field| reader.get_fieldnorms_reader(field));
        Ok(Self {
            size: reader.max_doc(),
            segment: columns.i64(SEGMENT)?.first_or_default_col(0),
            document: columns.i64(DOCUMENT)?.first_or_default_col(0),
            ordinal: columns.u64(ORDINAL)?.first_or_default_col(0),
            norms: [title?, path?, text?, labels?],
        })
    }

    pub(crate) fn segment(&self, entry: u32) -> i64 {
        self.segment.get_val(entry)
    }

    pub(crate) fn document(&self, entry: u32) -> i64 {
        self.document.get_val(entry)
    }

    pub(crate) fn ordinal(&self, entry: u32) -> u32 {
        u32::try_from(self.ordinal.get_val(entry)).unwrap_or(u32::MAX)
    }

    /// Number of terms of an entry in a text field, as tantivy keeps it (exact up to 40, then in steps).
    pub(crate) fn length(&self, entry: u32, text: usize) -> u32 {
        self.norms.get(text).map_or(0, |norms| norms.fieldnorm(entry))
    }
}

impl View {
    /// Reads the statistics of a committed state.
    pub(crate) fn new(searcher: Searcher, fields: &Fields) -> Result<Self, TantivyError> {
        let mut parts = Vec::new();
        let mut entries = 0;
        let mut totals = [0u64; TEXTS];
        for reader in searcher.segment_readers() {
            let part = Part::open(reader, fields)?;
            entries += u64::from(reader.num_docs());
            for entry in reader.doc_ids_alive() {
                for (text, total) in totals.iter_mut().enumerate() {
                    *total += u64::from(part.length(entry, text));
                }
            }
            parts.push(part);
        }
        #[allow(clippy::cast_precision_loss)]
        let lengths = totals.map(|total| if entries == 0 { 0.0 } else { total as f64 / entries as f64 });
        Ok(Self { searcher, parts, entries, lengths })
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Live entries that hold a term.
    pub(crate) fn frequency(&self, term: &Term) -> Result<u64, TantivyError> {
        let mut count = 0;
        for reader in self.searcher.segment_readers() {
            if reader.has_deletes() {
                each_of(reader, term, &mut |_, _| count += 1)?;
            } else {
                count += u64::from(reader.inverted_index(term.field())?.doc_freq(term)?);
            }
        }
        Ok(count)
    }

    /// Hands over the terms of a field that begin with `head`, each with the entries that hold it, deleted ones included.
    pub(crate) fn beginning(&self, field: Field, head: &str, take: &mut dyn FnMut(&str, u64)) -> Result<(), TantivyError> {
        for reader in self.searcher.segment_readers() {
            let inverted = reader.inverted_index(field)?;
            let mut stream = inverted.terms().range().ge(head.as_bytes()).into_stream()?;
            while stream.advance() {
                let Ok(term) = std::str::from_utf8(stream.key()) else { continue };
                if !term.starts_with(head) {
                    break;
                }
                take(term, u64::from(stream.value().doc_freq));
            }
        }
        Ok(())
    }

    /// Hands over (entry, occurrences) of a term in one part, live entries only, ascending.
    pub(crate) fn postings(&self, part: usize, term: &Term, take: &mut dyn FnMut(u32, u32)) -> Result<(), TantivyError> {
        match self.searcher.segment_readers().get(part) {
            Some(reader) => each_of(reader, term, take),
            None => Ok(()),
        }
    }
}

fn each_of(reader: &SegmentReader, term: &Term, take: &mut dyn FnMut(u32, u32)) -> Result<(), TantivyError> {
    let inverted = reader.inverted_index(term.field())?;
    let Some(mut postings) = inverted.read_postings(term, IndexRecordOption::WithFreqs)? else {
        return Ok(());
    };
    let alive = reader.alive_bitset();
    let mut entry = postings.doc();
    while entry != TERMINATED {
        if alive.is_none_or(|alive| alive.is_alive(entry)) {
            take(entry, postings.term_freq());
        }
        entry = postings.advance();
    }
    Ok(())
}
