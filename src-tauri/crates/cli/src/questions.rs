//! `questions`: the reader's own questions, saved with the pages that answer them.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use waymark_core::WireError;
use waymark_engine::{Access, Gold};

use crate::arguments::QuestionAction;
use crate::{eval, open, output};

pub(crate) async fn run(library: Option<PathBuf>, action: QuestionAction) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Read).await?;
    match action {
        QuestionAction::Add { question, pages } => {
            let gold = pages.iter().map(|page| place(page)).collect::<anyhow::Result<Vec<Gold>>>()?;
            let saved = engine.save_question(&question, gold).await.map_err(WireError::from)?;
            output::line(&saved.qid)?;
        }
        QuestionAction::List(options) => {
            let saved = engine.saved_questions().map_err(WireError::from)?;
            if options.json {
                output::json(&saved)?;
                return Ok(ExitCode::SUCCESS);
            }
            for question in &saved {
                let places: Vec<String> = question.gold.iter().map(written).collect();
                output::line(&format!("{}  {}  ({})", question.qid, question.question, places.join(", ")))?;
            }
        }
        QuestionAction::Remove { qid } => engine.forget_question(&qid).map_err(WireError::from)?,
        QuestionAction::Run(options) => {
            let (_, evaluation) = engine.run_questions().await.map_err(WireError::from)?;
            if options.json { output::json(&evaluation)? } else { eval::print(&evaluation)? }
        }
        QuestionAction::Runs(options) => {
            let runs = engine.question_runs().map_err(WireError::from)?;
            if options.json {
                output::json(&runs)?;
                return Ok(ExitCode::SUCCESS);
            }
            for run in &runs {
                let figure =
                    |name: &str| run.summary.means.get(name).map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
                output::line(&format!(
                    "{}  version {}  {} questions  T@1 {}  R@5 {}  MRR@10 {}",
                    moment(run.time_ms),
                    run.version,
                    run.summary.n,
                    figure("T@1"),
                    figure("R@5"),
                    figure("MRR@10")
                ))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Milliseconds since 1970 → day and time of day, universal time.
fn moment(time_ms: i64) -> String {
    let time = time::OffsetDateTime::from_unix_timestamp(time_ms / 1000).ok();
    time.map_or_else(|| time_ms.to_string(), |at| format!("{} {:02}:{:02} UTC", at.date(), at.hour(), at.minute()))
}

/// `report.pdf:12` → document and page; without a page the document alone.
fn place(text: &str) -> anyhow::Result<Gold> {
    let Some((doc, page)) = text.rsplit_once(':') else { return Ok(Gold { doc: text.to_owned(), page: None }) };
    let page = page.parse().with_context(|| format!("`{text}` names no page: write it as `report.pdf:12`"))?;
    Ok(Gold { doc: doc.to_owned(), page: Some(page) })
}

fn written(gold: &Gold) -> String {
    gold.page.map_or_else(|| gold.doc.clone(), |page| format!("{} page {page}", gold.doc))
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn moments_are_days_and_hours() {
        assert_eq!(moment(1_709_210_096_789), "2024-02-29 12:34 UTC");
        assert_eq!(moment(0), "1970-01-01 00:00 UTC");
    }
}
