//! Regular expressions that are part of the program.

use regex::Regex;

/// Compiles a pattern.
///
/// # Panics
/// When `source` is no valid regular expression: a fault of the program that the tests of the owner meet first.
pub(crate) fn pattern(source: &str) -> Regex {
    match Regex::new(source) {
        Ok(regex) => regex,
        Err(error) => panic!("pattern `{source}`: {error}"),
    }
}
