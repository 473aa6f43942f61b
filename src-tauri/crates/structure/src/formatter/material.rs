//! Weighed candidates → what a model is shown of a document, and which of its lines are in doubt.

use waymark_core::{DocumentInfo, Evidence};

use crate::outline::evidence::Candidate;
use crate::outline::features::join;
use crate::outline::lines::{Flow, Mark};
use crate::outline::numbering::NumberKind;
use crate::outline::{self, Judged, said};

/// A heading whose score is less than this above the limit is in doubt.
const ABOVE: f32 = 1.2;
/// A line whose score is less than this below the limit is in doubt.
const BELOW: f32 = 1.0;
/// The same where the styles of headings are gone, for lines that look like titles.
const BELOW_DAMAGED: f32 = 2.8;
/// A heading at least so far above the limit is beyond doubt.
const SURE_HEADING: f32 = 1.5;
/// A line at least so far below it is text beyond doubt.
const SURE_BODY: f32 = 3.0;
/// Longest title that is plausible for a line without any style, words.
const TITLE_WORDS: usize = 14;

/// What a line is, as far as a model is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Running text, or a heading.
    Text,
    /// A table; not shown.
    Table,
    /// A figure; not shown.
    Figure,
    /// A line of a printed contents list; not shown.
    Contents,
}

/// How sure the native evidence is of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nobody asks.
    Settled,
    /// A model is asked and heard.
    Doubtful,
    /// Certainly a heading: shows what a model's verdicts are worth.
    KnownHeading,
    /// Certainly text, though it is short: the same.
    KnownBody,
}

/// A line as a model is shown it: a paragraph, a list item, a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceLine {
    /// Its name in prompts and replies: its position among the lines of the document.
    pub id: u32,
    /// Text, printed lines joined.
    pub text: String,
    /// Page index.
    pub page: u32,
    /// Kind.
    pub kind: LineKind,
    /// Level in the native outline, `None` for what is no heading there.
    pub native: Option<u8>,
    /// How sure that is.
    pub standing: Standing,
}

/// A document as the formatters show it to a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Material {
    /// Lines in reading order; page furniture is left out.
    pub lines: Vec<SourceLine>,
    /// Headings cannot be told by their style: it was lost, or never there.
    pub damaged: bool,
}

impl Material {
    /// How many lines are in doubt.
    #[must_use]
    pub fn doubtful(&self) -> usize {
        self.lines.iter().filter(|line| line.standing == Standing::Doubtful).count()
    }
}

/// Shows the document whose contents lists, tables and figures are already marked in `flow`.
pub(crate) fn show(flow: &Flow<'_>, info: &DocumentInfo, entries: &[outline::contents::Entry]) -> Material {
    let judged = outline::judge(flow, info, entries);
    let damaged = is_damaged(&judged);
    let mut standings = vec![Standing::Settled; judged.chunks.len()];
    for candidate in &judged.candidates {
        standings[candidate.chunk] = standing(candidate, &judged, damaged);
    }
    let found = outline::accept(judged, flow);
    let mut native = vec![None; found.chunks.len()];
    let sections = outline::tree::sections(&found.headings, flow.pages, "");
    for (heading, section) in found.headings.iter().zip(sections.iter().skip(1)) {
        // Headings that are printed nowhere take up no line.
        if let Some(level) = native.get_mut(heading.chunks.0).filter(|_| heading.chunks.0 < heading.chunks.1) {
            *level = Some(section.level);
        }
    }
    let lines = found.chunks.iter().zip(native).zip(standings).enumerate();
    let lines =
        lines.filter(|(_, ((chunk, _), _))| chunk.mark != Mark::Running).map(|(at, ((chunk, native), standing))| SourceLine {
            id: u32::try_from(at).unwrap_or(u32::MAX),
            text: join(flow, &chunk.lines),
            page: flow.page(chunk.lines[0]).index,
            kind: kind(chunk.mark),
            native,
            standing,
        });
    Material { lines: lines.collect(), damaged }
}

fn kind(mark: Mark) -> LineKind {
    match mark {
        Mark::Table(_) | Mark::TableCaption(_) => LineKind::Table,
        Mark::Figure(_) => LineKind::Figure,
        Mark::Contents => LineKind::Contents,
        Mark::Text | Mark::Running => LineKind::Text,
    }
}

/// Whether style has next to no part in what the native formatter accepted.
pub(crate) fn is_damaged(judged: &Judged) -> bool {
    let styled = |candidate: &&Candidate| {
        candidate.bookmark.is_some()
            || candidate.entry.is_some()
            || [Evidence::FontSize, Evidence::FontWeight, Evidence::Color, Evidence::StructureTree]
                .iter()
                .any(|kind| candidate.evidence.contains(kind))
    };
    let accepted = || judged.candidates.iter().filter(|candidate| candidate.score >= judged.limit);
    accepted().filter(styled).count() * 2 <= accepted().count()
}

/// Whether a bookmark, the printed contents or a number in its place speaks for an accepted heading.
pub(crate) fn is_strong(candidate: &Candidate, judged: &Judged) -> bool {
    let numbered = candidate.sequence
        && candidate.features.number.as_ref().is_some_and(|number| {
            !matches!(number.kind, NumberKind::Paren | NumberKind::Letter | NumberKind::Roman) || number.parts.len() > 1
        });
    candidate.bookmark.is_some() && judged.context.bookmarks
        || candidate.entry.is_some()
        || numbered && candidate.score >= judged.limit && said::tells(candidate)
}

/// How sure the evidence is of a candidate.
pub(crate) fn standing(candidate: &Candidate, judged: &Judged, damaged: bool) -> Standing {
    if judged.title == Some(candidate.chunk) {
        return Standing::Settled;
    }
    let over = candidate.score - judged.limit;
    if is_strong(candidate, judged) || over >= SURE_HEADING {
        return Standing::KnownHeading;
    }
    let f = &candidate.features;
    let short = f.lines <= 2 && f.words <= TITLE_WORDS && f.letters >= 0.5;
    if over <= -SURE_BODY {
        return if short { Standing::KnownBody } else { Standing::Settled };
    }
    let title = short && f.gaps == 0 && !f.look.mono && !f.text.trim_end().ends_with([',', ';', '，', '；', '、']);
    let possible = !f.caption && !f.bullet && f.text.chars().any(char::is_alphabetic);
    let near = over > -BELOW || damaged && title && over > -BELOW_DAMAGED;
    if possible && over < ABOVE && near { Standing::Doubtful } else { Standing::Settled }
}
