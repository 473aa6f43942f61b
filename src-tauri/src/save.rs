//! Saves a text where the reader says: the window gives the text and a name, the system's dialog the place. The window itself
//! names no path, so nothing in it can write a file that nobody asked for.

use tauri::AppHandle;
use tauri_plugin_dialog::DialogExt as _;
use tokio::sync::oneshot;
use waymark_core::{ErrorCode, WireError};

/// Asks for a place and writes `text` there; gives the path, or nothing when the dialog was left.
#[tauri::command]
pub(crate) async fn save_text(app: AppHandle, name: String, text: String) -> Result<Option<String>, WireError> {
    let (sender, receiver) = oneshot::channel();
    let extension = name.rsplit_once('.').map_or("txt", |(_, extension)| extension).to_owned();
    app.dialog().file().set_file_name(&name).add_filter(extension.to_uppercase(), &[extension.as_str()]).save_file(
        move |chosen| {
            // A window that was closed meanwhile waits no more.
            let _ = sender.send(chosen);
        },
    );
    let Some(chosen) = receiver.await.ok().flatten() else { return Ok(None) };
    let path = chosen.into_path().map_err(|error| WireError::new(ErrorCode::InvalidInput, error.to_string()))?;
    tokio::fs::write(&path, text).await.map_err(|error| refuse(&path, &error))?;
    Ok(Some(path.display().to_string()))
}

fn refuse(path: &std::path::Path, error: &std::io::Error) -> WireError {
    let code = if error.kind() == std::io::ErrorKind::StorageFull { ErrorCode::DiskFull } else { ErrorCode::InvalidInput };
    WireError::new(code, format!("`{}` cannot be written: {error}", path.display())).with_hint("choose another folder")
}
