//! The program about itself: a report for a fault that is to be looked into, and the licence texts that come with it.

use std::fmt::Write as _;

use crate::engine::Engine;
use crate::error::{EngineError, blocking};
use crate::runtime;
use crate::types::LicenceText;

impl Engine {
    /// What somebody needs who looks into a fault: versions, numbers, settings, problems. It holds no title, name, path or text
    /// of any document, question or answer.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn diagnostics(&self) -> Result<String, EngineError> {
        let status = self.status().await?;
        let settings = self.settings().await?;
        let ollama = self.ollama_status().await?;
        let usage = self.usage();
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name}: {value}");
        };
        line("waymark", env!("CARGO_PKG_VERSION").to_owned());
        line("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
        line("cores", std::thread::available_parallelism().map_or(0, usize::from).to_string());
        line("runtime target", runtime::target().to_owned());
        line(
            "documents",
            format!("{} ({} ready, {} failed, {} pending)", status.documents, status.ready, status.failed, status.pending),
        );
        line("pages", status.pages.to_string());
        line("segments", format!("{} ({} with vectors)", status.segments, status.vectors));
        line("database bytes", status.database_bytes.to_string());
        line("word index bytes", status.lexical_bytes.to_string());
        line(
            "embedder",
            status
                .embedder
                .map_or("none".into(), |embedder| format!("{} {} {}", embedder.name, embedder.dimensions, embedder.digest)),
        );
        line("paused", status.paused.to_string());
        line(
            "settings",
            format!(
                "mode {:?}, α {:?}, β {:?}, passages {}, own Ollama address {}",
                settings.mode,
                settings.alpha,
                settings.beta,
                settings.passages,
                !settings.ollama_host.is_empty()
            ),
        );
        line(
            "ollama",
            format!(
                "running {}, installed {}, version {}, models {}",
                ollama.running,
                ollama.installed,
                ollama.version.unwrap_or_else(|| "unknown".into()),
                ollama.models.len()
            ),
        );
        line("usage", format!("{usage:?}"));
        line("problems", status.problems.len().to_string());
        for record in self.inner.store.document_rows().await? {
            let health = record.health;
            let pages =
                format!("{} text, {} scanned, {} garbled, {} empty", health.text, health.scanned, health.garbled, health.empty);
            line(
                &format!("document {}", record.id),
                format!(
                    "{:?}, {pages}, {} segments, confidence {:.2}, {} warnings",
                    record.state,
                    record.segments,
                    record.confidence,
                    record.warnings.len()
                ),
            );
        }
        Ok(text)
    }

    /// The licence texts that come with this installation, by name.
    ///
    /// # Errors
    /// `NotFound` when they are not installed beside the program.
    pub async fn licences(&self) -> Result<Vec<LicenceText>, EngineError> {
        let texts = blocking("read the licences", runtime::licences).await?;
        if texts.is_empty() {
            return Err(EngineError::not_found("the licence texts are not installed beside the program"));
        }
        Ok(texts.into_iter().map(|(name, text)| LicenceText { name, text }).collect())
    }
}
