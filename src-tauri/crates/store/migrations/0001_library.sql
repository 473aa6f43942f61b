-- The library: documents with their structure, the job queue and the vectors.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE counters (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('generation', 0), ('vectors', 0);

CREATE TABLE documents (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    hash              TEXT    NOT NULL UNIQUE,
    path              TEXT    NOT NULL,
    file_name         TEXT    NOT NULL,
    size              INTEGER NOT NULL,
    title             TEXT    NOT NULL,
    state             TEXT    NOT NULL,
    stage             TEXT    NOT NULL,
    reason            TEXT,
    page_count        INTEGER NOT NULL DEFAULT 0,
    segment_count     INTEGER NOT NULL DEFAULT 0,
    facts             TEXT    NOT NULL DEFAULT '{"title":"","facts":[],"keywords":[]}',
    health            TEXT    NOT NULL DEFAULT '{"text":0,"scanned":0,"garbled":0,"empty":0}',
    confidence        REAL    NOT NULL DEFAULT 0,
    warnings          TEXT    NOT NULL DEFAULT '[]',
    info              TEXT,
    structure_version INTEGER NOT NULL DEFAULT 0,
    generation        INTEGER NOT NULL DEFAULT 0,
    added_ms          INTEGER NOT NULL,
    updated_ms        INTEGER NOT NULL
);
CREATE INDEX documents_by_state ON documents (state, id);
CREATE INDEX documents_by_generation ON documents (generation);

-- Every path at which the content of a document was seen, the first one included.
CREATE TABLE document_paths (
    path        TEXT    PRIMARY KEY,
    document    INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    file_name   TEXT    NOT NULL,
    size        INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL,
    added_ms    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX document_paths_by_document ON document_paths (document);

-- What is left of deleted documents: enough for derived indexes to follow.
CREATE TABLE tombstones (
    document   INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL
);

-- One row for every document on its way; `finished` is the last stage whose result is stored.
CREATE TABLE jobs (
    document   INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    finished   TEXT    NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    error      TEXT,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
);

CREATE TABLE pages (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    idx      INTEGER NOT NULL,
    label    TEXT,
    width    REAL    NOT NULL,
    height   REAL    NOT NULL,
    rotation INTEGER NOT NULL,
    class    TEXT    NOT NULL,
    PRIMARY KEY (document, idx)
) WITHOUT ROWID;

CREATE TABLE sections (
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    idx        INTEGER NOT NULL,
    parent     INTEGER,
    level      INTEGER NOT NULL,
    title      TEXT    NOT NULL,
    page       INTEGER NOT NULL,
    label      TEXT,
    last_page  INTEGER NOT NULL,
    evidence   TEXT    NOT NULL,
    confidence REAL    NOT NULL,
    heading    BLOB    NOT NULL,
    rects      BLOB    NOT NULL,
    PRIMARY KEY (document, idx)
) WITHOUT ROWID;

CREATE TABLE markdown (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    text     TEXT    NOT NULL,
    map      BLOB    NOT NULL
);

-- `id` is `document << 20 | ordinal`; texts that equal `text` are stored as NULL.
CREATE TABLE segments (
    id             INTEGER PRIMARY KEY,
    document       INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal        INTEGER NOT NULL,
    section        INTEGER NOT NULL,
    kind           TEXT    NOT NULL,
    path           TEXT    NOT NULL,
    text           TEXT    NOT NULL,
    metadata       TEXT    NOT NULL,
    embedding_text TEXT,
    lexical_text   TEXT,
    locators       BLOB    NOT NULL,
    lines          BLOB    NOT NULL,
    UNIQUE (document, ordinal)
);

CREATE TABLE embedders (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    dimensions INTEGER NOT NULL,
    max_tokens INTEGER NOT NULL,
    active     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (name, digest, dimensions, max_tokens)
);

-- `vector` is little-endian f32, as sqlite-vec reads it.
CREATE TABLE vectors (
    segment  INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    vector   BLOB    NOT NULL,
    PRIMARY KEY (segment, embedder)
);

-- How many segments of a document have vectors; `stamp` changes with every change of them.
CREATE TABLE document_vectors (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    vectors  INTEGER NOT NULL,
    stamp    INTEGER NOT NULL,
    PRIMARY KEY (document, embedder)
) WITHOUT ROWID;
