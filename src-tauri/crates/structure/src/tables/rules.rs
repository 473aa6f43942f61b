//! Rules of a page → grids: rules that touch, as lines across and lines down.

use waymark_core::Rect;

use crate::page::PageDigest;

/// Pages with more rules are drawings.
const MOST_RULES: usize = 4000;
/// Most lines after joining.
const MOST_LINES: usize = 800;
/// How far apart ends may be and still touch.
const TOUCH: f32 = 2.5;

/// Rules that touch one another.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// Rules across.
    pub across: Vec<Rect>,
    /// Rules down.
    pub down: Vec<Rect>,
    /// Edges of the columns, ascending.
    pub xs: Vec<f32>,
    /// Edges of the bands, descending.
    pub ys: Vec<f32>,
    /// Extent.
    pub extent: Rect,
}

impl Grid {
    /// Whether a rule runs across column `column` at the lower edge of band `band`.
    #[must_use]
    pub fn closed_below(&self, column: usize, band: usize) -> bool {
        let (Some(&y), Some(&left), Some(&right)) = (self.ys.get(band + 1), self.xs.get(column), self.xs.get(column + 1)) else {
            return true;
        };
        let near = |rule: &&Rect| (rule.center_y() - y).abs() < TOUCH;
        let covered: f32 = self.across.iter().filter(near).map(|rule| (rule.x1.min(right) - rule.x0.max(left)).max(0.0)).sum();
        covered >= 0.5 * (right - left)
    }

    /// Whether a rule runs down the right edge of column `column` in band `band`.
    #[must_use]
    pub fn closed_right(&self, column: usize, band: usize) -> bool {
        let (Some(&x), Some(&top), Some(&low)) = (self.xs.get(column + 1), self.ys.get(band), self.ys.get(band + 1)) else {
            return true;
        };
        let near = |rule: &&Rect| (rule.center_x() - x).abs() < TOUCH;
        let covered: f32 = self.down.iter().filter(near).map(|rule| (rule.y1.min(top) - rule.y0.max(low)).max(0.0)).sum();
        covered >= 0.5 * (top - low)
    }

    /// Whether rules run down both sides.
    #[must_use]
    pub fn framed(&self) -> bool {
        let side = |x: f32| {
            let near = |rule: &&Rect| (rule.center_x() - x).abs() < 3.0;
            self.down.iter().filter(near).map(Rect::height).sum::<f32>() > 0.8 * self.extent.height()
        };
        side(self.extent.x0) && side(self.extent.x1)
    }

    /// The band a height is in.
    #[must_use]
    pub fn band(&self, y: f32) -> usize {
        let below = self.ys.iter().skip(1).take_while(|edge| **edge > y).count();
        below.min(self.ys.len().saturating_sub(2))
    }

    /// The column a place is in.
    #[must_use]
    pub fn column(&self, x: f32) -> usize {
        let left = self.xs.iter().skip(1).take_while(|edge| **edge < x).count();
        left.min(self.xs.len().saturating_sub(2))
    }
}

/// The grids of a page with two columns or more, from the top.
#[must_use]
pub fn grids(page: &PageDigest) -> Vec<Grid> {
    if page.rules.len() < 4 || page.rules.len() > MOST_RULES {
        return Vec::new();
    }
    let thin = |rule: &&Rect| rule.width().min(rule.height()) < 4.0 && rule.width().max(rule.height()) > 5.0;
    let (across, down): (Vec<Rect>, Vec<Rect>) = page.rules.iter().filter(thin).partition(|rule| rule.width() > rule.height());
    if down.len() < 2 || across.len() < 2 {
        return Vec::new();
    }
    let across = joined(across);
    let down: Vec<Rect> = joined(down.iter().map(turned).collect()).iter().map(turned).collect();
    if across.len() + down.len() > MOST_LINES {
        return Vec::new();
    }
    let mut out: Vec<Grid> = groups(&across, &down).into_iter().filter_map(|(across, down)| grid(across, down)).collect();
    out.sort_by(|a, b| b.extent.y1.total_cmp(&a.extent.y1).then(a.extent.x0.total_cmp(&b.extent.x0)));
    out
}

