//! A document's lines → windows that fit a model, and what it is asked about each.

use std::ops::Range;

use serde_json::{Value, json};
use waymark_answer::template::{Sheet, Template};
use waymark_llm::tokens::careful;
use waymark_structure::formatter::{LineKind, Material, SourceLine, Standing, Window, windows};

use super::Written;
use super::estimate::weigh;
use crate::generation::Chosen;
use crate::types::Formatter;

const ASSISTED: &str = include_str!("../../../../../assets/prompts/formatter.assisted.en.md");
const FULL: &str = include_str!("../../../../../assets/prompts/formatter.full.en.md");
/// Parts of a model's context that a window of `assisted` takes.
const ASSISTED_PARTS: u32 = 5;
/// The same for `full`, which writes the window too.
const FULL_PARTS: u32 = 7;
/// Largest window, tokens: longer ones make models forget (HiQA §3.1).
const LARGEST: u32 = 1500;
/// Smallest window, tokens.
const SMALLEST: u32 = 120;
/// Parts of a window that its padding is.
const PADDING_PARTS: u32 = 6;
/// Characters of a line that show whether it is a heading: the beginning of a long one, and its end.
const SHOWN: (usize, usize) = (110, 40);
/// Known lines of each kind that a window asks about besides.
const KNOWN: usize = 4;
/// Tokens of a verdict, and of the brackets around a reply.
const PER_VERDICT: u32 = 10;
/// Headings of the outline that are shown.
const OUTLINE: usize = 16;
/// Tokens that a chat template adds.
const TEMPLATE: u32 = 24;

/// The prompt of a formatter; empty for `native`, which asks nobody.
fn sheet(formatter: Formatter) -> Sheet {
    let text = match formatter {
        Formatter::Native => "",
        Formatter::Assisted => ASSISTED,
        Formatter::Full => FULL,
    };
    Template::new(text, text).of("")
}

/// Version of a formatter's prompt.
pub(crate) fn prompt_version(formatter: Formatter) -> u32 {
    sheet(formatter).version()
}

/// Whether `full` writes a line: tables, figures and contents lists are the native formatter's.
pub(crate) fn is_written(line: &SourceLine) -> bool {
    line.kind == LineKind::Text
}

/// What is asked about one window.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ask {
    pub(crate) system: String,
    pub(crate) user: String,
    /// Lines to judge.
    pub(crate) asked: Vec<u32>,
    pub(crate) schema: Option<Value>,
    pub(crate) max_tokens: u32,
}

