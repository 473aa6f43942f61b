//! What a model replied → key points and summary, or terms, as far as they can be made out.

use serde::{Deserialize, Deserializer};
use waymark_core::Digest;

/// A reply to the questions for a summary.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct DigestReply {
    /// As written, a list or one text with commas.
    #[serde(default, alias = "keyPoints", alias = "keypoints", deserialize_with = "list")]
    pub key_points: Vec<String>,
    /// As written.
    pub summary: String,
}

/// A reply to the question for terms.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct TermsReply {
    /// As written, a list or one text with commas.
    #[serde(alias = "keywords", deserialize_with = "list")]
    pub terms: Vec<String>,
}

impl DigestReply {
    /// Reads a reply that is no JSON: the paper's own form (`Key points: … Summary: …`). `None` without a summary.
    #[must_use]
    pub fn from_text(reply: &str) -> Option<Self> {
        let (points, summary) =
            ["Summary:", "summary:", "SUMMARY:", "摘要：", "摘要:"].iter().find_map(|mark| reply.split_once(mark))?;
        let points = ["points:", "Points:", "POINTS:", "关键点：", "关键点:"].iter().find_map(|mark| points.split_once(mark));
        let key_points = points.map(|(_, list)| split(list)).unwrap_or_default();
        let summary = summary.trim().trim_start_matches('*').trim();
        (!summary.is_empty()).then(|| Self { key_points, summary: summary.to_owned() })
    }
}

impl From<DigestReply> for Digest {
    fn from(reply: DigestReply) -> Self {
        Self { key_points: reply.key_points, summary: reply.summary }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    List(Vec<String>),
    Text(String),
}

fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(match Written::deserialize(deserializer)? {
        Written::List(list) => list,
        Written::Text(text) => split(&text),
    })
}

fn split(text: &str) -> Vec<String> {
    let marks = |c: char| c.is_whitespace() || matches!(c, '*' | '-' | '•' | '[' | ']' | '.' | '"');
    text.split([',', '，', '、', ';', '；', '\n'])
        .map(|part| part.trim_matches(marks).to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::DigestReply;

    #[test]
    fn the_papers_own_form_is_read() {
        let reply = DigestReply::from_text("**Key points:** [pumps], valves\n\n**Summary:** It tells of pumps.").unwrap();
        assert_eq!(reply.key_points, ["pumps", "valves"]);
        assert_eq!(reply.summary, "It tells of pumps.");
        let chinese = DigestReply::from_text("关键点：泵、阀\n摘要：介绍泵。").unwrap();
        assert_eq!((chinese.key_points.len(), chinese.summary.as_str()), (2, "介绍泵。"));
        assert_eq!(DigestReply::from_text("I cannot do that."), None);
        assert_eq!(DigestReply::from_text("Summary:  "), None);
    }
}
