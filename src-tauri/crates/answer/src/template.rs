//! A prompt file of `assets/prompts` → its parts, in the language of the question.
//!
//! A file begins with `name`, `language` and `version` between two lines `---`; its parts stand under `## name`.

use waymark_core::text::is_cjk;

/// A prompt in the languages it is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    english: &'static str,
    chinese: &'static str,
}

/// The prompt of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet(&'static str);

impl Template {
    /// A template of the texts of two prompt files.
    #[must_use]
    pub const fn new(english: &'static str, chinese: &'static str) -> Self {
        Self { english, chinese }
    }

    /// The sheet in the language of this text.
    #[must_use]
    pub fn of(&self, text: &str) -> Sheet {
        Sheet(if mostly_chinese(text) { self.chinese } else { self.english })
    }
}

impl Sheet {
    /// A part by its name; empty when the file has no such part.
    #[must_use]
    pub fn part(&self, name: &str) -> String {
        let text = self.0.replace("\r\n", "\n");
        let head = format!("## {name}\n");
        let body = text.split_once(head.as_str()).map_or("", |(_, after)| after);
        body.split("\n## ").next().unwrap_or("").trim().to_string()
    }

    /// A part with `{name}` replaced by each given value, all at once: a brace in a value is never taken for a place.
    #[must_use]
    pub fn fill(&self, name: &str, values: &[(&str, &str)]) -> String {
        let part = self.part(name);
        let mut out = String::with_capacity(part.len());
        let mut rest = part.as_str();
        'text: while let Some(at) = rest.find('{') {
            out.push_str(&rest[..at]);
            for (key, value) in values {
                let place = format!("{{{key}}}");
                if let Some(after) = rest[at..].strip_prefix(place.as_str()) {
                    out.push_str(value);
                    rest = after;
                    continue 'text;
                }
            }
            out.push('{');
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out
    }

    /// Version of the file; 0 when it tells none.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.0.lines().find_map(|line| line.strip_prefix("version:")).and_then(|v| v.trim().parse().ok()).unwrap_or(0)
    }
}

/// Whether most letters of a text are Chinese.
#[must_use]
pub fn mostly_chinese(text: &str) -> bool {
    let cjk = text.chars().filter(|c| is_cjk(*c)).count();
    let kana = text.chars().any(|c| matches!(u32::from(c), 0x3040..=0x30FF | 0xAC00..=0xD7AF));
    !kana && cjk * 2 > text.chars().filter(|c| c.is_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::{Sheet, Template};

    #[test]
    fn parts_values_and_version() {
        let sheet = Sheet("---\nversion: 3\n---\n## one\n\nAsk {x} of {y}: {z} {\n\n## two\n\nB\n");
        assert_eq!(sheet.part("two"), "B");
        assert_eq!(sheet.part("three"), "");
        assert_eq!(sheet.fill("one", &[("x", "{y}"), ("y", "2")]), "Ask {y} of 2: {z} {");
        assert_eq!(sheet.version(), 3);
    }

    #[test]
    fn the_language_is_that_of_the_question() {
        let template = Template::new("en", "zh");
        assert_eq!(template.of("总收入是多少？"), Sheet("zh"));
        for other in ["What is the total?", "総収入はいくらですか", "NE555 是什么 timer circuit in the datasheet"] {
            assert_eq!(template.of(other), Sheet("en"), "{other}");
        }
    }
}
