//! A question → a stream of answer events: sources first, then the model's words or quotations, then the verified answer.

use std::sync::atomic::Ordering;
use std::time::Instant;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use waymark_answer::followup::Turn;
use waymark_answer::{ExtractiveAnswer, Passage};
use waymark_core::{AnswerEvent, AnswerMode, Citation, DocumentId, Hit, PromptMeter, Scheme, Sentence, WireError};

use crate::conversations::{self, Answered};
use crate::engine::{Engine, lock, now_ms};
use crate::enrichment::Answering;
use crate::error::EngineError;
use crate::generation::{self, Chosen, Inquiry, Work, rewrite};
use crate::search::{Searched, milliseconds};
use crate::types::{AskRequest, SearchRequest, Settings};

const BUFFER: usize = 256;
/// Hits that are read for quotations: unlike a model's context, quoting has room for all of them.
const QUOTED: u32 = 20;

/// A running answer. Dropping it does not stop the answer: it is finished and kept; [`Engine::stop`] stops it.
#[derive(Debug)]
pub struct AnswerStream {
    /// Number for [`Engine::stop`].
    pub stream: u64,
    /// Conversation it is kept in; `None` when the library is open for reading only.
    pub conversation: Option<i64>,
    /// Events, in the order that [`AnswerEvent`] describes; ends after `Done`.
    pub events: mpsc::Receiver<AnswerEvent>,
}

/// Everything that one answer needs.
struct Task {
    request: AskRequest,
    turn: Option<i64>,
    history: Vec<(String, Answered)>,
    settings: Settings,
    cancel: CancellationToken,
    events: mpsc::Sender<AnswerEvent>,
    started: Instant,
}

impl Engine {
    /// Starts an answer.
    ///
    /// # Errors
    /// `InvalidInput` for an empty question, `NotFound` for an unknown conversation or document. What goes wrong later comes as
    /// an event.
    pub async fn ask(&self, mut request: AskRequest) -> Result<AnswerStream, EngineError> {
        request.question = request.question.trim().to_owned();
        if request.question.is_empty() {
            return Err(EngineError::invalid("the question is empty"));
        }
        for id in &request.scope {
            self.inner.store.document(*id).await?;
        }
        let (conversation, turn, history) = self.begin_turn(&request).await?;
        let stream = self.inner.next_stream.fetch_add(1, Ordering::Relaxed);
        let cancel = self.inner.closing.child_token();
        lock(&self.inner.streams).insert(stream, cancel.clone());
        let (sender, events) = mpsc::channel(BUFFER);
        let settings = self.settings().await?;
        let task = Task { request, turn, history, settings, cancel, events: sender, started: Instant::now() };
        let (engine, first) = (self.clone(), Answering::begin(self));
        self.inner.tasks.spawn(async move {
            engine.answer(task).await;
            drop(first);
            lock(&engine.inner.streams).remove(&stream);
        });
        Ok(AnswerStream { stream, conversation, events })
    }

    /// Stops an answer; what there is of it is verified and kept. Unknown or finished streams are no fault.
    pub fn stop(&self, stream: u64) {
        if let Some(cancel) = lock(&self.inner.streams).get(&stream) {
            cancel.cancel();
        }
    }

    async fn begin_turn(&self, request: &AskRequest) -> Result<(Option<i64>, Option<i64>, Vec<(String, Answered)>), EngineError> {
        if !self.may_write() {
            return Ok((None, None, Vec::new()));
        }
        let store = &self.inner.store;
        let (conversation, history) = match request.conversation {
            Some(id) => {
                let (_, turns) = store.conversation(id).await?;
                let turns = turns.into_iter().map(|turn| (turn.question.clone(), conversations::answered(&turn)));
                (id, turns.collect())
            }
            None => (store.add_conversation(&conversations::title(&request.question), now_ms()).await?, Vec::new()),
        };
        let unfinished = Answered { stopped: true, ..Answered::default() };
        let payload = serde_json::to_value(&unfinished).unwrap_or_default();
        let turn = store.add_turn(conversation, &request.question, &payload, now_ms()).await?;
        self.conversations_changed();
        Ok((Some(conversation), Some(turn), history))
    }

