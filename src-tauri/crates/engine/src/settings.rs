//! Settings, kept with the library.

use waymark_core::{ErrorCode, WireError};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::types::{LibraryEvent, Settings};

const KEY: &str = "settings";

impl Engine {
    /// The settings, defaults where nothing was set.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub async fn settings(&self) -> Result<Settings, EngineError> {
        Ok(self.inner.store.setting(KEY).await?.unwrap_or_default())
    }

    /// Checks and stores settings; gives them back as stored.
    ///
    /// # Errors
    /// `InvalidInput` naming the value that cannot be used.
    pub async fn change_settings(&self, mut settings: Settings) -> Result<Settings, EngineError> {
        check(&settings)?;
        settings.ollama_host = settings.ollama_host.trim().to_owned();
        settings.model = settings.model.trim().to_owned();
        self.inner.store.set_setting(KEY, &settings).await?;
        self.inner.enriching.notify_one();
        self.emit(LibraryEvent::Invalidate { tags: vec!["settings".into(), "ollama".into(), "summaries".into()] });
        Ok(settings)
    }
}

fn check(settings: &Settings) -> Result<(), WireError> {
    let refuse = |message: String| Err(WireError::new(ErrorCode::InvalidInput, message));
    if !["system", "light", "dark"].contains(&settings.theme.as_str()) {
        return refuse(format!("no theme `{}`: choose `system`, `light` or `dark`", settings.theme));
    }
    if !(1..=50).contains(&settings.passages) {
        return refuse(format!("`{}` passages: choose 1 to 50", settings.passages));
    }
    for (name, value, most) in [("α", settings.alpha, 1.0), ("β", settings.beta, 5.0)] {
        if let Some(value) = value.filter(|value| !(0.0..=most).contains(value)) {
            return refuse(format!("{name} = `{value}` is outside 0 to {most}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::types::Settings;

    #[test]
    fn values_out_of_range_are_named() {
        assert!(check(&Settings::default()).is_ok());
        let bad = Settings { alpha: Some(f32::NAN), ..Settings::default() };
        assert!(check(&bad).is_err_and(|error| error.message.contains("α")));
        let bad = Settings { theme: "blue".into(), ..Settings::default() };
        assert!(check(&bad).is_err_and(|error| error.message.contains("blue")));
    }
}
