//! One page of a document: its box and rotation, and everything read from it as a [`PageText`].

use waymark_core::page::PageText;

use super::document::Document;
use super::geometry::RectF;
use super::{Bindings, Handle, chars, links, roles, shapes, wide_string};

/// A loaded page.
pub struct Page<'document> {
    pub(super) document: &'document Document,
    pub(super) bindings: &'static Bindings,
    pub(super) handle: Handle,
    /// Lower left corner of the visible box in user space, points.
    pub origin: (f32, f32),
    /// Width of the unrotated visible box, points.
    pub width: f32,
    /// Height of the unrotated visible box, points.
    pub height: f32,
    /// Degrees clockwise for display.
    pub rotation: u16,
}

impl<'document> Page<'document> {
    /// Loads page `index`; `None` when it does not exist or cannot be parsed.
    pub fn load(document: &'document Document, index: u32) -> Option<Self> {
        let bindings = document.bindings;
        let index = i32::try_from(index).ok()?;
        // SAFETY: the document is open for as long as the page borrows it.
        let handle: Handle = unsafe { bindings.FPDF_LoadPage(document.handle.cast(), index).cast() };
        if handle.is_null() {
            return None;
        }
        let mut page = Self { document, bindings, handle, origin: (0.0, 0.0), width: 612.0, height: 792.0, rotation: 0 };
        let mut rect = RectF::default();
        // SAFETY: the page is loaded and the rectangle has the layout of FS_RECTF.
        let (found, turns) = unsafe {
            (
                bindings.FPDF_GetPageBoundingBox(handle.cast(), std::ptr::from_mut(&mut rect).cast()),
                bindings.FPDFPage_GetRotation(handle.cast()),
            )
        };
        let visible = rect.to_rect();
        if found != 0 && visible.width() > 0.0 && visible.height() > 0.0 {
            page.origin = (visible.x0, visible.y0);
            page.width = visible.width();
            page.height = visible.height();
        }
        page.rotation = u16::try_from(turns.rem_euclid(4)).unwrap_or(0) * 90;
        Some(page)
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        // SAFETY: loaded in `load`, closed once.
        unsafe { self.bindings.FPDF_ClosePage(self.handle.cast()) };
    }
}

/// Reads everything on page `index`. A page that PDFium cannot load comes back empty, with a warning.
pub fn read_page(document: &Document, index: u32, tagged: bool) -> PageText {
    let mut text = PageText { index, label: label(document, index), ..PageText::default() };
    let Some(page) = Page::load(document, index) else {
        text.warnings.push(format!("page {} could not be read", index + 1));
        return text;
    };
    text.width = page.width;
    text.height = page.height;
    text.rotation = page.rotation;
    chars::read(&page, &mut text);
    drop_unseen(&mut text);
    shapes::read(&page, &mut text);
    links::read(&page, &mut text);
    if tagged {
        roles::read(&page, &mut text);
    }
    text
}

/// Takes out what stands wholly outside the page: nobody can see it, and a citation could not show it.
fn drop_unseen(text: &mut PageText) {
    const SLACK: f32 = 1.0;
    let (width, height) = (text.width, text.height);
    text.chars.retain(|char| {
        let rect = char.rect;
        rect.x1 >= -SLACK && rect.x0 <= width + SLACK && rect.y1 >= -SLACK && rect.y0 <= height + SLACK
    });
}

fn label(document: &Document, index: u32) -> Option<String> {
    let index = i32::try_from(index).ok()?;
    // SAFETY: the document is open; `wide_string` passes a null pointer or a buffer of the length it states.
    #[allow(clippy::useless_conversion)]
    wide_string(|buffer, length| unsafe {
        u64::from(document.bindings.FPDF_GetPageLabel(document.handle.cast(), index, buffer, length as _))
    })
}
