//! A ranking and a token budget → the passages that fit, best first, with what was left out.

/// What fits and what does not, as indexes into the input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Packed {
    /// Kept, in rank order.
    pub used: Vec<usize>,
    /// Left out, in rank order.
    pub dropped: Vec<usize>,
    /// Tokens of what was kept.
    pub tokens: u32,
}

/// Takes passages in rank order while they fit; one that does not fit is skipped and a shorter one behind it may still
/// fit. `costs` are tokens with everything that surrounds the passage in the prompt.
#[must_use]
pub fn pack(costs: &[u32], budget: u32) -> Packed {
    let mut packed = Packed::default();
    for (index, cost) in costs.iter().enumerate() {
        match packed.tokens.checked_add(*cost).filter(|sum| *sum <= budget) {
            Some(sum) => {
                packed.tokens = sum;
                packed.used.push(index);
            }
            None => packed.dropped.push(index),
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::pack;

    #[test]
    fn nothing_is_lost_and_the_budget_holds() {
        let packed = pack(&[40, 70, 30, 31], 101);
        assert_eq!(packed.used, [0, 2, 3]);
        assert_eq!(packed.dropped, [1]);
        assert_eq!(packed.tokens, 101);
        assert_eq!(pack(&[u32::MAX, u32::MAX], u32::MAX).used, [0]);
    }
}
