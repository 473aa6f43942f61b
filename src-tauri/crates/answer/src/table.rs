//! Lines of a table passage → rows that say which value belongs to which column.

use std::ops::Range;

/// A row of a table passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Bytes of the row's line in the passage.
    pub range: Range<usize>,
    /// Cells, trimmed, empty ones kept.
    pub cells: Vec<String>,
    /// Column labels (header rows joined), as many as cells; empty when the header does not fit.
    pub labels: Vec<String>,
    /// Lines above the table's rows (caption, unit), joined.
    pub caption: String,
    /// This row is a header itself.
    pub header: bool,
}

/// Whether a line is a row: cells are separated by `|`.
#[must_use]
pub fn is_row(line: &str) -> bool {
    line.contains(" | ") || line.trim_start().starts_with('|')
}

/// The rows of `text`; lines that are no rows become the caption of the rows after them. Rule lines (`|---|`) vanish.
#[must_use]
pub fn rows(text: &str) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    let mut caption = String::new();
    let mut headers: Vec<Vec<String>> = Vec::new();
    let mut body_seen = false;
    // First row of the table at hand, until its rule has told where the header ends.
    let (mut first, mut ruled) = (0, false);
    let mut start = 0;
    for line in text.split('\n') {
        let range = start..start + line.len();
        start = range.end + 1;
        if !is_row(line) {
            if body_seen || ruled {
                (body_seen, ruled, caption) = (false, false, String::new());
                headers.clear();
            }
            first = out.len();
            if !line.trim().is_empty() {
                caption = format!("{caption} {}", line.trim()).trim().to_string();
            }
            continue;
        }
        let cells = cells(line);
        if cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' '))) {
            // What stands above the rule is header, whatever it reads like: `PB-16`, `25 °C`. Blank rows say nothing.
            if !ruled && line.contains("--") {
                headers = out[first..].iter().map(|row: &Row| row.cells.clone()).collect();
                for row in &mut out[first..] {
                    (row.header, row.labels) = (true, Vec::new());
                }
                (ruled, body_seen) = (true, true);
            }
            continue;
        }
        let header = !body_seen && is_header(&cells);
        if header {
            headers.push(cells.clone());
        } else {
            body_seen = true;
        }
        let labels = if header { Vec::new() } else { labels(&headers, cells.len()) };
        out.push(Row { range, cells, labels, caption: caption.clone(), header });
    }
    out
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').map(|cell| cell.trim().to_string()).collect()
}

/// No cell but the first holds a value that is not a year.
fn is_header(cells: &[String]) -> bool {
    let year = |cell: &str| {
        cell.len() == 4 && (cell.starts_with("19") || cell.starts_with("20")) && cell.bytes().all(|b| b.is_ascii_digit())
    };
    let value = |cell: &str| {
        let digits = cell.chars().filter(char::is_ascii_digit).count();
        let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
        digits > 0 && letters <= 2 && !year(cell)
    };
    cells.len() > 1 && !cells.iter().skip(1).any(|cell| value(cell)) && cells.iter().skip(1).any(|cell| !cell.is_empty())
}

fn labels(headers: &[Vec<String>], columns: usize) -> Vec<String> {
    if headers.is_empty() || headers.iter().any(|header| header.len() != columns) {
        return Vec::new();
    }
    (0..columns)
        .map(|column| {
            let mut parts: Vec<&str> =
                headers.iter().map(|header| header[column].as_str()).filter(|part| !part.is_empty()).collect();
            parts.dedup();
            parts.join(" ")
        })
        .collect()
}

impl Row {
    /// The row as a sentence: `Net sales: 2018 32,765; 2017 31,657 (in millions)`. Cells keep their words; without fitting
    /// labels they are given one after the other.
    #[must_use]
    pub fn spoken(&self) -> String {
        let named = self.labels.len() == self.cells.len();
        let mut values = Vec::new();
        for (index, cell) in self.cells.iter().enumerate().skip(1) {
            let label = if named { self.labels[index].as_str() } else { "" };
            if cell.chars().any(char::is_alphanumeric) {
                values.push(if label.is_empty() || label == cell { cell.clone() } else { format!("{label} {cell}") });
            }
        }
        let first = self.cells.first().map_or("", String::as_str).trim_end_matches(':');
        let body = if first.is_empty() { values.join("; ") } else { format!("{first}: {}", values.join("; ")) };
        match unit(&self.caption).or_else(|| self.labels.iter().find_map(|label| unit(label))) {
            Some(unit) if !body.contains(unit) => format!("{body} ({unit})"),
            _ => body,
        }
    }
}

/// A unit note such as `in millions, except per share amounts` or `dollars in thousands`.
#[must_use]
pub fn unit(caption: &str) -> Option<&str> {
    let lower = caption.to_ascii_lowercase();
    ["in millions", "in thousands", "in billions", "in percent", "millions of", "thousands of"].into_iter().find_map(|mark| {
        let at = lower.find(mark)?;
        let open = caption[..at].rfind('(').filter(|open| !caption[*open..at].contains(')'));
        let from = open.map_or(at, |open| open + 1);
        let close = caption[at..].find([')', ';', '|', '\n']).map_or(caption.len(), |i| at + i);
        Some(caption[from..close].trim()).filter(|unit| unit.len() <= 80)
    })
}

#[cfg(test)]
mod tests {
    use super::{rows, unit};

    const TABLE: &str = "Consolidated Statement of Cash Flows (Millions, in millions)\nYears ended December 31 | 2018 | 2017\nPurchases of PP&E | (1,577) | (1,373)\nOther | — | 5";

    #[test]
    fn rows_carry_their_columns_and_unit() {
        let rows = rows(TABLE);
        assert!(rows[0].header);
        assert_eq!(rows[1].spoken(), "Purchases of PP&E: 2018 (1,577); 2017 (1,373) (Millions, in millions)");
        assert_eq!(&TABLE[rows[1].range.clone()], "Purchases of PP&E | (1,577) | (1,373)");
        assert_eq!(rows[2].spoken(), "Other: 2017 5 (Millions, in millions)");
    }

    #[test]
    fn markdown_tables_and_odd_headers() {
        let rows = rows("| Item | Value |\n|---|---|\n| Weight | 5 kg |\n| a | b | 7 |");
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[1].spoken(), "Weight: Value 5 kg");
        assert_eq!(rows[2].spoken(), "a: b; 7");
    }

    #[test]
    fn what_stands_above_the_rule_is_header_whatever_it_reads_like() {
        let rows = rows(
            "Table 1: Ratings\n| Quantity | PB-16 | PB-24 | Unit |\n| --- | --- | --- | --- |\n| Type | dry | wet | – |\n| Flue gas | 120 | 135 | °C |",
        );
        assert!(rows[0].header && !rows[1].header);
        assert_eq!(rows[1].spoken(), "Type: PB-16 dry; PB-24 wet");
        assert_eq!(rows[2].spoken(), "Flue gas: PB-16 120; PB-24 135; Unit °C");
    }

    #[test]
    fn units() {
        assert_eq!(unit("(Dollars in thousands, except shares)"), Some("Dollars in thousands, except shares"));
        assert_eq!(unit("Sales by region"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_passes(text in "[a-z0-9|\\- \n（）é]{0,80}") {
            for row in rows(&text) {
                let _ = row.spoken();
                proptest::prop_assert!(text.get(row.range).is_some());
            }
        }
    }
}
