//! Passages + a model → a streamed answer, parsed and verified.
//!
//! `scheme` prepares what the model is given (MacRAG table 4), `summary` goes through a document window by window, `stream`
//! reads one reply, `neighbours` and `whole` fetch what stands around the hits, `rewrite` makes follow-ups stand alone.

mod neighbours;
pub(crate) mod rewrite;
mod scheme;
mod stream;
mod summary;
mod whole;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use waymark_answer::followup::Turn;
use waymark_answer::verify::{self, VerifyOptions};
use waymark_answer::{Material, Passage, citations, prompt};
use waymark_core::{
    AnswerEvent, AnswerStep, ChatMessage, ChatModel, ChatOutcome, ChatRequest, ChatRole, Citation, ErrorCode, PromptMeter,
    Scheme, Sentence, WireError,
};
use waymark_llm::OllamaChat;

/// Most tokens of an answer.
const ANSWER_TOKENS: u32 = 1024;

/// A model that was found and can be asked.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub(crate) name: String,
    pub(crate) model: Arc<dyn ChatModel>,
    /// Brings the model into memory and learns the context that it is really served with.
    pub(crate) loader: Option<OllamaChat>,
}

/// What a question brings to the model.
pub(crate) struct Inquiry<'a> {
    /// As searched.
    pub(crate) question: &'a str,
    pub(crate) history: &'a [Turn],
    /// Best first, neighbours joined on; for a summary in document order.
    pub(crate) passages: Vec<Passage>,
    /// What stands around them, for the schemes that read documents: nearest first.
    pub(crate) around: Vec<Passage>,
    /// All of the documents asked about when they are small: the hits first, then the rest as it is read.
    pub(crate) entire: Vec<Passage>,
    pub(crate) scheme: Scheme,
}

/// A model at work for one answer.
pub(crate) struct Work<'a> {
    pub(crate) chosen: &'a Chosen,
    pub(crate) cancel: &'a CancellationToken,
    pub(crate) events: &'a mpsc::Sender<AnswerEvent>,
}

/// What a model made of the passages.
#[derive(Debug, Default)]
pub(crate) struct Generated {
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) citations: Vec<Citation>,
    pub(crate) warnings: Vec<String>,
    pub(crate) stopped: bool,
    pub(crate) failure: Option<WireError>,
    pub(crate) prompt_tokens: Option<u32>,
    pub(crate) answer_tokens: Option<u32>,
    pub(crate) scheme: Option<Scheme>,
    pub(crate) meter: Option<PromptMeter>,
}

impl Generated {
    fn failed(error: WireError) -> Self {
        let stopped = error.code == ErrorCode::Cancelled;
        Self { stopped, failure: Some(error).filter(|_| !stopped), ..Self::default() }
    }
}

impl Work<'_> {
    /// Tokens of a text, estimated.
    fn count(&self, text: &str) -> u32 {
        self.chosen.model.estimate_tokens(text)
    }

    async fn told(&self, step: AnswerStep, done: usize, of: usize) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        // Nobody listening is no fault.
        let _ = self.events.send(AnswerEvent::Step { step, done: number(done), of: number(of) }).await;
    }

    /// Tokens kept free for an answer.
    fn reserve(&self) -> u32 {
        ANSWER_TOKENS.min(self.chosen.model.context_length() / 3)
    }
}

/// Asks the model and verifies what it wrote. Text that came before a stop or a failure is verified and kept.
pub(crate) async fn run(work: &Work<'_>, inquiry: Inquiry<'_>) -> Generated {
    if let Err(error) = work.chosen.ready(work.cancel).await {
        return Generated::failed(error);
    }
    if inquiry.scheme == Scheme::Summary {
        return summary::run(work, &inquiry).await;
    }
    let prepared = match scheme::prepare(work, &inquiry).await {
        Ok(prepared) => prepared,
        Err(error) => return Generated::failed(error),
    };
    let mut generated = answer(work, &inquiry, &prepared.material).await;
    generated.warnings = [prepared.warnings, generated.warnings].concat();
    generated.scheme = Some(prepared.scheme);
    generated
}

