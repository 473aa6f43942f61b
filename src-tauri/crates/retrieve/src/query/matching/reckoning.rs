//! Years, quarters and days asked for against those of a document → how well they fit, 0..1.

use crate::query::library::Profile;
use crate::query::period::{Date, Periods};

/// Whether a share says that the document is for the quarter, not only has it as comparison.
pub(in crate::query) fn is_own_quarter(share: f32) -> bool {
    share >= OWN
}

/// Least share of a quarter that a document is for; a report of the same quarter a year later has it as comparison.
const OWN: f32 = 0.5;
const COMPARISON: f32 = 0.4;

/// How well the document's quarter fits, and which. Quarter and year must be of one reckoning: a file may name the calendar's
/// `2022 Q3` and its pages speak of `Q1` of fiscal 2023, but none of them of `Q3 2023`.
pub(in crate::query) fn asked_quarter_share(profile: &Profile, asked: &Periods) -> Option<(f32, u8)> {
    let shares = asked.quarters.iter().filter_map(|(year, quarter)| {
        let Some(year) = *year else {
            let certain = profile.file_quarters.is_empty() || profile.file_quarters.iter().any(|(_, own)| own == quarter);
            return profile.quarters.contains(quarter).then_some((if certain { 1.0 } else { 0.6 }, *quarter));
        };
        let (pair, later) = ((Some(year), *quarter), (Some(year + 1), *quarter));
        let own = &profile.periods.quarters;
        let share = if own.contains(&pair) {
            let said = profile.file_quarters.contains(&pair);
            let other = own.iter().any(|own| !profile.file_quarters.contains(own));
            match (asked.fiscal, said || profile.file_quarters.is_empty()) {
                // What a file is called by the calendar is not its fiscal quarter when its pages name another.
                (true, true) if said && other => 0.7,
                (true, _) => 1.0,
                (false, true) => certainty(profile, year),
                (false, false) => 0.6 * certainty(profile, year),
            }
        } else if own.contains(&later) {
            COMPARISON
        } else if own.iter().all(|(own, _)| own.is_none()) && profile.quarters.contains(quarter) && profile.years.contains(&year)
        {
            certainty(profile, year)
        } else {
            return None;
        };
        Some((share, *quarter))
    });
    shares.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// A report is dated some days after what it reports: 1 on the day, falling to 0 after two weeks.
pub(super) fn closeness(asked: Date, own: Date) -> Option<f32> {
    let after = own.days() - asked.days();
    (0..=14).contains(&after).then(|| 1.0 - after as f32 / 15.0)
}

/// A year that only the pages speak of counts a little less than one in the file name: fiscal and calendar years differ.
fn certainty(profile: &Profile, year: i32) -> f32 {
    if profile.file_years.is_empty() || profile.file_years.contains(&year) { 1.0 } else { 0.85 }
}

/// How well the document's year fits. Reports repeat the years before theirs for comparison, so for a range the
/// document of its last year fits best, and a document one or two years later still holds the figure.
pub(super) fn asked_year_share(profile: &Profile, asked: &Periods) -> Option<(f32, i32)> {
    let last = *asked.years.last()?;
    let dated_only = asked.dates.iter().all(|d| d.year == last) && !asked.dates.is_empty();
    let wrong_quarter =
        !asked.quarters.is_empty() && !profile.quarters.is_empty() && asked_quarter_share(profile, asked).is_none();
    let interim = asked.quarters.is_empty() && !dated_only && profile.quarters.iter().any(|q| *q < 4);
    let penalty = if wrong_quarter || interim { 0.6 } else { 1.0 };
    profile
        .years
        .iter()
        .filter_map(|own| {
            let share: f32 = match own - last {
                0 => 1.0,
                1 => 0.35,
                2 => 0.2,
                _ if asked.years.contains(own) => 0.5,
                _ => return None,
            };
            let sure = if asked.fiscal && !asked.quarters.is_empty() { 1.0 } else { certainty(profile, *own) };
            Some((share * penalty * sure, last))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
}