    async fn answer(&self, task: Task) {
        let answered = match self.try_answer(&task).await {
            Ok(answered) => answered,
            Err(error) => {
                let error = WireError::from(error);
                let warnings = vec![error.message.clone()];
                send(&task, AnswerEvent::Failed { error }).await;
                let outcome = Outcome { warnings, stopped: true, ..Outcome::default() };
                finish(&task, outcome, None).await
            }
        };
        if let Some(turn) = task.turn {
            let payload = serde_json::to_value(&answered).unwrap_or_default();
            if let Err(error) = self.inner.store.set_turn(turn, &payload).await {
                tracing::error!("the answer of turn {turn} was not kept: {error}");
            }
            self.conversations_changed();
        }
    }

    async fn try_answer(&self, task: &Task) -> Result<Answered, EngineError> {
        let question = &task.request.question;
        let earlier: Vec<Turn> = task.history.iter().map(|(question, answered)| answered.turn(question)).collect();
        let mode = if task.request.mode == AnswerMode::Auto { task.settings.mode } else { task.request.mode };
        let chosen = match mode {
            AnswerMode::Extractive => Ok(None),
            AnswerMode::Auto => Ok(self.chat_model(task.request.model.as_deref(), &task.settings).await.ok()),
            AnswerMode::Model => self.chat_model(task.request.model.as_deref(), &task.settings).await.map(Some),
        };
        let rewritten = self.standing_alone(task, &earlier, chosen.as_ref().ok().and_then(Option::as_ref)).await?;
        let query = rewritten.as_ref().unwrap_or(question);
        let (terms, _) = self.terms().await?;
        let rewritten = self.spelled(query, &terms).await?.or_else(|| rewritten.clone());
        let query = rewritten.clone().unwrap_or_else(|| question.clone());
        let shown = task.settings.passages.max(1);
        let search = SearchRequest {
            query: query.clone(),
            top_k: if matches!(chosen, Ok(Some(_))) { shown } else { shown.max(QUOTED) },
            scope: task.request.scope.clone(),
            alpha: task.settings.alpha,
            beta: task.settings.beta,
            ..SearchRequest::default()
        };
        let searched = self.find(&search).await?;
        let model = chosen.as_ref().ok().and_then(|chosen| chosen.as_ref().map(|chosen| chosen.name.clone()));
        let mode = if model.is_some() { AnswerMode::Model } else { AnswerMode::Extractive };
        let hits: Vec<Hit> = searched.found.iter().take(shown as usize).map(|found| found.hit.clone()).collect();
        send(task, AnswerEvent::Sources { hits, query: rewritten.clone(), mode, model: model.clone() }).await;
        let search_ms = searched.timings.total;
        let mut outcome = match chosen {
            Ok(Some(chosen)) => self.generated(task, &search, &earlier, &searched, &chosen).await,
            Ok(None) => self.quotation(&searched, &search).await.into(),
            Err(error) => {
                send(task, AnswerEvent::Failed { error }).await;
                self.quotation(&searched, &search).await.into()
            }
        };
        let stale = self.stale(&outcome.citations).await;
        outcome.warnings.extend(searched.absent.iter().cloned().chain(stale));
        outcome.search_ms = search_ms;
        outcome.mode = mode;
        outcome.query = rewritten;
        Ok(finish(task, outcome, model).await)
    }

    /// The follow-up as a question that stands alone: by the model where one answers, by rules otherwise.
    async fn standing_alone(
        &self,
        task: &Task,
        earlier: &[Turn],
        chosen: Option<&Chosen>,
    ) -> Result<Option<String>, EngineError> {
        let question = &task.request.question;
        let ruled = rewrite::by_rules(earlier, question);
        let (Some(chosen), Some(_)) = (chosen, &ruled) else { return Ok(ruled) };
        let (_, names) = self.terms().await?;
        let in_scope = |id: &DocumentId| task.request.scope.is_empty() || task.request.scope.contains(id);
        let mut titles: Vec<String> = names.iter().filter(|(id, _)| in_scope(id)).map(|(_, name)| name.title.clone()).collect();
        titles.sort();
        let work = Work { chosen, cancel: &task.cancel, events: &task.events };
        Ok(rewrite::rewrite(&work, earlier, question, ruled, &titles).await)
    }

