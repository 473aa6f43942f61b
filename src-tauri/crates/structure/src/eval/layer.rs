//! A page → its plain text layer, the reference where no other tool's text is at hand.

use waymark_core::PageText;

/// Share of the font size by which the baseline moves in a new line.
const JUMP: f32 = 0.5;

/// The characters of a page in content order, a line end where the baseline jumps; unmapped ones left out.
#[must_use]
pub fn plain_text(page: &PageText) -> String {
    let mut out = String::with_capacity(page.chars.len());
    let mut before: Option<f32> = None;
    for char in &page.chars {
        if char.ch.is_control() {
            let end = matches!(char.ch, '\n' | '\r');
            if end && !out.ends_with('\n') {
                out.push('\n');
            }
            continue;
        }
        if char.ch.is_whitespace() {
            out.push(char.ch);
            continue;
        }
        let (sine, cosine) = f32::from(char.angle).to_radians().sin_cos();
        let baseline = char.y * cosine - char.x * sine;
        if before.is_some_and(|before| (baseline - before).abs() > JUMP * char.size.max(1.0)) && !out.ends_with('\n') {
            out.push('\n');
        }
        if char.ch != char::REPLACEMENT_CHARACTER {
            out.push(char.ch);
        }
        before = Some(baseline);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::plain_text;
    use waymark_core::page::PageChar;
    use waymark_core::{PageText, Rect};

    #[test]
    fn a_jump_of_the_baseline_ends_the_line_in_any_direction() {
        let char = |ch, x, y, angle| PageChar {
            ch,
            rect: Rect::default(),
            x,
            y,
            size: 10.0,
            font: 0,
            color: 0,
            angle,
            mcid: -1,
            flags: 0,
        };
        let chars = vec![
            char('a', 0.0, 700.0, 0),
            char('2', 5.0, 703.0, 0),
            char(' ', 8.0, 0.0, 0),
            char('b', 10.0, 700.0, 0),
            char('\r', 0.0, 0.0, 0),
            char('\n', 0.0, 0.0, 0),
            char('c', 0.0, 688.0, 0),
            char('u', 50.0, 100.0, 90),
            char('p', 50.0, 105.0, 90),
            char('\u{fffd}', 50.0, 110.0, 90),
        ];
        let page = PageText { chars, ..PageText::default() };
        assert_eq!(plain_text(&page), "a2 b\nc\nup");
    }
}
