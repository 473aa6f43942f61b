//! What is printed: the JSON of the contract, and text for people.

use std::borrow::Cow;
use std::io::Write as _;

use serde::Serialize;
use waymark_core::{DocumentHealth, Explanation, Hit, Locator, Rect, ScoreParts, SegmentKind};
use waymark_engine::types::{OutlineNode, QueryAnalysis, SearchResponse, SearchTimings};

/// Writes one line to standard output.
pub(crate) fn line(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", shown(text))?;
    Ok(())
}

/// A text without control characters but line breaks and tabs: names of files can hold commands to the terminal.
fn shown(text: &str) -> Cow<'_, str> {
    let command = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(command) { Cow::Owned(text.replace(command, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

/// Writes one JSON value on one line.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    line(&serde_json::to_string(value)?)
}

/// Writes text as it is and flushes, for streams.
pub(crate) fn piece(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Writes an error to standard error.
pub(crate) fn error(message: &str, hint: Option<&str>) {
    let mut out = std::io::stderr().lock();
    let _ = writeln!(out, "error: {}", shown(message));
    if let Some(hint) = hint {
        let _ = writeln!(out, "hint: {}", shown(hint));
    }
}

/// Writes a remark to standard error.
pub(crate) fn remark(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", shown(message));
}

/// A heading as in the contract: `page` counts from 1.
#[derive(Debug, Serialize)]
pub(crate) struct OutlineEntry<'a> {
    level: u8,
    title: &'a str,
    page: u32,
    page_label: Option<&'a str>,
    evidence: &'a [String],
    confidence: f32,
}

impl<'a> From<&'a OutlineNode> for OutlineEntry<'a> {
    fn from(node: &'a OutlineNode) -> Self {
        Self {
            level: node.level,
            title: &node.title,
            page: node.page,
            page_label: node.page_label.as_deref(),
            evidence: &node.evidence,
            confidence: node.confidence,
        }
    }
}

/// Headings with the health report, for those who ask for it.
#[derive(Debug, Serialize)]
pub(crate) struct OutlineReport<'a> {
    pub(crate) headings: Vec<OutlineEntry<'a>>,
    pub(crate) health: &'a DocumentHealth,
}

/// A search as in the contract.
#[derive(Debug, Serialize)]
pub(crate) struct SearchResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    qid: Option<&'a str>,
    query: &'a str,
    hits: Vec<HitEntry<'a>>,
    timings_ms: SearchTimings,
    /// That the place asked for does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<&'a QueryAnalysis>,
}

impl<'a> SearchResult<'a> {
    /// A search as printed; with `explain` it says how the question was understood and why each hit stands where it stands.
    pub(crate) fn new(qid: Option<&'a str>, query: &'a str, response: &'a SearchResponse, explain: bool) -> Self {
        let entry = |hit: &'a Hit| HitEntry { explanation: explain.then_some(&hit.explanation), ..HitEntry::from(hit) };
        Self {
            qid,
            query,
            hits: response.hits.iter().map(entry).collect(),
            timings_ms: response.timings,
            note: response.note.as_deref(),
            analysis: explain.then_some(&response.analysis),
        }
    }
}

#[derive(Debug, Serialize)]
struct DocumentEntry<'a> {
    id: i64,
    title: &'a str,
    file_name: &'a str,
}

#[derive(Debug, Serialize)]
pub(crate) struct HitEntry<'a> {
    rank: u32,
    score: f32,
    document: DocumentEntry<'a>,
    page: u32,
    page_label: Option<&'a str>,
    section_path: &'a [String],
    kind: SegmentKind,
    text: &'a str,
    boxes: Vec<BoxEntry>,
    scores: ScoreParts,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a Explanation>,
}

/// A rectangle as in the contract: (`x0`, `y0`) is the upper left corner, (`x1`, `y1`) the lower right one, in points from the
/// lower left corner of the unrotated page.
#[derive(Debug, Serialize)]
pub(crate) struct BoxEntry {
    page: u32,
    x0: f32,
    y0: f32,
    x1: f32,
    y1: f32,
}

impl BoxEntry {
    /// A rectangle on a page counted from 1.
    pub(crate) fn new(page: u32, rect: &Rect) -> Self {
        Self { page, x0: rect.x0, y0: rect.y1, x1: rect.x1, y1: rect.y0 }
    }
}

/// Rectangles of all locators, one entry a line.
pub(crate) fn boxes(locators: &[Locator]) -> Vec<BoxEntry> {
    locators.iter().flat_map(|locator| locator.rects.iter().map(move |rect| BoxEntry::new(locator.page + 1, rect))).collect()
}

impl<'a> From<&'a Hit> for HitEntry<'a> {
    fn from(hit: &'a Hit) -> Self {
        let first = hit.place();
        Self {
            rank: hit.rank,
            score: hit.score,
            document: DocumentEntry { id: hit.document.0, title: &hit.title, file_name: &hit.file_name },
            page: first.map_or(1, |locator| locator.page + 1),
            page_label: first.and_then(|locator| locator.label.as_deref()),
            section_path: &hit.section_path,
            kind: hit.kind,
            text: &hit.text,
            boxes: boxes(&hit.locators),
            scores: hit.scores,
            explanation: None,
        }
    }
}

/// `document › section › section › page 12 (label 10)`.
pub(crate) fn place(path: &[String], file_name: &str, locator: Option<&Locator>) -> String {
    let mut text = path.join(" › ");
    if text.is_empty() {
        text.push_str(file_name);
    }
    if let Some(first) = locator {
        text.push_str(&format!(" › page {}", first.page + 1));
        if let Some(label) = first.label.as_deref().filter(|label| **label != (first.page + 1).to_string()) {
            text.push_str(&format!(" (printed {label})"));
        }
    }
    text
}

/// At most `limit` characters on one line.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if folded.chars().count() <= limit {
        return folded;
    }
    let mut cut: String = folded.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn names_cannot_command_the_terminal() {
        assert_eq!(shown("esc\u{1b}[31m.pdf"), "esc\u{fffd}[31m.pdf");
        assert_eq!(shown("报告\tone\ntwo"), "报告\tone\ntwo");
    }
}
