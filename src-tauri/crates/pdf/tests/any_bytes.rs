//! Any bytes as frames: each is refused or gives a value that survives the way there and back.
//!
//! `WAYMARK_FUZZ_SECONDS=300 cargo test -p waymark-pdf --test any_bytes -- --ignored` goes on for as long as that.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, Instant};

use waymark_core::page::{PageChar, PageText};
use waymark_core::{DocumentInfo, Rect};
use waymark_pdf::ImageFormat;
use waymark_pdf::protocol::{Refusal, Reply, Request, decode, encode, path_to_bytes, read_frame};

/// Numbers that only the seed decides.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % below.max(1)
    }
}

/// Frames that parent and worker really send.
fn honest() -> Vec<Vec<u8>> {
    let area = Rect::new(1.0, f32::NAN, 3.0, f32::INFINITY);
    let path = path_to_bytes(Path::new("/tmp/ä 报告.pdf"));
    let ch = PageChar { ch: '中', rect: area, x: 1.0, y: -0.0, size: 9.0, font: 0, color: 7, angle: 90, mcid: -1, flags: 4 };
    let page = PageText { index: 3, label: Some("iv".into()), chars: vec![ch; 3], ..PageText::default() };
    let requests = [
        Request::Open { document: 1, path, password: Some("x".into()) },
        Request::Page { document: 1, index: 70_000 },
        Request::Crop { document: 1, index: 0, area, dpi: 144, format: ImageFormat::Jpeg },
        Request::Shutdown,
    ];
    let replies = [
        Reply::Opened(DocumentInfo { pages: 3, title: Some("T".into()), ..DocumentInfo::default() }),
        Reply::Page(page),
        Reply::Took(Duration::from_millis(7)),
        Reply::Refused(Refusal::Io { message: "gone".into(), code: Some(2) }),
    ];
    requests.iter().map(|one| encode(one).unwrap()).chain(replies.iter().map(|one| encode(one).unwrap())).collect()
}

/// An honest frame, or two, with a few bytes changed, taken out or put in.
fn mutant(dice: &mut Dice, honest: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = honest[dice.roll(honest.len())].clone();
    if dice.roll(4) == 0 {
        bytes.extend(&honest[dice.roll(honest.len())]);
    }
    for _ in 0..dice.roll(6) {
        let (at, value) = (dice.roll(bytes.len()), u8::try_from(dice.roll(256)).unwrap());
        match dice.roll(4) {
            0 => bytes.insert(at, value),
            1 if !bytes.is_empty() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = value),
        }
    }
    bytes
}

fn check(bytes: &[u8]) {
    let body = bytes.get(4..).unwrap_or_default();
    if let Ok(request) = decode::<Request>(body) {
        let frame = encode(&request).unwrap();
        assert_eq!(decode::<Request>(&frame[4..]).and_then(|again| encode(&again)).unwrap(), frame);
    }
    if let Ok(reply) = decode::<Reply>(body) {
        let frame = encode(&reply).unwrap();
        assert_eq!(decode::<Reply>(&frame[4..]).and_then(|again| encode(&again)).unwrap(), frame);
    }
    let mut stream = bytes;
    while let Ok(Some(request)) = read_frame::<Request>(&mut stream) {
        std::hint::black_box(request);
    }
}

#[test]
fn frames_with_changed_bytes_are_refused_or_read() {
    let (honest, mut dice) = (honest(), Dice(0x9E37_79B9_7F4A_7C15));
    honest.iter().for_each(|frame| check(frame));
    (0..20_000).for_each(|_| check(&mutant(&mut dice, &honest)));
}

#[test]
#[ignore = "goes on for WAYMARK_FUZZ_SECONDS"]
fn frames_for_a_while() {
    let seconds = std::env::var("WAYMARK_FUZZ_SECONDS").ok().and_then(|value| value.parse().ok()).unwrap_or(60);
    let (end, honest) = (Instant::now() + Duration::from_secs(seconds), honest());
    let mut dice = Dice(u64::from(std::process::id()) << 20 | 1);
    while Instant::now() < end {
        check(&mutant(&mut dice, &honest));
    }
}
