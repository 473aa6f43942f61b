//! PDFs turned into characters with boxes, fonts and colours, into page images, bookmarks and structure roles.
//!
//! PDFium is not thread-safe and may crash on hostile files, so it lives in child processes: [`worker_main`] is the child,
//! [`WorkerPool`] the parent. Nothing outside this crate links PDFium.

pub mod error;
mod markers;
mod pdfium;
pub mod pool;
pub mod protocol;
pub mod worker;

pub use error::PdfError;
pub use pool::{OpenDocument, PoolConfig, WorkerPool};
pub use protocol::{ImageFormat, Rendered};
pub use worker::worker_main;
