//! Questions about whole documents → the passages that introduce them; questions that compare → every document dealt in.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::text::{is_stop, stem, stems, words};
use waymark_core::{DocumentId, SegmentId, SegmentKind};

use crate::fuse::SegmentMeta;
use crate::pattern::pattern;
use crate::query::{Intent, NameKind, Place, QueryPlan};

/// So many passages introduce one document.
pub const PER_DOCUMENT: usize = 4;
/// A question without a name is about the whole library only while that holds at most so many documents.
pub const SMALL_LIBRARY: usize = 8;
/// Passages this far into a document may still introduce it.
const FRONT: u32 = 40;
/// Shorter passages are covers and dedications.
const LEAST_CHARS: usize = 80;

static INTRODUCES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)^item\s+1[.:]?\s+business\b|^(?:\d+(?:\.\d+)*\.?\s+)?(?:abstract|(?:executive )?summary|introduction|overview|preface|about this|purpose(?: and scope)?|scope|",
        r"features|description|zusammenfassung|einleitung|überblick|résumé|introducción|resumen)\b|",
        r"摘要|引言|前言|概述|总则|目的|简介|概要|はじめに|소개|개요|введение"
    ))
});
/// Words of a request for a summary that name no topic.
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:summari[sz]e[ds]?|summar(?:y|ies)|document|report|paper|file|pdf|book|manual|text|whole|entire|full|section|chapter|content|contents|please|give|me|write|short|brief|",
        r"briefly|main|key|points?|findings?|detail|detailed|page|pages|sentences?|paragraphs?|library|collection|filing|annual|quarterly)s?$|",
        r"^.*[总结概括摘要请用文档报告全文整个这篇本份内容一下主要].*$"
    ))
});
static COMPARES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:compar(?:e|ed|ing|ison)|versus|vs\.?|differ(?:s|ence|ences)?|(?:higher|lower|larger|smaller|bigger|more|less|better|greater) than|which (?:of|one|company|document|report|part|device)|both|each of|between)\b|比较|对比|区别|哪个|哪一",
    )
});

/// Whether the question is answered by what introduces documents rather than by what resembles it.
#[must_use]
pub fn wants_introduction(plan: &QueryPlan) -> bool {
    matches!(plan.intent, Intent::Overview | Intent::Summary { place: None })
}

/// What a summary is wanted of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// Everything in the documents meant.
    Documents,
    /// The numbered place.
    Place(Place),
    /// What stands under headings that hold these words (stems).
    Topic(BTreeSet<String>),
}

/// The extent of the summary that a question asks for; `None` when it asks for none.
#[must_use]
pub fn extent(plan: &QueryPlan) -> Option<Extent> {
    let Intent::Summary { place } = &plan.intent else { return None };
    if let Some(place) = place {
        return Some(Extent::Place(place.clone()));
    }
    let named: BTreeSet<String> = plan.spans.iter().flat_map(|span| stems(&span.text)).collect();
    let topic: BTreeSet<String> = words(&plan.question)
        .into_iter()
        .filter(|word| !is_stop(&word.norm) && !WHOLE.is_match(&word.norm) && !word.norm.chars().any(|c| c.is_ascii_digit()))
        .map(|word| stem(&word.norm))
        .filter(|stem| !named.contains(stem))
        .collect();
    Some(if topic.is_empty() { Extent::Documents } else { Extent::Topic(topic) })
}

/// Whether a passage with these titles above it (document first) belongs to a topic: one heading holds all its words.
#[must_use]
pub fn under(topic: &BTreeSet<String>, path: &[impl AsRef<str>]) -> bool {
    path.iter().skip(1).any(|title| {
        let own: BTreeSet<String> = stems(title.as_ref()).into_iter().collect();
        topic.is_subset(&own)
    })
}

