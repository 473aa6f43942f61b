//! Where a piece of text stands: the value behind every citation and highlight.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::geometry::Rect;

/// One place on one page. A passage that crosses a page break has one locator per page, in reading order.
///
/// Made once, from the character boxes of [`crate::page::PageText`], and only copied after that.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Locator {
    /// Page index, from 0.
    pub page: u32,
    /// The label printed in the PDF's page labels (`iv`, `A-3`), where it has one.
    pub label: Option<String>,
    /// One rectangle per line (or part of a line) that is covered, in reading order; points, see [`Rect`].
    pub rects: Vec<Rect>,
    /// First covered character, an index into [`crate::page::PageText::chars`].
    pub char_start: u32,
    /// One past the last covered character.
    pub char_end: u32,
}
