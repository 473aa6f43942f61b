//! A scheme of MacRAG table 4 → what the model is given for its answer.

use std::collections::HashSet;
use std::ops::Range;

use waymark_answer::steps::{self, Judgement, Line, Picked};
use waymark_answer::{Material, Passage, prompt};
use waymark_core::{AnswerStep, ErrorCode, Scheme, SegmentId, WireError};

use super::{Inquiry, Work};

/// Windows that one answer may have read, at most: on a slow machine each takes a minute.
const MOST_WINDOWS: usize = 24;
/// Tokens up to which documents are read as a whole without being asked to: more of them cost a slow machine minutes.
const ENTIRE_TOKENS: u32 = 6000;
/// Tokens of a judgement or of picked lines.
const REPLY_TOKENS: u32 = 256;

/// What an answer is made of, and how it came about.
pub(super) struct Prepared {
    pub(super) material: Material,
    pub(super) scheme: Scheme,
    pub(super) warnings: Vec<String>,
}

/// Prepares the material. A step that the model fails at is left out and told; only a stop, or a server that is gone, ends it.
///
/// # Errors
/// `Cancelled`, or what the server says when it cannot be reached.
pub(super) async fn prepare(work: &Work<'_>, inquiry: &Inquiry<'_>) -> Result<Prepared, WireError> {
    let scheme = match inquiry.scheme {
        Scheme::Auto if fits_entirely(work, inquiry) => {
            let material = Material::all(inquiry.entire.clone());
            return Ok(Prepared { material, scheme: Scheme::RL, warnings: Vec::new() });
        }
        Scheme::Auto => automatic(work, inquiry),
        chosen => chosen,
    };
    let found = inquiry.passages.len();
    let mut material = Material::all(with_around(inquiry, scheme));
    if scheme.reads_documents() && scheme != Scheme::RL {
        material.offered.truncate(found);
    }
    let mut warnings = Vec::new();
    if scheme.filters() {
        let offered: Vec<usize> = (0..found).collect();
        match filter(work, inquiry.question, &material.passages, &offered).await {
            Ok(kept) => material.offered = kept,
            Err(error) => warnings.push(skipped("judge the passages", error)?),
        }
    }
    if scheme.extracts() {
        match extract(work, inquiry.question, &material.passages).await {
            Ok((notes, unread)) => {
                material.notes = notes;
                warnings.extend(unread);
            }
            Err(error) => warnings.push(skipped("pick lines", error)?),
        }
    }
    Ok(Prepared { material, scheme, warnings })
}

/// Whether the documents asked about can be read as a whole, by the tokens that this model counts.
fn fits_entirely(work: &Work<'_>, inquiry: &Inquiry<'_>) -> bool {
    let count = |text: &str| work.count(text);
    let cost: u32 = inquiry.entire.iter().enumerate().map(|(index, passage)| prompt::cost(index, passage, &count)).sum();
    !inquiry.entire.is_empty() && cost <= room_for_passages(work, inquiry).min(ENTIRE_TOKENS)
}

/// Tokens that passages may take beside instructions and conversation.
fn room_for_passages(work: &Work<'_>, inquiry: &Inquiry<'_>) -> u32 {
    let room = work.chosen.model.context_length().saturating_sub(work.reserve());
    if inquiry.history.is_empty() { room / 4 * 3 } else { room / 2 }
}

/// One step while all passages fit; when more than a quarter of them would be lost, their lines are picked first.
fn automatic(work: &Work<'_>, inquiry: &Inquiry<'_>) -> Scheme {
    let count = |text: &str| work.count(text);
    let mut left = room_for_passages(work, inquiry);
    let fitting = inquiry.passages.iter().enumerate().filter(|(index, passage)| {
        let cost = prompt::cost(*index, passage, &count);
        let fits = cost <= left;
        left -= if fits { cost } else { 0 };
        fits
    });
    let lost = inquiry.passages.len() - fitting.count();
    if lost * 4 > inquiry.passages.len() { Scheme::RBExt } else { Scheme::RB }
}

