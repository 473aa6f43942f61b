//! Page digests → headings: lines in order, page furniture and contents lists set apart, every candidate weighed, levels given.

pub mod chunks;
pub mod contents;
pub mod evidence;
pub mod features;
pub mod induce;
pub mod levels;
pub mod lines;
pub mod mend;
pub mod numbering;
pub mod running;
pub mod said;
pub mod style;
pub mod tree;
pub mod witness;

use std::collections::{HashMap, HashSet};

use waymark_core::{DocumentInfo, Evidence};

use chunks::Chunk;
use evidence::{Candidate, Context, THRESHOLD};
use lines::{At, Flow, Mark};
use numbering::NumberKind;
use witness::{Located, Witness};

/// An accepted heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// Title with its number.
    pub title: String,
    /// Position of its page.
    pub page: u32,
    /// Where it is printed.
    pub lines: Vec<At>,
    /// Raw level, only its order matters.
    pub level: i32,
    /// Why it is a heading.
    pub evidence: Vec<Evidence>,
    /// 0..1.
    pub confidence: f32,
    /// Chunks it takes up, first and one past the last; equal for headings that are not printed.
    pub chunks: (usize, usize),
}

/// The outline as found.
#[derive(Debug)]
pub struct Outline {
    /// Chunks of the whole flow.
    pub chunks: Vec<Chunk>,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// The document title as printed, with its page index.
    pub title: Option<(String, u32)>,
    /// 0..1 for the outline as a whole.
    pub confidence: f32,
    /// What was odd, in words.
    pub warnings: Vec<String>,
}

/// Every candidate of a document weighed, nothing accepted yet: where a formatter may put in a word.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Chunks of the whole flow.
    pub chunks: Vec<Chunk>,
    /// Candidates in order, with their scores.
    pub candidates: Vec<Candidate>,
    /// What the document as a whole tells.
    pub context: Context,
    /// Score from which a candidate is a heading.
    pub limit: f32,
    /// Chunk of the printed document title, which is no heading.
    pub title: Option<usize>,
    /// Whether the levels in [`Candidate::said`] were found to be worth following where nothing else tells.
    pub levels_said: bool,
    marks: Vec<Witness>,
    marked: Vec<Option<Located>>,
    listed: Vec<Witness>,
}

/// Weighs every candidate of a document whose contents lists, tables and figures are already marked in `flow`.
#[must_use]
pub fn judge(flow: &Flow<'_>, info: &DocumentInfo, entries: &[contents::Entry]) -> Judged {
    let marks = bookmark_witnesses(info, flow.pages.len());
    let marked = witness::locate(&marks, flow);
    let listed = contents::witnesses(entries);
    let places = witness::locate(&listed, flow);
    let chunks = chunks::build(flow, &boundaries(&[&marked, &places], flow));
    let mut context = context(flow, &marks, &marked, &places);
    let mut candidates = candidates(flow, &chunks, &marked, &places);
    context.exhaustive = context.contents && is_exhaustive(&candidates);
    for candidate in &mut candidates {
        evidence::score(candidate, flow, context);
    }
    evidence::document::labels(&mut candidates, context);
    evidence::document::clashes(&mut candidates, &listed, context);
    evidence::document::alphabet(&mut candidates);
    evidence::document::consistency(&mut candidates, flow);
    let limit = if context.bookmarks { THRESHOLD + 2.5 } else { THRESHOLD };
    evidence::document::gaps(&mut candidates, limit);
    let title = title_chunk(flow, &chunks, &candidates);
    Judged { chunks, candidates, context, limit, title, levels_said: false, marks, marked, listed }
}

/// Accepts what reached the limit and gives levels.
#[must_use]
pub fn accept(judged: Judged, flow: &Flow<'_>) -> Outline {
    let Judged { chunks, candidates, context, limit, title, levels_said, marks, marked, listed } = judged;
    let mut accepted: Vec<Candidate> = candidates.into_iter().filter(|c| c.score >= limit && Some(c.chunk) != title).collect();
    let dropped = evidence::document::interruptions(&accepted);
    accepted.retain(|candidate| !dropped.contains(&candidate.chunk));
    let merged = merge_labels(accepted, flow, &chunks);
    let plain: Vec<Candidate> = merged.iter().map(|(candidate, _)| candidate.clone()).collect();
    let mut levels = levels::assign(&plain, context.bookmarks.then_some(&marks), &listed);
    said::place(&plain, &mut levels, levels_said);
    let mut headings: Vec<Heading> =
        merged.into_iter().zip(levels).map(|((candidate, end), level)| heading(flow, &chunks, candidate, end, level)).collect();
    if context.bookmarks {
        add_unprinted(&mut headings, &marks, &marked, &chunks, flow);
    }
    mend::titles(&mut headings, flow);
    let mut warnings = Vec::new();
    if headings.is_empty() {
        headings = induce::sections(flow, &chunks);
        if !headings.is_empty() {
            warnings.push("no headings are printed; the sections were induced from the text".to_owned());
        }
    }
    let confidence = overall(&headings, context);
    let title = title.map(|at| (features::join(flow, &chunks[at].lines), flow.page(chunks[at].lines[0]).index));
    Outline { chunks, headings, title, confidence, warnings }
}

