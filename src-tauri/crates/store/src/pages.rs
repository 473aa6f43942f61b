//! Pages: size, rotation, label and class, for the reader's layout.

use sqlx::SqliteConnection;
use waymark_core::{DocumentId, PageClass, PageText};

use crate::codec::{self, unsigned};
use crate::error::Fault;
use crate::{Result, Store};

/// A page as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct PageRecord {
    /// Page index, from 0.
    pub index: u32,
    /// Printed label.
    pub label: Option<String>,
    /// Width of the unrotated page, points.
    pub width: f32,
    /// Height of the unrotated page, points.
    pub height: f32,
    /// Clockwise rotation for display: 0, 90, 180, 270.
    pub rotation: u16,
    /// What kind of text layer it has.
    pub class: PageClass,
}

impl PageRecord {
    /// What is kept of a page.
    #[must_use]
    pub fn new(page: &PageText, class: PageClass) -> Self {
        Self {
            index: page.index,
            label: page.label.clone(),
            width: page.width,
            height: page.height,
            rotation: page.rotation,
            class,
        }
    }
}

impl Store {
    /// The pages of a document in order; empty before it was read.
    ///
    /// # Errors
    /// When SQLite fails or a row cannot be read.
    #[allow(clippy::cast_possible_truncation)]
    pub async fn page_sizes(&self, document: DocumentId) -> Result<Vec<PageRecord>> {
        const ACTION: &str = "read the pages of a document";
        let mut reader = self.reader().await?;
        let rows: Vec<(i64, Option<String>, f64, f64, i64, String)> =
            sqlx::query_as("SELECT idx, label, width, height, rotation, class FROM pages WHERE document = ? ORDER BY idx")
                .bind(document.0)
                .fetch_all(&mut *reader)
                .await
                .map_err(self.failed(ACTION))?;
        rows.into_iter()
            .map(|(index, label, width, height, rotation, class)| {
                Ok(PageRecord {
                    index: unsigned(index),
                    label,
                    width: width as f32,
                    height: height as f32,
                    rotation: u16::try_from(rotation).unwrap_or(0),
                    class: codec::named("pages.class", class)?,
                })
            })
            .collect::<std::result::Result<_, Fault>>()
            .map_err(self.failed(ACTION))
    }
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    document: DocumentId,
    pages: &[PageRecord],
) -> std::result::Result<(), Fault> {
    for page in pages {
        sqlx::query("INSERT INTO pages (document, idx, label, width, height, rotation, class) VALUES (?, ?, ?, ?, ?, ?, ?)")
            .bind(document.0)
            .bind(page.index)
            .bind(&page.label)
            .bind(f64::from(page.width))
            .bind(f64::from(page.height))
            .bind(page.rotation)
            .bind(codec::name("pages.class", &page.class)?)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
