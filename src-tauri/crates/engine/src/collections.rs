//! Collections of documents and what the reader corrects about a document.

use waymark_core::{DocumentFacts, DocumentId, Fact, FactSource};

use crate::engine::{Engine, now_ms};
use crate::error::{EngineError, blocking};
use crate::intake;
use crate::types::{CollectionRow, DocumentEdit, DocumentRow, LibraryEvent, PathCount};

const LONGEST_NAME: usize = 80;
const LONGEST_VALUE: usize = 200;
const MOST_TERMS: usize = 200;

impl Engine {
    /// All collections, by name.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn collections(&self) -> Result<Vec<CollectionRow>, EngineError> {
        let rows = self.inner.store.collections().await?;
        Ok(rows.into_iter().map(|row| CollectionRow { id: row.id, name: row.name, documents: row.documents }).collect())
    }

    /// Makes a collection of documents; gives it back.
    ///
    /// # Errors
    /// `InvalidInput` for a blank, overlong or taken name.
    pub async fn add_collection(&self, name: &str, documents: &[DocumentId]) -> Result<CollectionRow, EngineError> {
        let name = checked(name)?;
        let id = self.inner.store.add_collection(&name, now_ms()).await?.ok_or_else(|| taken(&name))?;
        self.inner.store.change_collection(id, documents, &[]).await?;
        self.collections_changed();
        let made = self.collections().await?.into_iter().find(|row| row.id == id);
        made.ok_or_else(|| EngineError::not_found(format!("no collection `{id}`")))
    }

    /// Gives a collection another name.
    ///
    /// # Errors
    /// `InvalidInput` for a blank, overlong or taken name, `NotFound` for an unknown id.
    pub async fn rename_collection(&self, id: i64, name: &str) -> Result<(), EngineError> {
        let name = checked(name)?;
        if !self.inner.store.rename_collection(id, &name).await? {
            return Err(taken(&name));
        }
        self.collections_changed();
        Ok(())
    }

    /// Deletes a collection; its documents stay.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn delete_collection(&self, id: i64) -> Result<(), EngineError> {
        self.inner.store.delete_collection(id).await?;
        self.collections_changed();
        Ok(())
    }

    /// Puts documents into a collection and takes others out.
    ///
    /// # Errors
    /// `NotFound` for an unknown collection.
    pub async fn change_collection(&self, id: i64, add: &[DocumentId], remove: &[DocumentId]) -> Result<(), EngineError> {
        self.inner.store.change_collection(id, add, remove).await?;
        self.collections_changed();
        Ok(())
    }

    fn collections_changed(&self) {
        self.emit(LibraryEvent::Invalidate { tags: vec!["collections".into()] });
    }

    /// Sets title, facts and key terms of a document. They stay when the document is read anew; search by words and routing by
    /// facts follow at once, vectors keep what they were computed from.
    ///
    /// # Errors
    /// `InvalidInput` for a blank title or overlong values, `NotFound` for an unknown id.
    pub async fn edit_document(&self, edit: DocumentEdit) -> Result<DocumentRow, EngineError> {
        let record = self.inner.store.document(edit.id).await?;
        let facts = edited(&record.facts, &edit)?;
        self.inner.store.edit_facts(edit.id, &facts, now_ms()).await?;
        self.after_edit(edit.id).await
    }

    /// Goes back to title, facts and key terms as they were read.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub async fn reset_document(&self, id: DocumentId) -> Result<DocumentRow, EngineError> {
        self.inner.store.reset_facts(id).await?;
        self.after_edit(id).await
    }

    async fn after_edit(&self, id: DocumentId) -> Result<DocumentRow, EngineError> {
        self.inner.words.catch_up(&self.inner.store).await?;
        let row = self.row(self.inner.store.document(id).await?);
        self.emit(LibraryEvent::Document { row: Box::new(row.clone()) });
        Ok(row)
    }

    /// Counts the PDF files under paths without reading them.
    ///
    /// # Errors
    /// When the counting is broken off.
    pub async fn count_paths(&self, paths: &[String]) -> Result<PathCount, EngineError> {
        let paths = paths.to_vec();
        blocking("count files", move || intake::count(&paths)).await
    }
}

