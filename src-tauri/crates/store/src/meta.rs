//! Key–value settings of the library.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Fault;
use crate::{Result, Store, codec};

const PAUSED: &str = "ingest.paused";

impl Store {
    /// A value kept under a key, `None` when never set.
    ///
    /// # Errors
    /// When SQLite fails or the value is of another shape.
    pub async fn setting<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        let mut reader = self.reader().await?;
        let text: Option<String> = sqlx::query_scalar("SELECT value FROM meta WHERE key = ?")
            .bind(key)
            .fetch_optional(&mut *reader)
            .await
            .map_err(self.failed("read a setting"))?;
        text.map(|text| codec::from_json("meta.value", &text)).transpose().map_err(self.failed("read a setting"))
    }

    /// Keeps a value (as JSON) under a key.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn set_setting<T: Serialize + ?Sized>(&self, key: &str, value: &T) -> Result<()> {
        let text = codec::json("meta.value", value).map_err(self.failed("write a setting"))?;
        sqlx::query("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
            .bind(key)
            .bind(text)
            .execute(self.writer()?)
            .await
            .map_err(|source| self.failed::<Fault>("write a setting")(source.into()))?;
        Ok(())
    }

    /// Whether ingest is paused; survives a restart.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn paused(&self) -> Result<bool> {
        Ok(self.setting(PAUSED).await?.unwrap_or(false))
    }

    /// Pauses or resumes ingest.
    ///
    /// # Errors
    /// When SQLite fails or the library is open for reading only.
    pub async fn set_paused(&self, paused: bool) -> Result<()> {
        self.set_setting(PAUSED, &paused).await
    }
}
