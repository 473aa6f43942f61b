//! Key points and summary of a stretch of text. Made to find the text by, never to be cited.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Key points K and summary S of a node (HiSem equations 1 and 3).
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, Serialize, Deserialize, TS)]
pub struct Digest {
    /// Terms and short phrases, most telling first.
    pub key_points: Vec<String>,
    /// One paragraph.
    pub summary: String,
}

/// Who wrote a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DigestOrigin {
    /// A language model; every number of it stands in its source.
    Model,
    /// Sentences of the source, taken because what the model wrote did not hold.
    Extractive,
    /// The source itself, which is short.
    Text,
}
