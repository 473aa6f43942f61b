//! A stored document → its heading tree with the text of every node, children before parents, and what makes a summary stale.

use sha2::{Digest as _, Sha256};
use waymark_answer::digest;
use waymark_core::{DocumentId, Section, SegmentId};
use waymark_store::{Provenance, StoredSegment};

use crate::engine::Engine;
use crate::error::EngineError;

/// Characters of the first pages that terms are read from.
const FRONT: usize = 1500;

/// A section with its own text.
pub(super) struct Node {
    pub(super) section: u32,
    pub(super) title: String,
    /// Titles from the document down to it.
    pub(super) path: String,
    /// Its own passages, in order.
    pub(super) texts: Vec<String>,
    pub(super) segments: Vec<SegmentId>,
    pub(super) children: Vec<usize>,
    /// Neither it nor anything below it has text.
    pub(super) empty: bool,
}

/// A document to be summarised.
pub(super) struct Plan {
    /// In document order; node `i` is section `i`.
    pub(super) nodes: Vec<Node>,
    /// Children before parents.
    pub(super) order: Vec<usize>,
    pub(super) segments: Vec<StoredSegment>,
    pub(super) title: String,
    /// Beginning of the text.
    pub(super) front: String,
}

impl Engine {
    pub(super) async fn enrichment_plan(&self, document: DocumentId) -> Result<Plan, EngineError> {
        let record = self.inner.store.document(document).await?;
        let outline = self.inner.store.outline(document).await?;
        let segments = self.inner.store.segments_of(document).await?;
        Ok(plan(record.title, &outline, segments))
    }
}

pub(super) fn plan(title: String, outline: &[Section], segments: Vec<StoredSegment>) -> Plan {
    let parents: Vec<Option<usize>> = outline.iter().map(|section| section.parent.map(|parent| parent as usize)).collect();
    let mut nodes: Vec<Node> = outline.iter().map(node).collect();
    for (at, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent.filter(|parent| *parent < at) {
            nodes[at].path = format!("{} › {}", nodes[parent].path, nodes[at].title);
            nodes[parent].children.push(at);
        }
    }
    for stored in &segments {
        if let Some(node) = nodes.get_mut(stored.segment.section as usize) {
            node.texts.push(stored.segment.text.clone());
            node.segments.push(stored.id);
        }
    }
    let order = digest::bottom_up(&parents);
    for at in &order {
        let below = nodes[*at].children.iter().all(|child| nodes[*child].empty);
        nodes[*at].empty = below && nodes[*at].texts.iter().all(|text| text.trim().is_empty());
    }
    let front: String = segments.iter().flat_map(|stored| stored.segment.text.chars().chain(['\n'])).take(FRONT).collect();
    Plan { nodes, order, segments, title, front }
}

fn node(section: &Section) -> Node {
    Node {
        section: section.index,
        title: section.title.clone(),
        path: section.title.clone(),
        texts: Vec::new(),
        segments: Vec::new(),
        children: Vec::new(),
        empty: true,
    }
}

impl Node {
    /// Whether its summary is that of its only passage.
    pub(super) fn is_passage(&self) -> bool {
        self.children.is_empty() && self.segments.len() == 1
    }
}

impl Plan {
    /// The passages that are compressed: those that are long.
    pub(super) fn long(&self) -> impl Iterator<Item = &StoredSegment> {
        self.segments.iter().filter(|stored| stored.segment.text.chars().count() >= digest::SHORT)
    }
}

/// Hash of what something is made of; the parts cannot run into each other.
pub(super) fn hash<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.len().to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether something was made of this source by the present prompt and, where one is named, this model.
pub(super) fn fresh(made: &Provenance, model: Option<&str>, source: &str) -> bool {
    made.prompt == digest::version() && made.source == source && model.is_none_or(|model| same(&made.model, model))
}

/// `llama3` means `llama3:latest`.
fn same(a: &str, b: &str) -> bool {
    a.strip_suffix(":latest").unwrap_or(a) == b.strip_suffix(":latest").unwrap_or(b)
}
