//! What a table is while it is put together: columns, rows of cells, header rows, the lines it takes.

use super::cells::{Cell, is_numeric};
use super::columns::{Bound, Placed};
use crate::outline::lines::Flow;

/// A row: for every column the stretches of lines in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// Cells by column, top to bottom within one.
    pub cells: Vec<Vec<Cell>>,
    /// For every column the last column its cell covers; the column itself for all but headers over several.
    pub lasts: Vec<usize>,
}

impl Row {
    /// An empty row.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self { cells: vec![Vec::new(); columns], lasts: (0..columns).collect() }
    }

    /// A row of placed cells.
    #[must_use]
    pub fn of(columns: usize, placed: Vec<Placed>) -> Self {
        let mut row = Self::new(columns);
        for part in placed {
            row.cells[part.first].push(part.cell);
            row.lasts[part.first] = row.lasts[part.first].max(part.last);
        }
        row
    }

    /// Columns with text.
    pub fn filled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&column| !self.cells[column].is_empty())
    }

    /// Text of a column, parts joined by spaces.
    #[must_use]
    pub fn text(&self, flow: &Flow<'_>, column: usize) -> String {
        self.cells[column].iter().map(|cell| cell.text(flow)).collect::<Vec<_>>().join(" ")
    }

    /// The first cell of the leftmost column with text.
    #[must_use]
    pub fn first(&self) -> Option<&Cell> {
        self.cells.iter().flatten().next()
    }

    /// Baseline of its lowest line.
    #[must_use]
    pub fn low(&self, flow: &Flow<'_>) -> f32 {
        self.cells.iter().flatten().map(|cell| flow.line(cell.at).base).fold(f32::INFINITY, f32::min)
    }

    /// Takes in the cells of another row of the same columns.
    pub fn absorb(&mut self, other: Self) {
        for (column, cells) in other.cells.into_iter().enumerate() {
            self.cells[column].extend(cells);
        }
        for (last, other) in self.lasts.iter_mut().zip(other.lasts) {
            *last = (*last).max(other);
        }
    }
}

/// A table under construction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// Positions of its lines in the flow, ascending.
    pub region: Vec<usize>,
    /// Caption, line by line.
    pub caption: Vec<Cell>,
    /// Columns.
    pub bounds: Vec<Bound>,
    /// Rows.
    pub rows: Vec<Row>,
    /// How many of the first rows are headers.
    pub heads: usize,
    /// Header rows repeated where the table goes on, for their places only.
    pub repeated: Vec<Cell>,
    /// Drawn by rules on all sides.
    pub ruled: bool,
    /// Tables printed beside it, on the same lines.
    pub beside: Vec<Draft>,
}

impl Draft {
    /// All its cells.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| row.cells.iter().flatten())
    }

    /// The cells' texts of the first `most` rows.
    #[must_use]
    pub fn texts(&self, flow: &Flow<'_>, most: usize) -> Vec<Vec<String>> {
        let row = |row: &Row| (0..row.cells.len()).map(|column| row.text(flow, column)).collect();
        self.rows.iter().take(most).map(row).collect()
    }

    /// Whether it is a table after all: two rows or more in two columns or more, and no text set in columns.
    #[must_use]
    pub fn stands(&self, flow: &Flow<'_>) -> bool {
        let multi = self.rows.iter().filter(|row| row.filled().nth(1).is_some()).count();
        if self.bounds.len() < 2 || self.rows.len() < 2 || multi < 2 {
            return false;
        }
        let (mut words, mut numbers, mut count) = (0, 0, 0);
        for row in &self.rows {
            for column in row.filled() {
                let text = row.text(flow, column);
                words += text.split_whitespace().count();
                numbers += usize::from(is_numeric(&text));
                count += 1;
            }
        }
        let prose = words > 30 * count || (self.rows.len() <= 2 && words > 14 * count && numbers * 5 < count);
        !prose && !self.reads_on(flow)
    }

    /// Whether the first column is running text: sentences that go on from line to line.
    fn reads_on(&self, flow: &Flow<'_>) -> bool {
        if self.ruled {
            return false;
        }
        let labels: Vec<String> = self.rows.iter().map(|row| row.text(flow, 0)).filter(|text| !text.is_empty()).collect();
        let long = |text: &String| text.split_whitespace().count() >= 6;
        let on = |pair: &&[String]| {
            long(&pair[0]) && long(&pair[1]) && !pair[0].ends_with(['.', ':']) && pair[1].starts_with(char::is_lowercase)
        };
        let count = labels.windows(2).filter(on).count();
        count >= 2 && count * 5 >= labels.len()
    }
}
