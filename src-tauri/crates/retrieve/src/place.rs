//! A numbered place that the question points at (`Figure 5`, `表 2`, section 7.3) → the passages that stand there.

use waymark_core::{SegmentId, SegmentKind};

use crate::fuse::{Scored, SegmentMeta};
use crate::query::{Place, PlaceKind, QueryPlan};
use crate::rank::promote;

/// Passages put first at most.
const MOST: usize = 5;
/// A first line of fewer characters may be a title.
const TITLE: usize = 120;

const FIGURE: &[&str] =
    &["figure", "fig", "图", "圖", "그림", "abbildung", "abb", "figura", "рисунок", "рис", "scheme", "chart", "plate", "photo"];
const TABLE: &[&str] = &["table", "tab", "表", "표", "tabelle", "tableau", "tabla", "таблица"];
const NOTE: &[&str] = &["note", "footnote", "附注", "附註"];
/// What is numbered in Roman digits here and in Arabic ones there.
const CHAPTER: &[&str] = &["chapter", "part", "kapitel", "chapitre", "capítulo"];
const SECTION: &[&str] = &[
    "section",
    "chapter",
    "item",
    "part",
    "appendix",
    "annex",
    "abschnitt",
    "kapitel",
    "anhang",
    "chapitre",
    "annexe",
    "capítulo",
    "sección",
    "anexo",
    "§",
    "",
];

/// What kind of passage holds a figure or table; `None` for places that are no passage of their own.
#[must_use]
pub fn kind(place: &Place) -> Option<SegmentKind> {
    match place.kind {
        PlaceKind::Figure => Some(SegmentKind::Figure),
        PlaceKind::Table => Some(SegmentKind::Table),
        PlaceKind::Section | PlaceKind::Page | PlaceKind::Note => None,
    }
}

/// Whether a passage stands at the place: on the page, in the section, or under the caption with this number.
#[must_use]
pub fn stands_at(place: &Place, meta: &SegmentMeta) -> bool {
    let number = place.number.as_str();
    match place.kind {
        PlaceKind::Page => place.holds_page(meta.page + 1),
        PlaceKind::Section => {
            let other = other_digits(number);
            // A title of `4` alone is numbered, one of `v` may be a word.
            let kinds = if number.starts_with(|c: char| c.is_ascii_digit()) { CHAPTER } else { SECTION };
            let otherwise = |title: &str| other.as_ref().is_some_and(|other| heads(title, kinds, other));
            meta.path.iter().skip(1).any(|title| heads(title, SECTION, number) || otherwise(title))
        }
        PlaceKind::Note => {
            let first = meta.text.lines().take(1).find(|line| line.chars().count() < TITLE);
            meta.path.iter().skip(1).map(String::as_str).chain(first).any(|title| heads(title, NOTE, number))
        }
        PlaceKind::Figure => meta.text.lines().any(|line| heads(line, FIGURE, number)),
        PlaceKind::Table => meta.text.lines().any(|line| heads(line, TABLE, number)),
    }
}

/// Puts the figure or table that the question names by its number before everything else; passages that only print its caption
/// where there is none. When the question singles out documents, only theirs. A ranking that holds none stays as it is.
#[must_use]
pub fn first(plan: &QueryPlan, ranked: Vec<Scored>) -> Vec<Scored> {
    let Some((place, wanted)) = plan.place().and_then(|place| Some((place, kind(place)?))) else { return ranked };
    let focus = plan.focus(usize::MAX);
    let there = |s: &Scored| (focus.is_empty() || focus.contains(&s.meta.document)) && stands_at(place, &s.meta);
    let itself = ranked.iter().any(|s| s.meta.kind == wanted && there(s));
    let chosen = ranked.iter().filter(|s| (s.meta.kind == wanted || !itself) && there(s)).take(MOST);
    let chosen: Vec<SegmentId> = chosen.map(|s| s.segment).collect();
    promote(ranked, &chosen, &format!("put first: the question names {:?} {}", place.kind, place.number).to_lowercase())
}

/// A chapter's number in the other digits: `iv` is 4, 4 is `iv`. Only numbers that chapters have.
fn other_digits(number: &str) -> Option<String> {
    const ROMAN: [&str; 20] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii",
        "xix", "xx",
    ];
    match number.parse::<usize>() {
        Ok(number) => Some(ROMAN.get(number.checked_sub(1)?)?.to_string()),
        Err(_) => ROMAN.iter().position(|roman| *roman == number).map(|at| (at + 1).to_string()),
    }
}

/// Whether a text begins with a word of `kinds` (or nothing) and then the number.
fn heads(text: &str, kinds: &[&str], number: &str) -> bool {
    let start: String = text.chars().take(40).collect::<String>().to_lowercase().replace('–', "-");
    let start = start.trim_start();
    let bare = number.starts_with(|c: char| !c.is_ascii_alphabetic()) || is_marked(text, number);
    kinds.iter().filter(|kind| bare || !kind.is_empty()).any(|kind| {
        start.strip_prefix(kind).is_some_and(|rest| {
            let rest = rest.trim_start_matches(['.', ' ', '\u{a0}', '第']);
            rest.strip_prefix(number).is_some_and(ends)
        })
    })
}

