//! Files that do not open, each with its reason, and awkward names that do: passwords, things that are no PDF, missing parts.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Pdf, config, pool, still_works, titled};
use tempfile::tempdir;
use waymark_core::error::ErrorCode;
use waymark_pdf::{PdfError, WorkerPool};

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
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    let readable = std::fs::File::open(&path).is_ok();
    match pool().open(&path, None).await {
        Ok(_) => assert!(readable, "only an administrator reads a file without permissions"),
        Err(PdfError::Io { source, .. }) => {
            assert_eq!(source.kind(), std::io::ErrorKind::PermissionDenied)
        }
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
