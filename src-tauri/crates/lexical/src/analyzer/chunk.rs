//! The terms of one unbroken stretch of word characters and connectors.

use std::borrow::Cow;

// Longer stretches are addresses and the like: only their parts are terms.
const LONGEST_WHOLE: usize = 48;
// No word anybody types.
const LONGEST_TERM: usize = 96;

/// Units that are written to the number without a space (`3.3v`, `470nf`, `16bit`).
const UNITS: [&str; 46] = [
    "v", "mv", "kv", "uv", "μv", "a", "ma", "ua", "μa", "na", "w", "mw", "kw", "hz", "khz", "mhz", "ghz", "ω", "kω", "mω", "nm",
    "mm", "cm", "km", "kg", "g", "mg", "μg", "ml", "s", "ms", "us", "μs", "ns", "pf", "nf", "uf", "μf", "db", "bit", "kb", "mb",
    "gb", "bn", "mn", "pa",
];

/// Hands over the terms of a folded chunk; see the tests for what becomes of what.
pub(super) fn terms(chunk: &str, emit: &mut dyn FnMut(&str)) {
    let mut emit = |term: &str| {
        if !term.is_empty() && term.len() <= LONGEST_TERM {
            emit(term);
        }
    };
    let chunk = chunk.strip_suffix("'s").unwrap_or(chunk);
    if chunk.contains('\'') {
        return apostrophes(chunk, &mut emit);
    }
    if !chunk.contains(is_connector) {
        return plain(chunk, &mut emit);
    }
    let digits = chunk.contains(|ch: char| ch.is_numeric());
    let letters = chunk.contains(|ch: char| ch.is_alphabetic());
    match (letters, digits) {
        (true, true) => identifier(chunk, &mut emit),
        (false, true) => number(chunk, &mut emit),
        _ => compound(chunk, &mut emit),
    }
}

fn is_connector(ch: char) -> bool {
    matches!(ch, '-' | '_' | '.' | '&' | '/' | ',')
}

/// A word, a number, or both in one (`revenues`, `2018`, `lm317`, `40v`, `fy2018`).
fn plain(chunk: &str, emit: &mut dyn FnMut(&str)) {
    emit(&stem(chunk));
    if let Some(year) = fiscal_year(chunk) {
        emit(&year);
    }
    if let Some((number, unit)) = measure(chunk) {
        emit(number);
        emit(unit);
    }
}

/// `don't` → `dont`; `l'eau` → `leau`, `eau`; `o'brien` → `obrien`, `brien`.
fn apostrophes(chunk: &str, emit: &mut dyn FnMut(&str)) {
    let joined: String = chunk.chars().filter(|ch| *ch != '\'').collect();
    if joined.contains(is_connector) {
        return terms(&joined, emit);
    }
    emit(&stem(&joined));
    if let Some((head, tail)) = chunk.split_once('\'')
        && head.chars().count() == 1
        && !tail.contains('\'')
        && tail.chars().count() > 2
    {
        emit(&stem(tail));
    }
}

/// `1,577.5` → `1577.5`, `1,577.5`; `3.1.2` whole; `2017-2018` → whole and parts; `12/31/2018` → whole, `12`, `31`, `2018`.
fn number(chunk: &str, emit: &mut dyn FnMut(&str)) {
    if is_grouped(chunk) {
        let digits: String = chunk.chars().filter(|ch| *ch != ',').collect();
        emit(&digits);
        emit(chunk);
        return;
    }
    let listed = chunk.contains(',');
    if !listed && chunk.len() <= LONGEST_WHOLE {
        emit(chunk);
    }
    for part in parts(chunk).filter(|part| *part != chunk && (listed || part.len() > 1)) {
        emit(part);
    }
}

/// Whether commas part the digits into thousands.
fn is_grouped(chunk: &str) -> bool {
    let whole = chunk.split_once('.').map_or(chunk, |(whole, _)| whole);
    let mut groups = whole.split(',');
    let head = groups.next().unwrap_or_default();
    let mut count = 0;
    let thousands = groups.all(|group| {
        count += 1;
        group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit())
    });
    thousands && count > 0 && (1..=3).contains(&head.len()) && !chunk.contains(['-', '/', '_', '&'])
}

