//! `ingest --linked`: what lies in the linked folders, which of them are missing, and how many documents are gone.

use std::path::Path;

use waymark_core::{DocumentId, DocumentState, ErrorCode, WireError};
use waymark_engine::Engine;
use waymark_engine::types::{AddReport, FolderState};

use crate::output;

/// What a look through the linked folders gave.
#[derive(Debug, Default)]
pub(crate) struct Linked {
    /// What was added, known and refused.
    pub(crate) report: AddReport,
    /// Documents of the folders that are not finished, or wait for a password.
    pub(crate) unfinished: Vec<DocumentId>,
    /// Whether some folder is missing.
    pub(crate) missing: bool,
}

/// Nothing is linked, and nothing else was asked for.
pub(crate) fn none() -> WireError {
    WireError::new(ErrorCode::NotFound, "no folder is linked").with_hint("`waymark-cli folders link FOLDER` links one")
}

/// Looks through the linked folders and says on standard error what is missing and gone.
pub(crate) async fn take_in(engine: &Engine) -> anyhow::Result<Linked> {
    let report = engine.scan_folders().await.map_err(WireError::from)?;
    let folders = engine.folders().await.map_err(WireError::from)?;
    if folders.is_empty() {
        output::remark("no folder is linked");
    }
    let mut linked = Linked { report, ..Linked::default() };
    for folder in folders.iter().filter(|folder| folder.state == FolderState::Missing) {
        linked.missing = true;
        output::error(&format!("the linked folder `{}` is missing; its documents stay as they are", folder.path), None);
    }
    match folders.iter().map(|folder| folder.gone.len()).sum() {
        0 => {}
        1 => output::remark("the file of 1 document is gone; `waymark-cli folders list` names it"),
        gone => output::remark(&format!("the files of {gone} documents are gone; `waymark-cli folders list` names them")),
    }
    let open = |state| !matches!(state, DocumentState::Ready | DocumentState::Failed | DocumentState::Cancelled);
    let inside = |path: &str| folders.iter().any(|folder| Path::new(path).starts_with(&folder.path));
    let rows = engine.documents().await.map_err(WireError::from)?;
    linked.unfinished = rows.iter().filter(|row| open(row.state) && inside(&row.path)).map(|row| row.id).collect();
    Ok(linked)
}
