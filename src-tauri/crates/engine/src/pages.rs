//! Page images for the reader.

use std::path::PathBuf;

use waymark_core::{DocumentId, ErrorCode, WireError};
use waymark_pdf::ImageFormat;
use waymark_store::DocumentRecord;

use crate::engine::{Engine, lock};
use crate::error::{EngineError, blocking};

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
        let path = self.unchanged(&record).await?;
        let width = width.clamp(16, 4000);
        let image = self.inner.pool.render(&path, password.as_deref(), index, width, ImageFormat::Png).await?;
        Ok(PageImage { mime: image.mime(), width: image.width, height: image.height, bytes: image.bytes })
    }
}

impl Engine {
    /// The first known path at which the content that was read still lies. Another content under the same name must not be
    /// shown: its pages are not what citations point to. A file is hashed once, and again when its size or time changes.
    pub(crate) async fn unchanged(&self, record: &DocumentRecord) -> Result<PathBuf, EngineError> {
        let mut trouble = None;
        for path in std::iter::once(&record.path).chain(&record.duplicates).map(PathBuf::from) {
            let Ok(stamp) = std::fs::metadata(&path).and_then(|metadata| Ok((metadata.len(), metadata.modified()?))) else {
                continue;
            };
            let key = (path.clone(), stamp.0, stamp.1);
            let known = lock(&self.inner.seen).get(&key).cloned();
            let hash = match known {
                Some(hash) => hash,
                None => {
                    let file = path.clone();
                    match blocking("check a file", move || crate::intake::content_hash(&file)).await? {
                        Ok(hash) => {
                            lock(&self.inner.seen).insert(key, hash.clone());
                            hash
                        }
                        Err(error) => {
                            trouble = Some((format!("cannot be read: {error}"), path));
                            continue;
                        }
                    }
                }
            };
            if hash == record.hash {
                return Ok(path);
            }
            trouble = Some(("has changed since it was read".to_owned(), path));
        }
        let gone = || ("is not there any more".to_owned(), PathBuf::from(&record.path));
        let (what, path) = trouble.unwrap_or_else(gone);
        let error = WireError::new(ErrorCode::Unreadable, format!("`{}` {what}", path.display()));
        Err(error.with_hint("add the file again; what was read of it stays searchable until it is removed").into())
    }
}