/// `tps7a4701-q1` → whole, `tps7a4701q1`, `tps7a4701`, `q1`; `10-k` → `10-k`, `10k`; `3.3v` → `3.3v`, `3.3`, `v`.
fn identifier(chunk: &str, emit: &mut dyn FnMut(&str)) {
    if let Some((number, unit)) = measure(chunk) {
        emit(chunk);
        emit(number);
        emit(unit);
        return;
    }
    if chunk.len() <= LONGEST_WHOLE {
        emit(chunk);
        let joined: String = chunk.chars().filter(|ch| !matches!(ch, '-' | '_' | '/')).collect();
        if joined != chunk {
            emit(&joined);
        }
    }
    for part in parts(chunk).filter(|part| *part != chunk) {
        let letters = part.contains(|ch: char| ch.is_alphabetic());
        if (letters && part.len() > 1) || part.len() > 3 {
            emit(&stem(part));
        }
    }
}

/// `year-over-year` → parts and `yearoveryear`; `r&d` whole; `u.s` → `us`; `and/or` → parts.
fn compound(chunk: &str, emit: &mut dyn FnMut(&str)) {
    let count = parts(chunk).count();
    let initials = chunk.contains('.') && parts(chunk).all(|part| part.chars().count() == 1);
    if initials {
        let joined: String = chunk.chars().filter(|ch| !is_connector(*ch)).collect();
        return emit(&joined);
    }
    if chunk.contains('&') && chunk.len() <= LONGEST_WHOLE {
        emit(chunk);
    }
    for part in parts(chunk).filter(|part| !chunk.contains('&') || part.len() > 1) {
        emit(&stem(part));
    }
    let hyphenated = chunk.contains('-') && !chunk.contains(['.', '/', '_', '&']);
    if hyphenated && count <= 3 && chunk.len() <= LONGEST_WHOLE {
        let joined: String = chunk.chars().filter(|ch| *ch != '-').collect();
        emit(&stem(&joined));
    }
}

/// Split at connectors, but not at the point of a decimal or of a numbered heading.
fn parts(chunk: &str) -> impl Iterator<Item = &str> {
    let bytes = chunk.as_bytes();
    let mut start = 0;
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (at, ch) in chunk.char_indices().filter(|(_, ch)| is_connector(*ch)) {
        let digit = |index: Option<usize>| index.and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_digit);
        if ch == '.' && digit(at.checked_sub(1)) && digit(Some(at + 1)) {
            continue;
        }
        ends.push((start, at));
        start = at + 1;
    }
    ends.push((start, chunk.len()));
    ends.into_iter().filter_map(move |(from, to)| chunk.get(from..to)).filter(|part| !part.is_empty())
}

/// The year of `fy2018`, `fy18` or `cy2018`, in four digits: documents and file names mostly write the year alone.
fn fiscal_year(chunk: &str) -> Option<Cow<'_, str>> {
    let year = chunk.strip_prefix("fy").or_else(|| chunk.strip_prefix("cy"))?;
    let digits = year.bytes().all(|byte| byte.is_ascii_digit());
    match year.len() {
        4 if digits && (year.starts_with("19") || year.starts_with("20")) => Some(Cow::Borrowed(year)),
        2 if digits => Some(Cow::Owned(format!("20{year}"))),
        _ => None,
    }
}

/// Number and unit of `3.3v`.
fn measure(chunk: &str) -> Option<(&str, &str)> {
    let at = chunk.find(|ch: char| ch.is_alphabetic())?;
    let (number, unit) = chunk.split_at(at);
    let numeric = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
    (!number.is_empty() && numeric && UNITS.contains(&unit)).then_some((number, unit))
}

/// English plurals reduced to the singular, nothing else: stronger stemming makes one term of different ones
/// (`organization` and `organ`), which costs more among look-alike documents than it gains.
fn stem(word: &str) -> Cow<'_, str> {
    let length = word.len();
    if length < 4 || !word.ends_with('s') || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let cut = |count: usize| word.get(..length - count).unwrap_or(word);
    if word.ends_with("ies") {
        return if length > 4 { Cow::Owned(format!("{}y", cut(3))) } else { Cow::Borrowed(cut(1)) };
    }
    if ["sses", "shes", "ches", "xes", "zzes", "oes"].iter().any(|end| word.ends_with(end)) {
        return Cow::Borrowed(cut(2));
    }
    if ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        return Cow::Borrowed(word);
    }
    Cow::Borrowed(cut(1))
}
