//! A printed contents list → its entries (title, number, page), its lines marked so that they never become sections.

mod strays;

use std::sync::LazyLock;

use regex::Regex;

use super::lines::{Flow, Mark, compact};
use super::numbering::{self, NumberKind};
use super::witness::Witness;

/// An entry of a contents list.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Title with its number.
    pub title: String,
    /// Printed page, when it is an Arabic number.
    pub printed: Option<u32>,
    /// Page position by link.
    pub target: Option<u32>,
    /// Left edge; in a second or third column as if it stood in the first.
    pub x: f32,
    /// Position of its line in the flow.
    pub line: usize,
    /// Bold or larger than the others.
    pub strong: bool,
}

static TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:\d+\s+)?(?:(?:brief |detailed |short |overall )?(?:table of )?contents|index of contents|inhalt|inhaltsverzeichnis|inhaltsübersicht|table des mati[eè]res|sommaire|[ií]ndice(?: general| de contenido)?|tabla de contenidos?|contenido|sum[aá]rio|conteúdo|indice|inhoud(?:sopgave)?|содержание|оглавление|зміст|spis treści|obsah|目\s*录|目\s*錄|目\s*次|차\s*례|목\s*차|المحتويات|תוכן עניינים)\s*(?:\(continued\)|continued)?[.:]?$",
    )
    .ok()
});
static OTHER_LIST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:list of (?:figures|tables|listings|examples|algorithms)|figures|tables|abbildungsverzeichnis|tabellenverzeichnis|(?:liste|table) des (?:figures|tableaux)|插图目录|表格目录|图目录|表目录|그림 차례|표 차례)$").ok()
});
static LEADER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<title>.*?)\s*(?:(?:[.·․‥…_]\s*){3,}|[…‥]+)\s*(?P<page>\d{1,4}|[ivxlc]{1,7}|[A-Z]{1,2}[-.]\d{1,3}|[0-9]{1,2}[-–][0-9]{1,3})?\s*$").ok()
});
static NUMBER_END: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<title>.*\S)\s+(?P<page>\d{1,4}|[ivxlc]{1,7}|[A-Z]{1,2}-\d{1,3})$").ok());

/// Whether the text is the title of a contents list.
#[must_use]
pub fn is_title(text: &str) -> bool {
    text.len() < 60 && TITLE.as_ref().is_some_and(|title| title.is_match(text.trim()))
}

struct Parsed {
    title: String,
    page: String,
    leader: bool,
    link: Option<u32>,
}

/// Marks all contents lines in `flow` and returns the entries of the lists of sections.
pub fn find(flow: &mut Flow<'_>) -> Vec<Entry> {
    let lines: Vec<usize> = (0..flow.len()).filter(|&at| flow.marks[at] == Mark::Text && !flow.line(at).aside).collect();
    let parsed: Vec<Option<Parsed>> = lines.iter().map(|&at| parse(flow, at)).collect();
    let mut entries = Vec::new();
    let mut at = 0;
    unpaged(flow, &lines, &mut entries);
    while at < lines.len() {
        if flow.marks[lines[at]] == Mark::Contents {
            at += 1;
            continue;
        }
        let Some(titled) = starts(flow, &lines, &parsed, at) else {
            at += 1;
            continue;
        };
        let end = zone_end(flow, &lines, &parsed, at, titled);
        let late = flow.order[lines[at]].page as usize * 2 > flow.pages.len();
        if is_index(&parsed[at..end]) || late && !titled && !is_numbered(&parsed[at..end]) {
            at = end.max(at + 1);
            continue;
        }
        let other = OTHER_LIST.as_ref().is_some_and(|other| other.is_match(flow.line(lines[at]).text.trim()));
        for &line in &lines[at..end] {
            flow.marks[line] = Mark::Contents;
        }
        if !other {
            collect(flow, &lines[at..end], &parsed[at..end], &mut entries);
        }
        at = end.max(at + 1);
    }
    strays::leftovers(flow, &lines, &mut entries);
    strays::bridge(flow, &lines, &parsed);
    entries
}

