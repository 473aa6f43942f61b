//! Which text is the document's title: composed for filings, printed, from metadata when sane, the file name at worst.

use waymark_core::{Fact, FactKind};

use super::{Front, file_name};

/// Chooses the title; never empty.
#[must_use]
pub fn choose(front: &Front<'_>, facts: &[Fact], printed: Option<(String, u32)>) -> String {
    let value = |kind| facts.iter().find(|fact| fact.kind == kind).map(|fact| fact.value.as_str());
    if let Some(title) = filing_title(
        value(FactKind::Form),
        value(FactKind::Company),
        value(FactKind::Alias),
        value(FactKind::Year),
        value(FactKind::Period),
    ) {
        return title;
    }
    let printed = printed.map(|(title, _)| title).filter(|title| is_sane(title));
    let metadata = front.info.title.as_deref().map(str::trim).filter(|title| is_sane(title)).map(str::to_owned);
    let stem = file_name::stem(front.file_name);
    let title = match (printed, metadata) {
        // Metadata that repeats the printed words is the cleaner form of them.
        (Some(printed), Some(metadata)) if similar(&printed, &metadata) && metadata.len() >= printed.len() => metadata,
        (Some(printed), _) => printed,
        (None, Some(metadata)) => metadata,
        (None, None) => match largest(front) {
            Some((title, ratio)) if ratio >= 1.25 || !file_name::is_telling(&stem) => title,
            _ => stem,
        },
    };
    let joined = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if joined.is_empty() { "Untitled".into() } else { joined.chars().take(200).collect() }
}

/// `3M 10-K 2018`, `JPMorgan Chase 10-Q Q2 2022`; only when form, company and year are known.
fn filing_title(
    form: Option<&str>,
    company: Option<&str>,
    alias: Option<&str>,
    year: Option<&str>,
    period: Option<&str>,
) -> Option<String> {
    let form = form.filter(|form| form.ends_with(['K', 'Q', 'F']) || *form == "earnings release" || *form == "annual report")?;
    let name = company.or(alias)?;
    let short = super::company::short_name(name);
    let name = if short.len() >= 2 { short } else { name.to_owned() };
    let year = year?;
    let when = match period {
        Some(period) if period.starts_with('Q') && form != "10-K" => period.to_owned(),
        _ => year.to_owned(),
    };
    Some(if form.ends_with('K') && form.starts_with("10") {
        format!("{name} {when} {form}")
    } else {
        format!("{name} {form} {when}")
    })
}

fn is_sane(title: &str) -> bool {
    let lower = title.to_lowercase();
    let junk = [
        "untitled",
        "microsoft word",
        "microsoft powerpoint",
        "document",
        "title",
        "slide 1",
        "layout 1",
        "print",
        "no title",
        "doc1",
        "default",
    ];
    let file = [".doc", ".docx", ".pdf", ".indd", ".tex", ".dvi", ".qxd", ".htm", ".html", ".xls", ".fm", ".ps", ".odt", ".rtf"]
        .iter()
        .any(|end| lower.ends_with(end));
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && letters * 2 >= title.chars().filter(|c| !c.is_whitespace()).count()
        && title.len() <= 300
        && !file
        && !junk.iter().any(|bad| lower == *bad || lower.starts_with(&format!("{bad} - ")))
}

fn similar(a: &str, b: &str) -> bool {
    let (a, b) = (crate::outline::lines::compact(a), crate::outline::lines::compact(b));
    !a.is_empty() && (a == b || a.contains(&b) || b.contains(&a) || strsim::normalized_levenshtein(&a, &b) > 0.75)
}

/// The lines in the largest type of the first page, joined where they follow one another, and their size over the body's.
fn largest(front: &Front<'_>) -> Option<(String, f32)> {
    let first = front.lines.first()?.page;
    let lines: Vec<&super::FrontLine> = front.lines.iter().filter(|line| line.page == first).take(20).collect();
    let fits = |line: &super::FrontLine| {
        is_sane(&line.text)
            && line.text.len() < 160
            && !crate::outline::contents::is_title(&line.text)
            && crate::outline::numbering::parse(&line.text).is_none()
    };
    let best = lines.iter().filter(|line| fits(line)).map(|line| line.ratio).fold(0.0_f32, f32::max);
    let same = |line: &super::FrontLine| (line.ratio - best).abs() < 0.03 * best;
    let start = lines.iter().position(|line| fits(line) && same(line))?;
    let mut title = lines[start].text.trim().to_owned();
    for pair in lines[start..].windows(2).take(2) {
        // Sizes are relative; a line of the title follows at one and a half times its height at most.
        let step = (pair[0].base - pair[1].base) / (best * front.body).max(1.0);
        if !same(pair[1]) || !(0.5..1.6).contains(&step) {
            break;
        }
        title.push(' ');
        title.push_str(pair[1].text.trim());
    }
    Some((title, best))
}
