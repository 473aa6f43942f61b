//! Equation 2 by hand, the other methods, ties, missing routes.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use waymark_core::{DocumentFacts, DocumentId, SegmentId, SegmentKind};

use super::{FusionMethod, FusionOptions, SegmentMeta, fuse};
use crate::query::{DocumentTerms, LibraryTerms, QueryPlan, analyze};

pub(crate) fn meta(document: i64, ordinal: u32, text: &str) -> SegmentMeta {
    SegmentMeta {
        document: DocumentId(document),
        ordinal,
        section: 0,
        kind: SegmentKind::Text,
        path: vec!["Doc".to_string()].into(),
        text: text.into(),
        page: ordinal,
    }
}

fn plan(question: &str) -> QueryPlan {
    let shelf = LibraryTerms::new([("ACME_2020", 1), ("ACME_2021", 2)].map(|(name, id)| DocumentTerms {
        id: DocumentId(id),
        title: name.to_string(),
        file_name: format!("{name}.pdf"),
        facts: DocumentFacts::default(),
    }));
    analyze(question, &shelf)
}

/// Segment `n` belongs to document `n / 10`.
fn lookup(segment: SegmentId) -> Option<SegmentMeta> {
    (segment.0 < 900).then(|| meta(segment.0 / 10, (segment.0 % 10) as u32, "the X-42 valve"))
}

fn options(method: FusionMethod) -> FusionOptions {
    FusionOptions { method, alpha: Some(0.7), beta: Some(0.6) }
}

fn seg(n: i64) -> SegmentId {
    SegmentId(n)
}

#[test]
fn equation_2_by_hand() {
    let plan = plan("ACME in 2021");
    let dense = [(seg(10), 0.9), (seg(20), 0.8), (seg(11), 0.5)];
    let lexical = [(seg(20), 12.0), (seg(21), 2.0)];
    let ranked = fuse(&plan, &dense, &lexical, &lookup, &options(FusionMethod::Hiqa));
    let of = |n: i64| ranked.iter().find(|s| s.segment == seg(n)).unwrap();
    let (m1, m2) = (plan.matched(DocumentId(1)), plan.matched(DocumentId(2)));
    assert!(m2 > m1 && m1 > 0.0);
    let small = (1.0 + m1).ln() / (1.0 + m2).ln();
    assert!((of(20).score - (0.7 * 0.75 + 0.3 + 0.6)).abs() < 1e-5);
    assert!((of(10).score - (0.7 + 0.6 * small)).abs() < 1e-5);
    assert!((of(11).score - 0.6 * small).abs() < 1e-5);
    assert!((of(21).score - 0.6).abs() < 1e-5);
    assert_eq!(ranked[0].segment, seg(20));
    assert_eq!(of(21).parts.dense, None, "the dense route did not see it");
    assert_eq!(of(10).explanation.raw_dense, Some(0.9));
    assert_eq!(of(20).explanation.facts, ["year 2021"]);
}

#[test]
fn a_missing_route_leaves_its_weight_to_the_other() {
    let plan = plan("valve");
    let ranked = fuse(&plan, &[], &[(seg(10), 3.0), (seg(11), 1.0)], &lookup, &options(FusionMethod::Hiqa));
    assert!((ranked[0].score - 1.0).abs() < 1e-6 && ranked[1].score.abs() < 1e-6);
    assert!(fuse(&plan, &[], &[], &lookup, &options(FusionMethod::Hiqa)).is_empty());
}

#[test]
fn ties_go_by_document_then_ordinal() {
    let plan = plan("valve");
    let lexical: Vec<_> = [31, 30, 12, 11].map(|n| (seg(n), 1.0)).to_vec();
    let ranked = fuse(&plan, &[], &lexical, &lookup, &options(FusionMethod::Hiqa));
    assert_eq!(ranked.iter().map(|s| s.segment.0).collect::<Vec<_>>(), [11, 12, 30, 31]);
}

#[test]
fn deleted_segments_and_broken_scores_do_no_harm() {
    let plan = plan("valve");
    let ranked = fuse(&plan, &[(seg(10), f32::NAN), (seg(11), 0.4), (seg(950), 0.9)], &[], &lookup, &options(FusionMethod::Hiqa));
    assert_eq!(ranked.iter().map(|s| s.segment.0).collect::<Vec<_>>(), [11, 10]);
    assert!(ranked.iter().all(|s| s.score.is_finite()));
}

#[test]
fn every_method_ranks_the_double_hit_first() {
    let plan = plan("valve");
    let dense = [(seg(20), 0.9), (seg(10), 0.8)];
    let lexical = [(seg(20), 9.0), (seg(30), 8.0)];
    for method in ["hybrid", "unnormalised", "z-score", "rrf", "cc", "dense", "lexical", "keyword"] {
        let method = FusionMethod::from_name(method).unwrap();
        assert_eq!(fuse(&plan, &dense, &lexical, &lookup, &options(method))[0].segment, seg(20), "{method:?}");
    }
    assert_eq!(FusionMethod::from_name("nonsense"), None);
}

#[test]
fn identifiers_in_the_text_count() {
    let plan = plan("pressure of X-42");
    let with = |n: SegmentId| Some(meta(n.0, 0, if n.0 == 2 { "The X-42 valve" } else { "The X-421 valve" }));
    let ranked = fuse(&plan, &[], &[(seg(1), 1.0), (seg(2), 1.0)], &with, &options(FusionMethod::Hiqa));
    assert_eq!(ranked[0].segment, seg(2));
    assert_eq!(ranked[0].explanation.keywords, ["x-42"]);
    assert!(ranked[1].explanation.keywords.is_empty());
}

#[test]
fn a_numbered_place_is_found() {
    let plan = plan("what does section 7.3 say");
    let with = |n: SegmentId| {
        let mut m = meta(1, n.0 as u32, "text");
        m.path = vec!["Doc".to_string(), if n.0 == 2 { "7.3 Layout" } else { "7.30 Other" }.to_string()].into();
        Some(m)
    };
    let ranked = fuse(&plan, &[], &[(seg(1), 1.0), (seg(2), 1.0)], &with, &options(FusionMethod::Hiqa));
    assert_eq!(ranked[0].segment, seg(2));
}