/// The last call: what was prepared and the question.
async fn answer(work: &Work<'_>, inquiry: &Inquiry<'_>, material: &Material) -> Generated {
    let count = |text: &str| work.count(text);
    let (context, reserve) = (work.chosen.model.context_length(), work.reserve());
    let prompt = match prompt::build(inquiry.question, &messages(inquiry.history), material, &count, context, reserve) {
        Ok(prompt) => prompt,
        Err(error) => return Generated::failed(WireError::new(ErrorCode::TooLong, error.to_string())),
    };
    let mut warnings = Vec::new();
    if !prompt.dropped.is_empty() {
        let (given, all) = (prompt.meter.given, prompt.meter.given + prompt.meter.dropped);
        warnings.push(format!("{given} of {all} passages fit the model's context of {context} tokens"));
    }
    let request = ChatRequest { model: work.chosen.name.clone(), messages: prompt.messages, max_tokens: reserve, schema: None };
    let streamed = stream::stream(work.chosen.model.as_ref(), request, work.cancel, work.events).await;
    warnings.extend(streamed.outcome.as_ref().and_then(cut_short));
    if streamed.outcome.is_some_and(|outcome| outcome.length_limited) {
        warnings.push("the answer was cut off at the length limit".into());
    }
    let (sentences, citations, remarks) = verified(&streamed.text, inquiry.question, &material.passages, &prompt.used);
    warnings.extend(remarks);
    Generated {
        sentences,
        citations,
        warnings,
        stopped: streamed.stopped,
        failure: streamed.failure,
        prompt_tokens: streamed.outcome.and_then(|outcome| outcome.prompt_tokens),
        answer_tokens: streamed.outcome.and_then(|outcome| outcome.answer_tokens),
        meter: Some(PromptMeter { likely: streamed.outcome.and_then(|outcome| outcome.likely_tokens), ..prompt.meter }),
        scheme: None,
    }
}

/// Checks a text against the passages that were given (`used`, ascending). Only those can be cited: numbers of others count as
/// unknown.
fn verified(text: &str, question: &str, passages: &[Passage], used: &[usize]) -> (Vec<Sentence>, Vec<Citation>, Vec<String>) {
    let given: Vec<Passage> = used.iter().filter_map(|index| passages.get(*index).cloned()).collect();
    let most = u32::try_from(passages.len()).unwrap_or(u32::MAX);
    let mut raw = citations::parse(text, most);
    let position: HashMap<u32, u32> =
        used.iter().zip(1..).filter_map(|(index, place)| Some((u32::try_from(*index).ok()? + 1, place))).collect();
    for sentence in &mut raw {
        let (known, lost): (Vec<u32>, Vec<u32>) = sentence.numbers.iter().partition(|number| position.contains_key(number));
        sentence.numbers = known.iter().filter_map(|number| position.get(number).copied()).collect();
        sentence.unknown.extend(lost);
    }
    let mut sentences = verify::check(&raw, &given, question, &VerifyOptions::default());
    let remarks = verify::warnings(&sentences, &raw);
    let number = |place: u32| used.get(place as usize - 1).and_then(|index| u32::try_from(index + 1).ok());
    for sentence in &mut sentences {
        sentence.citations = sentence.citations.iter().filter_map(|place| number(*place)).collect();
    }
    let sources = cited(&sentences, passages);
    (sentences, sources, remarks)
}

/// The passages that sentences refer to, by number.
fn cited(sentences: &[Sentence], passages: &[Passage]) -> Vec<Citation> {
    let numbers: BTreeSet<u32> = sentences.iter().flat_map(|sentence| sentence.citations.iter().copied()).collect();
    let source = |number: u32| passages.get((number as usize).checked_sub(1)?).map(|passage| passage.cite(number, None));
    numbers.into_iter().filter_map(source).collect()
}

/// A server that counts far fewer tokens than were sent has cut the prompt.
fn cut_short(outcome: &ChatOutcome) -> Option<String> {
    let counted = outcome.prompt_tokens.unwrap_or_default();
    outcome
        .prompt_cut
        .then(|| format!("the server read only {counted} tokens of the prompt; the answer may rest on a part of the passages"))
}

fn messages(history: &[Turn]) -> Vec<ChatMessage> {
    let pair = |turn: &Turn| {
        [
            ChatMessage { role: ChatRole::User, content: turn.question.clone() },
            ChatMessage { role: ChatRole::Assistant, content: turn.answer.clone() },
        ]
    };
    history.iter().filter(|turn| !turn.answer.is_empty()).flat_map(pair).collect()
}

#[cfg(test)]
mod tests;
