//! `search`, for one question or a file of them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Deserialize;
use waymark_core::WireError;
use waymark_engine::types::{SearchRequest, SearchResponse};
use waymark_engine::{Access, Engine};

use crate::arguments::SearchOptions;
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
    let request = SearchRequest { top_k: options.top_k, scope, method, kind, ..SearchRequest::default() };
    if let Some(file) = &options.batch {
        batch(&engine, &request, file, options.json).await?;
        open::remarks(&engine).await;
        return Ok(ExitCode::SUCCESS);
    }
    let query = options.question.unwrap_or_default();
    let response = engine.search(&SearchRequest { query, ..request }).await.map_err(WireError::from)?;
    print(None, &response, options.json)?;
    open::remarks(&engine).await;
    Ok(ExitCode::SUCCESS)
}

async fn batch(engine: &Engine, request: &SearchRequest, file: &Path, json: bool) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    for (index, row) in text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        let row: BatchLine = serde_json::from_str(row)
            .with_context(|| format!("line {} of `{}` is no object with `qid` and `question`", index + 1, file.display()))?;
        let request = SearchRequest { query: row.question, ..request.clone() };
        let response = engine.search(&request).await.map_err(WireError::from)?;
        print(Some(&row.qid), &response, json)?;
    }
    Ok(())
}

fn print(qid: Option<&str>, response: &SearchResponse, json: bool) -> anyhow::Result<()> {
    if json {
        return output::json(&SearchResult::new(qid, &response.query, response));
    }
    if let Some(qid) = qid {
        output::line(&format!("[{qid}] {}", response.query))?;
    }
    if response.hits.is_empty() {
        output::line("nothing found")?;
    }
    for hit in &response.hits {
        output::line(&format!("{:>3}. {}", hit.rank, output::place(&hit.section_path, &hit.file_name, &hit.locators)))?;
        output::line(&format!("     {:.3}  {}", hit.score, output::shorten(&hit.text, 160)))?;
    }
    let vectors = library::percent((response.vectors * 1000.0) as u32, 1000);
    output::line(&format!("{} documents searched, vectors {vectors} %, {:.1} ms", response.documents, response.timings.total))
}
