//! The variants of the method that an ablation runs, named after the tables of the papers that ask the same.

use waymark_retrieve::eval::Noise;

use super::AblationGroup;
use super::world::{Arrangement, Metadata, Representation, Unit};
use crate::evaluation::EvaluateOptions;
use crate::search::Lab;

/// Characters of a fixed stretch, as AnythingLLM cuts.
const FIXED: usize = 1000;
/// Characters of a slice (MacRAG appendix).
const SLICE: usize = 450;

/// One variant to be run.
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) source: &'static str,
    pub(super) options: EvaluateOptions,
    /// How the library is arranged; as it is without.
    pub(super) arrangement: Option<Arrangement>,
}

fn full() -> EvaluateOptions {
    EvaluateOptions::default()
}

fn method(name: &str) -> EvaluateOptions {
    EvaluateOptions { method: name.to_owned(), ..full() }
}

fn with(lab: Lab) -> EvaluateOptions {
    EvaluateOptions { lab, ..full() }
}

/// A route or fusion as a program would run it that knows nothing of documents.
fn bare(name: &str) -> EvaluateOptions {
    EvaluateOptions { lab: Lab { rerank: false, focus: false, special: false, ..Lab::default() }, ..method(name) }
}

fn variant(name: impl Into<String>, source: &'static str, options: EvaluateOptions) -> Variant {
    Variant { name: name.into(), source, options, arrangement: None }
}

impl Variant {
    fn on(mut self, arrangement: Arrangement) -> Self {
        self.arrangement = Some(arrangement);
        self
    }
}

/// The variants of a group; the full method is run before them in any case.
pub(super) fn variants(group: AblationGroup) -> Vec<Variant> {
    match group {
        AblationGroup::Parts => parts(),
        AblationGroup::Metadata => representations(),
        AblationGroup::Units => units(),
        AblationGroup::Levels => levels(),
        AblationGroup::Noise => noise(),
        AblationGroup::All => AblationGroup::EACH.into_iter().flat_map(variants).collect(),
    }
}

fn parts() -> Vec<Variant> {
    let fixed = |alpha: Option<f32>, beta: Option<f32>| EvaluateOptions { alpha, beta, ..full() };
    let mut list = vec![
        variant("without reranking", "", with(Lab { rerank: false, ..Lab::default() })),
        variant("without over-fetching of named documents", "", with(Lab { focus: false, ..Lab::default() })),
        variant("reranking the first 20 only", "MacRAG table 3, no scale-up", with(Lab { depth: Some(20), ..Lab::default() })),
        variant("neighbours joined", "MacRAG table 3, merging", with(Lab { merge: true, ..Lab::default() })),
        variant("without key terms (β = 0)", "HiQA table 8", fixed(None, Some(0.0))),
        variant("without BM25 (α = 1)", "HiQA table 8", fixed(Some(1.0), None)),
        variant("without vectors (α = 0)", "HiQA table 8", fixed(Some(0.0), None)),
        variant("without summaries by a model", "HiSem table 6", with(Lab { summaries: false, ..Lab::default() })),
        variant("file names hidden", "", with(Lab { anonymous: true, ..Lab::default() })),
        variant("equation 2 not normalised", "HiQA table 9", method("unnormalised")),
        variant("standard scores", "HiQA table 9", method("zscore")),
        variant("reciprocal ranks", "HiQA table 9", method("rrf")),
        variant("convex combination, no key terms", "HiQA table 9", method("cc")),
        variant("key terms first", "HiQA table 9", method("keyword")),
        variant("BM25 alone", "HiQA table 7", method("lexical")),
        variant("vectors alone", "HiQA table 7", method("dense")),
        variant("vectors alone, no document singled out", "flat dense", bare("dense")),
    ];
    for alpha in [0.2, 0.4, 0.6, 0.8] {
        list.push(variant(format!("α = {alpha}"), "HiQA section 5.3", fixed(Some(alpha), None)));
    }
    for beta in [0.4, 0.8, 1.2, 1.6] {
        list.push(variant(format!("β = {beta}"), "HiQA section 5.3", fixed(None, Some(beta))));
    }
    list
}

fn arranged(metadata: Metadata, representation: Representation) -> Arrangement {
    Arrangement { metadata, representation, ..Arrangement::default() }
}

