//! Headings, figures and messages by the words of their names: what the palette shows while somebody types.

use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::{HeadingHit, MessageHit, Places};

/// Of each kind.
const MOST: u32 = 8;
/// Messages, when only those are asked for.
const MOST_MESSAGES: u32 = 100;
/// Characters shown around a word.
const AROUND: usize = 60;

impl Engine {
    /// Headings, figures and messages that hold every word of a query.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn places(&self, query: &str) -> Result<Places, EngineError> {
        let words = words(query);
        let store = &self.inner.store;
        let (headings, figures, messages) = tokio::try_join!(
            store.find_headings(&words, MOST),
            store.find_figures(&words, MOST),
            store.find_turns(&words, MOST)
        )?;
        Ok(Places {
            headings: headings.into_iter().map(heading).collect(),
            figures: self.figures_among(&figures).await?,
            messages: messages.into_iter().map(|turn| message(turn, &words)).collect(),
        })
    }

    /// Questions and answers that hold every word of a query, the newest first.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn messages(&self, query: &str) -> Result<Vec<MessageHit>, EngineError> {
        let words = words(query);
        let found = self.inner.store.find_turns(&words, MOST_MESSAGES).await?;
        Ok(found.into_iter().map(|turn| message(turn, &words)).collect())
    }
}

fn words(query: &str) -> Vec<String> {
    query.split_whitespace().map(str::to_owned).collect()
}

fn heading(found: waymark_store::FoundHeading) -> HeadingHit {
    HeadingHit {
        document: found.document,
        document_title: found.document_title,
        section: found.section,
        title: found.title,
        page: found.page + 1,
        page_label: found.label,
        rects: found.rects,
    }
}

fn message(found: waymark_store::FoundTurn, words: &[String]) -> MessageHit {
    let excerpt = excerpt(&found.answer, words);
    MessageHit {
        conversation: found.conversation,
        title: found.title,
        turn: found.turn,
        question: found.question,
        excerpt,
        asked_ms: found.asked_ms,
    }
}

/// The words around the first one that is found.
fn excerpt(text: &str, words: &[String]) -> String {
    let folded = text.to_ascii_lowercase();
    let Some(at) = words.iter().filter_map(|word| folded.find(&word.to_ascii_lowercase())).min() else { return String::new() };
    let before: Vec<char> = text[..at].chars().rev().take(AROUND).collect();
    let after: String = text[at..].chars().take(2 * AROUND).collect();
    let cut = text[..at].chars().count() > AROUND;
    let start: String = before.into_iter().rev().collect();
    let start = if cut { format!("…{}", start.split_once(' ').map_or(start.as_str(), |(_, rest)| rest)) } else { start };
    let whole = text[at..].chars().count() <= 2 * AROUND;
    format!("{start}{after}{}", if whole { "" } else { "…" }).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_excerpt_begins_before_the_word_and_is_cut_on_both_sides() {
        let text = format!("{} the Dropout voltage is 200 mV. {}", "Filler words. ".repeat(12), "More of them. ".repeat(20));
        let cut = super::excerpt(&text, &["dropout".into()]);
        assert!(cut.starts_with('…') && cut.ends_with('…') && cut.contains("Dropout voltage is 200 mV"), "{cut}");
        assert_eq!(super::excerpt("短 血压 文", &["血压".into()]), "短 血压 文");
        assert_eq!(super::excerpt("nothing", &["else".into()]), "");
    }
}