/// Whether a title that begins with letters for its number goes on as one does: `A Installation` and `A. installing`, but not
/// `A driver for …`.
fn is_marked(title: &str, number: &str) -> bool {
    let mut rest = title.trim_start().chars().skip(number.chars().count());
    match rest.next() {
        Some('.' | ':' | ')' | '-' | '–') | None => true,
        Some(c) if c.is_whitespace() => rest.find(|c| !c.is_whitespace()).is_none_or(|c| !c.is_lowercase()),
        Some(_) => false,
    }
}

/// Whether a number is over before `rest`: `7.3` is not the start of `7.3.1`, `7.30` or `7.3-1`.
fn ends(rest: &str) -> bool {
    let mut next = rest.chars();
    match next.next() {
        Some('.' | '-') => next.next().is_none_or(|c| !c.is_ascii_digit()),
        Some(c) => !c.is_ascii_alphanumeric(),
        None => true,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use waymark_core::{DocumentFacts, DocumentId, Explanation, ScoreParts, SegmentId, SegmentKind};

    use super::{first, heads, stands_at};
    use crate::fuse::{Scored, tests::meta};
    use crate::query::{DocumentTerms, LibraryTerms, analyze, place};

    #[test]
    fn a_number_is_read_whole() {
        assert!(heads("Figure 5. Pinout", super::FIGURE, "5") && heads("图 5 引脚", super::FIGURE, "5"));
        assert!(heads("图5引脚", super::FIGURE, "5") && heads("FIG. 5–2", super::FIGURE, "5-2"));
        assert!(heads("Figure 5-a view", super::FIGURE, "5-a"));
        for other in ["Figure 51", "Figure 5.1 x", "Figure 5-2: y", "Figure 15", "the Figure 5"] {
            assert!(!heads(other, super::FIGURE, "5"), "{other}");
        }
        for title in ["A Installation", "A. installing it", "Appendix A", "Anhang A Maße", "a"] {
            assert!(heads(title, super::SECTION, "a"), "{title}");
        }
        assert!(!heads("A driver using SQLite", super::SECTION, "a"), "an article is no number");
        let mut chapter = meta(1, 0, "text");
        chapter.path = vec!["Guide".to_string(), "Chapter 4: Tracks".to_string()].into();
        assert!(stands_at(&place("Chapter IV of the guide").unwrap(), &chapter));
        assert!(!stands_at(&place("Chapter VI of the guide").unwrap(), &chapter));
        chapter.path = vec!["Guide".to_string(), "4 Tracks".to_string()].into();
        assert!(stands_at(&place("Chapter IV of the guide").unwrap(), &chapter));
        chapter.path = vec!["Guide".to_string(), "NOTE 5 — DERIVATIVES".to_string()].into();
        assert!(stands_at(&place("what does note 5 say").unwrap(), &chapter));
        assert!(!stands_at(&place("what does note 15 say").unwrap(), &chapter));
        let table = place("what is in table 2?").unwrap();
        assert!(stands_at(&table, &meta(1, 0, "Table 2. Limits\nInput | 5")));
    }

    fn scored(id: i64, document: i64, score: f32, kind: SegmentKind, text: &str) -> Scored {
        let mut meta = meta(document, u32::try_from(id).unwrap(), text);
        meta.kind = kind;
        Scored { segment: SegmentId(id), meta, score, parts: ScoreParts::default(), explanation: Explanation::default() }
    }

    #[test]
    fn the_named_figure_comes_first_and_that_of_the_named_document_before_others() {
        let shelf = LibraryTerms::new([("LA3115", 1), ("LA3150", 2)].map(|(name, id)| DocumentTerms {
            id: DocumentId(id),
            title: name.to_owned(),
            file_name: format!("{name}.pdf"),
            facts: DocumentFacts::default(),
        }));
        let list = || {
            vec![
                scored(1, 2, 0.9, SegmentKind::Text, "As Figure 5 shows, the pins"),
                scored(2, 1, 0.8, SegmentKind::Figure, "Figure 5. Pinout"),
                scored(3, 2, 0.7, SegmentKind::Figure, "Figure 15. Timing"),
                scored(4, 2, 0.2, SegmentKind::Figure, "Figure 5. Pinout"),
            ]
        };
        let ids =
            |question: &str| -> Vec<i64> { first(&analyze(question, &shelf), list()).iter().map(|s| s.segment.0).collect() };
        assert_eq!(ids("Show Figure 5 of the LA3150"), [4, 1, 2, 3]);
        assert_eq!(ids("Explain Fig. 5"), [2, 4, 1, 3]);
        assert_eq!(ids("解释图 5"), [2, 4, 1, 3]);
        assert_eq!(ids("Show figure 15 of the LA3115"), [1, 2, 3, 4], "that document has none");
        assert_eq!(ids("Show figure 7"), [1, 2, 3, 4], "there is none");
        assert_eq!(ids("How many pins are there?"), [1, 2, 3, 4]);
        let ranked = first(&analyze("Fig. 5", &shelf), list());
        assert!(ranked.windows(2).all(|pair| pair[0].score >= pair[1].score), "scores follow the order");
        assert!(ranked[0].explanation.notes[0].contains("figure 5"));
    }
}
