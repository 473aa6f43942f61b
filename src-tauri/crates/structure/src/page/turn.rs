//! Page space to upright space and back: page rotation and text direction taken together as quarter turns.

use waymark_core::{PageText, Rect};

/// A quarter turn of the page that makes text run left to right.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Turn {
    quarter: u8,
    page_width: f32,
    page_height: f32,
}

impl Turn {
    /// A clockwise turn by `quarter` × 90° of a page of the given unrotated size.
    #[must_use]
    pub fn new(quarter: u8, page_width: f32, page_height: f32) -> Self {
        let sane = |value: f32| if value.is_finite() && value > 1.0 { value } else { 612.0 };
        Self { quarter: quarter % 4, page_width: sane(page_width), page_height: sane(page_height) }
    }

    /// Clockwise quarters.
    #[must_use]
    pub fn quarter(&self) -> u8 {
        self.quarter
    }

    /// Width after the turn.
    #[must_use]
    pub fn width(&self) -> f32 {
        if self.quarter.is_multiple_of(2) { self.page_width } else { self.page_height }
    }

    /// Height after the turn.
    #[must_use]
    pub fn height(&self) -> f32 {
        if self.quarter.is_multiple_of(2) { self.page_height } else { self.page_width }
    }

    /// A point of the page in upright space.
    #[must_use]
    pub fn point(&self, x: f32, y: f32) -> (f32, f32) {
        match self.quarter {
            0 => (x, y),
            1 => (y, self.page_width - x),
            2 => (self.page_width - x, self.page_height - y),
            _ => (self.page_height - y, x),
        }
    }

    /// A rectangle of the page in upright space.
    #[must_use]
    pub fn upright(&self, rect: &Rect) -> Rect {
        let (xa, ya) = self.point(rect.x0, rect.y0);
        let (xb, yb) = self.point(rect.x1, rect.y1);
        Rect::new(xa, ya, xb, yb)
    }

    /// The inverse of [`Turn::upright`].
    #[must_use]
    pub fn original(&self, rect: &Rect) -> Rect {
        let back = |x: f32, y: f32| match self.quarter {
            0 => (x, y),
            1 => (self.page_width - y, x),
            2 => (self.page_width - x, self.page_height - y),
            _ => (y, self.page_height - x),
        };
        let (xa, ya) = back(rect.x0, rect.y0);
        let (xb, yb) = back(rect.x1, rect.y1);
        Rect::new(xa, ya, xb, yb)
    }
}

/// Nearest quarter of a direction in degrees.
#[must_use]
pub fn quarter_of(angle: u16) -> u8 {
    u8::try_from(((u32::from(angle) + 45) % 360) / 90).unwrap_or(0)
}

/// The turn under which most text of the page runs left to right; the page's own rotation when there is no text.
#[must_use]
pub fn main_turn(page: &PageText) -> Turn {
    let mut counts = [0_usize; 4];
    for ch in &page.chars {
        if !ch.ch.is_whitespace() {
            counts[quarter_of(ch.angle) as usize] += 1;
        }
    }
    let shown = u8::try_from((page.rotation / 90) % 4).unwrap_or(0);
    let best = (0..4_u8).max_by_key(|&quarter| (counts[quarter as usize], u8::from(quarter == shown)));
    let quarter = best.filter(|&quarter| counts[quarter as usize] > 0).unwrap_or(shown);
    Turn::new(quarter, page.width, page.height)
}

#[cfg(test)]
mod tests {
    use super::{Turn, quarter_of};
    use waymark_core::Rect;

    #[test]
    fn every_turn_goes_there_and_back() {
        let rect = Rect::new(10.0, 20.0, 110.0, 50.0);
        for quarter in 0..4 {
            let turn = Turn::new(quarter, 600.0, 800.0);
            let up = turn.upright(&rect);
            assert!(up.x0 >= 0.0 && up.x1 <= turn.width() && up.y0 >= 0.0 && up.y1 <= turn.height());
            assert_eq!(turn.original(&up), rect);
        }
    }

    #[test]
    fn text_that_runs_upwards_reads_left_to_right_after_one_quarter() {
        assert_eq!(quarter_of(90), 1);
        assert_eq!(quarter_of(359), 0);
        let turn = Turn::new(1, 600.0, 800.0);
        let (low, _) = turn.point(300.0, 100.0);
        let (high, _) = turn.point(300.0, 200.0);
        assert!(low < high);
    }
}
