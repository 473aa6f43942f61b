//! Turns `assets/samples/source` into the sample PDFs, with a pinned typesetter, byte for byte the same every time.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::files::{self, Scratch};
use crate::lock::Lock;
use crate::{exec, pip};

/// The documents: sources of these names with the ending `typ`.
const DOCUMENTS: [&str; 4] = ["la3115", "la3150", "ferries", "hypertension-zh"];

/// Compiles `SOURCE TARGET FONTS ROOT`. Only the typesetter's own fonts and those beside the sources are used.
const COMPILE: &str = "\
import sys, typst
source, target, fonts, root = sys.argv[1:]
typst.compile(source, output=target, root=root, font_paths=[fonts], ignore_system_fonts=True, timestamp=0)
";

/// Typesets the samples; with `check`, compares them with the committed ones.
///
/// # Errors
/// When the typesetter cannot be had, a source does not compile, or a committed PDF differs.
pub fn samples(check: bool) -> Result<()> {
    let typst = typesetter()?;
    let samples = files::root().join("assets/samples");
    let scratch = Scratch::new(&files::cache("samples")?, "new")?;
    let mut stale = Vec::new();
    for name in DOCUMENTS {
        let made = scratch.path().join(format!("{name}.pdf"));
        compile(&typst, &samples.join("source"), name, &made)?;
        let bytes = fs::read(&made).with_context(|| format!("cannot read `{}`", made.display()))?;
        let committed = samples.join(format!("{name}.pdf"));
        if fs::read(&committed).is_ok_and(|old| old == bytes) {
            println!("  same     {name}.pdf");
        } else if check {
            stale.push(format!("`assets/samples/{name}.pdf`"));
        } else {
            files::write_whole(&committed, &bytes)?;
            println!("  written  {name}.pdf ({} bytes)", bytes.len());
        }
    }
    if !stale.is_empty() {
        bail!("{} differ from their sources; run `cargo xtask samples` and commit the result", stale.join(", "));
    }
    Ok(())
}

fn compile(typst: &Path, source: &Path, name: &str, target: &Path) -> Result<()> {
    let program = pip::pip().get_program().to_owned();
    let mut command = exec::command(&program.to_string_lossy());
    command.env("PYTHONPATH", typst).args(["-c", COMPILE]);
    command.arg(source.join(format!("{name}.typ"))).arg(target).arg(source.join("fonts")).arg(source);
    exec::output(&mut command).map(|_| ()).with_context(|| format!("cannot typeset `{name}.typ`"))
}

/// The folder with the pinned typesetter, installed on first use.
fn typesetter() -> Result<std::path::PathBuf> {
    let lock = Lock::read()?;
    let typst = &lock.dev.typst;
    let dir = files::cache("python")?.join(format!("{}-{}", typst.package, typst.version));
    if !dir.join("typst").is_dir() {
        println!("  fetching {} {}", typst.package, typst.version);
        let request = pip::Request {
            package: &typst.package,
            version: &typst.version,
            sha256: &typst.sha256,
            platforms: &[],
            python: &lock.python,
        };
        pip::install(&request, &dir)?;
    }
    Ok(dir)
}
