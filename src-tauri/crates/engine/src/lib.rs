//! The Engine handle: everything Waymark does with a library, without any knowledge of windows.

pub mod types;
