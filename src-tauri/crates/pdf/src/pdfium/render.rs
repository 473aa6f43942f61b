//! A page, or a part of one, drawn as an image in display orientation, with annotations and form fields.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use waymark_core::Rect;

use super::Handle;
use super::document::Document;
use super::page::Page;
use crate::protocol::{ImageFormat, Refusal, Rendered};

/// Widest image drawn, pixels.
pub const MAX_WIDTH: u32 = 4_000;
const MAX_HEIGHT: u32 = 16_000;
const MAX_PIXELS: f32 = 40_000_000.0;
/// Coarsest and finest resolution of a part of a page, pixels per inch.
const MIN_DPI: u32 = 18;
const MAX_DPI: u32 = 600;
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
    let (across, down) = displayed(&page);
    let (width, height) = size(across, down, width);
    image(&page, form, &View { left: 0, top: 0, width, height, whole: (width, height) }, format)
}

/// Draws what of page `index` lies inside `area` (points of the unrotated page) with `dpi` pixels per inch, fewer when the image
/// would be unreasonably large.
///
/// # Errors
/// [`Refusal::NoSuchPage`] or [`Refusal::Render`], the latter also when nothing of `area` is on the page.
pub fn crop(document: &mut Document, index: u32, area: &Rect, dpi: u32, format: ImageFormat) -> Result<Rendered, Refusal> {
    let form = document.form();
    let page = Page::load(document, index).ok_or(Refusal::NoSuchPage)?;
    let area = turned(area, page.width, page.height, page.rotation);
    let view = view(displayed(&page), &area, dpi).ok_or_else(|| Refusal::Render("the area lies outside the page".to_owned()))?;
    image(&page, form, &view, format)
}

/// Width and height of a page as displayed, points.
fn displayed(page: &Page) -> (f32, f32) {
    if page.rotation.is_multiple_of(180) { (page.width, page.height) } else { (page.height, page.width) }
}

/// A rectangle of the unrotated page of `width` × `height` points as it lies on the displayed one, `y` downwards from its top.
fn turned(area: &Rect, width: f32, height: f32, rotation: u16) -> Rect {
    match rotation {
        90 => Rect::new(area.y0, area.x0, area.y1, area.x1),
        180 => Rect::new(width - area.x0, area.y0, width - area.x1, area.y1),
        270 => Rect::new(height - area.y0, width - area.x0, height - area.y1, width - area.x1),
        _ => Rect::new(area.x0, height - area.y0, area.x1, height - area.y1),
    }
}

/// The window through which a page is drawn: its upper left corner and size in pixels of the whole page's image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct View {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    whole: (u32, u32),
}

/// The view of `area` (as displayed, `y` downwards) on a page of `page` points; `None` when they do not meet.
fn view(page: (f32, f32), area: &Rect, dpi: u32) -> Option<View> {
    #![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    if ![area.x0, area.x1, area.y0, area.y1].iter().all(|edge| edge.is_finite()) {
        return None;
    }
    let (x0, x1) = (area.x0.max(0.0), area.x1.min(page.0));
    let (y0, y1) = (area.y0.max(0.0), area.y1.min(page.1));
    if !(x1 - x0 > 0.0 && y1 - y0 > 0.0) {
        return None;
    }
    let (across, down) = (x1 - x0, y1 - y0);
    let wanted = dpi.clamp(MIN_DPI, MAX_DPI) as f32 / 72.0;
    let scale = wanted.min(MAX_WIDTH as f32 / across).min(MAX_HEIGHT as f32 / down).min((MAX_PIXELS / (across * down)).sqrt());
    let pixels = |points: f32| ((points * scale).round() as u32).max(1);
    Some(View {
        left: (x0 * scale).round() as u32,
        top: (y0 * scale).round() as u32,
        width: pixels(across),
        height: pixels(down),
        whole: (pixels(page.0), pixels(page.1)),
    })
}

fn image(page: &Page, form: Handle, view: &View, format: ImageFormat) -> Result<Rendered, Refusal> {
    let pixels = draw(page, form, view)?;
    let bytes = encode(&pixels, view.width, view.height, format).map_err(|error| Refusal::Render(error.to_string()))?;
    Ok(Rendered { bytes, width: view.width, height: view.height, format })
}

