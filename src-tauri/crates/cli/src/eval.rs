//! `eval`: the figures of design §11 for a file of questions.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use waymark_core::WireError;
use waymark_engine::{
    AblationRow, Access, AnswerOptions, AnswerRow, Engine, EvaluateOptions, Evaluation, Lab, Question, SHOWN, Summary,
    parse_questions,
};

use crate::arguments::{EvalOptions, Weights};
use crate::{open, output};

/// Figures in the order people read them; others follow by name.
const ORDER: &[&str] =
    &["T@1", "T@5", "R@1", "R@3", "R@5", "R@10", "R@20", "C@1", "C@5", "MRR@10", "nDCG@10", "LR", "R@4k", "R@8k", "AMR", "FAIL"];

pub(crate) async fn run(library: Option<PathBuf>, options: &EvalOptions) -> anyhow::Result<ExitCode> {
    let file = &options.questions;
    let text = std::fs::read_to_string(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    let questions = parse_questions(&text).with_context(|| format!("`{}` holds a line that is no question", file.display()))?;
    anyhow::ensure!(!questions.is_empty(), "`{}` holds no questions", file.display());
    let engine = open::engine(library, Access::Read).await?;
    if let Some(group) = options.ablation {
        let rows = engine.ablation(&questions, group.into()).await.map_err(WireError::from)?;
        if options.json {
            output::json(&rows)?
        } else {
            table(&rows)?
        }
        return Ok(ExitCode::SUCCESS);
    }
    if options.answers {
        return answers(&engine, &questions, options).await;
    }
    let lab = Lab { anonymous: options.anonymous_names, ..Lab::default() };
    let Weights { alpha, beta } = options.weights;
    let how = EvaluateOptions { method: options.method.clone(), alpha, beta, lab };
    let evaluation = engine.evaluate(&questions, &how).await.map_err(WireError::from)?;
    if options.json {
        output::json(&evaluation)?;
        tell_faults(&evaluation);
    } else {
        print(&evaluation)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers the questions, telling of each on standard error, and prints the figures.
async fn answers(engine: &Engine, questions: &[Question], options: &EvalOptions) -> anyhow::Result<ExitCode> {
    let how = AnswerOptions { mode: options.mode.into(), model: options.model.clone(), scheme: options.mode.into() };
    let told = |done: usize, row: &AnswerRow| {
        let failed = row.error.as_ref().map(|error| format!(": {}", error.message)).unwrap_or_default();
        output::remark(&format!("{done} of {}: {} in {:.1} s{failed}", questions.len(), row.qid, row.total_ms / 1000.0));
    };
    let evaluation = engine.evaluate_answers(questions, &how, &told).await.map_err(WireError::from)?;
    if options.json {
        output::json(&evaluation)?;
        return Ok(ExitCode::SUCCESS);
    }
    figures(&evaluation.summary)?;
    for (by, count) in &evaluation.answered_by {
        output::line(&format!("answered by {by}: {count}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn figures(summary: &Summary) -> anyhow::Result<()> {
    output::line(&format!("{} questions, {} with gold pages", summary.n, summary.n_page_labelled))?;
    let known = ORDER.iter().copied().filter(|name| summary.means.contains_key(*name));
    let others = summary.means.keys().map(String::as_str).filter(|name| !ORDER.contains(name));
    for name in known.chain(others) {
        if let Some(value) = summary.means.get(name) {
            output::line(&format!("{name:>13}  {value:.4}"))?;
        }
    }
    if let (Some(median), Some(high)) = (summary.latency_ms_p50, summary.latency_ms_p95) {
        output::line(&format!("      latency  {median:.1} ms p50, {high:.1} ms p95"))?;
    }
    Ok(())
}

pub(crate) fn print(evaluation: &Evaluation) -> anyhow::Result<()> {
    figures(&evaluation.summary)?;
    tell_faults(evaluation);
    Ok(())
}

/// What is wrong with the questions, on standard error: with JSON as without.
fn tell_faults(evaluation: &Evaluation) {
    for (list, what) in [
        (&evaluation.missing, "questions have gold documents that the library lacks"),
        (&evaluation.unjudged, "questions name no gold and are not measured"),
        (&evaluation.beyond, "gold pages do not exist"),
    ] {
        if !list.is_empty() {
            output::remark(&format!("note: {} {what}: {}", list.len(), list.join(", ")));
        }
    }
}

/// The ablations as a Markdown table, so that it can be kept as it is.
fn table(rows: &[AblationRow]) -> anyhow::Result<()> {
    output::line(&format!(
        "| method | answers to | {} | R@5, 95 % | full − this, 95 % | p | worse / better |",
        SHOWN.join(" | ")
    ))?;
    output::line(&format!("|---|---|{}---|---|---|---|", "---|".repeat(SHOWN.len())))?;
    for row in rows {
        let figure = |name: &&str| row.summary.means.get(*name).map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
        let figures: Vec<String> = SHOWN.iter().map(figure).collect();
        let loss = row.loss.map_or_else(String::new, |loss| format!("{:+.3} ({:+.3} … {:+.3})", loss.mean, loss.low, loss.high));
        let chance = row.chance.map_or_else(String::new, |chance| format!("{chance:.3}"));
        let moved = row.loss.map_or_else(String::new, |_| format!("{} / {}", row.worse.len(), row.better.len()));
        let recall = format!("{:.3} … {:.3}", row.recall.low, row.recall.high);
        let (name, source) = (&row.name, &row.source);
        output::line(&format!("| {name} | {source} | {} | {recall} | {loss} | {chance} | {moved} |", figures.join(" | ")))?;
    }
    Ok(())
}
