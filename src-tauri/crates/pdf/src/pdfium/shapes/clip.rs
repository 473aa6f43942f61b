//! The part of an object that its clip path lets through: programs place a picture whole and show a corner of it.

use waymark_core::geometry::Rect;

use crate::pdfium::geometry::Matrix;
use crate::pdfium::{Bindings, Handle};

/// Paths of a clip, and points of a path, that are looked at; more of them draw shapes whose extent matters little.
const MOST_PATHS: i32 = 64;
const MOST_POINTS: i32 = 4096;

/// What of `extent` (page coordinates) lies inside the extents of the object's clip paths; `None` when nothing does. `matrix` leads
/// from the object's surroundings to page coordinates.
pub(super) fn clipped(bindings: &Bindings, object: Handle, matrix: &Matrix, extent: Rect) -> Option<Rect> {
    // SAFETY: the object belongs to the loaded page; a missing clip path is null, which the next call takes.
    let (clip, paths) = unsafe {
        let clip = bindings.FPDFPageObj_GetClipPath(object.cast());
        if clip.is_null() {
            return Some(extent);
        }
        (clip, bindings.FPDFClipPath_CountPaths(clip))
    };
    let mut inside = extent;
    for path in 0..paths.clamp(0, MOST_PATHS) {
        let mut bounds: Option<Rect> = None;
        // SAFETY: the index is below the number of paths.
        let points = unsafe { bindings.FPDFClipPath_CountPathSegments(clip, path) };
        for point in 0..points.clamp(0, MOST_POINTS) {
            let (mut x, mut y) = (0.0f32, 0.0f32);
            // SAFETY: both indexes are below their numbers.
            let found = unsafe {
                let segment = bindings.FPDFClipPath_GetPathSegment(clip, path, point);
                !segment.is_null() && bindings.FPDFPathSegment_GetPoint(segment, &raw mut x, &raw mut y) != 0
            };
            if found && x.is_finite() && y.is_finite() {
                let here = Rect::new(x, y, x, y);
                bounds = Some(bounds.map_or(here, |known| known.union(&here)));
            }
        }
        let Some(bounds) = bounds.map(|bounds| matrix.apply_rect(&bounds)) else { continue };
        inside = Rect {
            x0: inside.x0.max(bounds.x0),
            y0: inside.y0.max(bounds.y0),
            x1: inside.x1.min(bounds.x1),
            y1: inside.y1.min(bounds.y1),
        };
    }
    (inside.x1 > inside.x0 && inside.y1 > inside.y0).then_some(inside)
}
