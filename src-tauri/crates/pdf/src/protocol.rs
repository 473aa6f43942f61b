//! What parent and worker say to each other: requests and replies as length-delimited postcard frames.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use waymark_core::Rect;
use waymark_core::page::{DocumentInfo, PageText};

/// No frame is longer than this; a length above it means that the other side is broken.
pub const MAX_FRAME: u32 = 1 << 30;

/// Encoding of a page image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ImageFormat {
    /// Lossless.
    #[default]
    Png,
    /// Lossy, smaller for scans.
    Jpeg,
}

impl ImageFormat {
    /// The media type of the encoded bytes.
    #[must_use]
    pub fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// A drawn page, or a part of one, in display orientation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rendered {
    /// The encoded image.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Encoding of `bytes`; its media type is [`ImageFormat::mime`].
    pub format: ImageFormat,
}

impl Rendered {
    /// The media type of `bytes`.
    #[must_use]
    pub fn mime(&self) -> &'static str {
        self.format.mime()
    }
}

/// What the parent asks for. `document` is a number that the parent chooses when it opens a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Open a file under a number; an earlier document of that number is closed.
    Open {
        /// Number for later requests.
        document: u32,
        /// Path as bytes of the platform, see [`path_to_bytes`].
        path: Vec<u8>,
        /// Password, if one was given.
        password: Option<String>,
    },
    /// Read the text layer of a page.
    Page {
        /// Number given at opening.
        document: u32,
        /// Page index.
        index: u32,
    },
    /// Draw a page.
    Render {
        /// Number given at opening.
        document: u32,
        /// Page index.
        index: u32,
        /// Width of the image in pixels, in display orientation.
        width: u32,
        /// Encoding.
        format: ImageFormat,
    },
    /// Draw a part of a page.
    Crop {
        /// Number given at opening.
        document: u32,
        /// Page index.
        index: u32,
        /// Which part, points of the unrotated page.
        area: Rect,
        /// Pixels per inch.
        dpi: u32,
        /// Encoding.
        format: ImageFormat,
    },
    /// Measure what PDFium alone takes to load a page and give the code point of each character.
    Bare {
        /// Number given at opening.
        document: u32,
        /// Page index.
        index: u32,
    },
    /// Say how much processor time the document has taken.
    Spent {
        /// Number given at opening.
        document: u32,
    },
    /// Close a document.
    Close {
        /// Number given at opening.
        document: u32,
    },
    /// Leave.
    Shutdown,
}

/// Why a worker could not do what it was asked, without any path (the parent knows it).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The file is encrypted and the password is missing or wrong.
    Password,
    /// The file has no PDF header at all.
    NotAPdf,
    /// Zero bytes.
    Empty,
    /// A PDF that cannot be repaired.
    Damaged,
    /// Encrypted in a way PDFium does not know.
    Security,
    /// The file could not be read: message of the system, and whether access was denied.
    Io {
        /// Message of the operating system.
        message: String,
        /// Raw number of the operating system, where there is one.
        code: Option<i32>,
    },
    /// The PDFium library could not be loaded.
    Library(String),
    /// Nothing is open under that number, or the page does not exist.
    NoSuchPage,
    /// The page could not be drawn or encoded.
    Render(String),
}

/// What the worker answers, one reply per request and in the order of the requests ([`Request::Shutdown`] has none).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// To [`Request::Open`].
    Opened(DocumentInfo),
    /// To [`Request::Page`].
    Page(PageText),
    /// To [`Request::Render`] and [`Request::Crop`].
    Rendered(Rendered),
    /// To [`Request::Bare`] and [`Request::Spent`]: processor time.
    Took(Duration),
    /// To [`Request::Close`].
    Closed,
    /// To any of them.
    Refused(Refusal),
}

/// Writes one frame: a little-endian `u32` length, then the postcard bytes.
///
/// # Errors
/// When the pipe is closed or the value does not serialise.
pub fn write_frame<T: Serialize>(writer: &mut impl Write, value: &T) -> io::Result<()> {
    writer.write_all(&encode(value)?)?;
    writer.flush()
}

/// The bytes of one frame, its length included.
///
/// # Errors
/// When the value does not serialise or is longer than [`MAX_FRAME`].
pub fn encode<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut frame = postcard::to_extend(value, vec![0; 4]).map_err(invalid)?;
    let length = u32::try_from(frame.len() - 4).ok().filter(|length| *length <= MAX_FRAME);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "frame too long"))?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// Reads one frame; `None` at the end of the stream.
///
/// # Errors
/// When the stream breaks off inside a frame or the bytes are not such a value.
pub fn read_frame<T: DeserializeOwned>(reader: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match reader.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut body = vec![0; frame_length(length)?];
    reader.read_exact(&mut body)?;
    decode(&body).map(Some)
}

/// Checks the length that a frame announces.
///
/// # Errors
/// When it is above [`MAX_FRAME`].
pub fn frame_length(bytes: [u8; 4]) -> io::Result<usize> {
    let length = u32::from_le_bytes(bytes);
    if length > MAX_FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "frame too long"));
    }
    Ok(length as usize)
}

/// The value in the body of a frame.
///
/// # Errors
/// When the bytes are not such a value.
pub fn decode<T: DeserializeOwned>(body: &[u8]) -> io::Result<T> {
    postcard::from_bytes(body).map_err(invalid)
}

fn invalid(error: postcard::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// A path as bytes that survive the way to the worker, names outside Unicode included where the system has them.
#[must_use]
pub fn path_to_bytes(path: &Path) -> Vec<u8> {
    #[cfg(unix)]
    {
        std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec()
    }
    #[cfg(not(unix))]
    {
        path.to_string_lossy().into_owned().into_bytes()
    }
}

/// The inverse of [`path_to_bytes`].
#[must_use]
pub fn path_from_bytes(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    {
        PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes))
    }
    #[cfg(not(unix))]
    {
        PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
    }
}
