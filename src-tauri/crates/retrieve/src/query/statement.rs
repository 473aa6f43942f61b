//! Question → the statements and tables it names or whose line items it asks for; text → whether it is such a statement.

use std::collections::BTreeSet;

use super::wording::contains_word;

/// Characters at the start of a passage that may be its heading.
pub(crate) const HEAD: usize = 300;

/// A well-known table of a kind of document.
struct Statement {
    name: &'static str,
    /// How questions name it.
    asked: &'static [&'static str],
    /// Line items that live in it although the question does not name it.
    items: &'static [&'static str],
    /// How documents head it.
    headings: &'static [&'static str],
    /// Lines that the statement itself holds and a mere mention of it does not.
    lines: &'static [&'static str],
}

const STATEMENTS: &[Statement] = &[
    Statement {
        name: "cash flow statement",
        asked: &[
            "cash flow statement",
            "statement of cash flow",
            "statements of cash flow",
            "cash flows statement",
            "现金流量表",
        ],
        items: &[
            "capex",
            "capital expenditure",
            "free cash flow",
            "free cashflow",
            "cash from operations",
            "operating cash flow",
            "depreciation and amortization",
            "ebitda",
            "capital-intensive",
            "capital intensive",
            "dividends paid",
            "share repurchases",
        ],
        headings: &["statement of cash flow", "statements of cash flow", "cash flow statement", "现金流量表"],
        lines: &[
            "operating activities",
            "investing activities",
            "financing activities",
            "end of period",
            "end of year",
            "depreciation",
            "投资活动",
            "筹资活动",
        ],
    },
    Statement {
        name: "balance sheet",
        asked: &["balance sheet", "statement of financial position", "statements of financial position", "资产负债表"],
        items: &[
            "ppne",
            "pp&e",
            "working capital",
            "quick ratio",
            "current ratio",
            "total current",
            "total assets",
            "total liabilities",
            "inventory turnover",
            "asset turnover",
            "liquidity",
            "capital-intensive",
            "capital intensive",
            "cash equivalents",
            "goodwill",
            "accounts receivable",
            "return on assets",
        ],
        headings: &[
            "balance sheet",
            "statement of financial position",
            "statements of financial position",
            "statement of financial condition",
            "资产负债表",
        ],
        lines: &[
            "total assets",
            "total current assets",
            "total current liabilities",
            "total liabilities",
            "total equity",
            "total shareholders",
            "total stockholders",
            "retained earnings",
            "accounts payable",
            "资产总计",
            "负债合计",
        ],
    },
    Statement {
        name: "income statement",
        asked: &[
            "income statement",
            "statement of income",
            "statements of income",
            "statement of operations",
            "statements of operations",
            "statement of earnings",
            "p&l",
            "profit and loss",
            "利润表",
        ],
        items: &[
            "ebitda",
            "inventory turnover",
            "asset turnover",
            "profit margin",
            "gross margin",
            "operating margin",
            "operating income",
            "cost of goods sold",
            "cogs",
            "revenue growth",
            "net income",
            "net profit",
            "earnings per share",
            "capital-intensive",
            "capital intensive",
            "effective tax rate",
        ],
        headings: &[
            "statement of income",
            "statements of income",
            "statement of operations",
            "statements of operations",
            "statement of earnings",
            "statements of earnings",
            "income statement",
            "利润表",
        ],
        lines: &[
            "cost of",
            "gross profit",
            "gross margin",
            "operating income",
            "income before",
            "earnings before",
            "provision for",
            "net income",
            "net earnings",
            "per share",
            "diluted",
            "selling, general",
            "营业收入",
            "净利润",
        ],
    },
    Statement {
        name: "statement of equity",
        asked: &[
            "statement of equity",
            "statement of stockholders",
            "statement of shareholders",
            "statement of changes in equity",
        ],
        items: &[],
        headings: &[
            "statements of stockholders",
            "statement of stockholders",
            "statements of shareholders",
            "statement of equity",
            "statements of equity",
            "statements of changes in",
        ],
        lines: &["balance at", "balance, ", "retained earnings", "treasury", "dividends"],
    },
    Statement {
        name: "electrical characteristics",
        asked: &["electrical characteristics", "electrical specifications"],
        items: &["quiescent current", "dropout voltage", "offset voltage", "leakage current"],
        headings: &["electrical characteristics", "electrical specifications"],
        lines: &["min", "typ", "max", "unit", "test condition"],
    },
    Statement {
        name: "absolute maximum ratings",
        asked: &["absolute maximum", "abs max"],
        items: &["storage temperature", "maximum junction temperature"],
        headings: &["absolute maximum ratings"],
        lines: &["storage temperature", "junction temperature", "max", "unit"],
    },
    Statement {
        name: "recommended operating conditions",
        asked: &["recommended operating", "operating conditions"],
        items: &[],
        headings: &["recommended operating conditions", "operating conditions"],
        lines: &["min", "max", "unit", "ambient temperature"],
    },
    Statement {
        name: "pin functions",
        asked: &["pin function", "pinout", "pin description", "pin configuration"],
        items: &[],
        headings: &["pin function", "pin configuration", "pin description", "terminal functions"],
        lines: &["i/o", "description", "ground", "supply"],
    },
];

/// The statements that a question names; when it names none, those whose line items it asks for.
#[must_use]
pub fn statements(question: &str) -> BTreeSet<&'static str> {
    let lower = question.to_lowercase();
    let named: BTreeSet<&str> = STATEMENTS.iter().filter(|s| s.asked.iter().any(|a| lower.contains(a))).map(|s| s.name).collect();
    if !named.is_empty() {
        return named;
    }
    STATEMENTS.iter().filter(|s| s.items.iter().any(|item| contains_word(&lower, item))).map(|s| s.name).collect()
}

/// How much a passage is the statement itself, 0..1: half for its heading (`head`: section titles and first lines), half
/// for the lines that only the statement holds. Both texts in lower case; an unknown statement is 0.
#[must_use]
pub fn likeness(statement: &str, head: &str, text: &str) -> f32 {
    let Some(known) = STATEMENTS.iter().find(|s| s.name == statement) else {
        return 0.0;
    };
    let headed = known.headings.iter().any(|h| head.contains(h));
    let lines = known.lines.iter().filter(|line| text.contains(*line)).count();
    0.5 * f32::from(u8::from(headed)) + 0.5 * (lines as f32 / 3.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{likeness, statements};

    #[test]
    fn statements_are_named_or_implied() {
        assert!(statements("by the statement of cash flows").contains("cash flow statement"));
        assert!(statements("what is the quick ratio").contains("balance sheet"));
        assert!(statements("who is the chairman").is_empty());
        assert_eq!(statements("the capex, by the balance sheet").len(), 1, "a named statement decides");
    }

    #[test]
    fn the_statement_itself_is_more_like_it_than_a_note_on_it() {
        let note = likeness("balance sheet", "note 7. supplemental balance sheet information", "other current assets 600");
        let own = likeness(
            "balance sheet",
            "consolidated balance sheet",
            "total current assets 1 total assets 2 total liabilities 3 total equity 4",
        );
        assert!(own > note && note > 0.0 && own <= 1.0);
    }
}
