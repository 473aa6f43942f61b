//! The tree → Markdown with page marks and a source map.

use waymark_core::{Block, BlockKind, DocumentTree, Markdown, Section, SourceSpan, Table};

/// Writes the document: ATX headings (level = section level, at most 6), `<!-- page N -->` (from 1) before the first block of
/// each page, lists, pipe tables, fenced code. Every stretch of source text is in the map.
#[must_use]
pub fn markdown(tree: &DocumentTree) -> Markdown {
    let mut out = Out::default();
    let mut block = 0;
    for section in &tree.sections {
        if section.index > 0 {
            out.heading(section);
        }
        while let Some(next) = tree.blocks.get(block).filter(|next| next.section == section.index) {
            out.block(next);
            block += 1;
        }
    }
    out.finish()
}

#[derive(Default)]
struct Out {
    text: String,
    map: Vec<SourceSpan>,
    page: Option<u32>,
    after_item: bool,
}

impl Out {
    fn finish(self) -> Markdown {
        Markdown { text: self.text, map: self.map }
    }

    fn page(&mut self, page: u32) {
        if self.page.is_none_or(|known| known < page) {
            self.page = Some(page);
            self.gap();
            self.text.push_str(&format!("<!-- page {} -->\n", page + 1));
        }
    }

    fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push_str(if self.text.ends_with('\n') { "\n" } else { "\n\n" });
        }
    }

    fn heading(&mut self, section: &Section) {
        self.page(section.page);
        self.gap();
        self.text.push_str(&"#".repeat(usize::from(section.level.clamp(1, 6))));
        self.text.push(' ');
        self.spans(&section.title, &section.heading, escape);
        self.text.push_str("\n\n");
        self.after_item = false;
    }

    fn block(&mut self, block: &Block) {
        if let Some((page, _)) = block.extents.first() {
            let first = block.map.first().map_or(*page, |span| span.page);
            self.page(first);
        }
        let item = block.kind == BlockKind::ListItem || block.kind == BlockKind::Contents;
        if !(item && self.after_item) {
            self.gap();
        }
        self.after_item = item;
        match block.kind {
            BlockKind::Table => match &block.table {
                Some(table) => self.table(block, table),
                None => self.paragraph(block),
            },
            BlockKind::Code => self.code(block),
            BlockKind::ListItem => self.item(block),
            BlockKind::Contents => {
                self.text.push_str("- ");
                self.spans(&block.text, &block.map, escape);
                self.text.push('\n');
            }
            _ => self.paragraph(block),
        }
    }

    fn paragraph(&mut self, block: &Block) {
        if block.text.starts_with(['#', '+', '-', '>', '=']) {
            self.text.push('\\');
        }
        self.spans(&block.text, &block.map, escape);
        self.text.push('\n');
    }

    fn item(&mut self, block: &Block) {
        let bullet = crate::outline::chunks::bullet(&block.text);
        if bullet > 0 {
            self.text.push_str("- ");
            let shifted: Vec<SourceSpan> = block.map.iter().copied().filter(|span| span.end as usize > bullet).collect();
            self.spans_from(&block.text, &shifted, bullet, escape);
        } else {
            self.spans(&block.text, &block.map, escape);
        }
        self.text.push('\n');
    }

    fn code(&mut self, block: &Block) {
        let fence = if block.text.contains("```") { "~~~~" } else { "```" };
        self.text.push_str(fence);
        self.text.push('\n');
        self.spans(&block.text, &block.map, |part, out| out.push_str(part));
        self.text.push('\n');
        self.text.push_str(fence);
        self.text.push('\n');
    }

    fn table(&mut self, block: &Block, table: &Table) {
        if let Some(caption) = &table.caption {
            let length = caption.len();
            let spans: Vec<SourceSpan> = block.map.iter().copied().filter(|span| span.end as usize <= length).collect();
            self.spans(caption, &spans, escape);
            self.text.push_str("\n\n");
        }
        let heads = (table.header_rows as usize).min(table.rows.len());
        let columns = table.rows.iter().map(Vec::len).max().unwrap_or(1);
        if heads == 0 {
            self.text.push_str(&format!("|{}\n", "  |".repeat(columns)));
        } else {
            let spans: Vec<SourceSpan> = table.row_spans.iter().take(heads).flatten().copied().collect();
            let header = if heads > 1 && table.header.len() == columns { &table.header } else { &table.rows[0] };
            self.row(header, Some(&spans));
        }
        self.text.push_str(&format!("|{}\n", " --- |".repeat(columns)));
        for (at, row) in table.rows.iter().enumerate().skip(heads) {
            self.row(row, table.row_spans.get(at));
        }
    }

    fn row(&mut self, row: &[String], spans: Option<&Vec<SourceSpan>>) {
        let start = small(self.text.len());
        self.text.push('|');
        for cell in row {
            self.text.push(' ');
            let mut plain = String::new();
            escape(cell, &mut plain);
            self.text.push_str(&plain.replace('|', "\\|").replace('\n', " "));
            self.text.push_str(" |");
        }
        let end = small(self.text.len());
        self.text.push('\n');
        for span in spans.into_iter().flatten() {
            self.map.push(SourceSpan { start, end, ..*span });
        }
    }

    fn spans(&mut self, text: &str, map: &[SourceSpan], write: impl Fn(&str, &mut String)) {
        self.spans_from(text, map, 0, write);
    }

    /// Writes `text[from..]`, stretch by stretch, recording where each lands.
    fn spans_from(&mut self, text: &str, map: &[SourceSpan], from: usize, write: impl Fn(&str, &mut String)) {
        let mut at = from;
        for span in map {
            let (start, end) = ((span.start as usize).max(at), span.end as usize);
            if end <= start {
                continue;
            }
            let (Some(between), Some(part)) = (text.get(at..start), text.get(start..end)) else { continue };
            write(between, &mut self.text);
            let begin = small(self.text.len());
            write(part, &mut self.text);
            self.map.push(SourceSpan { start: begin, end: small(self.text.len()), ..*span });
            at = end;
        }
        write(text.get(at..).unwrap_or(""), &mut self.text);
    }
}

fn small(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Escapes what Markdown would read as mark-up; a line that begins with `#` stays text.
/// Whether `&` begins what Markdown would read as a character reference.
fn is_entity(text: &str) -> bool {
    let name = text[1..].split(';').next().unwrap_or("");
    let digits = name.strip_prefix('#').map(|rest| rest.trim_start_matches(['x', 'X']));
    name.len() + 1 < text.len()
        && name.len() < 32
        && match digits {
            Some(digits) => !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit()),
            None => !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()),
        }
}

fn escape(part: &str, out: &mut String) {
    for (at, ch) in part.char_indices() {
        match ch {
            '&' if is_entity(&part[at..]) => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' => {
                out.push('\\');
                out.push(ch);
            }
            '<' => out.push_str("&lt;"),
            '\n' => out.push('\n'),
            other => out.push(other),
        }
    }
}
