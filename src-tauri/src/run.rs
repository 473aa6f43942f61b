//! Builds the window and wires the engine to it.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tauri::{AppHandle, Emitter, Manager, RunEvent};
use tokio::sync::OnceCell;
use tokio::sync::broadcast::error::RecvError;
use waymark_core::WireError;
use waymark_engine::{Access, Engine, EngineOptions, WorkerCommand, runtime};

use crate::{logs, page, rpc, save, streams};

/// Until then the window shows itself; the embedding model is loaded after it unless a question comes first.
const SETTLE: Duration = Duration::from_secs(3);

/// The engine, or why it could not be opened; shared by every command.
#[derive(Clone, Default)]
pub(crate) struct Host {
    engine: Arc<OnceCell<Result<Engine, WireError>>>,
}

impl Host {
    /// The open engine; waits for it at start-up.
    pub(crate) async fn engine(&self) -> Result<&Engine, WireError> {
        self.engine.get_or_init(open).await.as_ref().map_err(Clone::clone)
    }
}

async fn open() -> Result<Engine, WireError> {
    let folder = runtime::default_library()?;
    let worker = WorkerCommand::this_program()?;
    let usual = EngineOptions::new(&folder, worker, Access::Write);
    Ok(Engine::open(EngineOptions { watch_folders: true, settle: SETTLE, ..usual }).await?)
}

/// Opens the window and returns when it is closed.
#[must_use]
pub fn run() -> ExitCode {
    logs::start();
    #[cfg(target_os = "linux")]
    crate::drawing::without_card();
    let host = Host::default();
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| second_start(app, &arguments, &folder)))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .manage(host.clone())
        .register_asynchronous_uri_scheme_protocol("page", page::serve)
        .invoke_handler(tauri::generate_handler![rpc::rpc, streams::ask, save::save_text])
        .setup(move |app| {
            let handle = app.handle().clone();
            tauri::async_runtime::spawn(start(handle, host));
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(|app, event| {
                if let RunEvent::Exit = event {
                    close(app);
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!("the window cannot be opened: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn start(app: AppHandle, host: Host) {
    let engine = match host.engine().await {
        Ok(engine) => engine.clone(),
        Err(error) => return tracing::error!("the library cannot be opened: {error}"),
    };
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if !given.is_empty() {
        add(&engine, &given).await;
    }
    let mut events = engine.subscribe();
    loop {
        match events.recv().await {
            Ok(event) => {
                if let Err(error) = app.emit("library", event) {
                    tracing::warn!("an event did not reach the window: {error}");
                }
            }
            Err(RecvError::Lagged(missed)) => tracing::debug!("{missed} events were dropped; the window reloads on the next"),
            Err(RecvError::Closed) => return,
        }
    }
}

async fn add(engine: &Engine, paths: &[String]) {
    if let Err(error) = engine.add(paths).await.map_err(WireError::from) {
        tracing::error!("the files given at start were not added: {error}");
    }
}

fn second_start(app: &AppHandle, arguments: &[String], folder: &str) {
    if let Some(window) = app.get_webview_window("main") {
        let shown = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
        if let Err(error) = shown {
            tracing::warn!("the window cannot be brought to the front: {error}");
        }
    }
    let base = std::path::Path::new(folder);
    let files: Vec<String> = arguments
        .iter()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(|argument| base.join(argument).to_string_lossy().into_owned())
        .collect();
    if files.is_empty() {
        return;
    }
    let host = app.state::<Host>().inner().clone();
    tauri::async_runtime::spawn(async move {
        if let Ok(engine) = host.engine().await {
            add(engine, &files).await;
        }
    });
}

fn close(app: &AppHandle) {
    let host = app.state::<Host>().inner().clone();
    tauri::async_runtime::block_on(async move {
        if let Some(Ok(engine)) = host.engine.get() {
            engine.close().await;
        }
    });
}
