//! A structured document goes in whole: one transaction replaces everything known of it before.

use sqlx::SqliteConnection;
use waymark_core::{DocumentHealth, DocumentId, DocumentInfo, DocumentTree, Markdown, Segment, SegmentId};

use crate::error::{Fault, StoreError};
use crate::pages::PageRecord;
use crate::store::bump;
use crate::{Result, Store, codec, edits, markdown, pages, sections, segments};

/// Everything that reading and structuring a document gave.
#[derive(Debug, Clone, Copy)]
pub struct StructuredDocument<'a> {
    /// What the PDF says about itself.
    pub info: &'a DocumentInfo,
    /// Outline, facts, health.
    pub tree: &'a DocumentTree,
    /// Health report.
    pub report: &'a DocumentHealth,
    /// Markdown with its source map.
    pub markdown: &'a Markdown,
    /// Pages.
    pub pages: &'a [PageRecord],
    /// Segments, ordinals from 0 without gaps.
    pub segments: &'a [Segment],
    /// Version of the structure rules.
    pub version: u32,
}

impl Store {
    /// Replaces pages, sections, Markdown and segments of a document (its vectors go with the old segments), writes its facts,
    /// and marks the job as structured; one transaction. Gives the ids of the segments in order.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the document was deleted meanwhile, or when SQLite fails; then nothing changed.
    pub async fn save_structure(
        &self,
        document: DocumentId,
        structured: StructuredDocument<'_>,
        now_ms: i64,
    ) -> Result<Vec<SegmentId>> {
        const ACTION: &str = "save a document";
        let mut change = self.change(ACTION).await?;
        clear(&mut change, document).await.map_err(self.failed(ACTION))?;
        let ids = write(&mut change, document, structured, now_ms).await.map_err(self.failed(ACTION))?;
        change.commit().await.map_err(self.failed(ACTION))?;
        Ok(ids)
    }
}

/// Removes what a document holds, not the document.
pub(crate) async fn clear(connection: &mut SqliteConnection, document: DocumentId) -> std::result::Result<(), sqlx::Error> {
    let statements = [
        "DELETE FROM segments WHERE document = ?",
        "DELETE FROM document_vectors WHERE document = ?",
        "DELETE FROM pages WHERE document = ?",
        "DELETE FROM sections WHERE document = ?",
        "DELETE FROM markdown WHERE document = ?",
        "DELETE FROM node_summaries WHERE document = ?",
    ];
    for statement in statements {
        sqlx::query(statement).bind(document.0).execute(&mut *connection).await?;
    }
    bump(connection, "vectors").await?;
    Ok(())
}

pub(crate) async fn write(
    connection: &mut SqliteConnection,
    document: DocumentId,
    structured: StructuredDocument<'_>,
    now_ms: i64,
) -> std::result::Result<Vec<SegmentId>, Fault> {
    let StructuredDocument { info, tree, .. } = structured;
    let generation = bump(connection, "generation").await?;
    let changed = sqlx::query(
        "UPDATE documents SET title = ?, facts = ?, health = ?, confidence = ?, warnings = ?, report = ?, info = ?, page_count = ?, \
         segment_count = ?, structure_version = ?, generation = ?, formatter = 'native', stage = 'indexing', reason = NULL, \
         updated_ms = ? WHERE id = ?",
    )
    .bind(&tree.facts.title)
    .bind(codec::json("documents.facts", &tree.facts)?)
    .bind(codec::json("documents.health", &tree.health)?)
    .bind(f64::from(tree.confidence))
    .bind(codec::json("documents.warnings", &tree.warnings)?)
    .bind(codec::json("documents.report", structured.report)?)
    .bind(codec::json("documents.info", info)?)
    .bind(i64::try_from(structured.pages.len()).unwrap_or(i64::MAX))
    .bind(i64::try_from(structured.segments.len()).unwrap_or(i64::MAX))
    .bind(structured.version)
    .bind(generation)
    .bind(now_ms)
    .bind(document.0)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::NotFound { what: "document", id: document.0 }.into());
    }
    sqlx::query("UPDATE jobs SET finished = 'structuring', error = NULL, updated_ms = ? WHERE document = ?")
        .bind(now_ms)
        .bind(document.0)
        .execute(&mut *connection)
        .await?;
    pages::insert(connection, document, structured.pages).await?;
    sections::insert(connection, document, &tree.sections).await?;
    markdown::insert(connection, document, structured.markdown).await?;
    let ids = segments::insert(connection, document, structured.segments).await?;
    if let Some(edited) = edits::kept(connection, document, &tree.facts).await? {
        edits::apply(connection, document, &edited).await?;
    }
    Ok(ids)
}
