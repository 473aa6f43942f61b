//! Verdicts → moved scores: the one way in which a model takes part in an outline.

use waymark_core::Evidence;

use super::Reach;
use super::material::{self, Standing};
use super::trust::{Tally, Weights};
use super::verdicts::Verdicts;
use crate::outline::Judged;

/// A weight from which a verdict is named among the evidence.
const NAMED: f32 = 0.25;
/// What the native evidence takes from every line that looks like the text around it. Where all headings do, that tells nothing,
/// and a line called a heading gets it back.
const RELIEF: f32 = 1.0;
/// Headings that must stand where none stood before: a single one would cost a document its induced sections.
const LEAST: usize = 2;

/// Moves the scores of the lines that `verdicts` may move, and notes the levels that were said.
pub(crate) fn apply(judged: &mut Judged, verdicts: &Verdicts) {
    let damaged = material::is_damaged(judged);
    let seen: &Judged = judged;
    let standings: Vec<Standing> = seen.candidates.iter().map(|candidate| material::standing(candidate, seen, damaged)).collect();
    let strong: Vec<bool> = seen.candidates.iter().map(|candidate| material::is_strong(candidate, seen)).collect();
    let weights = tally(judged, &standings, verdicts).weights();
    let before = judged.candidates.iter().filter(|candidate| candidate.score >= judged.limit).count();
    let native = (before == 0).then(|| judged.candidates.clone());
    let title = judged.title;
    for ((candidate, standing), strong) in judged.candidates.iter_mut().zip(standings).zip(strong) {
        let Some(said) = u32::try_from(candidate.chunk).ok().and_then(|line| verdicts.levels.get(&line)) else { continue };
        candidate.said = *said;
        candidate.open = damaged;
        let movable = match verdicts.reach {
            Reach::Doubtful => standing == Standing::Doubtful,
            // Bullets and captions are written otherwise than titles.
            Reach::Unsettled => {
                !strong && title != Some(candidate.chunk) && !candidate.features.bullet && !candidate.features.caption
            }
        };
        match said {
            _ if !movable => {}
            Some(_) => {
                candidate.score += weights.heading;
                if weights.heading > NAMED {
                    candidate.score += if damaged { RELIEF } else { 0.0 };
                    candidate.evidence.push(Evidence::Model);
                }
            }
            None => candidate.score -= weights.body,
        }
    }
    judged.levels_said = verdicts.steady && weights != Weights::default();
    if let Some(native) = native
        && judged.candidates.iter().filter(|candidate| candidate.score >= judged.limit).count() < LEAST
    {
        judged.candidates = native;
    }
}

/// What the model said of lines that are known.
fn tally(judged: &Judged, standings: &[Standing], verdicts: &Verdicts) -> Tally {
    let mut tally = Tally::default();
    for (candidate, standing) in judged.candidates.iter().zip(standings) {
        let Some(said) = u32::try_from(candidate.chunk).ok().and_then(|line| verdicts.levels.get(&line)) else { continue };
        match standing {
            Standing::KnownHeading => tally.count(true, said.is_some()),
            Standing::KnownBody => tally.count(false, said.is_some()),
            Standing::Settled | Standing::Doubtful => {}
        }
    }
    tally
}
