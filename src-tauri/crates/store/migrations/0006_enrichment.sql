-- What a language model makes of documents in the background: derived, never cited. `origin` says who wrote a text, `source` is
-- the hash of what it was made of.

INSERT INTO counters (name, value) VALUES ('enrichment', 0);

CREATE TABLE node_summaries (
    document   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    section    INTEGER NOT NULL,
    key_points TEXT    NOT NULL,
    summary    TEXT    NOT NULL,
    origin     TEXT    NOT NULL,
    model      TEXT    NOT NULL,
    prompt     INTEGER NOT NULL,
    source     TEXT    NOT NULL,
    made_ms    INTEGER NOT NULL,
    PRIMARY KEY (document, section)
) WITHOUT ROWID;

CREATE TABLE segment_summaries (
    segment    INTEGER PRIMARY KEY REFERENCES segments (id) ON DELETE CASCADE,
    key_points TEXT    NOT NULL,
    summary    TEXT    NOT NULL,
    origin     TEXT    NOT NULL,
    model      TEXT    NOT NULL,
    prompt     INTEGER NOT NULL,
    source     TEXT    NOT NULL,
    made_ms    INTEGER NOT NULL
);

-- One row for every document that a model was asked about, also where it named no term.
CREATE TABLE model_terms (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    terms    TEXT    NOT NULL,
    model    TEXT    NOT NULL,
    prompt   INTEGER NOT NULL,
    source   TEXT    NOT NULL,
    made_ms  INTEGER NOT NULL
);

-- What is embedded: slices of the summary of a passage, or of its section's summary where `section` is set. Found through either,
-- the passage itself is shown. `start` and `stop` are bytes of the summary.
CREATE TABLE summary_slices (
    id      INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    section INTEGER,
    start   INTEGER NOT NULL,
    stop    INTEGER NOT NULL,
    text    TEXT    NOT NULL
);
CREATE INDEX summary_slices_by_segment ON summary_slices (segment, section);

CREATE TABLE summary_vectors (
    slice    INTEGER NOT NULL REFERENCES summary_slices (id) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedders (id) ON DELETE CASCADE,
    vector   BLOB    NOT NULL,
    PRIMARY KEY (slice, embedder)
);