/// A list without page numbers: five or more numbered lines in a row, nearly all of which are printed again further on.
fn unpaged(flow: &mut Flow<'_>, lines: &[usize], entries: &mut Vec<Entry>) {
    let numbered: Vec<bool> = lines
        .iter()
        .map(|&at| {
            let line = flow.line(at);
            let text = &line.text;
            let letters = text.chars().filter(|c| c.is_alphabetic()).count();
            let prose = letters * 10 >= text.chars().filter(|c| !c.is_whitespace()).count() * 6
                && line.words.iter().filter(|word| word.gap).count() <= 1;
            prose
                && text.len() < 160
                && numbering::parse(text).is_some_and(|number| number.end < text.len() && number.kind != NumberKind::Paren)
        })
        .collect();
    let mut last: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for (index, &at) in lines.iter().enumerate().filter(|(index, _)| numbered[*index]) {
        last.insert(compact(&flow.line(at).text), index);
    }
    let mut at = 0;
    while at < lines.len() {
        let mut end = at;
        let (mut again, mut hits) = (0, Vec::new());
        let mut miss = 0;
        while end < lines.len() && miss < 3 {
            if numbered[end] {
                miss = 0;
                hits.push(end);
                again += usize::from(last.get(&compact(&flow.line(lines[end]).text)).is_some_and(|later| *later > end));
            } else {
                miss += 1;
            }
            end += 1;
        }
        if let (true, Some(&stop)) = (hits.len() >= 5 && again * 10 >= hits.len() * 8, hits.last()) {
            for &index in &hits {
                let line = flow.line(lines[index]);
                entries.push(Entry {
                    title: line.text.clone(),
                    printed: None,
                    target: link(flow, lines[index]),
                    x: line.rect.x0,
                    line: lines[index],
                    strong: false,
                });
            }
            for &line in &lines[at..=stop] {
                flow.marks[line] = Mark::Contents;
            }
        }
        at = end.max(at + 1);
    }
}

/// Whether a list starts here: `Some(true)` with a title line, `Some(false)` with entries right away.
fn starts(flow: &Flow<'_>, lines: &[usize], parsed: &[Option<Parsed>], at: usize) -> Option<bool> {
    let ahead = || parsed[at + 1..(at + 12).min(parsed.len())].iter().flatten();
    let text = flow.line(lines[at]).text.trim();
    if !rising(&parsed[at..(at + 14).min(parsed.len())]) {
        return None;
    }
    if parsed[at].is_none() && (is_title(text) || OTHER_LIST.as_ref().is_some_and(|other| other.is_match(text))) {
        let enough = ahead().filter(|entry| !entry.page.is_empty() || entry.link.is_some()).count() >= 3;
        return enough.then_some(true);
    }
    if untitled(flow, lines, parsed, at) {
        return Some(false);
    }
    let leads = parsed[at].as_ref().is_some_and(|entry| entry.leader && !entry.page.is_empty());
    (leads && ahead().filter(|entry| entry.leader && !entry.page.is_empty()).count() >= 5).then_some(false)
}

/// Whether the page numbers ahead mostly rise; those of an index do not.
fn rising(ahead: &[Option<Parsed>]) -> bool {
    let pages: Vec<u32> = ahead.iter().flatten().filter_map(|entry| entry.page.parse().ok()).collect();
    let good = pages.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    pages.len() < 4 || good * 10 >= (pages.len() - 1) * 7
}

/// A list without leaders whose title is not there (a running header says it on every page): one of the first pages is full of
/// numbered lines that end in rising page numbers.
fn untitled(flow: &Flow<'_>, lines: &[usize], parsed: &[Option<Parsed>], at: usize) -> bool {
    let page = flow.order[lines[at]].page;
    let opens =
        parsed[at].as_ref().is_some_and(|entry| !entry.page.is_empty()) || numbering::parse(&flow.line(lines[at]).text).is_some();
    if page as usize > flow.pages.len() / 8 + 4 || !opens {
        return false;
    }
    let mut last = 0;
    let (mut rising, mut falling, mut numbered) = (0, 0, 0);
    for (&line, entry) in lines[at..].iter().zip(&parsed[at..]).take(26) {
        if flow.order[line].page != page {
            break;
        }
        let Some(number) = entry.as_ref().and_then(|entry| entry.page.parse::<u32>().ok()) else { continue };
        if number >= last && (number as usize) <= flow.pages.len() + 20 {
            rising += 1;
            numbered += usize::from(numbering::parse(&flow.line(line).text).is_some());
            last = number;
        } else {
            falling += 1;
        }
    }
    rising >= 8 && numbered >= 6 && falling * 5 < rising
}

