//! Fetching of models, licence texts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use waymark_core::WireError;

/// How far the fetching of a model is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PullState {
    /// Model.
    pub model: String,
    /// The server's own word for the step.
    pub status: String,
    /// Bytes that are there.
    #[ts(type = "number")]
    pub completed: u64,
    /// Bytes in all, as far as known.
    #[ts(type = "number")]
    pub total: u64,
    /// Ended, well or not.
    pub ended: bool,
    /// Why it broke off.
    pub error: Option<WireError>,
}

/// A licence text that comes with the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LicenceText {
    /// What it covers.
    pub name: String,
    /// Text.
    pub text: String,
}
