//! A model's reply → verdicts on the lines it was asked about, repaired where that is possible, refused where it is not.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::Reach;
use super::material::{SourceLine, Standing};

/// Deepest level a model may name.
pub const DEEPEST: u8 = 6;
/// Share of the lines asked about that must be judged.
const LEAST_JUDGED: f32 = 0.5;
/// A reply in which more than this share of the names are unknown is not about these lines.
const MOST_UNKNOWN: f32 = 0.25;
/// From this share on nearly every line is called a heading.
const NEARLY_ALL: f32 = 0.85;
/// Fewer lines may well all be headings.
const LEAST_ASKED: usize = 5;
/// Headings judged twice that show whether a model's levels are its own.
const LEAST_TWICE: usize = 3;
/// Share of these that must have got the same level twice.
const STEADY: f32 = 0.8;

/// What was said of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Line.
    pub line: u32,
    /// Level 1..=6; `None` for text.
    pub level: Option<u8>,
}

/// Verdicts of one window, each line once.
pub type WindowVerdicts = Vec<Verdict>;

/// A reply with the lines it was to judge.
#[derive(Debug, Clone, Copy)]
pub struct Reply<'a> {
    /// What came, as JSON.
    pub value: &'a Value,
    /// All lines of the window, in order.
    pub lines: &'a [SourceLine],
    /// Ids of the lines asked about.
    pub asked: &'a [u32],
    /// Level of the last heading before the window; 0 without one.
    pub before: u8,
}

/// Why a window's reply does not count and the native outline stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No verdict can be read in it.
    #[error("the reply holds no verdicts")]
    Unreadable,
    /// It names lines that nobody asked about.
    #[error("the reply names unknown lines")]
    Unknown,
    /// It leaves out most of the lines.
    #[error("the reply leaves out most lines")]
    Sparse,
    /// It calls nearly every line a heading.
    #[error("the reply calls nearly every line a heading")]
    AllHeadings,
    /// Its words are not those of the page ([`crate::formatter::align`]).
    #[error("the reply does not keep to the words of the page")]
    OtherWords,
}

/// Reads a reply: `{"12": "h2", "13": "body"}`, or a list of objects with `id` and `level` or `as`. Unknown lines are dropped,
/// of a line judged twice the first verdict counts, and a level that jumps is lowered to one below the heading before it.
///
/// # Errors
/// A [`Refusal`] when the reply as a whole cannot be used.
pub fn read(reply: Reply<'_>) -> Result<WindowVerdicts, Refusal> {
    let named = named(reply.value);
    let known: HashSet<u32> = reply.asked.iter().copied().collect();
    let unknown = named.iter().filter(|(line, _)| !known.contains(line)).count();
    if named.is_empty() {
        return Err(Refusal::Unreadable);
    }
    if above(unknown, MOST_UNKNOWN, named.len()) {
        return Err(Refusal::Unknown);
    }
    let mut said: HashMap<u32, Option<u8>> = HashMap::new();
    for (line, level) in named.into_iter().filter(|(line, _)| known.contains(line)) {
        said.entry(line).or_insert(level);
    }
    if !above(said.len(), LEAST_JUDGED, reply.asked.len()) && said.len() * 2 != reply.asked.len() {
        return Err(Refusal::Sparse);
    }
    if calls_all(&said, reply.lines) {
        return Err(Refusal::AllHeadings);
    }
    Ok(repaired(&said, reply.lines, reply.before))
}

#[allow(clippy::cast_precision_loss)]
fn above(part: usize, share: f32, whole: usize) -> bool {
    part as f32 > share * whole as f32
}

/// Whether nearly all lines are called headings, text that is known to be text among them.
fn calls_all(said: &HashMap<u32, Option<u8>>, lines: &[SourceLine]) -> bool {
    let headings = said.values().flatten().count();
    let (mut sure, mut wrong, mut bodies) = (0, 0, 0);
    for line in lines {
        let Some(level) = said.get(&line.id) else { continue };
        match line.standing {
            Standing::KnownHeading => sure += 1,
            Standing::KnownBody => {
                bodies += 1;
                wrong += usize::from(level.is_some());
            }
            _ => {}
        }
    }
    let nearly = said.len() >= LEAST_ASKED && above(headings, NEARLY_ALL, said.len());
    nearly && (wrong > 0 || bodies == 0 && sure * 2 < said.len())
}

