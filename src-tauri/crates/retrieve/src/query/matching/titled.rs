//! Scripts without spaces: the stretch of a question that stands in the title of a document names it, as a product's number does.
//! Every passage of the document is about that, so it tells none of them apart.

use std::collections::BTreeMap;

use waymark_core::text::{Word, is_cjk};

use super::NamedSpan;
use crate::query::library::{LibraryTerms, NameKind};

/// A shorter stretch is a word like any other.
const SHORTEST: usize = 4;

/// The longest stretch of the question that some title holds, with the documents of such titles. Where more than half of the
/// library's documents carry it, it names none.
pub(super) fn span(words: &[Word], library: &LibraryTerms) -> Option<NamedSpan> {
    let (run, first) = longest(words, library)?;
    let carry = |title: &str| title.contains(run.as_str());
    let documents: Vec<usize> =
        library.documents.iter().enumerate().filter(|(_, profile)| carry(&profile.title)).map(|(index, _)| index).collect();
    let most = library.documents.len().div_ceil(2).max(1);
    let named: BTreeMap<usize, (f32, String)> = match documents.len() {
        n if n <= most => documents.into_iter().map(|index| (index, (1.0, run.clone()))).collect(),
        _ => BTreeMap::new(),
    };
    // A run of n characters is n − 1 bigrams.
    let last = first + run.chars().count() - 1;
    Some(NamedSpan { text: run, words: (first, last), version: None, kind: NameKind::Model, documents: named })
}

/// The longest run of neighbouring bigrams that stands in a title; its text and its first word.
fn longest(words: &[Word], library: &LibraryTerms) -> Option<(String, usize)> {
    let mut best: Option<(String, usize)> = None;
    let length = |best: &Option<(String, usize)>| best.as_ref().map_or(SHORTEST - 1, |(run, _)| run.chars().count());
    for first in 0..words.len() {
        let mut run = words[first].norm.clone();
        if !run.chars().all(is_cjk) {
            continue;
        }
        for next in &words[first + 1..] {
            let (Some(joint), Some(added)) = (run.chars().last(), next.norm.chars().nth(1)) else { break };
            if !next.norm.starts_with(joint) || !is_cjk(added) {
                break;
            }
            run.push(added);
            if !library.documents.iter().any(|profile| profile.title.contains(run.as_str())) {
                break;
            }
            if run.chars().count() > length(&best) {
                best = Some((run.clone(), first));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use waymark_core::DocumentId;

    use crate::query::analyze;
    use crate::query::tests::library;

    #[test]
    fn words_of_the_title_name_the_document_and_not_the_passage() {
        let library = library(&["家庭血压监测操作指南", "糖尿病防治指南", "LA3150 datasheet"]);
        let plan = analyze("家庭血压监测的袖带怎么选", &library);
        assert_eq!(plan.products(), ["家庭血压监测"]);
        assert_eq!(plan.focus(5), [DocumentId(0)]);
        assert!(plan.documents[&DocumentId(0)].terms.contains(&"家庭血压监测".to_string()), "{:?}", plan.documents);
        for none in ["袖带怎么选", "血压怎么量", "What is the dropout?", "指南里的血压"] {
            assert!(analyze(none, &library).products().is_empty(), "{none}");
        }
    }

    #[test]
    fn what_most_titles_share_names_none_of_them() {
        let library = library(&["家庭血压监测指南 2019", "家庭血压监测指南 2022", "家庭血压监测共识"]);
        let plan = analyze("家庭血压监测的袖带", &library);
        assert_eq!(plan.products(), ["家庭血压监测"]);
        assert!(plan.documents.is_empty(), "{:?}", plan.documents);
    }
}
