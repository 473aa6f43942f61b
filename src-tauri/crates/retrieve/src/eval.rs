//! Ranked results and questions with gold pages → the figures of design §11.

mod questions;
mod resample;
mod score;

pub use questions::{Gold, Match, Question, QuestionError, parse_questions};
pub use resample::{Interval, bootstrap, paired};
pub use score::{Figures, Retrieved, Summary, log_rank, score_question, summarise};
