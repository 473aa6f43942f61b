//! Matrices and rectangles in the memory layout of PDFium, and their way into page coordinates.

use waymark_core::geometry::Rect;

/// `FS_MATRIX`: maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matrix {
    /// Horizontal scale.
    pub a: f32,
    /// Vertical shear.
    pub b: f32,
    /// Horizontal shear.
    pub c: f32,
    /// Vertical scale.
    pub d: f32,
    /// Horizontal shift.
    pub e: f32,
    /// Vertical shift.
    pub f: f32,
}

impl Matrix {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// A pure shift.
    pub fn shift(x: f32, y: f32) -> Self {
        Self { e: x, f: y, ..Self::IDENTITY }
    }

    /// `self` first, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let (e, f) = next.apply(self.e, self.f);
        Self {
            a: self.a * next.a + self.b * next.c,
            b: self.a * next.b + self.b * next.d,
            c: self.c * next.a + self.d * next.c,
            d: self.c * next.b + self.d * next.d,
            e,
            f,
        }
    }

    /// The image of a point.
    pub fn apply(&self, x: f32, y: f32) -> (f32, f32) {
        (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
    }

    /// The extent of the image of a rectangle.
    pub fn apply_rect(&self, rect: &Rect) -> Rect {
        let (xa, ya) = self.apply(rect.x0, rect.y0);
        let (xb, yb) = self.apply(rect.x1, rect.y1);
        let (xc, yc) = self.apply(rect.x0, rect.y1);
        let (xd, yd) = self.apply(rect.x1, rect.y0);
        Rect::new(xa, ya, xb, yb).union(&Rect::new(xc, yc, xd, yd))
    }

    /// How much lengths grow on average.
    pub fn scale(&self) -> f32 {
        (self.a * self.d - self.b * self.c).abs().sqrt()
    }
}

/// `FS_RECTF`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RectF {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Lower edge.
    pub bottom: f32,
}

impl RectF {
    /// The same rectangle with its corners in order.
    pub fn to_rect(self) -> Rect {
        Rect::new(self.left, self.bottom, self.right, self.top)
    }
}

/// A rectangle moved so that (`x`, `y`) becomes the origin.
pub fn relative(rect: Rect, x: f32, y: f32) -> Rect {
    Rect { x0: rect.x0 - x, y0: rect.y0 - y, x1: rect.x1 - x, y1: rect.y1 - y }
}

/// Whether all four numbers are finite.
pub fn finite(rect: &Rect) -> bool {
    rect.x0.is_finite() && rect.y0.is_finite() && rect.x1.is_finite() && rect.y1.is_finite()
}

#[cfg(test)]
mod tests {
    use super::Matrix;
    use waymark_core::geometry::Rect;

    #[test]
    fn matrices_apply_in_order() {
        let double = Matrix { a: 2.0, d: 2.0, ..Matrix::IDENTITY };
        assert_eq!(double.then(&Matrix::shift(10.0, 0.0)).apply(1.0, 1.0), (12.0, 2.0));
        assert_eq!(Matrix::shift(10.0, 0.0).then(&double).apply(1.0, 1.0), (22.0, 2.0));
    }

    #[test]
    fn a_quarter_turn_swaps_the_sides() {
        let turn = Matrix { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: 0.0, f: 0.0 };
        assert_eq!(turn.apply_rect(&Rect::new(0.0, 0.0, 4.0, 1.0)), Rect::new(-1.0, 0.0, 0.0, 4.0));
    }
}
