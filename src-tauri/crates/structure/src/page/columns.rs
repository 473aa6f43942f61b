//! Fragments of a page → regions in reading order: full-width bands and, between them, columns side by side.

use super::glyphs::Fragment;

/// Fragment indices of one region, top to bottom within it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    /// Rows from the top; each holds fragment indices from left to right.
    pub rows: Vec<Vec<usize>>,
}

/// Splits the fragments into regions in reading order.
#[must_use]
pub fn regions(fragments: &[Fragment]) -> Vec<Region> {
    let mut out = Vec::new();
    split(fragments, (0..fragments.len()).collect(), 0, &mut out);
    out
}

/// Groups fragments into rows by vertical overlap, from the top.
#[must_use]
pub fn rows(fragments: &[Fragment], ids: Vec<usize>) -> Vec<Vec<usize>> {
    group(fragments, ids, 0.5)
}

/// Rows whose members share more than `least` of their height with the largest member.
fn group(fragments: &[Fragment], mut ids: Vec<usize>, least: f32) -> Vec<Vec<usize>> {
    ids.sort_by(|&a, &b| {
        fragments[b].base.total_cmp(&fragments[a].base).then(fragments[a].x0.total_cmp(&fragments[b].x0)).then(a.cmp(&b))
    });
    let mut rows: Vec<(f32, f32, f32, Vec<usize>)> = Vec::new();
    for id in ids {
        let fragment = &fragments[id];
        let (low, high) = (fragment.base - 0.2 * fragment.size, fragment.base + 0.7 * fragment.size);
        let home = rows.iter_mut().rev().take(3).find(|(row_low, row_high, ..)| {
            let shared = high.min(*row_high) - low.max(*row_low);
            shared > least * (high - low).min(*row_high - *row_low)
        });
        match home {
            Some((row_low, row_high, size, members)) => {
                if fragment.size > *size {
                    (*row_low, *row_high, *size) = (low, high, fragment.size);
                }
                members.push(id);
            }
            None => rows.push((low, high, fragment.size, vec![id])),
        }
    }
    rows.into_iter()
        .map(|(.., mut members)| {
            members.sort_by(|&a, &b| fragments[a].x0.total_cmp(&fragments[b].x0).then(a.cmp(&b)));
            let rtl = members.iter().filter(|&&id| fragments[id].rtl).count() * 2 > members.len();
            if rtl {
                members.reverse();
            }
            members
        })
        .collect()
}

fn split(fragments: &[Fragment], ids: Vec<usize>, depth: usize, out: &mut Vec<Region>) {
    // Baselines of neighbouring columns need not agree: lines that overlap at all form one row here.
    let loose = group(fragments, ids, 0.12);
    let gutter = if depth < 3 { best_gutter(fragments, &loose) } else { None };
    let Some(gutter) = gutter else {
        emit(fragments, loose, out);
        return;
    };
    let rows = loose;
    let mut plain: Vec<Vec<usize>> = Vec::new();
    let mut band: Vec<Vec<usize>> = Vec::new();
    for row in rows {
        if crosses(fragments, &row, gutter) {
            close_band(fragments, &mut band, &mut plain, gutter, depth, out);
            plain.push(row);
        } else {
            band.push(row);
        }
    }
    close_band(fragments, &mut band, &mut plain, gutter, depth, out);
    emit(fragments, plain, out);
}

/// Appends a region of strictly grouped rows.
fn emit(fragments: &[Fragment], loose: Vec<Vec<usize>>, out: &mut Vec<Region>) {
    let rows = rows(fragments, loose.into_iter().flatten().collect());
    if !rows.is_empty() {
        out.push(Region { rows });
    }
}

/// Ends a band of rows that leave the gutter free: as columns when it is text in columns, as plain rows otherwise.
fn close_band(
    fragments: &[Fragment],
    band: &mut Vec<Vec<usize>>,
    plain: &mut Vec<Vec<usize>>,
    gutter: f32,
    depth: usize,
    out: &mut Vec<Region>,
) {
    let rows = std::mem::take(band);
    if !is_columns(fragments, &rows, gutter) {
        plain.extend(rows);
        return;
    }
    emit(fragments, std::mem::take(plain), out);
    let (left, right): (Vec<usize>, Vec<usize>) =
        rows.into_iter().flatten().partition(|&id| (fragments[id].x0 + fragments[id].x1) / 2.0 < gutter);
    split(fragments, left, depth + 1, out);
    split(fragments, right, depth + 1, out);
}