/// Bookmarks worth asking: not `Page 1`, file names or single characters.
fn bookmark_witnesses(info: &DocumentInfo, pages: usize) -> Vec<Witness> {
    let useless = |title: &str| {
        let lower = title.trim().to_lowercase();
        if lower.starts_with("untitled") || lower == "无标题" {
            return true;
        }
        let page = lower.strip_prefix("page").or_else(|| lower.strip_prefix("seite")).or_else(|| lower.strip_prefix('p'));
        page.is_some_and(|rest| rest.trim_matches(|c: char| !c.is_alphanumeric()).chars().all(|c| c.is_ascii_digit()))
            || lower.chars().filter(|c| c.is_alphanumeric()).count() == 0
            || [".pdf", ".doc", ".docx", ".indd", ".html"].iter().any(|end| lower.ends_with(end))
    };
    info.bookmarks
        .iter()
        .filter(|mark| !useless(&mark.title) && mark.page.is_some_and(|page| (page as usize) < pages))
        .map(|mark| Witness { title: mark.title.trim().to_owned(), level: mark.level.max(1), page: mark.page, printed: None })
        .collect()
}

/// Positions where located titles begin and end.
fn boundaries(located: &[&Vec<Option<Located>>], flow: &Flow<'_>) -> HashSet<usize> {
    let mut starts = HashSet::new();
    for place in located.iter().flat_map(|places| places.iter().flatten()) {
        starts.insert(place.first);
        starts.insert(flow.next(place.first + place.count - 1).unwrap_or(flow.len()));
    }
    starts
}

fn context(flow: &Flow<'_>, marks: &[Witness], marked: &[Option<Located>], listed: &[Option<Located>]) -> Context {
    let hits = |places: &[Option<Located>]| places.iter().flatten().count();
    let pages: HashSet<u32> = marks.iter().filter_map(|mark| mark.page).collect();
    let (mut tagged, mut plain) = (0_usize, 0_usize);
    for at in (0..flow.len()).filter(|&at| flow.marks[at] == Mark::Text) {
        let line = flow.line(at);
        match line.role {
            crate::page::Role::Heading(_) => tagged += line.text.len(),
            _ => plain += line.text.len(),
        }
    }
    Context {
        bookmarks: marks.len() >= 3 && hits(marked) * 10 >= marks.len() * 6 && (pages.len() >= 3 || flow.pages.len() < 4),
        contents: listed.len() >= 4 && hits(listed) * 10 >= listed.len() * 6,
        exhaustive: false,
        roles: tagged > 0 && tagged * 6 < plain,
    }
}

/// Whether nearly all set-off numbered candidates are in the contents list.
fn is_exhaustive(candidates: &[Candidate]) -> bool {
    let strong = |candidate: &&Candidate| {
        let f = &candidate.features;
        f.number.as_ref().is_some_and(|number| number.kind == NumberKind::Decimal && number.end < f.text.len())
            && f.look.bold
            && f.ratio > 1.04
    };
    let all = candidates.iter().filter(strong).count();
    let named = candidates.iter().filter(strong).filter(|candidate| candidate.entry.is_some()).count();
    all >= 4 && named * 10 >= all * 9
}

fn candidates(flow: &Flow<'_>, chunks: &[Chunk], marked: &[Option<Located>], listed: &[Option<Located>]) -> Vec<Candidate> {
    let by_first = |places: &[Option<Located>]| -> HashMap<usize, usize> {
        places.iter().enumerate().filter_map(|(at, place)| place.map(|place| (place.first, at))).collect()
    };
    let (marked, listed) = (by_first(marked), by_first(listed));
    let mut out = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let first = chunk.lines[0];
        let (bookmark, entry) = (marked.get(&first).copied(), listed.get(&first).copied());
        let named = bookmark.is_some() || entry.is_some();
        if chunk.mark != Mark::Text || flow.line(first).aside || (chunk.lines.len() > 4 && !named) {
            continue;
        }
        let features = features::measure(flow, chunk);
        let possible = !features.text.is_empty() && features.text.len() <= 400 && contents_free(&features.text);
        if possible {
            let page = flow.order[first].page;
            out.push(Candidate {
                chunk: index,
                features,
                bookmark,
                entry,
                score: 0.0,
                evidence: Vec::new(),
                sequence: false,
                page,
                said: None,
                open: false,
            });
        }
    }
    let numbers: Vec<_> = out.iter().map(|candidate| candidate.features.number.clone()).collect();
    for (candidate, follows) in out.iter_mut().zip(evidence::sequences(&numbers)) {
        candidate.sequence = follows;
    }
    out
}

fn contents_free(text: &str) -> bool {
    !contents::is_title(text)
}

