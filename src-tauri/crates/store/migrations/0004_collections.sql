-- Collections of documents, and what the reader corrected about a document.

CREATE TABLE collections (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL COLLATE NOCASE UNIQUE,
    created_ms INTEGER NOT NULL
);

CREATE TABLE collection_documents (
    collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (collection, document)
) WITHOUT ROWID;
CREATE INDEX collection_documents_by_document ON collection_documents (document);

-- `facts` is what the reader set and `read_facts` what was last read from the file; both as `documents.facts`.
CREATE TABLE document_edits (
    document   INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    facts      TEXT    NOT NULL,
    read_facts TEXT    NOT NULL,
    edited_ms  INTEGER NOT NULL
);
