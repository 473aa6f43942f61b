//! Question, conversation and ranked passages → the messages a model is given, inside its context.
//!
//! Instructions stand before and after the passages. Each passage is headed `[n] document › section path › page p` and its
//! text is fenced as data: fences and citation marks inside it are defused, so that a document can neither close its fence
//! nor forge a number. Passages of one document stand together, in document order, so that facts of look-alike documents do
//! not mix; their numbers are those of the ranking and are fixed before anything is generated.

use waymark_core::{ChatMessage, ChatRole, DocumentId};

use crate::passage::Passage;
use crate::template::Template;

const TEMPLATE: Template = Template::new(
    include_str!("../../../../assets/prompts/answer.en.md"),
    include_str!("../../../../assets/prompts/answer.zh.md"),
);
const FENCE: &str = "\"\"\"";
/// Tokens that a server's chat template adds around a message, at most.
const PER_MESSAGE: u32 = 8;

/// What the tokens of a prompt went to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Meter {
    /// The model's context.
    pub context: u32,
    /// Kept free for the answer.
    pub reserved: u32,
    /// Instructions and question.
    pub instructions: u32,
    /// Earlier turns.
    pub history: u32,
    /// Passages.
    pub passages: u32,
}

impl Meter {
    /// Tokens of the prompt.
    #[must_use]
    pub fn prompt(&self) -> u32 {
        self.instructions + self.history + self.passages
    }
}

/// A prompt that fits.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// System message, earlier turns, and one message with passages and question.
    pub messages: Vec<ChatMessage>,
    /// Indexes of the passages given; number `n` in the answer means index `n - 1`.
    pub used: Vec<usize>,
    /// Indexes of those that did not fit.
    pub dropped: Vec<usize>,
    /// Earlier messages that did not fit.
    pub history_dropped: usize,
    /// Where the tokens went.
    pub meter: Meter,
    /// Version of the template.
    pub version: u32,
}

/// No prompt can be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// Not even the instructions and the question fit.
    #[error(
        "the question needs about `{needed}` tokens, the model has room for `{room}`; shorten the question or choose a model with a larger context"
    )]
    TooLong {
        /// Tokens of instructions and question.
        needed: u32,
        /// Tokens left when the answer's share is kept free.
        room: u32,
    },
}

/// Builds the prompt. `count` estimates tokens (never too low), `context` is what the model serves in all, `reserve` what
/// is kept free for the answer. Passages are taken in rank order while they fit; history takes at most a quarter of the room.
///
/// # Errors
/// When instructions and question alone do not fit.
pub fn build(
    question: &str,
    history: &[ChatMessage],
    passages: &[Passage],
    count: &dyn Fn(&str) -> u32,
    context: u32,
    reserve: u32,
) -> Result<Prompt, PromptError> {
    let sheet = TEMPLATE.of(question);
    let system = sheet.part("system");
    let reminder = sheet.fill("reminder", &[("question", question.trim())]);
    let room = context.saturating_sub(reserve);
    let instructions = count(&system) + count(&reminder) + 2 * PER_MESSAGE;
    if instructions > room {
        return Err(PromptError::TooLong { needed: instructions, room });
    }
    let left = room - instructions;
    let turns = recent(history, count, left / 4);
    let spent: u32 = turns.iter().map(|m| count(&m.content) + PER_MESSAGE).sum();
    let (used, dropped, cost) = fit(passages, count, left - spent);
    let mut messages = vec![ChatMessage { role: ChatRole::System, content: system }];
    let history_dropped = history.len() - turns.len();
    messages.extend(turns);
    messages.push(ChatMessage { role: ChatRole::User, content: format!("{}\n{reminder}", body(passages, &used)) });
    let meter = Meter { context, reserved: reserve, instructions, history: spent, passages: cost };
    Ok(Prompt { messages, used, dropped, history_dropped, meter, version: sheet.version() })
}

/// The newest turns that fit, oldest first; never a model's turn without the question before it.
fn recent(history: &[ChatMessage], count: &dyn Fn(&str) -> u32, budget: u32) -> Vec<ChatMessage> {
    let mut kept: Vec<ChatMessage> = Vec::new();
    let mut spent = 0;
    for message in history.iter().rev().filter(|m| m.role != ChatRole::System) {
        spent += count(&message.content) + PER_MESSAGE;
        if spent > budget {
            break;
        }
        kept.push(message.clone());
    }
    while kept.last().is_some_and(|m| m.role == ChatRole::Assistant) {
        kept.pop();
    }
    kept.reverse();
    kept
}

fn fit(passages: &[Passage], count: &dyn Fn(&str) -> u32, budget: u32) -> (Vec<usize>, Vec<usize>, u32) {
    let (mut used, mut dropped, mut spent) = (Vec::new(), Vec::new(), 0_u32);
    for (index, passage) in passages.iter().enumerate() {
        let cost = count(&element(index, passage)) + 1;
        if spent.saturating_add(cost) <= budget {
            spent += cost;
            used.push(index);
        } else {
            dropped.push(index);
        }
    }
    (used, dropped, spent)
}

/// The passages given, documents in the order of their best passage, each in document order.
fn body(passages: &[Passage], used: &[usize]) -> String {
    let mut order: Vec<DocumentId> = Vec::new();
    for index in used {
        if !order.contains(&passages[*index].hit.document) {
            order.push(passages[*index].hit.document);
        }
    }
    let mut out = String::new();
    for document in order {
        let mut own: Vec<usize> = used.iter().copied().filter(|i| passages[*i].hit.document == document).collect();
        own.sort_by_key(|i| (passages[*i].hit.locators.first().map(|l| (l.page, l.char_start)), *i));
        for index in own {
            out.push_str(&element(index, &passages[index]));
        }
    }
    out
}

/// One numbered passage.
fn element(index: usize, passage: &Passage) -> String {
    let hit = &passage.hit;
    let mut place: Vec<&str> = hit.section_path.iter().map(String::as_str).collect();
    if place.first() != Some(&hit.title.as_str()) {
        place.insert(0, &hit.title);
    }
    let label = hit.locators.first().and_then(|l| l.label.as_deref());
    let page = match (passage.page(), label) {
        (Some(page), Some(label)) if label != page.to_string() => {
            format!(" › page {page} (printed {label})")
        }
        (Some(page), _) => format!(" › page {page}"),
        _ => String::new(),
    };
    format!(
        "[{}] {}{page}\n{FENCE}\n{}\n{FENCE}\n\n",
        index + 1,
        defuse(&place.join(" › ")).replace('\n', " "),
        defuse(hit.text.trim())
    )
}

/// Fences become quotation marks, and `[12]` becomes `(12)`: only our own numbers may look like citations.
fn defuse(text: &str) -> String {
    let text = text.replace(FENCE, "“”");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['[', '【']) {
        let open = rest[at..].chars().next().map_or(1, char::len_utf8);
        let inside = &rest[at + open..];
        let close = inside.find([']', '】']).filter(|end| *end <= 40 && inside[..*end].chars().any(|c| c.is_ascii_digit()));
        out.push_str(&rest[..at]);
        match close {
            Some(end) => {
                let width = inside[end..].chars().next().map_or(1, char::len_utf8);
                out.push('(');
                out.push_str(&inside[..end]);
                out.push(')');
                rest = &inside[end + width..];
            }
            None => {
                out.push_str(&rest[at..at + open]);
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
