//! Images, curves and straight strokes of a page → the areas that hold a drawing.

use waymark_core::Rect;

use crate::page::PageDigest;

/// Pieces looked at on one page.
const MOST_PIECES: usize = 3_000;
/// Pieces of one drawing lie no further apart, points.
const NEAR: f32 = 6.0;

/// Where something is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Extent, upright space.
    pub rect: Rect,
    /// A raster image is part of it.
    pub raster: bool,
    /// Made of straight strokes and filled boxes only: a diagram, bars, or the frame of a table.
    pub strokes: bool,
}

/// Areas of a page, merged where they touch, from the top down; without page backgrounds and specks.
#[must_use]
pub fn find(page: &PageDigest) -> Vec<Area> {
    let whole = (page.width * page.height).max(1.0);
    let mut merged: Vec<Area> = Vec::new();
    for piece in pieces(page, whole).take(MOST_PIECES) {
        let mut grown = piece;
        while let Some(at) = merged.iter().position(|known| near(&known.rect, &grown.rect)) {
            grown = join(&grown, &merged.swap_remove(at));
        }
        merged.push(grown);
    }
    merged.retain(|Area { rect, .. }| {
        rect.area() > 0.008 * whole && rect.area() < 0.8 * whole && rect.width() > 40.0 && rect.height() > 30.0
    });
    merged.sort_by(|a, b| b.rect.y1.total_cmp(&a.rect.y1).then(a.rect.x0.total_cmp(&b.rect.x0)));
    merged
}

/// Both areas as one.
#[must_use]
pub fn join(a: &Area, b: &Area) -> Area {
    Area { rect: a.rect.union(&b.rect), raster: a.raster || b.raster, strokes: a.strokes && b.strokes }
}

/// Whether two areas under one caption belong together: side by side, or one close above the other.
#[must_use]
pub fn siblings(a: &Rect, b: &Rect) -> bool {
    let overlap = |a0: f32, a1: f32, b0: f32, b1: f32| a1.min(b1) - a0.max(b0);
    let beside = overlap(a.y0, a.y1, b.y0, b.y1) > 0.5 * a.height().min(b.height());
    let gap = -overlap(a.x0, a.x1, b.x0, b.x1);
    let above = overlap(a.x0, a.x1, b.x0, b.x1) > 0.3 * a.width().min(b.width());
    let drop = -overlap(a.y0, a.y1, b.y0, b.y1);
    beside && gap < 80.0 || above && drop < 40.0
}

fn pieces(page: &PageDigest, whole: f32) -> impl Iterator<Item = Area> {
    let fits = move |rect: &Rect| rect.area() <= 0.85 * whole;
    let images = page.images.iter().filter(|rect| rect.width() >= 8.0 && rect.height() >= 8.0);
    let images = images.map(|&rect| Area { rect, raster: true, strokes: false });
    let drawings = page.drawings.iter().map(|&rect| Area { rect, raster: false, strokes: false });
    // Strokes across most of the page belong to its furniture or to tables.
    let (width, height) = (page.width, page.height);
    let short = move |rect: &&Rect| rect.width() < 0.65 * width && rect.height() < 0.65 * height;
    let strokes = page.rules.iter().chain(&page.boxes).filter(short).map(|&rect| Area { rect, raster: false, strokes: true });
    images.chain(drawings).chain(strokes).filter(move |area| fits(&area.rect))
}

fn near(a: &Rect, b: &Rect) -> bool {
    a.x0 - NEAR < b.x1 && b.x0 - NEAR < a.x1 && a.y0 - NEAR < b.y1 && b.y0 - NEAR < a.y1
}
