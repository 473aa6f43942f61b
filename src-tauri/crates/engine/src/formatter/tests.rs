//! Runs with models that answer from a script, on documents whose headings lost their style.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use tokio_util::sync::CancellationToken;
use waymark_core::page::PageChar;
use waymark_core::{ChatModel, ChatPiece, ChatRequest, DocumentInfo, ErrorCode, FontInfo, PageText, Rect, WireError};
use waymark_store::{NewDocument, Store};
use waymark_structure::eval::damage_styles;
use waymark_structure::formatter::Material;
use waymark_structure::{Builder, SourceName, Structured};

use super::kept::Kept;
use super::{Outcome, Run};
use crate::completion::testing::{Answering, Seen, answering, chosen};
use crate::error::EngineError;
use crate::generation::Chosen;
use crate::types::Formatter;

const PROSE: [&str; 4] = [
    "The ferries of this line leave the northern pier at every full hour and reach the",
    "island within the next one, and in winter they wait for the train from the capital",
    "when it is late. A ticket holds for the whole day and for every boat of the company",
    "that bears its colours, with the exception of the fast boats in July and in August.",
];
/// What a chapter is about.
const PLACES: [&str; 8] = ["northern", "southern", "eastern", "western", "inner", "outer", "upper", "lower"];

/// Notes that stand alone and are no headings.
fn notes(at: usize, part: usize) -> [String; 2] {
    [format!("see the {} list {},", PLACES[at], PLACES[part + 2]), format!("• for {} and {};", PLACES[part], PLACES[7 - at])]
}

fn put(page: &mut PageText, y: f32, size: f32, font: u16, text: &str) {
    for (at, ch) in text.chars().enumerate() {
        let x = 72.0 + at as f32 * size * 0.5;
        let rect = Rect::new(x, y - 0.2 * size, x + size * 0.5, y + 0.8 * size);
        page.chars.push(PageChar { ch, rect, x, y, size, font, color: 0, angle: 0, mcid: -1, flags: 0 });
    }
}

fn chapter(at: usize) -> String {
    format!("The {} crossing", PLACES[at])
}

fn section(at: usize, part: usize) -> String {
    format!("{} of the {} crossing", ["Timetable", "Prices"][part], PLACES[at])
}

/// Eight chapters of two sections, a chapter a page, with or without their styles.
fn builder(damaged: bool) -> Builder {
    let fonts = [false, true].map(|bold| FontInfo { name: "Serif".into(), bold, ..FontInfo::default() }).to_vec();
    let mut pages: Vec<PageText> = (0..8)
        .map(|at| {
            let index = u32::try_from(at).unwrap();
            let mut page = PageText { index, width: 612.0, height: 792.0, fonts: fonts.clone(), ..PageText::default() };
            put(&mut page, 720.0, 16.0, 1, &chapter(at));
            for part in 0..2 {
                let top = 680.0 - 220.0 * part as f32;
                for (line, text) in PROSE.iter().enumerate() {
                    put(&mut page, top - 12.0 * line as f32, 10.0, 0, text);
                }
                put(&mut page, top - 80.0, 12.0, 1, &section(at, part));
                for (line, text) in PROSE.iter().enumerate() {
                    put(&mut page, top - 100.0 - 12.0 * line as f32, 10.0, 0, text);
                }
                for (line, text) in notes(at, part).iter().enumerate() {
                    put(&mut page, top - 150.0 - 12.0 * line as f32, 10.0, 0, text);
                }
            }
            page
        })
        .collect();
    if damaged {
        damage_styles(&mut pages);
    }
    let info = DocumentInfo { pages: 8, ..DocumentInfo::default() };
    let mut builder = Builder::new(info, &SourceName { file_name: "ferries.pdf" });
    pages.iter().for_each(|page| builder.add_page(page));
    builder
}

fn truth(text: &str) -> Option<u8> {
    let title = (0..8).any(|at| chapter(at) == text);
    let part = (0..8).any(|at| (0..2).any(|part| section(at, part) == text));
    if title { Some(1) } else { part.then_some(2) }
}

fn outline(found: &Structured) -> Vec<(u8, String)> {
    found.tree.sections.iter().skip(1).map(|section| (section.level, section.title.clone())).collect()
}

fn wanted() -> Vec<(u8, String)> {
    (0..8).flat_map(|at| [(1, chapter(at)), (2, section(at, 0)), (2, section(at, 1))]).collect()
}

