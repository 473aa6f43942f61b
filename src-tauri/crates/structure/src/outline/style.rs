//! Lines of a document → its body style, against which every other line is judged.

use std::collections::HashMap;

use crate::page::PageDigest;
use crate::page::style::{Style, Styles};

/// How running text looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Size in points.
    pub size: f32,
    /// Style index that most letters have.
    pub style: u16,
    /// Its values.
    pub look: Style,
    /// Distance of baselines.
    pub leading: f32,
    /// Share of bold letters in the document, 0..1.
    pub bold: f32,
}

/// Finds the body style: the size with most letters, and in it the style with most.
#[must_use]
pub fn body(pages: &[PageDigest], styles: &Styles) -> Body {
    let mut by_size: HashMap<u16, usize> = HashMap::new();
    let mut by_style: HashMap<u16, usize> = HashMap::new();
    let (mut bold, mut all) = (0.0_f32, 0.0_f32);
    for line in pages.iter().flat_map(|page| &page.lines) {
        let style = styles.get(line.style);
        // Listings must not become the measure of prose.
        let letters: usize = line.text.chars().filter(|c| c.is_alphanumeric()).map(char::len_utf8).sum();
        let weight = if style.mono { letters / 3 } else { letters };
        *by_size.entry(style.size_q / 2).or_insert(0) += weight;
        *by_style.entry(line.style).or_insert(0) += weight;
        #[allow(clippy::cast_precision_loss)]
        let length = line.text.len() as f32;
        bold += line.bold * length;
        all += length;
    }
    let size_h = by_size.iter().max_by_key(|(size, count)| (**count, u16::MAX - **size)).map_or(20, |(size, _)| *size);
    let style = by_style
        .iter()
        .filter(|(style, _)| styles.get(**style).size_q / 2 == size_h)
        .max_by_key(|(style, count)| (**count, u16::MAX - **style))
        .map_or(0, |(style, _)| *style);
    let look = styles.get(style);
    let size = look.size().max(1.0);
    Body { size, style, leading: leading(pages, size), look, bold: if all > 0.0 { bold / all } else { 0.0 } }
}

/// The commonest distance between baselines of body-sized lines of one weight: headings keep another distance to their text.
fn leading(pages: &[PageDigest], size: f32) -> f32 {
    let mut steps: HashMap<u32, usize> = HashMap::new();
    for page in pages {
        for pair in page.lines.windows(2) {
            let step = pair[0].base - pair[1].base;
            let alike = (pair[0].size - size).abs() < 0.6
                && (pair[1].size - size).abs() < 0.6
                && pair[0].region == pair[1].region
                && (pair[0].bold > 0.6) == (pair[1].bold > 0.6);
            if alike && step > 0.8 * size && step < 2.6 * size {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let key = (step * 4.0).round() as u32;
                *steps.entry(key).or_insert(0) += 1;
            }
        }
    }
    let best = steps.iter().max_by_key(|(step, count)| (**count, u32::MAX - **step)).map(|(step, _)| *step);
    #[allow(clippy::cast_precision_loss)]
    best.map_or(1.2 * size, |step| step as f32 / 4.0)
}
