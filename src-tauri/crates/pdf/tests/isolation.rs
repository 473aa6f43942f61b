//! A bad file costs itself only: crashes, hangs, floods of memory, passwords, things that are no PDF, awkward names.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Pdf, config, library, pool, string, text_at};
use tempfile::tempdir;
use waymark_core::error::ErrorCode;
use waymark_pdf::protocol::{Reply, Request, path_to_bytes, read_frame, write_frame};
use waymark_pdf::{PdfError, WorkerPool};

fn titled(title: &str, pages: usize) -> Pdf {
    let mut pdf = Pdf::new();
    (0..pages).for_each(|_| {
        pdf.page(&text_at(72, 700, "Good text"), "");
    });
    pdf.title(title);
    pdf
}

async fn still_works(pool: &WorkerPool, folder: &std::path::Path) {
    let good = titled("Good", 2).write(folder, "good.pdf");
    let text = pool.open(&good, None).await.unwrap().text(|_, _| {}).await.unwrap();
    assert_eq!(text.pages.len(), 2);
    assert!(string(&text.pages[1]).contains("Good text"));
}

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

/// A page without content needs nothing encrypted but the two check values, which are those of the standard handler, revision 2.
fn locked(owner: &str, user: &str) -> Pdf {
    let mut pdf = Pdf::new();
    pdf.page("", "");
    let encrypt = format!("<< /Filter /Standard /V 1 /R 2 /P -4 /O <{owner}> /U <{user}> >>");
    let id = "30313233343536373839616263646566";
    pdf.trailer(&format!("/Encrypt {encrypt} /ID [<{id}> <{id}>]"));
    pdf
}

#[tokio::test]
async fn a_password_is_asked_for_and_checked() {
    let folder = tempdir().unwrap();
    let pool = pool();
    let owner = "c238b82279d56ab2f7623557da4c2aa0177914a13e591e7ebbb9d89ffc30b0ca";
    let user = "ad12f76e6d3bdd77aad0a0bad5c41e5edec19f8f4587d78e6daba0f74201b856";
    let path = locked(owner, user).write(folder.path(), "locked.pdf");
    let error = pool.open(&path, None).await.err().unwrap();
    assert!(matches!(error, PdfError::PasswordNeeded { .. }), "{error:?}");
    assert_eq!(error.to_wire().code, ErrorCode::PasswordNeeded);
    for wrong in ["nonsense", "open\0sesame"] {
        let error = pool.open(&path, Some(wrong)).await.err().unwrap();
        assert!(matches!(error, PdfError::WrongPassword { .. }), "{error:?}");
    }
    for right in ["open sesame", "treasure"] {
        assert_eq!(pool.open(&path, Some(right)).await.unwrap().info().pages, 1);
    }
}

#[tokio::test]
async fn a_file_with_an_owner_password_only_opens() {
    let folder = tempdir().unwrap();
    let owner = "85f7931217d38580f20f1e299af875e64cdd5573ee7f76016eb4794fb6636f60";
    let user = "43f5701c7203b4c816b7108c0d12d2778e554a08c20c7e2ac621d7433dca7224";
    let path = locked(owner, user).write(folder.path(), "owner.pdf");
    assert_eq!(pool().open(&path, None).await.unwrap().info().pages, 1);
}

#[tokio::test]
async fn what_is_no_pdf_is_named() {
    let folder = tempdir().unwrap();
    let pool = pool();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let empty = pool.open(&write("empty.pdf", b""), None).await.err().unwrap();
    assert!(matches!(empty, PdfError::Empty { .. }), "{empty:?}");
    let text = pool.open(&write("letter.pdf", b"Dear reader, this is no PDF.\n"), None).await.err().unwrap();
    assert!(matches!(text, PdfError::NotAPdf { .. }), "{text:?}");
    assert!(text.to_string().contains("letter.pdf"));
    let broken = pool.open(&write("broken.pdf", b"%PDF-1.7\nnothing follows\n"), None).await.err().unwrap();
    assert!(matches!(broken, PdfError::Damaged { .. }), "{broken:?}");
    let missing = pool.open(&folder.path().join("missing.pdf"), None).await.err().unwrap();
    assert_eq!(missing.to_wire().code, ErrorCode::NotFound, "{missing:?}");
    let directory = pool.open(folder.path(), None).await.err().unwrap();
    assert!(matches!(directory, PdfError::Io { .. }), "{directory:?}");
    still_works(&pool, folder.path()).await;
}

#[cfg(unix)]
#[tokio::test]
async fn an_unreadable_file_says_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().unwrap();
    let path = titled("Secret", 1).write(folder.path(), "secret.pdf");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0)).unwrap();
    let readable = std::fs::File::open(&path).is_ok();
    match pool().open(&path, None).await {
        Ok(_) => assert!(readable, "only an administrator reads a file without permissions"),
        Err(PdfError::Io { source, .. }) => assert_eq!(source.kind(), std::io::ErrorKind::PermissionDenied),
        Err(other) => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn awkward_names_open() {
    let folder = tempdir().unwrap();
    let pool = pool();
    let long = format!("{}.pdf", "n".repeat(200));
    for name in ["with space.pdf", "it's \"quoted\".pdf", "第一章 年报.pdf", "übung.pdf", &long] {
        let path = titled("Named", 1).write(folder.path(), name);
        assert_eq!(pool.open(&path, None).await.unwrap().info().title.as_deref(), Some("Named"), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_name_outside_unicode_opens() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempdir().unwrap();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9.pdf"));
    std::fs::write(&path, titled("Latin", 1).bytes()).unwrap();
    assert_eq!(pool().open(&path, None).await.unwrap().info().pages, 1);
}

#[tokio::test]
async fn a_damaged_cross_reference_table_is_repaired() {
    let folder = tempdir().unwrap();
    let text = String::from_utf8(titled("Repaired", 1).bytes()).unwrap();
    let path = folder.path().join("a.pdf");
    std::fs::write(&path, text.replace("startxref\n", "startxref\n9")).unwrap();
    assert_eq!(pool().open(&path, None).await.unwrap().info().title.as_deref(), Some("Repaired"));
}

#[tokio::test]
async fn a_missing_library_or_program_is_named() {
    let folder = tempdir().unwrap();
    let path = titled("Good", 1).write(folder.path(), "good.pdf");
    let mut without = config();
    without.pdfium = folder.path().join("libpdfium.so");
    let error = WorkerPool::new(without.clone()).open(&path, None).await.err().unwrap();
    assert!(matches!(&error, PdfError::Library { .. }) && error.to_string().contains("libpdfium.so"), "{error:?}");
    std::fs::write(&without.pdfium, "no library").unwrap();
    let error = WorkerPool::new(without).open(&path, None).await.err().unwrap();
    assert_eq!(error.to_wire().code, ErrorCode::RuntimeMissing, "{error:?}");
    let mut without = config();
    without.executable = folder.path().join("no-such-program");
    let error = WorkerPool::new(without).open(&path, None).await.err().unwrap();
    assert!(matches!(error, PdfError::Start { .. }), "{error:?}");
}