/// Ids and texts of the lines that a prompt shows to be judged, and the ids that it asks about.
fn shown(request: &ChatRequest) -> (Vec<(String, String)>, Vec<String>) {
    let prompt = &request.messages[1].content;
    let lines = prompt.split_once("The lines to look at:\n").unwrap().1.split_once("\nThese were").unwrap().0;
    let lines = lines.lines().filter_map(|line| line.strip_prefix('[')?.split_once("] "));
    let lines = lines.map(|(id, text)| (id.to_owned(), text.to_owned())).collect();
    let asked = prompt.split_once("Judge the lines ").unwrap().1.split_once(" and no others").unwrap().0;
    (lines, asked.split(", ").map(str::to_owned).collect())
}

/// The reply of one who says `say` of every line asked about.
fn judged(request: &ChatRequest, say: impl Fn(usize, &str) -> Option<u8>) -> String {
    let (lines, asked) = shown(request);
    let word = |at: usize, id: &String| {
        let text = &lines.iter().find(|(name, _)| name == id).unwrap().1;
        say(at, text).map_or("body".to_owned(), |level| format!("h{level}"))
    };
    let members: serde_json::Map<_, _> = asked.iter().enumerate().map(|(at, id)| (id.clone(), word(at, id).into())).collect();
    serde_json::Value::from(members).to_string()
}

/// A model that knows the document.
fn knowing() -> (Answering, Seen) {
    answering(|request| Ok(judged(request, |_, text| truth(text))))
}

async fn run(chosen: &Chosen, formatter: Formatter, material: &Material, kept: &Kept) -> Result<Outcome, EngineError> {
    let run = Run {
        chosen,
        formatter,
        material,
        kept,
        pace: Default::default(),
        answering: &|| false,
        cancel: &CancellationToken::new(),
    };
    run.go(&mut |_| {}).await
}

async fn assisted(model: Answering, builder: Builder) -> (Structured, Outcome) {
    let outcome = run(&chosen(model), Formatter::Assisted, &builder.material(), &Kept::memory()).await.unwrap();
    (builder.finish_with(&outcome.verdicts), outcome)
}

#[tokio::test]
async fn a_model_that_knows_gives_the_headings_back_window_by_window() {
    assert_ne!(outline(&builder(true).finish()), wanted());
    let (model, seen) = knowing();
    let (found, outcome) = assisted(model, builder(true)).await;
    assert!(outcome.refused.is_empty(), "{:?}", outcome.refused);
    let titles: Vec<String> = outline(&found).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, wanted().into_iter().map(|(_, title)| title).collect::<Vec<_>>());
    let seen = seen.lock().unwrap();
    assert!(seen.len() > 2, "{} windows", seen.len());
    for request in seen.iter() {
        let text: usize = request.messages.iter().map(|message| message.content.len()).sum();
        assert!(text.div_ceil(3) + request.max_tokens as usize <= 4096, "{text} bytes do not fit");
        let schema = request.schema.as_ref().unwrap();
        assert_eq!(schema["required"].as_array().unwrap().len(), shown(request).1.len());
    }
    // The second window sees what was said of the first one.
    let second = &seen[1].messages[1].content;
    assert!(second.contains(&format!("h2 {}", section(0, 0))), "{second}");
    assert!(second.split_once("The lines just before:\n").unwrap().1.starts_with('['), "{second}");
}

#[tokio::test]
async fn garbage_changes_nothing() {
    let replies: [fn(&ChatRequest) -> String; 6] = [
        |_| "I am only a small model.".into(),
        |_| r#"{"99999": "h1", "99998": "h2"}"#.into(),
        |request| judged(request, |_, _| Some(1)),
        |request| judged(request, |_, _| None),
        |request| judged(request, |at, _| (at % 2 == 0).then_some(3)),
        |request| judged(request, |at, text| truth(text).is_none().then_some(u8::try_from(at % 6 + 1).unwrap())),
    ];
    for damaged in [true, false] {
        let native = format!("{:?}", builder(damaged).finish().tree);
        for (at, reply) in replies.into_iter().enumerate() {
            let (model, _) = answering(move |request| Ok(reply(request)));
            let (found, _) = assisted(model, builder(damaged)).await;
            assert_eq!(format!("{:?}", found.tree), native, "reply {at}, damaged: {damaged}");
        }
    }
}

