//! A question → what kind of answer is wanted: a passage, an overview, a place, a count, a summary.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::pattern::pattern;

/// What a numbered place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    /// `section 7.3`, `chapter 4`, `item 1A`, `第三章`.
    Section,
    /// `page 12`.
    Page,
    /// `figure 5`.
    Figure,
    /// `table 2`.
    Table,
    /// `note 5` of financial statements.
    Note,
}

/// A numbered place that a question points at.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Kind.
    pub kind: PlaceKind,
    /// Number as written, lower case (`7.3`, `1a`, `iv`).
    pub number: String,
}

impl Place {
    /// Whether a page that counts as `page` (from 1) is asked for, alone or inside a range (`3-4`).
    #[must_use]
    pub fn holds_page(&self, page: u32) -> bool {
        let (first, last) = self.number.split_once('-').unwrap_or((&self.number, &self.number));
        let inside = |first: u32, last: u32| (first..=last).contains(&page);
        self.kind == PlaceKind::Page && matches!((first.parse(), last.parse()), (Ok(first), Ok(last)) if inside(first, last))
    }
}

/// What kind of answer is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "intent")]
pub enum Intent {
    /// A passage that holds the answer.
    #[default]
    Lookup,
    /// What a document or the library is about: outline, abstract and first pages serve better than similarity.
    Overview,
    /// A summary in document order, of one place or of everything in scope.
    Summary {
        /// Chapter or section, where named.
        place: Option<Place>,
    },
    /// A count over the whole library or document, which excerpts cannot settle.
    Count,
    /// A numbered place.
    At {
        /// Which.
        place: Place,
    },
}

static OVERVIEW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\bwhat(?:'s| is| are| does)\s+(?:(?:this|these|the|my|all)\s+)?(?:(?:pdf|document|file|paper|report|book|librar(?:y)|text|collection)s?\s*)?",
        r"(?:it\s+|this\s+|these\s+)?(?:all\s+)?(?:about|cover(?:s|ing)?|deal(?:s)?\s+with)\s*\??\s*$|",
        r"\b(?:explain|describe|introduce)\s+(?:this|these|the)\s+(?:pdf|document|file|paper|report|book|text)s?\b|",
        r"\bwhat(?:'s| is| are)\s[^?]{3,60}\sabout\s*\?\s*$|\bworum\s+geht\s+es\b|\bde\s+quoi\s+(?:parle|traite|s'agit)|\bde\s+qué\s+trata|",
        r"\b(?:overview|gist|main\s+(?:topic|point|idea)s?|tl;?dr)\b|讲了?什么|讲的是什么|说了?什么[？?]?$|介绍了?什么|主要内容|关于什么"
    ))
});
static SUMMARY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bsummari[sz]e\b|\bsummary\s+of\b|总结|概括|摘要一下"));
static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bhow\s+many\s+(?:rows?|records?|entries|events?|times|documents?|files?|pages?|tables?|figures?|items?|mentions?|lines?)\b|\bcount\s+(?:of\s+|the\s+|all\s+)",
    )
});
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(sections?|chapters?|clauses?|paragraphs?|appendix|annexe?|item|part|pages?|p\.|figures?|figs?\.?|abb(?:ildung|\.)|tables?|tab\.|",
        r"tabelle|tableau|tabla|abschnitts?|kapitels?|ziffer|anhang|seite|chapitre|capítulo|sección|página|anexo|figura)",
        r"\s+((?:\d+|[a-z])(?:[.\-–]?\d+)*[a-z]?|[ivxlc]+)\b|",
        r"\b(fig(?:ure)?s?\.?|abb\.|tables?|tab\.)(\d+(?:[.\-–]\d+)*[a-z]?)\b"
    ))
});
static NOTE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:foot)?notes?\s+(?:no\.?\s*)?(\d{1,2}[a-z]?)\b"));
static PLACE_CHINESE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"第\s*([0-9一二三四五六七八九十百]+)\s*(章|节|页|条)|([图圖表])\s*(\d+(?:[.\-–]\d+)*)|(\d+(?:\.\d+)+)\s*(?:节|條|条|章)",
    )
});

/// Reads the intent of a normalised question.
#[must_use]
pub fn intent(question: &str) -> Intent {
    let place = place(question);
    if SUMMARY.is_match(question) {
        return Intent::Summary { place };
    }
    if OVERVIEW.is_match(question) {
        return Intent::Overview;
    }
    if COUNT.is_match(question) {
        return Intent::Count;
    }
    place.map_or(Intent::Lookup, |place| Intent::At { place })
}

