//! `outline` and `markdown`: one file, no library.

use std::path::Path;
use std::process::ExitCode;

use waymark_core::{DocumentHealth, WireError};
use waymark_engine::{Reading, WorkerCommand, read_file};

use crate::arguments::{MarkdownOptions, OutlineOptions};
use crate::output::{self, OutlineEntry, OutlineReport};

async fn read(file: &Path, password: Option<&str>) -> anyhow::Result<Reading> {
    Ok(read_file(&WorkerCommand::this_program()?, file, password).await.map_err(WireError::from)?)
}

pub(crate) async fn outline(options: &OutlineOptions) -> anyhow::Result<ExitCode> {
    let reading = read(&options.file, options.password.as_deref()).await?;
    if options.json {
        let headings: Vec<OutlineEntry<'_>> = reading.outline.iter().map(OutlineEntry::from).collect();
        if options.report {
            output::json(&OutlineReport { headings, health: &reading.report })?;
        } else {
            output::json(&headings)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    for node in &reading.outline {
        let indent = "  ".repeat(usize::from(node.level.saturating_sub(1)));
        let label = node.page_label.as_deref().map_or_else(|| node.page.to_string(), str::to_owned);
        output::line(&format!("{indent}{}  · {label}", node.title))?;
    }
    if options.report {
        describe(&reading.report)?;
    }
    for warning in &reading.tree.warnings {
        output::remark(&format!("note: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The health report in words.
fn describe(report: &DocumentHealth) -> anyhow::Result<()> {
    let DocumentHealth { pages, .. } = report;
    output::line("")?;
    output::line(&format!(
        "pages      {} with text, {} scanned, {} garbled, {} empty",
        pages.text, pages.scanned, pages.garbled, pages.empty
    ))?;
    output::line(&format!(
        "headings   {} ({} induced), outline {:.0} % sure",
        report.headings,
        report.induced,
        report.confidence * 100.0
    ))?;
    let evidence: Vec<String> = report
        .evidence
        .iter()
        .map(|count| {
            format!(
                "{} {}",
                serde_json::to_value(count.evidence).ok().as_ref().and_then(|name| name.as_str()).unwrap_or("?"),
                count.headings
            )
        })
        .collect();
    output::line(&format!("evidence   {}", if evidence.is_empty() { "none".to_owned() } else { evidence.join(", ") }))?;
    output::line(&format!("tables     {}", report.tables))?;
    output::line(&format!("figures    {} ({} with a caption)", report.figures, report.captioned))
}

pub(crate) async fn markdown(options: &MarkdownOptions) -> anyhow::Result<ExitCode> {
    let reading = read(&options.file, options.password.as_deref()).await?;
    output::piece(&reading.markdown.text)?;
    for warning in &reading.tree.warnings {
        output::remark(&format!("note: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}
