//! Options of the commands that measure: `eval`, `questions`, `space`, `eval-structure`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use waymark_engine::AblationGroup;

use super::{FormatterOptions, Mode, OutputOptions, Weights};

#[derive(Debug, Args)]
pub(crate) struct EvalOptions {
    /// Questions with gold pages, JSON lines
    pub(crate) questions: PathBuf,
    /// Route or fusion: hybrid, dense, lexical, keyword, cc, rrf, zscore, unnormalised
    #[arg(long, default_value = "hybrid")]
    pub(crate) method: String,
    #[command(flatten)]
    pub(crate) weights: Weights,
    /// Run ablations and compare each with the full method; every group but `parts` embeds anew what it changes
    #[arg(
        long,
        value_enum,
        value_name = "GROUP",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "parts",
        conflicts_with_all = ["method", "alpha", "beta", "anonymous_names"]
    )]
    pub(crate) ablation: Option<Group>,
    /// Search as if every file were called doc-001.pdf, doc-002.pdf …
    #[arg(long)]
    pub(crate) anonymous_names: bool,
    /// Answer the questions and measure the answers
    #[arg(long, conflicts_with_all = ["method", "alpha", "beta", "ablation", "anonymous_names"])]
    pub(crate) answers: bool,
    /// How to answer
    #[arg(long, value_enum, default_value_t = Mode::Auto, requires = "answers")]
    pub(crate) mode: Mode,
    /// Ollama model that answers
    #[arg(long, value_name = "NAME", requires = "answers")]
    pub(crate) model: Option<String>,
    /// Print JSON, with a row for each question
    #[arg(long)]
    pub(crate) json: bool,
}

/// What an ablation looks into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Group {
    /// Parts of the method, fusions and weights (HiQA tables 7–9, MacRAG table 3)
    Parts,
    /// Ways to put metadata into vectors (Metadata RAG table 2, figure 5, section 6)
    Metadata,
    /// What is embedded: fixed stretches, sections, nearest title, cascade, slices (HiQA table 8)
    Units,
    /// Search down the heading trees, adaptive cut (HiSem tables 5 and 6)
    Levels,
    /// Damaged headings (HiQA table 12)
    Noise,
    /// All of them
    All,
}

impl From<Group> for AblationGroup {
    fn from(group: Group) -> Self {
        match group {
            Group::Parts => Self::Parts,
            Group::Metadata => Self::Metadata,
            Group::Units => Self::Units,
            Group::Levels => Self::Levels,
            Group::Noise => Self::Noise,
            Group::All => Self::All,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuestionAction {
    /// Save a question with the pages that answer it; several pages are alternatives
    Add {
        /// Question
        question: String,
        /// Where the answer stands: file name and page from 1, as `report.pdf:12`
        #[arg(long = "page", required = true, num_args = 1.., value_name = "FILE:PAGE")]
        pages: Vec<String>,
    },
    /// List the saved questions
    List(OutputOptions),
    /// Forget a saved question
    Remove {
        /// Id as printed by `list`
        qid: String,
    },
    /// Search every saved question and keep the figures
    Run(OutputOptions),
    /// Print the figures of all runs so far
    Runs(OutputOptions),
}

#[derive(Debug, Args)]
pub(crate) struct SpaceOptions {
    /// Write a picture of the passages in the plane of their two main components, one panel for each way
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print JSON, with the points
    #[arg(long)]
    pub(crate) json: bool,
}

/// A folder of a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocumentSet {
    /// Files whose bookmarks were taken out
    Stripped,
    /// Files as they were
    Bookmarked,
}

impl DocumentSet {
    /// Name of the folder.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Stripped => "stripped",
            Self::Bookmarked => "bookmarked",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct EvalStructureOptions {
    /// A corpus with `stripped/`, `bookmarked/`, `gold/` and `manifest.tsv`, or a folder of PDFs
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Folder with the true headings, `ID.json` for `ID.pdf` [default: `gold` in DIR]
    #[arg(long, value_name = "DIR")]
    pub(crate) gold: Option<PathBuf>,
    /// Folder with plain texts, `ID.txt` as `pdftotext` writes it; without it words are compared with the plain text layer
    #[arg(long, value_name = "DIR")]
    pub(crate) reference: Option<PathBuf>,
    /// Write the Markdown of each document into this folder
    #[arg(long, value_name = "OUT_DIR")]
    pub(crate) markdown: Option<PathBuf>,
    /// Only this set of a corpus
    #[arg(long, value_enum)]
    pub(crate) set: Option<DocumentSet>,
    #[command(flatten)]
    pub(crate) by: FormatterOptions,
    /// Take all styles (sizes, fonts, colours, heading tags) away before the documents are structured
    #[arg(long)]
    pub(crate) damage_styles: bool,
    /// Only the first documents of each set
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<usize>,
    /// Print one JSON object: `documents`, `kinds`, `families`, `all`; the second set of a corpus stands in it under `bookmarked`
    #[arg(long)]
    pub(crate) json: bool,
}