/// The passages that introduce a document, best first: sections called so, then its first running text. `segments` are those of
/// one document in order.
#[must_use]
pub fn introduction(segments: &[(SegmentId, SegmentMeta)]) -> Vec<SegmentId> {
    let tells = |meta: &SegmentMeta| {
        let leaders = meta.text.matches("....").count() + meta.text.matches(". . . .").count();
        // A Chinese character says about as much as three letters.
        let weight: usize = meta.text.chars().map(|c| if waymark_core::text::is_cjk(c) { 3 } else { 1 }).sum();
        meta.kind == SegmentKind::Text && leaders < 4 && weight >= LEAST_CHARS
    };
    let front = || segments.iter().filter(|(_, meta)| meta.ordinal < FRONT && tells(meta));
    let titled = |meta: &SegmentMeta| meta.path.iter().skip(1).any(|title| INTRODUCES.is_match(title));
    let mut chosen: Vec<SegmentId> = front().filter(|(_, meta)| titled(meta)).map(|(id, _)| *id).take(PER_DOCUMENT / 2).collect();
    for (id, _) in front() {
        if chosen.len() < PER_DOCUMENT && !chosen.contains(id) {
            chosen.push(*id);
        }
    }
    chosen
}

/// What introduces a document, led on by its summary: the first two passages of `introduction`, then for each sentence of the
/// summary the running text that holds most of its words, then the rest. A summary only points: what is shown are passages.
#[must_use]
pub fn guided(introduction: Vec<SegmentId>, sentences: &[&str], segments: &[(SegmentId, SegmentMeta)]) -> Vec<SegmentId> {
    let own: Vec<(SegmentId, BTreeSet<String>)> = segments
        .iter()
        .filter(|(_, meta)| meta.kind == SegmentKind::Text && meta.text.chars().count() >= LEAST_CHARS)
        .map(|(id, meta)| (*id, stems(&meta.text).into_iter().collect()))
        .collect();
    let carrier = |sentence: &&str| {
        let wanted: BTreeSet<String> =
            words(sentence).into_iter().filter(|word| !is_stop(&word.norm)).map(|word| stem(&word.norm)).collect();
        let shared = |stems: &BTreeSet<String>| wanted.intersection(stems).count();
        let best = own.iter().reduce(|a, b| if shared(&b.1) > shared(&a.1) { b } else { a })?;
        (2 * shared(&best.1) >= wanted.len().max(1)).then_some(best.0)
    };
    let rest = introduction.iter().skip(PER_DOCUMENT / 2);
    let wanted =
        introduction.iter().take(PER_DOCUMENT / 2).copied().chain(sentences.iter().filter_map(carrier)).chain(rest.copied());
    let mut chosen: Vec<SegmentId> = Vec::new();
    for id in wanted {
        if chosen.len() < PER_DOCUMENT && !chosen.contains(&id) {
            chosen.push(id);
        }
    }
    chosen
}

/// Whether two names of documents stand side by side (`of LA3115 and LA3150`): what is asked is asked of both.
fn joined(plan: &QueryPlan) -> bool {
    let all = words(&plan.dense);
    plan.spans.windows(2).filter(|pair| pair.iter().all(|span| span.kind >= NameKind::Head)).any(|pair| {
        match all.get(pair[0].words.1..pair[1].words.0).unwrap_or_default() {
            [] => true,
            [one] => ["and", "or", "&"].contains(&one.norm.as_str()),
            _ => false,
        }
    })
}

