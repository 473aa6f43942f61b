//! The command line as typed.

mod laboratory;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use waymark_core::SegmentKind;
use waymark_engine::{CROP_DPI, types};

pub(crate) use laboratory::{DocumentSet, EvalOptions, EvalStructureOptions, QuestionAction, SpaceOptions};

/// Answers questions about a library of look-alike PDFs, every statement cited to document, section and page.
#[derive(Debug, Parser)]
#[command(name = "waymark-cli", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Library folder; the desktop program's own library when absent
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) library: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Add PDF files and folders (recursively) and wait until they are searchable and have vectors
    ///
    /// Exit code 0 if every file is ready, 3 if some failed, are locked or were refused.
    Ingest(IngestOptions),
    /// Link folders: the desktop program takes in their PDFs by itself, now and later
    Folders {
        #[command(subcommand)]
        action: FolderAction,
    },
    /// List the documents of the library
    List(OutputOptions),
    /// Remove documents from the library (the PDF files themselves stay)
    Remove(RemoveOptions),
    /// Show what the library holds and how far its vectors are
    Status(OutputOptions),
    /// Print the heading tree of a PDF
    Outline(OutlineOptions),
    /// Print a PDF as Markdown with `<!-- page N -->` before the first block of each page
    Markdown(MarkdownOptions),
    /// List the figures of a document or file, and write them as images
    Figures(FiguresOptions),
    /// Search the library
    Search(SearchOptions),
    /// Ask the library; quotations with citations when no model is there
    Ask(AskOptions),
    /// Summarise documents with a local model, section by section, so that search finds them by other words too
    ///
    /// What is there and up to date is kept; a stopped run goes on where it was. Exit code 3 if some documents failed.
    Enrich(EnrichOptions),
    /// Measure retrieval on a file of questions with known pages
    Eval(EvalOptions),
    /// Save your own questions with the pages that answer them, and measure how well they are found
    Questions {
        #[command(subcommand)]
        action: QuestionAction,
    },
    /// Serve the library to other programs of this machine, for reading
    Serve(ServeOptions),
    /// Measure how well the vectors keep the documents of the library apart, by each way to put metadata into them
    Space(SpaceOptions),
    /// Measure headings, levels, paths, words and speed on PDFs with known headings
    ///
    /// Prints figures for each document, means by kind and family, and means over all. Times are processor time: `ms/page` of
    /// opening, parsing and structuring in all processes, `PDFium` of loading the pages and giving each code point alone, and
    /// the ratio of the two. Exit code 0 if every file was read, 3 if some were not.
    EvalStructure(EvalStructureOptions),
}

