//! Facts and path → the line that cascades into every segment (HiQA's hierarchical contextual augmentation).

use waymark_core::{DocumentFacts, FactKind};

/// Most characters of the line; the path's deepest titles are kept.
const MOST_CHARS: usize = 260;

/// Title, distinguishing facts not already in it, and the section path: `3M 2018 10-K (company: 3M) › Item 8 › Cash Flows`.
#[must_use]
pub fn line(facts: &DocumentFacts, path: &[String]) -> String {
    let title = shorten(&facts.title, 110);
    let lower = title.to_lowercase();
    let mut extra: Vec<String> = Vec::new();
    for kind in [FactKind::Company, FactKind::Model, FactKind::Form, FactKind::Year, FactKind::Period, FactKind::Revision] {
        for value in facts.values(kind).take(if kind == FactKind::Model { 3 } else { 1 }) {
            if !lower.contains(&value.to_lowercase()) {
                extra.push(shorten(value, 40));
            }
        }
    }
    let mut out = title;
    if !extra.is_empty() {
        out.push_str(&format!(" ({})", extra.join(", ")));
    }
    let titles: Vec<String> = path.iter().skip(1).map(|title| shorten(title, 70)).collect();
    let mut from = 0;
    let length = |from: usize| titles[from..].iter().map(|title| title.chars().count() + 3).sum::<usize>();
    while from + 1 < titles.len() && out.chars().count() + length(from) > MOST_CHARS {
        from += 1;
    }
    for title in &titles[from..] {
        out.push_str(" › ");
        out.push_str(title);
    }
    out
}

fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(most).collect();
    if let Some(at) = out.rfind(char::is_whitespace).filter(|&at| at > most / 2) {
        out.truncate(at);
    }
    out.push('…');
    out
}