/// The windows of a document for one model.
pub(crate) struct Plan<'a> {
    material: &'a Material,
    formatter: Formatter,
    windows: Vec<Window>,
    lengths: Vec<u32>,
    size: u32,
    names: Names,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(material: &'a Material, formatter: Formatter, chosen: &Chosen) -> Self {
        let context = chosen.model.context_length();
        let parts = if formatter == Formatter::Full { FULL_PARTS } else { ASSISTED_PARTS };
        let size = (context / parts).clamp(SMALLEST, LARGEST);
        let names = Names::new(material);
        // Not as the model counts: that is learnt while it answers, and a run taken up again must cut the same windows.
        let length = |line: &SourceLine| careful(&shown(line, formatter, names));
        let lengths: Vec<u32> = material.lines.iter().map(length).collect();
        let windows = windows(&lengths, size, size / PADDING_PARTS);
        Self { material, formatter, windows, lengths, size, names }
    }

    /// `T`.
    pub(crate) fn windows(&self) -> usize {
        self.windows.len()
    }

    /// Lines of a window with its padding.
    pub(crate) fn lines(&self, step: usize) -> &'a [SourceLine] {
        &self.material.lines[self.windows[step].lines.clone()]
    }

    /// Position of its first line.
    pub(crate) fn start(&self, step: usize) -> usize {
        self.windows[step].body.start
    }

    /// The native Markdown of a window's text, for the next one when nothing else was accepted.
    pub(crate) fn native(&self, step: usize) -> String {
        let mark = |line: &SourceLine| line.native.map_or(String::new(), |level| "#".repeat(level.min(6).into()) + " ");
        let text = self.lines(step).iter().filter(|line| is_written(line));
        text.map(|line| format!("{}{}\n\n", mark(line), line.text)).collect()
    }

    /// Whether a window is given to the model: one that has doubtful lines, for `full` one that has text.
    pub(crate) fn is_asked(&self, step: usize) -> bool {
        let body = &self.material.lines[self.windows[step].body.clone()];
        match self.formatter {
            Formatter::Native => false,
            Formatter::Assisted => body.iter().any(|line| line.standing == Standing::Doubtful),
            Formatter::Full => body.iter().any(is_written),
        }
    }

    /// Tokens read and generated for a window, about.
    pub(crate) fn tokens(&self, step: usize) -> (u32, u32) {
        if !self.is_asked(step) {
            return (0, 0);
        }
        let sheet = sheet(self.formatter);
        let system = careful(&(sheet.part("system") + &sheet.part("window")));
        let own: u32 = self.lengths[self.windows[step].lines.clone()].iter().sum();
        let before = step.checked_sub(1).map_or(0, |step| self.lengths[self.windows[step].body.clone()].iter().sum());
        match self.formatter {
            Formatter::Full => (system + own + 2 * before, own),
            _ => (system + own + before, PER_VERDICT * super::count(self.asked(step).len())),
        }
    }

    /// The work of a window.
    pub(crate) fn step_work(&self, step: usize) -> u64 {
        let (read, generated) = self.tokens(step);
        weigh(read, generated)
    }

    /// The work of all windows.
    pub(crate) fn work(&self) -> u64 {
        (0..self.windows()).map(|step| self.step_work(step)).sum()
    }

    /// Doubtful lines of a window and some known ones among them, in order.
    fn asked(&self, step: usize) -> Vec<u32> {
        let lines = self.lines(step);
        let spread = |standing: Standing| {
            let all: Vec<u32> = lines.iter().filter(|line| line.standing == standing).map(|line| line.id).collect();
            let wanted = KNOWN.min(all.len());
            (0..wanted).map(move |at| all[at * all.len() / wanted]).collect::<Vec<u32>>()
        };
        let doubtful = lines.iter().filter(|line| line.standing == Standing::Doubtful).map(|line| line.id);
        let mut asked: Vec<u32> = doubtful.collect();
        asked.extend(spread(Standing::KnownHeading));
        asked.extend(spread(Standing::KnownBody));
        asked.sort_unstable();
        asked
    }

    /// What is asked about a window, given what was accepted before it; `None` when it does not fit the model's context.
    pub(crate) fn ask(&self, step: usize, written: &Written, chosen: &Chosen) -> Option<Ask> {
        let count = careful;
        let sheet = sheet(self.formatter);
        let (system, form) = (sheet.part("system"), sheet.part("window"));
        let lines = self.joined(self.lines(step));
        let (asked, max_tokens) = match self.formatter {
            Formatter::Full => (Vec::new(), count(&lines) * 5 / 4 + 64),
            _ => {
                let asked = self.asked(step);
                let tokens = PER_VERDICT * (super::count(asked.len()) + 2);
                (asked, tokens)
            }
        };
        let outline = self.outline(step, written);
        let names = asked.iter().map(|id| self.names.of(*id)).collect::<Vec<_>>().join(", ");
        let fixed = count(&system) + count(&form) + count(&lines) + count(&outline) + count(&names) + max_tokens + TEMPLATE;
        let room = chosen.model.context_length().checked_sub(fixed)?;
        let before = self.before(step, room.min(self.size), &count);
        let markdown = tail(&written.markdown, room.saturating_sub(count(&before)), &count);
        let parts = [
            ("outline", outline.as_str()),
            ("before", before.as_str()),
            ("markdown", markdown),
            ("lines", lines.as_str()),
            ("asked", names.as_str()),
        ];
        let schema = (self.formatter == Formatter::Assisted).then(|| schema(&asked, self.names));
        Some(Ask { user: sheet.fill("window", &parts), system, asked, schema, max_tokens })
    }

    /// The last lines of the window before that fit into `room` tokens.
    fn before(&self, step: usize, room: u32, count: &dyn Fn(&str) -> u32) -> String {
        let Some(last) = step.checked_sub(1).map(|step| self.windows[step].body.clone()) else { return none() };
        let mut start = last.end;
        let mut spent = 0;
        while start > last.start {
            spent += count(&shown(&self.material.lines[start - 1], self.formatter, self.names));
            if spent > room {
                break;
            }
            start -= 1;
        }
        let text = self.joined(&self.material.lines[start..last.end]);
        if text.is_empty() { none() } else { text }
    }

    fn joined(&self, lines: &[SourceLine]) -> String {
        let text: String = lines.iter().map(|line| shown(line, self.formatter, self.names)).collect();
        text.trim_end().to_owned()
    }

    /// The accepted outline: the headings above the window, and those of the window before.
    fn outline(&self, step: usize, written: &Written) -> String {
        if self.formatter == Formatter::Full {
            return String::new();
        }
        let start = self.start(step);
        let recent = step.checked_sub(1).map_or(start..start, |step| self.windows[step].body.clone());
        let chosen = headings(&written.levels, recent, start);
        let line = |at: &usize| {
            let level = written.levels[*at].unwrap_or(1);
            format!("h{level} {}", cut(&self.material.lines[*at].text))
        };
        if chosen.is_empty() { none() } else { chosen.iter().map(line).collect::<Vec<_>>().join("\n") }
    }
}

