//! Texts → unit vectors, in this process, by an ONNX model on the CPU.
//!
//! [`registry`] says which models exist and what their files hash to, [`files`] reads and checks them,
//! `graph` makes the model run in integers, `runtime` loads
//! ONNX Runtime from a given path, [`batch`] groups texts so that little padding is computed, `pool` lends sessions to
//! threads, and [`embedder::OnnxEmbedder`] puts these together behind [`waymark_core::Embedder`]. [`cross`] reads question and
//! passage together, where such a model is installed.

pub mod batch;
pub mod cross;
pub mod embedder;
pub mod error;
pub mod files;
mod graph;
mod pool;
pub mod registry;
mod runtime;

pub use batch::BatchLimits;
pub use cross::CrossEncoder;
pub use embedder::{Arithmetic, EmbedOptions, OnnxEmbedder};
pub use error::EmbedError;
pub use files::ModelFiles;
pub use registry::{ModelSpec, Pooling, Registry};
