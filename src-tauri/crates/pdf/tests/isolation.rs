//! A bad file costs itself only: crashes, hangs, floods of memory; and no worker outlives its parent.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{config, library, pool, still_works, titled};
use tempfile::tempdir;
use waymark_pdf::protocol::{Reply, Request, path_to_bytes, read_frame, write_frame};
use waymark_pdf::{PdfError, WorkerPool};

#[tokio::test]
async fn a_crash_costs_one_document() {
    let folder = tempdir().unwrap();
    let pool = pool();
    let path = titled("WAYMARK-TEST-ABORT 2", 3).write(folder.path(), "crash.pdf");
    let mut document = pool.open(&path, None).await.unwrap();
    assert!(document.page(0).await.is_ok());
    let error = document.page(1).await.unwrap_err();
    assert!(matches!(&error, PdfError::WorkerCrashed { page: Some(1), .. }), "{error:?}");
    assert!(error.to_string().contains("page 2") && error.to_string().contains("crash.pdf"), "{error}");
    assert!(matches!(document.page(2).await, Err(PdfError::Closed { .. })));
    still_works(&pool, folder.path()).await;
}

#[tokio::test]
async fn a_hang_is_ended_by_the_limit() {
    let folder = tempdir().unwrap();
    let mut config = config();
    config.workers = 1;
    config.page_timeout = Duration::from_millis(600);
    let pool = WorkerPool::new(config);
    let path = titled("WAYMARK-TEST-HANG", 1).write(folder.path(), "hang.pdf");
    let start = Instant::now();
    let error = pool.open(&path, None).await.unwrap().page(0).await.unwrap_err();
    assert!(matches!(error, PdfError::PageTimeout { page: 0, .. }), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
    still_works(&pool, folder.path()).await;
}

#[tokio::test]
async fn a_flood_of_memory_is_stopped() {
    let folder = tempdir().unwrap();
    let mut config = config();
    config.memory_limit_bytes = 150_000_000;
    let pool = WorkerPool::new(config);
    let path = titled("WAYMARK-TEST-BLOAT", 1).write(folder.path(), "bloat.pdf");
    let error = pool.open(&path, None).await.unwrap().page(0).await.unwrap_err();
    match error {
        PdfError::MemoryLimit { page: Some(0), bytes, .. } => assert!((150_000_000..900_000_000).contains(&bytes), "{bytes}"),
        other => panic!("{other:?}"),
    }
    assert!(pool.peak_memory() > 150_000_000);
    still_works(&pool, folder.path()).await;
}

#[tokio::test]
async fn an_idle_worker_that_was_killed_is_replaced() {
    let folder = tempdir().unwrap();
    let mut config = config();
    config.workers = 1;
    let pool = WorkerPool::new(config);
    still_works(&pool, folder.path()).await;
    let process = pool.processes()[0];
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut system = sysinfo::System::new();
    let pid = sysinfo::Pid::from_u32(process);
    system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
    assert!(system.process(pid).unwrap().kill());
    tokio::time::sleep(Duration::from_millis(300)).await;
    still_works(&pool, folder.path()).await;
}

#[tokio::test]
async fn a_document_dropped_in_the_middle_leaves_the_pool_usable() {
    let folder = tempdir().unwrap();
    let mut config = config();
    config.workers = 1;
    let pool = WorkerPool::new(config);
    let path = titled("WAYMARK-TEST-HANG", 1).write(folder.path(), "hang.pdf");
    let mut document = pool.open(&path, None).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(300), document.page(0)).await.is_err());
    drop(document);
    tokio::time::timeout(Duration::from_secs(10), still_works(&pool, folder.path())).await.unwrap();
}

#[tokio::test]
async fn workers_end_with_the_pool() {
    let folder = tempdir().unwrap();
    let pool = pool();
    still_works(&pool, folder.path()).await;
    let pids: Vec<_> = pool.processes().into_iter().map(sysinfo::Pid::from_u32).collect();
    assert!(!pids.is_empty());
    drop(pool);
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let mut system = sysinfo::System::new();
        system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&pids), true);
        let alive = |pid: &sysinfo::Pid| system.process(*pid).is_some_and(|one| one.status() != sysinfo::ProcessStatus::Zombie);
        if !pids.iter().any(alive) {
            return;
        }
    }
    panic!("a worker outlived its pool");
}

#[test]
fn a_hanging_worker_leaves_when_its_parent_is_gone() {
    let folder = tempdir().unwrap();
    let path = titled("WAYMARK-TEST-HANG", 1).write(folder.path(), "hang.pdf");
    let mut command = Command::new(env!("CARGO_BIN_EXE_waymark-pdf-worker"));
    command.arg("--pdfium").arg(library()).env("WAYMARK_TEST_MARKERS", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let open = Request::Open { document: 0, path: path_to_bytes(&path), password: None };
    write_frame(&mut input, &open).unwrap();
    let reply: Reply = read_frame(child.stdout.as_mut().unwrap()).unwrap().unwrap();
    assert!(matches!(reply, Reply::Opened(info) if info.pages == 1));
    write_frame(&mut input, &Request::Page { document: 0, index: 0 }).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "it hangs");
    drop(input);
    for _ in 0..50 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("the worker outlived its parent");
}