/// Positions of the headings that enclose position `start`, and of the last ones in `recent`.
fn headings(levels: &[Option<u8>], recent: Range<usize>, start: usize) -> Vec<usize> {
    let mut out: Vec<usize> = recent.rev().filter(|at| levels[*at].is_some()).take(OUTLINE).collect();
    let mut above = u8::MAX;
    for at in (0..start).rev() {
        if let Some(level) = levels[at].filter(|level| *level < above) {
            above = level;
            out.push(at);
        }
        if above <= 1 {
            break;
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn none() -> String {
    "(none)".to_owned()
}

/// A line as shown: `assisted` sees its number and the ends of a long one, `full` the text.
fn shown(line: &SourceLine, formatter: Formatter, names: Names) -> String {
    match (formatter, line.kind) {
        (Formatter::Full, LineKind::Text) => format!("{}\n", line.text),
        (Formatter::Full, _) => String::new(),
        (_, LineKind::Text) => format!("[{}] {}\n", names.of(line.id), cut(&line.text)),
        (_, LineKind::Table) => "(table)\n".to_owned(),
        (_, LineKind::Figure) => "(figure)\n".to_owned(),
        (_, LineKind::Contents) => String::new(),
    }
}

/// Beginning and end of a long text.
fn cut(text: &str) -> String {
    let count = text.chars().count();
    if count <= SHOWN.0 + SHOWN.1 + 3 {
        return text.to_owned();
    }
    let head: String = text.chars().take(SHOWN.0).collect();
    let tail: String = text.chars().skip(count - SHOWN.1).collect();
    format!("{head} … {tail}")
}

/// The last paragraphs that fit into `room` tokens.
fn tail<'t>(text: &'t str, room: u32, count: &dyn Fn(&str) -> u32) -> &'t str {
    let starts = std::iter::once(0).chain(text.match_indices("\n\n").map(|(at, mark)| at + mark.len()));
    let fitting = starts.map(|at| text[at..].trim()).find(|rest| count(rest) <= room);
    fitting.filter(|rest| !rest.is_empty()).unwrap_or("(none)")
}

/// How lines are called: numbers of one length, so that a schema lists them in their order.
#[derive(Debug, Clone, Copy)]
struct Names {
    digits: usize,
}

impl Names {
    fn new(material: &Material) -> Self {
        Self { digits: material.lines.last().map_or(1, |line| line.id.to_string().len()) }
    }

    fn of(self, id: u32) -> String {
        format!("{id:0digits$}", digits = self.digits)
    }
}

/// One member for each line: a model that follows it can name no other.
fn schema(asked: &[u32], names: Names) -> Value {
    let word = json!({"type": "string", "enum": ["body", "h1", "h2", "h3", "h4", "h5", "h6"]});
    let members: serde_json::Map<String, Value> = asked.iter().map(|id| (names.of(*id), word.clone())).collect();
    let names: Vec<String> = asked.iter().map(|id| names.of(*id)).collect();
    json!({"type": "object", "properties": members, "required": names, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::{cut, headings, schema, sheet, tail};
    use crate::types::Formatter;

    #[test]
    fn the_prompts_have_their_parts() {
        for (formatter, places) in [
            (Formatter::Assisted, &["outline", "before", "lines", "asked"][..]),
            (Formatter::Full, &["before", "markdown", "lines"]),
        ] {
            assert!(super::prompt_version(formatter) > 0 && sheet(formatter).part("system").contains("instruction"));
            let form = sheet(formatter).part("window");
            assert!(places.iter().all(|place| form.matches(&format!("{{{place}}}")).count() == 1), "{form}");
        }
    }

    #[test]
    fn the_outline_shown_leads_down_to_the_window() {
        let levels = [Some(1), None, Some(2), Some(2), Some(3), None, Some(1), Some(2), None];
        assert_eq!(headings(&levels, 7..9, 9), [6, 7]);
        assert_eq!(headings(&levels, 4..6, 6), [0, 3, 4]);
        assert!(headings(&levels, 0..0, 0).is_empty());
    }

    #[test]
    fn long_lines_show_their_ends_and_old_paragraphs_go_first() {
        let long = format!("Start{}end.", "x".repeat(400));
        let shown = cut(&long);
        assert!(shown.starts_with("Start") && shown.ends_with("end.") && shown.chars().count() < 160);
        let count = |text: &str| u32::try_from(text.len()).unwrap_or(0);
        assert_eq!(tail("# One\n\ntwo\n\nthree\n\n", 12, &count), "two\n\nthree");
        assert_eq!(tail("# One", 2, &count), "(none)");
    }

    #[test]
    fn the_schema_names_every_line_and_no_other() {
        let schema = schema(&[3, 12], super::Names { digits: 3 });
        assert_eq!(schema["required"], serde_json::json!(["003", "012"]));
        let members = schema["properties"].as_object().into_iter().flatten();
        assert_eq!(members.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["003", "012"]);
    }
}
