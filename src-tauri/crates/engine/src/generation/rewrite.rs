//! A follow-up + a model → a question that stands alone; the rules where the model is slow, fails, or says too much.

use std::time::Duration;

use waymark_answer::followup::{self, Turn, model};
use waymark_core::AnswerStep;

use super::Work;

/// The reader waits for this before anything is searched.
const PATIENCE: Duration = Duration::from_secs(20);
/// Tokens of a rewritten question.
const REPLY_TOKENS: u32 = 120;

/// The question to search for, when it is another than the one asked. `ruled` is what the rules make of it; the model is asked
/// when it leans on the conversation, or names none of the documents while others could be meant.
pub(crate) async fn rewrite(
    work: &Work<'_>,
    history: &[Turn],
    question: &str,
    ruled: Option<String>,
    documents: &[String],
) -> Option<String> {
    if ruled.is_none() && documents.is_empty() {
        return None;
    }
    work.told(AnswerStep::Rewrite, 0, 1).await;
    let asked = async {
        work.chosen.ready(work.cancel).await?;
        let messages = model::ask(history, question, documents);
        work.chosen.complete_json::<model::Rewritten>(messages, REPLY_TOKENS, model::form(), work.cancel).await
    };
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(rewritten)) => model::accepted(&rewritten, question, history, documents).or(ruled),
        Ok(Err(error)) => {
            tracing::debug!("the follow-up was rewritten by rules: {}", error.message);
            ruled
        }
        Err(_) => {
            tracing::debug!("the follow-up was rewritten by rules: the model took too long");
            ruled
        }
    }
}

/// What the rules make of a question.
pub(crate) fn by_rules(history: &[Turn], question: &str) -> Option<String> {
    followup::rewrite(history, question)
}