/// One past the last line of the list that starts at `at`.
fn zone_end(flow: &Flow<'_>, lines: &[usize], parsed: &[Option<Parsed>], at: usize, titled: bool) -> usize {
    let mut last = at;
    let mut highest = 0;
    let leaders = parsed[at..(at + 40).min(parsed.len())].iter().flatten().filter(|entry| entry.leader).count();
    let links = parsed[at..(at + 40).min(parsed.len())].iter().flatten().filter(|entry| entry.link.is_some()).count();
    let mut next = at + usize::from(titled);
    while next < lines.len() && next - last <= 4 {
        let text = flow.line(lines[next]).text.trim();
        if next > at && OTHER_LIST.as_ref().is_some_and(|other| other.is_match(text)) {
            break;
        }
        if let Some(entry) = &parsed[next] {
            let page: Option<u32> = entry.page.parse().ok();
            let ordered = page.is_none_or(|page| page + 2 >= highest && page < highest.max(8) * 4 + 200);
            let kind = entry.leader || leaders < 3;
            let linked = entry.link.is_some() || links < 3 || entry.leader;
            if kind && linked && ordered && (!entry.page.is_empty() || entry.link.is_some()) {
                highest = page.unwrap_or(highest).max(highest);
                last = next;
            }
        } else if is_title(text) {
            last = next;
        }
        next += 1;
    }
    last + 1
}

/// Reads a line as an entry: leaders or a wide gap before a page number, or a link to a page.
fn parse(flow: &Flow<'_>, at: usize) -> Option<Parsed> {
    let line = flow.line(at);
    let text = line.text.trim();
    if text.len() > 260 || !text.chars().any(char::is_alphabetic) {
        return None;
    }
    let link = link(flow, at);
    if has_leader(text)
        && let Some(found) = LEADER.as_ref()?.captures(text)
    {
        let title = found.name("title")?.as_str().trim();
        if compact(title).is_empty() {
            return None;
        }
        let page = found.name("page").map_or("", |page| page.as_str());
        return Some(Parsed { title: title.into(), page: page.into(), leader: true, link });
    }
    let gap = line.words.last().is_some_and(|word| word.gap) && line.words.len() > 1;
    if (gap || link.is_some())
        && let Some(found) = NUMBER_END.as_ref()?.captures(text)
    {
        let title = found.name("title")?.as_str().trim();
        if compact(title).len() >= 2 {
            return Some(Parsed { title: title.into(), page: found.name("page")?.as_str().into(), leader: false, link });
        }
    }
    link.map(|target| Parsed { title: text.into(), page: String::new(), leader: false, link: Some(target) })
}

/// Whether a text has the dots of a leader anywhere; asked first, since the pattern looks at every ending of the title.
fn has_leader(text: &str) -> bool {
    let dots = text.chars().filter(|c| matches!(c, '.' | '·' | '․' | '‥' | '…' | '_'));
    dots.take(3).map(|c| if matches!(c, '…' | '‥') { 3 } else { 1 }).sum::<usize>() >= 3
}

/// The target of a link that covers most of the line.
fn link(flow: &Flow<'_>, at: usize) -> Option<u32> {
    let (page, line) = (flow.page(at), flow.line(at));
    if line.turn != 0 {
        return None;
    }
    let middle = line.base + 0.3 * line.size;
    page.links
        .iter()
        .find(|(rect, _)| {
            let shared = rect.x1.min(line.rect.x1) - rect.x0.max(line.rect.x0);
            rect.y0 < middle && rect.y1 > middle && shared > 0.4 * line.rect.width()
        })
        .map(|(_, target)| *target)
}

