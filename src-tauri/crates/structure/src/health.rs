//! The rebuilt document → its health report: what was found, by which evidence, and what was not.

use std::collections::BTreeMap;

use waymark_core::{DocumentHealth, DocumentTree, Evidence, EvidenceCount};

/// Counts what a tree holds. Ties of the evidence keep the order in which [`Evidence`] lists its kinds.
#[must_use]
pub fn health(tree: &DocumentTree) -> DocumentHealth {
    let headings = || tree.sections.iter().filter(|section| section.parent.is_some());
    let mut counts: BTreeMap<Evidence, u32> = BTreeMap::new();
    for section in headings() {
        let mut kinds = section.evidence.clone();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    let mut evidence: Vec<EvidenceCount> =
        counts.iter().map(|(&evidence, &headings)| EvidenceCount { evidence, headings }).collect();
    evidence.sort_by_key(|count| std::cmp::Reverse(count.headings));
    let figures = || tree.blocks.iter().filter_map(|block| block.figure.as_ref());
    DocumentHealth {
        pages: tree.health,
        headings: small(headings().count()),
        induced: counts.get(&Evidence::Induced).copied().unwrap_or(0),
        evidence,
        tables: small(tree.blocks.iter().filter(|block| block.table.is_some()).count()),
        figures: small(figures().count()),
        captioned: small(figures().filter(|figure| figure.caption.is_some()).count()),
        confidence: tree.confidence,
        warnings: tree.warnings.clone(),
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use waymark_core::{Block, BlockKind, DocumentTree, Evidence, Figure, PageHealth, Section, Table};

    fn section(index: u32, evidence: &[Evidence]) -> Section {
        Section {
            index,
            parent: (index > 0).then_some(0),
            level: u8::from(index > 0),
            title: String::new(),
            page: 0,
            label: None,
            last_page: 0,
            heading: Vec::new(),
            rects: Vec::new(),
            evidence: evidence.to_vec(),
            confidence: 1.0,
        }
    }

    fn block(kind: BlockKind, table: Option<Table>, figure: Option<Figure>) -> Block {
        Block { section: 0, kind, text: String::new(), map: Vec::new(), extents: Vec::new(), table, figure }
    }

    #[test]
    fn headings_are_counted_by_evidence_and_the_document_itself_is_none() {
        let captioned = Figure { caption: Some("Figure 1".into()), ..Figure::default() };
        let tree = DocumentTree {
            sections: vec![
                section(0, &[Evidence::FontSize]),
                section(1, &[Evidence::Numbering, Evidence::FontSize]),
                section(2, &[Evidence::Numbering, Evidence::Numbering]),
                section(3, &[Evidence::Induced]),
            ],
            blocks: vec![
                block(BlockKind::Table, Some(Table::default()), None),
                block(BlockKind::Figure, None, Some(captioned)),
                block(BlockKind::Figure, None, Some(Figure::default())),
                block(BlockKind::Paragraph, None, None),
            ],
            health: PageHealth { text: 3, scanned: 1, ..PageHealth::default() },
            confidence: 0.5,
            warnings: vec!["page 4: no text".into()],
            ..DocumentTree::default()
        };
        let report = super::health(&tree);
        assert_eq!((report.headings, report.induced, report.tables, report.figures, report.captioned), (3, 1, 1, 2, 1));
        let counts: Vec<(Evidence, u32)> = report.evidence.iter().map(|count| (count.evidence, count.headings)).collect();
        assert_eq!(counts, [(Evidence::Numbering, 2), (Evidence::FontSize, 1), (Evidence::Induced, 1)]);
        assert_eq!((report.pages.scanned, report.warnings.len()), (1, 1));
    }
}
