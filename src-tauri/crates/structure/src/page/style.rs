//! Fonts, sizes and colours folded into a document-wide list of styles.

use std::collections::HashMap;

use waymark_core::FontInfo;

/// A way text looks. Two glyphs with equal values share a style.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Style {
    /// Size in quarter points.
    pub size_q: u16,
    /// Bold.
    pub bold: bool,
    /// Italic or slanted.
    pub italic: bool,
    /// Fixed pitch.
    pub mono: bool,
    /// Small capitals.
    pub small_caps: bool,
    /// Family, an index into the list of families.
    pub family: u16,
    /// Colour, four bits a channel; 0 for anything near black.
    pub color: u16,
}

impl Style {
    /// Size in points.
    #[must_use]
    pub fn size(&self) -> f32 {
        f32::from(self.size_q) / 4.0
    }
}

/// The styles of a document.
#[derive(Debug, Clone, Default)]
pub struct Styles {
    list: Vec<Style>,
    known: HashMap<Style, u16>,
    families: HashMap<String, u16>,
}

impl Styles {
    /// The style of an index; a plain 10 pt one for an unknown index.
    #[must_use]
    pub fn get(&self, index: u16) -> Style {
        self.list.get(index as usize).cloned().unwrap_or(Style {
            size_q: 40,
            bold: false,
            italic: false,
            mono: false,
            small_caps: false,
            family: 0,
            color: 0,
        })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Index of the style of `font` at `size` points in `color`. At most 65,535 styles are told apart.
    pub fn intern(&mut self, font: &FontInfo, size: f32, color: u32) -> u16 {
        let traits = Traits::of(font);
        let families = self.families.len();
        let family = *self.families.entry(traits.family).or_insert_with(|| u16::try_from(families).unwrap_or(u16::MAX));
        let size = if size.is_finite() { size.clamp(0.0, 2000.0) } else { 0.0 };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let size_q = (size * 4.0).round() as u16;
        let style = Style {
            size_q,
            bold: traits.bold,
            italic: traits.italic,
            mono: traits.mono,
            small_caps: traits.small_caps,
            family,
            color: coarse(color),
        };
        if let Some(&index) = self.known.get(&style) {
            return index;
        }
        let Ok(index) = u16::try_from(self.list.len()) else { return 0 };
        self.list.push(style.clone());
        self.known.insert(style, index);
        index
    }
}

/// Twelve-bit colour; near-black greys are 0.
fn coarse(color: u32) -> u16 {
    let part = |shift: u32| u16::try_from((color >> shift) & 0xff).unwrap_or(0);
    let (red, green, blue) = (part(16), part(8), part(0));
    if red < 0x48 && green < 0x48 && blue < 0x48 {
        return 0;
    }
    ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
}

/// What a font is, from its flags and its name.
struct Traits {
    family: String,
    bold: bool,
    italic: bool,
    mono: bool,
    small_caps: bool,
}

impl Traits {
    fn of(font: &FontInfo) -> Self {
        let name = font.name.to_ascii_lowercase();
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        let starts = |parts: &[&str]| parts.iter().any(|part| name.starts_with(part));
        let bold = font.bold
            || font.weight >= 600
            || has(&["bold", "black", "heavy", "demi", "-medi", "semibd"])
            || starts(&[
                "cmbx", "cmssbx", "sfbx", "sfsx", "sfrb", "ecbx", "ecsx", "ecrb", "tcbx", "lmbx", "larm-bx", "ptmb", "phvb",
                "pcrb", "pplb", "pncb",
            ])
            || (name.ends_with("-bd") || name.ends_with("-b"));
        let italic = font.italic
            || has(&["italic", "oblique", "slanted", "-ital"])
            || starts(&["cmti", "cmsl", "cmbxti", "cmssi", "sfti", "sfsl", "ecti", "ecsl", "sfbi", "sfsi", "ecbi"]);
        let mono = font.monospace
            || has(&["mono", "courier", "typewriter", "consol", "-tt", "fixed"])
            || starts(&["cmtt", "cmsltt", "cmitt", "sftt", "ectt", "lmtt", "pcr", "cmvtt", "nimbusmon"])
            || family(&name).ends_with("tt");
        let small_caps = has(&["smallcap", "-sc", "caps"]) || starts(&["cmcsc", "sfcc", "eccc", "lmcsc"]);
        Self { family: family(&name), bold, italic, mono, small_caps }
    }
}

/// The part of a font name that its weights and sizes share.
fn family(name: &str) -> String {
    let base = name.split(['-', ',']).next().unwrap_or(name);
    let base: String = base.chars().filter(|c| !c.is_ascii_digit()).collect();
    if let Some(rest) = ["cm", "sf", "ec", "tc"].iter().find_map(|prefix| base.strip_prefix(prefix))
        && rest.len() <= 5
    {
        let sans = rest.starts_with("ss") || rest.starts_with("sx");
        let mono = rest.contains("tt");
        return if mono {
            "cm mono"
        } else if sans {
            "cm sans"
        } else {
            "cm"
        }
        .into();
    }
    for tail in ["bold", "italic", "oblique", "medium", "regular", "roman", "light"] {
        if let Some(at) = base.find(tail)
            && at >= 3
        {
            return base[..at].to_owned();
        }
    }
    base
}

#[cfg(test)]
mod tests {
    use super::Styles;
    use waymark_core::FontInfo;

    fn font(name: &str) -> FontInfo {
        FontInfo { name: name.into(), ..FontInfo::default() }
    }

    #[test]
    fn bold_is_read_from_names_that_carry_no_flag() {
        let mut styles = Styles::default();
        for (name, bold) in
            [("CMBX12", true), ("CMR10", false), ("NimbusRomNo9L-Medi", true), ("Arial,Bold", true), ("SFRM1095", false)]
        {
            let index = styles.intern(&font(name), 10.0, 0);
            assert_eq!(styles.get(index).bold, bold, "{name}");
        }
    }

    #[test]
    fn sizes_that_are_no_numbers_do_not_matter() {
        let mut styles = Styles::default();
        let index = styles.intern(&font("Arial"), f32::NAN, 0xff_ffff);
        assert_eq!(styles.get(index).size_q, 0);
    }
}
