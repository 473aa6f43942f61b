//! Answers: ranked passages → quoted or verified sentences, each with its citation.
//!
//! Pure: no model is called and nothing is read here. [`extractive`] quotes without a model; [`prompt`] builds what a model
//! is given, [`citations`] reads what it wrote and [`verify`] checks every sentence of it against the passages; [`followup`]
//! makes a question that leans on the conversation stand alone; [`digest`]
//! condenses sections and passages for the search. Text of documents is data in all of them: it is quoted,
//! numbered and fenced, never obeyed, and highlights come from stored boxes ([`passage`]), never from a model's words.

pub mod citations;
pub mod digest;
pub mod extractive;
pub mod followup;
pub mod measure;
pub mod passage;
pub mod prompt;
pub mod sentences;
pub mod steps;
pub mod summary;
pub mod table;
pub mod template;
pub mod verify;

pub use citations::RawSentence;
pub use extractive::{ExtractiveAnswer, ExtractiveOptions};
pub use passage::Passage;
pub use prompt::{Material, Note, Prompt, PromptError};
