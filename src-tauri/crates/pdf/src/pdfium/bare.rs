//! A page → nothing but its code points: what PDFium itself needs to give the characters.

use super::document::Document;
use super::page::Page;

/// Loads page and text page, asks for each code point and adds them up; `None` for a page that cannot be parsed.
pub fn sum(document: &Document, index: u32) -> Option<u64> {
    let page = Page::load(document, index)?;
    // SAFETY: the page is loaded; the text page is checked and closed at the end.
    unsafe {
        let text = document.bindings.FPDFText_LoadPage(page.handle.cast());
        if text.is_null() {
            return None;
        }
        let count = document.bindings.FPDFText_CountChars(text);
        let sum = (0..count).map(|char| u64::from(document.bindings.FPDFText_GetUnicode(text, char))).sum();
        document.bindings.FPDFText_ClosePage(text);
        Some(sum)
    }
}
