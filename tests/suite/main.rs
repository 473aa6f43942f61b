//! The engine through its command line, and the rules of the repository itself.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod architecture;
mod bad_input;
mod commands;
mod contract;
mod enrichment;
mod figures;
mod folders;
mod formatter;
mod isolation;
mod mcp;
mod mutants;
mod offline;
mod ollama;
mod quoting;
mod resume;
mod retrieval;
mod structure;
