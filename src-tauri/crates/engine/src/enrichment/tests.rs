#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use tokio_util::sync::CancellationToken;
use waymark_core::{
    ChatModel, ChatOutcome, ChatPiece, ChatRequest, DigestOrigin, DocumentFacts, DocumentHealth, DocumentId, DocumentInfo,
    DocumentTree, ErrorCode, Markdown, Section, Segment, SegmentKind, Stage, WireError,
};
use waymark_store::{NewDocument, Store, StructuredDocument};

use super::asking::{Answering, Asking};
use super::work;
use crate::completion::testing::{Seen, answering, chosen};
use crate::generation::Chosen;
use crate::options::{Access, EngineOptions, WorkerCommand};
use crate::runtime::RuntimeFiles;
use crate::types::Settings;
use crate::{Engine, EngineError};

const TITLES: [(&str, Option<u32>); 5] =
    [("Acme Pump Guide", None), ("1 Pumps", Some(0)), ("1.1 Cooling", Some(1)), ("1.2 Oil", Some(1)), ("2 Valves", Some(0))];

/// A text that is long enough to be asked about; its first sentence names what it is of.
fn text(subject: &str) -> String {
    let more = "It is checked once a day by the crew on duty, who write what they find into the book beside the door. ";
    format!("The {subject} circuit holds 40 litres. {more}{more}{more}")
}

fn section(index: u32, title: &str, parent: Option<u32>) -> Section {
    Section {
        index,
        parent,
        level: parent.map_or(0, |parent| if parent == 0 { 1 } else { 2 }),
        title: title.into(),
        page: index,
        label: None,
        last_page: index,
        heading: Vec::new(),
        rects: Vec::new(),
        evidence: Vec::new(),
        confidence: 1.0,
    }
}

fn segment(ordinal: u32, section: u32, text: String) -> Segment {
    Segment {
        ordinal,
        section,
        kind: SegmentKind::Text,
        path: vec![TITLES[0].0.into(), TITLES[section as usize].0.into()],
        metadata: String::new(),
        embedding_text: text.clone(),
        lexical_text: text.clone(),
        locators: Vec::new(),
        lines: Vec::new(),
        text,
    }
}

/// A library with one document: text in 1.1 (two passages), 1.2 and 2 (one each).
async fn library(folder: &Path) -> DocumentId {
    let store = Store::open(folder).await.unwrap();
    let file = NewDocument { hash: "h".into(), path: "/a.pdf".into(), file_name: "a.pdf".into(), size: 1, modified_ms: 1 };
    let id = store.enqueue(vec![file], 1).await.unwrap()[0].document;
    store.claim_next(2).await.unwrap().unwrap();
    let sections = TITLES.iter().zip(0..).map(|((title, parent), at)| section(at, title, *parent)).collect();
    let facts = DocumentFacts { title: TITLES[0].0.into(), ..DocumentFacts::default() };
    let tree = DocumentTree { facts, sections, ..DocumentTree::default() };
    let texts = [(2, text("cooling")), (2, text("spare")), (3, text("oil")), (4, text("valve"))];
    let segments: Vec<Segment> = texts.into_iter().zip(0..).map(|((at, text), ordinal)| segment(ordinal, at, text)).collect();
    let structured = StructuredDocument {
        info: &DocumentInfo::default(),
        tree: &tree,
        report: &DocumentHealth::default(),
        markdown: &Markdown { text: String::new(), map: Vec::new() },
        pages: &[],
        segments: &segments,
        version: 1,
    };
    store.save_structure(id, structured, 3).await.unwrap();
    store.finish_stage(id, Stage::Indexing, 4).await.unwrap();
    store.close().await;
    id
}

/// An engine without any runtime files: search by words, no vectors.
async fn engine(folder: &Path) -> Engine {
    let mut options = EngineOptions::new(folder, WorkerCommand::this_program().unwrap(), Access::Write);
    options.runtime = Some(RuntimeFiles::below(&folder.join("nothing")));
    options.workers = 1;
    Engine::open(options).await.unwrap()
}

async fn enrich(engine: &Engine, model: &Chosen, document: DocumentId) -> Result<(), EngineError> {
    let cancel = CancellationToken::new();
    work::run(&Asking { engine, chosen: model, cancel: &cancel, document, unasked: false }).await
}

/// The user's part of a request.
fn asked(request: &ChatRequest) -> &str {
    &request.messages[1].content
}

