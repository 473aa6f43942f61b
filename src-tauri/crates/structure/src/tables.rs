//! Lines in cells, by rules or by alignment → tables with header rows, caption and unit; their lines marked in the flow.

pub mod beside;
pub mod cells;
pub mod columns;
pub mod draft;
pub mod header;
pub mod join;
pub mod regions;
pub mod ruled;
pub mod rules;
pub mod shape;
pub mod write;

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Rect, Table};

use crate::blocks::Writer;
use crate::outline::features::is_caption;
use crate::outline::lines::{Flow, Mark};
use cells::Cell;
use draft::Draft;

/// A table as found.
#[derive(Default)]
pub struct FoundTable {
    /// Caption and rows as text with pieces.
    pub writer: Writer,
    /// The table.
    pub table: Table,
    /// Extent by page position, upright space.
    pub extents: Vec<(u32, Rect)>,
    /// Tables printed beside it.
    pub beside: Vec<FoundTable>,
}

static UNIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\(?\s*((?:amounts |dollars |u\.?s\.? dollars |all amounts |tabular amounts |shares |expressed |stated |unaudited[,;]? |\$ )*(?:are )?in (?:thousands|millions|billions|u\.?s\.? dollars|percent|%|euros?|rmb|tens of thousands)\b[^()|]{0,90}|单位\s*[:：][^)）|]{1,20}|単位\s*[:：][^)）|]{1,20})\)?").ok()
});

static UNIT_ALONE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\(\s*((?:[$€£]|usd|eur|u\.?s\.? dollars?,? )?\s*(?:thousands|millions|billions)\b[^()|]{0,90})\)").ok()
});

/// Finds the tables of a document and marks their lines and captions.
pub fn find(flow: &mut Flow<'_>) -> Vec<FoundTable> {
    let mut drafts = ruled_tables(flow);
    drafts.extend(aligned_tables(flow));
    drafts.sort_by_key(|draft| draft.region.first().copied());
    for draft in &mut drafts {
        draft.caption = caption(flow, &draft.region);
        for cell in &draft.caption {
            flow.marks[cell.at] = Mark::TableCaption(u32::MAX);
        }
        beside::part(flow, draft);
        head(flow, draft);
        draft.beside.iter_mut().for_each(|other| head(flow, other));
    }
    let drafts = join::join(flow, drafts);
    for (id, draft) in drafts.iter().enumerate() {
        mark(flow, draft, u32::try_from(id).unwrap_or(u32::MAX));
    }
    drafts.iter().map(|draft| write::write(flow, draft)).collect()
}

/// Settles how many rows are headers and what they cover.
fn head(flow: &Flow<'_>, draft: &mut Draft) {
    draft.heads = header::count(&draft.texts(flow, 9));
    header::spread(flow, draft);
}

fn mark(flow: &mut Flow<'_>, draft: &Draft, id: u32) {
    for &line in &draft.region {
        flow.marks[line] = Mark::Table(id);
    }
    let captions = draft.caption.iter().chain(&draft.repeated).chain(draft.beside.iter().flat_map(|other| &other.caption));
    for cell in captions {
        if !draft.region.contains(&cell.at) {
            flow.marks[cell.at] = Mark::TableCaption(id);
        }
    }
}

/// Tables inside grids of rules; their lines are taken.
fn ruled_tables(flow: &mut Flow<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    let mut first = 0;
    for page in flow.pages {
        let last = first + page.lines.len();
        for grid in rules::grids(page) {
            if let Some(draft) = ruled::draft(flow, first..last, &grid) {
                take(flow, &draft);
                drafts.push(draft);
            }
        }
        first = last;
    }
    drafts
}

/// Tables whose cells line up; their lines are taken.
fn aligned_tables(flow: &mut Flow<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for region in regions::find(flow) {
        let mut rest = region;
        while rest.len() >= 2 {
            let mut after = regions::again(flow, &rest).map_or_else(Vec::new, |at| rest.split_off(at));
            let Some(mut draft) = aligned(flow, &rest) else { break };
            if let Some((end, next)) = second(flow, &draft, &rest) {
                after.splice(0..0, rest.split_off(next));
                rest.truncate(end);
                let Some(first) = aligned(flow, &rest) else { break };
                draft = first;
            }
            if draft.stands(flow) {
                take(flow, &draft);
                drafts.push(draft);
            }
            rest = after;
        }
    }
    drafts
}

