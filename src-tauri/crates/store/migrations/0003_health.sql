-- The health report of a document, and segments by what they hold. Documents read before this have no report.

ALTER TABLE documents ADD COLUMN report TEXT;

CREATE INDEX segments_by_kind ON segments (kind, document);
