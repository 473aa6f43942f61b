//! Links of a page and where destinations lead.

use waymark_core::page::{PageLink, PageText};

use super::document::Document;
use super::geometry::RectF;
use super::page::Page;
use super::shapes::on_page;
use super::{Bindings, Handle};

const MAX_LINKS: usize = 4_000;
const ACTION_GO_TO: u32 = 1;
const VIEW_XYZ: u32 = 1;
const VIEW_FIT_H: u32 = 3;
const VIEW_FIT_R: u32 = 5;
const VIEW_FIT_BH: u32 = 7;

/// Reads the link annotations of `page` into `text`; heights of targets are relative to the same lower edge as this page's.
pub fn read(page: &Page, text: &mut PageText) {
    let bindings = page.bindings;
    let mut position = 0;
    let mut link: Handle = std::ptr::null_mut();
    // SAFETY: the page is loaded and both pointers are valid for the call.
    while unsafe { bindings.FPDFLink_Enumerate(page.handle.cast(), &raw mut position, std::ptr::from_mut(&mut link).cast()) != 0 }
    {
        if text.links.len() >= MAX_LINKS {
            text.warnings.push(format!("page {} has more than {MAX_LINKS} links", text.index + 1));
            return;
        }
        let mut rect = RectF::default();
        // SAFETY: the link belongs to the loaded page and the rectangle has the layout of FS_RECTF.
        let (found, own, action): (bool, Handle, Handle) = unsafe {
            (
                bindings.FPDFLink_GetAnnotRect(link.cast(), std::ptr::from_mut(&mut rect).cast()) != 0,
                bindings.FPDFLink_GetDest(page.document.handle.cast(), link.cast()).cast(),
                bindings.FPDFLink_GetAction(link.cast()).cast(),
            )
        };
        let destination = if own.is_null() { go_to(page.document, action) } else { own };
        let (target_page, target_y) = resolve(page.document, destination);
        if found {
            let target_y = target_y.map(|y| y - page.origin.1);
            text.links.push(PageLink { rect: on_page(page, rect.to_rect()), target_page, target_y });
        }
    }
}

/// The destination of an action that leads to a place in the same document, else null.
pub fn go_to(document: &Document, action: Handle) -> Handle {
    if action.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the action belongs to the open document.
    unsafe {
        #[allow(clippy::unnecessary_cast)]
        if document.bindings.FPDFAction_GetType(action.cast()) as u32 == ACTION_GO_TO {
            document.bindings.FPDFAction_GetDest(document.handle.cast(), action.cast()).cast()
        } else {
            std::ptr::null_mut()
        }
    }
}

/// Page index and height in user space of a destination; `None`s for null or broken ones.
pub fn resolve(document: &Document, destination: Handle) -> (Option<u32>, Option<f32>) {
    if destination.is_null() {
        return (None, None);
    }
    // SAFETY: the destination belongs to the open document.
    let page = unsafe { document.bindings.FPDFDest_GetDestPageIndex(document.handle.cast(), destination.cast()) };
    let page = u32::try_from(page).ok().filter(|page| *page < document.page_count());
    let y = page.and_then(|_| height(document.bindings, destination)).filter(|y| y.is_finite());
    (page, y)
}

fn height(bindings: &Bindings, destination: Handle) -> Option<f32> {
    let mut count = 0;
    let mut parameters = [0.0f32; 8];
    // SAFETY: the destination belongs to an open document and there is room for more than the four parameters PDFium writes.
    let view = unsafe { bindings.FPDFDest_GetView(destination.cast(), &raw mut count, parameters.as_mut_ptr()) };
    #[allow(clippy::unnecessary_cast)]
    match (view as u32, count) {
        (VIEW_XYZ, _) => {
            let (mut has_x, mut has_y, mut has_zoom) = (0, 0, 0);
            let (mut x, mut y, mut zoom) = (0.0f32, 0.0f32, 0.0f32);
            // SAFETY: as above; all pointers are valid for the call.
            let found = unsafe {
                let (has_x, has_y, has_zoom) = (&raw mut has_x, &raw mut has_y, &raw mut has_zoom);
                let (x, y, zoom) = (&raw mut x, &raw mut y, &raw mut zoom);
                bindings.FPDFDest_GetLocationInPage(destination.cast(), has_x, has_y, has_zoom, x, y, zoom)
            };
            (found != 0 && has_y != 0).then_some(y)
        }
        (VIEW_FIT_H | VIEW_FIT_BH, 1..) => Some(parameters[0]),
        (VIEW_FIT_R, 4..) => Some(parameters[3]),
        _ => None,
    }
}
