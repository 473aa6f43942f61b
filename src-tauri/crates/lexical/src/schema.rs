//! The fields of the index and the analyzer that fills them.

use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};
use tantivy::{TantivyDocument, Term};
use waymark_core::{DocumentId, IndexEntry};

use crate::analyzer::{Analysis, analyze};

const ANALYZER: &str = "waymark";

/// Number of text fields.
pub(crate) const TEXTS: usize = 4;

/// Handles of all fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    segment: Field,
    document: Field,
    ordinal: Field,
    /// Title, path, text, labels: the order in which scores are summed.
    pub(crate) texts: [Field; TEXTS],
}

/// Names of the columns that are read at search time.
pub(crate) const SEGMENT: &str = "segment";
pub(crate) const DOCUMENT: &str = "document";
pub(crate) const ORDINAL: &str = "ordinal";

pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing =
        TextFieldIndexing::default().set_tokenizer(ANALYZER).set_index_option(IndexRecordOption::WithFreqs).set_fieldnorms(true);
    let words = TextOptions::default().set_indexing_options(indexing);
    let fields = Fields {
        segment: builder.add_i64_field(SEGMENT, FAST),
        document: builder.add_i64_field(DOCUMENT, FAST | INDEXED),
        ordinal: builder.add_u64_field(ORDINAL, FAST),
        texts: ["title", "path", "text", "labels"].map(|name| builder.add_text_field(name, words.clone())),
    };
    (builder.build(), fields)
}

pub(crate) fn tokenizers() -> TokenizerManager {
    // The default ones stay: tantivy asks for one even where a field holds numbers.
    let manager = TokenizerManager::default();
    manager.register(ANALYZER, TextAnalyzer::from(IndexTokenizer));
    manager
}

impl Fields {
    pub(crate) fn document(&self, entry: &IndexEntry) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_i64(self.segment, entry.segment.0);
        document.add_i64(self.document, entry.document.0);
        document.add_u64(self.ordinal, u64::from(entry.ordinal));
        for (field, text) in self.texts.iter().zip([&entry.title, &entry.path, &entry.text, &entry.labels]) {
            document.add_text(*field, text);
        }
        document
    }

    pub(crate) fn all_of(&self, document: DocumentId) -> Term {
        Term::from_field_i64(self.document, document.0)
    }
}

/// The analyzer in tantivy's clothes.
#[derive(Debug, Clone, Copy)]
struct IndexTokenizer;

/// Terms gathered beforehand; offsets are not kept since nothing is stored.
#[derive(Debug)]
struct GatheredTokens {
    terms: std::vec::IntoIter<String>,
    token: Token,
}

impl Tokenizer for IndexTokenizer {
    type TokenStream<'a> = GatheredTokens;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> GatheredTokens {
        let mut terms = Vec::with_capacity(text.len() / 6);
        analyze(text, Analysis::Index, &mut |term| terms.push(term.to_owned()));
        GatheredTokens { terms: terms.into_iter(), token: Token::default() }
    }
}

impl TokenStream for GatheredTokens {
    fn advance(&mut self) -> bool {
        let Some(term) = self.terms.next() else {
            return false;
        };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text = term;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