/// A library with one document.
async fn library() -> (tempfile::TempDir, Kept) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let file = NewDocument { hash: "0".repeat(64), path: "/a.pdf".into(), file_name: "a.pdf".into(), size: 1, modified_ms: 0 };
    let document = store.enqueue(vec![file], 1).await.unwrap()[0].document;
    (folder, Kept::Library { store, document, formatter: "assisted", model: "scripted".into(), prompt: 1 })
}

#[tokio::test]
async fn a_server_that_fails_midway_costs_only_the_windows_that_were_missing() {
    let (_folder, kept) = library().await;
    let material = builder(true).material();
    let (whole, all) = knowing();
    let complete = run(&chosen(whole), Formatter::Assisted, &material, &Kept::memory()).await.unwrap();
    let windows = all.lock().unwrap().len();
    let calls = AtomicUsize::new(0);
    let (failing, _) = answering(move |request| match calls.fetch_add(1, Ordering::Relaxed) {
        0 | 1 => Ok(judged(request, |_, text| truth(text))),
        _ => Err(WireError::new(ErrorCode::ModelFailed, "the server died")),
    });
    let error = run(&chosen(failing), Formatter::Assisted, &material, &kept).await.unwrap_err();
    assert!(error.to_string().contains("the server died"));
    assert_eq!(kept.count().await.unwrap(), 2);
    let (model, seen) = knowing();
    let resumed = run(&chosen(model), Formatter::Assisted, &material, &kept).await.unwrap();
    assert_eq!(seen.lock().unwrap().len(), windows - 2);
    assert_eq!(resumed.verdicts, complete.verdicts);
    let (model, seen) = knowing();
    assert_eq!(run(&chosen(model), Formatter::Assisted, &material, &kept).await.unwrap().verdicts, complete.verdicts);
    assert!(seen.lock().unwrap().is_empty(), "everything is there");
}

/// A model that answers `answers` times and then is silent for ever.
struct Falling {
    model: Answering,
    answers: AtomicUsize,
}

impl ChatModel for Falling {
    fn chat(&self, request: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>> {
        let left = self.answers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if left.is_ok() { self.model.chat(request) } else { stream::pending().boxed() }
    }

    fn context_length(&self) -> u32 {
        self.model.context_length()
    }

    fn estimate_tokens(&self, text: &str) -> u32 {
        self.model.estimate_tokens(text)
    }
}

fn falling(answers: usize) -> (Chosen, Seen) {
    let (model, seen) = knowing();
    let model = Arc::new(Falling { model, answers: AtomicUsize::new(answers) });
    (Chosen { name: "falling".into(), model, loader: None }, seen)
}

#[tokio::test]
async fn a_stop_inside_a_window_keeps_the_ones_before() {
    let (_folder, kept) = library().await;
    let material = builder(true).material();
    let (chosen, seen) = falling(1);
    let cancel = CancellationToken::new();
    let job = Run {
        chosen: &chosen,
        formatter: Formatter::Assisted,
        material: &material,
        kept: &kept,
        pace: Default::default(),
        answering: &|| false,
        cancel: &cancel,
    };
    let stop = async {
        while kept.count().await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cancel.cancel();
    };
    let mut ignore = |_| {};
    let (ended, ()) = tokio::join!(tokio::time::timeout(Duration::from_secs(20), job.go(&mut ignore)), stop);
    let error = WireError::from(ended.unwrap().unwrap_err());
    assert_eq!(error.code, ErrorCode::Cancelled);
    let replies = kept.count().await.unwrap();
    assert_eq!((seen.lock().unwrap().len(), replies), (1, 1));
}

#[tokio::test]
async fn answers_to_the_reader_go_first() {
    let material = builder(true).material();
    let (chosen, seen) = falling(0);
    let (busy, cancel, kept) = (AtomicBool::new(true), CancellationToken::new(), Kept::memory());
    let answering = || busy.load(Ordering::Relaxed);
    let job = Run {
        chosen: &chosen,
        formatter: Formatter::Assisted,
        material: &material,
        kept: &kept,
        pace: Default::default(),
        answering: &answering,
        cancel: &cancel,
    };
    let mut ignore = |_| {};
    let early = tokio::time::timeout(Duration::from_millis(500), job.go(&mut ignore)).await;
    assert!(early.is_err() && seen.lock().unwrap().is_empty(), "it waits while an answer is made");
    // A window that was begun is given up when an answer begins, and asked again afterwards.
    let (knowing, seen) = knowing();
    let slow = Arc::new(Slow { model: knowing, calls: AtomicUsize::new(0) });
    let chosen = Chosen { name: "slow".into(), model: slow.clone(), loader: None };
    busy.store(false, Ordering::Relaxed);
    let job = Run { chosen: &chosen, ..job };
    let reader = async {
        while slow.calls.load(Ordering::Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        busy.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(600)).await;
        busy.store(false, Ordering::Relaxed);
    };
    let mut ignore = |_| {};
    let (outcome, ()) = tokio::join!(tokio::time::timeout(Duration::from_secs(20), job.go(&mut ignore)), reader);
    assert!(!outcome.unwrap().unwrap().verdicts.levels.is_empty());
    assert_eq!(slow.calls.load(Ordering::Relaxed), seen.lock().unwrap().len() + 1, "one window was asked twice");
}

/// A model whose first call never ends.
struct Slow {
    model: Answering,
    calls: AtomicUsize,
}

impl ChatModel for Slow {
    fn chat(&self, request: ChatRequest) -> BoxStream<'static, Result<ChatPiece, WireError>> {
        if self.calls.fetch_add(1, Ordering::Relaxed) == 0 { stream::pending().boxed() } else { self.model.chat(request) }
    }

