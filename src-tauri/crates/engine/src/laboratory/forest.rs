//! The heading trees of the library with a vector for every section: the mean of all passages in it and below it, so that a node
//! says what its branch is about (HiSem equation 3, with vectors in place of generated summaries).

use std::collections::{BTreeSet, HashMap, HashSet};

use waymark_core::{DocumentId, Section, SegmentId};
use waymark_retrieve::levels::{LevelOptions, Node, descend};
use waymark_store::StoredSegment;

use super::world::{Row, dot};

/// Documents at the top, their sections below.
#[derive(Default)]
pub(super) struct Forest {
    nodes: Vec<Node>,
    vectors: Vec<Vec<f32>>,
    members: Vec<Vec<SegmentId>>,
    roots: Vec<(DocumentId, usize)>,
    first: HashMap<DocumentId, usize>,
    parents: Vec<Option<usize>>,
}

impl Forest {
    /// Adds a document's outline; section 0 stands for the document.
    pub(super) fn add(&mut self, document: DocumentId, outline: &[Section]) {
        let first = self.nodes.len();
        self.first.insert(document, first);
        self.roots.push((document, first));
        for at in 0..outline.len().max(1) {
            let parent = outline.get(at).and_then(|section| section.parent).map(|parent| first + parent as usize);
            self.nodes.push(Node::default());
            self.parents.push(parent);
            if let Some(node) = parent.and_then(|parent| self.nodes.get_mut(parent)) {
                node.children.push(first + at);
            }
        }
    }

    /// Puts the passages into their sections and makes the vectors.
    pub(super) fn place(&mut self, segments: &[StoredSegment], rows: &[Row]) {
        let width = rows.first().map_or(0, |row| row.text.len());
        self.vectors = vec![vec![0.0; width]; self.nodes.len()];
        self.members = vec![Vec::new(); self.nodes.len()];
        let mut homes: HashMap<SegmentId, usize> = HashMap::new();
        for stored in segments {
            let Some(first) = self.first.get(&stored.document) else { continue };
            let home = (first + stored.segment.section as usize).min(self.nodes.len().saturating_sub(1));
            self.members[home].push(stored.id);
            homes.insert(stored.id, home);
        }
        for row in rows {
            let mut at = homes.get(&row.segment).copied();
            while let Some(node) = at {
                self.vectors[node].iter_mut().zip(row.text.iter()).for_each(|(sum, x)| *sum += x);
                at = self.parents[node];
            }
        }
        for vector in &mut self.vectors {
            let length = dot(vector, vector).sqrt().max(f32::MIN_POSITIVE);
            vector.iter_mut().for_each(|x| *x /= length);
        }
    }

    /// The passages of the chosen sections; of a section with parts below it, its own and theirs.
    pub(super) fn chosen(&self, query: &[f32], scope: Option<&[DocumentId]>) -> HashSet<SegmentId> {
        let inside = |id: &DocumentId| scope.is_none_or(|scope| scope.contains(id));
        let roots: Vec<usize> = self.roots.iter().filter(|(id, _)| inside(id)).map(|(_, root)| *root).collect();
        let score = |node: usize| self.vectors.get(node).map_or(0.0, |vector| dot(query, vector).clamp(0.0, 1.0));
        let mut found = HashSet::new();
        let mut open: Vec<usize> =
            descend(&self.nodes, &roots, &score, &LevelOptions::default()).into_iter().map(|chosen| chosen.node).collect();
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                found.extend(self.members.get(node).into_iter().flatten());
                open.extend(self.nodes.get(node).into_iter().flat_map(|node| &node.children));
            }
        }
        found
    }
}
