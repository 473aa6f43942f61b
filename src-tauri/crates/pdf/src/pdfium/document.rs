//! A file opened in PDFium: read in windows through a callback, so that memory stays flat and any file name works.

use std::ffi::{c_int, c_uchar, c_ulong, c_void};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::{Bindings, Handle};
use crate::protocol::Refusal;

const WINDOW: usize = 1 << 18;
const HEADER_SEARCH: usize = 1 << 16;
const ERROR_PASSWORD: u32 = 4;
const ERROR_SECURITY: u32 = 5;

/// An open document. Pages borrow it.
pub struct Document {
    pub(super) bindings: &'static Bindings,
    pub(super) handle: Handle,
    form: Handle,
    form_info: Option<Box<FormInfo>>,
    source: *mut Source,
    access: *mut FileAccess,
    password: Option<String>,
}

/// `FPDF_FORMFILLINFO` without callbacks, with room to spare for later fields.
#[repr(C, align(16))]
struct FormInfo {
    version: c_int,
    callbacks: [usize; 96],
}

/// `FPDF_FILEACCESS`.
#[repr(C)]
struct FileAccess {
    length: c_ulong,
    read: Option<unsafe extern "C" fn(*mut c_void, c_ulong, *mut c_uchar, c_ulong) -> c_int>,
    source: *mut c_void,
}

struct Source {
    file: File,
    window: Vec<u8>,
    start: u64,
}

impl Source {
    fn fill(&mut self, position: u64, out: &mut [u8]) -> io::Result<()> {
        if out.len() >= WINDOW {
            self.file.seek(SeekFrom::Start(position))?;
            return self.file.read_exact(out);
        }
        let end = position + out.len() as u64;
        if position < self.start || end > self.start + self.window.len() as u64 {
            self.start = position - position % (WINDOW as u64 / 4);
            self.file.seek(SeekFrom::Start(self.start))?;
            self.window.clear();
            let wanted = (WINDOW as u64).max(end - self.start);
            self.file.by_ref().take(wanted).read_to_end(&mut self.window)?;
        }
        let from = usize::try_from(position - self.start).map_err(io::Error::other)?;
        let found = self.window.get(from..from + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(found);
        Ok(())
    }
}

/// Serves PDFium's request for a stretch of the file; 1 on success.
///
/// # Safety
/// `source` is the `Source` that was handed over with the callback and `buffer` holds `size` bytes.
unsafe extern "C" fn read_block(source: *mut c_void, position: c_ulong, buffer: *mut c_uchar, size: c_ulong) -> c_int {
    // SAFETY: PDFium passes back the pointer it was given, which lives until the document is closed, and a buffer of `size`.
    let (source, out) = unsafe { (&mut *source.cast::<Source>(), std::slice::from_raw_parts_mut(buffer, size as usize)) };
    #[allow(clippy::useless_conversion)]
    c_int::from(source.fill(u64::from(position), out).is_ok())
}

impl Document {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// A [`Refusal`] that says why it does not open.
    pub fn open(bindings: &'static Bindings, path: &Path, password: Option<&str>) -> Result<Self, Refusal> {
        let mut file = File::open(path).map_err(|error| refused(&error))?;
        let meta = file.metadata().map_err(|error| refused(&error))?;
        if meta.is_dir() {
            return Err(Refusal::Io { message: "it is a folder".into(), code: None });
        }
        if meta.len() == 0 {
            return Err(Refusal::Empty);
        }
        let has_header = has_header(&mut file).map_err(|error| refused(&error))?;
        if password.is_some_and(|password| password.contains('\0')) {
            return Err(Refusal::Password);
        }
        #[allow(clippy::cast_possible_truncation)]
        let document = Self::load(bindings, file, meta.len() as c_ulong, password);
        if !document.handle.is_null() {
            return Ok(document);
        }
        // SAFETY: no arguments.
        #[allow(clippy::cast_possible_truncation)]
        let code = unsafe { bindings.FPDF_GetLastError() } as u32;
        Err(match code {
            ERROR_PASSWORD => Refusal::Password,
            ERROR_SECURITY => Refusal::Security,
            _ if !has_header => Refusal::NotAPdf,
            _ => Refusal::Damaged,
        })
    }

    /// Opens the same file once more and closes it as it was opened before: PDFium keeps what it parsed for every page ever
    /// read until the document is closed. Where that fails the document stays as it is.
    pub fn renew(&mut self) {
        // SAFETY: source and access live until `Drop`, and PDFium does not read while this runs.
        let (file, length) = unsafe { ((*self.source).file.try_clone(), (*self.access).length) };
        let Ok(file) = file else { return };
        let fresh = Self::load(self.bindings, file, length, self.password.as_deref());
        if !fresh.handle.is_null() && fresh.page_count() == self.page_count() {
            *self = fresh;
        }
    }

    /// Hands `file` of `length` bytes to PDFium; the handle is null when it does not open.
    fn load(bindings: &'static Bindings, file: File, length: c_ulong, password: Option<&str>) -> Self {
        let source = Box::into_raw(Box::new(Source { file, window: Vec::new(), start: 0 }));
        let access = Box::into_raw(Box::new(FileAccess { length, read: Some(read_block), source: source.cast() }));
        // SAFETY: `access` has the layout of FPDF_FILEACCESS and lives, like its source, until `Drop`.
        let handle: Handle = unsafe { bindings.FPDF_LoadCustomDocument(access.cast(), password).cast() };
        let password = password.map(str::to_owned);
        Self { bindings, handle, form: std::ptr::null_mut(), form_info: None, source, access, password }
    }

    /// Number of pages.
    pub fn page_count(&self) -> u32 {
        // SAFETY: the handle is open.
        u32::try_from(unsafe { self.bindings.FPDF_GetPageCount(self.handle.cast()) }).unwrap_or(0)
    }

    /// The form environment, which drawing form fields needs; made on first use, null when PDFium refuses.
    pub(super) fn form(&mut self) -> Handle {
        if self.form_info.is_none() {
            let mut info = Box::new(FormInfo { version: 1, callbacks: [0; 96] });
            // SAFETY: the structure is larger than FPDF_FORMFILLINFO, all callbacks are null, and it lives until `Drop`.
            self.form = unsafe {
                self.bindings.FPDFDOC_InitFormFillEnvironment(self.handle.cast(), std::ptr::from_mut(&mut *info).cast()).cast()
            };
            self.form_info = Some(info);
        }
        self.form
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        // SAFETY: every handle was opened by `open` or `form` and is closed once; PDFium no longer uses source and access afterwards.
        unsafe {
            if !self.form.is_null() {
                self.bindings.FPDFDOC_ExitFormFillEnvironment(self.form.cast());
            }
            if !self.handle.is_null() {
                self.bindings.FPDF_CloseDocument(self.handle.cast());
            }
            drop(Box::from_raw(self.access));
            drop(Box::from_raw(self.source));
        }
    }
}

fn refused(error: &io::Error) -> Refusal {
    Refusal::Io { message: error.to_string(), code: error.raw_os_error() }
}

fn has_header(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::with_capacity(HEADER_SEARCH);
    file.by_ref().take(HEADER_SEARCH as u64).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head.windows(5).any(|window| window == b"%PDF-"))
}
