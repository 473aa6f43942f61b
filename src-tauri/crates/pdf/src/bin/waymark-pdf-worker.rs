//! The worker process alone, for this crate's tests and examples; the product starts itself with a hidden argument instead.

fn main() {
    waymark_pdf::worker_main(std::env::args_os().skip(1))
}
