//! `outline` and `markdown`: one file, no library.

use std::path::Path;
use std::process::ExitCode;

use waymark_core::WireError;
use waymark_engine::{Reading, WorkerCommand, read_file};

use crate::arguments::{MarkdownOptions, OutlineOptions};
use crate::output::{self, OutlineEntry};

async fn read(file: &Path, password: Option<&str>) -> anyhow::Result<Reading> {
    Ok(read_file(&WorkerCommand::this_program()?, file, password).await.map_err(WireError::from)?)
}

pub(crate) async fn outline(options: &OutlineOptions) -> anyhow::Result<ExitCode> {
    let reading = read(&options.file, options.password.as_deref()).await?;
    if options.json {
        let entries: Vec<OutlineEntry<'_>> = reading.outline.iter().map(OutlineEntry::from).collect();
        output::json(&entries)?;
        return Ok(ExitCode::SUCCESS);
    }
    for node in &reading.outline {
        let indent = "  ".repeat(usize::from(node.level.saturating_sub(1)));
        let label = node.page_label.as_deref().map_or_else(|| node.page.to_string(), str::to_owned);
        output::line(&format!("{indent}{}  · {label}", node.title))?;
    }
    for warning in &reading.tree.warnings {
        output::remark(&format!("note: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) async fn markdown(options: &MarkdownOptions) -> anyhow::Result<ExitCode> {
    let reading = read(&options.file, options.password.as_deref()).await?;
    output::piece(&reading.markdown.text)?;
    for warning in &reading.tree.warnings {
        output::remark(&format!("note: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}
