//! A long ranking → the part of it that is shown: the best `k`, no document crowding out the others when several are meant.

use std::collections::BTreeMap;

use waymark_core::{DocumentId, SegmentId};

use crate::fuse::{Scored, order};
use crate::query::QueryPlan;

/// The best `k` of a sorted ranking.
#[must_use]
pub fn top(mut ranked: Vec<Scored>, k: usize) -> Vec<Scored> {
    ranked.truncate(k);
    ranked
}

/// Moves what one document has beyond `per_document` hits behind everything else, order kept inside both parts.
/// Nothing is dropped: a cap of many short documents must not empty the list.
#[must_use]
pub fn spread(ranked: Vec<Scored>, per_document: usize) -> Vec<Scored> {
    let mut taken: BTreeMap<DocumentId, usize> = BTreeMap::new();
    let (mut first, mut rest) = (Vec::with_capacity(ranked.len()), Vec::new());
    for mut s in ranked {
        let count = taken.entry(s.meta.document).or_default();
        *count += 1;
        if *count <= per_document.max(1) {
            first.push(s);
        } else {
            s.explanation.notes.push(format!("moved down: {per_document} better passages of the same document stand above"));
            rest.push(s);
        }
    }
    first.extend(rest);
    first
}

/// Deals the first hits round the documents that are meant equally (one each, best first), for questions across
/// documents; the rest follows in the old order.
#[must_use]
pub fn round_robin(ranked: Vec<Scored>, documents: &[DocumentId], rounds: usize) -> Vec<Scored> {
    let mut taken: BTreeMap<DocumentId, usize> = BTreeMap::new();
    let mut layers: Vec<Vec<Scored>> = (0..rounds).map(|_| Vec::new()).collect();
    let mut rest = Vec::new();
    for s in ranked {
        let layer = taken.entry(s.meta.document).or_default();
        let meant = documents.contains(&s.meta.document);
        match layers.get_mut(*layer).filter(|_| meant) {
            Some(slot) => slot.push(s),
            None => rest.push(s),
        }
        *layer += 1;
    }
    layers.into_iter().flatten().chain(rest).collect()
}

/// Moves the named segments to the front in the order given, with a reason; nothing is dropped.
#[must_use]
pub fn promote(ranked: Vec<Scored>, wanted: &[SegmentId], why: &str) -> Vec<Scored> {
    let places: BTreeMap<SegmentId, usize> = wanted.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let top = ranked.first().map_or(0.0, |s| s.score);
    let (mut first, rest): (Vec<Scored>, Vec<Scored>) = ranked.into_iter().partition(|s| places.contains_key(&s.segment));
    first.sort_by_key(|s| places.get(&s.segment).copied());
    for s in &mut first {
        s.score = s.score.max(top);
        s.explanation.notes.push(why.to_owned());
    }
    first.extend(rest);
    first
}

/// Hits that one document may have to itself before another that fits nearly as well is heard.
const ALONE: usize = 5;
/// How much of the best document's match another must have to be heard.
const NEARLY: f32 = 0.7;
/// How far down its best passage may stand.
const HEARD: usize = 20;

/// When one document has the first hits to itself although the question speaks for another nearly as much (the annual report and
/// the earnings release of one year, say), the best passage of that other one becomes the last of them. Nothing is dropped.
#[must_use]
pub fn second_document(mut ranked: Vec<Scored>, plan: &QueryPlan) -> Vec<Scored> {
    let Some(first) = ranked.first().map(|s| s.meta.document) else { return ranked };
    if ranked.len() <= ALONE || ranked.iter().take(ALONE).any(|s| s.meta.document != first) {
        return ranked;
    }
    let named = |id: DocumentId| plan.documents.get(&id).is_some_and(|found| !found.terms.is_empty());
    let rival = |s: &Scored| {
        let id = s.meta.document;
        id != first && named(id) && plan.matched(id) >= NEARLY * plan.matched(first)
    };
    let Some(at) = ranked.iter().take(HEARD).position(rival) else { return ranked };
    let mut moved = ranked.remove(at);
    moved.score = moved.score.max(ranked[ALONE - 1].score);
    moved.explanation.notes.push("moved up: the question fits its document nearly as well as the one before".to_owned());
    ranked.insert(ALONE - 1, moved);
    ranked
}

/// Taken off passages of documents that a newer state of the same file has replaced: enough to stand behind its own successor.
const REPLACED: f32 = 0.2;

