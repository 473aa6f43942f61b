//! Search hits with all their score parts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{DocumentId, SegmentId};
use crate::locator::Locator;
use crate::segment::SegmentKind;

/// Scores by route, normalised to 0..1 per query (HiQA equation 2); `None` where the route did not see the segment.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct ScoreParts {
    /// Cosine route after min-max over the candidates.
    pub dense: Option<f32>,
    /// BM25 route after min-max over the candidates.
    pub lexical: Option<f32>,
    /// `log(1+m)/log(1+M)`.
    pub keyword: Option<f32>,
    /// Reranker's score, where one ran.
    pub rerank: Option<f32>,
}

/// Why a hit stands where it stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Explanation {
    /// Raw cosine.
    pub raw_dense: Option<f32>,
    /// Raw BM25.
    pub raw_lexical: Option<f32>,
    /// Critical terms that matched.
    pub keywords: Vec<String>,
    /// Document facts that matched the question.
    pub facts: Vec<String>,
    /// α used.
    pub alpha: f32,
    /// β used.
    pub beta: f32,
    /// Further notes: merged neighbours, cut by threshold, rerank features.
    pub notes: Vec<String>,
}

/// One ranked passage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Hit {
    /// From 1.
    pub rank: u32,
    /// Fused score.
    pub score: f32,
    /// Segment.
    pub segment: SegmentId,
    /// Document.
    pub document: DocumentId,
    /// Its title.
    pub title: String,
    /// File name as added.
    pub file_name: String,
    /// Titles from document to section.
    pub section_path: Vec<String>,
    /// Section index in the outline.
    pub section: u32,
    /// Kind.
    pub kind: SegmentKind,
    /// Passage as shown.
    pub text: String,
    /// Where it stands.
    pub locators: Vec<Locator>,
    /// Which of `locators` answers best: not 0 only where a passage runs on over a page break.
    #[serde(default)]
    pub answering: u32,
    /// Parts of the score.
    pub scores: ScoreParts,
    /// Reasons.
    pub explanation: Explanation,
}

impl Hit {
    /// The page to name and to open: the one that answers best, else the first. `None` for a hit without a place.
    #[must_use]
    pub fn place(&self) -> Option<&Locator> {
        self.locators.get(self.answering as usize).or_else(|| self.locators.first())
    }
}
