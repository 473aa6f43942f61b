//! The worker process: requests from stdin answered on stdout, one after the other, by the one thread that uses PDFium.
//!
//! A second thread only reads stdin. When the parent goes, even by being killed, stdin ends and the process leaves at once, also
//! in the middle of a page that would never end.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::sync::mpsc;

use cpu_time::{ProcessTime, ThreadTime};

use crate::markers::Misbehaviour;
use crate::pdfium::document::Document;
use crate::pdfium::{Bindings, bare, info, load, page, render};
use crate::protocol::{Refusal, Reply, Request, path_from_bytes, read_frame, write_frame};

/// Exit status of a worker whose pipes broke.
const BROKEN_PIPE: i32 = 2;
/// Pages read before a file is opened anew, so that long documents take no more memory than short ones.
const RENEW_AFTER: u32 = 256;

/// Runs a worker until its parent closes stdin or asks it to leave.
///
/// `args` are the arguments after the hidden `pdf-worker`: `--pdfium PATH` names the library and `--memory-limit BYTES` the
/// resident memory at which the parent will stop the process (a backstop on address space is set from it).
pub fn worker_main(args: impl IntoIterator<Item = OsString>) -> ! {
    let options = Options::parse(args);
    limit_resources(options.memory_limit);
    let bindings = match options.pdfium {
        Some(path) => load(&path).map_err(|error| format!("{error:?}")),
        None => Err("`--pdfium PATH` is missing".to_owned()),
    };
    let requests = read_requests();
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut worker = Worker { bindings, open: HashMap::new() };
    for request in requests {
        if request == Request::Shutdown {
            break;
        }
        let reply = worker.answer(request).unwrap_or_else(Reply::Refused);
        if write_frame(&mut output, &reply).is_err() {
            std::process::exit(BROKEN_PIPE);
        }
    }
    std::process::exit(0)
}

#[derive(Default)]
struct Options {
    pdfium: Option<PathBuf>,
    memory_limit: Option<u64>,
}

impl Options {
    fn parse(args: impl IntoIterator<Item = OsString>) -> Self {
        let mut options = Self::default();
        let mut args = args.into_iter();
        while let Some(name) = args.next() {
            if name == "--pdfium" {
                options.pdfium = args.next().map(PathBuf::from);
            } else if name == "--memory-limit" {
                options.memory_limit = args.next().and_then(|value| value.to_str()?.parse().ok());
            }
        }
        options
    }
}

/// No core files, and an address space far above what an honest document needs.
fn limit_resources(memory_limit: Option<u64>) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let both = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
        let mut failed = setrlimit(Resource::Core, both(0)).err();
        if let Some(limit) = memory_limit {
            failed = setrlimit(Resource::As, both(limit.saturating_mul(4).saturating_add(1 << 30))).err().or(failed);
        }
        if let Some(error) = failed {
            tracing::debug!(%error, "a resource limit could not be set");
        }
    }
    #[cfg(not(unix))]
    let _ = memory_limit;
}

/// Requests as they come in. The end of stdin ends the process, whatever the other thread is doing.
fn read_requests() -> mpsc::Receiver<Request> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(request)) = read_frame(&mut input) {
            let last = request == Request::Shutdown;
            if sender.send(request).is_err() || last {
                return;
            }
        }
        std::process::exit(0);
    });
    receiver
}

struct OpenFile {
    document: Document,
    tagged: bool,
    misbehaviour: Option<Misbehaviour>,
    since: ProcessTime,
    read: u32,
}

struct Worker {
    bindings: Result<&'static Bindings, String>,
    open: HashMap<u32, OpenFile>,
}

impl Worker {
    fn answer(&mut self, request: Request) -> Result<Reply, Refusal> {
        match request {
            Request::Open { document, path, password } => {
                let since = ProcessTime::now();
                let bindings = self.bindings.clone().map_err(Refusal::Library)?;
                self.open.remove(&document);
                let file = Document::open(bindings, &path_from_bytes(path), password.as_deref())?;
                let facts = info::read(&file);
                let misbehaviour = Misbehaviour::from_title(facts.title.as_deref());
                self.open.insert(document, OpenFile { document: file, tagged: facts.tagged, misbehaviour, since, read: 0 });
                Ok(Reply::Opened(facts))
            }
            Request::Page { document, index } => {
                let file = self.file(document, index)?;
                file.read += 1;
                if file.read.is_multiple_of(RENEW_AFTER) {
                    file.document.renew();
                }
                Ok(Reply::Page(page::read_page(&file.document, index, file.tagged)))
            }
            Request::Render { document, index, width, format } => {
                let file = self.file(document, index)?;
                render::render(&mut file.document, index, width, format).map(Reply::Rendered)
            }
            Request::Crop { document, index, area, dpi, format } => {
                let file = self.file(document, index)?;
                render::crop(&mut file.document, index, &area, dpi, format).map(Reply::Rendered)
            }
            Request::Bare { document, index } => {
                let file = self.file(document, index)?;
                let start = ThreadTime::now();
                std::hint::black_box(bare::sum(&file.document, index));
                Ok(Reply::Took(start.elapsed()))
            }
            Request::Spent { document } => {
                let file = self.open.get(&document).ok_or(Refusal::NoSuchPage)?;
                Ok(Reply::Took(file.since.elapsed()))
            }
            Request::Close { document } => {
                self.open.remove(&document);
                Ok(Reply::Closed)
            }
            Request::Shutdown => Ok(Reply::Closed),
        }
    }

    fn file(&mut self, document: u32, page: u32) -> Result<&mut OpenFile, Refusal> {
        let file = self.open.get_mut(&document).ok_or(Refusal::NoSuchPage)?;
        if page >= file.document.page_count() {
            return Err(Refusal::NoSuchPage);
        }
        if let Some(misbehaviour) = file.misbehaviour {
            misbehaviour.at(page);
        }
        Ok(file)
    }
}
