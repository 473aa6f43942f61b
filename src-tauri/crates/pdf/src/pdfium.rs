//! The PDFium library, wrapped once: a document gives pages, a page gives its text layer, its shapes and its image.
//!
//! Only the worker process uses this module, from one thread.

#![allow(unsafe_code)]

pub mod bare;
pub mod chars;
pub mod document;
pub mod fonts;
pub mod geometry;
pub mod info;
pub mod links;
pub mod page;
pub mod render;
pub mod roles;
pub mod shapes;

#[cfg(test)]
mod timing;

use std::ffi::c_void;
use std::path::Path;

use pdfium_render::prelude::{Pdfium, PdfiumError, PdfiumLibraryBindings};

/// A handle of PDFium, whatever it stands for.
pub type Handle = *mut c_void;

/// The loaded library.
pub type Bindings = dyn PdfiumLibraryBindings;

/// Loads the library at `path` and initialises it.
///
/// # Errors
/// When the file is no PDFium library of this build or an incompatible version.
pub fn load(path: &Path) -> Result<&'static Bindings, PdfiumError> {
    let bindings: &'static Bindings = Box::leak(Pdfium::bind_to_library(path)?);
    // SAFETY: called once, before any other function of the library, from the only thread that uses it.
    unsafe { bindings.FPDF_InitLibrary() };
    Ok(bindings)
}

/// Reads a string that PDFium hands out as UTF-16LE in two steps (length in bytes first, then the text); empty gives `None`.
pub fn wide_string(mut read: impl FnMut(*mut c_void, u64) -> u64) -> Option<String> {
    let bytes = usize::try_from(read(std::ptr::null_mut(), 0)).ok()?;
    if !(3..=1 << 20).contains(&bytes) {
        return None;
    }
    let mut units = vec![0u16; bytes.div_ceil(2)];
    read(units.as_mut_ptr().cast(), bytes as u64);
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    let text = String::from_utf16_lossy(&units[..end]);
    (!text.trim().is_empty()).then_some(text)
}
