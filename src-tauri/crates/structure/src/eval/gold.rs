//! A gold file: the headings that a document truly has.

use serde::Deserialize;

/// The headings of one document as its author set them.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Gold {
    /// Headings in order.
    pub headings: Vec<GoldHeading>,
    /// Titles that may be found and need not be (lists of figures, unnumbered notices).
    #[serde(default)]
    pub optional: Vec<String>,
    /// Everything printed before the first heading, in one string; headings found in it are not held against anyone.
    #[serde(default)]
    pub title_block: String,
    /// What the document was made with or is.
    #[serde(default)]
    pub kind: Option<String>,
    /// Which look-alikes it belongs to.
    #[serde(default)]
    pub family: Option<String>,
}

/// One true heading.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct GoldHeading {
    /// Depth, from 1.
    pub level: i64,
    /// Title.
    pub title: String,
    /// The line as printed, where it differs (number, running text behind a run-in heading).
    #[serde(default)]
    pub line: Option<String>,
    /// Page, from 1.
    #[serde(default)]
    pub page: Option<i64>,
    /// Set in the first line of its paragraph; may be missed.
    #[serde(default)]
    pub runin: bool,
    /// The title of the whole document; neither missed nor wrong.
    #[serde(default)]
    pub title_page: bool,
}

/// Why a gold file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GoldError {
    /// No JSON, or JSON of another shape.
    #[error("no gold headings: {0} (wanted: an object with `headings`, each with `level` and `title`)")]
    Shape(#[from] serde_json::Error),
}

impl Gold {
    /// Reads the JSON of a gold file; members it does not know are skipped.
    ///
    /// # Errors
    /// [`GoldError::Shape`] with line and column.
    pub fn parse(json: &str) -> Result<Self, GoldError> {
        Ok(serde_json::from_str(json)?)
    }
}

impl GoldHeading {
    /// The printed line, or the title where none is given.
    pub(super) fn line(&self) -> &str {
        self.line.as_deref().filter(|line| !line.is_empty()).unwrap_or(&self.title)
    }

    /// Whether the heading may be missed.
    pub(super) fn is_optional(&self) -> bool {
        self.runin || self.title_page
    }
}

#[cfg(test)]
mod tests {
    use super::Gold;

    #[test]
    fn the_least_gold_file_is_read_and_a_broken_one_says_where() {
        let gold = Gold::parse(r#"{"headings":[{"level":1,"title":"A","y":3.5}],"stats":{}}"#).unwrap_or_default();
        assert_eq!((gold.headings.len(), gold.headings[0].line()), (1, "A"));
        let message = Gold::parse("{\"headings\":\n[{\"level\":1}]}").map_or_else(|error| error.to_string(), |_| String::new());
        assert!(message.contains("title") && message.contains("line 2"), "{message}");
    }
}
