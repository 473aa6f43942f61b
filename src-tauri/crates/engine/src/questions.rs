//! The reader's own questions with the pages that answer them, kept in the library's folder, and what they gave at each run: so
//! that a change of settings, model or release shows on the reader's own documents.
//!
//! `laboratory/questions.jsonl` has the form that every evaluation takes; `laboratory/runs.jsonl` one line a run.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use waymark_core::{DocumentId, ErrorCode, WireError};
use waymark_retrieve::eval::{Gold, Match, Question, Summary, parse_questions};

use crate::engine::{Engine, now_ms};
use crate::error::EngineError;
use crate::evaluation::{EvaluateOptions, Evaluation};

/// What one run of the saved questions gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionRun {
    /// When, milliseconds since 1970.
    pub time_ms: i64,
    /// Version of the program.
    pub version: String,
    /// Figures.
    pub summary: Summary,
}

impl Engine {
    /// The saved questions, in the order they were saved.
    ///
    /// # Errors
    /// When the file cannot be read or holds a line that is no question.
    pub fn saved_questions(&self) -> Result<Vec<Question>, EngineError> {
        let file = self.questions_file();
        let text = read(&file)?;
        parse_questions(&text).map_err(|error| EngineError::invalid(format!("`{}`: {error}", file.display())))
    }

    /// Saves a question with the documents (file names, with or without `.pdf`) and pages (from 1) that answer it; several pages
    /// are alternatives. Gives it with its id.
    ///
    /// # Errors
    /// `InvalidInput` for an empty question, no page, a document that the library does not hold or a page that it does not have.
    pub async fn save_question(&self, question: &str, gold: Vec<Gold>) -> Result<Question, EngineError> {
        let text = question.trim();
        if text.is_empty() {
            return Err(EngineError::invalid("the question is empty"));
        }
        if gold.is_empty() {
            return Err(EngineError::invalid("no page is named: say in which document, and on which page, the answer stands"));
        }
        let rows = self.documents().await?;
        let mut known = Vec::with_capacity(gold.len());
        for Gold { doc, page } in gold {
            let name = doc.strip_suffix(".pdf").unwrap_or(&doc);
            let row = rows.iter().find(|row| row.file_name.strip_suffix(".pdf").unwrap_or(&row.file_name) == name);
            let row = row.ok_or_else(|| EngineError::invalid(format!("the library holds no file `{doc}`")))?;
            if let Some(page) = page.filter(|page| *page == 0 || *page > row.pages) {
                let message = format!("`{doc}` has no page `{page}`: it has pages 1 to {}", row.pages);
                return Err(EngineError::invalid(message));
            }
            known.push(Gold { doc: name.to_owned(), page });
        }
        let mut all = self.saved_questions()?;
        let highest = all.iter().filter_map(|question| question.qid.strip_prefix("own_")?.parse::<u32>().ok()).max();
        let saved = Question {
            qid: format!("own_{:03}", highest.unwrap_or(0) + 1),
            question: text.to_owned(),
            matching: if known.len() > 1 { Match::Any } else { Match::All },
            gold: known,
            answer: None,
            evidence: Vec::new(),
            choices: Vec::new(),
            kind: None,
            split: None,
        };
        all.push(saved.clone());
        self.write_questions(&all)?;
        Ok(saved)
    }

    /// Forgets a saved question.
    ///
    /// # Errors
    /// `NotFound` for an id that is not there.
    pub fn forget_question(&self, qid: &str) -> Result<(), EngineError> {
        let mut all = self.saved_questions()?;
        let before = all.len();
        all.retain(|question| question.qid != qid);
        if all.len() == before {
            return Err(EngineError::not_found(format!("no saved question has the id `{qid}`")));
        }
        self.write_questions(&all)
    }

    /// Saves a question with a document of the library as what answers it; see [`Engine::save_question`].
    ///
    /// # Errors
    /// As [`Engine::save_question`]; `NotFound` for an unknown document.
    pub async fn save_question_for(
        &self,
        question: &str,
        document: DocumentId,
        page: Option<u32>,
    ) -> Result<Question, EngineError> {
        let row = self.inner.store.document(document).await?;
        self.save_question(question, vec![Gold { doc: row.file_name, page }]).await
    }

    /// Searches every saved question, and keeps the figures beside those of earlier runs.
    ///
    /// # Errors
    /// `InvalidInput` when none is saved; as [`Engine::search`].
    pub async fn run_questions(&self) -> Result<(QuestionRun, Evaluation), EngineError> {
        let questions = self.saved_questions()?;
        if questions.is_empty() {
            return Err(EngineError::invalid("no question is saved yet: save one with the page that answers it"));
        }
        let evaluation = self.evaluate(&questions, &EvaluateOptions::default()).await?;
        let run =
            QuestionRun { time_ms: now_ms(), version: env!("CARGO_PKG_VERSION").to_owned(), summary: evaluation.summary.clone() };
        let file = self.laboratory_file("runs.jsonl");
        let line = serde_json::to_string(&run).map_err(|error| EngineError::invalid(error.to_string()))?;
        let written = std::fs::create_dir_all(self.laboratory())
            .and_then(|()| std::fs::OpenOptions::new().create(true).append(true).open(&file))
            .and_then(|mut out| writeln!(out, "{line}"));
        if let Err(error) = written {
            tracing::error!("the figures of this run are not kept: `{}`: {error}", file.display());
        }
        Ok((run, evaluation))
    }

    /// What earlier runs of the saved questions gave, oldest first; a line that cannot be read (a run cut off by a full disk, say)
    /// is left out.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn question_runs(&self) -> Result<Vec<QuestionRun>, EngineError> {
        let text = read(&self.laboratory_file("runs.jsonl"))?;
        Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// Folder of the library for what experiments and saved questions keep.
    pub(crate) fn laboratory(&self) -> PathBuf {
        self.inner.store.folder().join("laboratory")
    }

    fn laboratory_file(&self, name: &str) -> PathBuf {
        self.laboratory().join(name)
    }

    fn questions_file(&self) -> PathBuf {
        self.laboratory_file("questions.jsonl")
    }

    /// Written beside and renamed, so that a full disk leaves the old file.
    fn write_questions(&self, questions: &[Question]) -> Result<(), EngineError> {
        let file = self.questions_file();
        let mut text = String::new();
        for question in questions {
            let line = serde_json::to_string(question).map_err(|error| EngineError::invalid(error.to_string()))?;
            text.push_str(&line);
            text.push('\n');
        }
        let beside = file.with_extension("jsonl.new");
        std::fs::create_dir_all(self.laboratory())
            .and_then(|()| std::fs::write(&beside, text))
            .and_then(|()| std::fs::rename(&beside, &file))
            .map_err(|error| failed(&file, "written", &error))
    }
}

fn read(file: &Path) -> Result<String, EngineError> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| failed(file, "read", &error)),
    }
}

fn failed(file: &Path, done: &str, error: &std::io::Error) -> EngineError {
    WireError::new(ErrorCode::Internal, format!("`{}` cannot be {done}: {error}", file.display())).into()
}