fn crosses(fragments: &[Fragment], row: &[usize], gutter: f32) -> bool {
    row.iter().any(|&id| fragments[id].x0 < gutter - 1.0 && fragments[id].x1 > gutter + 1.0)
}

/// Of the possible gutters the one with most lines in true columns beside it.
fn best_gutter(fragments: &[Fragment], rows: &[Vec<usize>]) -> Option<f32> {
    let mut best: Option<(usize, f32)> = None;
    for gutter in gutters(fragments, rows) {
        let covered: usize = rows
            .split(|row| crosses(fragments, row, gutter))
            .filter(|band| is_columns(fragments, band, gutter))
            .map(<[Vec<usize>]>::len)
            .sum();
        if covered > best.map_or(0, |(most, _)| most) {
            best = Some((covered, gutter));
        }
    }
    best.map(|(_, gutter)| gutter)
}

/// The x of up to five possible gutters: places where most rows have text on both sides and none on it, the best first.
fn gutters(fragments: &[Fragment], rows: &[Vec<usize>]) -> Vec<f32> {
    const BIN: f32 = 2.0;
    let all = || rows.iter().flatten().map(|&id| &fragments[id]);
    let x0 = all().map(|fragment| fragment.x0).fold(f32::INFINITY, f32::min);
    let x1 = all().map(|fragment| fragment.x1).fold(f32::NEG_INFINITY, f32::max);
    let width = x1 - x0;
    if !(60.0..20_000.0).contains(&width) || rows.len() < 4 {
        return Vec::new();
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let bin = |x: f32| (((x - x0) / BIN).max(0.0)) as usize;
    let count = bin(x1) + 2;
    let mut both = vec![0_i32; count];
    for row in rows {
        for pair in row.windows(2) {
            let (left, right) = (&fragments[pair[0]], &fragments[pair[1]]);
            let gap = right.x0 - left.x1;
            if gap > (0.7 * left.size.max(right.size)).max(6.0) {
                both[bin(left.x1 + 1.0).min(count - 1)] += 1;
                both[bin(right.x0 - 1.0).min(count - 1)] -= 1;
            }
        }
    }
    let mut running = 0;
    let mut peaks: Vec<(i32, usize, usize)> = Vec::new();
    #[allow(clippy::cast_precision_loss)]
    for (at, step) in both.iter().enumerate() {
        running += step;
        let share = at as f32 * BIN / width;
        if !(0.15..=0.85).contains(&share) || running < 4 {
            continue;
        }
        match peaks.last_mut() {
            Some((most, _, last)) if *most == running && *last + 1 == at => *last = at,
            _ => peaks.push((running, at, at)),
        }
    }
    peaks.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut out: Vec<f32> = Vec::new();
    for (_, first, last) in peaks {
        #[allow(clippy::cast_precision_loss)]
        let x = x0 + (first + last + 1) as f32 / 2.0 * BIN;
        if out.len() < 5 && out.iter().all(|known| (known - x).abs() > 12.0) {
            out.push(x);
        }
    }
    out
}

/// Whether the rows of a band are text columns rather than table cells or labels with values.
fn is_columns(fragments: &[Fragment], rows: &[Vec<usize>], gutter: f32) -> bool {
    let mut sides = [Side::default(), Side::default()];
    for row in rows {
        let at = row.partition_point(|&id| (fragments[id].x0 + fragments[id].x1) / 2.0 < gutter);
        let (left, right) = row.split_at(at);
        sides[0].add(fragments, left);
        sides[1].add(fragments, right);
    }
    let [left, right] = &sides;
    if left.lines < 3 || right.lines < 3 {
        return false;
    }
    let alike = (left.x1 - left.x0) / (right.x1 - right.x0).max(1.0);
    let text = |side: &Side, fill: f32, words: f32| {
        side.fill() >= fill && side.words() >= words && side.letters() >= 0.45 && side.pieces() < 1.6
    };
    if text(left, 0.55, 3.0) && text(right, 0.55, 3.0) {
        return true;
    }
    if !(0.62..=1.6).contains(&alike) {
        return false;
    }
    // Tables inside one column break its lines up; the paragraphs between them still show that it is one.
    let broken = |side: &Side| side.full() >= 5 && side.full() * 10 >= side.lines * 3;
    if (text(left, 0.55, 3.0) && broken(right)) || (broken(left) && text(right, 0.55, 3.0)) {
        return true;
    }
    // One column may hold a list while the other holds text; an index has short lines in both, but many and flush left.
    let mixed = (text(left, 0.55, 3.0) && text(right, 0.3, 3.0)) || (text(left, 0.3, 3.0) && text(right, 0.55, 3.0));
    let index = |side: &Side| side.lines >= 12 && text(side, 0.3, 1.8) && side.flush() >= 0.5;
    mixed || index(left) && index(right)
}

/// What the rows of one side of a gutter look like.
#[derive(Default)]
struct Side {
    lines: usize,
    fragments: usize,
    words: usize,
    letters: usize,
    glyphs: usize,
    widths: Vec<f32>,
    starts: Vec<f32>,
    /// Width of the lines that are one unbroken run of four words or more.
    runs: Vec<f32>,
    x0: f32,
    x1: f32,
}

impl Side {
    fn add(&mut self, fragments: &[Fragment], ids: &[usize]) {
        let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return };
        let (x0, x1) = (fragments[first].x0.min(fragments[last].x0), fragments[last].x1.max(fragments[first].x1));
        if self.lines == 0 {
            (self.x0, self.x1) = (x0, x1);
        }
        (self.x0, self.x1) = (self.x0.min(x0), self.x1.max(x1));
        self.lines += 1;
        // Leaders and the page numbers behind them are no cells.
        let dot = |glyph: &&super::glyphs::Glyph| matches!(glyph.ch, '.' | '·' | '…' | '_');
        let leaders = ids.iter().filter(|&&id| fragments[id].glyphs.iter().filter(dot).count() >= 3).count();
        self.fragments += if leaders > 0 { 1 } else { ids.len() };
        self.starts.push(x0);
        let before = self.words;
        for &id in ids {
            let glyphs = &fragments[id].glyphs;
            self.words += 1 + glyphs.iter().skip(1).filter(|glyph| glyph.space || super::glyphs::is_wide(glyph.ch)).count();
            self.letters += glyphs.iter().filter(|glyph| glyph.ch.is_alphabetic()).count();
            self.glyphs += glyphs.iter().filter(|glyph| !matches!(glyph.ch, '.' | '·' | '…' | '_')).count();
        }
        self.widths.push(x1 - x0);
        if ids.len() == 1 && self.words - before >= 4 {
            self.runs.push(x1 - x0);
        }
    }

    /// Lines of running text that fill most of the column.
    fn full(&self) -> usize {
        let least = 0.7 * (self.x1 - self.x0);
        self.runs.iter().filter(|width| **width >= least).count()
    }

    #[allow(clippy::cast_precision_loss)]
    fn ratio(part: usize, whole: usize) -> f32 {
        part as f32 / whole.max(1) as f32
    }

    /// Middle width of its lines against the widest extent.
    fn fill(&self) -> f32 {
        let mut widths = self.widths.clone();
        widths.sort_by(f32::total_cmp);
        let middle = widths.get(widths.len() / 2).copied().unwrap_or(0.0);
        middle / (self.x1 - self.x0).max(1.0)
    }

    /// Share of lines that begin within three points of the commonest left edge.
    fn flush(&self) -> f32 {
        let mut starts = self.starts.clone();
        starts.sort_by(f32::total_cmp);
        let most = (0..starts.len()).map(|at| starts[at..].partition_point(|x| *x < starts[at] + 5.0)).max().unwrap_or(0);
        Self::ratio(most, self.starts.len())
    }

    fn words(&self) -> f32 {
        Self::ratio(self.words, self.lines)
    }

    fn letters(&self) -> f32 {
        Self::ratio(self.letters, self.glyphs)
    }

    fn pieces(&self) -> f32 {
        Self::ratio(self.fragments, self.lines)
    }
}
