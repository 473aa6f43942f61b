//! A question → what to tell of what it names and the library does not have.

use waymark_core::text::{squash, words};
use waymark_retrieve::query::absent;
use waymark_retrieve::{LibraryTerms, QueryPlan};

use super::Found;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::SearchRequest;

/// A word that more passages hold is no name of somebody who is not in the library.
const COMMON: f64 = 0.01;
/// So many of the first passages should speak of what the question names.
const FIRST: usize = 5;

impl Engine {
    /// Remarks on periods, forms and documents that the question names and that are not searched, and on names that the first
    /// passages found do not speak of.
    pub(super) async fn absent(
        &self,
        plan: &QueryPlan,
        request: &SearchRequest,
        terms: &LibraryTerms,
        found: &[Found],
    ) -> Result<Vec<String>, EngineError> {
        let mut remarks = absent::remarks(plan, terms, &request.scope);
        for name in absent::strange_names(plan, terms) {
            let parts: Vec<String> = words(&name).into_iter().map(|word| word.norm).collect();
            let shares = self.inner.words.shares(parts.clone()).await?;
            let rare: Vec<String> =
                parts.into_iter().zip(shares).filter(|(_, share)| *share < COMMON).map(|(part, _)| part).collect();
            if !rare.is_empty() && !found.is_empty() && !spoken_of(&name, &rare, found) {
                remarks.push(format!("none of the passages found first speaks of `{name}`"));
            }
        }
        Ok(remarks)
    }
}

/// Whether one of the first passages, with its title and place, holds the name, or all of its words that are not common.
fn spoken_of(name: &str, rare: &[String], found: &[Found]) -> bool {
    found.iter().take(FIRST).any(|Found { hit, .. }| {
        let text = squash(&format!("{} {} {} {}", hit.title, hit.file_name, hit.section_path.join(" "), hit.text));
        text.contains(&squash(name)) || rare.iter().all(|part| text.contains(&squash(part)))
    })
}
