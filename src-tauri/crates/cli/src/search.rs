//! `search`, for one question or a file of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Deserialize;
use waymark_core::{DocumentId, Hit, WireError};
use waymark_engine::types::{DocumentRow, SearchRequest, SearchResponse};
use waymark_engine::{Access, Engine};

use crate::arguments::{SearchOptions, Weights};
use crate::output::{self, SearchResult};
use crate::{library, open};

#[derive(Debug, Deserialize)]
struct BatchLine {
    qid: String,
    #[serde(alias = "query")]
    question: String,
}

pub(crate) async fn run(library: Option<PathBuf>, options: SearchOptions) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Read).await?;
    let scope = open::scope(&engine, &options.scope).await?;
    let (method, kind) = (Some(options.method.clone()), options.kind.map(Into::into));
    let Weights { alpha, beta } = options.weights;
    let request = SearchRequest { top_k: options.top_k, scope, method, kind, alpha, beta, ..SearchRequest::default() };
    let how = How::new(&engine, &request, options.json, options.explain).await?;
    if let Some(file) = &options.batch {
        let refused = batch(&engine, &request, file, &how).await?;
        open::remarks(&engine).await;
        return Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) });
    }
    let query = options.question.unwrap_or_default();
    let response = engine.search(&SearchRequest { query, ..request }).await.map_err(WireError::from)?;
    print(None, &response, &how)?;
    open::remarks(&engine).await;
    Ok(ExitCode::SUCCESS)
}

/// How results are printed.
struct How {
    json: bool,
    explain: bool,
    /// Documents by name, and which of them are out of the scope; for explanations only.
    names: HashMap<DocumentId, String>,
    /// Routes are weighed against each other.
    weighed: bool,
    /// Given in place of those chosen for the question.
    weights: Weights,
}

impl How {
    async fn new(engine: &Engine, request: &SearchRequest, json: bool, explain: bool) -> anyhow::Result<Self> {
        let rows = if explain && !json { engine.documents().await.map_err(WireError::from)? } else { Vec::new() };
        let outside = |id: &DocumentId| !request.scope.is_empty() && !request.scope.contains(id);
        let name =
            |row: DocumentRow| (row.id, format!("{}{}", row.file_name, if outside(&row.id) { ", out of scope" } else { "" }));
        let weighed = !matches!(request.method.as_deref(), Some("dense" | "lexical" | "keyword"));
        let weights = Weights { alpha: request.alpha, beta: request.beta };
        Ok(Self { json, explain, names: rows.into_iter().map(name).collect(), weighed, weights })
    }
}

/// Answers each question of the file; tells how many were empty.
async fn batch(engine: &Engine, request: &SearchRequest, file: &Path, how: &How) -> anyhow::Result<usize> {
    let text = std::fs::read_to_string(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    let mut refused = 0;
    for (index, row) in text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        let row: BatchLine = serde_json::from_str(row)
            .with_context(|| format!("line {} of `{}` is no object with `qid` and `question`", index + 1, file.display()))?;
        if row.question.trim().is_empty() {
            // One empty question does not lose the others.
            output::error(&format!("line {} of `{}`, `{}`: the question is empty", index + 1, file.display(), row.qid), None);
            refused += 1;
            continue;
        }
        let request = SearchRequest { query: row.question, ..request.clone() };
        let response = engine.search(&request).await.map_err(WireError::from)?;
        print(Some(&row.qid), &response, how)?;
    }
    Ok(refused)
}

fn print(qid: Option<&str>, response: &SearchResponse, how: &How) -> anyhow::Result<()> {
    if how.json {
        return output::json(&SearchResult::new(qid, &response.query, response, how.explain));
    }
    if let Some(qid) = qid {
        output::line(&format!("[{qid}] {}", response.query))?;
    }
    if how.explain {
        understood(response, how)?;
    }
    if let Some(note) = &response.note {
        output::line(&format!("note: {note}"))?;
    }
    if response.hits.is_empty() {
        output::line("nothing found")?;
    }
    for hit in &response.hits {
        output::line(&format!("{:>3}. {}", hit.rank, output::place(&hit.section_path, &hit.file_name, hit.place())))?;
        output::line(&format!("     {:.3}  {}", hit.score, output::shorten(&hit.text, 160)))?;
        if how.explain {
            explain(hit)?;
        }
    }
    let vectors = library::percent((response.vectors * 1000.0) as u32, 1000);
    output::line(&format!("{} documents searched, vectors {vectors} %, {:.1} ms", response.documents, response.timings.total))
}

/// How the question was understood.
fn understood(response: &SearchResponse, how: &How) -> anyhow::Result<()> {
    let analysis = &response.analysis;
    let given = |given: Option<f32>, chosen: f32| given.map_or(format!("{chosen:.2}"), |given| format!("{given:.2} as given"));
    let (alpha, beta) = (given(how.weights.alpha, analysis.alpha), given(how.weights.beta, analysis.beta));
    // Why a weight was chosen says nothing when another was given.
    let moot = |reason: &&String| {
        how.weights.alpha.is_some() && reason.starts_with('α') || how.weights.beta.is_some() && reason.starts_with('β')
    };
    let told: Vec<String> = analysis.reasons.iter().filter(|reason| !moot(reason)).cloned().collect();
    let weights = format!("α {alpha}, β {beta}{}", reasons(&told));
    let rows = [
        ("embedded", analysis.dense.clone()),
        ("looked up", analysis.lexical.clone()),
        ("names", analysis.names.join(", ")),
        ("periods", analysis.periods.join(", ")),
        ("forms", analysis.forms.join(", ")),
        ("statements", analysis.statements.join(", ")),
        ("identifiers", analysis.identifiers.join(", ")),
        ("intent", analysis.intent.clone()),
        ("weights", if how.weighed { weights } else { "none: one route alone".to_owned() }),
    ];
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        output::line(&format!("{name:>12}  {value}"))?;
    }
    for meant in &analysis.documents {
        let why: Vec<&str> = meant.terms.iter().chain(&meant.facts).map(String::as_str).collect();
        let name = how.names.get(&meant.document).map_or("", String::as_str);
        output::line(&format!("{:>12}  {} {name}: {:.2} ({})", "meant", meant.document, meant.matched, why.join(", ")))?;
    }
    Ok(())
}

fn reasons(list: &[String]) -> String {
    if list.is_empty() { String::new() } else { format!(" ({})", list.join("; ")) }
}

/// Why a hit stands where it stands.
fn explain(hit: &Hit) -> anyhow::Result<()> {
    let figure = |value: Option<f32>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
    let (parts, why) = (&hit.scores, &hit.explanation);
    output::line(&format!(
        "     dense {} (cosine {}), lexical {} (BM25 {}), key terms {}, reranked {}",
        figure(parts.dense),
        figure(why.raw_dense),
        figure(parts.lexical),
        figure(why.raw_lexical),
        figure(parts.keyword),
        figure(parts.rerank),
    ))?;
    let matched: Vec<&str> = why.keywords.iter().chain(&why.facts).map(String::as_str).collect();
    if !matched.is_empty() {
        output::line(&format!("     matched: {}", matched.join(", ")))?;
    }
    why.notes.iter().try_for_each(|note| output::line(&format!("     {note}")))
}
