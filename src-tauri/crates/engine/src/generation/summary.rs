//! Passages in document order + a model → a summary: window by window, each statement checked, then as a whole.

use std::ops::Range;

use waymark_answer::{prompt, steps, summary};
use waymark_core::{AnswerStep, ChatRequest, ErrorCode, PromptMeter, Scheme, Sentence, WireError};

use super::{Generated, Inquiry, Work, cited, stream, verified};

/// Windows that one summary may have read, at most.
const MOST_WINDOWS: usize = 48;
/// Sentences of the whole.
const MOST_SENTENCES: usize = 12;
/// A whole of fewer sentences has lost its parts: they stand instead.
const LEAST_SENTENCES: usize = 3;
/// Tokens of the summary of a window.
const WINDOW_TOKENS: u32 = 400;

/// Summarises. Windows that the model fails at are told and left out; a stop keeps what there is.
pub(super) async fn run(work: &Work<'_>, inquiry: &Inquiry<'_>) -> Generated {
    let windows = windows(work, inquiry);
    let mut state = State::new(work);
    let read = windows.len().min(MOST_WINDOWS);
    if read < windows.len() {
        state.warnings.push(format!("the summary covers {read} of {} parts of the documents", windows.len()));
    }
    let each = (MOST_SENTENCES * 2 / read.max(1)).clamp(2, MOST_SENTENCES);
    for (done, window) in windows.iter().take(read).enumerate() {
        work.told(AnswerStep::Summarise, done, read).await;
        let live = read == 1;
        match state.window(work, inquiry, window, each, live).await {
            Ok(()) => {}
            Err(error) if error.code == ErrorCode::ModelFailed => state.lost += 1,
            Err(error) => {
                let mut failed = Generated::failed(error);
                failed.stopped = true;
                return state.finish(inquiry, failed);
            }
        }
    }
    if state.lost > 0 {
        state.warnings.push(format!("the model could not summarise {} of {read} parts", state.lost));
    }
    if state.statements.len() > MOST_SENTENCES && read > 1 {
        work.told(AnswerStep::Summarise, read, read).await;
        state.combine(work, inquiry).await;
    }
    let generated = Generated { stopped: work.cancel.is_cancelled(), ..Generated::default() };
    state.finish(inquiry, generated)
}

fn windows(work: &Work<'_>, inquiry: &Inquiry<'_>) -> Vec<Range<usize>> {
    let count = |text: &str| work.count(text);
    let overhead = summary::overhead(inquiry.question, &count);
    let room = work.chosen.model.context_length().saturating_sub(overhead + WINDOW_TOKENS);
    let cost = |index: usize| prompt::cost(index, &inquiry.passages[index], &count);
    let all = steps::windows(inquiry.passages.len(), &cost, room);
    all.into_iter().filter(|window| window.len() > 1 || cost(window.start) <= room).collect()
}

/// A summary under way.
struct State {
    statements: Vec<Sentence>,
    warnings: Vec<String>,
    lost: usize,
    meter: PromptMeter,
    prompt_tokens: u32,
    answer_tokens: u32,
}

impl State {
    fn new(work: &Work<'_>) -> Self {
        let meter =
            PromptMeter { context: work.chosen.model.context_length(), reserved: WINDOW_TOKENS, ..PromptMeter::default() };
        Self { statements: Vec::new(), warnings: Vec::new(), lost: 0, meter, prompt_tokens: 0, answer_tokens: 0 }
    }