/// Whether most entries of a list begin with a number.
fn is_numbered(list: &[Option<Parsed>]) -> bool {
    let numbered = list.iter().flatten().filter(|entry| numbering::parse(&entry.title).is_some()).count();
    numbered * 2 >= list.iter().flatten().count()
}

/// Whether a list is an index of terms: without numbers, from A to Z.
fn is_index(list: &[Option<Parsed>]) -> bool {
    let entries: Vec<String> = list
        .iter()
        .flatten()
        .filter(|entry| !entry.page.is_empty() || entry.link.is_some())
        .map(|entry| entry.title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(3).collect())
        .collect();
    let numbered = list.iter().flatten().filter(|entry| numbering::parse(&entry.title).is_some()).count();
    let ordered = entries.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    let least = if entries.len() >= 12 { 17 } else { 20 };
    entries.len() >= 5 && numbered * 10 < entries.len() && ordered * 20 >= (entries.len() - 1) * least
}

/// Entries of one list; a line without a page number begins an entry that the next line ends.
fn collect(flow: &Flow<'_>, lines: &[usize], parsed: &[Option<Parsed>], entries: &mut Vec<Entry>) {
    let mut pending: Option<(String, f32)> = None;
    for (index, (&at, entry)) in lines.iter().zip(parsed).enumerate() {
        let line = flow.line(at);
        let left = line.rect.x0 - column_shift(flow, lines, at);
        let strong = line.bold > 0.5 || line.size > 1.1 * flow.body.size;
        // A linked line without a page number whose next line has the same target is the first half of an entry.
        let half = |entry: &Parsed| {
            entry.page.is_empty()
                && parsed.get(index + 1).and_then(Option::as_ref).is_some_and(|next| {
                    !next.page.is_empty() && next.link == entry.link && numbering::parse(&next.title).is_none()
                })
        };
        match entry {
            Some(entry) if (!entry.page.is_empty() || entry.link.is_some()) && !half(entry) => {
                let numbered = numbering::parse(&entry.title).is_some();
                let (title, x) = match pending.take() {
                    Some((head, x)) if !numbered => (format!("{head} {}", entry.title), x),
                    _ => (entry.title.clone(), left),
                };
                entries.push(Entry { title, printed: entry.page.parse().ok(), target: entry.link, x, line: at, strong });
            }
            _ => {
                let text = line.text.trim().trim_end_matches(['.', ' ']).to_owned();
                let fresh = is_title(&text) || text.len() < 3;
                pending = (!fresh).then(|| match pending.take() {
                    Some((head, x)) if numbering::parse(&text).is_none() => (format!("{head} {text}"), x),
                    _ => (text, left),
                });
            }
        }
    }
}

/// How far right of the first column of its page the column of line `at` begins.
fn column_shift(flow: &Flow<'_>, lines: &[usize], at: usize) -> f32 {
    let (page, region) = (flow.order[at].page, flow.line(at).region);
    let left = |same: &dyn Fn(usize) -> bool| {
        lines
            .iter()
            .filter(|&&other| flow.order[other].page == page && same(other))
            .map(|&other| flow.line(other).rect.x0)
            .fold(f32::INFINITY, f32::min)
    };
    let shift = left(&|other| flow.line(other).region == region) - left(&|_| true);
    if shift > 0.2 * flow.pages[page as usize].width { shift } else { 0.0 }
}

/// Entries as witnesses, with levels from numbers where they have them and from indents otherwise.
#[must_use]
pub fn witnesses(entries: &[Entry]) -> Vec<Witness> {
    let mut stops: Vec<f32> = entries.iter().map(|entry| entry.x).collect();
    stops.sort_by(f32::total_cmp);
    stops.dedup_by(|b, a| (*b - *a).abs() < 4.0);
    entries
        .iter()
        .map(|entry| {
            let level = stops.iter().rposition(|&stop| entry.x >= stop - 0.5).unwrap_or(0);
            Witness {
                title: entry.title.clone(),
                level: u8::try_from(level + 1).unwrap_or(6).min(6),
                page: entry.target,
                printed: entry.printed,
            }
        })
        .collect()
}
