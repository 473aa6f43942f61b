//! Chunks of bytes → lines. Chunks may end anywhere, also inside a character.

use std::time::Duration;

/// Longest line kept; a server that sends more without a line break is not speaking this protocol.
pub(crate) const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// More than [`LONGEST_LINE`] bytes came without a line break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a line of more than {} MB", LONGEST_LINE / 1024 / 1024)]
pub(crate) struct LineTooLong;

/// Collects bytes and gives out complete lines.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the unread part starts.
    start: usize,
    /// How far it was already searched for a line break.
    searched: usize,
}

impl LineBuffer {
    /// Adds a chunk.
    pub(crate) fn push(&mut self, chunk: &[u8]) -> Result<(), LineTooLong> {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(chunk);
        // Complete lines leave before the next chunk comes, so what was searched in vain is one unfinished line.
        if self.searched > LONGEST_LINE { Err(LineTooLong) } else { Ok(()) }
    }

    /// The next complete line that is not blank, without its line break.
    pub(crate) fn line(&mut self) -> Option<&[u8]> {
        loop {
            let Some(length) = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n') else {
                self.searched = self.bytes.len();
                return None;
            };
            let (from, to) = (self.start, self.searched + length);
            self.start = to + 1;
            self.searched = self.start;
            if !self.bytes[from..to].trim_ascii().is_empty() {
                return Some(self.bytes[from..to].trim_ascii());
            }
        }
    }

    /// What is left at the end of the stream: a last line without a line break.
    pub(crate) fn rest(&mut self) -> Option<&[u8]> {
        let from = self.start;
        self.start = self.bytes.len();
        self.searched = self.start;
        Some(self.bytes[from..].trim_ascii()).filter(|rest| !rest.is_empty())
    }
}

/// Why no further line came.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// Nothing for as long as was allowed.
    Stalled(Duration),
    /// Not this protocol.
    LineTooLong(LineTooLong),
    /// The connection broke.
    Transport(reqwest::Error),
}

/// Lines of a response as they come.
#[derive(Debug)]
pub(crate) struct LineReader {
    response: reqwest::Response,
    buffer: LineBuffer,
    ended: bool,
}

impl LineReader {
    pub(crate) fn new(response: reqwest::Response) -> Self {
        Self { response, buffer: LineBuffer::default(), ended: false }
    }

    /// The next line; `None` at the end of the response. `limit` is the longest silence.
    pub(crate) async fn next(&mut self, limit: Duration) -> Result<Option<Vec<u8>>, ReadError> {
        loop {
            if let Some(line) = self.buffer.line() {
                return Ok(Some(line.to_vec()));
            }
            if self.ended {
                return Ok(self.buffer.rest().map(<[u8]>::to_vec));
            }
            match tokio::time::timeout(limit, self.response.chunk()).await {
                Err(_) => return Err(ReadError::Stalled(limit)),
                Ok(Err(error)) => return Err(ReadError::Transport(error)),
                Ok(Ok(Some(chunk))) => self.buffer.push(&chunk).map_err(ReadError::LineTooLong)?,
                Ok(Ok(None)) => self.ended = true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::{LONGEST_LINE, LineBuffer};

    #[test]
    fn any_cut_gives_the_same_lines() {
        let text = "{\"a\":\"第一章\"}\n\n  \r\n{\"b\":\"😀\"}\r\nend".as_bytes();
        for size in 1..text.len() {
            let mut buffer = LineBuffer::default();
            let mut lines = Vec::new();
            for chunk in text.chunks(size) {
                buffer.push(chunk).unwrap();
                while let Some(line) = buffer.line() {
                    lines.push(String::from_utf8(line.to_vec()).unwrap());
                }
            }
            lines.push(String::from_utf8(buffer.rest().unwrap().to_vec()).unwrap());
            assert_eq!(lines, ["{\"a\":\"第一章\"}", "{\"b\":\"😀\"}", "end"], "chunks of {size}");
            assert!(buffer.rest().is_none());
        }
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut buffer = LineBuffer::default();
        let chunk = vec![b'x'; 1024 * 1024];
        let mut pushed = 0;
        while buffer.push(&chunk).is_ok() {
            assert!(buffer.line().is_none());
            pushed += chunk.len();
            assert!(pushed <= LONGEST_LINE + 2 * chunk.len(), "never refused");
        }
    }
}