#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    /// Model Context Protocol over standard input and output: tools `search`, `outline`, `open`, `passage`
    #[arg(long, required = true)]
    pub(crate) mcp: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutputOptions {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct IngestOptions {
    /// Files and folders
    #[arg(required_unless_present = "linked", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Look through the linked folders too
    #[arg(long)]
    pub(crate) linked: bool,
    /// Print progress as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Password for locked files among the paths and in linked folders
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FolderAction {
    /// Link a folder, or set the ignore rules of a linked one
    Link {
        /// The folder
        folder: PathBuf,
        /// What to leave out, as in a `.gitignore`; repeatable
        #[arg(long, value_name = "RULE")]
        ignore: Vec<String>,
    },
    /// List the linked folders: how they stand, which documents are gone, what was refused
    List(OutputOptions),
    /// Forget a linked folder; its documents stay
    Unlink {
        /// Id as printed by `list`, or the folder
        #[arg(value_name = "ID|FOLDER")]
        folder: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct RemoveOptions {
    /// Document ids or file names as printed by `list`
    #[arg(required = true, value_name = "ID")]
    pub(crate) documents: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutlineOptions {
    /// The PDF
    pub(crate) file: PathBuf,
    /// Print JSON: an array of headings
    #[arg(long)]
    pub(crate) json: bool,
    /// Add the health report; with --json an object with `headings` and `health` is printed instead of the array
    #[arg(long)]
    pub(crate) report: bool,
    #[command(flatten)]
    pub(crate) by: FormatterOptions,
    /// Password, if the file needs one
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct FiguresOptions {
    /// A PDF, or the id or file name of a document of the library
    #[arg(value_name = "ID|FILE")]
    pub(crate) document: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the figures as PNG files into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Resolution of the images, pixels per inch
    #[arg(long, default_value_t = CROP_DPI, value_parser = clap::value_parser!(u32).range(36..=600))]
    pub(crate) dpi: u32,
    /// Password, if the file needs one
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Running text
    Text,
    /// Tables and groups of their rows
    Table,
    /// Figures
    Figure,
}

impl From<Kind> for SegmentKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text,
            Kind::Table => Self::Table,
            Kind::Figure => Self::Figure,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formatter {
    /// Geometry, fonts, numbering and bookmarks; no model
    Native,
    /// A local model judges the lines that these leave in doubt
    Assisted,
    /// A local model writes the Markdown, of which the headings count
    Full,
}

impl From<Formatter> for types::Formatter {
    fn from(formatter: Formatter) -> Self {
        match formatter {
            Formatter::Native => Self::Native,
            Formatter::Assisted => Self::Assisted,
            Formatter::Full => Self::Full,
        }
    }
}

/// How the heading tree is found.
#[derive(Debug, Args)]
pub(crate) struct FormatterOptions {
    /// How the heading tree is found
    #[arg(long, value_enum, default_value_t = Formatter::Native)]
    pub(crate) formatter: Formatter,
    /// Ollama model for `assisted` and `full`; the first local one when absent
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MarkdownOptions {
    /// The PDF
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) by: FormatterOptions,
    /// Password, if the file needs one
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// What to look for
    #[arg(required_unless_present = "batch")]
    pub(crate) question: Option<String>,
    /// Most hits
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) top_k: u32,
    /// Only these documents: ids or file names
    #[arg(long, num_args = 1.., value_name = "DOC")]
    pub(crate) scope: Vec<String>,
    /// Route or fusion: hybrid, dense, lexical, keyword, cc, rrf, zscore, unnormalised
    #[arg(long, default_value = "hybrid")]
    pub(crate) method: String,
    #[command(flatten)]
    pub(crate) weights: Weights,
    /// Only passages of this kind
    #[arg(long, value_enum)]
    pub(crate) kind: Option<Kind>,
    /// Say how the question was understood and why every hit stands where it stands
    #[arg(long)]
    pub(crate) explain: bool,
    /// Questions to search one after another, one JSON object with `qid` and `question` per line
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub(crate) batch: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Weights of HiQA equation 2 in place of those chosen for the question.
#[derive(Debug, Clone, Copy, PartialEq, Args)]
pub(crate) struct Weights {
    /// Weight of the vectors against the words, 0 to 1; chosen for the question when absent
    #[arg(long, value_name = "A", value_parser = |text: &str| number(text, 1.0), allow_negative_numbers = true)]
    pub(crate) alpha: Option<f32>,
    /// Weight of the key terms, 0 to 10; chosen for the question when absent
    #[arg(long, value_name = "B", value_parser = |text: &str| number(text, 10.0), allow_negative_numbers = true)]
    pub(crate) beta: Option<f32>,
}

fn number(text: &str, most: f32) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.0..=most).contains(&number) { Ok(number) } else { Err(format!("give a number from 0 to {most}")) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// The local model when there is one, quotations otherwise
    Auto,
    /// Quotations only
    Extractive,
    /// The local model only
    Model,
    /// The model, in one step from the passages found (MacRAG table 4: R&B)
    Rb,
    /// … from the passages and the sections and documents around them (R&L)
    Rl,
    /// … from the passages and lines picked from the whole documents (Full_Ext)
    FullExt,
    /// … from the passages that it judged to help (Fil)
    Fil,
    /// … both of these (Full_E&F)
    FullEf,
    /// … from the passages and lines picked from them (R&B_Ext)
    RbExt,
    /// … lines picked from the passages, and those that it judged to help (R&B_E&F)
    RbEf,
}

#[derive(Debug, Args)]
pub(crate) struct AskOptions {
    /// The question
    pub(crate) question: String,
    /// How to answer
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub(crate) mode: Mode,
    /// Ollama model
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Only these documents: ids or file names
    #[arg(long, num_args = 1.., value_name = "DOC")]
    pub(crate) scope: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EnrichOptions {
    /// Documents: ids or file names; all of the library when absent
    #[arg(value_name = "DOC")]
    pub(crate) documents: Vec<String>,
    /// Ollama model
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Print the summaries as JSON, one document per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }

    #[test]
    fn weights_are_numbers_in_their_range() {
        assert_eq!(super::number("0.4", 1.0), Ok(0.4));
        for bad in ["2", "-1", "NaN", "half", ""] {
            assert!(super::number(bad, 1.0).is_err(), "{bad}");
        }
    }
}