/// Answers as a faithful model would: with the first sentence of what it is given.
fn faithful(request: &ChatRequest) -> Result<String, WireError> {
    if asked(request).contains("First page:") {
        return Ok(r#"{"terms": ["Acme Pump", "Invented Company", "the"]}"#.into());
    }
    let body = asked(request).split("\"\"\"\n").nth(1).unwrap();
    let line = body.lines().find(|line| line.len() > 20).unwrap();
    Ok(serde_json::json!({"key_points": ["circuit"], "summary": line.split(". ").next().unwrap()}).to_string())
}

fn subjects(seen: &Seen) -> Vec<String> {
    let title = |request: &ChatRequest| {
        let line = asked(request).lines().find(|line| line.starts_with("Section: ") || line.starts_with("Title: ")).unwrap();
        line.rsplit(" › ").next().unwrap().to_owned()
    };
    seen.lock().unwrap().iter().map(title).collect()
}

#[tokio::test]
async fn children_are_summarised_before_their_parents_who_are_made_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    let (model, seen) = answering(faithful);
    enrich(&engine, &chosen(model), id).await.unwrap();
    let order = subjects(&seen);
    assert_eq!(
        order,
        [
            "1.1 Cooling",
            "1.2 Oil",
            "1 Pumps",
            "2 Valves",
            "Section: Acme Pump Guide",
            "Title: Acme Pump Guide",
            "1.1 Cooling",
            "1.1 Cooling"
        ]
    );
    let pumps = seen.lock().unwrap()[2].clone();
    assert!(asked(&pumps).contains("1.1 Cooling\n") && asked(&pumps).contains("The oil circuit holds 40 litres"), "{pumps:?}");
    let summaries = engine.document_summaries(id).await.unwrap();
    let indexes: Vec<u32> = summaries.sections.iter().map(|section| section.section).collect();
    assert_eq!((indexes, summaries.missing), (vec![0, 1, 2, 3, 4], 0));
    assert!(summaries.sections.iter().all(|section| section.origin == DigestOrigin::Model && !section.stale));
    assert_eq!((summaries.passages, summaries.long_passages), (4, 4), "those of 1.2 and 2 are their sections'");
    assert_eq!(summaries.terms, ["Acme Pump"], "only what stands in the document");
    let (terms, _) = engine.terms().await.unwrap();
    let kinds: Vec<_> = terms.named("acmepump").iter().map(|name| name.kind).collect();
    assert_eq!(kinds, [waymark_retrieve::query::NameKind::Generated]);
    engine.close().await;
}

#[tokio::test]
async fn a_stopped_run_goes_on_with_what_is_missing_and_a_finished_one_asks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    let left = AtomicU32::new(3);
    let (failing, first) = answering(move |request| {
        let left = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_or_else(|_| Err(WireError::new(ErrorCode::OllamaAbsent, "gone")), |_| faithful(request))
    });
    enrich(&engine, &chosen(failing), id).await.unwrap_err();
    assert_eq!(first.lock().unwrap().len(), 4);
    assert_eq!(engine.document_summaries(id).await.unwrap().missing, 2);
    let (model, second) = answering(faithful);
    enrich(&engine, &chosen(model), id).await.unwrap();
    assert_eq!(subjects(&second)[..2], ["2 Valves", "Section: Acme Pump Guide"]);
    assert_eq!(second.lock().unwrap().len(), 5);
    let (model, third) = answering(faithful);
    enrich(&engine, &chosen(model), id).await.unwrap();
    assert!(third.lock().unwrap().is_empty());
    engine.close().await;
}

#[tokio::test]
async fn an_invented_number_is_refused_and_marked() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    let (model, _) = answering(|request| {
        let lying = asked(request).contains("1.2 Oil") && asked(request).contains("Extract");
        if lying { Ok(r#"{"summary": "The oil circuit holds 90 litres."}"#.into()) } else { faithful(request) }
    });
    enrich(&engine, &chosen(model), id).await.unwrap();
    let summaries = engine.document_summaries(id).await.unwrap();
    let oil = summaries.sections.iter().find(|section| section.section == 3).unwrap();
    assert_eq!(oil.origin, DigestOrigin::Extractive);
    assert!(text("oil").contains(oil.summary.split(". ").next().unwrap()), "{}", oil.summary);
    assert!(summaries.sections.iter().all(|section| !section.summary.contains("90")));
    assert!(
        summaries.sections.iter().filter(|section| section.section != 3).all(|section| section.origin == DigestOrigin::Model)
    );
    engine.close().await;
}

#[tokio::test]
async fn another_model_makes_them_stale_until_it_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    let (model, _) = answering(faithful);
    enrich(&engine, &chosen(model), id).await.unwrap();
    let settings = Settings { model: "other:latest".into(), ..Settings::default() };
    assert!(!engine.lacks_summaries(id, &Settings::default()).await.unwrap());
    engine.change_settings(settings.clone()).await.unwrap();
    assert!(engine.document_summaries(id).await.unwrap().sections.iter().all(|section| section.stale));
    assert!(engine.lacks_summaries(id, &settings).await.unwrap());
    let (model, seen) = answering(faithful);
    let other = Chosen { name: "other".into(), ..chosen(model) };
    enrich(&engine, &other, id).await.unwrap();
    assert_eq!(seen.lock().unwrap().len(), 8, "everything is asked anew");
    assert!(engine.document_summaries(id).await.unwrap().sections.iter().all(|section| !section.stale));
    assert!(!engine.lacks_summaries(id, &settings).await.unwrap());
    engine.close().await;
}

