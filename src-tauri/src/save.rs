//! Saves a text where the reader says: the window gives the text and a name, the system's dialog the place. The window itself
//! names no path, so nothing in it can write a file that nobody asked for.

use std::path::{Path, PathBuf};

use tauri::AppHandle;
use tauri_plugin_dialog::DialogExt as _;
use tokio::sync::oneshot;
use waymark_core::{ErrorCode, WireError};

/// Asks for a place and writes `text` there; gives the path, or nothing when the dialog was left.
#[tauri::command]
pub(crate) async fn save_text(app: AppHandle, name: String, text: String) -> Result<Option<String>, WireError> {
    let Some(path) = place(&app, &name).await? else { return Ok(None) };
    tokio::fs::write(&path, text).await.map_err(|error| refuse(&path, &error))?;
    Ok(Some(path.display().to_string()))
}

/// Where the reader wants the file; nothing when the dialog was left.
async fn place(app: &AppHandle, name: &str) -> Result<Option<PathBuf>, WireError> {
    if let Some(path) = answered(name) {
        return Ok(Some(path));
    }
    let (sender, receiver) = oneshot::channel();
    let extension = name.rsplit_once('.').map_or("txt", |(_, extension)| extension).to_owned();
    app.dialog().file().set_file_name(name).add_filter(extension.to_uppercase(), &[extension.as_str()]).save_file(
        move |chosen| {
            // A window that was closed meanwhile waits no more.
            let _ = sender.send(chosen);
        },
    );
    let Some(chosen) = receiver.await.ok().flatten() else { return Ok(None) };
    chosen.into_path().map(Some).map_err(|error| WireError::new(ErrorCode::InvalidInput, error.to_string()))
}

/// A window that a WebDriver drives has nobody to answer the system's dialog, which no driver can reach: the folder in
/// `WAYMARK_SAVE_TO` answers instead. Without automation the variable means nothing.
fn answered(name: &str) -> Option<PathBuf> {
    let driven = std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some_and(|value| value == "true");
    let folder = driven.then(|| std::env::var_os("WAYMARK_SAVE_TO")).flatten()?;
    Some(Path::new(&folder).join(Path::new(name).file_name()?))
}

fn refuse(path: &Path, error: &std::io::Error) -> WireError {
    let code = if error.kind() == std::io::ErrorKind::StorageFull { ErrorCode::DiskFull } else { ErrorCode::InvalidInput };
    WireError::new(code, format!("`{}` cannot be written: {error}", path.display())).with_hint("choose another folder")
}
