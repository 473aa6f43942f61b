//! The lines of tables that a question needs (`total current assets` and `total current liabilities` for a working capital
//! ratio) → the rows that print them.

use std::collections::BTreeSet;

use super::scoring::Asked;
use super::units::{Unit, label};
use super::{ExtractiveOptions, overlap};
use crate::passage::Passage;

/// Least likeness of a row's name to a line asked for.
const LIKE: f32 = 0.45;
/// For a row whose name holds a word of the question beyond the line asked for.
const TOLD: f32 = 0.2;

/// The best row for every line asked for, in their order, each row once. Lines without a row are left out.
pub(super) fn rows<'u>(all: &'u [Unit], asked: &Asked, passages: &[Passage], options: &ExtractiveOptions) -> Vec<&'u Unit> {
    let mut chosen: Vec<&Unit> = Vec::new();
    for item in &options.items {
        let names: Vec<BTreeSet<String>> = item.iter().map(|phrase| label(phrase)).collect();
        let worth = |unit: &Unit| {
            let like = names.iter().map(|name| overlap(name, &unit.label)).fold(0.0, f32::max);
            let fits = unit.row && !unit.header && unit.numbers > 0 && like >= LIKE;
            // `diluted` of a question tells two lines of one name apart.
            let told = unit.label.iter().any(|word| asked.holds(word) && !names.iter().any(|name| name.contains(word)));
            let told = if told { TOLD } else { 0.0 };
            fits.then(|| {
                like + told + asked.place(unit, passages) + 0.4 * options.statement.get(unit.passage).copied().unwrap_or(0.0)
            })
        };
        let taken = |unit: &Unit| chosen.iter().any(|other| other.passage == unit.passage && other.range == unit.range);
        let best = all
            .iter()
            .filter(|unit| !taken(unit))
            .filter_map(|unit| worth(unit).map(|worth| (worth, unit)))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, unit)) = best {
            chosen.push(unit);
        }
    }
    chosen
}
