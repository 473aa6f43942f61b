//! Checks a database file and brings its schema up to date, with a copy of the old state first.

use std::path::{Path, PathBuf};

use sqlx::SqlitePool;
use sqlx::migrate::Migrator;

use crate::error::{Fault, StoreError, is_corrupt};

pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Newest schema version of this build.
pub(crate) fn newest() -> i64 {
    MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Version of the file; 0 for an empty database.
pub(crate) async fn version(pool: &SqlitePool, path: &Path) -> Result<i64, StoreError> {
    let table: Option<String> = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE name = '_sqlx_migrations'")
        .fetch_optional(pool)
        .await
        .map_err(|source| reading(path, source))?;
    if table.is_none() {
        return Ok(0);
    }
    let version: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations WHERE success")
        .fetch_one(pool)
        .await
        .map_err(|source| reading(path, source))?;
    Ok(version.unwrap_or(0))
}

/// Whether the file holds tables that Waymark did not make.
async fn is_foreign(pool: &SqlitePool, path: &Path) -> Result<bool, StoreError> {
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'")
        .fetch_one(pool)
        .await
        .map_err(|source| reading(path, source))?;
    Ok(tables > 0)
}

/// Reads through the whole file the way SQLite checks it; for files whose writer went away without closing.
pub(crate) async fn check(pool: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let lines: Vec<String> =
        sqlx::query_scalar("PRAGMA quick_check(5)").fetch_all(pool).await.map_err(|source| reading(path, source))?;
    match lines.as_slice() {
        [only] if only == "ok" => Ok(()),
        _ => Err(StoreError::Corrupt { path: path.to_owned(), detail: lines.join("; ") }),
    }
}

/// Runs what is missing. A database that holds something is copied to `library.backup-<version>.sqlite` first.
pub(crate) async fn run(pool: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let (found, known) = (version(pool, path).await?, newest());
    if found > known {
        return Err(StoreError::NewerSchema { path: path.to_owned(), found, known });
    }
    if found == known {
        return Ok(());
    }
    if found > 0 {
        back_up(pool, path, found).await?;
    } else if is_foreign(pool, path).await? {
        return Err(StoreError::Corrupt { path: path.to_owned(), detail: "it holds tables of another program".into() });
    }
    MIGRATOR.run(pool).await.map_err(|source| StoreError::Migration { path: path.to_owned(), source })
}

/// Where the copy of a version is kept.
pub(crate) fn backup_path(path: &Path, version: i64) -> PathBuf {
    path.with_file_name(format!("library.backup-{version}.sqlite"))
}

async fn back_up(pool: &SqlitePool, path: &Path, version: i64) -> Result<(), StoreError> {
    let target = backup_path(path, version);
    if target.exists() {
        std::fs::remove_file(&target).map_err(|source| StoreError::io(&target, source))?;
    }
    sqlx::query("VACUUM INTO ?")
        .bind(target.to_string_lossy().into_owned())
        .execute(pool)
        .await
        .map_err(|source| Fault::from(source).within(&target, "copy the library before its migration"))?;
    tracing::info!(copy = %target.display(), version, "copied the library before its migration");
    Ok(())
}

/// The error of a file that cannot be opened or read at all.
pub(crate) fn reading(path: &Path, source: sqlx::Error) -> StoreError {
    if is_corrupt(&source) {
        return StoreError::Corrupt { path: path.to_owned(), detail: source.to_string() };
    }
    Fault::from(source).within(path, "open the library")
}
