//! The tools: `search`, `outline`, `open`, `passage`, each of them one call on the engine.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use waymark_core::{Hit, SegmentId, WireError};
use waymark_engine::Engine;
use waymark_engine::types::SearchRequest;

use crate::open;
use crate::output::{HitEntry, OutlineEntry};

#[derive(Deserialize)]
struct Call {
    name: String,
    #[serde(default)]
    arguments: Option<Value>,
}

/// A document as `search` gives it (a number) or as a person writes it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Which {
    Id(i64),
    Name(String),
}

impl std::fmt::Display for Which {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    #[serde(default)]
    top_k: Option<u32>,
    #[serde(default)]
    documents: Vec<Which>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outline {
    document: Which,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    document: Which,
    page: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passage {
    segment: i64,
    #[serde(default)]
    neighbours: u32,
}

/// Hits when a search names no number, and at most.
const USUAL: u32 = 8;
const MOST: u32 = 50;

/// The tools as they are offered.
pub(super) fn list() -> Value {
    let text = |what: &str| json!({ "type": "string", "description": what });
    let number =
        |what: &str, least: u32, most: u32| json!({ "type": "integer", "minimum": least, "maximum": most, "description": what });
    let document = text("File name or id of a document, as `search` gives it");
    let tool = |name: &str, title: &str, what: &str, properties: Value, required: &[&str]| {
        let schema = json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
        let hints = json!({ "readOnlyHint": true, "openWorldHint": false });
        json!({ "name": name, "title": title, "description": what, "inputSchema": schema, "annotations": hints })
    };
    let documents =
        json!({ "type": "array", "items": { "type": "string" }, "description": "Only these documents: file names or ids" });
    json!([
        tool(
            "search",
            "Search the library",
            "Finds the passages that answer a question, best first, each with document, section path, page and boxes. Names, years and part numbers in the question \
             choose among documents that look alike.",
            json!({ "query": text("The question, in the words of its field"), "top_k": number("How many passages", 1, MOST), "documents": documents }),
            &["query"],
        ),
        tool(
            "outline",
            "Outline of a document",
            "The headings of a document with level and page.",
            json!({ "document": document }),
            &["document"]
        ),
        tool(
            "open",
            "Open a page",
            "The text of a page as it is printed, line by line.",
            json!({ "document": document, "page": number("Page, from 1", 1, u32::MAX) }),
            &["document", "page"],
        ),
        tool(
            "passage",
            "Read a passage",
            "A passage in full, with its neighbours in the document.",
            json!({ "segment": json!({ "type": "integer", "description": "Its `segment`, as `search` gives it" }), "neighbours": number("How many passages before and after", 0, 10) }),
            &["segment"],
        ),
    ])
}

/// Runs a tool. What the library refuses is a result with `isError`, so that a model can read and mend it.
///
/// # Errors
/// A call that is malformed, in words.
pub(super) async fn call(engine: &Engine, given: &Value) -> Result<Value, String> {
    let call: Call = serde_json::from_value(given.clone()).map_err(|error| format!("the call is malformed: {error}"))?;
    let arguments = call.arguments.unwrap_or_else(|| json!({}));
    let done = match call.name.as_str() {
        "search" => search(engine, read(arguments)?).await,
        "outline" => outline(engine, read(arguments)?).await,
        "open" => page(engine, read(arguments)?).await,
        "passage" => passage(engine, read(arguments)?).await,
        other => return Err(format!("no tool `{other}`: there are `search`, `outline`, `open` and `passage`")),
    };
    Ok(match done {
        Ok(value) => {
            json!({ "content": [{ "type": "text", "text": value.to_string() }], "structuredContent": value, "isError": false })
        }
        Err(error) => {
            let wire = error.downcast_ref::<WireError>();
            let hint = wire.and_then(|wire| wire.hint.as_deref()).map(|hint| format!(" ({hint})")).unwrap_or_default();
            json!({ "content": [{ "type": "text", "text": format!("{error:#}{hint}") }], "isError": true })
        }
    })
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("the arguments are malformed: {error}"))
}

async fn search(engine: &Engine, asked: Search) -> anyhow::Result<Value> {
    let scope = open::scope(engine, &asked.documents.iter().map(ToString::to_string).collect::<Vec<_>>()).await?;
    let top_k = asked.top_k.unwrap_or(USUAL).clamp(1, MOST);
    let request = SearchRequest { query: asked.query, top_k, scope, ..SearchRequest::default() };
    let response = engine.search(&request).await.map_err(WireError::from)?;
    Ok(json!({ "hits": entries(&response.hits)? }))
}

async fn outline(engine: &Engine, asked: Outline) -> anyhow::Result<Value> {
    let detail = detail(engine, &asked.document).await?;
    let headings: Vec<OutlineEntry<'_>> = detail.outline.iter().map(OutlineEntry::from).collect();
    let (title, file_name, pages) = (&detail.row.title, &detail.row.file_name, detail.row.pages);
    Ok(
        json!({ "document": { "id": detail.row.id, "title": title, "file_name": file_name }, "pages": pages, "headings": headings }),
    )
}

async fn page(engine: &Engine, asked: Open) -> anyhow::Result<Value> {
    let detail = detail(engine, &asked.document).await?;
    let lines = engine.page_lines(detail.row.id, asked.page).await.map_err(WireError::from)?;
    // The last heading at or before the page is the section that the page continues.
    let section = detail.outline.iter().rev().find(|node| node.page <= asked.page).map(|node| node.title.clone());
    let (title, file_name) = (&detail.row.title, &detail.row.file_name);
    let document = json!({ "id": detail.row.id, "title": title, "file_name": file_name });
    Ok(
        json!({ "document": document, "page": asked.page, "pages": detail.row.pages, "section": section, "text": lines.join("\n") }),
    )
}

async fn passage(engine: &Engine, asked: Passage) -> anyhow::Result<Value> {
    let hits = engine.passage(SegmentId(asked.segment), asked.neighbours).await.map_err(WireError::from)?;
    Ok(json!({ "passages": entries(&hits)? }))
}

async fn detail(engine: &Engine, which: &Which) -> anyhow::Result<waymark_engine::types::DocumentDetail> {
    let ids = open::scope(engine, &[which.to_string()]).await?;
    let id = ids.first().copied().ok_or_else(|| anyhow::anyhow!("no document is named"))?;
    Ok(engine.document(id).await.map_err(WireError::from)?)
}

/// Hits as in the contract, with the id that `passage` takes.
fn entries(hits: &[Hit]) -> anyhow::Result<Vec<Value>> {
    hits.iter()
        .map(|hit| {
            let mut entry = serde_json::to_value(HitEntry::from(hit))?;
            entry["segment"] = json!(hit.segment);
            Ok(entry)
        })
        .collect()
}
