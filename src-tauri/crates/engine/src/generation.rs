//! Passages + a model → a streamed answer, parsed and verified. Also the joining of neighbours that a model profits from.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use futures::StreamExt as _;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use waymark_answer::followup::Turn;
use waymark_answer::verify::{self, VerifyOptions};
use waymark_answer::{Passage, citations, prompt};
use waymark_core::{
    AnswerEvent, ChatMessage, ChatModel, ChatOutcome, ChatPiece, ChatRequest, ChatRole, Citation, DocumentId, ErrorCode,
    Sentence, WireError,
};
use waymark_llm::OllamaChat;
use waymark_retrieve::Scored;
use waymark_retrieve::expand::{ExpandOptions, Part, expand};
use waymark_store::StoredSegment;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::search::{Found, Searched, meta};

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
}

/// Asks the model and verifies what it wrote. Text that came before a stop or a failure is verified and kept.
pub(crate) async fn run(
    chosen: &Chosen,
    question: &str,
    history: &[Turn],
    passages: &[Passage],
    cancel: &CancellationToken,
    events: &mpsc::Sender<AnswerEvent>,
) -> Generated {
    if let Err(error) = chosen.ready(cancel).await {
        let stopped = error.code == ErrorCode::Cancelled;
        return Generated { stopped, failure: Some(error).filter(|_| !stopped), ..Generated::default() };
    }
    let count = |text: &str| chosen.model.estimate_tokens(text);
    let context = chosen.model.context_length();
    let reserve = ANSWER_TOKENS.min(context / 3);
    let prompt = match prompt::build(question, &messages(history), passages, &count, context, reserve) {
        Ok(prompt) => prompt,
        Err(error) => {
            let failure = Some(WireError::new(ErrorCode::TooLong, error.to_string()));
            return Generated { failure, ..Generated::default() };
        }
    };
    let mut warnings = Vec::new();
    if !prompt.dropped.is_empty() {
        let (used, all) = (prompt.used.len(), passages.len());
        warnings.push(format!("{used} of {all} passages fit the model's context of {context} tokens"));
    }
    let used = prompt.used;
    let request = ChatRequest { model: chosen.name.clone(), messages: prompt.messages, max_tokens: reserve, schema: None };
    let streamed = stream(chosen.model.as_ref(), request, cancel, events).await;
    warnings.extend(streamed.outcome.as_ref().and_then(cut_short));
    if streamed.outcome.is_some_and(|outcome| outcome.length_limited) {
        warnings.push("the answer was cut off at the length limit".into());
    }
    let given: Vec<Passage> = used.iter().filter_map(|index| passages.get(*index).cloned()).collect();
    let (sentences, citations, remarks) = verified(&streamed.text, question, passages, &used, &given);
    warnings.extend(remarks);
    Generated {
        sentences,
        citations,
        warnings,
        stopped: streamed.stopped,
        failure: streamed.failure,
        prompt_tokens: streamed.outcome.and_then(|outcome| outcome.prompt_tokens),
        answer_tokens: streamed.outcome.and_then(|outcome| outcome.answer_tokens),
    }
}

/// Only passages that were given can be cited: numbers of dropped ones count as unknown.
fn verified(
    text: &str,
    question: &str,
    passages: &[Passage],
    used: &[usize],
    given: &[Passage],
) -> (Vec<Sentence>, Vec<Citation>, Vec<String>) {
    let most = u32::try_from(passages.len()).unwrap_or(u32::MAX);
    let mut raw = citations::parse(text, most);
    let position: HashMap<u32, u32> =
        used.iter().zip(1..).filter_map(|(index, place)| Some((u32::try_from(*index).ok()? + 1, place))).collect();
    for sentence in &mut raw {
        let (known, lost): (Vec<u32>, Vec<u32>) = sentence.numbers.iter().partition(|number| position.contains_key(number));
        sentence.numbers = known.iter().filter_map(|number| position.get(number).copied()).collect();
        sentence.unknown.extend(lost);
    }
    let mut sentences = verify::check(&raw, given, question, &VerifyOptions::default());
    let remarks = verify::warnings(&sentences, &raw);
    let number = |place: u32| used.get(place as usize - 1).and_then(|index| u32::try_from(index + 1).ok());
    let mut cited = BTreeSet::new();
    for sentence in &mut sentences {
        sentence.citations = sentence.citations.iter().filter_map(|place| number(*place)).collect();
        cited.extend(sentence.citations.iter().copied());
    }
    let sources =
        cited.into_iter().filter_map(|number| passages.get(number as usize - 1).map(|passage| passage.cite(number, None)));
    (sentences, sources.collect(), remarks)
}

