//! Misbehaviour on request, so that tests can see a crash, a hang or a flood of memory cost one file only.
//!
//! Nothing here acts unless the worker's environment has `WAYMARK_TEST_MARKERS=1` and the title of the document holds a marker.

use std::time::Duration;

const VARIABLE: &str = "WAYMARK_TEST_MARKERS";

/// What the worker is to do wrong, and at which page index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misbehaviour {
    kind: Kind,
    page: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Abort,
    Hang,
    Bloat,
}

impl Misbehaviour {
    /// Reads `WAYMARK-TEST-ABORT`, `-HANG` or `-BLOAT` from a title, followed by a page number from 1 (the first page without one).
    pub fn from_title(title: Option<&str>) -> Option<Self> {
        if std::env::var_os(VARIABLE).is_none_or(|value| value != "1") {
            return None;
        }
        parse(title?)
    }

    /// Misbehaves when `page` is the one.
    pub fn at(self, page: u32) {
        if page != self.page {
            return;
        }
        match self.kind {
            Kind::Abort => std::process::abort(),
            Kind::Hang => loop {
                std::thread::sleep(Duration::from_secs(3600));
            },
            Kind::Bloat => {
                let mut eaten = Vec::new();
                loop {
                    eaten.push(vec![1u8; 16 << 20]);
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        }
    }
}

fn parse(title: &str) -> Option<Misbehaviour> {
    let (_, rest) = title.split_once("WAYMARK-TEST-")?;
    let (word, number) = rest.split_once(' ').unwrap_or((rest, ""));
    let kind = match word {
        "ABORT" => Kind::Abort,
        "HANG" => Kind::Hang,
        "BLOAT" => Kind::Bloat,
        _ => return None,
    };
    let page = number.trim().parse::<u32>().unwrap_or(1).saturating_sub(1);
    Some(Misbehaviour { kind, page })
}

#[cfg(test)]
mod tests {
    use super::{Kind, Misbehaviour, parse};

    #[test]
    fn markers_name_kind_and_page() {
        assert_eq!(parse("x WAYMARK-TEST-HANG 3"), Some(Misbehaviour { kind: Kind::Hang, page: 2 }));
        assert_eq!(parse("WAYMARK-TEST-ABORT"), Some(Misbehaviour { kind: Kind::Abort, page: 0 }));
        assert_eq!(parse("Annual report"), None);
    }
}
