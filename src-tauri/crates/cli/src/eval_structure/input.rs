//! Folders as named on the command line → documents with their gold headings, kinds and reference texts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use waymark_core::{ErrorCode, WireError};
use waymark_engine::structure_eval::Gold;

use crate::arguments::{DocumentSet, EvalStructureOptions};

/// Kind and family of a document of which neither is known.
const UNKNOWN: &str = "-";

/// Documents that are measured together.
#[derive(Debug)]
pub(super) struct Section {
    /// Folder of a corpus; nothing for a plain folder of PDFs.
    pub(super) set: Option<&'static str>,
    /// By name.
    pub(super) documents: Vec<Document>,
}

/// A PDF and what is known about it.
#[derive(Debug)]
pub(super) struct Document {
    /// File name without extension.
    pub(super) id: String,
    pub(super) pdf: PathBuf,
    pub(super) gold: Gold,
    pub(super) kind: String,
    pub(super) family: String,
    /// Plain text to compare the words with.
    pub(super) reference: Option<PathBuf>,
}

/// Everything that the command is to measure. Gold and reference files are looked for before any PDF is opened.
pub(super) fn sections(options: &EvalStructureOptions) -> anyhow::Result<Vec<Section>> {
    let folder = &options.folder;
    if !folder.is_dir() {
        return Err(refuse(format!("`{}` is no folder", folder.display()), "name a corpus or a folder of PDFs"));
    }
    let sets = [DocumentSet::Stripped, DocumentSet::Bookmarked];
    let sets = sets.into_iter().filter(|set| options.set.is_none_or(|wanted| wanted == *set));
    let found: Vec<(&str, PathBuf)> =
        sets.map(|set| (set.folder(), folder.join(set.folder()))).filter(|(_, folder)| folder.is_dir()).collect();
    let gold = options.gold.clone().unwrap_or_else(|| folder.join("gold"));
    let kinds = kinds(folder, &gold)?;
    let source = Source { gold: &gold, reference: options.reference.as_deref(), kinds: &kinds };
    if found.is_empty() {
        if let Some(set) = options.set {
            return Err(refuse(
                format!("`{}` has no folder `{}`", folder.display(), set.folder()),
                "leave out `--set` for a plain folder of PDFs",
            ));
        }
        return Ok(vec![Section { set: None, documents: source.documents(folder)? }]);
    }
    let section = |(set, folder): (&'static str, PathBuf)| -> anyhow::Result<Section> {
        Ok(Section { set: Some(set), documents: source.documents(&folder)? })
    };
    found.into_iter().map(section).collect()
}

fn refuse(message: String, hint: &str) -> anyhow::Error {
    WireError::new(ErrorCode::InvalidInput, message).with_hint(hint).into()
}

/// A text file; bytes that are no UTF-8 are replaced.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("`{}` cannot be read", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Kind and family by id, from `manifest.tsv` in the folder or beside the gold; empty without one.
fn kinds(folder: &Path, gold: &Path) -> anyhow::Result<HashMap<String, (String, String)>> {
    let beside = gold.parent().map(|parent| parent.join("manifest.tsv"));
    let files = [Some(folder.join("manifest.tsv")), beside];
    let Some(file) = files.into_iter().flatten().find(|file| file.is_file()) else { return Ok(HashMap::new()) };
    let text = text(&file)?;
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let column = |name: &str| head.iter().position(|column| *column == name);
    let (Some(id), Some(kind), Some(family)) = (column("id"), column("kind"), column("family")) else {
        return Err(refuse(
            format!("`{}` lacks one of the columns `id`, `kind`, `family`", file.display()),
            "the first line names the columns, parted by tabs",
        ));
    };
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: usize| fields.get(at).map(|field| (*field).to_owned());
        Some((field(id)?, (field(kind)?, field(family)?)))
    };
    Ok(lines.filter_map(row).collect())
}

/// Where the knowledge about documents lies.
struct Source<'a> {
    gold: &'a Path,
    reference: Option<&'a Path>,
    kinds: &'a HashMap<String, (String, String)>,
}