/// Its first call never ends; the drop of it is noted.
struct Slow {
    calls: Arc<AtomicU32>,
    broken_off: Arc<AtomicBool>,
}

struct Noted(Arc<AtomicBool>);

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl ChatModel for Slow {
    fn chat(&self, request: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>> {
        if self.calls.fetch_add(1, Ordering::SeqCst) == 0 {
            let noted = Noted(Arc::clone(&self.broken_off));
            return stream::pending()
                .inspect(move |_| {
                    let _ = &noted;
                })
                .boxed();
        }
        let text = faithful(&request).unwrap();
        stream::iter([Ok(ChatPiece::Text(text)), Ok(ChatPiece::End(ChatOutcome::default()))]).boxed()
    }

    fn context_length(&self) -> u32 {
        4096
    }

    fn estimate_tokens(&self, text: &str) -> u32 {
        u32::try_from(text.len().div_ceil(3)).unwrap()
    }
}

#[tokio::test]
async fn a_question_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    let (calls, broken_off) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let model = Slow { calls: Arc::clone(&calls), broken_off: Arc::clone(&broken_off) };
    let model = Chosen { name: "slow".into(), model: Arc::new(model), loader: None };
    let background = engine.clone();
    let run = tokio::spawn(async move { enrich(&background, &model, id).await });
    let wait = |condition: Box<dyn Fn() -> bool>| async move {
        for _ in 0..500 {
            if condition() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it never happened");
    };
    let seen = Arc::clone(&calls);
    wait(Box::new(move || seen.load(Ordering::SeqCst) == 1)).await;
    let question = Answering::begin(&engine);
    let gone = Arc::clone(&broken_off);
    wait(Box::new(move || gone.load(Ordering::SeqCst))).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(calls.load(Ordering::SeqCst), 1, "nothing is asked while an answer is being generated");
    drop(question);
    run.await.unwrap().unwrap();
    assert_eq!(calls.load(Ordering::SeqCst), 9, "the call that was broken off is made again");
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_document_takes_its_summaries_along_and_ends_the_work_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    let removed: Arc<Mutex<Option<Engine>>> = Arc::new(Mutex::new(Some(engine.clone())));
    let (model, seen) = answering(move |request| {
        if asked(request).contains("2 Valves")
            && let Some(engine) = removed.lock().unwrap().take()
        {
            let delete = async move { engine.inner.store.delete_documents(&[id]).await };
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(delete)).unwrap();
        }
        faithful(request)
    });
    let ended = WireError::from(enrich(&engine, &chosen(model), id).await.unwrap_err());
    assert_eq!(ended.code, ErrorCode::Cancelled);
    assert_eq!(seen.lock().unwrap().len(), 4);
    assert!(engine.inner.store.node_summaries(id).await.unwrap().is_empty());
    assert!(engine.inner.store.model_terms().await.unwrap().is_empty());
    engine.close().await;
}

#[tokio::test]
async fn a_job_that_finds_no_model_ends_with_the_reason_and_can_be_stopped_before() {
    let folder = tempfile::tempdir().unwrap();
    let id = library(folder.path()).await;
    let engine = engine(folder.path()).await;
    engine.change_settings(Settings { ollama_host: "127.0.0.1:9".into(), ..Settings::default() }).await.unwrap();
    engine.enrich(id, None).await.unwrap();
    for _ in 0..500 {
        if engine.enrichment_status().await.unwrap().jobs[0].ended {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let jobs = engine.enrichment_status().await.unwrap().jobs;
    assert_eq!((jobs.len(), jobs[0].ended, jobs[0].running), (1, true, false));
    assert_eq!(jobs[0].error.as_ref().unwrap().code, ErrorCode::OllamaAbsent);
    assert!(engine.enrich(DocumentId(99), None).await.is_err());
    engine.remove(&[id]).await.unwrap();
    assert!(engine.enrichment_status().await.unwrap().jobs.is_empty());
    engine.close().await;
}