/// A server that counts far fewer tokens than were sent has cut the prompt.
fn cut_short(outcome: &ChatOutcome) -> Option<String> {
    let counted = outcome.prompt_tokens.unwrap_or_default();
    outcome
        .prompt_cut
        .then(|| format!("the server read only {counted} tokens of the prompt; the answer may rest on a part of the passages"))
}

struct Streamed {
    text: String,
    outcome: Option<ChatOutcome>,
    stopped: bool,
    failure: Option<WireError>,
}

async fn stream(
    model: &dyn ChatModel,
    request: ChatRequest,
    cancel: &CancellationToken,
    events: &mpsc::Sender<AnswerEvent>,
) -> Streamed {
    let mut pieces = model.chat(request);
    let mut streamed = Streamed { text: String::new(), outcome: None, stopped: false, failure: None };
    loop {
        let piece = tokio::select! {
            piece = pieces.next() => piece,
            () = cancel.cancelled() => {
                streamed.stopped = true;
                return streamed;
            }
        };
        match piece {
            Some(Ok(ChatPiece::Text(text))) => {
                streamed.text.push_str(&text);
                let _ = events.send(AnswerEvent::Token { text }).await;
            }
            Some(Ok(ChatPiece::Thinking(_))) => {}
            Some(Ok(ChatPiece::End(outcome))) => streamed.outcome = Some(outcome),
            Some(Err(error)) => {
                streamed.failure = Some(error);
                streamed.stopped = !streamed.text.is_empty();
                return streamed;
            }
            None => return streamed,
        }
    }
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

impl Engine {
    /// The hits with their neighbours joined on (MacRAG 2.5, one hop), as given to a model.
    pub(crate) async fn passages(&self, searched: &Searched) -> Result<Vec<Passage>, EngineError> {
        let options = ExpandOptions::default();
        let mut parts: HashMap<(DocumentId, u32), Part> = HashMap::new();
        for found in &searched.found {
            for stored in self.inner.store.neighbours(found.hit.segment, options.hops).await? {
                parts.insert((stored.document, stored.segment.ordinal), part(&stored));
            }
        }
        let ranked = searched.found.iter().filter_map(|found| scored(found, &parts)).collect();
        let load = |document: DocumentId, ordinal: u32| parts.get(&(document, ordinal)).cloned();
        let hits: HashMap<_, _> = searched.found.iter().map(|found| (found.hit.segment, &found.hit)).collect();
        let joined = expand(ranked, &load, &options).into_iter().filter_map(|passage| {
            let mut hit = (*hits.get(&passage.hit.segment)?).clone();
            hit.text = passage.text;
            hit.locators = passage.locators;
            hit.explanation = passage.hit.explanation;
            Some(Passage { hit, lines: passage.lines })
        });
        Ok(joined.collect())
    }
}

fn part(stored: &StoredSegment) -> Part {
    Part {
        segment: stored.id,
        meta: meta(stored),
        locators: stored.segment.locators.clone(),
        lines: stored.segment.lines.clone(),
    }
}

fn scored(found: &Found, parts: &HashMap<(DocumentId, u32), Part>) -> Option<Scored> {
    let hit = &found.hit;
    let part = parts.values().find(|part| part.segment == hit.segment)?;
    Some(Scored {
        segment: hit.segment,
        meta: part.meta.clone(),
        score: hit.score,
        parts: hit.scores,
        explanation: hit.explanation.clone(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use futures::StreamExt as _;
    use futures::stream::{self, BoxStream};
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;
    use waymark_answer::Passage;
    use waymark_core::*;

    struct Scripted(Vec<Result<ChatPiece, WireError>>, u32);

    impl ChatModel for Scripted {
        fn chat(&self, _: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>> {
            stream::iter(self.0.clone()).boxed()
        }
        fn context_length(&self) -> u32 {
            self.1
        }
        fn estimate_tokens(&self, text: &str) -> u32 {
            u32::try_from(text.len() / 3).unwrap()
        }
    }

    fn passage(text: &str, rank: u32) -> Passage {
        Passage::whole(Hit {
            rank,
            score: 1.0,
            segment: SegmentId(rank.into()),
            document: DocumentId(1),
            title: "Annual report".into(),
            file_name: "report.pdf".into(),
            section_path: vec!["Annual report".into(), "Results".into()],
            section: 1,
            kind: SegmentKind::Text,
            text: text.into(),
            locators: vec![Locator::default()],
            scores: ScoreParts::default(),
            explanation: Explanation::default(),
        })
    }

    async fn run(script: Vec<Result<ChatPiece, WireError>>, context: u32, passages: &[Passage]) -> super::Generated {
        let chosen = super::Chosen { name: "m".into(), model: std::sync::Arc::new(Scripted(script, context)), loader: None };
        let (events, mut seen) = mpsc::channel(64);
        let generated = super::run(&chosen, "What was the profit?", &[], passages, &CancellationToken::new(), &events).await;
        drop(events);
        while seen.recv().await.is_some() {}
        generated
    }

    fn text(text: &str) -> Result<ChatPiece, WireError> {
        Ok(ChatPiece::Text(text.into()))
    }

    #[tokio::test]
    async fn marks_of_passages_that_were_not_given_vanish() {
        let passages = [passage("The profit was 12 million euros.", 1), passage(&"filler words here ".repeat(3000), 2)];
        let script =
            vec![text("The profit was 12 million euros [1]. It rose [2] much [7]."), Ok(ChatPiece::End(ChatOutcome::default()))];
        let generated = run(script, 4096, &passages).await;
        assert!(generated.citations.iter().all(|citation| citation.number == 1), "{:?}", generated.citations);
        assert!(generated.warnings.iter().any(|warning| warning.contains("1 of 2 passages")), "{:?}", generated.warnings);
        assert_eq!(generated.sentences[0].citations, [1]);
        assert!(generated.sentences.iter().all(|sentence| !sentence.text.contains('[')));
    }

    #[tokio::test]
    async fn what_came_before_a_failure_is_kept() {
        let broken = Err(WireError::new(ErrorCode::ModelFailed, "the server died"));
        let generated = run(
            vec![text("The profit was 12 million euros [1"), broken],
            4096,
            &[passage("The profit was 12 million euros.", 1)],
        )
        .await;
        assert!(generated.stopped && generated.failure.is_some());
        assert_eq!(generated.sentences.len(), 1);
        assert!(!generated.sentences[0].text.contains('['), "{:?}", generated.sentences);
    }

    #[tokio::test]
    async fn a_prompt_that_the_server_cut_is_told() {
        let end = ChatOutcome { prompt_tokens: Some(20), prompt_cut: true, ..ChatOutcome::default() };
        let generated =
            run(vec![text("Yes [1]."), Ok(ChatPiece::End(end))], 4096, &[passage(&"The profit was 12. ".repeat(100), 1)]).await;
        assert!(generated.warnings.iter().any(|warning| warning.contains("read only 20 tokens")), "{:?}", generated.warnings);
    }
}
