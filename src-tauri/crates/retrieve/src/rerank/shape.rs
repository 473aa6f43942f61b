//! What a passage is by its looks: a list of contents, a title that stands alone.

/// Characters that a text must have to answer anything; a Chinese one says as much as three letters.
const STUB: usize = 60;

/// Dots between title and page number that tell a list of contents.
const LEADERS: usize = 4;
/// Rows ending in page numbers that tell one without dots.
const LISTED: usize = 4;

/// Whether a text is a list of contents: leaders, or rows that each end in a small whole number, hardly ever lower than the one
/// before, with no other figures beside it.
pub(super) fn is_contents(text: &str, lower: &str) -> bool {
    if lower.matches("....").count() + lower.matches(". . . .").count() >= LEADERS {
        return true;
    }
    let mut pages: Vec<u32> = Vec::new();
    let mut rows = 0;
    for row in text.lines().map(|row| row.trim().trim_matches('|').trim()).filter(|row| row.chars().any(char::is_alphanumeric)) {
        rows += 1;
        let Some((title, last)) = row.rsplit_once(|c: char| c.is_whitespace() || c == '|') else { continue };
        let page = last.parse::<u32>().ok().filter(|page| (1..2000).contains(page) && !(1900..2100).contains(page));
        if page.is_none() {
            continue;
        }
        // `Item 8.` numbers a title and `2018` dates it; a figure of a statement is something else.
        let figures = title.split(|c: char| c.is_whitespace() || c == '|').filter(|word| is_figure(word)).count();
        if figures == 0 && title.chars().any(char::is_alphabetic) {
            pages.extend(page);
        }
    }
    let rising = pages.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    let listed = pages.len() >= LISTED && pages.len() * 3 >= rows * 2 || pages.len() >= 3 && pages.len() == rows;
    listed && rising * 10 >= (pages.len() - 1) * 9
}

/// Whether a text is hardly longer than a title.
pub(super) fn is_stub(text: &str) -> bool {
    // No character has more than four bytes.
    let text = text.trim();
    text.len() < 4 * STUB && text.chars().map(|c| if waymark_core::text::is_cjk(c) { 3 } else { 1 }).sum::<usize>() < STUB
}

/// A number of three digits or more that is no year.
fn is_figure(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_ascii_digit());
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let number = digits >= 3 && digits + word.matches(['$', ',', '.', '(', ')', '%', '-']).count() == word.len();
    number && !bare.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::{is_contents, is_stub};

    #[test]
    fn lists_of_contents_are_told_from_statements() {
        let contents = |text: &str| is_contents(text, &text.to_lowercase());
        assert!(contents(
            "| Statement of Income | 50 |\n| Balance Sheet | 52 |\n| Cash Flows | 54 |\n| Notes | 56 |\n| Note 1 | 57 |"
        ));
        assert!(contents(
            "Item 7. Discussion 12\nItem 8. Statements 44\nItem 9. Changes 98\nItem 10. Directors 101\nSignatures 110"
        ));
        assert!(contents("1 Introduction .... 2\n2 Ratings .... 3\n3 Pins .... 4\n4 Packages .... 9"));
        assert!(!contents(
            "| Cash | 3,000 | 2,800 |\n| Inventories | 512 | 498 |\n| Other | 120 | 99 |\n| Payables | 7 | 12 |\n| Debt | 77 | 65 |"
        ));
        assert!(!contents("Sales rose to 12\nThe plant has 40 workers"));
    }

    #[test]
    fn chinese_says_more_in_fewer_characters() {
        assert!(!is_stub("本公司二零二二年收购了三家从事医疗器械的公司"));
        assert!(is_stub("Pfizer Inc. and Subsidiary Companies"));
    }
}
