//! Any bytes as frames: each is refused or gives a value that survives the way there and back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use waymark_pdf::protocol::{Reply, Request, decode, encode, read_frame};

fuzz_target!(|data: &[u8]| {
    if let Ok(request) = decode::<Request>(data) {
        let frame = encode(&request).expect("a value that was read can be written");
        // Bytes, not values: an area may hold a NaN, which equals nothing.
        let again = decode::<Request>(&frame[4..]).and_then(|again| encode(&again));
        assert_eq!(again.ok(), Some(frame));
    }
    if let Ok(reply) = decode::<Reply>(data) {
        let frame = encode(&reply).expect("a value that was read can be written");
        assert!(decode::<Reply>(&frame[4..]).is_ok());
    }
    let mut stream = data;
    while let Ok(Some(request)) = read_frame::<Request>(&mut stream) {
        std::hint::black_box(request);
    }
});
