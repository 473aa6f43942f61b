//! How well a document was understood: what a reader should know before trusting what is found in it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::outline::Evidence;
use crate::page::PageHealth;

/// How many headings one kind of evidence speaks for. A heading counts once for each kind that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EvidenceCount {
    /// Kind of evidence.
    pub evidence: Evidence,
    /// Headings that have it.
    pub headings: u32,
}

/// The health report of one document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct DocumentHealth {
    /// Pages by class.
    pub pages: PageHealth,
    /// Headings found, induced ones included.
    pub headings: u32,
    /// Of these not printed, but induced from the text below them.
    pub induced: u32,
    /// What the headings were found by, the commonest first.
    pub evidence: Vec<EvidenceCount>,
    /// Tables.
    pub tables: u32,
    /// Figures.
    pub figures: u32,
    /// Of these with a caption.
    pub captioned: u32,
    /// 0..1: how sure the outline is as a whole.
    pub confidence: f32,
    /// What went wrong, in words for the reader.
    pub warnings: Vec<String>,
}