/// Pixels of the image of a page of `across` × `down` points, at least 1 × 1 and within the limits.
fn size(across: f32, down: f32, width: u32) -> (u32, u32) {
    #![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let width = width.clamp(1, MAX_WIDTH) as f32;
    let scale = (width / across).min(MAX_HEIGHT as f32 / down).min((MAX_PIXELS / (across * down)).sqrt());
    (((across * scale).round() as u32).max(1), ((down * scale).round() as u32).max(1))
}

/// RGB pixels of what a view shows of the page, on white.
fn draw(page: &Page, form: Handle, view: &View) -> Result<Vec<u8>, Refusal> {
    let bindings = page.bindings;
    let View { width, height, .. } = *view;
    let (w, h) = (width.cast_signed(), height.cast_signed());
    let (x, y) = (-view.left.cast_signed(), -view.top.cast_signed());
    let (across, down) = (view.whole.0.cast_signed(), view.whole.1.cast_signed());
    let mut buffer = vec![255u8; width as usize * height as usize * 4];
    // SAFETY: the buffer holds `height` rows of `width` four-byte pixels and outlives the bitmap; page and form are open.
    unsafe {
        let bitmap = bindings.FPDFBitmap_CreateEx(w, h, FORMAT_BGRX, buffer.as_mut_ptr().cast(), w * 4);
        if bitmap.is_null() {
            return Err(Refusal::Render(format!("no bitmap of {width} × {height} pixels")));
        }
        bindings.FPDF_RenderPageBitmap(bitmap, page.handle.cast(), x, y, across, down, 0, WITH_ANNOTATIONS);
        if !form.is_null() {
            bindings.FORM_OnAfterLoadPage(page.handle.cast(), form.cast());
            bindings.FPDF_FFLDraw(form.cast(), bitmap, page.handle.cast(), x, y, across, down, 0, WITH_ANNOTATIONS);
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
#[allow(clippy::unwrap_used)]
mod tests {
    use waymark_core::Rect;

    use super::{View, size, turned, view};

    #[test]
    fn the_width_is_kept_when_reasonable_and_cut_when_not() {
        assert_eq!(size(612.0, 792.0, 1224), (1224, 1584));
        assert_eq!(size(612.0, 792.0, 100_000).0, 4000);
        let (width, height) = size(10.0, 14_400.0, 4000);
        assert!(width >= 1 && height <= 16_000);
    }
    #[test]
    fn an_area_is_cut_at_the_page_and_kept_within_the_limits() {
        let page = (612.0, 792.0);
        let seen = view(page, &Rect::new(72.0, 36.0, 144.0, 72.0), 144);
        assert_eq!(seen, Some(View { left: 144, top: 72, width: 144, height: 72, whole: (1224, 1584) }));
        let cut = view(page, &Rect::new(-50.0, 700.0, 100.0, 900.0), 72).unwrap();
        assert_eq!((cut.left, cut.top, cut.width, cut.height), (0, 700, 100, 92));
        assert_eq!(view(page, &Rect::new(700.0, 0.0, 800.0, 10.0), 72), None);
        assert_eq!(view(page, &Rect::new(f32::NAN, 0.0, f32::NAN, 10.0), 72), None);
        assert!(view((14_400.0, 14_400.0), &Rect::new(0.0, 0.0, 14_400.0, 14_400.0), 600).unwrap().width <= 4000);
    }

    #[test]
    fn areas_turn_with_their_page() {
        let area = Rect::new(0.0, 700.0, 100.0, 800.0);
        let on = |rotation| turned(&area, 400.0, 800.0, rotation);
        assert_eq!(on(0), Rect::new(0.0, 0.0, 100.0, 100.0));
        assert_eq!(on(90), Rect::new(700.0, 0.0, 800.0, 100.0));
        assert_eq!(on(180), Rect::new(300.0, 700.0, 400.0, 800.0));
        assert_eq!(on(270), Rect::new(0.0, 300.0, 100.0, 400.0));
    }
}