/// The printed document title: the largest type of the first page with text, before everything numbered or listed.
fn title_chunk(flow: &Flow<'_>, chunks: &[Chunk], candidates: &[Candidate]) -> Option<usize> {
    let first_page = candidates.first()?.page;
    let on_first = || candidates.iter().filter(|candidate| candidate.page == first_page);
    let best = on_first().max_by(|a, b| a.features.ratio.total_cmp(&b.features.ratio).then(b.chunk.cmp(&a.chunk)))?;
    let named = best.bookmark.is_some() || best.entry.is_some() || best.features.number.is_some();
    let same_style = candidates.iter().filter(|c| c.features.look == best.features.look && c.score >= THRESHOLD).count();
    let early = chunks[..best.chunk].iter().filter(|chunk| chunk.mark == Mark::Text).count() <= 12;
    let largest = candidates.iter().all(|c| c.features.ratio <= best.features.ratio + 0.02 || c.score < THRESHOLD);
    let _ = flow;
    (!named && early && best.features.ratio > 1.15 && (same_style == 1 || largest && same_style <= 2)).then_some(best.chunk)
}

/// Joins `Chapter 4` standing alone with the title that follows; gives each heading the end of its chunks.
fn merge_labels(accepted: Vec<Candidate>, flow: &Flow<'_>, chunks: &[Chunk]) -> Vec<(Candidate, usize)> {
    let mut out: Vec<(Candidate, usize)> = Vec::new();
    let items =
        accepted.iter().filter(|c| c.features.number.as_ref().is_some_and(|number| number.kind == NumberKind::Item)).count() >= 3;
    for candidate in accepted {
        if let Some((last, end)) = out.last_mut() {
            let label = last.features.number.as_ref().is_some_and(|number| {
                number.end >= last.features.text.trim_end().len()
                    && matches!(
                        number.kind,
                        NumberKind::Part | NumberKind::Chapter | NumberKind::Appendix | NumberKind::Decimal | NumberKind::Item
                    )
            });
            let follows = candidate.chunk == *end
                && candidate.page == last.page
                && flow.together(chunks[last.chunk].lines[0], chunks[candidate.chunk].lines[0]);
            // The parts of a filing have no titles; what follows them is a section of its own.
            let complete = items && last.features.number.as_ref().is_some_and(|number| number.kind == NumberKind::Part);
            if label && follows && !complete && candidate.features.number.is_none() {
                last.features.text = format!("{} {}", last.features.text.trim_end(), candidate.features.text);
                last.entry = last.entry.or(candidate.entry);
                last.bookmark = last.bookmark.or(candidate.bookmark);
                last.score = last.score.max(candidate.score);
                last.features.look = last.features.look.max(candidate.features.look);
                *end = candidate.chunk + 1;
                continue;
            }
        }
        let end = candidate.chunk + 1;
        out.push((candidate, end));
    }
    out
}

fn heading(flow: &Flow<'_>, chunks: &[Chunk], candidate: Candidate, end: usize, level: i32) -> Heading {
    let lines = chunks[candidate.chunk..end].iter().flat_map(|chunk| &chunk.lines).map(|&at| flow.order[at]).collect();
    let confidence = 1.0 / (1.0 + (-(candidate.score - THRESHOLD + 0.6)).exp());
    Heading {
        title: clean_title(&candidate.features.text),
        page: candidate.page,
        lines,
        level,
        evidence: candidate.evidence,
        confidence,
        chunks: (candidate.chunk, end),
    }
}

/// Single spaces, no leader dots at the end; `PART II I`, as some filings are set, is `PART III`.
fn clean_title(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let roman = |word: &&str| word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let split = words.len() > 2 && words[0].eq_ignore_ascii_case("part") && words[1..].iter().all(roman);
    let joined = if split { format!("{} {}", words[0], words[1..].concat()) } else { words.join(" ") };
    joined.trim_end_matches([' ', '·']).to_owned()
}

/// Trusted bookmarks whose titles are printed nowhere become headings of their own at the top of their page.
fn add_unprinted(headings: &mut Vec<Heading>, marks: &[Witness], marked: &[Option<Located>], chunks: &[Chunk], flow: &Flow<'_>) {
    for (mark, place) in marks.iter().zip(marked) {
        let (None, Some(page)) = (place, mark.page) else { continue };
        let at = chunks.iter().position(|chunk| flow.order[chunk.lines[0]].page >= page).unwrap_or(chunks.len());
        headings.push(Heading {
            title: clean_title(&mark.title),
            page,
            lines: Vec::new(),
            level: i32::from(mark.level) * 10,
            evidence: vec![Evidence::Bookmark, Evidence::Induced],
            confidence: 0.5,
            chunks: (at, at),
        });
    }
    headings.sort_by_key(|heading| heading.chunks);
}

fn overall(headings: &[Heading], context: Context) -> f32 {
    if headings.is_empty() {
        return 0.2;
    }
    #[allow(clippy::cast_precision_loss)]
    let mean = headings.iter().map(|heading| heading.confidence).sum::<f32>() / headings.len() as f32;
    let bonus = if context.bookmarks { 0.15 } else { 0.0 } + if context.contents { 0.1 } else { 0.0 };
    (mean * 0.85 + bonus).min(1.0)
}
