//! `figures`: what is drawn in a document of the library or in a file, listed and written as images.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;
use waymark_core::{SegmentId, WireError};
use waymark_engine::types::FigureRow;
use waymark_engine::{Access, WorkerCommand, crop_file, read_file};

use crate::arguments::FiguresOptions;
use crate::open;
use crate::output::{self, BoxEntry};

/// A figure as printed: `page` counts from 1.
#[derive(Debug, Serialize)]
struct FigureEntry<'a> {
    index: u32,
    number: Option<&'a str>,
    caption: Option<&'a str>,
    page: u32,
    page_label: Option<&'a str>,
    section_path: &'a [String],
    #[serde(rename = "box")]
    area: BoxEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a Path>,
}

/// Figures with, for those of the library, their segments, and the images written.
struct Listed {
    figures: Vec<(FigureRow, Option<SegmentId>)>,
    images: Vec<PathBuf>,
}

pub(crate) async fn run(library: Option<PathBuf>, options: &FiguresOptions) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &options.out {
        std::fs::create_dir_all(folder).with_context(|| format!("the folder `{}` cannot be made", folder.display()))?;
    }
    let listed = match Path::new(&options.document) {
        file if file.is_file() => of_file(file, options).await?,
        _ => of_library(library, options).await?,
    };
    if options.json {
        output::json(&listed.entries().collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    if listed.figures.is_empty() {
        output::line("no figures were found")?;
    }
    for entry in listed.entries() {
        output::line(&describe(&entry))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn of_file(file: &Path, options: &FiguresOptions) -> anyhow::Result<Listed> {
    let worker = WorkerCommand::this_program()?;
    let password = options.password.as_deref();
    let figures = read_file(&worker, file, password).await.map_err(WireError::from)?.figures;
    let mut images = Vec::new();
    if let Some(folder) = &options.out {
        let drawn = crop_file(&worker, file, password, &figures, options.dpi).await.map_err(WireError::from)?;
        for (image, figure) in drawn.iter().zip(&figures) {
            images.push(write(folder, file, figure, &image.bytes)?);
        }
    }
    Ok(Listed { figures: figures.into_iter().map(|figure| (figure, None)).collect(), images })
}

async fn of_library(library: Option<PathBuf>, options: &FiguresOptions) -> anyhow::Result<Listed> {
    let engine = open::engine(library, Access::Read).await?;
    let mut listed = Listed { figures: Vec::new(), images: Vec::new() };
    for id in open::scope(&engine, std::slice::from_ref(&options.document)).await? {
        for found in engine.figures(id).await.map_err(WireError::from)? {
            if let Some(folder) = &options.out {
                let image = engine.figure_image(found.segment, options.dpi).await.map_err(WireError::from)?;
                listed.images.push(write(folder, Path::new(&found.file_name), &found.figure, &image.bytes)?);
            }
            listed.figures.push((found.figure, Some(found.segment)));
        }
    }
    Ok(listed)
}

/// Writes `NAME-figure-3.png`; gives its path.
fn write(folder: &Path, file: &Path, figure: &FigureRow, image: &[u8]) -> anyhow::Result<PathBuf> {
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let path = folder.join(format!("{stem}-figure-{}.png", figure.index));
    std::fs::write(&path, image).with_context(|| format!("`{}` cannot be written", path.display()))?;
    Ok(path)
}

impl Listed {
    fn entries(&self) -> impl Iterator<Item = FigureEntry<'_>> {
        self.figures.iter().enumerate().map(|(at, (figure, segment))| FigureEntry {
            index: figure.index,
            number: figure.number.as_deref(),
            caption: figure.caption.as_deref(),
            page: figure.page,
            page_label: figure.page_label.as_deref(),
            section_path: &figure.section_path,
            area: BoxEntry::new(figure.page, &figure.rect),
            segment: segment.map(|segment| segment.0),
            image: self.images.get(at).map(PathBuf::as_path),
        })
    }
}

fn describe(entry: &FigureEntry<'_>) -> String {
    let caption = entry.caption.map_or_else(|| "(no caption)".to_owned(), |caption| output::shorten(caption, 90));
    let mut text = format!("{:>4}. p. {:<4} {caption}", entry.index, entry.page);
    if let Some(image) = entry.image {
        text.push_str(&format!("\n      {}", image.display()));
    }
    text
}
