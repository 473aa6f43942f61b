//! Images and vector drawings with their captions and labels → figures; sentences elsewhere that mention them.

pub mod areas;
pub mod mentions;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::Rect;

use crate::outline::features::is_caption;
use crate::outline::lines::{Flow, Mark};
use crate::page::{Line, PageDigest};
use areas::Area;

/// A figure as found on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundFigure {
    /// Position of the page.
    pub page: u32,
    /// Extent with the labels around the drawing, without the caption; upright space.
    pub rect: Rect,
    /// Positions of the caption's lines in the flow.
    pub caption: Vec<usize>,
    /// Positions of the lines printed inside it.
    pub labels: Vec<usize>,
}

/// A caption lies no further from its drawing, points.
const CAPTION_REACH: f32 = 60.0;
/// With nothing but labels and a legend between them it may lie this far, points.
const LEGEND_REACH: f32 = 150.0;
/// The caption of a table this near makes a frame of strokes a table.
const TABLE_REACH: f32 = 30.0;
/// Labels of axes and pins stand no further outside the strokes, points.
const LABEL_REACH: f32 = 14.0;

static CAPTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|figura|рис(?:унок|\.)?|scheme|chart|plate|photo|图|圖|그림)\s*(?P<number>[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?|[IVX]+)\s*(?:[.:。：、|(\u{2014}\u{2013}-]|\s|$|\p{Han})").ok()
});
/// A sentence about a figure, not its caption: `Figure 5 shows …`, `图5所示`.
static SENTENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[^\s\d]+\s*\S*\d\S*?\s*(?:(?:and|to|or)\s+\d\S*\s+)?(?:(?:shows?|illustrates?|depicts?|presents?|gives?|is|are|was|describes?|displays?|plots?|compares?|provides?|contains?|demonstrates?|summari[sz]es|also|below|above|and)\b|中|所示|显示|给出|为|是|和|与|的)").ok()
});

/// The number in a figure caption: `Figure 3-1. …` → `3-1`.
#[must_use]
pub fn number(caption: &str) -> Option<String> {
    let found = CAPTION.as_ref()?.captures(caption)?;
    found.name("number").map(|number| number.as_str().replace('–', "-"))
}

/// Whether a line begins a caption, not a sentence of the text.
fn begins_caption(line: &Line, body: f32) -> bool {
    let plain = (line.size - body).abs() < 0.3 && line.bold < 0.5;
    number(&line.text).is_some() && !(plain && SENTENCE.as_ref().is_some_and(|sentence| sentence.is_match(&line.text)))
}

