//! Turns many licence files into a list of packages and each distinct text once, with everybody's copyright lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A package and the licence texts in it.
#[derive(Debug)]
pub struct Notice {
    /// Name and version.
    pub package: String,
    /// The licence it states.
    pub licence: String,
    /// Its licence files.
    pub texts: Vec<String>,
}

#[derive(Default)]
struct Group {
    text: String,
    packages: BTreeSet<String>,
    copyrights: BTreeSet<String>,
}

/// The list, then the texts; the most used text stands first.
pub fn render(mut notices: Vec<Notice>) -> String {
    notices.sort_by(|a, b| a.package.cmp(&b.package));
    let mut out = String::new();
    for notice in &notices {
        let _ = writeln!(out, "{:50} {}", notice.package, notice.licence);
    }
    let mut groups = BTreeMap::<String, Group>::new();
    for notice in &notices {
        for text in &notice.texts {
            let (body, copyrights) = split(text);
            let group = groups.entry(key(&body)).or_default();
            if group.text.is_empty() {
                group.text = body;
            }
            group.packages.insert(notice.package.clone());
            group.copyrights.extend(copyrights);
        }
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by(|a, b| b.packages.len().cmp(&a.packages.len()).then_with(|| a.text.cmp(&b.text)));
    for group in groups {
        let packages = group.packages.into_iter().collect::<Vec<_>>().join(", ");
        let _ = write!(out, "\n{}\nUsed by: {packages}\n\n", "=".repeat(100));
        for line in &group.copyrights {
            let _ = writeln!(out, "{line}");
        }
        let _ = write!(out, "\n{}\n", group.text);
    }
    out
}

/// Takes the lines that name a holder of rights out of a text.
fn split(text: &str) -> (String, Vec<String>) {
    let is_holder = |line: &&str| {
        let line = line.trim_start().to_lowercase();
        (line.starts_with("copyright (c)") || line.starts_with("copyright ©") || line.starts_with("copyright 2"))
            && !line.contains("[yyyy]")
    };
    let (holders, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(is_holder);
    let body = rest.join("\n").trim().to_owned();
    (body, holders.into_iter().map(|line| line.trim().to_owned()).collect())
}

/// Texts that differ only in white space and case are one.
fn key(body: &str) -> String {
    body.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(package: &str, text: &str) -> Notice {
        Notice { package: package.to_owned(), licence: "MIT".to_owned(), texts: vec![text.to_owned()] }
    }

    #[test]
    fn one_text_stands_once_with_all_holders() {
        let text = render(vec![
            notice("a 1", "MIT License\n\nCopyright (c) 2020 Ann\n\nPermission is granted\nfree of charge."),
            notice("b 2", "MIT  License\n\nCopyright (c) 2021 Ben\n\nPermission is granted free\nof charge."),
            notice("c 3", "Another text."),
        ]);
        assert_eq!(text.matches("Permission is").count(), 1);
        assert!(text.contains("Used by: a 1, b 2\n"));
        assert!(text.contains("2020 Ann") && text.contains("2021 Ben"));
        assert!(text.find("Permission is") < text.find("Another text."));
    }
}
