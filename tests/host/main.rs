//! The command router over HTTP, for browser tests: `waymark-host --library DIR --ui DIR [--port N]`, on 127.0.0.1 only.
//!
//! `POST /rpc/NAME` (JSON), `POST /ask` (JSON lines of answer events), `GET /events` (server-sent library events),
//! `GET /page/DOCUMENT/PAGE?w=PIXELS`, `GET /figure/SEGMENT?dpi=N`, everything else from the built web UI.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path as Segments, Query, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::{Stream, StreamExt};
use serde_json::{Value, json};
use tokio_stream::wrappers::{BroadcastStream, ReceiverStream};
use waymark_core::{DocumentId, ErrorCode, SegmentId, WireError};
use waymark_engine::types::AskRequest;
use waymark_engine::{Access, CROP_DPI, Engine, EngineOptions, WORKER_ARGUMENT, WorkerCommand};

#[derive(Clone)]
struct Host {
    engine: Engine,
    ui: Arc<PathBuf>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    if arguments.nth(1).is_some_and(|first| first == WORKER_ARGUMENT) {
        waymark_pdf::worker_main(arguments);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error.into()),
    };
    match runtime.block_on(serve()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&error),
    }
}

#[allow(clippy::print_stderr)]
fn complain(error: &anyhow::Error) -> ExitCode {
    eprintln!("waymark-host: {error:#}");
    ExitCode::FAILURE
}

#[allow(clippy::print_stdout)]
async fn serve() -> anyhow::Result<()> {
    let options = options()?;
    let library = options.get("library").context("name a library with `--library DIR`")?;
    let ui = options.get("ui").context("name the built web UI with `--ui DIR`")?;
    let port: u16 = options.get("port").map_or(Ok(0), |text| text.parse()).context("`--port` takes a number")?;
    let opened = EngineOptions::new(Path::new(library), WorkerCommand::this_program()?, Access::Write);
    let engine = Engine::open(EngineOptions { watch_folders: true, ..opened }).await?;
    let host = Host { engine: engine.clone(), ui: Arc::new(PathBuf::from(ui)) };
    let router = Router::new()
        .route("/rpc/{name}", post(rpc))
        .route("/ask", post(ask))
        .route("/events", get(events))
        .route("/page/{document}/{page}", get(page))
        .route("/figure/{segment}", get(figure))
        .fallback(get(file))
        .with_state(host);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    let stop = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, router).with_graceful_shutdown(stop).await?;
    engine.close().await;
    Ok(())
}

fn options() -> anyhow::Result<HashMap<String, String>> {
    let mut found = HashMap::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let key = name.strip_prefix("--").with_context(|| format!("`{name}` is no option"))?;
        let value = arguments.next().with_context(|| format!("`{name}` needs a value"))?;
        found.insert(key.to_owned(), value);
    }
    Ok(found)
}

fn failure(error: &WireError) -> Response {
    let status = match error.code {
        ErrorCode::InvalidInput => StatusCode::BAD_REQUEST,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, axum::Json(error)).into_response()
}

async fn rpc(State(host): State<Host>, Segments(name): Segments<String>, body: String) -> Response {
    let request: Value = if body.trim().is_empty() {
        Value::Null
    } else {
        match serde_json::from_str(&body) {
            Ok(value) => value,
            Err(error) => return failure(&WireError::new(ErrorCode::InvalidInput, format!("the request is no JSON: {error}"))),
        }
    };
    match waymark_api::dispatch(&host.engine, &name, request).await {
        Ok(value) => axum::Json(value).into_response(),
        Err(error) => failure(&error),
    }
}

async fn ask(State(host): State<Host>, axum::Json(request): axum::Json<AskRequest>) -> Response {
    let answer = match host.engine.ask(request).await {
        Ok(answer) => answer,
        Err(error) => return failure(&error.into()),
    };
    let started = json!({ "event": "started", "stream": answer.stream, "conversation": answer.conversation });
    let events = ReceiverStream::new(answer.events).map(|event| serde_json::to_value(event).unwrap_or(Value::Null));
    let lines =
        futures::stream::once(async move { started }).chain(events).map(|value| Ok::<_, Infallible>(format!("{value}\n")));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

async fn events(State(host): State<Host>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = BroadcastStream::new(host.engine.subscribe())
        .filter_map(|event| async move { event.ok().and_then(|event| Event::default().json_data(event).ok()).map(Ok) });
    Sse::new(stream)
}

async fn page(
    State(host): State<Host>,
    Segments((document, page)): Segments<(i64, u32)>,
    Query(query): Query<HashMap<String, u32>>,
) -> Response {
    let width = query.get("w").copied().unwrap_or(1200);
    match host.engine.page_image(DocumentId(document), page, width).await {
        Ok(image) => ([(header::CONTENT_TYPE, image.mime)], image.bytes).into_response(),
        Err(error) => failure(&error.into()),
    }
}

async fn figure(
    State(host): State<Host>,
    Segments(segment): Segments<i64>,
    Query(query): Query<HashMap<String, u32>>,
) -> Response {
    let dpi = query.get("dpi").copied().unwrap_or(CROP_DPI);
    match host.engine.figure_image(SegmentId(segment), dpi).await {
        Ok(image) => ([(header::CONTENT_TYPE, image.mime)], image.bytes).into_response(),
        Err(error) => failure(&error.into()),
    }
}

async fn file(State(host): State<Host>, uri: Uri) -> Response {
    let wanted = Path::new(uri.path().trim_start_matches('/'));
    let plain = wanted.components().all(|part| matches!(part, Component::Normal(_)));
    let name = if wanted.as_os_str().is_empty() { Path::new("index.html") } else { wanted };
    let path = host.ui.join(name);
    match tokio::fs::read(&path).await {
        Ok(bytes) if plain => {
            let mime = mime_guess::from_path(&path).first_or_octet_stream();
            ([(header::CONTENT_TYPE, mime.as_ref().to_owned())], bytes).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
