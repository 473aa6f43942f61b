//! `outline` and `markdown`: one file, no library.

use std::path::Path;
use std::process::ExitCode;

use waymark_core::{DocumentHealth, WireError};
use waymark_engine::types::FormatProgress;
use waymark_engine::{FormatRequest, Reading, WorkerCommand, format_file};

use crate::arguments::{FormatterOptions, MarkdownOptions, OutlineOptions};
use crate::output::{self, OutlineEntry, OutlineReport};

async fn read(file: &Path, password: Option<&str>, by: &FormatterOptions) -> anyhow::Result<Reading> {
    let request = FormatRequest { file, password, formatter: by.formatter.into(), model: by.model.as_deref() };
    let formatted = format_file(&WorkerCommand::this_program()?, request, &mut tell).await.map_err(WireError::from)?;
    for remark in &formatted.remarks {
        output::remark(&format!("note: {remark}"));
    }
    Ok(formatted.reading)
}

/// `window 3 of 12, about 2 min left`.
fn tell(progress: FormatProgress) {
    let FormatProgress { window, windows, seconds_left, measured } = progress;
    let left = if seconds_left < 90 { format!("{seconds_left} s") } else { format!("{} min", seconds_left.div_ceil(60)) };
    let guess = if measured { "" } else { ", a guess so far" };
    output::remark(&format!("window {window} of {windows}, about {left} left{guess}"));
}

pub(crate) async fn outline(options: &OutlineOptions) -> anyhow::Result<ExitCode> {
    let reading = read(&options.file, options.password.as_deref(), &options.by).await?;
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
    let reading = read(&options.file, options.password.as_deref(), &options.by).await?;
    output::piece(&reading.markdown.text)?;
    for warning in &reading.tree.warnings {
        output::remark(&format!("note: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}
