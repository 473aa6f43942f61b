//! How a question was understood, for showing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::DocumentId;
use waymark_retrieve::QueryPlan;

/// A document that something in the question speaks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MeantDocument {
    /// Document.
    pub document: DocumentId,
    /// `m` of HiQA equation 2: how many terms speak for it, weighted.
    pub matched: f32,
    /// Names found.
    pub terms: Vec<String>,
    /// Facts found.
    pub facts: Vec<String>,
}

/// What was read out of a question before any index was asked.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct QueryAnalysis {
    /// What is embedded.
    pub dense: String,
    /// Words that are looked up.
    pub lexical: String,
    /// Stretches that name documents.
    pub names: Vec<String>,
    /// Years, quarters and days as written.
    pub periods: Vec<String>,
    /// Kinds of document asked for.
    pub forms: Vec<String>,
    /// Statements named or implied.
    pub statements: Vec<String>,
    /// Identifiers that are looked for in the text.
    pub identifiers: Vec<String>,
    /// Phrases that documents write for abbreviations of the question.
    pub expansions: Vec<String>,
    /// `lookup`, `overview`, `summary`, `count` or the numbered place (`section 7.3`).
    pub intent: String,
    /// Documents meant most, best first, at most ten.
    pub documents: Vec<MeantDocument>,
    /// Weight of the dense route.
    pub alpha: f32,
    /// Weight of the key terms.
    pub beta: f32,
    /// Why α and β are what they are.
    pub reasons: Vec<String>,
}

const DOCUMENTS: usize = 10;

impl From<&QueryPlan> for QueryAnalysis {
    fn from(plan: &QueryPlan) -> Self {
        let owned = |list: &mut dyn Iterator<Item = &'static str>| list.map(str::to_owned).collect::<Vec<_>>();
        let mut documents: Vec<MeantDocument> = plan
            .documents
            .iter()
            .map(|(id, found)| MeantDocument {
                document: *id,
                matched: found.matched,
                terms: found.terms.clone(),
                facts: found.facts.clone(),
            })
            .collect();
        documents.sort_by(|a, b| b.matched.total_cmp(&a.matched).then(a.document.cmp(&b.document)));
        documents.truncate(DOCUMENTS);
        Self {
            dense: plan.embedded.clone(),
            lexical: plan.lexical.clone(),
            names: plan.spans.iter().map(|span| span.text.clone()).collect(),
            periods: plan.periods.written.clone(),
            forms: owned(&mut plan.forms.iter().copied()),
            statements: owned(&mut plan.statements.iter().copied()),
            identifiers: plan.identifiers.clone(),
            expansions: owned(&mut plan.expansions.iter().copied()),
            intent: intent(plan),
            documents,
            alpha: plan.alpha,
            beta: plan.beta,
            reasons: plan.reasons.clone(),
        }
    }
}

fn intent(plan: &QueryPlan) -> String {
    use waymark_retrieve::query::Intent;
    if let Some(place) = plan.place() {
        return format!("{:?} {}", place.kind, place.number).to_lowercase();
    }
    match plan.intent {
        Intent::Lookup | Intent::At { .. } => "lookup",
        Intent::Overview => "overview",
        Intent::Summary { .. } => "summary",
        Intent::Count => "count",
    }
    .to_owned()
}
