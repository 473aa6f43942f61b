//! Stored records → the rows and nodes that are shown.

use waymark_core::{DocumentState, Progress, Section, Stage};
use waymark_store::{DocumentRecord, PageRecord};

use crate::engine::{Engine, lock};
use crate::types::{DocumentRow, OutlineNode, PageSize};

impl Engine {
    /// A record with its live progress.
    pub(crate) fn row(&self, record: DocumentRecord) -> DocumentRow {
        let running = lock(&self.inner.running).get(&record.id).map(|running| running.progress);
        let file = self.file_of(record.id);
        let progress = match record.state {
            DocumentState::Working => running.or(Some(Progress { stage: record.stage, done: 0, total: 0 })),
            DocumentState::Searchable => Some(Progress { stage: Stage::Embedding, done: record.vectors, total: record.segments }),
            DocumentState::Queued => Some(Progress { stage: Stage::Queued, done: 0, total: 0 }),
            _ => None,
        };
        DocumentRow {
            id: record.id,
            title: record.title,
            file_name: record.file_name,
            path: record.path,
            duplicates: record.duplicates,
            size: record.size,
            hash: record.hash,
            state: record.state,
            progress,
            reason: record.reason,
            pages: record.pages,
            segments: record.segments,
            vectors: record.vectors,
            health: record.health,
            facts: record.facts,
            confidence: record.confidence,
            added_ms: record.added_ms,
            warnings: record.warnings,
            report: record.report,
            edited: record.edited,
            file,
        }
    }
}

/// Sections as shown: without the document itself, pages from 1.
pub(crate) fn outline(sections: &[Section]) -> Vec<OutlineNode> {
    sections.iter().filter(|section| section.parent.is_some()).map(node).collect()
}

fn node(section: &Section) -> OutlineNode {
    OutlineNode {
        section: section.index,
        parent: section.parent.filter(|parent| *parent != 0),
        level: section.level,
        title: section.title.clone(),
        page: section.page + 1,
        page_label: section.label.clone(),
        last_page: section.last_page + 1,
        evidence: section.evidence.iter().map(wire_name).collect(),
        confidence: section.confidence,
        rects: section.rects.clone(),
    }
}

/// The serialised name of a plain enum value.
fn wire_name(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

pub(crate) fn page_size(page: PageRecord) -> PageSize {
    PageSize { width: page.width, height: page.height, rotation: page.rotation, label: page.label }
}
