//! `folders`: the linked folders of the library.

use std::path::PathBuf;
use std::process::ExitCode;

use waymark_core::WireError;
use waymark_engine::Access;

use crate::arguments::FolderAction;
use crate::{open, output};

pub(crate) async fn run(library: Option<PathBuf>, action: FolderAction) -> anyhow::Result<ExitCode> {
    let access = if matches!(action, FolderAction::List(_)) { Access::Read } else { Access::Write };
    let engine = open::engine(library, access).await?;
    match action {
        FolderAction::Link { folder, ignore } => {
            let linked = engine.link_folder(&folder.to_string_lossy(), ignore).await.map_err(WireError::from)?;
            output::line(&linked.id.to_string())?;
            output::remark("`waymark-cli ingest --linked` takes in what lies there; the desktop program does so by itself");
        }
        FolderAction::List(options) => {
            let folders = engine.folders().await.map_err(WireError::from)?;
            if options.json {
                output::json(&folders)?;
                return Ok(ExitCode::SUCCESS);
            }
            for folder in &folders {
                let rules =
                    if folder.ignore.is_empty() { String::new() } else { format!("  without {}", folder.ignore.join(", ")) };
                output::line(&format!("{:>5}  {:>5} documents  {}{rules}", folder.id, folder.documents, folder.path))?;
            }
        }
        FolderAction::Unlink { id } => engine.unlink_folder(id).await.map_err(WireError::from)?,
    }
    engine.close().await;
    Ok(ExitCode::SUCCESS)
}
