//! How long a question takes at 40,000 passages, beside the plainest pipeline of the same parts: sqlite-vec in SQL and tantivy
//! with its default analyzer and query parser. `cargo bench --bench query`.
//!
//! Without more words the library is made from the passages of the samples, repeated with other numbers under other names.
//! `WAYMARK_BENCH_LIBRARY` and `WAYMARK_BENCH_QUESTIONS` (JSON lines with `question`) name real ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{STORED, Schema, TEXT};
use waymark_core::{DocumentId, DocumentState, DocumentTree, Segment, SegmentId};
use waymark_engine::types::SearchRequest;
use waymark_engine::{Access, Engine, EngineOptions, WORKER_ARGUMENT, WorkerCommand};
use waymark_store::{NewDocument, Store, StructuredDocument};

const PASSAGES: usize = 40_000;
const PER_DOCUMENT: usize = 800;
const ROUNDS: usize = 5;
/// Candidates of a route, as the engine asks for.
const CANDIDATES: usize = 150;

fn main() {
    let mut raw = std::env::args_os();
    if raw.nth(1).is_some_and(|first| first == WORKER_ARGUMENT) {
        waymark_pdf::worker_main(raw);
    }
    tokio::runtime::Runtime::new().expect("the async runtime starts").block_on(run());
}

async fn run() {
    let made = tempfile::tempdir().unwrap();
    let library = match std::env::var_os("WAYMARK_BENCH_LIBRARY") {
        Some(given) => PathBuf::from(given),
        None => {
            make(made.path()).await;
            made.path().to_owned()
        }
    };
    let questions = questions();
    let engine = open(&library, Access::Read).await;
    let status = engine.status().await.unwrap();
    println!("{} documents, {} passages, {} questions, each {ROUNDS} times", status.documents, status.segments, questions.len());
    println!("{:<44} {:>9} {:>9}", "", "p50 ms", "p95 ms");
    ours(&engine, &questions).await;
    baseline(&library, &questions).await;
    engine.close().await;
}

async fn open(library: &Path, access: Access) -> Engine {
    let worker = WorkerCommand::this_program().unwrap();
    Engine::open(EngineOptions::new(library, worker, access)).await.expect("the library opens; fetch the runtime files first")
}

fn questions() -> Vec<String> {
    let file = std::env::var_os("WAYMARK_BENCH_QUESTIONS")
        .map_or_else(|| waymark_tests::samples().join("questions.jsonl"), PathBuf::from);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("`{}`: {error}", file.display()));
    let rows =
        text.lines().filter(|row| !row.trim().is_empty()).map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap());
    rows.map(|row| row["question"].as_str().expect("a row has a `question`").to_owned()).collect()
}

fn report(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    println!("{name:<44} {:>9.2} {:>9.2}", at(0.5), at(0.95));
}

async fn ours(engine: &Engine, questions: &[String]) {
    let request = |question: &String| SearchRequest { query: question.clone(), top_k: 20, ..SearchRequest::default() };
    for question in questions {
        engine.search(&request(question)).await.unwrap();
    }
    let (mut all, mut whole, mut embed, mut dense, mut lexical) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for question in questions {
            let timings = engine.search(&request(question)).await.unwrap().timings;
            all.push(timings.total);
            whole.push(timings.total - timings.embed);
            embed.push(timings.embed);
            dense.push(timings.dense);
            lexical.push(timings.lexical);
        }
    }
    report("Waymark, question to hits", all);
    report("  embedding of the question", embed);
    // Words are searched while the question is embedded.
    report("  what comes on top of embedding", whole);
    report("  its vector route", dense);
    report("  its word route", lexical);
}

