//! Characters → words by line.

use waymark_core::Rect;
use waymark_core::page::PageChar;

use crate::types::PageWord;

/// What PDFium writes for a hyphen at a line end.
const BROKEN: char = '\u{2}';

/// The character as it is read; `None` for what is no character at all.
pub(super) fn readable(ch: char) -> Option<char> {
    match ch {
        BROKEN => Some('-'),
        '\u{ad}' | '\u{fffe}' | '\u{0}' => None,
        _ => Some(ch),
    }
}

/// How far a character lies from the end of the one before: along the line and across it, in sizes of its font.
fn gap(before: &PageChar, next: &PageChar) -> (f32, f32) {
    let (sin, cos) = f32::from(before.angle).to_radians().sin_cos();
    let along = |x: f32, y: f32| x * cos + y * sin;
    let (dx, dy) = (next.x - before.x, next.y - before.y);
    let width = if cos.abs() > sin.abs() { before.rect.width() } else { before.rect.height() };
    let size = before.size.max(1.0);
    ((along(dx, dy) - width) / size, (dy * cos - dx * sin).abs() / size)
}

/// A change of direction, a step across the line or a jump backwards begins another line.
pub(super) fn breaks_line(before: &PageChar, next: &PageChar) -> bool {
    let (along, across) = gap(before, next);
    before.angle != next.angle || across > 0.6 || along < -1.5
}

/// The words of a page, in the order of the file.
pub(super) fn words(chars: &[PageChar]) -> Vec<PageWord> {
    let mut words: Vec<PageWord> = Vec::new();
    let (mut line, mut open) = (0, false);
    let mut last: Option<&PageChar> = None;
    for char in chars {
        let Some(ch) = readable(char.ch) else { continue };
        if ch == '\n' || ch == '\r' {
            line += u32::from(last.is_some());
            (open, last) = (false, None);
            continue;
        }
        if ch.is_whitespace() {
            open = false;
            continue;
        }
        if let Some(before) = last {
            if breaks_line(before, char) {
                line += 1;
                open = false;
            } else if gap(before, char).0 > 1.0 {
                open = false;
            }
        }
        match words.last_mut().filter(|_| open) {
            Some(word) => {
                word.text.push(ch);
                word.rect = word.rect.union(&char.rect);
            }
            None => words.push(PageWord { text: ch.to_string(), rect: char.rect, angle: char.angle, line }),
        }
        (open, last) = (true, Some(char));
    }
    words.retain(|word| solid(&word.rect));
    words
}

fn solid(rect: &Rect) -> bool {
    rect.width() > 0.0 && rect.height() > 0.0 && [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|edge| edge.is_finite())
}

#[cfg(test)]
pub(super) mod tests {
    use waymark_core::Rect;
    use waymark_core::page::PageChar;

    use super::words;

    /// Characters 6 points wide in lines 14 points apart.
    pub(crate) fn print(lines: &[&str]) -> Vec<PageChar> {
        let mut chars = Vec::new();
        for (row, line) in (0_u16..).zip(lines) {
            let y = 700.0 - f32::from(row) * 14.0;
            for (column, ch) in (0_u16..).zip(line.chars()) {
                let x = 72.0 + f32::from(column) * 6.0;
                let rect = Rect::new(x, y - 2.0, x + 6.0, y + 9.0);
                chars.push(PageChar { ch, rect, x, y, size: 11.0, font: 0, color: 0, angle: 0, mcid: -1, flags: 0 });
            }
        }
        chars
    }

    #[test]
    fn words_keep_their_line_and_their_box() {
        let found = words(&print(&["Net sales", "rose 4 %"]));
        let told: Vec<(&str, u32)> = found.iter().map(|word| (word.text.as_str(), word.line)).collect();
        assert_eq!(told, [("Net", 0), ("sales", 0), ("rose", 1), ("4", 1), ("%", 1)]);
        assert_eq!(found[1].rect, Rect::new(96.0, 698.0, 126.0, 709.0));
    }

    #[test]
    fn a_wide_gap_parts_words_and_what_is_no_character_is_left_out() {
        let mut chars = print(&["ab\u{0}cd"]);
        for char in &mut chars[3..] {
            char.x += 40.0;
            char.rect = Rect::new(char.rect.x0 + 40.0, char.rect.y0, char.rect.x1 + 40.0, char.rect.y1);
        }
        let texts: Vec<String> = words(&chars).into_iter().map(|word| word.text).collect();
        assert_eq!(texts, ["ab", "cd"]);
    }
}
