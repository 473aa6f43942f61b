//! Page images and page text for the reader: one worker of its own that keeps the last few documents open.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use tokio::sync::oneshot;
use waymark_core::Rect;
use waymark_core::page::PageText;

use super::child::Child;
use super::{RECYCLE_BYTES, Shared, open_request};
use crate::error::PdfError;
use crate::protocol::{ImageFormat, Rendered, Reply, Request};

/// Documents kept open.
const KEPT: usize = 4;

/// The reader's worker and what is open in it, least recently used first.
#[derive(Default)]
pub struct Reader {
    child: Option<Child>,
    open: Vec<Open>,
    next: u32,
}

/// An open document; it is opened again when the file has changed or another password is given.
#[derive(Clone, PartialEq, Eq)]
struct Open {
    path: PathBuf,
    password: Option<String>,
    changed: Option<(u64, SystemTime)>,
    number: u32,
}

/// How much of a page to draw, and how large.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// All of it, so many pixels wide.
    Whole { width: u32 },
    /// A rectangle of the unrotated page, with so many pixels per inch.
    Area { area: Rect, dpi: u32 },
    /// Its text layer instead of an image.
    Text,
}

/// What to draw.
struct Order {
    path: PathBuf,
    password: Option<String>,
    page: u32,
    part: Part,
    format: ImageFormat,
}

impl Order {
    fn request(&self, document: u32) -> Request {
        let (index, format) = (self.page, self.format);
        match self.part {
            Part::Whole { width } => Request::Render { document, index, width, format },
            Part::Area { area, dpi } => Request::Crop { document, index, area, dpi, format },
            Part::Text => Request::Page { document, index },
        }
    }
}

/// Draws a page or a part of one in the reader's worker. The work goes on to its end when the caller loses interest, so that the worker stays in
/// step; orders whose caller has gone before their turn are dropped.
pub(super) async fn render(
    shared: &Arc<Shared>,
    path: &Path,
    password: Option<&str>,
    page: u32,
    part: Part,
    format: ImageFormat,
) -> Result<Rendered, PdfError> {
    let order = Order { path: path.to_owned(), password: password.map(str::to_owned), page, part, format };
    match answer(shared, order).await? {
        Reply::Rendered(image) => Ok(image),
        _ => Err(PdfError::Closed { path: path.to_owned() }),
    }
}

/// Reads the text layer of a page in the reader's worker, under the same rules.
pub(super) async fn text(shared: &Arc<Shared>, path: &Path, password: Option<&str>, page: u32) -> Result<PageText, PdfError> {
    let password = password.map(str::to_owned);
    let order = Order { path: path.to_owned(), password, page, part: Part::Text, format: ImageFormat::Png };
    match answer(shared, order).await? {
        Reply::Page(page) => Ok(page),
        _ => Err(PdfError::Closed { path: path.to_owned() }),
    }
}

async fn answer(shared: &Arc<Shared>, order: Order) -> Result<Reply, PdfError> {
    let path = order.path.clone();
    let (sender, receiver) = oneshot::channel();
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let mut reader = shared.reader.lock().await;
        if !sender.is_closed() {
            let outcome = reader.serve(&shared, &order).await;
            if sender.send(outcome).is_err() {
                tracing::trace!(page = order.page, "nobody waits for this page any more");
            }
        }
    });
    receiver.await.unwrap_or(Err(PdfError::Closed { path }))
}

impl Reader {
    async fn serve(&mut self, shared: &Shared, order: &Order) -> Result<Reply, PdfError> {
        if self.child.as_ref().is_some_and(|child| !child.is_usable() || child.resident() > RECYCLE_BYTES) {
            self.abandon();
        }
        let document = self.open(shared, order).await?;
        self.ask(shared, order, Some(order.page), &order.request(document)).await
    }

    /// The number of the order's document, opened if need be.
    async fn open(&mut self, shared: &Shared, order: &Order) -> Result<u32, PdfError> {
        let changed = std::fs::metadata(&order.path).ok().and_then(|meta| Some((meta.len(), meta.modified().ok()?)));
        let same = |open: &Open| open.path == order.path && open.password == order.password && open.changed == changed;
        if let Some(at) = self.open.iter().position(same) {
            let open = self.open.remove(at);
            let number = open.number;
            self.open.push(open);
            return Ok(number);
        }
        if self.open.len() >= KEPT {
            let oldest = self.open.remove(0);
            self.ask(shared, order, None, &Request::Close { document: oldest.number }).await?;
        }
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        self.ask(shared, order, None, &open_request(number, &order.path, order.password.as_deref())).await?;
        self.open.push(Open { path: order.path.clone(), password: order.password.clone(), changed, number });
        Ok(number)
    }

    async fn ask(&mut self, shared: &Shared, order: &Order, page: Option<u32>, request: &Request) -> Result<Reply, PdfError> {
        let child = match &mut self.child {
            Some(child) => child,
            None => self.child.insert(shared.spawn()?),
        };
        let timeout = if page.is_some() { shared.config.page_timeout } else { shared.config.open_timeout };
        match child.ask(request, timeout).await {
            Ok(Reply::Refused(refusal)) => Err(shared.refused(refusal, &order.path, page, order.password.is_some())),
            Ok(reply) => Ok(reply),
            Err(failure) => {
                self.abandon();
                Err(shared.failed(failure, &order.path, page))
            }
        }
    }

    fn abandon(&mut self) {
        self.child = None;
        self.open.clear();
    }
}
