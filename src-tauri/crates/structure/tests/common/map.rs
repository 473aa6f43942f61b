//! Markdown and its source map → what each stretch says, and what the page says there.

#![allow(dead_code, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use waymark_core::page::PageChar;
use waymark_core::{DocumentText, Markdown};

/// Places of one stretch: page and characters.
type Places = Vec<(u32, Range<usize>)>;

/// Letters and digits alone, ligatures opened, accents and case aside.
pub fn letters(text: &str) -> String {
    text.nfkd().filter(|ch| ch.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A stretch of Markdown and the characters that it came from.
pub struct Stretch<'a> {
    pub markdown: &'a str,
    pub chars: Vec<&'a PageChar>,
}

impl Stretch<'_> {
    pub fn printed(&self) -> String {
        letters(&self.chars.iter().map(|char| char.ch).collect::<String>())
    }

    pub fn written(&self) -> String {
        letters(&unescaped(self.markdown))
    }
}

/// Every stretch of the map in order; several sources of one stretch (the cells of a table row) come together.
pub fn stretches<'a>(markdown: &'a Markdown, document: &'a DocumentText) -> Vec<Stretch<'a>> {
    let mut sources: BTreeMap<(u32, u32), Places> = BTreeMap::new();
    for span in &markdown.map {
        let range = span.char_start as usize..span.char_end as usize;
        sources.entry((span.start, span.end)).or_default().push((span.page, range));
    }
    let stretch = |((start, end), places): ((u32, u32), Places)| Stretch {
        markdown: &markdown.text[start as usize..end as usize],
        chars: places.into_iter().flat_map(|(page, range)| &document.pages[page as usize].chars[range]).collect(),
    };
    sources.into_iter().map(stretch).collect()
}

/// Plain text of the Markdown that this project writes.
pub fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(ch) = chars.next() {
        match ch {
            '\\' => out.extend(chars.next()),
            other => out.push(other),
        }
    }
    out.replace("&lt;", "<").replace("&amp;", "&")
}
