//! The word of a language model → headings and levels, and nothing else (design §5, HiQA's equation 1).
//!
//! Two formatters stand on the same lines as the native one, its chunks. `assisted` asks about lines that the native evidence
//! leaves in doubt, `full` lets the model write a window as Markdown and reads its headings off what it wrote ([`align`]). Both
//! end in verdicts, `line → level or body`. A verdict is one more piece of evidence: it moves a line's score by a weight that the
//! model earns on lines whose nature is known anyway ([`trust`]). A model that knows nothing weighs nothing, and a line that a
//! bookmark, the printed contents or its number speaks for is never moved ([`apply`]). Text is never taken from a model.

pub mod align;
pub mod apply;
pub mod material;
pub mod trust;
pub mod verdicts;
pub mod windows;

pub use align::{Reconciled, reconcile};
pub use material::{LineKind, Material, SourceLine, Standing};
pub use verdicts::{Refusal, Reply, Verdict, Verdicts, WindowVerdicts, read};
pub use windows::{Window, windows};

/// Which lines a verdict may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Those in doubt.
    #[default]
    Doubtful,
    /// All that no bookmark, contents entry or number settles.
    Unsettled,
}