/// Sets documents back that were replaced by a newer state of their file, so that of two almost equal passages the present one
/// comes first. Nothing is dropped.
#[must_use]
pub fn hold_back(mut ranked: Vec<Scored>, replaced: &dyn Fn(DocumentId) -> bool) -> Vec<Scored> {
    let mut moved = false;
    for s in &mut ranked {
        if replaced(s.meta.document) {
            s.score -= REPLACED;
            s.explanation.notes.push("set back: a newer state of this file is in the library".to_owned());
            moved = true;
        }
    }
    if moved {
        ranked.sort_by(order);
    }
    ranked
}

/// Document ranking (MacRAG 2.4): documents by their best passage, best first, ties by id.
#[must_use]
pub fn documents(ranked: &[Scored]) -> Vec<(DocumentId, f32)> {
    let mut best: BTreeMap<DocumentId, f32> = BTreeMap::new();
    for s in ranked {
        let score = best.entry(s.meta.document).or_insert(s.score);
        *score = score.max(s.score);
    }
    let mut list: Vec<_> = best.into_iter().collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    list
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentId, Explanation, ScoreParts, SegmentId};

    use super::{documents, hold_back, promote, round_robin, second_document, spread, top};
    use crate::fuse::{Scored, tests::meta};
    use crate::query::{DocumentMatch, LibraryTerms, analyze};

    fn ranking(documents: &[i64]) -> Vec<Scored> {
        documents
            .iter()
            .enumerate()
            .map(|(i, document)| Scored {
                segment: SegmentId(i as i64),
                meta: meta(*document, i as u32, ""),
                score: 1.0 - i as f32 / 100.0,
                parts: ScoreParts::default(),
                explanation: Explanation::default(),
            })
            .collect()
    }

    fn shape(ranked: &[Scored]) -> Vec<i64> {
        ranked.iter().map(|s| s.meta.document.0).collect()
    }

    #[test]
    fn t024_short_documents_are_not_crowded_out() {
        assert_eq!(shape(&spread(ranking(&[1, 1, 1, 1, 2, 3]), 2)), [1, 1, 2, 3, 1, 1]);
    }

    #[test]
    fn t002_every_meant_document_is_dealt_in() {
        let meant = [DocumentId(1), DocumentId(2), DocumentId(3)];
        assert_eq!(shape(&round_robin(ranking(&[1, 1, 9, 2, 1, 3]), &meant, 1)), [1, 2, 3, 1, 9, 1]);
    }

    #[test]
    fn a_document_that_fits_nearly_as_well_is_heard() {
        let mut plan = analyze("sales growth of the company in 2022", &LibraryTerms::default());
        let found = |matched: f32| DocumentMatch { matched, terms: vec!["company".into()], facts: Vec::new() };
        plan.documents = [(DocumentId(1), found(4.0)), (DocumentId(2), found(3.0)), (DocumentId(3), found(1.0))].into();
        let heard = second_document(ranking(&[1, 1, 1, 1, 1, 3, 1, 2, 2]), &plan);
        assert_eq!(shape(&heard), [1, 1, 1, 1, 2, 1, 3, 1, 2]);
        assert!(heard.windows(2).all(|pair| pair[0].score >= pair[1].score), "the scores still fall");
        assert_eq!(shape(&second_document(ranking(&[1, 1, 3, 1, 1, 2]), &plan)), [1, 1, 3, 1, 1, 2]);
        assert_eq!(shape(&second_document(ranking(&[1, 1, 1, 1, 1, 3]), &plan)), [1, 1, 1, 1, 1, 3]);
    }

    #[test]
    fn the_present_state_of_a_file_comes_before_the_one_it_replaced() {
        let ranked = hold_back(ranking(&[1, 2, 1]), &|id| id == DocumentId(1));
        assert_eq!(shape(&ranked), [2, 1, 1]);
        assert!(ranked[1].explanation.notes[0].contains("newer state") && ranked[0].explanation.notes.is_empty());
    }

    #[test]
    fn documents_rank_by_their_best_passage() {
        let list = documents(&ranking(&[5, 1, 5]));
        assert_eq!(list.iter().map(|(d, _)| d.0).collect::<Vec<_>>(), [5, 1]);
        assert_eq!(top(ranking(&[1, 2, 3]), 2).len(), 2);
    }

    #[test]
    fn promoting_drops_nothing_and_says_why() {
        let before = ranking(&[1, 1, 1]);
        let best = before[0].score;
        let ranked = promote(before, &[SegmentId(2), SegmentId(1)], "put first");
        assert_eq!(ranked.iter().map(|s| s.segment.0).collect::<Vec<_>>(), [2, 1, 0]);
        assert!(ranked[0].score >= best && ranked[0].explanation.notes == ["put first"]);
    }
}
