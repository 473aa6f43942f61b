//! Page images for the reader.

use std::path::Path;

use waymark_core::DocumentId;
use waymark_pdf::ImageFormat;

use crate::engine::{Engine, lock};
use crate::error::EngineError;

/// A drawn page.
#[derive(Debug, Clone)]
pub struct PageImage {
    /// Encoded image.
    pub bytes: Vec<u8>,
    /// MIME type.
    pub mime: &'static str,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl Engine {
    /// Draws a page (from 1) `width` pixels wide, as displayed.
    ///
    /// # Errors
    /// `NotFound` for an unknown document or page; what PDFium says when the file is gone, locked or damaged.
    pub async fn page_image(&self, document: DocumentId, page: u32, width: u32) -> Result<PageImage, EngineError> {
        let record = self.inner.store.document(document).await?;
        let index = page.checked_sub(1).ok_or_else(|| EngineError::not_found("pages count from 1"))?;
        let password = lock(&self.inner.passwords).get(&document).cloned();
        let path = existing_path(&record.path, &record.duplicates);
        let width = width.clamp(16, 4000);
        let image = self.inner.pool.render(Path::new(path), password.as_deref(), index, width, ImageFormat::Png).await?;
        Ok(PageImage { mime: image.mime(), width: image.width, height: image.height, bytes: image.bytes })
    }
}

/// The first known path at which the content still lies.
fn existing_path<'a>(path: &'a str, others: &'a [String]) -> &'a str {
    std::iter::once(path).chain(others.iter().map(String::as_str)).find(|path| Path::new(path).is_file()).unwrap_or(path)
}
