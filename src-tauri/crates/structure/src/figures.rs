//! Images and vector drawings with their captions and labels → figures; sentences elsewhere that mention them.

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Block, BlockKind, Rect};

use crate::outline::lines::{Flow, Mark};
use crate::page::PageDigest;

/// A figure as found on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundFigure {
    /// Position of the page.
    pub page: u32,
    /// Extent, upright space.
    pub rect: Rect,
    /// Positions of the caption's lines in the flow.
    pub caption: Vec<usize>,
    /// Positions of the lines printed inside it.
    pub labels: Vec<usize>,
}

static CAPTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|figura|рис(?:унок|\.)?|scheme|chart|plate|photo|图|圖|그림)\s*(?P<number>[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?|[IVX]+)\s*(?:[.:。：、|(\u{2014}\u{2013}-]|\s|$)").ok()
});

/// The number in a figure caption: `Figure 3-1. …` → `3-1`.
#[must_use]
pub fn number(caption: &str) -> Option<String> {
    let found = CAPTION.as_ref()?.captures(caption)?;
    found.name("number").map(|number| number.as_str().replace('–', "-"))
}

/// Finds figures and marks their captions and labels in the flow.
pub fn find(flow: &mut Flow<'_>) -> Vec<FoundFigure> {
    let mut figures = Vec::new();
    let mut first = 0;
    for (at, page) in flow.pages.iter().enumerate() {
        let last = first + page.lines.len();
        for rect in areas(page) {
            if let Some(figure) = figure(flow, at, first..last, rect) {
                let id = u32::try_from(figures.len()).unwrap_or(u32::MAX);
                for &line in figure.caption.iter().chain(&figure.labels) {
                    flow.marks[line] = Mark::Figure(id);
                }
                figures.push(figure);
            }
        }
        first = last;
    }
    figures
}

/// Image and drawing extents of a page, merged where they touch, without page backgrounds and specks.
fn areas(page: &PageDigest) -> Vec<Rect> {
    let whole = (page.width * page.height).max(1.0);
    let mut merged: Vec<Rect> = Vec::new();
    for rect in page.images.iter().chain(&page.drawings).take(400) {
        if rect.area() > 0.85 * whole || rect.width() < 8.0 || rect.height() < 8.0 {
            continue;
        }
        let mut grown = *rect;
        while let Some(at) = merged.iter().position(|known| near(known, &grown)) {
            grown = grown.union(&merged.swap_remove(at));
        }
        merged.push(grown);
    }
    merged.retain(|rect| rect.area() > 0.008 * whole && rect.width() > 40.0 && rect.height() > 30.0 && rect.area() < 0.8 * whole);
    merged.sort_by(|a, b| b.y1.total_cmp(&a.y1).then(a.x0.total_cmp(&b.x0)));
    merged
}

fn near(a: &Rect, b: &Rect) -> bool {
    a.x0 - 6.0 < b.x1 && b.x0 - 6.0 < a.x1 && a.y0 - 6.0 < b.y1 && b.y0 - 6.0 < a.y1
}

fn figure(flow: &Flow<'_>, page: usize, lines: std::ops::Range<usize>, rect: Rect) -> Option<FoundFigure> {
    let free = |at: &usize| flow.marks[*at] == Mark::Text && flow.line(*at).turn == 0;
    let inside: Vec<usize> = lines
        .clone()
        .filter(free)
        .filter(|&at| {
            let line = flow.line(at);
            rect.contains_point(line.rect.center_x(), line.base + 0.3 * line.size)
        })
        .collect();
    // A box around running text is no figure.
    let prose = inside.iter().filter(|&&at| flow.line(at).words.len() > 8).count();
    if prose > 2 {
        return None;
    }
    let start = lines
        .clone()
        .filter(free)
        .filter(|at| !inside.contains(at))
        .filter(|&at| number(&flow.line(at).text).is_some())
        .min_by_key(|&at| {
            let line = flow.line(at);
            let distance = (rect.y0 - line.rect.y1).abs().min((line.rect.y0 - rect.y1).abs());
            let aside = if line.rect.x1 < rect.x0 || line.rect.x0 > rect.x1 { 500.0 } else { 0.0 };
            #[allow(clippy::cast_possible_truncation)]
            let rank = ((distance + aside) * 10.0) as i64;
            rank
        });
    let caption =
        start.filter(|&at| close_by(&rect, &flow.line(at).rect)).map(|at| caption_lines(flow, at, lines.end)).unwrap_or_default();
    let raster = flow.pages[page].images.iter().any(|image| image.intersects(&rect));
    if caption.is_empty() && (!raster || inside.len() > 12) {
        return None;
    }
    let labels: Vec<usize> = inside.into_iter().filter(|at| !caption.contains(at)).collect();
    if caption.is_empty() && labels.is_empty() {
        return None;
    }
    Some(FoundFigure { page: u32::try_from(page).unwrap_or(0), rect, caption, labels })
}

fn close_by(figure: &Rect, line: &Rect) -> bool {
    let distance = if line.y1 <= figure.y0 {
        figure.y0 - line.y1
    } else if line.y0 >= figure.y1 {
        line.y0 - figure.y1
    } else {
        0.0
    };
    distance < 60.0 && line.x0 < figure.x1 + 20.0 && figure.x0 < line.x1 + 20.0
}

/// The caption's first line and those that go on in its style and spacing.
fn caption_lines(flow: &Flow<'_>, start: usize, end: usize) -> Vec<usize> {
    let mut out = vec![start];
    for at in start + 1..end.min(start + 6) {
        let (prev, next) = (flow.line(at - 1), flow.line(at));
        let step = prev.base - next.base;
        let alike = (prev.size - next.size).abs() < 0.4 && step > 0.0 && step < 1.45 * prev.size;
        let ended = prev.text.ends_with('.') && prev.right - prev.rect.x1 > 0.15 * (prev.right - prev.left);
        if flow.marks[at] != Mark::Text || !flow.together(at - 1, at) || !alike || ended {
            break;
        }
        out.push(at);
    }
    out
}

/// Fills in the sentences of other blocks that refer to a figure by its number; at most four each.
pub fn mentions(blocks: &mut [Block]) {
    static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:fig(?:ures?|s?\.)?|abb(?:ildung|\.)?|figura|рис(?:унок|унке|\.)?)\s*(?P<number>[A-Z]?\d+(?:[.\-–]\d+)*)|[图圖]\s*(?P<han>\d+(?:[.\-–]\d+)*)").ok()
    });
    let Some(reference) = REFERENCE.as_ref() else { return };
    let wanted: std::collections::HashMap<String, usize> =
        blocks.iter().enumerate().filter_map(|(at, block)| Some((block.figure.as_ref()?.number.clone()?, at))).collect();
    if wanted.is_empty() {
        return;
    }
    let mut found: Vec<(usize, String)> = Vec::new();
    for block in blocks.iter().filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)) {
        for hit in reference.captures_iter(&block.text) {
            let Some(number) = hit.name("number").or_else(|| hit.name("han")) else { continue };
            if let (Some(&at), Some(whole)) = (wanted.get(&number.as_str().replace('–', "-")), hit.get(0)) {
                found.push((at, crate::segments::sentences::around(&block.text, whole.start()).to_owned()));
            }
        }
    }
    for (at, sentence) in found {
        if let Some(figure) = &mut blocks[at].figure
            && figure.mentions.len() < 4
            && !figure.mentions.contains(&sentence)
        {
            figure.mentions.push(sentence);
        }
    }
}
