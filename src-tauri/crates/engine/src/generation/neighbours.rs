//! Hits with their neighbours joined on (MacRAG 2.5), and the whole documents around them.

use std::collections::HashMap;

use waymark_answer::Passage;
use waymark_core::DocumentId;
use waymark_retrieve::Scored;
use waymark_retrieve::expand::{ExpandOptions, Part, expand};
use waymark_store::StoredSegment;

use crate::engine::Engine;
use crate::error::EngineError;
use crate::search::{Found, Searched, meta};

impl Engine {
    /// The hits with their neighbours joined on (MacRAG 2.5, one hop), as given to a model.
    pub(crate) async fn passages(&self, searched: &Searched) -> Result<Vec<Passage>, EngineError> {
        let options = ExpandOptions::default();
        let mut parts: HashMap<(DocumentId, u32), Part> = HashMap::new();
        for found in &searched.found {
            for stored in self.inner.store.neighbours(found.hit.segment, options.hops).await? {
                parts.insert((stored.document, stored.segment.ordinal), part(&stored));
            }
        }
        let ranked = searched.found.iter().filter_map(|found| scored(found, &parts)).collect();
        let load = |document: DocumentId, ordinal: u32| parts.get(&(document, ordinal)).cloned();
        let hits: HashMap<_, _> = searched.found.iter().map(|found| (found.hit.segment, &found.hit)).collect();
        let joined = expand(ranked, &load, &options).into_iter().filter_map(|passage| {
            let mut hit = (*hits.get(&passage.hit.segment)?).clone();
            hit.text = passage.text;
            hit.locators = passage.locators;
            hit.answering = 0;
            hit.explanation = passage.hit.explanation;
            Some(Passage { hit, lines: passage.lines })
        });
        Ok(joined.collect())
    }
}

fn part(stored: &StoredSegment) -> Part {
    Part {
        segment: stored.id,
        meta: meta(stored),
        locators: stored.segment.locators.clone(),
        lines: stored.segment.lines.clone(),
    }
}

fn scored(found: &Found, parts: &HashMap<(DocumentId, u32), Part>) -> Option<Scored> {
    let hit = &found.hit;
    let part = parts.values().find(|part| part.segment == hit.segment)?;
    Some(Scored {
        segment: hit.segment,
        meta: part.meta.clone(),
        score: hit.score,
        parts: hit.scores,
        explanation: hit.explanation.clone(),
    })
}
