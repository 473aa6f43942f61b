//! Rectangles in PDF space.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An axis-parallel rectangle in PDF points (1/72 inch), origin at the lower left corner of the *unrotated* page box,
/// `x0 <= x1` and `y0 <= y1` (so `y1` is the upper edge). Rotation of the page is applied only when something is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Rect {
    /// Left edge, points.
    pub x0: f32,
    /// Lower edge, points.
    pub y0: f32,
    /// Right edge, points.
    pub x1: f32,
    /// Upper edge, points.
    pub y1: f32,
}

impl Rect {
    /// A rectangle from two opposite corners in any order.
    #[must_use]
    pub fn new(xa: f32, ya: f32, xb: f32, yb: f32) -> Self {
        Self { x0: xa.min(xb), y0: ya.min(yb), x1: xa.max(xb), y1: ya.max(yb) }
    }

    /// Width in points.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in points.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    /// Area in square points.
    #[must_use]
    pub fn area(&self) -> f32 {
        self.width() * self.height()
    }

    /// Horizontal middle.
    #[must_use]
    pub fn center_x(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    /// Vertical middle.
    #[must_use]
    pub fn center_y(&self) -> f32 {
        (self.y0 + self.y1) / 2.0
    }

    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { x0: self.x0.min(other.x0), y0: self.y0.min(other.y0), x1: self.x1.max(other.x1), y1: self.y1.max(other.y1) }
    }

    /// The smallest rectangle that holds all of `rects`; `None` for an empty iterator.
    pub fn union_all<'a>(rects: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        rects.into_iter().copied().reduce(|a, b| a.union(&b))
    }

    /// Whether the two share more than an edge.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }

    /// Whether the point lies inside or on the edge.
    #[must_use]
    pub fn contains_point(&self, x: f32, y: f32) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }
}

#[cfg(test)]
mod tests {
    use super::Rect;

    #[test]
    fn corners_in_any_order_give_the_same_rectangle() {
        assert_eq!(Rect::new(3.0, 4.0, 1.0, 2.0), Rect::new(1.0, 2.0, 3.0, 4.0));
    }

    #[test]
    fn touching_rectangles_do_not_intersect() {
        let a = Rect::new(0.0, 0.0, 1.0, 1.0);
        assert!(!a.intersects(&Rect::new(1.0, 0.0, 2.0, 1.0)));
        assert!(a.intersects(&Rect::new(0.9, 0.0, 2.0, 1.0)));
    }
}
