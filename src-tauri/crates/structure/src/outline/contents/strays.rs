//! Lines that belong to a contents list but were not taken for entries at first sight.

use std::collections::HashMap;

use super::{Entry, NUMBER_END, Parsed, link};
use crate::outline::lines::{Flow, Mark, compact};
use crate::outline::numbering::{self, NumberKind};

/// Entries that the lists left over (the last one under a footnote, say): their lines end in a page number, and what stands
/// before it is printed again further on.
pub fn leftovers(flow: &mut Flow<'_>, lines: &[usize], entries: &mut Vec<Entry>) {
    let (Some(first), Some(last)) = (entries.iter().map(|entry| entry.line).min(), entries.iter().map(|entry| entry.line).max())
    else {
        return;
    };
    let end = lines.partition_point(|&line| line <= last);
    let begin = lines.partition_point(|&line| line < first);
    let reach = (end + 10).min(lines.len());
    let later: HashMap<String, usize> = lines.iter().map(|&at| (compact(&flow.line(at).text), at)).collect();
    for &at in &lines[begin..reach] {
        let line = flow.line(at);
        let Some(found) = NUMBER_END.as_ref().and_then(|end| end.captures(line.text.trim())) else { continue };
        let (title, page) = (&found["title"], &found["page"]);
        let key = compact(title);
        if flow.marks[at] != Mark::Text || key.len() < 3 || later.get(&key).is_none_or(|&other| other <= at) {
            continue;
        }
        entries.push(Entry {
            title: title.to_owned(),
            printed: page.parse().ok(),
            target: link(flow, at),
            x: line.rect.x0,
            line: at,
            strong: false,
        });
        flow.marks[at] = Mark::Contents;
    }
    entries.sort_by_key(|entry| entry.line);
}

/// Marks the few lines inside a list that were not taken for entries (`Part IV` between two of its halves).
pub fn bridge(flow: &mut Flow<'_>, lines: &[usize], parsed: &[Option<Parsed>]) {
    const MOST: usize = 3;
    let mut last: Option<usize> = None;
    for at in 0..lines.len() {
        if flow.marks[lines[at]] != Mark::Contents {
            continue;
        }
        if let Some(before) = last.filter(|before| at - before > 1 && at - before <= MOST + 1) {
            let page = flow.order[lines[at]].page;
            let belongs = |index: usize| {
                let label = || numbering::parse(&flow.line(lines[index]).text).is_some_and(|n| n.kind == NumberKind::Part);
                flow.order[lines[index]].page == page
                    && (parsed[index].as_ref().is_some_and(|entry| !entry.page.is_empty()) || label())
            };
            if flow.order[lines[before]].page == page && (before + 1..at).all(belongs) {
                for &line in &lines[before + 1..at] {
                    flow.marks[line] = Mark::Contents;
                }
            }
        }
        last = Some(at);
    }
}