/// The same routes without anything of ours: all rows compared in SQL, default analyzer, default query parser.
async fn baseline(library: &Path, questions: &[String]) {
    let store = Store::open_shared(library).await.unwrap();
    let identity = store.active_embedder().await.unwrap().expect("the library has vectors");
    store.bind_embedder(&identity).await.unwrap();
    let documents = store.document_rows().await.unwrap();
    let mut schema = Schema::builder();
    let (text, id) = (schema.add_text_field("text", TEXT), schema.add_i64_field("id", STORED));
    let index = tantivy::Index::create_in_ram(schema.build());
    let mut writer = index.writer_with_num_threads(1, 50_000_000).unwrap();
    let mut vectors: Vec<Vec<f32>> = Vec::new();
    for document in &documents {
        for stored in store.segments_of(document.id).await.unwrap() {
            writer.add_document(tantivy::doc!(text => stored.segment.text, id => stored.id.0)).unwrap();
        }
        vectors.extend(store.vectors_of(document.id).await.unwrap().into_iter().next().map(|(_, vector)| vector));
    }
    writer.commit().unwrap();
    let searcher = index.reader().unwrap().searcher();
    let parser = QueryParser::for_index(&index, vec![text]);
    let (mut in_sql, mut words) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        for (at, question) in questions.iter().enumerate() {
            let vector = &vectors[(at + round) % vectors.len()];
            let begun = Instant::now();
            store.search_vectors_in_sql(vector, CANDIDATES, None).await.unwrap();
            in_sql.push(begun.elapsed().as_secs_f64() * 1000.0);
            let begun = Instant::now();
            let (query, _) = parser.parse_query_lenient(question);
            searcher.search(&query, &TopDocs::with_limit(CANDIDATES).order_by_score()).unwrap();
            words.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
    }
    let both = in_sql.iter().zip(&words).map(|(a, b)| a + b).collect();
    report("plain sqlite-vec and tantivy", both);
    report("  sqlite-vec in SQL", in_sql);
    report("  tantivy, default parser", words);
}

/// 40,000 passages in 50 documents, made from those of the samples, with vectors near theirs.
async fn make(folder: &Path) {
    let source = tempfile::tempdir().unwrap();
    let reader = open(source.path(), Access::Write).await;
    reader.add(&[waymark_tests::samples().to_string_lossy().into_owned()]).await.unwrap();
    while reader.documents().await.unwrap().iter().any(|row| row.state != DocumentState::Ready) {
        assert!(reader.trouble().is_none() && !reader.vectors_unavailable(), "the samples cannot be read");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    reader.close().await;
    let from = Store::open_shared(source.path()).await.unwrap();
    let identity = from.active_embedder().await.unwrap().expect("the samples have vectors");
    from.bind_embedder(&identity).await.unwrap();
    let mut seeds: Vec<(Segment, Vec<f32>)> = Vec::new();
    for document in from.document_rows().await.unwrap() {
        let vectors = from.vectors_of(document.id).await.unwrap();
        let segments = from.segments_of(document.id).await.unwrap();
        seeds.extend(segments.into_iter().zip(vectors).map(|(stored, (_, vector))| (stored.segment, vector)));
    }
    let store = Store::open(folder).await.unwrap();
    store.bind_embedder(&identity).await.unwrap();
    for document in 0..PASSAGES / PER_DOCUMENT {
        let id = add(&store, document, &seeds).await;
        for start in (0..PER_DOCUMENT).step_by(200) {
            let rows: Vec<(SegmentId, Vec<f32>)> = (start..start + 200)
                .map(|at| {
                    (waymark_store::segment_id(id, at as u32), near(&seeds[(document + at) % seeds.len()].1, document * 7 + at))
                })
                .collect();
            let given: Vec<(SegmentId, &[f32])> = rows.iter().map(|(id, vector)| (*id, vector.as_slice())).collect();
            store.put_vectors(&given).await.unwrap();
        }
    }
    store.close().await;
    // Opening for writing builds the word index.
    open(folder, Access::Write).await.close().await;
}

async fn add(store: &Store, document: usize, seeds: &[(Segment, Vec<f32>)]) -> DocumentId {
    let name = format!("report-{document:02}.pdf");
    let file = NewDocument { hash: format!("{document:064}"), path: name.clone(), file_name: name, size: 1, modified_ms: 1 };
    store.enqueue(vec![file], 1).await.unwrap();
    let job = store.claim_next(2).await.unwrap().expect("the document waits");
    let segments: Vec<Segment> = (0..PER_DOCUMENT)
        .map(|at| {
            let mut segment = seeds[(document + at) % seeds.len()].0.clone();
            segment.ordinal = at as u32;
            segment.section = 0;
            segment.text.push_str(&format!(" {document}.{at}"));
            segment.lexical_text.clone_from(&segment.text);
            segment
        })
        .collect();
    let mut tree = DocumentTree::default();
    tree.facts.title = format!("Report {document}");
    let structured = StructuredDocument {
        info: &Default::default(),
        tree: &tree,
        report: &Default::default(),
        markdown: &Default::default(),
        pages: &[],
        segments: &segments,
        version: waymark_structure::VERSION,
    };
    store.save_structure(job.document, structured, 3).await.unwrap();
    store.finish_stage(job.document, waymark_core::Stage::Indexing, 4).await.unwrap();
    job.document
}

/// A vector a little off, the same on every run.
fn near(vector: &[f32], seed: usize) -> Vec<f32> {
    let mut state = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let shaken = vector.iter().map(|x| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        x + ((state >> 40) as f32 / 16_777_216.0 - 0.5) * 0.02
    });
    shaken.collect()
}
