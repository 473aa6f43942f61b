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
