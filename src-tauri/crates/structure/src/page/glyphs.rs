//! Characters in content order → fragments: stretches of glyphs on one baseline without a wide gap, with inner spaces settled.

use waymark_core::page::char_flags;
use waymark_core::{PageChar, PageText};

use super::accents::{combining, fold_accent};
use super::style::Styles;
use super::symbols::sign;
use super::turn::{Turn, quarter_of};

/// A printed character in upright space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Character.
    pub ch: char,
    /// Index in [`PageText::chars`].
    pub index: u32,
    /// How many characters of the page it stands for (2 for an accent and its letter).
    pub count: u32,
    /// Left edge.
    pub x0: f32,
    /// Right edge.
    pub x1: f32,
    /// Baseline.
    pub base: f32,
    /// Lower edge of the box.
    pub y0: f32,
    /// Upper edge of the box.
    pub y1: f32,
    /// Font size.
    pub size: f32,
    /// Style index.
    pub style: u16,
    /// Marked-content id.
    pub mcid: i32,
    /// A space stands before it.
    pub space: bool,
    /// A hyphen put at the line end only.
    pub hyphen: bool,
}

/// Glyphs on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Fragment {
    /// In reading order.
    pub glyphs: Vec<Glyph>,
    /// Left edge.
    pub x0: f32,
    /// Right edge.
    pub x1: f32,
    /// Baseline of the largest glyph.
    pub base: f32,
    /// Size of the largest glyph.
    pub size: f32,
    /// Written right to left.
    pub rtl: bool,
}

/// The fragments of one orientation.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Orientation.
    pub turn: Turn,
    /// Fragments in content order.
    pub fragments: Vec<Fragment>,
}

/// Fragments of the page by orientation, the main one first (present even when empty).
pub fn by_turn(page: &PageText, main: Turn, styles: &mut Styles) -> Vec<Group> {
    let mut glyphs: [Vec<Glyph>; 4] = Default::default();
    let fonts = checked_fonts(page);
    let turns = [0, 1, 2, 3].map(|quarter| Turn::new(quarter, page.width, page.height));
    let mut looks = Looks::default();
    let (mut space, mut broken) = (false, false);
    for (index, ch) in page.chars.iter().enumerate() {
        let ligature = ligature_at(&page.chars, index).or_else(|| sign(&fonts, ch));
        if is_blank(ch, ligature) {
            // A line end that the reader made up may be no space: some pages have one behind every letter.
            let made_up = matches!(ch.ch, '\r' | '\n') && ch.flags & char_flags::GENERATED != 0;
            (space, broken) = (space || !made_up, broken || made_up);
            continue;
        }
        let quarter = quarter_of(ch.angle);
        let style = looks.style(ch, &fonts, styles);
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let (stated, broken) = (std::mem::take(&mut space), std::mem::take(&mut broken));
        if let Some(mut glyph) = glyph(ch, ligature, index, style, &turns[quarter as usize], stated) {
            let known = &mut glyphs[quarter as usize];
            glyph.space |= broken && known.last().is_none_or(|last| !adjoins(last, &glyph));
            push(known, glyph);
        }
    }
    let mut groups = vec![Group { turn: main, fragments: fragments(&glyphs[main.quarter() as usize]) }];
    for quarter in 0..4_u8 {
        let found = &glyphs[quarter as usize];
        if quarter != main.quarter() && !found.is_empty() {
            groups.push(Group { turn: Turn::new(quarter, page.width, page.height), fragments: fragments(found) });
        }
    }
    groups
}

/// The styles met so far on a page by font, size and colour: naming one takes longer than finding it here.
#[derive(Default)]
struct Looks {
    known: Vec<((u16, u32, u32), u16)>,
    last: usize,
}

impl Looks {
    fn style(&mut self, ch: &PageChar, fonts: &[waymark_core::FontInfo], styles: &mut Styles) -> u16 {
        const MOST: usize = 64;
        let key = (ch.font, ch.size.to_bits(), ch.color);
        if self.known.get(self.last).is_none_or(|(known, _)| *known != key) {
            self.last = self.known.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                let style = styles.intern(fonts.get(ch.font as usize).unwrap_or(&NO_FONT), ch.size, ch.color);
                if self.known.len() == MOST {
                    self.known.clear();
                }
                self.known.push((key, style));
                self.known.len() - 1
            });
        }
        self.known[self.last].1
    }
}

