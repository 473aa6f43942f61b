//! Line numbers printed in the margin → lines of their own at the end of the page, so that the text begins with its first word.

use super::{Line, Word};

/// Fewest numbered lines on a page for their numbers to count as margin numbers.
const FEWEST: usize = 6;

/// Takes rising numbers before a wide gap, at one right edge, off most lines of a page.
pub fn split_off(lines: &mut Vec<Line>) {
    let numbers: Vec<(usize, u32, f32)> =
        lines.iter().enumerate().filter_map(|(at, line)| number(line).map(|(value, edge)| (at, value, edge))).collect();
    if numbers.len() < FEWEST || numbers.len() * 10 < lines.len() * 6 {
        return;
    }
    let rising = numbers.windows(2).filter(|pair| (1..=5).contains(&pair[1].1.saturating_sub(pair[0].1))).count();
    let edge = middle(numbers.iter().map(|(.., edge)| *edge).collect());
    let flush = numbers.iter().filter(|(.., x)| (x - edge).abs() < 3.0).count();
    let left =
        middle(lines.iter().filter_map(|line| line.words.get(usize::from(number(line).is_some()))).map(|word| word.x0).collect());
    if rising * 10 < (numbers.len() - 1) * 9 || flush * 10 < numbers.len() * 9 || edge > left {
        return;
    }
    let mut taken = Vec::new();
    for (at, ..) in numbers {
        if let Some(number) = cut(&mut lines[at]) {
            taken.push(number);
        }
    }
    lines.retain(|line| !line.words.is_empty());
    lines.append(&mut taken);
}

/// Value and right edge of a plain number that stands apart at the start of a line or alone on it.
fn number(line: &Line) -> Option<(u32, f32)> {
    let word = line.words.first()?;
    let apart = line.words.get(1).is_none_or(|next| next.gap || next.x0 - word.x1 > 0.8 * line.size);
    let text = line.text.get(word.start as usize..word.end as usize)?;
    // The numbers of a listing belong to it.
    let value = text.parse().ok().filter(|_| apart && text.len() <= 4 && !line.aside && line.mono < 0.5)?;
    Some((value, word.x1))
}

/// Moves the first word of a line to a line of its own.
fn cut(line: &mut Line) -> Option<Line> {
    let word = *line.words.first()?;
    let mut taken = line.clone();
    taken.words = vec![Word { start: 0, end: word.end - word.start, ..word }];
    taken.text = line.text.get(word.start as usize..word.end as usize)?.to_owned();
    taken.rect.x1 = word.x1;
    taken.aside = true;
    taken.soft_hyphen = false;
    line.words.remove(0);
    let from = line.words.first().map_or(line.text.len(), |next| next.start as usize);
    line.text.drain(..from);
    let shift = u32::try_from(from).unwrap_or(0);
    for word in &mut line.words {
        word.start = word.start.saturating_sub(shift);
        word.end = word.end.saturating_sub(shift);
    }
    if let Some(next) = line.words.first_mut() {
        next.gap = false;
        line.rect.x0 = line.rect.x0.max(next.x0);
    }
    Some(taken)
}

fn middle(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