impl Source<'_> {
    fn documents(&self, folder: &Path) -> anyhow::Result<Vec<Document>> {
        let entries = std::fs::read_dir(folder).with_context(|| format!("the folder `{}` cannot be read", folder.display()))?;
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.with_context(|| format!("the folder `{}` cannot be read", folder.display()))?.path();
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
                files.push(path);
            }
        }
        if files.is_empty() {
            let hint = "name a folder that holds PDFs, or one with `stripped/`, `bookmarked/` and `gold/`";
            return Err(refuse(format!("`{}` holds no PDFs", folder.display()), hint));
        }
        files.sort();
        files.into_iter().map(|file| self.document(file)).collect()
    }

    fn document(&self, pdf: PathBuf) -> anyhow::Result<Document> {
        let id = pdf.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let file = self.gold.join(format!("{id}.json"));
        if !file.is_file() {
            return Err(refuse(
                format!("`{}` has no gold headings: `{}` is missing", pdf.display(), file.display()),
                "name the folder of the gold files with `--gold DIR`",
            ));
        }
        let gold = Gold::parse(&text(&file)?).map_err(|error| {
            refuse(format!("`{}` cannot be used: {error}", file.display()), "mend the file or take its PDF out of the folder")
        })?;
        let reference = self.reference.map(|folder| folder.join(format!("{id}.txt")));
        if let Some(missing) = reference.as_ref().filter(|path| !path.is_file()) {
            return Err(refuse(
                format!("the reference text `{}` is missing", missing.display()),
                "write it with `pdftotext`, or leave out `--reference` to compare with the plain text layer",
            ));
        }
        let listed = self.kinds.get(&id).cloned();
        let name = |own: &Option<String>| own.clone().unwrap_or_else(|| UNKNOWN.to_owned());
        let (kind, family) = listed.unwrap_or_else(|| (name(&gold.kind), name(&gold.family)));
        Ok(Document { id, pdf, gold, kind, family, reference })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use waymark_core::WireError;

    use super::sections;
    use crate::arguments::{DocumentSet, EvalStructureOptions, Formatter, FormatterOptions};

    fn options(folder: &Path) -> EvalStructureOptions {
        EvalStructureOptions {
            folder: folder.to_path_buf(),
            gold: None,
            reference: None,
            markdown: None,
            set: None,
            by: FormatterOptions { formatter: Formatter::Native, model: None },
            damage_styles: false,
            first: None,
            json: false,
        }
    }

    fn refusal(options: &EvalStructureOptions) -> String {
        let error = sections(options).map_or_else(|error| error, |_| anyhow::anyhow!("nothing was refused"));
        let hint = error.downcast_ref::<WireError>().and_then(|wire| wire.hint.clone());
        format!("{error} {}", hint.unwrap_or_default())
    }

    #[test]
    fn what_is_missing_or_broken_is_named() -> std::io::Result<()> {
        let folder = scratch("refusals")?;
        let mut options = options(&folder);
        assert!(refusal(&options).contains("holds no PDFs"));
        fs::write(folder.join("a.pdf"), "")?;
        assert!(refusal(&options).contains("a.json` is missing") && refusal(&options).contains("--gold"));
        fs::create_dir(folder.join("gold"))?;
        fs::write(folder.join("gold/a.json"), "{\"headings\": [")?;
        assert!(refusal(&options).contains("a.json` cannot be used") && refusal(&options).contains("line 1"));
        fs::write(folder.join("gold/a.json"), r#"{"headings":[],"kind":"k"}"#)?;
        let found = sections(&options).unwrap_or_default();
        assert_eq!((found[0].set, found[0].documents[0].kind.as_str(), found[0].documents[0].family.as_str()), (None, "k", "-"));
        options.reference = Some(folder.clone());
        assert!(refusal(&options).contains("a.txt") && refusal(&options).contains("pdftotext"));
        options.set = Some(DocumentSet::Bookmarked);
        assert!(refusal(&options).contains("no folder `bookmarked`"));
        options.folder = folder.join("none");
        assert!(refusal(&options).contains("is no folder"));
        fs::remove_dir_all(folder)
    }

    #[test]
    fn a_corpus_has_two_sets_and_the_manifest_names_the_kinds() -> std::io::Result<()> {
        let folder = scratch("corpus")?;
        for name in ["stripped", "bookmarked", "gold"] {
            fs::create_dir(folder.join(name))?;
        }
        for file in ["stripped/a.pdf", "stripped/b.pdf", "bookmarked/b.PDF"] {
            fs::write(folder.join(file), "")?;
        }
        for file in ["gold/a.json", "gold/b.json"] {
            fs::write(folder.join(file), r#"{"headings":[],"kind":"gold"}"#)?;
        }
        fs::write(folder.join("manifest.tsv"), "id\tpages\tkind\tfamily\na\t3\tmanual\tfive\n")?;
        let found = sections(&options(&folder)).unwrap_or_default();
        let names: Vec<_> = found
            .iter()
            .flat_map(|section| section.documents.iter().map(|one| (section.set, one.id.as_str(), one.kind.as_str())))
            .collect();
        let wanted = [(Some("stripped"), "a", "manual"), (Some("stripped"), "b", "gold"), (Some("bookmarked"), "b", "gold")];
        assert_eq!(names, wanted);
        let one = sections(&EvalStructureOptions { set: Some(DocumentSet::Bookmarked), ..options(&folder) });
        assert_eq!(one.unwrap_or_default().len(), 1);
        fs::remove_dir_all(folder)
    }

    fn scratch(name: &str) -> std::io::Result<PathBuf> {
        let folder = std::env::temp_dir().join(format!("waymark-eval-{name}-{}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}
