//! Registers sqlite-vec for every connection of this process.

use std::sync::OnceLock;

use libsqlite3_sys::{SQLITE_OK, sqlite3, sqlite3_api_routines, sqlite3_auto_extension};

type EntryPoint =
    unsafe extern "C" fn(db: *mut sqlite3, message: *mut *mut std::os::raw::c_char, api: *const sqlite3_api_routines) -> i32;

/// Registers the extension once, before the first connection; gives SQLite's result code when it refuses.
pub(crate) fn register() -> Result<(), i32> {
    static DONE: OnceLock<i32> = OnceLock::new();
    match *DONE.get_or_init(add_entry_point) {
        SQLITE_OK => Ok(()),
        code => Err(code),
    }
}

#[allow(unsafe_code)]
fn add_entry_point() -> i32 {
    // SAFETY: `sqlite3_vec_init` is the extension entry point of sqlite-vec; its C signature is `EntryPoint`, the binding only
    // declares it without arguments. Both crates use the one SQLite that libsqlite3-sys links, and the function lives forever.
    unsafe {
        let entry = std::mem::transmute::<*const (), EntryPoint>(sqlite_vec::sqlite3_vec_init as *const ());
        sqlite3_auto_extension(Some(entry))
    }
}
