//! Markdown against known headings → the structure figures of design §11.
//!
//! The definitions are those of the referee that the reference figures come from: headings are aligned one to one and in order
//! by the similarity of their titles, levels are judged up to a constant offset, paths by their ancestors, and words against a
//! plain text of the same document. Everything here is arithmetic on strings; reading PDFs and clocks belong to the caller.

mod align;
mod damage;
mod gold;
mod headings;
mod layer;
mod markdown;
mod norm;
mod similarity;
mod summary;
mod text;

pub use damage::damage_styles;
pub use gold::{Gold, GoldError, GoldHeading};
pub use headings::{HeadingScore, score_headings};
pub use layer::plain_text;
pub use markdown::{Found, parse_markdown, plain_markdown};
pub use norm::{compact, normalise, strip_number};
pub use summary::{Cost, DocumentScore, Means, Report, report};
pub use text::{TextScore, score_text};

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Regex, Replacer};

/// Title similarity from which two headings count as the same.
pub const THRESHOLD: f64 = 0.85;

/// A pattern of this module; all of them are known to compile (a test tries each).
type Pattern = LazyLock<Option<Regex>>;

fn replace<'t>(pattern: &Pattern, text: &'t str, with: impl Replacer) -> Cow<'t, str> {
    match pattern.as_ref() {
        Some(pattern) => pattern.replace_all(text, with),
        None => Cow::Borrowed(text),
    }
}

fn matches(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}
