//! Opens the library that the command line names.

use std::path::{Path, PathBuf};

use waymark_core::{DocumentId, ErrorCode, WireError};
use waymark_engine::types::DocumentRow;
use waymark_engine::{Access, Engine, EngineOptions, WorkerCommand, runtime, stem};

use crate::output;

/// The named library folder, or the desktop program's own.
pub(crate) fn folder(library: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    Ok(match library {
        Some(folder) => folder,
        None => runtime::default_library()?,
    })
}

/// Opens the named library, or the desktop program's own, with the given access.
pub(crate) async fn engine(library: Option<PathBuf>, access: Access) -> anyhow::Result<Engine> {
    let folder = folder(library)?;
    Ok(Engine::open(options(&folder, access)?).await.map_err(WireError::from)?)
}

fn options(folder: &Path, access: Access) -> anyhow::Result<EngineOptions> {
    let worker = WorkerCommand::this_program()?;
    Ok(EngineOptions::new(folder, worker, access))
}

/// Turns ids and file names given on the command line into document ids.
pub(crate) async fn scope(engine: &Engine, given: &[String]) -> anyhow::Result<Vec<DocumentId>> {
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let rows = engine.documents().await.map_err(WireError::from)?;
    let mut ids = Vec::new();
    for name in given {
        let told = |alike: &dyn Fn(&DocumentRow) -> bool| rows.iter().filter(|row| alike(row)).collect::<Vec<_>>();
        let mut found = told(&|row| row.id.to_string() == *name);
        // The name as it is written goes before what only resembles it.
        if found.is_empty() {
            found = told(&|row| row.file_name == *name);
        }
        if found.is_empty() {
            found = told(&|row| stem(&row.file_name).to_lowercase() == stem(name).to_lowercase());
        }
        match found.as_slice() {
            [row] => ids.push(row.id),
            [] => {
                let error = WireError::new(ErrorCode::NotFound, format!("no document `{name}` in the library"));
                return Err(error.with_hint("`waymark-cli list` prints ids and file names").into());
            }
            several => {
                let places: Vec<String> = several.iter().map(|row| format!("{} ({})", row.id, row.path)).collect();
                let told = format!("{} documents are called `{name}`: {}", several.len(), places.join(", "));
                return Err(WireError::new(ErrorCode::InvalidInput, told).with_hint("name the one meant by its id").into());
            }
        }
    }
    Ok(ids)
}

/// Says on standard error what keeps the library from full function (no word index, no embedding model).
pub(crate) async fn remarks(engine: &Engine) {
    if let Ok(status) = engine.status().await {
        for problem in status.problems {
            output::remark(&format!("note: {problem}"));
        }
    }
}