/// The documents that a comparing question sets against each other: of every name in it the documents meant most. Empty when the
/// question compares nothing or names fewer than two different documents.
#[must_use]
pub fn compared(plan: &QueryPlan, documents: &[DocumentId]) -> Vec<DocumentId> {
    if plan.spans.len() < 2 || !COMPARES.is_match(&plan.question) && !joined(plan) {
        return Vec::new();
    }
    let mut groups: Vec<BTreeSet<DocumentId>> = Vec::new();
    for span in &plan.spans {
        let strong = span.documents.iter().filter(|(_, (strength, _))| *strength >= 0.75);
        let named: Vec<DocumentId> = strong.filter_map(|(index, _)| documents.get(*index).copied()).collect();
        let best = named.iter().map(|id| plan.matched(*id)).fold(0.0_f32, f32::max);
        let meant: BTreeSet<DocumentId> = named.into_iter().filter(|id| plan.matched(*id) >= best - 0.01).collect();
        if !meant.is_empty() && groups.iter().all(|group| group.is_disjoint(&meant)) {
            groups.push(meant);
        }
    }
    if groups.len() < 2 { Vec::new() } else { groups.into_iter().flatten().collect() }
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentFacts, DocumentId, Fact, FactKind, FactSource, SegmentId};

    use super::{Extent, compared, extent, guided, introduction, under, wants_introduction};
    use crate::fuse::tests::meta;
    use crate::query::{DocumentTerms, LibraryTerms, analyze};

    fn library() -> LibraryTerms {
        let document = |id: i64, company: &str| DocumentTerms {
            id: DocumentId(id),
            title: format!("{company} Annual Report"),
            file_name: String::new(),
            facts: DocumentFacts {
                facts: vec![Fact {
                    kind: FactKind::Company,
                    value: company.into(),
                    source: FactSource::TitlePage,
                    page: Some(0),
                }],
                ..DocumentFacts::default()
            },
        };
        LibraryTerms::new([document(1, "Pfizer Inc."), document(2, "Corning Incorporated"), document(3, "Walmart Inc.")])
    }

    #[test]
    fn t037_a_summary_knows_its_extent() {
        let library = library();
        let of = |question: &str| extent(&analyze(question, &library));
        assert_eq!(of("What is the profit of Pfizer?"), None);
        for whole in [
            "Summarise this document",
            "Please give me a short summary of the whole report",
            "Summarize Pfizer's annual report",
            "总结这份报告的主要内容",
        ] {
            assert_eq!(of(whole), Some(Extent::Documents), "{whole}");
        }
        assert!(matches!(of("Summarise chapter 3"), Some(Extent::Place(place)) if place.number == "3"));
        let Some(Extent::Topic(topic)) = of("Summarize the risk factors of Pfizer") else { panic!("a topic was named") };
        assert!(under(&topic, &["Pfizer 2021 10-K", "PART I", "Item 1A. Risk Factors", "Competition"]));
        assert!(!under(&topic, &["Risk factors of Pfizer", "Business"]), "the document's own title is no heading");
        assert!(!under(&topic, &["Pfizer 2021 10-K", "Market Risk", "Factors"]), "one heading holds all words");
        let Some(Extent::Topic(topic)) = of("总结风险因素") else { panic!("a topic was named") };
        assert!(under(&topic, &["年度报告", "第三节 风险因素"]));
    }

    #[test]
    fn t002_a_comparison_deals_in_every_document_it_names() {
        let library = library();
        let ids = [DocumentId(1), DocumentId(2), DocumentId(3)];
        let plan = analyze("Compare the revenue of Pfizer and Corning", &library);
        assert_eq!(compared(&plan, &ids), [DocumentId(1), DocumentId(2)]);
        let plan = analyze("What was the revenue of Pfizer?", &library);
        assert!(compared(&plan, &ids).is_empty());
    }

    #[test]
    fn t011_what_introduces_a_document_comes_first() {
        assert!(wants_introduction(&analyze("What is this about?", &library())));
        let long = "The family of ferries is described here with its routes, its crews and the harbours that it serves all year.";
        let passage = |ordinal: u32, section: &str, text: &str| {
            let mut known = meta(1, ordinal, text);
            known.path = vec!["Doc".to_string(), section.to_string()].into();
            (SegmentId(i64::from(ordinal)), known)
        };
        let segments = [
            passage(0, "", "Cover"),
            passage(
                1,
                "Contents",
                "1 Routes . . . . . 2 2 Crews . . . . . 3 3 Harbours . . . . . 4 and . . . . . so . . . . . on for long",
            ),
            passage(2, "Thanks", long),
            passage(3, "1 Introduction", long),
            passage(4, "2 Routes", long),
        ];
        let ids: Vec<i64> = introduction(&segments).iter().map(|id| id.0).collect();
        assert_eq!(ids, [3, 2, 4]);
    }

    #[test]
    fn a_summary_leads_to_the_passages_that_carry_it() {
        let text = |subject: &str| {
            format!("{subject} is told here at some length, so that the passage is long enough to be one that tells.")
        };
        let segments: Vec<_> = ["Cover", "Thanks", "Routes", "Crews", "Harbours dredged"]
            .iter()
            .zip(0_u32..)
            .map(|(subject, at)| (SegmentId(i64::from(at)), meta(1, at, &text(subject))))
            .collect();
        let known: Vec<SegmentId> = (0..4).map(SegmentId).collect();
        let ids = |sentences: &[&str]| guided(known.clone(), sentences, &segments).iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(ids(&["The harbours are dredged."]), [0, 1, 4, 2]);
        assert_eq!(ids(&["Nothing of this stands anywhere."]), [0, 1, 2, 3], "what no passage carries leads nowhere");
        assert_eq!(ids(&[]), [0, 1, 2, 3]);
    }
}
