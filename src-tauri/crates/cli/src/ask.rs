//! `ask`: streams the answer, then lists its sources.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use waymark_core::{AnswerEvent, AnswerMode, AnswerStep, Citation, PromptMeter, Scheme, Sentence, Support, WireError};
use waymark_engine::Access;
use waymark_engine::types::AskRequest;

use crate::arguments::{AskOptions, Mode};
use crate::open;
use crate::output::{self, BoxEntry};

#[derive(Debug, Default)]
struct Answer {
    mode: AnswerMode,
    model: Option<String>,
    query: Option<String>,
    sentences: Vec<Sentence>,
    citations: Vec<Citation>,
    found: bool,
    warnings: Vec<String>,
    failure: Option<WireError>,
    total_ms: f64,
    scheme: Option<Scheme>,
    meter: Option<PromptMeter>,
    prompt_tokens: Option<u32>,
    answer_tokens: Option<u32>,
}

pub(crate) async fn run(library: Option<PathBuf>, options: AskOptions) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Read).await?;
    let request = AskRequest {
        question: options.question.clone(),
        conversation: None,
        scope: open::scope(&engine, &options.scope).await?,
        mode: options.mode.into(),
        model: options.model.clone(),
        scheme: options.mode.into(),
    };
    let mut stream = engine.ask(request).await.map_err(WireError::from)?;
    let mut answer = Answer::default();
    let mut streamed = false;
    while let Some(event) = stream.events.recv().await {
        match event {
            AnswerEvent::Sources { hits, query, mode, model } => {
                if let Some(model) = model.as_deref().filter(|_| !options.json) {
                    output::remark(&format!("asking `{model}`, with {} passages at hand", hits.len()));
                }
                (answer.query, answer.mode, answer.model) = (query, mode, model);
            }
            AnswerEvent::Token { text } => {
                streamed = true;
                if !options.json {
                    output::piece(&text)?;
                }
            }
            AnswerEvent::Step { step, done, of } => {
                if !options.json {
                    output::remark(&format!("{} ({} of {of})", doing(step), (done + 1).min(of)));
                }
            }
            AnswerEvent::Done {
                sentences,
                citations,
                found,
                warnings,
                total_ms,
                scheme,
                meter,
                prompt_tokens,
                answer_tokens,
                ..
            } => {
                let told = Answer { sentences, citations, found, warnings, total_ms, scheme, meter, ..answer };
                answer = Answer { prompt_tokens, answer_tokens, ..told };
            }
            AnswerEvent::Failed { error } => answer.failure = Some(error),
        }
    }
    if options.json {
        output::json(&Report::new(&options.question, &answer))?;
    } else {
        if streamed {
            output::line("\n")?;
        }
        if answer.failure.is_none() || !answer.citations.is_empty() {
            print(&answer)?;
        }
    }
    open::remarks(&engine).await;
    if let Some(failure) = answer.failure {
        output::error(&failure.message, failure.hint.as_deref());
        // Who asked for a model did not get what was asked for, although the quotations stand above.
        let demanded = !matches!(options.mode, Mode::Auto | Mode::Extractive);
        let kept = !answer.citations.is_empty() && !demanded;
        return Ok(if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    Ok(ExitCode::SUCCESS)
}

fn print(answer: &Answer) -> anyhow::Result<()> {
    if let Some(query) = &answer.query {
        output::remark(&format!("searched as: {query}"));
    }
    if !answer.found {
        output::line("The library does not seem to hold the answer. Nearest passages:")?;
    }
    for sentence in &answer.sentences {
        let marks: String = sentence.citations.iter().map(|number| format!("[{number}]")).collect();
        let doubt = if sentence.support == Support::Unsupported { " (unsupported)" } else { "" };
        output::line(&format!("{} {marks}{doubt}", sentence.text))?;
    }
    output::line("")?;
    for citation in &answer.citations {
        output::line(&format!(
            "[{}] {}",
            citation.number,
            output::place(&citation.section_path, &citation.file_name, citation.locators.first())
        ))?;
        if !answer.found {
            output::line(&format!("    {}", output::shorten(&citation.text, 160)))?;
        }
    }
    for warning in &answer.warnings {
        output::remark(&format!("note: {warning}"));
    }
    Ok(())
}

fn doing(step: AnswerStep) -> &'static str {
    match step {
        AnswerStep::Rewrite => "making the question stand alone",
        AnswerStep::Filter => "judging the passages",
        AnswerStep::Extract => "picking lines",
        AnswerStep::Summarise => "summarising",
    }
}

impl From<Mode> for AnswerMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Auto => Self::Auto,
            Mode::Extractive => Self::Extractive,
            _ => Self::Model,
        }
    }
}

impl From<Mode> for Option<Scheme> {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Auto | Mode::Extractive | Mode::Model => None,
            Mode::Rb => Some(Scheme::RB),
            Mode::Rl => Some(Scheme::RL),
            Mode::FullExt => Some(Scheme::FullExt),
            Mode::Fil => Some(Scheme::Fil),
            Mode::FullEf => Some(Scheme::FullEF),
            Mode::RbExt => Some(Scheme::RBExt),
            Mode::RbEf => Some(Scheme::RBEF),
        }
    }
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    question: &'a str,
    query: Option<&'a str>,
    mode: AnswerMode,
    model: Option<&'a str>,
    found: bool,
    answer: String,
    sentences: &'a [Sentence],
    citations: Vec<CitationEntry<'a>>,
    warnings: &'a [String],
    error: Option<&'a WireError>,
    scheme: Option<Scheme>,
    meter: Option<PromptMeter>,
    prompt_tokens: Option<u32>,
    answer_tokens: Option<u32>,
    total_ms: f64,
}

#[derive(Debug, Serialize)]
struct CitationEntry<'a> {
    number: u32,
    document: serde_json::Value,
    page: u32,
    page_label: Option<&'a str>,
    section_path: &'a [String],
    quote: Option<&'a str>,
    text: &'a str,
    boxes: Vec<BoxEntry>,
}

impl<'a> Report<'a> {
    fn new(question: &'a str, answer: &'a Answer) -> Self {
        let text: Vec<&str> = answer.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
        Self {
            question,
            query: answer.query.as_deref(),
            mode: answer.mode,
            model: answer.model.as_deref(),
            found: answer.found,
            answer: text.join(" "),
            sentences: &answer.sentences,
            citations: answer.citations.iter().map(CitationEntry::from).collect(),
            warnings: &answer.warnings,
            error: answer.failure.as_ref(),
            scheme: answer.scheme,
            meter: answer.meter,
            prompt_tokens: answer.prompt_tokens,
            answer_tokens: answer.answer_tokens,
            total_ms: answer.total_ms,
        }
    }
}

impl<'a> From<&'a Citation> for CitationEntry<'a> {
    fn from(citation: &'a Citation) -> Self {
        let first = citation.locators.first();
        Self {
            number: citation.number,
            document: serde_json::json!({ "id": citation.document, "title": citation.title, "file_name": citation.file_name }),
            page: first.map_or(1, |locator| locator.page + 1),
            page_label: first.and_then(|locator| locator.label.as_deref()),
            section_path: &citation.section_path,
            quote: citation.quote.as_deref(),
            text: &citation.text,
            boxes: output::boxes(&citation.locators),
        }
    }
}
