//! The symbol under which a company's shares are traded, as the cover of a filing prints it beside the exchange.

use std::sync::LazyLock;

use regex::Regex;
use waymark_core::{Fact, FactKind};

use super::{Front, printed};

static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)\btrading\s+symbols?\b").ok());
static ROW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"\b([A-Z]{2,5})\s+(?i:(?:the\s+)?(?:nasdaq|nyse|new\s+york\s+stock|chicago\s+stock|american\s+stock|london\s+stock|toronto\s+stock|stock\s+exchange\s+of|cboe|euronext))",
    )
    .ok()
});
static ALONE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\s*([A-Z]{2,5})\s*$").ok());

/// Lines before the heading and after it that may belong to its table; some covers print the row first.
const ABOVE: usize = 4;
const BELOW: usize = 14;
/// Classes of shares that may have symbols of their own.
const MOST: usize = 2;
const NONE: &[&str] =
    &["NYSE", "LLC", "INC", "NONE", "YES", "NO", "PLC", "LTD", "CORP", "CO", "USA", "AND", "THE", "OF", "ON", "PART"];

/// Adds the symbols as aliases. Notes have symbols with digits (`MMM26`); they name no company.
pub fn read(front: &Front<'_>, facts: &mut Vec<Fact>) {
    let heading = |text: &str| HEADING.as_ref().is_some_and(|heading| heading.is_match(text));
    let Some(at) = front.lines.iter().position(|line| heading(&line.text)) else { return };
    let around = || front.lines.iter().skip(at.saturating_sub(ABOVE)).take(at.min(ABOVE) + BELOW);
    let symbols = |pattern: &'static Option<Regex>| {
        around().flat_map(move |line| {
            let found = pattern.iter().flat_map(|pattern| pattern.captures_iter(&line.text));
            found.filter_map(|captures| captures.get(1)).map(|symbol| (symbol.as_str(), line.page))
        })
    };
    let mut known: Vec<&str> = Vec::new();
    for (symbol, page) in symbols(&ROW).chain(symbols(&ALONE)) {
        if known.len() < MOST && !NONE.contains(&symbol) && !known.contains(&symbol) {
            known.push(symbol);
            if !facts.iter().any(|fact| fact.kind == FactKind::Alias && fact.value == symbol) {
                printed(facts, FactKind::Alias, symbol, page);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use waymark_core::FactKind;

    use super::read;
    use crate::facts::tests::values;

    fn symbols(lines: &[&str]) -> Vec<String> {
        values(lines, read, FactKind::Alias)
    }

    #[test]
    fn the_symbol_stands_beside_the_exchange() {
        let head = "Title of each class Trading Symbol(s) Name of each exchange on which registered";
        assert_eq!(
            symbols(&[head, "Common Stock, Par Value $.01 MMM New York Stock Exchange, Inc.", "1.5% Notes MMM26 NYSE"]),
            ["MMM"]
        );
        assert_eq!(
            symbols(&["Class B Common Stock NKE New York Stock Exchange", "(Title of each class) (Trading symbol)"]),
            ["NKE"]
        );
        assert_eq!(symbols(&[head, "Common stock, $0.01 par value", "KHC", "The Nasdaq Stock Market LLC"]), ["KHC"]);
        assert_eq!(symbols(&[head, "Class A Stock GOOGL Nasdaq", "Class C Stock GOOG Nasdaq"]), ["GOOGL", "GOOG"]);
    }

    #[test]
    fn nothing_is_read_without_the_heading_or_from_notes() {
        assert!(symbols(&["Common Stock ADBE NASDAQ"]).is_empty());
        assert!(symbols(&["Trading Symbol", "None", "1.000% Notes due 2027 PFE27 NYSE"]).is_empty());
    }
}