/// Finds figures and marks their captions and labels in the flow.
pub fn find(flow: &mut Flow<'_>) -> Vec<FoundFigure> {
    let mut figures = Vec::new();
    let mut first = 0;
    for (at, page) in flow.pages.iter().enumerate() {
        let last = first + page.lines.len();
        let groups = grouped(flow, page, first..last);
        for (area, caption) in groups {
            if let Some(figure) = figure(flow, at, first..last, &area, caption) {
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

fn free(flow: &Flow<'_>, at: usize) -> bool {
    flow.marks[at] == Mark::Text && flow.line(at).turn == 0
}

/// The areas of a page with the first lines of their captions; areas that share a caption and lie together are one. From the
/// top of the page down.
fn grouped(flow: &Flow<'_>, page: &PageDigest, lines: Range<usize>) -> Vec<(Area, Option<usize>)> {
    let captions: Vec<usize> =
        lines.clone().filter(|&at| free(flow, at) && begins_caption(flow.line(at), flow.body.size)).collect();
    let texts: Vec<usize> = lines.clone().filter(|&at| free(flow, at)).collect();
    let table = |at: &&usize| number(&flow.line(**at).text).is_none() && is_caption(&flow.line(**at).text);
    let others: Vec<usize> = texts.iter().filter(table).copied().collect();
    let mut claims: Vec<(f32, Area, Option<usize>)> = Vec::new();
    for area in areas::find(page) {
        let distance = |at: &usize| distance(&area.rect, &flow.line(*at).rect);
        if !area.raster && others.iter().any(|at| distance(at) < TABLE_REACH) {
            continue;
        }
        let nearest = captions.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let nearest = nearest.filter(|at| {
            let away = distance(at);
            away < CAPTION_REACH
                || (away < LEGEND_REACH
                    && between(flow, &area.rect, **at, lines.clone()).iter().all(|&at| is_short(flow.line(at))))
        });
        // A grid may be drawn on purpose, but a real drawing under the same caption comes first.
        let doubt = if area.strokes && is_grid(flow, &within(flow, &area.rect, &texts)) { 1000.0 } else { 0.0 };
        claims.push((nearest.map_or(f32::MAX, distance) + doubt, area, nearest.copied()));
    }
    claims.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut groups: Vec<(Area, Option<usize>)> = Vec::new();
    for (_, area, caption) in claims {
        let known = groups.iter_mut().find(|(_, known)| caption.is_some() && *known == caption);
        match known {
            Some((group, _)) if areas::siblings(&group.rect, &area.rect) && !parted(flow, &group.rect, &area.rect, caption) => {
                *group = areas::join(group, &area);
            }
            Some(_) => groups.push((area, None)),
            None => groups.push((area, caption)),
        }
    }
    groups.sort_by(|a, b| b.0.rect.y1.total_cmp(&a.0.rect.y1).then(a.0.rect.x0.total_cmp(&b.0.rect.x0)));
    groups
}

/// Whether the caption stands between two areas: then they are not one drawing.
fn parted(flow: &Flow<'_>, a: &Rect, b: &Rect, caption: Option<usize>) -> bool {
    let both = a.union(b);
    caption.is_some_and(|at| both.contains_point(flow.line(at).rect.center_x(), flow.line(at).rect.center_y()))
}

/// From an area to a line above or below it, points; a line beside it is far.
fn distance(area: &Rect, line: &Rect) -> f32 {
    let beside = line.x1 < area.x0 - 20.0 || line.x0 > area.x1 + 20.0;
    let apart = if line.y1 <= area.y0 {
        area.y0 - line.y1
    } else if line.y0 >= area.y1 {
        line.y0 - area.y1
    } else {
        0.0
    };
    if beside { apart + 500.0 } else { apart }
}

fn figure(flow: &Flow<'_>, page: usize, lines: Range<usize>, area: &Area, start: Option<usize>) -> Option<FoundFigure> {
    let caption = start.filter(|&at| free(flow, at)).map(|at| caption_lines(flow, at, lines.end)).unwrap_or_default();
    let mut rect = area.rect;
    let candidates: Vec<usize> = lines.filter(|&at| free(flow, at) && !caption.contains(&at)).collect();
    let mut inside = within(flow, &rect, &candidates);
    // A box around running text is no figure.
    let prose = inside.iter().filter(|&&at| flow.line(at).words.len() > 8).count();
    if prose > 2 || (caption.is_empty() && (!area.raster || inside.len() > 12)) {
        return None;
    }
    if let Some(&start) = caption.first() {
        for at in between(flow, &rect, start, candidates.iter().copied()) {
            rect = rect.union(&flow.line(at).rect);
        }
        // Twice: tick marks stand beside the strokes, the title of the axis beside those.
        for _ in 0..2 {
            rect = with_labels(flow, page, rect, &candidates, &caption);
        }
        inside = within(flow, &rect, &candidates);
    }
    if caption.is_empty() && inside.is_empty() {
        return None;
    }
    Some(FoundFigure { page: u32::try_from(page).unwrap_or(0), rect, caption, labels: inside })
}

/// Lines between an area and the caption above or below it.
fn between(flow: &Flow<'_>, area: &Rect, caption: usize, lines: impl Iterator<Item = usize>) -> Vec<usize> {
    let caption_rect = flow.line(caption).rect;
    let (low, high) = if caption_rect.y1 <= area.y0 { (caption_rect.y1, area.y0) } else { (area.y1, caption_rect.y0) };
    let lies = |at: &usize| {
        let rect = flow.line(*at).rect;
        *at != caption
            && free(flow, *at)
            && rect.center_y() > low
            && rect.center_y() < high
            && rect.x0 < area.x1
            && area.x0 < rect.x1
    };
    lines.filter(lies).collect()
}

fn is_short(line: &Line) -> bool {
    line.words.len() <= 6 && line.text.chars().count() <= 40 && !is_caption(&line.text)
}

fn within(flow: &Flow<'_>, rect: &Rect, lines: &[usize]) -> Vec<usize> {
    let held = |at: &&usize| {
        let line = flow.line(**at);
        rect.contains_point(line.rect.center_x(), line.base + 0.3 * line.size)
    };
    lines.iter().filter(held).copied().collect()
}

/// Lines of several cells below each other: a table in its frame.
fn is_grid(flow: &Flow<'_>, inside: &[usize]) -> bool {
    let rows = inside.iter().filter(|&&at| flow.line(at).words.iter().any(|word| word.gap)).count();
    rows >= 3 && 2 * rows > inside.len()
}

/// The extent with the short lines in small type that stand right outside the strokes.
fn with_labels(flow: &Flow<'_>, page: usize, rect: Rect, lines: &[usize], caption: &[usize]) -> Rect {
    let digest = &flow.pages[page];
    let reach =
        Rect { x0: rect.x0 - LABEL_REACH, y0: rect.y0 - LABEL_REACH, x1: rect.x1 + LABEL_REACH, y1: rect.y1 + LABEL_REACH };
    let beyond_caption = |label: &Rect| {
        caption.first().is_some_and(|&at| {
            let line = flow.line(at);
            let below = line.rect.y1 <= rect.y0 + 2.0 && label.y0 < line.rect.y1;
            let above = line.rect.y0 >= rect.y1 - 2.0 && label.y1 > line.rect.y0;
            below || above
        })
    };
    let upright = lines.iter().map(|&at| flow.line(at)).filter(|line| is_label(line, flow.body.size)).map(|line| line.rect);
    // Titles of vertical axes are set at a right angle.
    let turned = digest.lines.iter().filter(|line| line.turn != 0 && line.words.len() <= 8);
    let turned = turned.filter_map(|line| Some(digest.turns.first()?.upright(&digest.page_rect(line, line.rect))));
    let mut grown = rect;
    for label in upright.chain(turned).filter(|label| reach.intersects(label) && !beyond_caption(label)) {
        grown = grown.union(&label);
    }
    grown
}

fn is_label(line: &Line, body: f32) -> bool {
    let numeric = line.text.chars().all(|c| !c.is_alphabetic());
    is_short(line) && (line.size < 0.93 * body || numeric)
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
