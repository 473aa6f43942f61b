-- Questions asked and the answers given.

CREATE TABLE conversations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    title      TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
);
CREATE INDEX conversations_by_change ON conversations (updated_ms, id);

CREATE TABLE turns (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    question     TEXT    NOT NULL,
    payload      TEXT    NOT NULL,
    asked_ms     INTEGER NOT NULL
);
CREATE INDEX turns_by_conversation ON turns (conversation, id);