/// Whether a glyph stands right behind another on one line.
fn adjoins(last: &Glyph, next: &Glyph) -> bool {
    let gap = (next.x0 - last.x1) / next.size.max(0.1);
    (last.base - next.base).abs() < 0.1 * next.size && (-0.2..0.1).contains(&gap)
}

static NO_FONT: waymark_core::FontInfo =
    waymark_core::FontInfo { name: String::new(), weight: 0, italic: false, bold: false, monospace: false, serif: false };

/// The page's fonts, the fixed-pitch flag taken back where letters differ in width: many producers set it without reason.
fn checked_fonts(page: &PageText) -> Vec<waymark_core::FontInfo> {
    let mut widths: Vec<(f32, f32)> = vec![(f32::INFINITY, 0.0); page.fonts.len()];
    for ch in page.chars.iter().filter(|ch| ch.ch.is_ascii_alphanumeric() && ch.size > 0.5) {
        let width = ch.rect.width().max(ch.rect.height().min(0.0)) / ch.size;
        if let Some((least, most)) = widths.get_mut(ch.font as usize).filter(|_| width > 0.05 && ch.angle % 180 == 0) {
            (*least, *most) = (least.min(width), most.max(width));
        }
    }
    let mut fonts = page.fonts.clone();
    for (font, (least, most)) in fonts.iter_mut().zip(widths) {
        font.monospace &= !(least.is_finite() && most > 1.25 * least);
    }
    fonts
}

fn is_blank(ch: &PageChar, ligature: Option<char>) -> bool {
    // Line feed and carriage return end lines; the other codes of a font without a map are printed characters.
    let printed = ch.flags & char_flags::UNMAPPED != 0 && ch.ch.is_control() && ch.flags & char_flags::GENERATED == 0;
    let blank = !printed && (ch.ch.is_whitespace() || (ch.ch.is_control() && ch.ch != '\u{2}'));
    (blank && ligature.is_none()) || matches!(ch.ch, '\u{200b}' | '\u{feff}' | '\u{0}')
}

/// The ligature meant by an unmapped code that stands in a Latin word.
fn ligature_at(chars: &[PageChar], at: usize) -> Option<char> {
    let ligature = chars.get(at).filter(|ch| ch.flags & char_flags::GENERATED == 0).and_then(tex_ligature)?;
    let letter = |at: Option<usize>| {
        at.and_then(|at| chars.get(at)).is_some_and(|ch| ch.ch.is_ascii_lowercase() && ch.flags & char_flags::UNMAPPED != 0)
    };
    (letter(at.checked_sub(1)) || letter(Some(at + 1))).then_some(ligature)
}

/// The ligature that an unmapped code means in TeX's old (OT1) and Cork (T1) encodings.
fn tex_ligature(ch: &PageChar) -> Option<char> {
    if ch.flags & char_flags::UNMAPPED == 0 {
        return None;
    }
    Some(match ch.ch {
        '\u{b}' | '\u{1b}' => '\u{fb00}',
        '\u{c}' | '\u{1c}' => '\u{fb01}',
        '\u{d}' | '\u{1d}' => '\u{fb02}',
        '\u{e}' | '\u{1e}' => '\u{fb03}',
        '\u{f}' | '\u{1f}' => '\u{fb04}',
        _ => return None,
    })
}

