//! Question, conversation and ranked passages → the messages a model is given, inside its context.
//!
//! Instructions stand before and after the passages. Each passage is headed `[n] document › section path › page p` and its
//! text is fenced as data: fences and citation marks inside it are defused, so that a document can neither close its fence
//! nor forge a number. Passages of one document stand together, in document order, so that facts of look-alike documents do
//! not mix; their numbers are those of the ranking and are fixed before anything is generated.

use waymark_core::{ChatMessage, ChatRole, DocumentId, PromptMeter};

use crate::passage::Passage;
use crate::template::{Sheet, Template};

const TEMPLATE: Template = Template::new(
    include_str!("../../../../assets/prompts/answer.en.md"),
    include_str!("../../../../assets/prompts/answer.zh.md"),
);
pub(crate) const FENCE: &str = "\"\"\"";
/// Tokens that a server's chat template adds around a message, at most.
const PER_MESSAGE: u32 = 8;

/// Lines of a passage that a model picked: given besides the passage, or in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Index of the passage.
    pub passage: usize,
    /// The lines.
    pub text: String,
}

/// What an answer is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Every passage that may be cited; number `n` is passage `n - 1`.
    pub passages: Vec<Passage>,
    /// Indexes of those given in full while they fit, best first.
    pub offered: Vec<usize>,
    /// Lines given whether or not their passage is; those that do not fit are left out from the end.
    pub notes: Vec<Note>,
}

impl Material {
    /// All of these passages in full.
    #[must_use]
    pub fn all(passages: Vec<Passage>) -> Self {
        let offered = (0..passages.len()).collect();
        Self { passages, offered, notes: Vec::new() }
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
    pub meter: PromptMeter,
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
/// is kept free for the answer. History takes at most a quarter of the room, picked lines a third of the rest; passages are
/// taken in the order they are offered while they fit.
///
/// # Errors
/// When instructions and question alone do not fit.
pub fn build(
    question: &str,
    history: &[ChatMessage],
    material: &Material,
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
    let left = left - spent;
    let (notes, noted) = notes(material, &sheet, count, left / 3);
    let cost = if notes.is_empty() { 0 } else { count(&notes) };
    let (full, fitting) = fit(material, count, left.saturating_sub(cost));
    let mut used = full.clone();
    used.extend(noted.into_iter().filter(|index| !full.contains(index)));
    used.sort_unstable();
    let dropped: Vec<usize> = material.offered.iter().copied().filter(|index| !used.contains(index)).collect();
    let body = body(&material.passages, &full);
    let mut messages = vec![ChatMessage { role: ChatRole::System, content: system }];
    let history_dropped = history.len() - turns.len();
    messages.extend(turns);
    messages.push(ChatMessage { role: ChatRole::User, content: format!("{body}{notes}\n{reminder}") });
    let meter = PromptMeter {
        context,
        reserved: reserve,
        instructions,
        history: spent,
        passages: fitting + cost,
        given: used.len() as u32,
        dropped: dropped.len() as u32,
        likely: None,
    };
    Ok(Prompt { messages, used, dropped, history_dropped, meter, version: sheet.version() })
}

/// The picked lines that fit, under the heading of their template, with the passages they come from.
fn notes(material: &Material, sheet: &Sheet, count: &dyn Fn(&str) -> u32, budget: u32) -> (String, Vec<usize>) {
    let heading = sheet.part("notes");
    let mut spent = count(&heading) + 2;
    let (mut text, mut noted) = (String::new(), Vec::new());
    for note in &material.notes {
        let Some(passage) = material.passages.get(note.passage) else { continue };
        let element = element(note.passage, passage, &note.text);
        let cost = count(&element) + 1;
        if spent.saturating_add(cost) > budget {
            break;
        }
        spent += cost;
        text.push_str(&element);
        noted.push(note.passage);
    }
    if text.is_empty() { (text, noted) } else { (format!("{heading}\n\n{text}"), noted) }
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

fn fit(material: &Material, count: &dyn Fn(&str) -> u32, budget: u32) -> (Vec<usize>, u32) {
    let (mut used, mut spent) = (Vec::new(), 0_u32);
    for index in &material.offered {
        let Some(passage) = material.passages.get(*index) else { continue };
        let cost = cost(*index, passage, count);
        if spent.saturating_add(cost) <= budget {
            spent += cost;
            used.push(*index);
        }
    }
    (used, spent)
}

/// Tokens of a passage as it stands in a prompt.
pub fn cost(index: usize, passage: &Passage, count: &dyn Fn(&str) -> u32) -> u32 {
    count(&element(index, passage, &passage.hit.text)) + 1
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
            out.push_str(&element(index, &passages[index], &passages[index].hit.text));
        }
    }
    out
}

/// The line above a passage: its number, document, section path and page.
#[must_use]
pub fn heading(index: usize, passage: &Passage) -> String {
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
    format!("[{}] {}{page}", index + 1, defuse(&place.join(" › ")).replace('\n', " "))
}

/// One numbered passage, or what of it is to be read.
pub(crate) fn element(index: usize, passage: &Passage, text: &str) -> String {
    format!("{}\n{FENCE}\n{}\n{FENCE}\n\n", heading(index, passage), defuse(text.trim()))
}

/// Fences become quotation marks, and `[12]` becomes `(12)`: only our own numbers may look like citations.
pub(crate) fn defuse(text: &str) -> String {
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
