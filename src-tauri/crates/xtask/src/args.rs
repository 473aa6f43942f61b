//! Turns the command line into a task word, flags and values.

use anyhow::{Result, bail};

/// What is left of the command line.
pub struct Args(Vec<String>);

impl Args {
    /// The program's own arguments.
    pub fn from_env() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// The first argument, if there is one.
    pub fn word(&mut self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Whether `name` was given.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() != before
    }

    /// The value of `name VALUE` or `name=VALUE`.
    ///
    /// # Errors
    /// When `name` stands last, with nothing after it.
    pub fn value(&mut self, name: &str) -> Result<Option<String>> {
        let prefix = format!("{name}=");
        let Some(at) = self.0.iter().position(|word| word == name || word.starts_with(&prefix)) else {
            return Ok(None);
        };
        let word = self.0.remove(at);
        if let Some(value) = word.strip_prefix(&prefix) {
            return Ok(Some(value.to_owned()));
        }
        if at == self.0.len() {
            bail!("`{name}` needs a value");
        }
        Ok(Some(self.0.remove(at)))
    }

    /// The comma-separated values of `name`; empty when it was not given.
    ///
    /// # Errors
    /// As [`Args::value`].
    pub fn list(&mut self, name: &str) -> Result<Vec<String>> {
        let value = self.value(name)?.unwrap_or_default();
        Ok(value.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect())
    }

    /// Says no to whatever nobody asked for.
    ///
    /// # Errors
    /// When an argument is left.
    pub fn done(&self) -> Result<()> {
        match self.0.first() {
            Some(word) => {
                bail!("unknown argument `{word}`; `cargo xtask help` lists what each task takes")
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn args(words: &[&str]) -> Args {
        Args(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn values_come_in_both_spellings() {
        let mut line = args(&["fetch", "--target", "a", "--force", "--only=x,y"]);
        assert_eq!(line.word().as_deref(), Some("fetch"));
        assert_eq!(line.value("--target").unwrap().as_deref(), Some("a"));
        assert_eq!(line.list("--only").unwrap(), ["x", "y"]);
        assert!(line.flag("--force"));
        assert!(line.done().is_ok());
    }

    #[test]
    fn leftovers_and_missing_values_are_errors() {
        assert!(args(&["--target"]).value("--target").is_err());
        assert!(args(&["--frce"]).done().unwrap_err().to_string().contains("`--frce`"));
    }
}
