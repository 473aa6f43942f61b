//! `space`: how well the vectors keep documents apart, as a table and as a picture.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use waymark_core::WireError;
use waymark_engine::{Access, SpaceReport};

use crate::arguments::SpaceOptions;
use crate::{open, output};

/// Side of a panel and the space around it, in pixels.
const SIDE: f32 = 420.0;
const EDGE: f32 = 28.0;

pub(crate) async fn run(library: Option<PathBuf>, options: &SpaceOptions) -> anyhow::Result<ExitCode> {
    let engine = open::engine(library, Access::Read).await?;
    let reports = engine.vector_space().await.map_err(WireError::from)?;
    if let Some(file) = &options.svg {
        std::fs::write(file, picture(&reports)).with_context(|| format!("`{}` cannot be written", file.display()))?;
    }
    if options.json {
        output::json(&reports)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line("| vectors | cohesion | confusion | margin | Cohen's d | AUC | variance |")?;
    output::line("|---|---|---|---|---|---|---|")?;
    for report in &reports {
        let figures = &report.separation;
        output::line(&format!(
            "| {} | {:.3} | {:.3} | {:.3} | {:.2} | {:.3} | {:.4} |",
            report.name, figures.cohesion, figures.confusion, figures.margin, figures.cohens_d, figures.auc, figures.variance
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One panel for each report, side by side; a colour for each document.
fn picture(reports: &[SpaceReport]) -> String {
    let width = EDGE + reports.len() as f32 * (SIDE + EDGE);
    let height = SIDE + 3.0 * EDGE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (at, report) in reports.iter().enumerate() {
        let left = EDGE + at as f32 * (SIDE + EDGE);
        panel(&mut out, report, left);
    }
    out.push_str("</svg>\n");
    out
}

fn panel(out: &mut String, report: &SpaceReport, left: f32) {
    let range = |of: &dyn Fn(usize) -> f32| {
        let values = (0..report.points.len()).map(of);
        values.fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (x, y) = (range(&|at| report.points[at].x), range(&|at| report.points[at].y));
    let place = |value: f32, (low, high): (f32, f32)| (value - low) / (high - low).max(f32::EPSILON) * (SIDE - 16.0) + 8.0;
    let top = 2.0 * EDGE;
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{}\" fill=\"#202020\">{}: AUC {:.3}, d {:.2}</text>",
        top - 12.0,
        report.name,
        report.separation.auc,
        report.separation.cohens_d
    );
    let _ = writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#c8c8c8\"/>");
    for point in &report.points {
        // The golden angle keeps the colours of neighbouring numbers far apart.
        let hue = (point.group as f32 * 137.508) % 360.0;
        let (cx, cy) = (left + place(point.x, x), top + SIDE - place(point.y, y));
        let _ = writeln!(
            out,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"1.6\" fill=\"hsl({hue:.0} 65% 45%)\" fill-opacity=\"0.6\"/>"
        );
    }
}
