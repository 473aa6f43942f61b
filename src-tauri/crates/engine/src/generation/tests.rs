//! What a model's words become, and what it is given under each scheme.

#![allow(clippy::unwrap_used)]

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use waymark_answer::Passage;
use waymark_core::*;

use crate::completion::testing;

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
        answering: 0,
        scores: ScoreParts::default(),
        explanation: Explanation::default(),
    })
}

async fn run(script: Vec<Result<ChatPiece, WireError>>, context: u32, passages: &[Passage]) -> super::Generated {
    let chosen = super::Chosen { name: "m".into(), model: std::sync::Arc::new(Scripted(script, context)), loader: None };
    ask(&chosen, Scheme::RB, passages.to_vec(), Vec::new()).await
}

async fn ask(chosen: &super::Chosen, scheme: Scheme, passages: Vec<Passage>, around: Vec<Passage>) -> super::Generated {
    ask_with(chosen, scheme, passages, around, Vec::new()).await
}

async fn ask_with(
    chosen: &super::Chosen,
    scheme: Scheme,
    passages: Vec<Passage>,
    around: Vec<Passage>,
    entire: Vec<Passage>,
) -> super::Generated {
    let (events, mut seen) = mpsc::channel(4096);
    let cancel = CancellationToken::new();
    let work = super::Work { chosen, cancel: &cancel, events: &events };
    let question = if scheme == Scheme::Summary { "Summarise the report" } else { "What was the profit?" };
    let inquiry = super::Inquiry { question, history: &[], passages, around, entire, scheme };
    let generated = super::run(&work, inquiry).await;
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
    let generated =
        run(vec![text("The profit was 12 million euros [1"), broken], 4096, &[passage("The profit was 12 million euros.", 1)])
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

/// A model that judges, picks and answers; how it answers is told.
fn versed(keep: &'static str, lines: &'static str, answer: &'static str) -> (super::Chosen, testing::Seen) {
    let (model, seen) = testing::answering(move |request| {
        let system = &request.messages[0].content;
        Ok(if system.contains("You judge") {
            format!(r#"{{"thoughts": "t", "keep": {keep}}}"#)
        } else if system.contains("You pick") {
            format!(r#"{{"lines": {lines}}}"#)
        } else {
            answer.to_owned()
        })
    });
    (testing::chosen(model), seen)
}

fn asked(seen: &testing::Seen) -> Vec<String> {
    seen.lock().unwrap().iter().map(|request| request.messages.last().unwrap().content.clone()).collect()
}

fn shelf() -> Vec<Passage> {
    vec![passage("Sales rose in Europe. The weather was fine.", 1), passage("The profit was 12 million euros. Costs fell.", 2)]
}

#[tokio::test]
async fn a_filter_leaves_out_what_does_not_help() {
    let (chosen, seen) = versed("[2]", "[]", "The profit was 12 million euros [2].");
    let generated = ask(&chosen, Scheme::Fil, shelf(), Vec::new()).await;
    let last = asked(&seen).pop().unwrap();
    assert!(last.contains("[2] Annual report") && !last.contains("[1] Annual report"), "{last}");
    assert_eq!(generated.citations.iter().map(|c| c.number).collect::<Vec<_>>(), [2]);
    assert_eq!((generated.scheme, generated.meter.unwrap().given), (Some(Scheme::Fil), 1));
}

#[tokio::test]
async fn picked_lines_of_the_whole_document_can_be_cited() {
    let around = vec![passage("The profit of 2021 was 9 million euros. It rained.", 9), passage("Nothing of note.", 7)];
    // Lines in document order: 1–2 and 3–4 of the passages found, 5 of passage 7, 6–7 of passage 9.
    let (chosen, seen) =
        versed("[2]", "[3, 6]", "The profit was 12 million euros [2]. The profit of 2021 was 9 million euros [4].");
    let generated = ask(&chosen, Scheme::FullEF, shelf(), around).await;
    let last = asked(&seen).pop().unwrap();
    assert!(last.contains("The profit of 2021 was 9 million euros.") && !last.contains("It rained"), "{last}");
    assert!(!last.contains("Sales rose"), "{last}");
    assert_eq!(generated.citations.iter().map(|c| c.segment).collect::<Vec<_>>(), [SegmentId(2), SegmentId(9)]);
    assert!(generated.sentences.iter().all(|s| s.support == Support::Supported), "{:?}", generated.sentences);
    assert_eq!(seen.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn one_step_while_everything_fits_and_lines_when_it_does_not() {
    let (chosen, seen) = versed("[]", "[1]", "The profit was 12 million euros [2].");
    let generated = ask(&chosen, Scheme::Auto, shelf(), Vec::new()).await;
    assert_eq!((generated.scheme, seen.lock().unwrap().len()), (Some(Scheme::RB), 1));
    let long: Vec<Passage> = (1..6).map(|rank| passage(&"The profit was described at length. ".repeat(90), rank)).collect();
    let (chosen, seen) = versed("[]", "[1]", "The profit was described at length [1].");
    let generated = ask(&chosen, Scheme::Auto, long, Vec::new()).await;
    assert_eq!(generated.scheme, Some(Scheme::RBExt));
    let requests = seen.lock().unwrap();
    let tokens = |request: &ChatRequest| request.messages.iter().map(|m| m.content.len().div_ceil(3)).sum::<usize>();
    assert!(requests.iter().all(|request| tokens(request) + request.max_tokens as usize <= 4096), "a call exceeds the context");
}

#[tokio::test]
async fn t039_a_small_document_is_read_as_a_whole_by_the_models_own_count() {
    let long = |rank| passage(&format!("Part {rank}. {}", "It goes on. ".repeat(40)), rank);
    let entire: Vec<Passage> = [2, 1, 3, 4].into_iter().map(long).collect();
    let (chosen, seen) = versed("[]", "[]", "Part 4 is there [4].");
    let generated = ask_with(&chosen, Scheme::Auto, shelf(), Vec::new(), entire.clone()).await;
    assert_eq!((generated.scheme, seen.lock().unwrap().len()), (Some(Scheme::RL), 1));
    assert_eq!(generated.meter.unwrap().given, 4);
    let last = asked(&seen).pop().unwrap();
    assert!((1..=4).all(|n| last.contains(&format!("Part {n}."))) && !last.contains("Sales rose"), "{last}");

    let large: Vec<Passage> = (1..40).map(long).collect();
    let (chosen, seen) = versed("[]", "[]", "The profit was 12 million euros [2].");
    let generated = ask_with(&chosen, Scheme::Auto, shelf(), Vec::new(), large).await;
    assert_eq!(generated.scheme, Some(Scheme::RB));
    assert!(!asked(&seen).pop().unwrap().contains("Part 30."));
    let (chosen, _) = versed("[]", "[]", "The profit was 12 million euros [2].");
    assert_eq!(ask_with(&chosen, Scheme::RB, shelf(), Vec::new(), entire).await.scheme, Some(Scheme::RB), "the reader's choice");
}

#[tokio::test]
async fn a_step_that_fails_is_told_and_left_out() {
    let (model, _) = testing::answering(|request| {
        let system = &request.messages[0].content;
        Ok(if system.contains("You judge") { "No idea." } else { "The profit was 12 million euros [2]." }.to_owned())
    });
    let generated = ask(&testing::chosen(model), Scheme::Fil, shelf(), Vec::new()).await;
    assert_eq!(generated.citations[0].number, 2);
    assert!(generated.warnings.iter().any(|w| w.contains("could not judge the passages")), "{:?}", generated.warnings);
    let (model, _) = testing::answering(|_| Err(WireError::new(ErrorCode::OllamaAbsent, "gone")));
    let generated = ask(&testing::chosen(model), Scheme::Fil, shelf(), Vec::new()).await;
    assert_eq!(generated.failure.map(|error| error.code), Some(ErrorCode::OllamaAbsent));
}

#[tokio::test]
async fn t037_a_summary_goes_through_all_windows_and_keeps_only_what_passages_carry() {
    let passages: Vec<Passage> =
        (1..=9).map(|n| passage(&format!("Part {n} tells of subject{n}. {}", "It goes on at length. ".repeat(120)), n)).collect();
    let (model, seen) = testing::answering(|request| {
        let body = &request.messages[1].content;
        if body.contains("Statements about consecutive parts") {
            return Ok("Nobody said 77 [1].".to_owned());
        }
        let numbers = (1..=9).filter(|n| body.contains(&format!("[{n}] Annual report")));
        let all: Vec<String> = numbers.map(|n| format!("Part {n} tells of subject{n} [{n}]. Invented {n}000 [{n}]. ")).collect();
        Ok(format!("{} Elsewhere too [42].", all.join(" ")))
    });
    let generated = ask(&testing::chosen(model), Scheme::Summary, passages, Vec::new()).await;
    let text: Vec<&str> = generated.sentences.iter().map(|s| s.text.trim()).collect();
    let wanted: Vec<String> = (1..=9).map(|n| format!("Part {n} tells of subject{n}.")).collect();
    assert_eq!(text, wanted, "all parts in order, nothing invented");
    assert_eq!(generated.citations.iter().map(|c| c.number).collect::<Vec<_>>(), (1..=9).collect::<Vec<u32>>());
    assert!(seen.lock().unwrap().len() >= 3, "more windows than one");
    assert!(generated.warnings.iter().any(|w| w.contains("left out")), "{:?}", generated.warnings);
}
