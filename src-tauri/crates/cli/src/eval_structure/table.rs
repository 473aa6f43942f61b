//! Figures as a table on the terminal.

use std::collections::BTreeMap;

use waymark_engine::structure_eval::Means;

use crate::output;

/// Width of the first column.
const NAME: usize = 44;

/// Says what is measured and against what.
pub(super) fn title(set: Option<&str>, documents: usize, reference: &str) -> anyhow::Result<()> {
    let set = set.map_or_else(String::new, |set| format!("{set}: "));
    let what = if documents == 1 { "document" } else { "documents" };
    output::line(&format!("{set}{documents} {what}, words against the {reference}"))
}

/// Names of the columns.
pub(super) fn head(first: &str) -> anyhow::Result<()> {
    let columns = ["F1", "prec", "recall", "level", "path", "path R", "words", "order"];
    let columns: String = columns.iter().map(|name| format!(" {name:>6}")).collect();
    output::line(&format!("\n{first:NAME$}  docs pages{columns}  ms/page  PDFium  ratio"))
}

/// A line of figures.
pub(super) fn row(name: &str, means: &Means) -> anyhow::Result<()> {
    let rates = [
        Some(means.f1),
        Some(means.precision),
        Some(means.recall),
        means.level_acc,
        means.path_acc,
        Some(means.path_recall),
        means.word_recall,
        means.order,
    ];
    let rates: String = rates.iter().map(|rate| format!(" {}", figure(*rate, 6, 3))).collect();
    let (own, bare, ratio) = (figure(means.ms_per_page, 8, 2), figure(means.pdfium_ms_per_page, 7, 2), figure(means.ratio, 6, 2));
    let name = output::shorten(name, NAME);
    output::line(&format!("{name:NAME$} {:>5} {:>5}{rates} {own} {bare} {ratio}", means.documents, means.pages))
}

/// One line for each group.
pub(super) fn groups(what: &str, groups: &BTreeMap<String, Means>) -> anyhow::Result<()> {
    head(what)?;
    groups.iter().try_for_each(|(name, means)| row(name, means))
}

fn figure(value: Option<f64>, width: usize, digits: usize) -> String {
    value.map_or_else(|| format!("{:>width$}", "-"), |value| format!("{value:width$.digits$}"))
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn figures_keep_their_width() {
        assert_eq!((figure(Some(0.95), 6, 3), figure(None, 6, 3)), (" 0.950".to_owned(), "     -".to_owned()));
    }
}
