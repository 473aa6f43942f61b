//! Scores of documents → means by kind, by family and over all.

use std::collections::BTreeMap;

use serde::Serialize;

use super::headings::HeadingScore;
use super::text::TextScore;

/// What reading and structuring a document took, and what the PDF library alone took to give its characters.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Cost {
    /// Pages.
    pub pages: u32,
    /// Processor time of parsing and structuring in all processes, milliseconds.
    pub cpu_ms: f64,
    /// Processor time in which the PDF library loads the same pages and gives each code point, milliseconds.
    pub pdfium_ms: f64,
    /// The first by page; `None` without pages.
    pub ms_per_page: Option<f64>,
    /// The second by page.
    pub pdfium_ms_per_page: Option<f64>,
    /// The first by the second.
    pub ratio: Option<f64>,
}

impl Cost {
    /// The cost of `pages` pages from its two times.
    #[must_use]
    pub fn new(pages: u32, cpu_ms: f64, pdfium_ms: f64) -> Self {
        let a_page = |total: f64| (pages > 0).then(|| total / f64::from(pages));
        let ratio = (pdfium_ms > 0.0).then(|| cpu_ms / pdfium_ms);
        Self { pages, cpu_ms, pdfium_ms, ms_per_page: a_page(cpu_ms), pdfium_ms_per_page: a_page(pdfium_ms), ratio }
    }
}

/// One document's figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DocumentScore {
    /// File name without extension.
    pub id: String,
    /// What the document was made with or is.
    pub kind: String,
    /// Which look-alikes it belongs to.
    pub family: String,
    /// Headings, levels and paths.
    #[serde(flatten)]
    pub headings: HeadingScore,
    /// Words.
    #[serde(flatten)]
    pub text: TextScore,
    /// Time.
    #[serde(flatten)]
    pub cost: Cost,
}

/// Means over documents; documents that lack a figure do not count for it. Times are over pages: all milliseconds by all pages.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Means {
    /// How many documents.
    pub documents: usize,
    /// How many pages.
    pub pages: u32,
    /// Heading precision.
    pub precision: f64,
    /// Heading recall.
    pub recall: f64,
    /// Heading F1.
    pub f1: f64,
    /// Share of right levels.
    pub level_acc: Option<f64>,
    /// Share of right paths.
    pub path_acc: Option<f64>,
    /// Right paths against all true headings.
    pub path_recall: f64,
    /// Share of the reference's words.
    pub word_recall: Option<f64>,
    /// Order of the words.
    pub order: Option<f64>,
    /// Processor time of parsing and structuring, milliseconds a page.
    pub ms_per_page: Option<f64>,
    /// Processor time of the PDF library alone, milliseconds a page.
    pub pdfium_ms_per_page: Option<f64>,
    /// The first by the second.
    pub ratio: Option<f64>,
}

/// Everything that was measured on a set of documents.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// Every document.
    pub documents: Vec<DocumentScore>,
    /// Means by kind.
    pub kinds: BTreeMap<String, Means>,
    /// Means by family.
    pub families: BTreeMap<String, Means>,
    /// Means over all.
    pub all: Means,
}

/// Summarises `documents`.
#[must_use]
pub fn report(documents: Vec<DocumentScore>) -> Report {
    let by = |name: fn(&DocumentScore) -> &str| {
        let mut groups: BTreeMap<String, Vec<&DocumentScore>> = BTreeMap::new();
        for document in &documents {
            groups.entry(name(document).to_owned()).or_default().push(document);
        }
        groups.into_iter().map(|(name, group)| (name, Means::of(&group))).collect()
    };
    let kinds = by(|document| &document.kind);
    let families = by(|document| &document.family);
    let all = Means::of(&documents.iter().collect::<Vec<_>>());
    Report { documents, kinds, families, all }
}

impl DocumentScore {
    /// The document's own figures in the form of means.
    #[must_use]
    pub fn means(&self) -> Means {
        Means::of(&[self])
    }
}

impl Means {
    fn of(group: &[&DocumentScore]) -> Self {
        let over = |value: fn(&DocumentScore) -> Option<f64>| mean(group.iter().filter_map(|document| value(document)));
        let total = |time: fn(&Cost) -> f64| group.iter().map(|document| time(&document.cost)).sum::<f64>();
        let pages = group.iter().map(|document| document.cost.pages).sum();
        let cost = Cost::new(pages, total(|cost| cost.cpu_ms), total(|cost| cost.pdfium_ms));
        Self {
            documents: group.len(),
            pages: cost.pages,
            precision: over(|document| Some(document.headings.precision)).unwrap_or(0.0),
            recall: over(|document| Some(document.headings.recall)).unwrap_or(0.0),
            f1: over(|document| Some(document.headings.f1)).unwrap_or(0.0),
            level_acc: over(|document| document.headings.level_acc),
            path_acc: over(|document| document.headings.path_acc),
            path_recall: over(|document| Some(document.headings.path_recall)).unwrap_or(0.0),
            word_recall: over(|document| document.text.word_recall),
            order: over(|document| document.text.order),
            ms_per_page: cost.ms_per_page,
            pdfium_ms_per_page: cost.pdfium_ms_per_page,
            ratio: cost.ratio,
        }
    }
}

#[allow(clippy::cast_precision_loss)]
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::{Cost, DocumentScore, report};
    use crate::eval::{HeadingScore, TextScore};

    fn document(id: &str, kind: &str, f1: f64, order: Option<f64>, pages: u32, cpu_ms: f64) -> DocumentScore {
        DocumentScore {
            id: id.into(),
            kind: kind.into(),
            family: "f".into(),
            headings: HeadingScore { f1, ..HeadingScore::default() },
            text: TextScore { order, ..TextScore::default() },
            cost: Cost::new(pages, cpu_ms, 2.0),
        }
    }

    #[test]
    fn means_skip_what_is_not_there_and_times_go_by_page() {
        let report = report(vec![
            document("a", "k", 1.0, Some(0.5), 1, 10.0),
            document("b", "k", 0.5, None, 3, 2.0),
            document("c", "l", 0.0, None, 0, 0.0),
        ]);
        let kind = &report.kinds["k"];
        assert_eq!((kind.documents, kind.f1, kind.order), (2, 0.75, Some(0.5)));
        assert_eq!((kind.ms_per_page, kind.pdfium_ms_per_page, kind.ratio), (Some(3.0), Some(1.0), Some(3.0)));
        assert_eq!((report.all.f1, report.families["f"].documents), (0.5, 3));
        assert_eq!(report.kinds["l"].ms_per_page, None);
    }
}