fn glyph(ch: &PageChar, ligature: Option<char>, index: u32, style: u16, turn: &Turn, space: bool) -> Option<Glyph> {
    let rect = turn.upright(&ch.rect);
    let (_, base) = turn.point(ch.x, ch.y);
    let size = if ch.size.is_finite() && ch.size > 0.5 { ch.size.min(2000.0) } else { (rect.y1 - rect.y0).clamp(1.0, 2000.0) };
    let sane = rect.x0.is_finite() && rect.x1.is_finite() && rect.y0.is_finite() && rect.y1.is_finite() && base.is_finite();
    if !sane || rect.x0.abs() > 1e6 || base.abs() > 1e6 {
        return None;
    }
    let hyphen = ch.flags & char_flags::HYPHEN != 0 || matches!(ch.ch, '\u{2}' | '\u{ad}');
    let plain = match ligature.unwrap_or(ch.ch) {
        '\u{2}' | '\u{ad}' => '-',
        other if other.is_control() => '\u{fffd}',
        '\u{f0b7}' | '\u{f0a7}' | '\u{f076}' | '\u{f0d8}' | '\u{f0fc}' | '\u{f0a8}' => '•',
        other => other,
    };
    Some(Glyph {
        ch: plain,
        index,
        count: 1,
        x0: rect.x0,
        x1: rect.x1,
        base,
        y0: rect.y0,
        y1: rect.y1,
        size,
        style,
        mcid: ch.mcid,
        space,
        hyphen,
    })
}

/// Appends a glyph; folds an accent into its letter and drops a glyph printed twice on the same spot.
fn push(glyphs: &mut Vec<Glyph>, glyph: Glyph) {
    if fold_accent(glyphs, &glyph) {
        return;
    }
    if let Some(last) = glyphs.last() {
        let overlap = last.x1.min(glyph.x1) - last.x0.max(glyph.x0);
        let near =
            (last.base - glyph.base).abs() < 0.6 * glyph.size && overlap > 0.3 * (last.x1 - last.x0).min(glyph.x1 - glyph.x0);
        // The halves of a ligature share one box exactly; a shadow is shifted by a hair.
        let shift = (last.x0 - glyph.x0).abs() + (last.base - glyph.base).abs();
        if near
            && shift > 0.01
            && shift < 0.12 * glyph.size
            && last.ch == glyph.ch
            && last.x1 > last.x0
            && !glyph.ch.is_ascii_punctuation()
        {
            return;
        }
    }
    glyphs.push(glyph);
}

/// Cuts glyphs in content order where the line changes or a wide gap opens.
fn fragments(glyphs: &[Glyph]) -> Vec<Fragment> {
    let mut out = Vec::new();
    let mut start = 0;
    for at in 1..=glyphs.len() {
        if at == glyphs.len() || breaks(&glyphs[at - 1], &glyphs[at]) {
            if start < at {
                out.push(fragment(glyphs[start..at].to_vec()));
            }
            start = at;
        }
    }
    out
}

fn breaks(last: &Glyph, next: &Glyph) -> bool {
    let size = last.size.max(next.size);
    if (last.base - next.base).abs() > 0.55 * size {
        return true;
    }
    if is_rtl(next.ch) || is_rtl(last.ch) {
        let gap = if next.x0 < last.x0 { last.x0 - next.x1 } else { next.x0 - last.x1 };
        return gap > 1.2 * size;
    }
    let gap = next.x0 - last.x1;
    let same_box = (next.x0 - last.x0).abs() < 0.01 && (next.x1 - last.x1).abs() < 0.01;
    gap > 0.9 * size || (gap < -0.7 * size && !same_box)
}

fn fragment(mut glyphs: Vec<Glyph>) -> Fragment {
    settle_spaces(&mut glyphs);
    part_mark(&mut glyphs);
    let main = glyphs.iter().copied().reduce(|a, b| if b.size > a.size * 1.05 { b } else { a });
    let (base, size) = main.map_or((0.0, 10.0), |glyph| (glyph.base, glyph.size));
    let rtl = glyphs.iter().filter(|glyph| is_rtl(glyph.ch)).count() * 2 > glyphs.len();
    Fragment {
        x0: glyphs.iter().map(|glyph| glyph.x0).fold(f32::INFINITY, f32::min),
        x1: glyphs.iter().map(|glyph| glyph.x1).fold(f32::NEG_INFINITY, f32::max),
        base,
        size,
        rtl,
        glyphs,
    }
}

