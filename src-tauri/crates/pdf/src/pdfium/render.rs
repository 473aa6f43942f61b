//! A page drawn as an image in display orientation, with annotations and form fields.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use super::Handle;
use super::document::Document;
use super::page::Page;
use crate::protocol::{ImageFormat, Refusal, Rendered};

/// Widest image drawn, pixels.
pub const MAX_WIDTH: u32 = 4_000;
const MAX_HEIGHT: u32 = 16_000;
const MAX_PIXELS: f32 = 40_000_000.0;
const JPEG_QUALITY: u8 = 88;
const FORMAT_BGRX: i32 = 3;
const WITH_ANNOTATIONS: i32 = 1;

/// Draws page `index` about `width` pixels wide (less when the image would be unreasonably large).
///
/// # Errors
/// [`Refusal::NoSuchPage`] or [`Refusal::Render`].
pub fn render(document: &mut Document, index: u32, width: u32, format: ImageFormat) -> Result<Rendered, Refusal> {
    let form = document.form();
    let page = Page::load(document, index).ok_or(Refusal::NoSuchPage)?;
    let (across, down) = if page.rotation % 180 == 0 { (page.width, page.height) } else { (page.height, page.width) };
    let (width, height) = size(across, down, width);
    let pixels = draw(&page, form, width, height)?;
    let bytes = encode(&pixels, width, height, format).map_err(|error| Refusal::Render(error.to_string()))?;
    Ok(Rendered { bytes, width, height, format })
}

/// Pixels of the image of a page of `across` × `down` points, at least 1 × 1 and within the limits.
fn size(across: f32, down: f32, width: u32) -> (u32, u32) {
    #![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let width = width.clamp(1, MAX_WIDTH) as f32;
    let scale = (width / across).min(MAX_HEIGHT as f32 / down).min((MAX_PIXELS / (across * down)).sqrt());
    (((across * scale).round() as u32).max(1), ((down * scale).round() as u32).max(1))
}

/// RGB pixels of the page on white.
fn draw(page: &Page, form: Handle, width: u32, height: u32) -> Result<Vec<u8>, Refusal> {
    let bindings = page.bindings;
    let (w, h) = (width.cast_signed(), height.cast_signed());
    let mut buffer = vec![255u8; width as usize * height as usize * 4];
    // SAFETY: the buffer holds `height` rows of `width` four-byte pixels and outlives the bitmap; page and form are open.
    unsafe {
        let bitmap = bindings.FPDFBitmap_CreateEx(w, h, FORMAT_BGRX, buffer.as_mut_ptr().cast(), w * 4);
        if bitmap.is_null() {
            return Err(Refusal::Render(format!("no bitmap of {width} × {height} pixels")));
        }
        bindings.FPDF_RenderPageBitmap(bitmap, page.handle.cast(), 0, 0, w, h, 0, WITH_ANNOTATIONS);
        if !form.is_null() {
            bindings.FORM_OnAfterLoadPage(page.handle.cast(), form.cast());
            bindings.FPDF_FFLDraw(form.cast(), bitmap, page.handle.cast(), 0, 0, w, h, 0, WITH_ANNOTATIONS);
            bindings.FORM_OnBeforeClosePage(page.handle.cast(), form.cast());
        }
        bindings.FPDFBitmap_Destroy(bitmap);
    }
    Ok(buffer.chunks_exact(4).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect())
}

fn encode(pixels: &[u8], width: u32, height: u32, format: ImageFormat) -> image::ImageResult<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    match format {
        ImageFormat::Png => PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive).write_image(
            pixels,
            width,
            height,
            ExtendedColorType::Rgb8,
        )?,
        ImageFormat::Jpeg => {
            JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY).write_image(pixels, width, height, ExtendedColorType::Rgb8)?
        }
    }
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn the_width_is_kept_when_reasonable_and_cut_when_not() {
        assert_eq!(size(612.0, 792.0, 1224), (1224, 1584));
        assert_eq!(size(612.0, 792.0, 100_000).0, 4000);
        let (width, height) = size(10.0, 14_400.0, 4000);
        assert!(width >= 1 && height <= 16_000);
    }
}
