//! `eval-structure`: the structure figures of design §11 for PDFs with known headings.

mod input;
mod table;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;
use waymark_core::WireError;
use waymark_engine::structure_eval::{DocumentScore, Report, parse_markdown, report, score_headings, score_text};
use waymark_engine::{Stopwatch, Treatment, WorkerCommand};

use crate::arguments::EvalStructureOptions;
use crate::{PARTIAL, output};
use input::{Document, Section};

/// Figures of one section, as in the JSON.
#[derive(Debug, Serialize)]
struct Outcome {
    /// `stripped`, `bookmarked`, or nothing for a folder of PDFs.
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<&'static str>,
    /// What the words were compared with.
    reference: &'static str,
    /// Files that could not be read.
    failed: Vec<Failed>,
    #[serde(flatten)]
    report: Report,
}

#[derive(Debug, Serialize)]
struct Failed {
    id: String,
    reason: String,
}

pub(crate) async fn run(options: &EvalStructureOptions) -> anyhow::Result<ExitCode> {
    let sections = input::sections(options)?;
    let treatment = Treatment {
        formatter: options.by.formatter.into(),
        model: options.by.model.clone(),
        damage_styles: options.damage_styles,
    };
    let stopwatch = Stopwatch::new(&WorkerCommand::this_program()?, treatment).await.map_err(WireError::from)?;
    let several = sections.len() > 1;
    let mut outcomes = Vec::new();
    for section in &sections {
        let markdown = options.markdown.as_ref().map(|folder| match section.set.filter(|_| several) {
            Some(set) => folder.join(set),
            None => folder.clone(),
        });
        outcomes.push(measure(&stopwatch, section, markdown.as_deref(), options).await?);
    }
    if options.json {
        output::json(&nested(&outcomes)?)?;
    }
    let failed = outcomes.iter().any(|outcome| !outcome.failed.is_empty());
    Ok(if failed { ExitCode::from(PARTIAL) } else { ExitCode::SUCCESS })
}

/// The first section's object; further ones stand in it under the name of their set.
fn nested(outcomes: &[Outcome]) -> anyhow::Result<serde_json::Value> {
    let mut values = outcomes.iter().map(serde_json::to_value);
    let mut first = values.next().transpose()?.unwrap_or_default();
    for (value, outcome) in values.zip(outcomes.iter().skip(1)) {
        first[outcome.set.unwrap_or("more")] = value?;
    }
    Ok(first)
}

/// Reads and scores every document of a section, printing as it goes unless JSON is wanted.
async fn measure(
    stopwatch: &Stopwatch,
    section: &Section,
    markdown: Option<&Path>,
    options: &EvalStructureOptions,
) -> anyhow::Result<Outcome> {
    if let Some(folder) = markdown {
        std::fs::create_dir_all(folder).with_context(|| format!("the folder `{}` cannot be made", folder.display()))?;
    }
    let reference = if options.reference.is_some() { "given texts" } else { "plain text layer" };
    if !options.json {
        table::title(section.set, section.documents.len(), reference)?;
        table::head("document")?;
    }
    let (mut scores, mut failed) = (Vec::new(), Vec::new());
    for document in section.documents.iter().take(options.first.unwrap_or(usize::MAX)) {
        match score(stopwatch, document, markdown).await? {
            Ok(score) => {
                if !options.json {
                    table::row(&score.id, &score.means())?;
                }
                scores.push(score);
            }
            Err(reason) => {
                output::remark(&format!("failed: {}: {reason}", document.id));
                failed.push(Failed { id: document.id.clone(), reason });
            }
        }
    }
    let report = report(scores);
    if !options.json {
        table::groups("kind", &report.kinds)?;
        table::groups("family", &report.families)?;
        table::head("all")?;
        table::row(&format!("{} documents", report.all.documents), &report.all)?;
    }
    Ok(Outcome { set: section.set, reference, failed, report })
}

/// One document's figures, or why it could not be read.
async fn score(
    stopwatch: &Stopwatch,
    document: &Document,
    markdown: Option<&Path>,
) -> anyhow::Result<Result<DocumentScore, String>> {
    let read = match stopwatch.read(&document.pdf).await {
        Ok(read) => read,
        Err(error) => return Ok(Err(WireError::from(error).message)),
    };
    for remark in &read.refused {
        output::remark(&format!("note: {}: {remark}", document.id));
    }
    if let Some(folder) = markdown {
        let path = folder.join(format!("{}.md", document.id));
        std::fs::write(&path, &read.markdown).with_context(|| format!("`{}` cannot be written", path.display()))?;
    }
    let reference = match &document.reference {
        Some(path) => input::text(path)?,
        None => read.layer,
    };
    Ok(Ok(DocumentScore {
        id: document.id.clone(),
        kind: document.kind.clone(),
        family: document.family.clone(),
        headings: score_headings(&parse_markdown(&read.markdown), &document.gold),
        text: score_text(&read.markdown, &reference),
        cost: read.cost,
    }))
}

#[cfg(test)]
mod tests {
    use super::{Outcome, nested};
    use waymark_engine::structure_eval::report;

    #[test]
    fn the_first_set_is_the_object_and_the_second_stands_in_it() {
        let outcome = |set| Outcome { set: Some(set), reference: "given texts", failed: Vec::new(), report: report(Vec::new()) };
        let value = nested(&[outcome("stripped"), outcome("bookmarked")]).unwrap_or_default();
        assert_eq!((&value["set"], &value["bookmarked"]["set"]), (&"stripped".into(), &"bookmarked".into()));
        for key in ["documents", "kinds", "families", "all"] {
            assert!(value.get(key).is_some() && value["bookmarked"].get(key).is_some(), "{key} is missing: {value}");
        }
    }
}
