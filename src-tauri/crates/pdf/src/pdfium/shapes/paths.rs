//! Paths told apart: straight rules, filled boxes, and everything else as the extent of a drawing.

use waymark_core::geometry::Rect;

use super::{MAX_SEGMENTS, Shapes};
use crate::pdfium::Handle;
use crate::pdfium::geometry::Matrix;

const LINE: i32 = 0;
const MOVE: i32 = 2;
/// A filled box at most this thick in points is a rule.
const THIN: f32 = 3.0;
/// How far a line may lean, in points, and still count as straight.
const LEAN: f32 = 0.75;
/// Paths of more segments are drawings without a closer look.
const MAX_PATH: i32 = 4_000;

/// How a path is painted.
struct Paint {
    fill: Option<u32>,
    stroke: Option<u32>,
    width: f32,
}

/// One subpath in page coordinates.
#[derive(Default)]
struct Subpath {
    points: Vec<(f32, f32)>,
    curved: bool,
    closed: bool,
}

impl Shapes<'_> {
    /// Takes in a path object. `matrix` leads from its surroundings to page coordinates.
    pub(super) fn path(&mut self, object: Handle, matrix: &Matrix) {
        // SAFETY: the object is a path of the loaded page.
        let count = unsafe { self.bindings.FPDFPath_CountSegments(object.cast()) };
        if count <= 0 {
            return;
        }
        let Some(paint) = self.paint(object, matrix) else {
            return;
        };
        self.segments += usize::try_from(count.min(MAX_PATH)).unwrap_or(0);
        if count > MAX_PATH || self.segments > MAX_SEGMENTS {
            if let Some(extent) = self.extent(object, matrix) {
                self.keep_drawing(extent);
            }
            return;
        }
        let inner = self.matrix_of(object).then(matrix);
        let mut subpath = Subpath::default();
        for index in 0..count {
            let (mut x, mut y) = (0.0f32, 0.0f32);
            // SAFETY: the index is below the segment count of the path.
            let (kind, close) = unsafe {
                let segment = self.bindings.FPDFPath_GetPathSegment(object.cast(), index);
                self.bindings.FPDFPathSegment_GetPoint(segment, &raw mut x, &raw mut y);
                (self.bindings.FPDFPathSegment_GetType(segment), self.bindings.FPDFPathSegment_GetClose(segment) != 0)
            };
            if kind == MOVE {
                self.subpath(&std::mem::take(&mut subpath), &paint);
            }
            subpath.points.push(inner.apply(x, y));
            subpath.curved |= kind != LINE && kind != MOVE;
            subpath.closed |= close;
        }
        self.subpath(&subpath, &paint);
    }

    /// How the path is painted; `None` when it leaves no mark.
    fn paint(&self, object: Handle, matrix: &Matrix) -> Option<Paint> {
        let (mut fill, mut stroke, mut width) = (0, 0, 0.0f32);
        // SAFETY: the object is a path of the loaded page.
        unsafe {
            self.bindings.FPDFPath_GetDrawMode(object.cast(), &raw mut fill, &raw mut stroke);
            self.bindings.FPDFPageObj_GetStrokeWidth(object.cast(), &raw mut width);
        }
        let fill = (fill != 0).then(|| self.color(object, false)).flatten();
        let stroke = (stroke != 0).then(|| self.color(object, true)).flatten();
        let width = (width * self.matrix_of(object).then(matrix).scale()).max(0.1);
        (fill.is_some() || stroke.is_some()).then_some(Paint { fill, stroke, width })
    }

    /// 0xRRGGBB; `None` when fully transparent. A pattern counts as grey.
    fn color(&self, object: Handle, stroke: bool) -> Option<u32> {
        let (mut r, mut g, mut b, mut alpha) = (0, 0, 0, 0);
        // SAFETY: the object belongs to the loaded page.
        let found = unsafe {
            let (r, g, b, alpha) = (&raw mut r, &raw mut g, &raw mut b, &raw mut alpha);
            if stroke {
                self.bindings.FPDFPageObj_GetStrokeColor(object.cast(), r, g, b, alpha)
            } else {
                self.bindings.FPDFPageObj_GetFillColor(object.cast(), r, g, b, alpha)
            }
        };
        if found == 0 {
            return Some(0x80_80_80);
        }
        (alpha > 0).then_some((r << 16) | (g << 8) | b)
    }

    fn subpath(&mut self, path: &Subpath, paint: &Paint) {
        let Some(extent) = extent_of(&path.points) else {
            return;
        };
        if path.points.len() < 2 {
            return;
        }
        if !path.curved && path.points.windows(2).all(|pair| straight(pair[0], pair[1])) {
            if let Some(color) = paint.fill {
                self.filled(path, extent, color);
            }
            if let Some(color) = paint.stroke {
                self.stroked(path, color, paint.width);
            }
        } else if let Some(extent) = self.clip(&extent) {
            self.keep_drawing(extent);
        }
    }

    fn filled(&mut self, path: &Subpath, extent: Rect, color: u32) {
        if extent.width().min(extent.height()) <= THIN {
            self.keep_rule(extent, color);
        } else if path.points.len() <= 5 {
            self.keep_box(extent, color);
        } else if let Some(extent) = self.clip(&extent) {
            self.keep_drawing(extent);
        }
    }

    fn stroked(&mut self, path: &Subpath, color: u32, width: f32) {
        let half = width / 2.0;
        let mut rule = |a: (f32, f32), b: (f32, f32)| {
            let line = Rect::new(a.0, a.1, b.0, b.1);
            let thick = if line.width() >= line.height() {
                Rect { y0: line.y0 - half, y1: line.y1 + half, ..line }
            } else {
                Rect { x0: line.x0 - half, x1: line.x1 + half, ..line }
            };
            self.keep_rule(thick, color);
        };
        for pair in path.points.windows(2).filter(|pair| pair[0] != pair[1]) {
            rule(pair[0], pair[1]);
        }
        if let (true, Some(first), Some(last)) = (path.closed, path.points.first(), path.points.last())
            && first != last
            && straight(*first, *last)
        {
            rule(*last, *first);
        }
    }
}

fn straight(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).abs() <= LEAN || (a.1 - b.1).abs() <= LEAN
}

fn extent_of(points: &[(f32, f32)]) -> Option<Rect> {
    points.iter().map(|(x, y)| Rect::new(*x, *y, *x, *y)).reduce(|a, b| a.union(&b))
}
