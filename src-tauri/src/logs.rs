//! Log lines to standard error; `WAYMARK_LOG` sets the level.

use tracing_subscriber::EnvFilter;

/// Starts logging. Logs hold no text of documents or questions.
pub(crate) fn start() {
    let filter = EnvFilter::try_from_env("WAYMARK_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
