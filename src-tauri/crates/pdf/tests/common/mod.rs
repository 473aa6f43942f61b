//! What the tests of this crate share: a pool that runs this crate's worker, and PDFs written by hand.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use waymark_core::page::PageText;
use waymark_pdf::{PoolConfig, WorkerPool};

/// The configuration of the tests: two workers, short limits, misbehaviour on request.
pub fn config() -> PoolConfig {
    let mut config = PoolConfig::new(env!("CARGO_BIN_EXE_waymark-pdf-worker").into(), Vec::new(), library());
    config.workers = 2;
    config.page_timeout = Duration::from_secs(20);
    config.environment.push(("WAYMARK_TEST_MARKERS".into(), "1".into()));
    config
}

/// A pool of the usual test configuration.
pub fn pool() -> WorkerPool {
    WorkerPool::new(config())
}

/// The PDFium library of the host: from `WAYMARK_RUNTIME` or the `runtime` folder at the root of the repository.
pub fn library() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
    let runtime = std::env::var_os("WAYMARK_RUNTIME").map_or(root, PathBuf::from);
    let system = match std::env::consts::OS {
        "macos" => "apple-darwin",
        "windows" => "pc-windows-msvc",
        _ => "unknown-linux-gnu",
    };
    let folder = runtime.join(format!("{}-{system}", std::env::consts::ARCH)).join("lib");
    let name = format!("{}pdfium{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = folder.join(name);
    assert!(path.is_file(), "`{}` is missing: run `cargo xtask fetch`", path.display());
    path
}

/// A folder of the development corpus; `None`, with a printed line, when there is no corpus.
#[allow(clippy::print_stdout)]
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus").join(folder);
    if !path.is_dir() {
        println!("skipped: there is no corpus folder `{folder}` beside the repository");
        return None;
    }
    Some(path)
}

/// A PDF under construction: numbered objects, object 1 being the catalog and object 2 the page tree.
pub struct Pdf {
    objects: Vec<(u32, Vec<u8>)>,
    pages: Vec<u32>,
    next: u32,
    catalog: String,
    trailer: String,
}

impl Pdf {
    /// An empty document with Helvetica as `/F1` (object 3) and bold Helvetica as `/F2` (object 4).
    pub fn new() -> Self {
        let mut pdf = Self { objects: Vec::new(), pages: Vec::new(), next: 3, catalog: String::new(), trailer: String::new() };
        pdf.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
        pdf.object("<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Helvetica-Bold /Encoding /WinAnsiEncoding >>");
        pdf
    }

    /// The number the next object will get.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Adds an object; gives its number.
    pub fn object(&mut self, body: &str) -> u32 {
        self.objects.push((self.next, body.as_bytes().to_vec()));
        self.next += 1;
        self.next - 1
    }

    /// Adds a stream with extra dictionary entries; gives its number.
    pub fn stream(&mut self, entries: &str, data: &str) -> u32 {
        self.object(&format!("<< {entries} /Length {} >>\nstream\n{data}\nendstream", data.len()))
    }

    /// Adds a page of 612 × 792 points; `entries` may override the box and add rotation, annotations or resources.
    pub fn page(&mut self, content: &str, entries: &str) -> u32 {
        let content = self.stream("", content);
        let mut body = String::from("<< /Type /Page /Parent 2 0 R ");
        if !entries.contains("/MediaBox") {
            body += "/MediaBox [0 0 612 792] ";
        }
        if !entries.contains("/Resources") {
            body += "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> ";
        }
        let page = self.object(&format!("{body} /Contents {content} 0 R {entries} >>"));
        self.pages.push(page);
        page
    }

    /// Adds entries to the catalog.
    pub fn catalog(&mut self, entries: &str) -> &mut Self {
        self.catalog += entries;
        self
    }

    /// Adds entries to the trailer.
    pub fn trailer(&mut self, entries: &str) -> &mut Self {
        self.trailer += entries;
        self
    }

    /// Sets the title.
    pub fn title(&mut self, title: &str) -> &mut Self {
        let info = self.object(&format!("<< /Title ({title}) >>"));
        self.trailer(&format!(" /Info {info} 0 R"))
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let kids: String = self.pages.iter().map(|page| format!("{page} 0 R ")).collect();
        let mut objects = self.objects.clone();
        objects.push((1, format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog).into_bytes()));
        objects.push((2, format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", self.pages.len()).into_bytes()));
        objects.sort_by_key(|(number, _)| *number);
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut xref = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for (number, body) in &objects {
            xref += &format!("{:010} 00000 n \n", file.len());
            file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
            file.extend_from_slice(body);
            file.extend_from_slice(b"\nendobj\n");
        }
        let start = file.len();
        file.extend_from_slice(xref.as_bytes());
        let trailer =
            format!("trailer\n<< /Size {} /Root 1 0 R {} >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1, self.trailer);
        file.extend_from_slice(trailer.as_bytes());
        file
    }

    /// Writes the file into `folder` under `name`.
    pub fn write(&self, folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, self.bytes()).unwrap();
        path
    }
}

/// Content that writes `text` at (`x`, `y`) in 12 point Helvetica.
pub fn text_at(x: i32, y: i32, text: &str) -> String {
    format!("BT /F1 12 Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Reads all pages of a file.
pub async fn pages(path: &Path) -> Vec<PageText> {
    pool().open(path, None).await.unwrap().text(|_, _| {}).await.unwrap().pages
}

/// The characters of a page as a string.
pub fn string(page: &PageText) -> String {
    page.chars.iter().map(|read| read.ch).collect()
}

/// A document of `pages` pages that say "Good text".
pub fn titled(title: &str, pages: usize) -> Pdf {
    let mut pdf = Pdf::new();
    (0..pages).for_each(|_| {
        pdf.page(&text_at(72, 700, "Good text"), "");
    });
    pdf.title(title);
    pdf
}

/// Reads a good document through the pool.
pub async fn still_works(pool: &WorkerPool, folder: &std::path::Path) {
    let good = titled("Good", 2).write(folder, "good.pdf");
    let text = pool.open(&good, None).await.unwrap().text(|_, _| {}).await.unwrap();
    assert_eq!(text.pages.len(), 2);
    assert!(string(&text.pages[1]).contains("Good text"));
}
