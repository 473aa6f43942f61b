//! `folders`: the linked folders of the library.

use std::path::PathBuf;
use std::process::ExitCode;

use waymark_core::WireError;
use waymark_engine::types::{DocumentRow, FolderRow, FolderState};
use waymark_engine::{Access, Engine};

use crate::arguments::FolderAction;
use crate::{linked, open, output};

pub(crate) async fn run(library: Option<PathBuf>, action: FolderAction) -> anyhow::Result<ExitCode> {
    let library = open::folder(library)?;
    let linking = matches!(action, FolderAction::Link { .. });
    if !linking && !Engine::exists(&library) {
        return Err(linked::none().into());
    }
    let access = if matches!(action, FolderAction::List(_)) { Access::Read } else { Access::Write };
    let engine = open::engine(Some(library), access).await?;
    let outcome = act(&engine, action).await;
    engine.close().await;
    outcome.map(|()| ExitCode::SUCCESS)
}

async fn act(engine: &Engine, action: FolderAction) -> anyhow::Result<()> {
    match action {
        FolderAction::Link { folder, ignore } => {
            let linked = engine.link_folder(&folder.to_string_lossy(), ignore).await.map_err(WireError::from)?;
            output::line(&linked.id.to_string())?;
            output::remark(&format!(
                "`{}` is linked; `waymark-cli ingest --linked` takes in what lies there, the desktop program does so by itself",
                linked.path
            ));
        }
        FolderAction::List(options) => {
            let folders = engine.look_at_folders().await.map_err(WireError::from)?;
            if options.json {
                return output::json(&folders);
            }
            if folders.is_empty() {
                output::line("No folder is linked. Link one with `waymark-cli folders link FOLDER`.")?;
            }
            let documents = engine.documents().await.map_err(WireError::from)?;
            for folder in &folders {
                describe(folder, &documents)?;
            }
        }
        FolderAction::Unlink { folder } => {
            let id = match folder.parse() {
                Ok(id) => id,
                Err(_) => engine.folder_at(&folder).await.map_err(unlisted)?.id,
            };
            engine.unlink_folder(id).await.map_err(unlisted)?;
        }
    }
    Ok(())
}

fn unlisted(error: waymark_engine::EngineError) -> WireError {
    WireError::from(error).with_hint("`waymark-cli folders list` prints the linked folders")
}

fn describe(folder: &FolderRow, documents: &[DocumentRow]) -> anyhow::Result<()> {
    let rules = if folder.ignore.is_empty() { String::new() } else { format!("  without {}", folder.ignore.join(", ")) };
    output::line(&format!("{:>5}  {:>5} documents  {}{rules}", folder.id, folder.documents, folder.path))?;
    match folder.state {
        FolderState::Missing => output::line("       missing  it is not there at the moment; its documents stay as they are")?,
        FolderState::Failed => {
            output::line(&format!("       failed   {}", folder.reason.as_deref().unwrap_or("unknown reason")))?
        }
        FolderState::Waiting | FolderState::Scanning | FolderState::Current => {}
    }
    for row in documents.iter().filter(|row| folder.gone.contains(&row.id)) {
        output::line(&format!("       gone     {:>5}  {}  [{}]", row.id, output::shorten(&row.title, 60), row.file_name))?;
    }
    for refused in &folder.refused {
        output::line(&format!("       refused  {}", refused.reason))?;
    }
    Ok(())
}
