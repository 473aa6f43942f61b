//! Features and witnesses → a weighted score per heading candidate, with the evidence kept for explanation.

pub mod document;

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use waymark_core::Evidence;

use super::features::Features;
use super::lines::Flow;
use super::numbering::{Number, NumberKind};

/// A chunk considered as a heading.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Index of the chunk.
    pub chunk: usize,
    /// Its features.
    pub features: Features,
    /// Bookmark that names it.
    pub bookmark: Option<usize>,
    /// Contents entry that names it.
    pub entry: Option<usize>,
    /// Sum of the weights.
    pub score: f32,
    /// What spoke for it.
    pub evidence: Vec<Evidence>,
    /// Its number follows from those before it.
    pub sequence: bool,
    /// Page position.
    pub page: u32,
    /// Level that a language model gave it, 1..=6.
    pub said: Option<u8>,
    /// Nothing but its style tells its level, or not even that: what was said may.
    pub open: bool,
}

/// What the document as a whole tells about how to weigh.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Context {
    /// The bookmarks are there, name printed lines and cover the document.
    pub bookmarks: bool,
    /// A contents list was found and most of its entries too.
    pub contents: bool,
    /// The contents list names nearly every numbered heading: what it leaves out is seldom a section.
    pub exhaustive: bool,
    /// Structure-tree headings are used sparingly, as headings are.
    pub roles: bool,
}

/// A candidate with at least this score is a heading.
pub const THRESHOLD: f32 = 2.6;

static LEXICON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:abstract|introduction|background|overview|preface|foreword|acknowledge?ments?|references|bibliography|conclusions?|summary|discussion|results|methods|materials and methods|related work|future work|index|glossary|appendix|appendices|signatures|risk factors|features|applications|description|ordering information|pin configuration.*|absolute maximum ratings|electrical characteristics|revision history|change ?log|history|license|copyright|installation|synopsis|options|see also|author|authors|bugs|examples?|environment|files|name|usage|einleitung|zusammenfassung|literatur(?:verzeichnis)?|anhang|vorwort|danksagung|introducción|conclusiones|bibliografía|bibliographie|résumé|remerciements|введение|заключение|литература|摘要|引言|前言|绪论|结论|参考文献|致谢|附录|索引|概述|서론|결론|참고 문헌|찾아보기|はじめに|参考文献|まとめ|概要|索引)$",
    )
    .ok()
});

static CONTINUED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)[(（]\s*(?:continued|cont[’'.]?d?\.?|fortsetzung|suite|续|續)\s*[)）]").ok());
static CALL_OUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:notes?|warnings?|cautions?|important|tips?|hints?|attention|danger|remarks?|hinweise?|achtung|warnung|vorsicht|remarque|avertissement|nota|aviso|注意|注|警告|提示|説明)\s*[:：!]?$").ok()
});

/// Whether numbers of a kind go on from those before: 1 → 2, 1.1 → 1.2, 1 → 1.1.
#[must_use]
pub fn sequences(numbers: &[Option<Number>]) -> Vec<bool> {
    let mut seen: HashSet<(NumberKind, Vec<u32>)> = HashSet::new();
    numbers
        .iter()
        .map(|number| {
            let Some(number) = number else { return false };
            let mut before = number.parts.clone();
            let Some(last) = before.pop() else { return false };
            let follows = if last % 100 <= 1 && last < 2 || last == 0 {
                before.is_empty() || seen.contains(&(number.kind, before.clone())) || before.len() == 1
            } else {
                let previous = if number.kind == NumberKind::Item && last > 100 { last / 100 } else { last - 1 };
                let mut sibling = before.clone();
                sibling.push(previous);
                seen.contains(&(number.kind, sibling)) || number.kind == NumberKind::Item
            };
            seen.insert((number.kind, number.parts.clone()));
            follows
        })
        .collect()
}

/// Scores one candidate.
pub fn score(candidate: &mut Candidate, flow: &Flow<'_>, context: Context) {
    let mut sum = 0.0;
    let mut evidence = Vec::new();
    let mut add = |weight: f32, why: Option<Evidence>| {
        sum += weight;
        if let (true, Some(why)) = (weight > 0.25, why)
            && !evidence.contains(&why)
        {
            evidence.push(why);
        }
    };
    let f = &candidate.features;
    if candidate.bookmark.is_some() {
        add(if context.bookmarks { 6.0 } else { 2.0 }, Some(Evidence::Bookmark));
    }
    if candidate.entry.is_some() {
        add(3.2, Some(Evidence::Contents));
    }
    if f.role.is_some() {
        add(if context.roles { 2.4 } else { 0.4 }, Some(Evidence::StructureTree));
    }
    let body = &flow.body.look;
    // A heading in another, bold family may well be smaller than the text.
    let other_face = f.look.bold && f.look.family != body.family && f.ratio > 0.8;
    add(if other_face { size_weight(f.ratio).max(-0.1) } else { size_weight(f.ratio) }, Some(Evidence::FontSize));
    if f.look.bold && !body.bold {
        add(1.4, Some(Evidence::FontWeight));
    }
    if f.look.caps && f.letters > 0.6 {
        add(if f.words <= 10 { 0.7 } else { 0.1 }, Some(Evidence::Caps));
    }
    if f.look.italic && !body.italic {
        add(0.35, None);
    }
    if f.look.color != body.color && f.look.color != 0xfff {
        add(0.5, Some(Evidence::Color));
    }
    if f.look.family != body.family && !f.look.mono {
        add(0.4, Some(Evidence::Color));
    }
    if let Some(number) = &f.number {
        add(number_weight(number, candidate.sequence, f), Some(Evidence::Numbering));
    }
    add(space_weight(f), Some(Evidence::Spacing));
    add(shape_weight(f, flow), Some(Evidence::Isolation));
    if LEXICON.as_ref().is_some_and(|lexicon| lexicon.is_match(bare(f))) {
        add(1.1, Some(Evidence::Lexicon));
    }
    let unlisted = context.exhaustive && candidate.entry.is_none() && candidate.bookmark.is_none();
    if unlisted && f.number.is_none() && f.ratio < 1.12 {
        sum -= 0.6;
    }
    candidate.score = sum;
    candidate.evidence = evidence;
}