    /// One window: asked, checked against its own passages, and what they carry kept.
    async fn window(
        &mut self,
        work: &Work<'_>,
        inquiry: &Inquiry<'_>,
        window: &Range<usize>,
        most: usize,
        live: bool,
    ) -> Result<(), WireError> {
        let messages = summary::window(inquiry.question, &inquiry.passages, window.clone(), most);
        self.meter.passages += messages.iter().map(|message| work.count(&message.content)).sum::<u32>();
        self.meter.given += u32::try_from(window.len()).unwrap_or(u32::MAX);
        let (text, outcome) = if live {
            let request = ChatRequest { model: work.chosen.name.clone(), messages, max_tokens: WINDOW_TOKENS, schema: None };
            let streamed = stream::stream(work.chosen.model.as_ref(), request, work.cancel, work.events).await;
            if let Some(error) = streamed.failure.filter(|_| streamed.text.is_empty()) {
                return Err(error);
            }
            (streamed.text, streamed.outcome.unwrap_or_default())
        } else {
            let completion = work.chosen.complete(messages, WINDOW_TOKENS, None, work.cancel).await?;
            (completion.text, completion.outcome)
        };
        self.prompt_tokens += outcome.prompt_tokens.unwrap_or(0);
        self.answer_tokens += outcome.answer_tokens.unwrap_or(0);
        let used: Vec<usize> = window.clone().collect();
        let (sentences, _, _) = verified(&text, inquiry.question, &inquiry.passages, &used);
        let written = sentences.len();
        let carried = summary::carried(sentences);
        if carried.len() < written {
            self.warnings
                .push(format!("{} of {written} statements were left out: no passage carries them", written - carried.len()));
        }
        self.statements.extend(carried);
        Ok(())
    }

    /// One summary of all statements, told as it is written; the statements stay when it holds nothing that passages carry.
    async fn combine(&mut self, work: &Work<'_>, inquiry: &Inquiry<'_>) {
        let reserve = work.reserve();
        let mut statements = self.statements.clone();
        let fits = |statements: &[Sentence]| {
            let messages = summary::combine(inquiry.question, statements, MOST_SENTENCES);
            let tokens: u32 = messages.iter().map(|message| work.count(&message.content) + 8).sum();
            tokens + reserve <= work.chosen.model.context_length()
        };
        while statements.len() > MOST_SENTENCES && !fits(&statements) {
            // Every second one goes, so that what is left still covers the whole.
            statements = statements.into_iter().step_by(2).collect();
        }
        let messages = summary::combine(inquiry.question, &statements, MOST_SENTENCES);
        let request = ChatRequest { model: work.chosen.name.clone(), messages, max_tokens: reserve, schema: None };
        let streamed = stream::stream(work.chosen.model.as_ref(), request, work.cancel, work.events).await;
        if let Some(error) = streamed.failure {
            self.warnings.push(format!("the parts stand as they are, the whole could not be written: {}", error.message));
            return;
        }
        let mut used: Vec<usize> = statements.iter().flat_map(|s| s.citations.iter().map(|n| *n as usize - 1)).collect();
        used.sort_unstable();
        used.dedup();
        let (sentences, _, remarks) = verified(&streamed.text, inquiry.question, &inquiry.passages, &used);
        let outcome = streamed.outcome.unwrap_or_default();
        self.prompt_tokens += outcome.prompt_tokens.unwrap_or(0);
        self.answer_tokens += outcome.answer_tokens.unwrap_or(0);
        let whole = summary::carried(sentences);
        if whole.len() >= LEAST_SENTENCES && !streamed.stopped {
            self.statements = whole;
            self.warnings.extend(remarks);
        }
    }

    fn finish(self, inquiry: &Inquiry<'_>, generated: Generated) -> Generated {
        let citations = cited(&self.statements, &inquiry.passages);
        Generated {
            citations,
            sentences: self.statements.into_iter().map(line).collect(),
            warnings: [self.warnings, generated.warnings].concat(),
            prompt_tokens: Some(self.prompt_tokens).filter(|tokens| *tokens > 0),
            answer_tokens: Some(self.answer_tokens).filter(|tokens| *tokens > 0),
            meter: Some(self.meter),
            scheme: Some(Scheme::Summary),
            ..generated
        }
    }
}

/// A statement on its own line.
fn line(mut sentence: Sentence) -> Sentence {
    if !sentence.text.ends_with('\n') {
        sentence.text = format!("{} ", sentence.text.trim_end());
    }
    sentence
}
