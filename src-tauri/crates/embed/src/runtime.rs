//! A path → the one ONNX Runtime environment of this process.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ort::environment::Environment;

use crate::error::EmbedError;

static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

/// The environment, made from the library at `path` on the first call; later calls give the same one, whatever the path,
/// for a process holds one ONNX Runtime only.
pub(crate) fn environment(path: &Path) -> Result<Environment, EmbedError> {
    let mut slot = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = slot.as_ref() {
        return Ok(environment.clone());
    }
    if !path.is_file() {
        return Err(EmbedError::Missing { path: path.to_path_buf() });
    }
    // The loader resolves a relative path against the executable, the caller means the working directory.
    let absolute = std::path::absolute(path).map_err(|source| EmbedError::Unreadable { path: path.to_path_buf(), source })?;
    let environment = ort::init_from(&absolute)
        .map_err(|source| EmbedError::Library { path: absolute.clone(), source })?
        .with_name("waymark")
        .with_telemetry(false)
        .build()
        .map_err(EmbedError::Environment)?;
    *slot = Some(environment.clone());
    Ok(environment)
}
