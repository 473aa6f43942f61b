//! Replies that are there already: in the library for its documents, in memory for files outside any.

use std::collections::HashMap;
use std::sync::Mutex;

use waymark_core::DocumentId;
use waymark_store::{Store, WindowKey};

use crate::engine::{lock, now_ms};
use crate::error::EngineError;

/// Where the replies of a run are kept.
pub(crate) enum Kept {
    /// As long as the run lasts.
    Memory(Mutex<HashMap<String, String>>),
    /// With the document.
    Library { store: Store, document: DocumentId, formatter: &'static str, model: String, prompt: u32 },
}

impl Kept {
    /// Nothing kept yet, and nothing afterwards.
    pub(crate) fn memory() -> Self {
        Self::Memory(Mutex::default())
    }

    pub(crate) async fn get(&self, window: &str) -> Result<Option<String>, EngineError> {
        match self {
            Self::Memory(kept) => Ok(lock(kept).get(window).cloned()),
            Self::Library { store, .. } => match self.key() {
                Some(key) => Ok(store.window_reply(key, window).await?),
                None => Ok(None),
            },
        }
    }

    pub(crate) async fn put(&self, window: &str, reply: &str) -> Result<(), EngineError> {
        match self {
            Self::Memory(kept) => {
                lock(kept).insert(window.to_owned(), reply.to_owned());
            }
            Self::Library { store, .. } => {
                if let Some(key) = self.key() {
                    store.keep_window_reply(key, window, reply, now_ms()).await?;
                }
            }
        }
        Ok(())
    }

    /// How many are there.
    pub(crate) async fn count(&self) -> Result<u32, EngineError> {
        match (self, self.key()) {
            (Self::Library { store, .. }, Some(key)) => Ok(store.window_replies(key).await?),
            (Self::Memory(kept), _) => Ok(super::count(lock(kept).len())),
            _ => Ok(0),
        }
    }

    fn key(&self) -> Option<WindowKey<'_>> {
        match self {
            Self::Memory(_) => None,
            Self::Library { document, formatter, model, prompt, .. } => {
                Some(WindowKey { document: *document, formatter, model, prompt: *prompt })
            }
        }
    }
}
