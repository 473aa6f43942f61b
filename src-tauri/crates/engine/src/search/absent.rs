//! A question → what to tell of what it names and the library does not have.

use waymark_retrieve::query::absent;
use waymark_retrieve::{LibraryTerms, QueryPlan};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::SearchRequest;

/// A word that more passages hold is no name of somebody who is not in the library.
const COMMON: f64 = 0.01;

impl Engine {
    /// Remarks on periods, documents and companies that the question names and that are not searched.
    pub(super) async fn absent(
        &self,
        plan: &QueryPlan,
        request: &SearchRequest,
        terms: &LibraryTerms,
    ) -> Result<Vec<String>, EngineError> {
        let mut remarks = absent::remarks(plan, terms, &request.scope);
        let strange = absent::strange_names(plan, terms);
        if !strange.is_empty() {
            let shares = self.inner.words.shares(strange.clone()).await?;
            let names = strange.into_iter().zip(shares).filter(|(_, share)| *share < COMMON);
            remarks.extend(
                names.map(|(name, _)| format!("no document of the library is of `{name}`; what was found comes from others")),
            );
        }
        Ok(remarks)
    }
}