/// Title without its number.
fn bare(f: &Features) -> &str {
    let from = f.number.as_ref().map_or(0, |number| number.end);
    f.text.get(from..).unwrap_or("").trim().trim_end_matches([':', '.'])
}

fn size_weight(ratio: f32) -> f32 {
    match ratio {
        r if r >= 1.5 => 2.6,
        r if r >= 1.25 => 2.2,
        r if r >= 1.12 => 1.8,
        r if r >= 1.04 => 0.9,
        r if r < 0.8 => -1.6,
        r if r < 0.94 => -0.8,
        _ => 0.0,
    }
}

fn number_weight(number: &Number, sequence: bool, f: &Features) -> f32 {
    let alone = number.end >= f.text.len();
    let base = match number.kind {
        NumberKind::Part | NumberKind::Chapter | NumberKind::Appendix => 1.5,
        NumberKind::Item => 1.6,
        NumberKind::Section => 1.0,
        NumberKind::Note => 0.8,
        NumberKind::Decimal if number.parts.len() > 1 => 1.2,
        NumberKind::Letter if number.parts.len() > 1 => 1.1,
        NumberKind::Decimal => 0.4,
        NumberKind::Roman => 0.5,
        NumberKind::Letter => 0.1,
        NumberKind::Han => 0.9,
        NumberKind::HanParen => 0.5,
        NumberKind::Paren => 0.0,
    };
    let alone_bad = alone && !matches!(number.kind, NumberKind::Part | NumberKind::Chapter | NumberKind::Appendix);
    let follows = if sequence { 0.5 } else { -0.3 };
    if alone_bad { -2.0 } else { base + follows }
}

fn space_weight(f: &Features) -> f32 {
    let above = match f.above {
        a if a >= 1.35 => 0.6,
        a if a >= 1.12 => 0.3,
        _ => -0.5,
    };
    let below = match f.below {
        b if b >= 1.12 => 0.25,
        b if b < 0.9 => -0.3,
        _ => 0.0,
    };
    above + below
}

fn shape_weight(f: &Features, flow: &Flow<'_>) -> f32 {
    let mut sum = 0.0;
    sum += match f.words {
        0..=12 => 0.4,
        13..=20 => 0.0,
        21..=30 => -0.9,
        _ => -2.0,
    };
    sum -= match f.lines {
        0..=1 => 0.0,
        2 => 0.2,
        3 => 0.8,
        _ => 2.0,
    };
    sum += end_weight(f);
    let title = bare(f);
    if title.chars().next().is_some_and(char::is_lowercase) {
        sum -= if f.number.is_some() { 0.4 } else { 0.9 };
    }
    if f.look.mono && !flow.body.look.mono {
        sum -= 2.0;
    }
    if f.gaps > 0 {
        sum -= 1.3;
    }
    if f.letters < 0.5 {
        sum -= 1.4;
    }
    if title.chars().filter(|c| c.is_alphabetic()).count() < 2
        && !matches!(f.number.as_ref().map(|n| n.kind), Some(NumberKind::Part | NumberKind::Chapter | NumberKind::Appendix))
    {
        sum -= 2.0;
    }
    if f.caption {
        sum -= 4.0;
    }
    if f.bullet {
        sum -= 2.0;
    }
    if CALL_OUT.as_ref().is_some_and(|call_out| call_out.is_match(title)) && f.number.is_none() {
        sum -= 4.5;
    }
    if CONTINUED.as_ref().is_some_and(|continued| continued.is_match(&f.text)) {
        sum -= 2.5;
    }
    if f.text.starts_with(['(', '（']) && f.text.ends_with([')', '）']) {
        sum -= 1.2;
    }
    if f.partly_bold {
        sum -= 0.5;
    }
    sum
}

fn end_weight(f: &Features) -> f32 {
    let text = f.text.trim_end();
    match text.chars().next_back() {
        Some('.') => {
            let number_only = f.number.as_ref().is_some_and(|number| number.end >= text.len());
            if number_only || text.ends_with("...") { -0.2 } else { -1.1 }
        }
        Some(',' | ';' | '，' | '；' | '、') => -1.8,
        Some('-' | '\u{2010}') => -1.0,
        Some('。') => -1.5,
        Some(':' | '：') => -0.7,
        _ => 0.0,
    }
}
