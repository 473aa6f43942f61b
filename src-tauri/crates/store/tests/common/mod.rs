//! Made-up documents for the tests of the store.
#![allow(clippy::unwrap_used, clippy::expect_used, dead_code)]

use waymark_core::{
    DocumentFacts, DocumentHealth, DocumentId, DocumentInfo, DocumentTree, EmbedderIdentity, Evidence, Fact, FactKind,
    FactSource, LineSpan, Locator, Markdown, PageClass, PageHealth, Rect, Section, Segment, SegmentKind, SourceSpan,
};
use waymark_store::{NewDocument, PageRecord, Store, StructuredDocument};

pub fn file(name: &str) -> NewDocument {
    NewDocument {
        hash: format!("{name:0>64}"),
        path: format!("/files/{name}"),
        file_name: name.into(),
        size: 1234,
        modified_ms: 5,
    }
}

pub fn identity(name: &str, dimensions: u32) -> EmbedderIdentity {
    EmbedderIdentity { name: name.into(), digest: "d".into(), dimensions, max_tokens: 256 }
}

pub struct Made {
    pub info: DocumentInfo,
    pub tree: DocumentTree,
    pub report: DocumentHealth,
    pub markdown: Markdown,
    pub pages: Vec<PageRecord>,
    pub segments: Vec<Segment>,
}

impl Made {
    pub fn structured(&self) -> StructuredDocument<'_> {
        StructuredDocument {
            info: &self.info,
            tree: &self.tree,
            report: &self.report,
            markdown: &self.markdown,
            pages: &self.pages,
            segments: &self.segments,
            version: 3,
        }
    }
}

fn section(index: u32, parent: Option<u32>, level: u8, title: &str) -> Section {
    Section {
        index,
        parent,
        level,
        title: title.into(),
        page: index,
        label: Some(format!("A-{index}")),
        last_page: index + 1,
        heading: vec![SourceSpan { start: 0, end: 4, page: index, char_start: 7, char_end: 11 }],
        rects: vec![Rect::new(72.0, 500.25, 144.5, 512.0)],
        evidence: vec![Evidence::Bookmark, Evidence::FontSize],
        confidence: 0.75,
    }
}

fn segment(title: &str, ordinal: u32) -> Segment {
    let table = ordinal % 3 == 2;
    let text = format!("Passage {ordinal} of {title} – naïve 高血压");
    Segment {
        ordinal,
        section: 1,
        kind: if table { SegmentKind::Table } else { SegmentKind::Text },
        path: vec![title.into(), "Item 8".into(), "Cash Flow".into()],
        metadata: format!("{title} › Item 8"),
        embedding_text: if table { "Net sales Total".into() } else { text.clone() },
        lexical_text: if table { format!("{text} 1,577") } else { text.clone() },
        locators: vec![Locator {
            page: 59,
            label: Some("58".into()),
            rects: vec![Rect::new(72.0, 498.125, 540.0, 510.0); 3],
            char_start: 10,
            char_end: 400,
        }],
        lines: vec![LineSpan { start: 0, end: 7, page: 59, char_start: 10, char_end: 17, rect: Rect::new(1.0, 2.0, 3.0, 4.0) }],
        text,
    }
}

fn tree(title: &str) -> DocumentTree {
    let fact = |kind, value: &str, source, page| Fact { kind, value: value.into(), source, page };
    let facts = DocumentFacts {
        title: title.into(),
        facts: vec![
            fact(FactKind::Company, "Acme Corp", FactSource::TitlePage, Some(0)),
            fact(FactKind::Year, "2018", FactSource::FileName, None),
        ],
        keywords: vec!["TPS7A4701".into(), "acme corp".into()],
    };
    DocumentTree {
        facts,
        sections: vec![section(0, None, 0, title), section(1, Some(0), 1, "Item 8"), section(2, Some(1), 2, "Cash Flow")],
        classes: vec![PageClass::Text, PageClass::Scanned],
        health: PageHealth { text: 1, scanned: 1, ..PageHealth::default() },
        confidence: 0.5,
        warnings: vec!["page `2` has no text".into()],
        ..DocumentTree::default()
    }
}

pub fn made(title: &str, segments: u32) -> Made {
    let page = |index, class| PageRecord { index, label: Some("iv".into()), width: 612.0, height: 792.5, rotation: 90, class };
    Made {
        info: DocumentInfo { pages: 2, tagged: true, creator: Some("Writer".into()), ..DocumentInfo::default() },
        tree: tree(title),
        report: DocumentHealth { headings: 2, tables: 1, ..DocumentHealth::default() },
        markdown: Markdown {
            text: "<!-- page 1 -->\n# Title".into(),
            map: vec![SourceSpan { start: 18, end: 23, page: 0, char_start: 0, char_end: 5 }],
        },
        pages: vec![page(0, PageClass::Text), page(1, PageClass::Scanned)],
        segments: (0..segments).map(|ordinal| segment(title, ordinal)).collect(),
    }
}

/// Enqueues files and structures each with `segments` segments, ready to be embedded.
pub async fn fill(store: &Store, names: &[&str], segments: u32) -> Vec<DocumentId> {
    let files = names.iter().map(|name| file(name)).collect();
    let documents: Vec<DocumentId> = store.enqueue(files, 1).await.unwrap().iter().map(|one| one.document).collect();
    while let Some(job) = store.claim_next(2).await.unwrap() {
        let made = made(&job.path, segments);
        store.save_structure(job.document, made.structured(), 3).await.unwrap();
        store.finish_stage(job.document, waymark_core::Stage::Indexing, 4).await.unwrap();
    }
    documents
}

/// A unit vector from a seed, the same on every run.
pub fn vector(seed: u64, dimensions: usize) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut numbers: Vec<f32> = (0..dimensions)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            #[allow(clippy::cast_precision_loss)]
            let number = (state >> 40) as f32 / 16_777_216.0 - 0.5;
            number
        })
        .collect();
    let norm = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
    numbers.iter_mut().for_each(|number| *number /= norm);
    numbers
}
