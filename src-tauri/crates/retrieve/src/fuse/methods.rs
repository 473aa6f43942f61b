//! Raw route scores → fused score, one function per normalisation.

use waymark_core::Explanation;

use super::{FusionMethod, Scored, order};

/// Constant of reciprocal rank fusion.
const RRF_K: f32 = 60.0;

/// Fills `parts.dense`, `parts.lexical` (normalised) and `score` of every candidate; `parts.keyword` must be there.
pub(super) fn score(method: FusionMethod, alpha: f32, beta: f32, scored: &mut [Scored]) {
    let dense = column(scored, |e| e.raw_dense);
    let lexical = column(scored, |e| e.raw_lexical);
    let normalise = match method {
        FusionMethod::Unnormalised => raw,
        FusionMethod::ZScore => z_score,
        FusionMethod::Rrf => reciprocal_rank,
        _ => min_max,
    };
    let share = match (method, present(&dense), present(&lexical)) {
        (FusionMethod::Dense, _, _) | (_, true, false) => 1.0,
        (FusionMethod::Lexical, _, _) | (_, false, _) => 0.0,
        _ => alpha,
    };
    let (dense_norm, lexical_norm) = (normalise(&dense), normalise(&lexical));
    for (i, s) in scored.iter_mut().enumerate() {
        s.parts.dense = dense[i].map(|_| dense_norm[i]);
        s.parts.lexical = lexical[i].map(|_| lexical_norm[i]);
        let bonus = s.parts.keyword.unwrap_or(0.0);
        let sum = share * dense_norm[i] + (1.0 - share) * lexical_norm[i];
        s.score = match method {
            FusionMethod::Cc | FusionMethod::Dense | FusionMethod::Lexical => sum,
            FusionMethod::Keyword => bonus + 1e-3 * sum,
            FusionMethod::Rrf => sum + beta * bonus / (RRF_K + 1.0),
            _ => sum + beta * bonus,
        };
    }
    scored.sort_by(order);
}

fn column(scored: &[Scored], of: impl Fn(&Explanation) -> Option<f32>) -> Vec<Option<f32>> {
    scored.iter().map(|s| of(&s.explanation).filter(|v| v.is_finite())).collect()
}

fn present(values: &[Option<f32>]) -> bool {
    values.iter().any(Option::is_some)
}

fn range(values: &[Option<f32>]) -> Option<(f32, f32)> {
    let mut known = values.iter().flatten().copied();
    let first = known.next()?;
    Some(known.fold((first, first), |(low, high), v| (low.min(v), high.max(v))))
}

/// To 0..1 over the candidates; absent ones get the minimum. All equal gives 1 for those that were returned.
fn min_max(values: &[Option<f32>]) -> Vec<f32> {
    let Some((low, high)) = range(values) else {
        return vec![0.0; values.len()];
    };
    let width = high - low;
    let place = |v: f32| {
        if width > f32::EPSILON { (v - low) / width } else { 1.0 }
    };
    values.iter().map(|v| v.map_or(0.0, place)).collect()
}

fn raw(values: &[Option<f32>]) -> Vec<f32> {
    let low = range(values).map_or(0.0, |(low, _)| low.min(0.0));
    values.iter().map(|v| v.unwrap_or(low)).collect()
}

fn z_score(values: &[Option<f32>]) -> Vec<f32> {
    let Some((low, _)) = range(values) else {
        return vec![0.0; values.len()];
    };
    let all: Vec<f32> = values.iter().map(|v| v.unwrap_or(low)).collect();
    let n = all.len() as f32;
    let mean = all.iter().sum::<f32>() / n;
    let deviation = (all.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / n).sqrt();
    all.iter().map(|v| if deviation > f32::EPSILON { (v - mean) / deviation } else { 0.0 }).collect()
}

/// `1/(60 + rank)`; 0 where absent.
fn reciprocal_rank(values: &[Option<f32>]) -> Vec<f32> {
    let mut ranked: Vec<usize> = (0..values.len()).filter(|i| values[*i].is_some()).collect();
    ranked.sort_by(|a, b| values[*b].partial_cmp(&values[*a]).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(b)));
    let mut out = vec![0.0; values.len()];
    for (rank, index) in ranked.into_iter().enumerate() {
        out[index] = 1.0 / (RRF_K + (rank + 1) as f32);
    }
    out
}