/// The passages found, then what stands around them and is not part of one.
fn with_around(inquiry: &Inquiry<'_>, scheme: Scheme) -> Vec<Passage> {
    let mut all = inquiry.passages.clone();
    if scheme.reads_documents() {
        let known: HashSet<SegmentId> = all.iter().map(|passage| passage.hit.segment).collect();
        all.extend(inquiry.around.iter().filter(|passage| !known.contains(&passage.hit.segment)).cloned());
    }
    if scheme.extracts() {
        // Ids ascend with document and ordinal: lines are read as they are printed.
        all[inquiry.passages.len()..].sort_by_key(|passage| passage.hit.segment);
    }
    all
}

/// A step that failed: told, unless there is no use in going on.
fn skipped(what: &str, error: WireError) -> Result<String, WireError> {
    match error.code {
        ErrorCode::ModelFailed | ErrorCode::TooLong => Ok(format!("the model could not {what}: {}", error.message)),
        _ => Err(error),
    }
}

/// The offered passages that the model keeps, best first.
async fn filter(work: &Work<'_>, question: &str, passages: &[Passage], offered: &[usize]) -> Result<Vec<usize>, WireError> {
    let count = |text: &str| work.count(text);
    let overhead: u32 = steps::judge(question, &[], &[]).iter().map(|message| work.count(&message.content) + 8).sum();
    let cost = |index: usize| prompt::cost(offered[index], &passages[offered[index]], &count);
    let windows = steps::windows(offered.len(), &cost, room(work, overhead));
    let mut kept = Vec::new();
    for (done, window) in windows.iter().enumerate() {
        work.told(AnswerStep::Filter, done, windows.len()).await;
        let own = &offered[window.clone()];
        if too_large(work, window, &cost, overhead) {
            kept.extend(own);
            continue;
        }
        let asked = steps::judge(question, passages, own);
        let reply: Judgement = work.chosen.complete_json(asked, REPLY_TOKENS, steps::judgement_form(), work.cancel).await?;
        kept.extend(steps::kept(&reply, own));
    }
    Ok(kept)
}

/// The lines that the model picks, and what it was not given to read.
async fn extract(
    work: &Work<'_>,
    question: &str,
    passages: &[Passage],
) -> Result<(Vec<waymark_answer::Note>, Option<String>), WireError> {
    let count = |text: &str| work.count(text);
    let lines = steps::lines(passages);
    let overhead = steps::pick_overhead(question, &count);
    let places: Vec<u32> = passages.iter().enumerate().map(|(index, own)| work.count(&prompt::heading(index, own)) + 4).collect();
    let first = |index: usize| index == 0 || lines[index].passage != lines[index - 1].passage;
    let cost = |index: usize| {
        let line: &Line = &lines[index];
        steps::line_cost(line, &count) + if first(index) { places[line.passage] } else { 0 }
    };
    // A window that begins inside a passage shows its heading too.
    let most = places.iter().copied().max().unwrap_or(0);
    let mut windows = steps::windows(lines.len(), &cost, room(work, overhead + most));
    let all = windows.len();
    windows.truncate(MOST_WINDOWS);
    let unread = (all > windows.len()).then(|| format!("the model read {} of {all} parts of the documents", windows.len()));
    let mut picked: Vec<(Range<usize>, Picked)> = Vec::new();
    for (done, window) in windows.iter().enumerate() {
        work.told(AnswerStep::Extract, done, windows.len()).await;
        if too_large(work, window, &cost, overhead) {
            continue;
        }
        let asked = steps::pick(question, passages, &lines, window.clone());
        let reply = work.chosen.complete_json(asked, REPLY_TOKENS, steps::picked_form(), work.cancel).await?;
        picked.push((window.clone(), reply));
    }
    Ok((steps::notes(&lines, &picked), unread))
}

fn room(work: &Work<'_>, overhead: u32) -> u32 {
    work.chosen.model.context_length().saturating_sub(overhead + REPLY_TOKENS)
}

/// A single item that no window can hold.
fn too_large(work: &Work<'_>, window: &Range<usize>, cost: &dyn Fn(usize) -> u32, overhead: u32) -> bool {
    window.len() == 1 && cost(window.start) > room(work, overhead)
}
