//! Sections: the outline of a document, one row per node.

use sqlx::{FromRow, SqliteConnection};
use waymark_core::{DocumentId, Section};

use crate::codec::{self, unsigned};
use crate::error::Fault;
use crate::{Result, Store};

#[derive(FromRow)]
struct Row {
    idx: i64,
    parent: Option<i64>,
    level: i64,
    title: String,
    page: i64,
    label: Option<String>,
    last_page: i64,
    evidence: String,
    confidence: f64,
    heading: Vec<u8>,
    rects: Vec<u8>,
}

impl Row {
    #[allow(clippy::cast_possible_truncation)]
    fn section(self) -> std::result::Result<Section, Fault> {
        Ok(Section {
            index: unsigned(self.idx),
            parent: self.parent.map(unsigned),
            level: u8::try_from(self.level).unwrap_or(u8::MAX),
            title: self.title,
            page: unsigned(self.page),
            label: self.label,
            last_page: unsigned(self.last_page),
            heading: codec::unpack("sections.heading", &self.heading)?,
            rects: codec::unpack("sections.rects", &self.rects)?,
            evidence: codec::from_json("sections.evidence", &self.evidence)?,
            confidence: self.confidence as f32,
        })
    }
}

impl Store {
    /// The sections of a document in document order, section 0 (the document itself) first; empty before it was read.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    pub async fn outline(&self, document: DocumentId) -> Result<Vec<Section>> {
        const ACTION: &str = "read the outline of a document";
        let mut reader = self.reader().await?;
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM sections WHERE document = ? ORDER BY idx")
            .bind(document.0)
            .fetch_all(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        rows.into_iter().map(Row::section).collect::<std::result::Result<_, _>>().map_err(self.failed(ACTION))
    }
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    document: DocumentId,
    sections: &[Section],
) -> std::result::Result<(), Fault> {
    for section in sections {
        sqlx::query(
            "INSERT INTO sections (document, idx, parent, level, title, page, label, last_page, evidence, confidence, heading, \
             rects) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(document.0)
        .bind(section.index)
        .bind(section.parent)
        .bind(section.level)
        .bind(&section.title)
        .bind(section.page)
        .bind(&section.label)
        .bind(section.last_page)
        .bind(codec::json("sections.evidence", &section.evidence)?)
        .bind(f64::from(section.confidence))
        .bind(codec::pack("sections.heading", &section.heading)?)
        .bind(codec::pack("sections.rects", &section.rects)?)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
