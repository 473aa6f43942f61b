//! Pages → the same pages without a trace of style: what is left to a formatter when headings look like text.

use std::collections::BTreeMap;

use waymark_core::{FontInfo, PageText};

/// Sets every character in one font, size and colour, that of most letters of the document, and takes the heading roles of the
/// structure tree away. Places and words stay as they are.
pub fn damage_styles(pages: &mut [PageText]) {
    let mut sizes: BTreeMap<u32, (usize, f32)> = BTreeMap::new();
    for char in pages.iter().flat_map(|page| &page.chars).filter(|char| char.ch.is_alphabetic() && char.size.is_finite()) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let entry = sizes.entry((char.size * 4.0).round() as u32).or_insert((0, char.size));
        entry.0 += 1;
    }
    let size = sizes.into_values().max_by_key(|(count, _)| *count).map_or(10.0, |(_, size)| size);
    for page in pages {
        page.fonts = vec![FontInfo { name: "Body".into(), weight: 400, ..FontInfo::default() }];
        for char in &mut page.chars {
            (char.font, char.color, char.size) = (0, 0, size);
        }
        page.roles.retain(|role| !role.role.starts_with('H'));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use waymark_core::page::{PageChar, RoleSpan};
    use waymark_core::{FontInfo, PageText, Rect};

    #[test]
    fn nothing_is_left_but_words_and_places() {
        let char = |ch, size, font, color| PageChar {
            ch,
            rect: Rect { x0: 1.0, y0: 2.0, x1: 3.0, y1: 4.0 },
            x: 1.0,
            y: 2.0,
            size,
            font,
            color,
            angle: 0,
            mcid: 0,
            flags: 0,
        };
        let role = |role: &str| RoleSpan { mcid: 0, role: role.into() };
        let mut pages = vec![PageText {
            fonts: vec![FontInfo::default(), FontInfo { bold: true, ..FontInfo::default() }],
            chars: vec![char('T', 18.0, 1, 0xff), char('b', 10.0, 0, 0), char('c', 10.0, 0, 0), char('1', f32::NAN, 7, 0)],
            roles: vec![role("H1"), role("P"), role("Artifact")],
            ..PageText::default()
        }];
        super::damage_styles(&mut pages);
        let page = &pages[0];
        assert!(page.chars.iter().all(|char| (char.size, char.font, char.color) == (10.0, 0, 0) && char.rect.x0 == 1.0));
        assert_eq!(page.chars.iter().map(|char| char.ch).collect::<String>(), "Tbc1");
        assert_eq!((page.fonts.len(), page.fonts[0].bold), (1, false));
        assert_eq!(page.roles.iter().map(|role| role.role.as_str()).collect::<Vec<_>>(), ["P", "Artifact"]);
        super::damage_styles(&mut []);
    }
}