/// Verdicts in the order of the lines, levels without jumps.
fn repaired(said: &HashMap<u32, Option<u8>>, lines: &[SourceLine], before: u8) -> WindowVerdicts {
    let mut last = before;
    let mut out = Vec::with_capacity(said.len());
    for line in lines {
        match said.get(&line.id) {
            Some(level) => {
                let level = level.map(|level| level.clamp(1, last.saturating_add(1).min(DEEPEST)));
                last = level.unwrap_or(last);
                out.push(Verdict { line: line.id, level });
            }
            None => last = line.native.map_or(last, |level| level.min(DEEPEST)),
        }
    }
    out
}

/// Everything in a reply that looks like a verdict.
fn named(value: &Value) -> Vec<(u32, Option<u8>)> {
    match value {
        Value::Object(members) => {
            let direct: Vec<_> = members.iter().filter_map(|(name, word)| Some((id(name)?, level(word)?))).collect();
            if !direct.is_empty() {
                return direct;
            }
            members.values().filter(|member| member.is_array() || member.is_object()).flat_map(named_once).collect()
        }
        Value::Array(_) => named_once(value),
        _ => Vec::new(),
    }
}

/// The verdicts of a list or of the object within an object.
fn named_once(value: &Value) -> Vec<(u32, Option<u8>)> {
    match value {
        Value::Array(items) => items.iter().filter_map(item).collect(),
        Value::Object(members) => members.iter().filter_map(|(name, word)| Some((id(name)?, level(word)?))).collect(),
        _ => Vec::new(),
    }
}

/// `{"id": 12, "level": 2}`, `{"line": "12", "as": "body"}`.
fn item(value: &Value) -> Option<(u32, Option<u8>)> {
    let name = value.get("id").or_else(|| value.get("line"))?;
    let line = name.as_u64().and_then(|id| u32::try_from(id).ok()).or_else(|| id(name.as_str()?))?;
    let word = value.get("level").filter(|level| !level.is_null()).or_else(|| value.get("as"));
    Some((line, word.map_or(Some(None), level)?))
}

fn id(name: &str) -> Option<u32> {
    name.trim().trim_start_matches(['#', '[', 'L', 'l']).trim_end_matches(']').parse().ok()
}

/// `2`, `"2"`, `"h2"`, `"heading 2"`, `"body"`; 0 is text too.
fn level(word: &Value) -> Option<Option<u8>> {
    if let Some(number) = word.as_u64() {
        return Some((number > 0).then(|| u8::try_from(number).unwrap_or(DEEPEST).min(DEEPEST)));
    }
    let word = word.as_str()?.trim().to_lowercase();
    if ["body", "text", "none", "paragraph", "0"].contains(&word.as_str()) {
        return Some(None);
    }
    let digits = word.trim_start_matches("heading").trim_start_matches(['h', '#', ' ', '_', '-']);
    let number: u8 = digits.parse().ok()?;
    (number > 0).then(|| Some(number.min(DEEPEST)))
}

/// All verdicts on a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdicts {
    /// By line; lines on which windows disagreed are left out.
    pub levels: BTreeMap<u32, Option<u8>>,
    /// Which lines they may move.
    pub reach: Reach,
    /// Headings that were judged in two windows got the same level in both, as a rule.
    pub steady: bool,
}

impl Verdicts {
    /// Puts the windows of a document together, in order. A line in the padding was judged twice: where one window took it for
    /// a heading and the other for text, nothing was said; of two levels the later one counts, which saw what follows.
    #[must_use]
    pub fn merge(windows: &[WindowVerdicts], reach: Reach) -> Self {
        let mut levels: BTreeMap<u32, Option<u8>> = BTreeMap::new();
        let mut disputed = HashSet::new();
        let (mut twice, mut same) = (0, 0);
        for verdict in windows.iter().flatten() {
            if let Some(earlier) = levels.insert(verdict.line, verdict.level) {
                if earlier.is_some() != verdict.level.is_some() {
                    disputed.insert(verdict.line);
                } else if earlier.is_some() {
                    twice += 1;
                    same += usize::from(earlier == verdict.level);
                }
            }
        }
        levels.retain(|line, _| !disputed.contains(line));
        let steady = twice >= LEAST_TWICE && above(same, STEADY, twice);
        Self { levels, reach, steady }
    }
}

#[cfg(test)]
mod tests;
