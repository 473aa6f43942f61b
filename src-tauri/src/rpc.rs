//! The one request command: forwards name and JSON to the router.

use serde_json::Value;
use tauri::State;
use waymark_core::WireError;

use crate::run::Host;

/// Runs the named command of `waymark-api`.
#[tauri::command]
pub(crate) async fn rpc(host: State<'_, Host>, name: String, request: Option<Value>) -> Result<Value, WireError> {
    let engine = host.engine().await?;
    waymark_api::dispatch(engine, &name, request.unwrap_or(Value::Null)).await
}
