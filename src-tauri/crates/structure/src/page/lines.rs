//! Regions of fragments → [`Line`]s with words, sizes, styles and roles.

use std::collections::HashMap;

use waymark_core::Rect;

use super::columns::{Region, regions, rows};
use super::glyphs::{Fragment, Glyph, Group, is_wide, spell};
use super::style::Styles;
use super::{Line, PageDigest, Role, Word};

/// Appends the lines of one orientation to the digest; everything but the main orientation (`turn` 0) is set aside at the end.
pub fn append(group: &Group, turn: u8, roles: &HashMap<i32, Role>, styles: &Styles, digest: &mut PageDigest) {
    let parts = if turn == 0 {
        regions(&group.fragments)
    } else {
        vec![Region { rows: rows(&group.fragments, (0..group.fragments.len()).collect()) }]
    };
    for part in parts {
        let region = digest.lines.last().map_or(0, |line| line.region.saturating_add(1));
        let mut lines: Vec<Line> =
            part.rows.iter().filter_map(|row| line(row.iter().map(|&id| &group.fragments[id]), roles, styles)).collect();
        let (left, right) = bounds(&lines);
        for line in &mut lines {
            (line.region, line.left, line.right) = (region, left, right);
            (line.aside, line.turn) = (turn != 0, turn);
        }
        digest.lines.append(&mut lines);
    }
}

/// Left and right edge that most lines keep within.
fn bounds(lines: &[Line]) -> (f32, f32) {
    let mut lefts: Vec<f32> = lines.iter().map(|line| line.rect.x0).collect();
    let mut rights: Vec<f32> = lines.iter().map(|line| line.rect.x1).collect();
    lefts.sort_by(f32::total_cmp);
    rights.sort_by(f32::total_cmp);
    let low = lefts.get(lefts.len() / 20).copied().unwrap_or(0.0);
    let high = rights.get(rights.len().saturating_sub(1 + rights.len() / 20)).copied().unwrap_or(0.0);
    (low, high.max(low))
}

fn line<'a>(fragments: impl Iterator<Item = &'a Fragment>, roles: &HashMap<i32, Role>, styles: &Styles) -> Option<Line> {
    let mut build = LineBuild::default();
    for fragment in fragments {
        for (at, glyph) in fragment.glyphs.iter().enumerate() {
            build.add(glyph, at == 0, fragment.rtl);
        }
    }
    build.finish(roles, styles)
}

#[derive(Default)]
struct LineBuild {
    text: String,
    words: Vec<Word>,
    rect: Option<Rect>,
    last: Option<Glyph>,
    /// Per style its weight, and size and baseline of its first glyph. A line has few styles and tags: looking through a list is quickest.
    by_style: Vec<(u16, (usize, f32, f32))>,
    by_tag: Vec<(i32, usize)>,
    glyphs: usize,
}

/// The value kept under `key`, put in when it is new; the last one asked for is tried first.
fn entry<K: PartialEq, V>(list: &mut Vec<(K, V)>, key: K, new: V) -> &mut V {
    let at = list.iter().rposition(|(known, _)| *known == key).unwrap_or_else(|| {
        list.push((key, new));
        list.len() - 1
    });
    &mut list[at].1
}

impl LineBuild {
    fn add(&mut self, glyph: &Glyph, first: bool, rtl: bool) {
        let gap = self.last.map_or(0.0, |last| if rtl { last.x0 - glyph.x1 } else { glyph.x0 - last.x1 });
        let size = self.last.map_or(glyph.size, |last| last.size.max(glyph.size));
        let wide = gap > 0.9 * size;
        let both_wide = self.last.is_some_and(|last| is_wide(last.ch)) && is_wide(glyph.ch);
        let touching =
            gap.abs() < 0.04 * size && self.last.is_some_and(|last| last.ch.is_alphabetic()) && glyph.ch.is_alphabetic();
        let apart = if touching {
            false
        } else if first {
            wide || (!both_wide && (glyph.space || gap > 0.15 * size))
        } else {
            glyph.space
        };
        let start = self.text.len();
        if self.words.is_empty() || apart {
            let mut spelled = String::new();
            spell(glyph.ch, &mut spelled);
            if spelled.is_empty() {
                return;
            }
            if !self.words.is_empty() {
                self.text.push(' ');
            }
            let at = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
            self.text.push_str(&spelled);
            let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
            self.words.push(Word {
                start: at,
                end,
                char_start: glyph.index,
                char_end: glyph.index + glyph.count,
                x0: glyph.x0,
                x1: glyph.x1,
                style: glyph.style,
                gap: wide && start > 0,
            });
        } else if let Some(word) = self.words.last_mut() {
            spell(glyph.ch, &mut self.text);
            word.end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
            word.char_start = word.char_start.min(glyph.index);
            word.char_end = word.char_end.max(glyph.index + glyph.count);
            (word.x0, word.x1) = (word.x0.min(glyph.x0), word.x1.max(glyph.x1));
        }
        let rect = Rect::new(glyph.x0, glyph.y0, glyph.x1, glyph.y1);
        self.rect = Some(self.rect.map_or(rect, |known| known.union(&rect)));
        entry(&mut self.by_style, glyph.style, (0, glyph.size, glyph.base)).0 += if glyph.ch.is_alphanumeric() { 3 } else { 1 };
        if glyph.mcid >= 0 {
            *entry(&mut self.by_tag, glyph.mcid, 0) += 1;
        }
        self.glyphs += 1;
        self.last = Some(*glyph);
    }

    fn finish(self, roles: &HashMap<i32, Role>, styles: &Styles) -> Option<Line> {
        let rect = self.rect?;
        if self.words.is_empty() {
            return None;
        }
        let total: usize = self.by_style.iter().map(|(_, entry)| entry.0).sum();
        let &(style, (_, size, base)) = self.by_style.iter().max_by_key(|(style, entry)| (entry.0, u16::MAX - *style))?;
        let share = |test: &dyn Fn(&super::style::Style) -> bool| {
            let part: usize = self.by_style.iter().filter(|(style, _)| test(&styles.get(*style))).map(|(_, entry)| entry.0).sum();
            #[allow(clippy::cast_precision_loss)]
            let share = part as f32 / total.max(1) as f32;
            share
        };
        let mut counts: Vec<(Role, usize)> = Vec::new();
        for (mcid, count) in &self.by_tag {
            if let Some(&role) = roles.get(mcid) {
                *entry(&mut counts, role, 0) += count;
            }
        }
        let role = counts.into_iter().find(|(_, count)| count * 10 > self.glyphs * 6).map_or(Role::None, |(role, _)| role);
        Some(Line {
            bold: share(&|style| style.bold),
            mono: share(&|style| style.mono),
            rect,
            base,
            size,
            style,
            region: 0,
            left: rect.x0,
            right: rect.x1,
            role,
            aside: false,
            soft_hyphen: self.last.is_some_and(|glyph| glyph.hyphen),
            turn: 0,
            text: self.text,
            words: self.words,
        })
    }
}
