//! The index folder: is what lies there a sound index of this build, and what stamp does it bear.

use std::path::Path;

use tantivy::directory::MmapDirectory;
use tantivy::{Index, TantivyError};

use crate::Result;
use crate::analyzer::RULES;
use crate::error::LexicalError;
use crate::schema::{schema, tokenizers};

/// The stamp of a commit: analyzer rules and generation.
pub(crate) fn payload(generation: i64) -> String {
    format!("{RULES}:{generation}")
}

/// Generation of the last commit; 0 before the first.
pub(crate) fn generation_of(index: &Index) -> std::result::Result<i64, TantivyError> {
    let stamp = index.load_metas()?.payload.unwrap_or_default();
    Ok(stamp.split_once(':').and_then(|(_, generation)| generation.parse().ok()).unwrap_or(0))
}

/// Opens what is there, or says why it cannot be used.
pub(crate) fn load(folder: &Path, thorough: bool) -> std::result::Result<Index, String> {
    let said = |error: TantivyError| error.to_string();
    let directory = MmapDirectory::open(folder).map_err(|error| error.to_string())?;
    let mut index = Index::open(directory).map_err(said)?;
    if index.schema() != schema().0 {
        return Err("it has other fields".into());
    }
    if let Some(stamp) = index.load_metas().map_err(said)?.payload
        && stamp.split_once(':').is_none_or(|(rules, _)| rules != RULES.to_string())
    {
        return Err("it was built under other rules".into());
    }
    if thorough {
        let damaged = index.validate_checksum().map_err(said)?;
        if let Some(file) = damaged.iter().next() {
            return Err(format!("`{}` is damaged", file.display()));
        }
    }
    index.set_tokenizers(tokenizers());
    index.reader().map_err(said)?;
    Ok(index)
}

pub(crate) fn is_empty(folder: &Path) -> Result<bool> {
    let mut files = std::fs::read_dir(folder).map_err(|source| LexicalError::io(folder, source))?;
    Ok(files.next().is_none())
}

/// Removes everything in the folder.
pub(crate) fn clear_folder(folder: &Path) -> Result<()> {
    let files = std::fs::read_dir(folder).map_err(|source| LexicalError::io(folder, source))?;
    for file in files {
        let path = file.map_err(|source| LexicalError::io(folder, source))?.path();
        let removed = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        removed.map_err(|source| LexicalError::io(&path, source))?;
    }
    Ok(())
}