    fn context_length(&self) -> u32 {
        self.model.context_length()
    }

    fn estimate_tokens(&self, text: &str) -> u32 {
        self.model.estimate_tokens(text)
    }
}

/// The text that `full` is to write, paragraph by paragraph.
fn paragraphs(request: &ChatRequest) -> Vec<String> {
    let prompt = &request.messages[1].content;
    let text = prompt.split_once("The text to write as Markdown:\n").unwrap().1.split_once("\nThis was the text").unwrap().0;
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn marked(request: &ChatRequest) -> String {
    let line = |line: &String| match truth(line) {
        Some(level) => format!("{} {line}", "#".repeat(level.into())),
        None => line.clone(),
    };
    paragraphs(request).iter().map(line).collect::<Vec<_>>().join("\n\n")
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

async fn full(model: Answering) -> (Structured, Outcome) {
    let builder = builder(true);
    let outcome = run(&chosen(model), Formatter::Full, &builder.material(), &Kept::memory()).await.unwrap();
    (builder.finish_with(&outcome.verdicts), outcome)
}

#[tokio::test]
async fn full_takes_headings_over_and_no_word() {
    let native = builder(true).finish();
    let (model, seen) = answering(|request| Ok(format!("{}\n\nzebra", marked(request))));
    let (found, outcome) = full(model).await;
    assert!(outcome.refused.is_empty(), "{:?}", outcome.refused);
    let titles: Vec<String> = outline(&found).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, wanted().into_iter().map(|(_, title)| title).collect::<Vec<_>>());
    let text = found.markdown().text;
    assert!(!text.contains("zebra"));
    let printed = |found: &Structured| {
        let titles =
            native.tree.sections.iter().filter(|section| section.heading.is_empty()).map(|section| section.title.clone());
        let mut text = found.markdown().text;
        titles.filter(|title| title.contains(" · ")).for_each(|title| text = text.replace(&title, ""));
        letters(&text)
    };
    assert_eq!(printed(&found), printed(&native));
    let second = &seen.lock().unwrap()[1].messages[1].content;
    assert!(second.split_once("Its Markdown:\n").unwrap().1.contains(&format!("# {}", chapter(0))), "{second}");
    assert!(!second.contains("zebra"), "what was invented is not shown again");
}

#[tokio::test]
async fn a_window_in_other_words_stays_native() {
    let (model, seen) = answering(|_| Ok("# Ferries\n\nThis text is about ferries and their prices.".into()));
    let (found, outcome) = full(model).await;
    assert_eq!(outcome.refused.len(), seen.lock().unwrap().len());
    assert!(outcome.refused[0].1.contains("words of the page"));
    assert_eq!(format!("{:?}", found.tree), format!("{:?}", builder(true).finish().tree));
}

#[tokio::test]
async fn a_document_without_doubts_costs_nothing() {
    let (model, seen) = knowing();
    let (found, _) = assisted(model, builder(false)).await;
    assert!(seen.lock().unwrap().is_empty());
    assert_eq!(outline(&found), wanted());
}