/// The first numbered place that a question points at.
#[must_use]
pub fn place(question: &str) -> Option<Place> {
    let question = &question.replace('§', "section ");
    for captures in PLACE.captures_iter(question) {
        let (Some(kind), Some(written)) = (captures.get(1).or(captures.get(3)), captures.get(2).or(captures.get(4))) else {
            continue;
        };
        let (kind, number) = (kind.as_str().to_lowercase(), written.as_str().to_lowercase().replace('–', "-"));
        let alphabetic = number.chars().all(char::is_alphabetic);
        let written_as_mark = written.as_str().chars().all(char::is_uppercase);
        if alphabetic && (!written_as_mark || kind.starts_with("part") && number.len() > 3) {
            continue;
        }
        let kind = match kind.as_str() {
            "p." | "seite" | "página" => PlaceKind::Page,
            k if k.starts_with("page") => PlaceKind::Page,
            k if k.starts_with("fig") || k == "abb." || k == "abbildung" => PlaceKind::Figure,
            k if k.starts_with("tab") => PlaceKind::Table,
            _ => PlaceKind::Section,
        };
        return Some(Place { kind, number });
    }
    if let Some(number) = NOTE.captures(question).and_then(|captures| captures.get(1)) {
        return Some(Place { kind: PlaceKind::Note, number: number.as_str().to_lowercase() });
    }
    let captures = PLACE_CHINESE.captures(question)?;
    let text = |i: usize| captures.get(i).map(|m| m.as_str().to_string());
    if let (Some(number), Some(kind)) = (text(1), text(2)) {
        let kind = if kind == "页" { PlaceKind::Page } else { PlaceKind::Section };
        return Some(Place { kind, number });
    }
    if let Some(number) = text(5) {
        return Some(Place { kind: PlaceKind::Section, number });
    }
    let kind = if text(3)? == "表" { PlaceKind::Table } else { PlaceKind::Figure };
    Some(Place { kind, number: text(4)?.replace('–', "-") })
}

#[cfg(test)]
mod tests {
    use super::{Intent, Place, PlaceKind, intent, place};

    #[test]
    fn t011_t026_generic_questions_want_an_overview() {
        for text in [
            "What is this about?",
            "what is this document about",
            "Explain this file",
            "Give me an overview",
            "这篇文章讲了什么？",
            "这份指南讲什么？",
            "What are these documents about?",
        ] {
            assert_eq!(intent(text), Intent::Overview, "{text}");
        }
        assert_eq!(intent("What is the risk about interest rates at 3M?"), Intent::Lookup);
        assert_eq!(intent("What is the XACE spec about?"), Intent::Overview);
        assert_eq!(intent("Worum geht es in der AX412?"), Intent::Overview);
    }

    #[test]
    fn t037_summaries_keep_their_place() {
        let chapter = Place { kind: PlaceKind::Section, number: "3".into() };
        assert_eq!(intent("Summarise chapter 3"), Intent::Summary { place: Some(chapter) });
        assert_eq!(intent("Summarize the risk factors"), Intent::Summary { place: None });
    }

    #[test]
    fn t004_t027_counts_are_told_apart() {
        assert_eq!(intent("How many rows are in the list?"), Intent::Count);
        assert_eq!(intent("How many records mention pumps"), Intent::Count);
        assert_eq!(intent("How many employees has 3M?"), Intent::Lookup);
    }

    #[test]
    fn a_range_holds_its_pages() {
        let holds = |question: &str, page: u32| place(question).is_some_and(|place| place.holds_page(page));
        assert_eq!([2, 3, 5, 6].map(|page| holds("pages 3-5 of the manual", page)), [false, true, true, false]);
        assert!(holds("page 12", 12) && !holds("section 3-5", 4));
    }

    #[test]
    fn places_are_read() {
        let at = |text: &str| place(text).map(|p| (p.kind, p.number));
        assert_eq!(at("what does section 7.3 say"), Some((PlaceKind::Section, "7.3".into())));
        assert_eq!(at("see Item 1A"), Some((PlaceKind::Section, "1a".into())));
        assert_eq!(at("on page 12"), Some((PlaceKind::Page, "12".into())));
        assert_eq!(at("pages 3-4 of it"), Some((PlaceKind::Page, "3-4".into())));
        assert_eq!(at("explain Figure 5-2"), Some((PlaceKind::Figure, "5-2".into())));
        assert_eq!(at("Show me Fig. 5"), Some((PlaceKind::Figure, "5".into())));
        assert_eq!(at("what is in Fig.5–2?"), Some((PlaceKind::Figure, "5-2".into())));
        assert_eq!(at("what is in Note 5 of the 10-K?"), Some((PlaceKind::Note, "5".into())));
        assert_eq!(at("note the 5 parts"), None);
        assert_eq!(at("Table A-1"), Some((PlaceKind::Table, "a-1".into())));
        assert_eq!(at("see Abb. 3"), Some((PlaceKind::Figure, "3".into())));
        assert_eq!(at("图5是什么"), Some((PlaceKind::Figure, "5".into())));
        assert_eq!(at("a figured bass table"), None);
        assert_eq!(at("Seite 2 der AX412"), Some((PlaceKind::Page, "2".into())));
        assert_eq!(at("Abschnitt 6.3 AX420"), Some((PlaceKind::Section, "6.3".into())));
        assert_eq!(at("chapitre 3 du rapport 2022"), Some((PlaceKind::Section, "3".into())));
        assert_eq!(at("§ 5.2 QX-200"), Some((PlaceKind::Section, "5.2".into())));
        assert_eq!(at("annex A of the notes"), Some((PlaceKind::Section, "a".into())));
        assert_eq!(at("QX-200 第5.2节"), Some((PlaceKind::Section, "5.2".into())));
        assert_eq!(at("qx-100的5.1节"), Some((PlaceKind::Section, "5.1".into())));
        assert_eq!(at("第三章"), Some((PlaceKind::Section, "三".into())));
        assert_eq!(at("表 2"), Some((PlaceKind::Table, "2".into())));
        assert_eq!(at("the section is about tables a lot"), None);
        assert_eq!(at("part of the item in a table"), None);
    }
}
