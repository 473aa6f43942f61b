//! The cells of all rows → columns, and each row's cells → the columns they stand in.

use super::cells::{Cell, is_numeric};
use crate::outline::lines::Flow;

/// Left and right edge of a column.
pub type Bound = (f32, f32);

/// A cell and the columns it stands in, first and last.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The cell.
    pub cell: Cell,
    /// First column.
    pub first: usize,
    /// Last column; larger than `first` for a header over several columns.
    pub last: usize,
}

/// How many rows have what at each point across a table.
struct Votes {
    x0: f32,
    wide: Vec<i32>,
    word: Vec<i32>,
    inner: Vec<i32>,
}

impl Votes {
    fn new(x0: f32, x1: f32) -> Self {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let bins = (x1 - x0) as usize + 3;
        Self { x0, wide: vec![0; bins], word: vec![0; bins], inner: vec![0; bins] }
    }

    fn bin(&self, x: f32) -> usize {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let bin = (x - self.x0).max(0.0) as usize;
        bin.min(self.wide.len() - 2)
    }

    /// Counts a row: its words, the spaces inside its cells, the gaps between them.
    fn add(&mut self, flow: &Flow<'_>, row: &[Cell]) {
        let mut before: Option<f32> = None;
        for cell in row {
            let words = solid(flow, cell);
            if let (Some(x1), Some(first)) = (before, words.first()) {
                let (from, to) = (self.bin(x1) + 1, self.bin(first.x0));
                if to > from {
                    self.wide[from] += 1;
                    self.wide[to] -= 1;
                }
            }
            let mut inner: Option<f32> = None;
            for word in words {
                let (from, to) = (self.bin(word.x0), self.bin(word.x1) + 1);
                self.word[from] += 1;
                self.word[to] -= 1;
                if let Some(x1) = inner {
                    let (from, to) = (self.bin(x1) + 1, self.bin(word.x0));
                    if to > from {
                        self.inner[from] += 1;
                        self.inner[to] -= 1;
                    }
                }
                inner = Some(word.x1);
            }
            before = Some(cell.x1);
        }
    }

    /// Stretches of bins that are not between columns.
    fn bounds(&self, rows: usize, forced: &[f32], size: f32) -> Vec<Bound> {
        let least = if rows >= 3 { 2 } else { 1 };
        let narrow = self.narrow(rows, size);
        let (mut wide, mut word, mut inner) = (0, 0, 0);
        let mut bounds = Vec::new();
        let mut start: Option<usize> = None;
        let mut content = false;
        let cuts: Vec<usize> = forced.iter().map(|x| self.bin(*x)).collect();
        for (at, &close) in narrow.iter().enumerate().take(self.wide.len()) {
            wide += self.wide[at];
            word += self.word[at];
            inner += self.inner[at];
            let apart = (wide >= least && wide * 10 >= word * 25 + inner * 9) || cuts.contains(&at) || close;
            if apart {
                if let Some(from) = start.take().filter(|_| content) {
                    bounds.push((self.x(from), self.x(at)));
                }
                content = false;
            } else {
                start = start.or((word > 0).then_some(at));
                content |= word > 0;
            }
        }
        if let Some(from) = start.filter(|_| content) {
            bounds.push((self.x(from), self.x(self.wide.len() - 2)));
        }
        bounds
    }

