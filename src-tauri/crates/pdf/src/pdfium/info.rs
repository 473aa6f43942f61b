//! What a document says about itself: metadata, bookmarks, whether it is tagged.

use std::collections::HashSet;

use waymark_core::page::{Bookmark, DocumentInfo};

use super::document::Document;
use super::page::Page;
use super::{Handle, links, wide_string};

const MAX_BOOKMARKS: usize = 20_000;
const MAX_LEVEL: u8 = 32;

/// Reads the facts of an open document. Bookmark trees that loop or are absurdly deep or long are cut.
pub fn read(document: &Document) -> DocumentInfo {
    let meta = |tag: &str| {
        // SAFETY: the document is open; `wide_string` states the buffer's length.
        #[allow(clippy::useless_conversion)]
        wide_string(|buffer, length| unsafe {
            u64::from(document.bindings.FPDF_GetMetaText(document.handle.cast(), tag, buffer, length as _))
        })
    };
    DocumentInfo {
        pages: document.page_count(),
        title: meta("Title"),
        author: meta("Author"),
        subject: meta("Subject"),
        keywords: meta("Keywords"),
        creator: meta("Creator"),
        producer: meta("Producer"),
        created: meta("CreationDate"),
        // SAFETY: the document is open.
        tagged: unsafe { document.bindings.FPDFCatalog_IsTagged(document.handle.cast()) } != 0,
        bookmarks: bookmarks(document),
    }
}

/// All bookmarks in the order of a reader, each seen once.
fn bookmarks(document: &Document) -> Vec<Bookmark> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut origins = Origins { document, shifted: None, known: Vec::new() };
    // SAFETY: the document is open; a null bookmark asks for the first of the top level.
    let first = unsafe { document.bindings.FPDFBookmark_GetFirstChild(document.handle.cast(), std::ptr::null_mut()) };
    let mut waiting: Vec<(Handle, u8)> = vec![(first.cast(), 1)];
    while let Some((handle, level)) = waiting.pop() {
        if handle.is_null() || !seen.insert(handle as usize) || found.len() >= MAX_BOOKMARKS {
            continue;
        }
        // SAFETY: the bookmark belongs to the open document.
        let (next, child) = unsafe {
            (
                document.bindings.FPDFBookmark_GetNextSibling(document.handle.cast(), handle.cast()),
                document.bindings.FPDFBookmark_GetFirstChild(document.handle.cast(), handle.cast()),
            )
        };
        waiting.push((next.cast(), level));
        if level < MAX_LEVEL {
            waiting.push((child.cast(), level + 1));
        }
        found.push(bookmark(document, handle, level, &mut origins));
    }
    found
}

fn bookmark(document: &Document, handle: Handle, level: u8, origins: &mut Origins) -> Bookmark {
    let bindings = document.bindings;
    // SAFETY: the bookmark belongs to the open document; `wide_string` states the buffer's length.
    #[allow(clippy::useless_conversion)]
    let title =
        wide_string(|buffer, length| unsafe { u64::from(bindings.FPDFBookmark_GetTitle(handle.cast(), buffer, length as _)) });
    // SAFETY: as above.
    let (own, action) = unsafe {
        (
            bindings.FPDFBookmark_GetDest(document.handle.cast(), handle.cast()).cast::<std::ffi::c_void>(),
            bindings.FPDFBookmark_GetAction(handle.cast()).cast(),
        )
    };
    let destination = if own.is_null() { links::go_to(document, action) } else { own };
    let (page, y) = links::resolve(document, destination);
    let y = y.map(|y| y - page.map_or(0.0, |page| origins.lower_edge(page)));
    Bookmark { level, title: title.unwrap_or_default(), page, y }
}

/// Lower edges of visible page boxes. Loading a page is dear, so pages are only asked when the first page's box is shifted.
struct Origins<'a> {
    document: &'a Document,
    shifted: Option<bool>,
    known: Vec<Option<f32>>,
}

impl Origins<'_> {
    fn lower_edge(&mut self, page: u32) -> f32 {
        let load = |page| Page::load(self.document, page).map_or(0.0, |page| page.origin.1);
        if !*self.shifted.get_or_insert_with(|| load(0) != 0.0) {
            return 0.0;
        }
        let index = page as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        *self.known[index].get_or_insert_with(|| load(page))
    }
}
