//! Level-by-level search from the root of the heading trees (HiSem algorithm 2), with the adaptive cut at every level.

use crate::threshold::{ThresholdOptions, threshold};

/// A node of the forest: documents at the top, sections below.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// Indexes of the nodes below.
    pub children: Vec<usize>,
}

/// Limits of the search; the defaults are the paper's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelOptions {
    /// Cut inside one level.
    pub threshold: ThresholdOptions,
    /// At most so many nodes go on from one level to the next.
    pub per_level: usize,
    /// At most so many nodes are chosen in all.
    pub total: usize,
}

impl Default for LevelOptions {
    fn default() -> Self {
        Self { threshold: ThresholdOptions::default(), per_level: 7, total: 15 }
    }
}

/// A node that the search stopped at, with the score it had there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chosen {
    /// Index of the node.
    pub node: usize,
    /// Similarity to the question, 0..1.
    pub score: f32,
    /// Levels below the roots.
    pub depth: usize,
}

/// Goes down from `roots`: at each level the nodes above the adaptive threshold of that level go on, at most
/// [`LevelOptions::per_level`]; a node without children, or one that scores at least as well as everything below it, is chosen.
/// `score` gives a node's similarity to the question in 0..1. Best first, ties by index.
#[must_use]
pub fn descend(nodes: &[Node], roots: &[usize], score: &dyn Fn(usize) -> f32, options: &LevelOptions) -> Vec<Chosen> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut level: Vec<(usize, f32)> = roots.iter().map(|node| (*node, score(*node))).collect();
    for depth in 0..=nodes.len() {
        let kept = keep(level, options);
        level = Vec::new();
        for (node, own) in kept {
            let below: Vec<(usize, f32)> =
                nodes.get(node).into_iter().flat_map(|node| &node.children).map(|child| (*child, score(*child))).collect();
            // A section's own text can answer better than any part below it.
            if below.iter().all(|(_, theirs)| *theirs <= own) {
                chosen.push(Chosen { node, score: own, depth });
            }
            level.extend(below);
        }
        if level.is_empty() {
            break;
        }
    }
    chosen.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.node.cmp(&b.node)));
    chosen.dedup_by_key(|chosen| chosen.node);
    chosen.truncate(options.total);
    chosen
}

fn keep(mut level: Vec<(usize, f32)>, options: &LevelOptions) -> Vec<(usize, f32)> {
    level.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let scores: Vec<f32> = level.iter().map(|(_, score)| *score).collect();
    let theta = threshold(&scores, &options.threshold);
    let mut rank = 0;
    level.retain(|(_, score)| {
        rank += 1;
        rank <= options.threshold.at_least || (rank <= options.per_level && *score >= theta)
    });
    level
}

#[cfg(test)]
mod tests {
    use super::{LevelOptions, Node, descend};

    /// Two documents: 0 → 2, 3; 1 → 4, 5; 4 → 6, 7.
    fn forest() -> Vec<Node> {
        let node = |children: &[usize]| Node { children: children.to_vec() };
        vec![node(&[2, 3]), node(&[4, 5]), node(&[]), node(&[]), node(&[6, 7]), node(&[]), node(&[]), node(&[])]
    }

    #[test]
    fn the_search_follows_the_likeliest_branch() {
        let scores = [0.2, 0.8, 0.1, 0.1, 0.85, 0.3, 0.9, 0.2];
        let chosen = descend(&forest(), &[0, 1], &|node| scores[node], &LevelOptions::default());
        assert_eq!(chosen[0].node, 6);
        assert_eq!(chosen[0].depth, 2);
        assert!(chosen.iter().all(|found| ![2, 3, 7].contains(&found.node)), "{chosen:?}");
    }

    #[test]
    fn a_section_that_answers_better_than_its_parts_is_chosen_itself() {
        let scores = [0.2, 0.8, 0.1, 0.1, 0.9, 0.3, 0.5, 0.4];
        let chosen = descend(&forest(), &[0, 1], &|node| scores[node], &LevelOptions::default());
        assert_eq!(chosen[0].node, 4);
    }

    #[test]
    fn limits_hold_and_trees_without_end_stop() {
        let wide = Node { children: (1..200).collect() };
        let nodes: Vec<Node> = std::iter::once(wide).chain((1..200).map(|_| Node::default())).collect();
        let chosen = descend(&nodes, &[0], &|_| 0.9, &LevelOptions::default());
        assert!(chosen.len() <= 15);
        let looped = [Node { children: vec![0] }];
        assert!(descend(&looped, &[0], &|_| 0.9, &LevelOptions::default()).len() <= 1);
        assert!(descend(&[], &[], &|_| 0.0, &LevelOptions::default()).is_empty());
    }
}