/// Adds spaces that only the gap tells, removes those between CJK characters and inside letter-spaced words.
fn settle_spaces(glyphs: &mut [Glyph]) {
    if glyphs.len() < 2 {
        return;
    }
    let gaps: Vec<f32> = glyphs.windows(2).map(|pair| (pair[1].x0 - pair[0].x1) / pair[0].size.max(pair[1].size)).collect();
    // Leaders are evenly spaced dots; they say nothing about how the words before them are set.
    let told = |at: usize| !is_leader(glyphs[at].ch) || !is_leader(glyphs[at + 1].ch);
    // Numbers of one digit with a space between them are a list of numbers.
    let digits = |at: usize| glyphs[at].ch.is_ascii_digit() && glyphs[at + 1].ch.is_ascii_digit();
    let spaced = (0..gaps.len()).filter(|&at| told(at) && glyphs[at + 1].space && !digits(at)).count();
    let mut telling: Vec<f32> = (0..gaps.len()).filter(|&at| told(at)).map(|at| gaps[at]).collect();
    let half = telling.len() / 2;
    let middle = if telling.is_empty() { 0.0 } else { *telling.select_nth_unstable_by(half, f32::total_cmp).1 };
    let tracked = telling.len() >= 5 && spaced * 10 > telling.len() * 7 && middle > 0.08;
    for (at, gap) in gaps.iter().enumerate() {
        let (left, right) = (glyphs[at].ch, glyphs[at + 1].ch);
        let glyph = &mut glyphs[at + 1];
        if is_rtl(left) || is_rtl(right) {
            continue;
        }
        if *gap < 0.04 && *gap > -0.5 && glyphs_touch(glyph, left) {
            glyph.space = false;
        } else if is_wide(left) && is_wide(right) {
            glyph.space = glyph.space && *gap > 0.4;
        } else if tracked {
            glyph.space = *gap > middle * 1.7 + 0.05;
        } else if !glyph.space {
            let expected = if middle > 0.1 && gaps.len() >= 4 { middle + 0.22 } else { 0.22 };
            glyph.space = *gap > expected && combining(left).is_none();
        }
    }
}

/// Parts a raised mark at the start (`1See`, `aDepartment`) from the word that it belongs to.
fn part_mark(glyphs: &mut [Glyph]) {
    let Some(&first) = glyphs.first() else { return };
    let raised = |glyph: &Glyph, next: &Glyph| glyph.size < 0.85 * next.size && glyph.base > next.base + 0.15 * next.size;
    let Some(end) = (1..glyphs.len().min(4)).find(|&at| raised(&first, &glyphs[at])) else { return };
    let mark = |glyph: &Glyph| glyph.ch.is_ascii_alphanumeric() || matches!(glyph.ch, '*' | '†' | '‡' | '§' | '∗' | '¶');
    let word = glyphs.get(end + 1).is_some_and(|next| glyphs[end].ch.is_alphabetic() && next.ch.is_alphabetic());
    if word && glyphs[..end].iter().all(mark) {
        glyphs[end].space = true;
    }
}

/// A dot or dash of which leaders are made.
fn is_leader(ch: char) -> bool {
    matches!(ch, '.' | '·' | '․' | '…' | '_' | '-' | '–' | '—')
}

/// Letters that touch are one word, whatever the content stream says; digits and signs keep a stated space.
fn glyphs_touch(right: &Glyph, left: char) -> bool {
    left.is_alphabetic() && right.ch.is_alphabetic()
}

/// Hebrew, Arabic and their presentation forms.
#[must_use]
pub fn is_rtl(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Written without spaces between words: Han, kana, full-width forms.
#[must_use]
pub fn is_wide(ch: char) -> bool {
    matches!(ch, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{2ffff}')
}

/// The characters that a glyph adds to the index text: ligatures opened, unmapped characters left out.
pub fn spell(ch: char, out: &mut String) {
    match ch {
        '\u{fb00}' => out.push_str("ff"),
        '\u{fb01}' => out.push_str("fi"),
        '\u{fb02}' => out.push_str("fl"),
        '\u{fb03}' => out.push_str("ffi"),
        '\u{fb04}' => out.push_str("ffl"),
        '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
        '\u{fffd}' | '\u{fffe}' | '\u{ffff}' => {}
        '\u{a0}' => out.push(' '),
        other => out.push(other),
    }
}