/// The lines, with the headers right above them, in columns.
fn aligned(flow: &Flow<'_>, region: &[usize]) -> Option<Draft> {
    let forced = regions::dividers(flow, region);
    let draft = shape::draft(flow, region, &forced)?;
    let mut lines = regions::heads_above(flow, region, &draft.bounds);
    if lines.is_empty() {
        return Some(draft);
    }
    lines.extend(region);
    shape::draft(flow, &lines, &forced).or(Some(draft))
}

/// How many of the lines belong to the first of two tables, and where the lines of the second begin.
fn second(flow: &Flow<'_>, draft: &Draft, lines: &[usize]) -> Option<(usize, usize)> {
    let texts = draft.texts(flow, usize::MAX);
    let (end, next) = header::next_head(&texts, header::count(&texts))?;
    let place = |row: usize| {
        let line = draft.rows.get(row)?.cells.iter().flatten().map(|cell| cell.at).min()?;
        lines.iter().position(|at| *at == line)
    };
    Some((place(end)?, place(next)?)).filter(|(end, _)| *end > 1)
}

fn take(flow: &mut Flow<'_>, draft: &Draft) {
    for &line in &draft.region {
        flow.marks[line] = Mark::Table(u32::MAX);
    }
}

/// Lines of a caption right above or right below, those side by side as cells.
fn caption(flow: &Flow<'_>, region: &[usize]) -> Vec<Cell> {
    let (Some(&first), Some(&last)) = (region.first(), region.last()) else { return Vec::new() };
    for back in 1..=4 {
        let Some(start) = first.checked_sub(back) else { break };
        let step = flow.line(start).base - flow.line(start + 1).base;
        let far = flow.together(start, start + 1) && step > 3.0 * flow.body.leading;
        if flow.marks[start] != Mark::Text || flow.order[start].page != flow.order[first].page || far {
            break;
        }
        let text = &flow.line(start).text;
        if back == 1 && regions::introduces(text) {
            return cells::of(flow, start);
        }
        if is_caption(text) && !is_sentence(text) {
            let figure = crate::figures::number(text).is_some();
            return if figure { Vec::new() } else { (start..first).flat_map(|at| cells::of(flow, at)).collect() };
        }
    }
    let next = last + 1;
    let free = |at: usize| at < flow.len() && flow.marks[at] == Mark::Text && flow.order[at].page == flow.order[last].page;
    let text = |at: usize| flow.line(at).text.as_str();
    if !free(next) || !is_caption(text(next)) || is_sentence(text(next)) || crate::figures::number(text(next)).is_some() {
        return Vec::new();
    }
    let mut end = next + 1;
    while end < next + 4 && free(end) && flow.together(end - 1, end) {
        let (before, line) = (flow.line(end - 1), flow.line(end));
        let full = before.rect.x1 > before.right - 0.15 * (before.right - before.left);
        if !full || (before.size - line.size).abs() > 0.4 || before.base - line.base > 1.45 * line.size {
            break;
        }
        end += 1;
    }
    // A caption between two tables is that of the lower one.
    let lower = end < flow.len() && matches!(flow.marks[end], Mark::Table(_)) && flow.together(next, end);
    if lower { Vec::new() } else { (next..end).flat_map(|at| cells::of(flow, at)).collect() }
}

/// `Table 3 shows …`: a sentence about a table, no caption.
fn is_sentence(text: &str) -> bool {
    let mut words = text.split_whitespace().skip(1);
    let numbered = words.next().is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit()));
    numbered && words.next().is_some_and(|word| word.starts_with(|c: char| c.is_lowercase()))
}

/// The unit note in a text: `(in millions)`.
#[must_use]
pub fn unit(text: &str) -> Option<String> {
    let text = text.trim();
    let alone = || UNIT_ALONE.as_ref()?.captures(text).filter(|found| found.get(0).is_some_and(|all| all.start() == 0));
    let found = UNIT.as_ref()?.captures(text).or_else(alone)?;
    found.get(1).map(|unit| unit.as_str().trim().to_owned())
}