fn representations() -> Vec<Variant> {
    const TABLE: &str = "Metadata RAG table 2";
    const SWEEP: &str = "Metadata RAG figure 5";
    const FIELDS: &str = "Metadata RAG section 6";
    let of = |representation| arranged(Metadata::Full, representation);
    let mut list = vec![
        variant("vectors of the text alone", TABLE, bare("dense")).on(of(Representation::Plain)),
        variant("full method, no metadata in the vectors", TABLE, full()).on(of(Representation::Plain)),
        variant("metadata in front", TABLE, bare("dense")).on(of(Representation::Prefix)),
        variant("metadata behind", TABLE, bare("dense")).on(of(Representation::Suffix)),
        variant("full method, metadata behind", TABLE, full()).on(of(Representation::Suffix)),
    ];
    for weight in [0.1, 0.3, 0.5, 0.7, 0.9] {
        list.push(variant(format!("unified, {weight} metadata"), SWEEP, bare("dense")).on(of(Representation::Unified(weight))));
        list.push(variant(format!("full method, unified, {weight}"), SWEEP, full()).on(of(Representation::Unified(weight))));
    }
    for weight in [0.1, 0.3, 0.5, 0.7, 0.9] {
        list.push(variant(format!("late, {weight} metadata"), SWEEP, bare("dense")).on(of(Representation::Late(weight))));
    }
    list.push(variant("full method, late, 0.3", SWEEP, full()).on(of(Representation::Late(0.3))));
    for (name, metadata) in
        [("title and facts alone in front", Metadata::Document), ("section titles alone in front", Metadata::Sections)]
    {
        list.push(variant(name, FIELDS, bare("dense")).on(arranged(metadata, Representation::Prefix)));
    }
    list
}

fn units() -> Vec<Variant> {
    const TABLE: &str = "HiQA table 8";
    let fixed =
        Arrangement { unit: Unit::Fixed(FIXED), metadata: Metadata::Absent, representation: Representation::Plain, noise: None };
    let plain = arranged(Metadata::Absent, Representation::Plain);
    let nearest = arranged(Metadata::Nearest, Representation::Prefix);
    let whole = Arrangement::default();
    let slices = Arrangement { unit: Unit::Slices(SLICE), ..Arrangement::default() };
    vec![
        variant("fixed stretches, vectors", TABLE, bare("dense")).on(fixed),
        variant("fixed stretches, vectors and BM25", TABLE, bare("cc")).on(fixed),
        variant("sections without titles, vectors", TABLE, bare("dense")).on(plain),
        variant("sections without titles, vectors and BM25", TABLE, bare("cc")).on(plain),
        variant("nearest title, vectors", TABLE, bare("dense")).on(nearest),
        variant("nearest title, vectors and BM25", TABLE, bare("cc")).on(nearest),
        variant("cascade, vectors", TABLE, bare("dense")).on(whole),
        variant("cascade, BM25", TABLE, bare("lexical")).on(whole),
        variant("cascade, vectors and BM25, no key terms", TABLE, bare("cc")).on(whole),
        variant("cascade, vectors, BM25 and key terms", TABLE, bare("hybrid")).on(whole),
        variant("slices of 450 characters, vectors", "MacRAG table 3, slicing", bare("dense")).on(slices),
        variant("full method, slices of 450 characters", "MacRAG table 3, slicing", full()).on(slices),
    ]
}

fn levels() -> Vec<Variant> {
    const TABLE: &str = "HiSem tables 5 and 6";
    let whole = Arrangement::default();
    let down = Lab { rerank: false, focus: false, special: false, levels: true, ..Lab::default() };
    vec![
        variant("vectors, flat", TABLE, bare("dense")).on(whole),
        variant("vectors, down the heading trees", TABLE, EvaluateOptions { lab: down, ..method("dense") }).on(whole),
        variant(
            "vectors, flat, adaptive cut",
            TABLE,
            EvaluateOptions { lab: Lab { levels: false, cut: true, ..down }, ..method("dense") },
        )
        .on(whole),
        variant("full method, vectors down the heading trees", TABLE, with(Lab { levels: true, ..Lab::default() })).on(whole),
        variant("full method, adaptive cut", TABLE, with(Lab { cut: true, ..Lab::default() })),
    ]
}

fn noise() -> Vec<Variant> {
    const TABLE: &str = "HiQA table 12";
    let kinds = [
        ("no damage", None),
        ("10 % of headings deleted", Some(Noise::Deleted(0.1))),
        ("20 % of headings deleted", Some(Noise::Deleted(0.2))),
        ("30 % of headings deleted", Some(Noise::Deleted(0.3))),
        ("30 % of levels wrong", Some(Noise::Levels(0.3))),
        ("20 % of headings misread", Some(Noise::Misread(0.2))),
        ("20 % of parents wrong", Some(Noise::WrongParents(0.2))),
        ("every parent wrong", Some(Noise::WrongParents(1.0))),
    ];
    let mut list = Vec::new();
    for (name, noise) in kinds {
        let arrangement = Arrangement { noise, ..Arrangement::default() };
        list.push(variant(format!("vectors, {name}"), TABLE, bare("dense")).on(arrangement));
        list.push(variant(format!("full method, {name}"), TABLE, full()).on(arrangement));
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{AblationGroup, variants};

    #[test]
    fn every_variant_has_a_name_of_its_own_within_its_group() {
        for group in AblationGroup::EACH {
            let list = variants(group);
            let names: BTreeSet<&str> = list.iter().map(|variant| variant.name.as_str()).collect();
            assert_eq!(names.len(), list.len(), "{group:?}");
            assert!(list.len() > 4, "{group:?}");
        }
    }

    #[test]
    fn a_search_down_the_trees_has_trees_to_go_down() {
        for variant in variants(AblationGroup::All) {
            assert!(!variant.options.lab.levels || variant.arrangement.is_some(), "{}", variant.name);
        }
    }
}
