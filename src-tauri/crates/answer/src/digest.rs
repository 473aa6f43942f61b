//! Sections and passages → key points and summaries by a model, each checked against the text that it was made of.
//!
//! HiSem equations 1 (own text) and 3 (from the children), MacRAG 1.2 (passages compressed) and 1.3 (sliced), HiQA 7.12 (terms
//! of a document). What comes of it finds passages; it is never cited. A summary that holds a number which its source does not
//! hold is refused, and sentences of the source take its place.

mod check;
mod extract;
mod parts;
mod reply;

use serde_json::{Value, json};
use waymark_core::{ChatMessage, Digest};

use crate::prompt::{FENCE, defuse};
use crate::steps::messages;
use crate::template::Template;

pub use check::{Checked, checked, terms};
pub use extract::extract;
pub use parts::{SLICE_CHARS, SLICE_OVERLAP, bottom_up, parts, slices};
pub use reply::{DigestReply, TermsReply};

const TEMPLATE: Template = Template::new(
    include_str!("../../../../assets/prompts/digest.en.md"),
    include_str!("../../../../assets/prompts/digest.zh.md"),
);

/// Texts of fewer characters are their own summary: asking a model would cost more than it saves.
pub const SHORT: usize = 240;
/// Tokens kept free for a summary.
pub const SUMMARY_TOKENS: u32 = 400;
/// Tokens kept free for terms.
pub const TERMS_TOKENS: u32 = 200;

/// Version of the prompts: what was made with another one is stale.
#[must_use]
pub fn version() -> u32 {
    TEMPLATE.of("").version()
}

/// Form of a [`DigestReply`].
#[must_use]
pub fn digest_form() -> Value {
    let points = json!({"type": "array", "items": {"type": "string"}});
    json!({"type": "object", "properties": {"key_points": points, "summary": {"type": "string"}}, "required": ["key_points", "summary"]})
}

/// Form of a [`TermsReply`].
#[must_use]
pub fn terms_form() -> Value {
    let terms = json!({"type": "array", "items": {"type": "string"}});
    json!({"type": "object", "properties": {"terms": terms}, "required": ["terms"]})
}

/// Asks for key points and summary of a text (equation 1). `title` is the path of its section.
#[must_use]
pub fn read(title: &str, text: &str) -> Vec<ChatMessage> {
    let sheet = TEMPLATE.of(text);
    messages(sheet.part("system"), sheet.fill("read", &[("title", &line(title)), ("text", &fenced(text))]))
}

/// Asks to join the digests of the parts of a section (equation 3): its own text's, then its children's, each under its title.
/// A blank title means the section's own text.
#[must_use]
pub fn join(title: &str, parts: &[(&str, &Digest)]) -> Vec<ChatMessage> {
    let bodies: String = parts.iter().map(|(_, digest)| digest.summary.as_str()).collect();
    let sheet = TEMPLATE.of(&bodies);
    let own = sheet.part("own");
    let list: Vec<String> = parts
        .iter()
        .map(|(part, digest)| {
            let head = if part.trim().is_empty() { own.clone() } else { line(part) };
            let points = if digest.key_points.is_empty() { String::new() } else { format!("{}\n", digest.key_points.join(", ")) };
            format!("{head}\n{}", fenced(&format!("{points}{}", digest.summary)))
        })
        .collect();
    messages(sheet.part("system"), sheet.fill("join", &[("title", &line(title)), ("children", &list.join("\n\n"))]))
}

/// What a joined summary is checked against: titles and digests of its parts.
#[must_use]
pub fn join_source(title: &str, parts: &[(&str, &Digest)]) -> String {
    let mut source = String::from(title);
    for (part, digest) in parts {
        source.push_str(&format!("\n{part}\n{}\n{}", digest.key_points.join("\n"), digest.summary));
    }
    source
}

/// Asks for the terms by which a document is asked for, from its title and first page.
#[must_use]
pub fn ask_terms(title: &str, front: &str) -> Vec<ChatMessage> {
    let sheet = TEMPLATE.of(front);
    messages(sheet.part("terms_system"), sheet.fill("terms", &[("title", &line(title)), ("text", &fenced(front))]))
}

/// Tokens of a prompt without its text.
pub fn overhead(title: &str, count: &dyn Fn(&str) -> u32) -> u32 {
    read(title, "").iter().map(|message| count(&message.content) + 8).sum()
}

fn line(title: &str) -> String {
    defuse(title).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn fenced(text: &str) -> String {
    format!("{FENCE}\n{}\n{FENCE}", defuse(text.trim()))
}

#[cfg(test)]
mod tests;
