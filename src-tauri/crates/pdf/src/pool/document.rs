//! A document open in a worker of the pool.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures::Stream;
use futures::stream::unfold;
use waymark_core::page::{DocumentInfo, DocumentText, PageText};

use super::child::Child;
use super::{DOCUMENT, Shared, Slot};
use crate::error::PdfError;
use crate::protocol::{ImageFormat, Rendered, Reply, Request};

const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// An open PDF with the worker that holds it. Dropping it closes the file and gives the worker back to the pool.
pub struct OpenDocument {
    shared: Arc<Shared>,
    slot: Option<Slot>,
    child: Option<Child>,
    path: PathBuf,
    info: DocumentInfo,
}

impl OpenDocument {
    pub(super) fn new(shared: Arc<Shared>, slot: Slot, child: Child, path: PathBuf, info: DocumentInfo) -> Self {
        Self { shared, slot: Some(slot), child: Some(child), path, info }
    }

    /// Metadata, page count and bookmarks.
    #[must_use]
    pub fn info(&self) -> &DocumentInfo {
        &self.info
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text layer of a page. A page that PDFium cannot parse comes back empty, with a warning.
    ///
    /// # Errors
    /// [`PdfError::NoSuchPage`], or that the worker crashed, hung or took too much memory; the document is closed then.
    pub async fn page(&mut self, index: u32) -> Result<PageText, PdfError> {
        match self.ask(index, &Request::Page { document: DOCUMENT, index }).await? {
            Reply::Page(page) => Ok(page),
            _ => Err(self.closed()),
        }
    }

    /// All pages in order, each as soon as it is read. The stream ends after the first error.
    pub fn pages(&mut self) -> impl Stream<Item = Result<PageText, PdfError>> {
        let total = self.info.pages;
        unfold((self, 0), move |(document, index)| async move {
            if index >= total {
                return None;
            }
            let page = document.page(index).await;
            let next = if page.is_ok() { index + 1 } else { total };
            Some((page, (document, next)))
        })
    }

    /// The whole document; `progress` is called with the number of pages read so far and in all after each page.
    ///
    /// # Errors
    /// As [`Self::page`].
    pub async fn text(&mut self, mut progress: impl FnMut(u32, u32)) -> Result<DocumentText, PdfError> {
        let total = self.info.pages;
        let mut pages = Vec::with_capacity(total as usize);
        for index in 0..total {
            pages.push(self.page(index).await?);
            progress(index + 1, total);
        }
        Ok(DocumentText { info: self.info.clone(), pages })
    }

    /// Draws a page `width` pixels wide in display orientation, with annotations and form fields.
    ///
    /// # Errors
    /// As [`Self::page`], and [`PdfError::Render`].
    pub async fn render(&mut self, index: u32, width: u32, format: ImageFormat) -> Result<Rendered, PdfError> {
        match self.ask(index, &Request::Render { document: DOCUMENT, index, width, format }).await? {
            Reply::Rendered(image) => Ok(image),
            _ => Err(self.closed()),
        }
    }

    /// Processor time in which PDFium alone loads a page and gives each code point, without boxes, fonts or anything else: the
    /// measure that reading is compared with. Take it on a document opened anew, since PDFium keeps the fonts of earlier pages.
    ///
    /// # Errors
    /// As [`Self::page`].
    pub async fn bare(&mut self, index: u32) -> Result<Duration, PdfError> {
        match self.ask(index, &Request::Bare { document: DOCUMENT, index }).await? {
            Reply::Took(time) => Ok(time),
            _ => Err(self.closed()),
        }
    }

    /// Processor time of the worker since it began to open this document.
    ///
    /// # Errors
    /// As [`Self::page`].
    pub async fn spent(&mut self) -> Result<Duration, PdfError> {
        match self.ask(0, &Request::Spent { document: DOCUMENT }).await? {
            Reply::Took(time) => Ok(time),
            _ => Err(self.closed()),
        }
    }

    async fn ask(&mut self, page: u32, request: &Request) -> Result<Reply, PdfError> {
        let Some(child) = self.child.as_mut().filter(|child| child.is_usable()) else {
            return Err(self.closed());
        };
        match child.ask(request, self.shared.config.page_timeout).await {
            Ok(Reply::Refused(refusal)) => Err(self.shared.refused(refusal, &self.path, Some(page), false)),
            Ok(reply) => Ok(reply),
            Err(failure) => {
                self.child = None;
                Err(self.shared.failed(failure, &self.path, Some(page)))
            }
        }
    }

    fn closed(&self) -> PdfError {
        PdfError::Closed { path: self.path.clone() }
    }
}

impl Drop for OpenDocument {
    fn drop(&mut self) {
        let (Some(mut child), Some(slot)) = (self.child.take(), self.slot.take()) else {
            return;
        };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        if !child.is_usable() {
            return;
        }
        let shared = Arc::clone(&self.shared);
        runtime.spawn(async move {
            if child.ask(&Request::Close { document: DOCUMENT }, CLOSE_TIMEOUT).await.is_ok() {
                shared.give_back(child);
            }
            drop(slot);
        });
    }
}