/// Width and height exchanged.
fn turned(rect: &Rect) -> Rect {
    Rect { x0: rect.y0, y0: rect.x0, x1: rect.y1, y1: rect.x1 }
}

/// Pieces of one line across joined where they touch.
fn joined(mut rules: Vec<Rect>) -> Vec<Rect> {
    rules.sort_by(|a, b| a.center_y().total_cmp(&b.center_y()));
    let mut out: Vec<Rect> = Vec::new();
    let mut from = 0;
    while from < rules.len() {
        let y = rules[from].center_y();
        let to = from + rules[from..].partition_point(|rule| rule.center_y() - y < 1.5);
        let row = &mut rules[from..to];
        row.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let first = out.len();
        for rule in row {
            match out[first..].last_mut() {
                Some(last) if rule.x0 <= last.x1 + TOUCH => *last = last.union(rule),
                _ => out.push(*rule),
            }
        }
        from = to.max(from + 1);
    }
    out
}

/// Lines that cross or touch, together.
fn groups(across: &[Rect], down: &[Rect]) -> Vec<(Vec<Rect>, Vec<Rect>)> {
    let mut home: Vec<usize> = (0..across.len() + down.len()).collect();
    fn root(home: &mut [usize], mut at: usize) -> usize {
        while home[at] != at {
            home[at] = home[home[at]];
            at = home[at];
        }
        at
    }
    for (a, line) in across.iter().enumerate() {
        for (d, rule) in down.iter().enumerate() {
            let touch =
                line.x0 - TOUCH < rule.x1 && rule.x0 < line.x1 + TOUCH && line.y0 - TOUCH < rule.y1 && rule.y0 < line.y1 + TOUCH;
            if touch {
                let (one, other) = (root(&mut home, a), root(&mut home, across.len() + d));
                home[one] = other;
            }
        }
    }
    let mut found: Vec<(usize, Vec<Rect>, Vec<Rect>)> = Vec::new();
    for at in 0..home.len() {
        let root = root(&mut home, at);
        let place = found.iter().position(|(known, ..)| *known == root).unwrap_or_else(|| {
            found.push((root, Vec::new(), Vec::new()));
            found.len() - 1
        });
        match across.get(at) {
            Some(line) => found[place].1.push(*line),
            None => found[place].2.push(down[at - across.len()]),
        }
    }
    found.into_iter().map(|(_, across, down)| (across, down)).collect()
}

fn grid(across: Vec<Rect>, down: Vec<Rect>) -> Option<Grid> {
    let extent = Rect::union_all(across.iter().chain(&down))?;
    if across.len() < 2 || down.is_empty() || extent.width() < 40.0 || extent.height() < 12.0 {
        return None;
    }
    let length = |lines: &[Rect], near: &dyn Fn(&Rect) -> bool, long: &dyn Fn(&Rect) -> f32| {
        lines.iter().filter(|line| near(line)).map(long).sum::<f32>()
    };
    let mut xs: Vec<f32> = down.iter().map(Rect::center_x).collect();
    xs.extend([extent.x0, extent.x1]);
    let mut ys: Vec<f32> = across.iter().map(Rect::center_y).collect();
    ys.extend([extent.y0, extent.y1]);
    let mut xs = distinct(xs);
    xs.retain(|x| {
        let edge = x - extent.x0 < 3.0 || extent.x1 - x < 3.0;
        edge || length(&down, &|line| (line.center_x() - x).abs() < TOUCH, &Rect::height) > 0.2 * extent.height()
    });
    let mut ys = distinct(ys);
    ys.retain(|y| {
        let edge = y - extent.y0 < 3.0 || extent.y1 - y < 3.0;
        edge || length(&across, &|line| (line.center_y() - y).abs() < TOUCH, &Rect::width) > (0.1 * extent.width()).max(15.0)
    });
    ys.reverse();
    (xs.len() >= 3 && ys.len() >= 2).then_some(Grid { across, down, xs, ys, extent })
}

/// Ascending, values closer than three points taken once.
fn distinct(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_by(f32::total_cmp);
    values.dedup_by(|next, kept| *next - *kept < 3.0);
    values
}