    /// Bins that all rows leave free, be it by less than the space between cells: columns set close.
    fn narrow(&self, rows: usize, size: f32) -> Vec<bool> {
        let mut free = vec![false; self.wide.len()];
        if rows < 4 {
            return free;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let least = (0.56 * size).max(3.0).ceil() as usize;
        let (mut wide, mut word, mut inner, mut run) = (0, 0, 0, 0);
        let rows = i32::try_from(rows).unwrap_or(i32::MAX);
        for at in 0..self.wide.len() {
            wide += self.wide[at];
            word += self.word[at];
            inner += self.inner[at];
            let all = word == 0 && (wide + inner) * 10 >= rows * 9;
            run = if all { run + 1 } else { 0 };
            if run >= least {
                free[at + 1 - run..=at].fill(true);
            }
        }
        free
    }

    fn x(&self, bin: usize) -> f32 {
        #[allow(clippy::cast_precision_loss)]
        let bin = bin as f32;
        self.x0 + bin
    }
}

/// The words of a cell; those of an amount as one, without the currency sign before it.
fn solid(flow: &Flow<'_>, cell: &Cell) -> Vec<Cell> {
    let mut words = cell.split(flow);
    if words.len() < 2 || !is_numeric(cell.text(flow)) {
        return words;
    }
    if !words[0].text(flow).contains(|c: char| c.is_ascii_digit()) {
        words.remove(0);
    }
    let mut whole = words[0];
    if let Some(last) = words.last() {
        (whole.to, whole.x1) = (last.to, last.x1);
    }
    vec![whole]
}

/// The columns of rows in cells; `forced` are places of vertical rules no word crosses.
#[must_use]
pub fn find(flow: &Flow<'_>, rows: &[Vec<Cell>], forced: &[f32]) -> Vec<Bound> {
    let multi: Vec<&Vec<Cell>> = rows.iter().filter(|row| row.len() >= 2 || !forced.is_empty()).collect();
    let cells = || multi.iter().flat_map(|row| row.iter());
    let x0 = cells().map(|cell| cell.x0).fold(f32::INFINITY, f32::min);
    let x1 = cells().map(|cell| cell.x1).fold(f32::NEG_INFINITY, f32::max);
    if !(10.0..20_000.0).contains(&(x1 - x0)) {
        return Vec::new();
    }
    let mut votes = Votes::new(x0, x1);
    for row in &multi {
        votes.add(flow, row);
    }
    let size = multi.first().and_then(|row| row.first()).map_or(10.0, |cell| flow.line(cell.at).size);
    let bounds = votes.bounds(multi.len(), forced, size);
    let least = if multi.len() >= 8 { 2 } else { 1 };
    let own = |&(left, right): &Bound| {
        let inside = |cell: &&Cell| {
            let shared = right.min(cell.x1) - left.max(cell.x0);
            shared >= 0.6 * (cell.x1 - cell.x0).max(0.1)
        };
        cells().filter(inside).count()
    };
    let kept = bounds.into_iter().filter(|bound| own(bound) >= least).collect();
    with_sparse(flow, &multi, kept)
}

/// Adds columns that few rows fill: amounts that line up between the columns found while their neighbour is taken.
fn with_sparse(flow: &Flow<'_>, rows: &[&Vec<Cell>], mut bounds: Vec<Bound>) -> Vec<Bound> {
    let mut groups: Vec<(Bound, usize, usize)> = Vec::new();
    for row in rows {
        let homes: Vec<usize> = row.iter().map(|cell| nearest(&bounds, cell)).collect();
        for (at, cell) in row.iter().enumerate().filter(|(_, cell)| is_numeric(cell.text(flow))) {
            let Some(cell) = solid(flow, cell).first().copied() else { continue };
            let width = (cell.x1 - cell.x0).max(0.1);
            if bounds.iter().any(|(left, right)| right.min(cell.x1) - left.max(cell.x0) > 0.1 * width) {
                continue;
            }
            let taken = homes.iter().enumerate().any(|(other, home)| other != at && *home == homes[at]);
            match groups.iter_mut().find(|((left, right), ..)| cell.x0 < *right && cell.x1 > *left) {
                Some((bound, count, beside)) => {
                    *bound = (bound.0.min(cell.x0), bound.1.max(cell.x1));
                    *count += 1;
                    *beside += usize::from(taken);
                }
                None => groups.push(((cell.x0, cell.x1), 1, usize::from(taken))),
            }
        }
    }
    let free = |bound: &Bound, known: &[Bound]| known.iter().all(|(left, right)| bound.0 >= *right || bound.1 <= *left);
    for (bound, count, beside) in groups {
        if count >= 2 && beside * 2 >= count && free(&bound, &bounds) {
            bounds.push(bound);
        }
    }
    bounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    bounds
}

/// The cells of one row in their columns, cells that hold several columns' words cut.
#[must_use]
pub fn place(flow: &Flow<'_>, bounds: &[Bound], row: Vec<Cell>) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::with_capacity(row.len());
    for cell in row {
        let (first, last) = covered(flow, bounds, &cell);
        match cut(flow, bounds, &cell, first, last) {
            Some(parts) => out.extend(parts),
            None => out.push(Placed { cell, first, last }),
        }
    }
    for at in 1..out.len() {
        let next = out[at].first;
        let before = &mut out[at - 1];
        before.last = before.last.min(next.saturating_sub(1)).max(before.first);
    }
    out
}

/// First and last column a cell stands in.
fn covered(flow: &Flow<'_>, bounds: &[Bound], cell: &Cell) -> (usize, usize) {
    let home = nearest(bounds, cell);
    if is_numeric(cell.text(flow)) && !cell.text(flow).contains(' ') {
        return (home, home);
    }
    let width = (cell.x1 - cell.x0).max(0.1);
    let (mut first, mut last) = (home, home);
    for (at, (left, right)) in bounds.iter().enumerate() {
        let shared = right.min(cell.x1) - left.max(cell.x0);
        let middle = f32::midpoint(*left, *right);
        if shared > 0.3 * (right - left) || shared > 0.4 * width || (cell.x0 < middle && middle < cell.x1) {
            (first, last) = (first.min(at), last.max(at));
        }
    }
    (first, last)
}

/// The column with the largest overlap, the one with the nearest edge without any.
#[must_use]
pub fn nearest(bounds: &[Bound], cell: &Cell) -> usize {
    let distance = |(left, right): Bound| {
        let shared = right.min(cell.x1) - left.max(cell.x0);
        if shared > 0.0 { -shared } else { (left - cell.x1).max(cell.x0 - right).max(0.0) }
    };
    (0..bounds.len()).min_by(|&a, &b| distance(bounds[a]).total_cmp(&distance(bounds[b]))).unwrap_or(0)
}

/// Cuts a cell between its words where each part stands in line with its own column.
fn cut(flow: &Flow<'_>, bounds: &[Bound], cell: &Cell, first: usize, last: usize) -> Option<Vec<Placed>> {
    if first == last {
        return None;
    }
    let size = flow.line(cell.at).size;
    let mut parts: Vec<Placed> = Vec::new();
    // Narrowest space between two parts, widest inside one.
    let (mut apart, mut inside) = (f32::INFINITY, 0.0_f32);
    for word in cell.split(flow) {
        let width = (word.x1 - word.x0).max(0.1);
        let crossing = bounds.iter().filter(|(left, right)| right.min(word.x1) - left.max(word.x0) > 0.15 * width).count();
        if crossing > 1 {
            return None;
        }
        let column = nearest(bounds, &word);
        match parts.last_mut() {
            Some(part) if part.first == column => {
                inside = inside.max(word.x0 - part.cell.x1);
                part.cell.to = word.to;
                part.cell.x1 = part.cell.x1.max(word.x1);
            }
            Some(part) if column < part.first => return None,
            before => {
                apart = apart.min(before.map_or(f32::INFINITY, |part| word.x0 - part.cell.x1));
                parts.push(Placed { cell: word, first: column, last: column });
            }
        }
    }
    let near = (0.6 * size).max(4.0);
    // Left, right or middle: all parts but a row label stand to their columns in the same way.
    let ways = parts.iter().filter(|part| part.first > 0).fold([true; 3], |[left, right, middle], part| {
        let (x0, x1) = bounds[part.first];
        let off = (part.cell.x0 + part.cell.x1 - x0 - x1).abs() / 2.0;
        [left && (part.cell.x0 - x0).abs() < near, right && (part.cell.x1 - x1).abs() < near, middle && off < near]
    });
    let spaced = apart > 0.55 * size && apart > 1.4 * inside;
    (parts.len() > 1 && (spaced || (apart > 1.15 * inside && ways.contains(&true)))).then_some(parts)
}
