//! `list`, `remove` and `status`.

use std::path::PathBuf;
use std::process::ExitCode;

use waymark_core::{DocumentId, DocumentState, WireError};
use waymark_engine::Access;
use waymark_engine::types::{DocumentFile, DocumentRow, FileState, LibraryStatus};

use crate::arguments::RemoveOptions;
use crate::{open, output};

pub(crate) async fn list(library: Option<PathBuf>, json: bool) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Read).await?;
    let rows = engine.documents().await.map_err(WireError::from)?;
    if json {
        output::json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    if rows.is_empty() {
        output::line("The library holds no documents. Add some with `waymark-cli ingest PATH...`.")?;
    }
    for row in &rows {
        output::line(&format!(
            "{:>5}  {:<22}  {:>5} pages  {}  [{}]",
            row.id,
            state(row),
            row.pages,
            output::shorten(&row.title, 60),
            row.file_name
        ))?;
        for remark in row.reason.iter().cloned().chain(file(row)).chain(silent(row)) {
            output::line(&format!("       {remark}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What became of the file, where it is no longer the one that was read.
fn file(row: &DocumentRow) -> Option<String> {
    let DocumentFile { state, replaced_by } = row.file;
    Some(match (state, replaced_by) {
        (_, Some(id)) => format!("`{}` was changed since; its present content is document {id}", row.path),
        (FileState::Here, None) => return None,
        (FileState::Changed, None) => format!("`{}` was changed since it was read; add it again to read it anew", row.path),
        (FileState::Gone, None) => format!("the file is gone from `{}`", row.path),
    })
}

/// Says so when nothing in a document that is done can be found.
fn silent(row: &DocumentRow) -> Option<String> {
    let nothing = row.state == DocumentState::Ready && row.segments == 0;
    nothing.then(|| "no text in it can be searched: its pages are pictures or empty".to_owned())
}

/// State in words, with the share of vectors while they are being computed.
pub(crate) fn state(row: &DocumentRow) -> String {
    match row.state {
        DocumentState::Queued => "queued".into(),
        DocumentState::Working => "working".into(),
        DocumentState::Searchable => format!("searchable, vectors {} %", percent(row.vectors, row.segments)),
        DocumentState::Ready => "ready".into(),
        DocumentState::Locked => "locked".into(),
        DocumentState::Failed => "failed".into(),
        DocumentState::Cancelled => "cancelled".into(),
    }
}

/// Whole per cent, rounded down; 100 of nothing.
pub(crate) fn percent(part: u32, whole: u32) -> u64 {
    if whole == 0 { 100 } else { u64::from(part) * 100 / u64::from(whole) }
}

pub(crate) async fn remove(library: Option<PathBuf>, options: &RemoveOptions) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Write).await?;
    let ids: Vec<DocumentId> = open::scope(&engine, &options.documents).await?;
    engine.remove(&ids).await.map_err(WireError::from)?;
    engine.close().await;
    if options.json {
        output::json(&serde_json::json!({ "removed": ids }))?;
    } else {
        output::line(&format!("removed {} of the library's documents; the PDF files stay where they are", ids.len()))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) async fn status(library: Option<PathBuf>, json: bool) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Read).await?;
    let status = engine.status().await.map_err(WireError::from)?;
    if json {
        output::json(&status)?;
    } else {
        describe(&status)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(status: &LibraryStatus) -> anyhow::Result<()> {
    output::line(&format!("library    {}", status.folder))?;
    output::line(&format!(
        "documents  {} ({} ready, {} pending, {} failed or locked), {} pages",
        status.documents, status.ready, status.pending, status.failed, status.pages
    ))?;
    output::line(&format!("segments   {}, vectors {} %", status.segments, percent(status.vectors, status.segments)))?;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    output::line(&format!(
        "size       database {:.1} MiB, word index {:.1} MiB",
        mib(status.database_bytes),
        mib(status.lexical_bytes)
    ))?;
    if let Some(embedder) = &status.embedder {
        output::line(&format!("embedder   {} ({} dimensions)", embedder.name, embedder.dimensions))?;
    }
    for problem in &status.problems {
        output::line(&format!("note       {problem}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_vectors_of_no_segments_are_there() {
        assert_eq!(super::percent(0, 0), 100);
        assert_eq!(super::percent(1, 3), 33);
    }
}
