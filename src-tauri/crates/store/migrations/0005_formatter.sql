-- Which formatter built the outline of a document, and what a language model replied to the windows of one.

ALTER TABLE documents ADD COLUMN formatter TEXT NOT NULL DEFAULT 'native';

-- `window` is the SHA-256 of the whole prompt, so that a reply counts for exactly what was asked.
CREATE TABLE formatter_windows (
    document  INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    formatter TEXT    NOT NULL,
    model     TEXT    NOT NULL,
    prompt    INTEGER NOT NULL,
    window    TEXT    NOT NULL,
    reply     TEXT    NOT NULL,
    made_ms   INTEGER NOT NULL,
    PRIMARY KEY (document, formatter, model, prompt, window)
) WITHOUT ROWID;