fn checked(name: &str) -> Result<String, EngineError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(EngineError::invalid("the name is empty"));
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(EngineError::invalid(format!("the name has more than {LONGEST_NAME} characters")));
    }
    Ok(name)
}

fn taken(name: &str) -> EngineError {
    EngineError::invalid(format!("there is a collection `{name}` already"))
}

/// The facts that an edit asks for: values that were read keep where they were read, the others are the reader's own.
fn edited(read: &DocumentFacts, edit: &DocumentEdit) -> Result<DocumentFacts, EngineError> {
    let title = edit.title.trim();
    if title.is_empty() {
        return Err(EngineError::invalid("the title is empty"));
    }
    if edit.keywords.len() > MOST_TERMS || edit.facts.len() > MOST_TERMS {
        return Err(EngineError::invalid(format!("more than {MOST_TERMS} entries")));
    }
    let values = edit.facts.iter().map(|fact| &fact.value).chain(&edit.keywords);
    if let Some(long) = values.chain([&edit.title]).find(|value| value.chars().count() > LONGEST_VALUE) {
        let start: String = long.chars().take(40).collect();
        return Err(EngineError::invalid(format!("`{start}…` has more than {LONGEST_VALUE} characters")));
    }
    let facts = edit.facts.iter().filter(|fact| !fact.value.trim().is_empty()).map(|fact| {
        let value = fact.value.trim();
        let same = read.facts.iter().find(|known| known.kind == fact.kind && known.value == value);
        let own = || Fact { kind: fact.kind, value: value.to_owned(), source: FactSource::User, page: None };
        same.cloned().unwrap_or_else(own)
    });
    let mut seen = std::collections::HashSet::new();
    let terms = edit.keywords.iter().map(|term| term.trim()).filter(|term| !term.is_empty());
    let keywords = terms.filter(|term| seen.insert(term.to_lowercase())).map(str::to_owned).collect();
    Ok(DocumentFacts { title: title.to_owned(), facts: facts.collect(), keywords })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{checked, edited};
    use crate::types::{DocumentEdit, FactEdit};
    use waymark_core::{DocumentFacts, DocumentId, Fact, FactKind, FactSource};

    #[test]
    fn names_are_folded_and_bad_ones_refused() {
        assert_eq!(checked("  Power   parts ").unwrap(), "Power parts");
        assert!(checked(" \n").is_err() && checked(&"x".repeat(81)).is_err());
    }

    #[test]
    fn what_was_read_keeps_its_place_and_the_rest_is_the_readers() {
        let year = Fact { kind: FactKind::Year, value: "2018".into(), source: FactSource::TitlePage, page: Some(0) };
        let read = DocumentFacts { title: "A".into(), facts: vec![year.clone()], keywords: vec![] };
        let fact = |kind, value: &str| FactEdit { kind, value: value.into() };
        let edit = DocumentEdit {
            id: DocumentId(1),
            title: " B ".into(),
            facts: vec![fact(FactKind::Year, "2018"), fact(FactKind::Company, " Acme "), fact(FactKind::Form, " ")],
            keywords: vec!["TPS7A47".into(), " tps7a47".into(), String::new()],
        };
        let facts = edited(&read, &edit).unwrap();
        assert_eq!((facts.title.as_str(), facts.facts[0].clone()), ("B", year));
        assert_eq!((facts.facts[1].value.as_str(), facts.facts[1].source, facts.facts.len()), ("Acme", FactSource::User, 2));
        assert_eq!(facts.keywords, ["TPS7A47"]);
        assert!(edited(&read, &DocumentEdit { title: " ".into(), ..edit }).is_err());
    }
}
