-- Folders whose PDFs belong to the library, and contents that the reader took out of it again.

CREATE TABLE folders (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    path     TEXT    NOT NULL UNIQUE,
    -- JSON array of ignore rules in the form of a `.gitignore`.
    ignore   TEXT    NOT NULL DEFAULT '[]',
    added_ms INTEGER NOT NULL
);

CREATE TABLE unwanted (
    hash       TEXT    PRIMARY KEY,
    removed_ms INTEGER NOT NULL
) WITHOUT ROWID;
