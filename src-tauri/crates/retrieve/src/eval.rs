//! Ranked results and questions with gold pages → the figures of design §11.

mod noise;
mod questions;
mod resample;
mod score;
mod space;

pub use noise::{Heading, Noise, damaged_paths};
pub use questions::{Gold, Match, Question, QuestionError, parse_questions, stem};
pub use resample::{Interval, bootstrap, paired};
pub use score::{Figures, Retrieved, Summary, log_rank, score_question, summarise};
pub use space::{Point, Separation, Space, principal, separation, space};
