//! Markdown of whole documents with its source map.

use sqlx::SqliteConnection;
use waymark_core::{DocumentId, Markdown};

use crate::error::Fault;
use crate::{Result, Store, codec};

impl Store {
    /// The Markdown of a document, `None` before it was structured.
    ///
    /// # Errors
    /// When SQLite fails or the map cannot be read.
    pub async fn markdown(&self, document: DocumentId) -> Result<Option<Markdown>> {
        const ACTION: &str = "read the Markdown of a document";
        let mut reader = self.reader().await?;
        let row: Option<(String, Vec<u8>)> = sqlx::query_as("SELECT text, map FROM markdown WHERE document = ?")
            .bind(document.0)
            .fetch_optional(&mut *reader)
            .await
            .map_err(self.failed(ACTION))?;
        row.map(|(text, map)| Ok(Markdown { text, map: codec::unpack("markdown.map", &map)? }))
            .transpose()
            .map_err(self.failed::<Fault>(ACTION))
    }
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    document: DocumentId,
    markdown: &Markdown,
) -> std::result::Result<(), Fault> {
    sqlx::query("INSERT INTO markdown (document, text, map) VALUES (?, ?, ?)")
        .bind(document.0)
        .bind(&markdown.text)
        .bind(codec::pack("markdown.map", &markdown.map)?)
        .execute(connection)
        .await?;
    Ok(())
}
