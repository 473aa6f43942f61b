//! Headings with raw levels → sections, each the child of the nearest earlier heading of a smaller raw level.

use waymark_core::{DocumentTree, Rect, Section, SourceSpan};

use super::Heading;
use crate::page::PageDigest;

/// Builds the sections, section 0 being the document itself.
#[must_use]
pub fn sections(headings: &[Heading], pages: &[PageDigest], title: &str) -> Vec<Section> {
    let mut sections = vec![Section {
        index: 0,
        parent: None,
        level: 0,
        title: title.to_owned(),
        page: 0,
        label: pages.first().and_then(|page| page.label.clone()),
        last_page: pages.last().map_or(0, |page| page.index),
        heading: Vec::new(),
        rects: Vec::new(),
        evidence: Vec::new(),
        confidence: 1.0,
    }];
    let mut open: Vec<(u32, i32)> = Vec::new();
    for heading in headings {
        let raw = heading.level.max(1);
        while open.last().is_some_and(|(_, level)| *level >= raw) {
            open.pop();
        }
        let parent = open.last().map_or(0, |(index, _)| *index);
        let level = sections.get(parent as usize).map_or(1, |parent| parent.level.saturating_add(1));
        let index = u32::try_from(sections.len()).unwrap_or(u32::MAX);
        open.push((index, raw));
        sections.push(section(heading, index, parent, level, pages));
    }
    sections
}

fn section(heading: &Heading, index: u32, parent: u32, level: u8, pages: &[PageDigest]) -> Section {
    let page = pages.get(heading.page as usize);
    let mut spans = Vec::new();
    let mut rects: Vec<Rect> = Vec::new();
    let mut at = 0;
    for place in &heading.lines {
        let Some(digest) = pages.get(place.page as usize) else { continue };
        let Some(line) = digest.lines.get(place.line as usize) else { continue };
        rects.push(digest.page_rect(line, line.rect));
        let start = line.words.iter().map(|word| word.char_start).min().unwrap_or(0);
        let end = line.words.iter().map(|word| word.char_end).max().unwrap_or(start);
        let length = u32::try_from(line.text.len()).unwrap_or(0);
        let limit = u32::try_from(heading.title.len()).unwrap_or(u32::MAX);
        spans.push(SourceSpan {
            start: at.min(limit),
            end: (at + length).min(limit),
            page: digest.index,
            char_start: start,
            char_end: end,
        });
        at = at.saturating_add(length).saturating_add(1);
    }
    Section {
        index,
        parent: Some(parent),
        level,
        title: heading.title.clone(),
        page: page.map_or(heading.page, |page| page.index),
        label: page.and_then(|page| page.label.clone()),
        last_page: page.map_or(heading.page, |page| page.index),
        heading: spans,
        rects,
        evidence: heading.evidence.clone(),
        confidence: heading.confidence,
    }
}

/// Sets every section's last page from its own blocks, its children and nothing else.
pub fn close(tree: &mut DocumentTree) {
    for block in &tree.blocks {
        let last = block.extents.iter().map(|(page, _)| *page).max();
        if let (Some(section), Some(last)) = (tree.sections.get_mut(block.section as usize), last) {
            section.last_page = section.last_page.max(last);
        }
    }
    for at in (1..tree.sections.len()).rev() {
        let last = tree.sections[at].last_page;
        if let Some(parent) = tree.sections[at].parent {
            let parent = &mut tree.sections[parent as usize];
            parent.last_page = parent.last_page.max(last);
        }
    }
}
