//! A PDF outside any library → what a formatter makes of it.

use std::path::Path;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use waymark_core::WireError;
use waymark_llm::OllamaClient;
use waymark_structure::formatter::Material;

use super::kept::Kept;
use super::{Outcome, Run};
use crate::error::EngineError;
use crate::generation::Chosen;
use crate::options::WorkerCommand;
use crate::reading::{self, Reading, Source};
use crate::types::{FormatProgress, Formatter};

/// What is to be formatted, and how.
#[derive(Debug, Clone, Copy)]
pub struct FormatRequest<'a> {
    /// The PDF.
    pub file: &'a Path,
    /// Its password, if it needs one.
    pub password: Option<&'a str>,
    /// Formatter.
    pub formatter: Formatter,
    /// Ollama model; the first local one when absent.
    pub model: Option<&'a str>,
}

/// A document with what the run says about itself.
#[derive(Debug, Clone)]
pub struct Formatted {
    /// The document.
    pub reading: Reading,
    /// Model that was asked; `None` for `native`.
    pub model: Option<String>,
    /// Windows that stayed native, in words.
    pub remarks: Vec<String>,
}

/// Reads and formats one file without a library. `report` is told before each window. `OLLAMA_HOST` names the server.
///
/// # Errors
/// As [`crate::read_file`]; `OllamaAbsent`, `ModelMissing`, or what the model or its server says.
pub async fn format_file(
    worker: &WorkerCommand,
    request: FormatRequest<'_>,
    report: &mut (dyn FnMut(FormatProgress) + Send),
) -> Result<Formatted, EngineError> {
    let name = reading::regular(request.file)?;
    // Before the PDF is read: without a model the reading would be for nothing.
    let chosen = match request.formatter {
        Formatter::Native => None,
        _ => Some(find(request.model).await?),
    };
    let source = Source { path: request.file, file_name: &name, password: request.password };
    let read = reading::read(&reading::pool(worker)?, source, &Arc::default(), |_, _, _| async {}).await?;
    let Some(chosen) = chosen else {
        let reading = read.finish(Default::default(), None, &Arc::default()).await?.into();
        return Ok(Formatted { reading, model: None, remarks: Vec::new() });
    };
    let outcome = judge(&read.material().await?, &chosen, request.formatter, report).await?;
    let remarks = remarks(&outcome);
    let reading = read.finish(outcome.verdicts, None, &Arc::default()).await?.into();
    Ok(Formatted { reading, model: Some(chosen.name), remarks })
}

/// The model to ask where no library has settings.
pub(crate) async fn find(named: Option<&str>) -> Result<Chosen, WireError> {
    let client = OllamaClient::new(None).map_err(WireError::from)?;
    crate::ollama::choose(&client, named, "").await
}

/// Asks about a document that was read.
pub(crate) async fn judge(
    material: &Material,
    chosen: &Chosen,
    formatter: Formatter,
    report: &mut (dyn FnMut(FormatProgress) + Send),
) -> Result<Outcome, EngineError> {
    let run = Run {
        chosen,
        formatter,
        material,
        kept: &Kept::memory(),
        pace: Default::default(),
        answering: &|| false,
        cancel: &CancellationToken::new(),
    };
    run.go(report).await
}

/// Windows that stayed native.
pub(crate) fn remarks(outcome: &Outcome) -> Vec<String> {
    outcome.refused.iter().map(|(step, reason)| format!("window {} stays native: {reason}", step + 1)).collect()
}