    async fn generated(
        &self,
        task: &Task,
        search: &SearchRequest,
        history: &[Turn],
        searched: &Searched,
        chosen: &Chosen,
    ) -> Outcome {
        let inquiry = match self.inquiry(task, search, history, searched).await {
            Ok(inquiry) => inquiry,
            Err(error) => {
                tracing::warn!("neighbours were not joined: {error}");
                let scheme = Scheme::RB;
                Inquiry {
                    question: &search.query,
                    history,
                    passages: plain(searched),
                    around: Vec::new(),
                    entire: Vec::new(),
                    scheme,
                }
            }
        };
        let work = Work { chosen, cancel: &task.cancel, events: &task.events };
        let generated = generation::run(&work, inquiry).await;
        if let Some(error) = generated.failure {
            send(task, AnswerEvent::Failed { error }).await;
        }
        let outcome = Outcome {
            found: generated.sentences.iter().any(|sentence| !sentence.citations.is_empty()),
            sentences: generated.sentences,
            citations: generated.citations,
            stopped: generated.stopped,
            warnings: generated.warnings,
            prompt_tokens: generated.prompt_tokens,
            answer_tokens: generated.answer_tokens,
            scheme: generated.scheme,
            meter: generated.meter,
            ..Outcome::default()
        };
        if outcome.sentences.is_empty() && !outcome.stopped {
            let quoted = self.quotation(searched, search).await;
            let warnings = [outcome.warnings, quoted.warnings].concat();
            return Outcome {
                sentences: quoted.sentences,
                citations: quoted.citations,
                found: quoted.found,
                warnings,
                ..outcome
            };
        }
        outcome
    }

    /// What the model is given: a stretch in document order for a summary, else the hits with their neighbours.
    async fn inquiry<'a>(
        &self,
        task: &Task,
        search: &'a SearchRequest,
        history: &'a [Turn],
        searched: &Searched,
    ) -> Result<Inquiry<'a>, EngineError> {
        let question = search.query.as_str();
        let stretch = self.stretch(searched, search).await?;
        if !stretch.is_empty() {
            let scheme = Scheme::Summary;
            return Ok(Inquiry { question, history, passages: stretch, around: Vec::new(), entire: Vec::new(), scheme });
        }
        let scheme = task.request.scheme.filter(|scheme| *scheme != Scheme::Summary).unwrap_or(task.settings.scheme);
        let around = if scheme.reads_documents() { self.around(searched).await? } else { Vec::new() };
        let entire = if scheme == Scheme::Auto { self.entire(searched, search).await? } else { Vec::new() };
        Ok(Inquiry { question, history, passages: self.passages(searched).await?, around, entire, scheme })
    }
}

/// An answer before it is told.
#[derive(Debug, Default)]
struct Outcome {
    sentences: Vec<Sentence>,
    citations: Vec<Citation>,
    found: bool,
    stopped: bool,
    warnings: Vec<String>,
    mode: AnswerMode,
    query: Option<String>,
    search_ms: f64,
    prompt_tokens: Option<u32>,
    answer_tokens: Option<u32>,
    scheme: Option<Scheme>,
    meter: Option<PromptMeter>,
}

impl From<ExtractiveAnswer> for Outcome {
    fn from(answer: ExtractiveAnswer) -> Self {
        let ExtractiveAnswer { sentences, citations, found, warnings } = answer;
        Self { sentences, citations, found, warnings, ..Self::default() }
    }
}

/// Hits as they are, without neighbours.
pub(crate) fn plain(searched: &Searched) -> Vec<Passage> {
    searched.found.iter().map(|found| Passage { hit: found.hit.clone(), lines: found.lines.clone() }).collect()
}

async fn send(task: &Task, event: AnswerEvent) {
    // Nobody listening is no fault: the answer is kept all the same.
    let _ = task.events.send(event).await;
}

async fn finish(task: &Task, outcome: Outcome, model: Option<String>) -> Answered {
    let total_ms = milliseconds(task.started);
    let answered = Answered {
        sentences: outcome.sentences,
        citations: outcome.citations,
        found: outcome.found,
        stopped: outcome.stopped,
        warnings: outcome.warnings,
        mode: outcome.mode,
        model,
        query: outcome.query,
        total_ms,
        scheme: outcome.scheme,
        meter: outcome.meter,
    };
    let event = AnswerEvent::Done {
        sentences: answered.sentences.clone(),
        citations: answered.citations.clone(),
        found: answered.found,
        stopped: answered.stopped,
        warnings: answered.warnings.clone(),
        search_ms: outcome.search_ms,
        total_ms,
        prompt_tokens: outcome.prompt_tokens,
        answer_tokens: outcome.answer_tokens,
        scheme: answered.scheme,
        meter: answered.meter,
    };
    send(task, event).await;
    answered
}
